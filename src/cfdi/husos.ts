/**
 * The hour of a place: the authority reads a document's date as that of the postal code where it is issued. What lies outside of
 * the centre's hour, by ranges of postal codes; border municipalities change their clocks with the United States.
 * Source: c_CodigoPostal (Anexo 20), Ley de los Husos Horarios of 2022.
 */

interface Huso {
  zona: string;
  lugar: string;
}

const TIJUANA: Huso = { zona: 'America/Tijuana', lugar: 'Baja California' };
const PACIFICO = (lugar: string): Huso => ({ zona: 'America/Mazatlan', lugar });
const MATAMOROS = (lugar: string): Huso => ({ zona: 'America/Matamoros', lugar });

/** First and last code of a range; where two hold one, the first in the list. */
const RANGOS: readonly (readonly [string, string, Huso])[] = [
  ['21000', '22999', TIJUANA],
  ['23000', '23999', PACIFICO('Baja California Sur')],
  ['26000', '26099', MATAMOROS('Piedras Negras, Coahuila')],
  ['26070', '26080', MATAMOROS('Nava, Coahuila')],
  ['26200', '26299', MATAMOROS('Acuña, Coahuila')],
  ['32000', '32799', { zona: 'America/Ciudad_Juarez', lugar: 'Ciudad Juárez, Chihuahua' }],
  ['32880', '32899', { zona: 'America/Ojinaga', lugar: 'Ojinaga, Chihuahua' }],
  ['31000', '33999', { zona: 'America/Chihuahua', lugar: 'Chihuahua' }],
  ['63726', '63739', { zona: 'America/Bahia_Banderas', lugar: 'Bahía de Banderas, Nayarit' }],
  ['63000', '63999', PACIFICO('Nayarit')],
  ['65000', '65099', MATAMOROS('Anáhuac, Nuevo León')],
  ['77000', '77999', { zona: 'America/Cancun', lugar: 'Quintana Roo' }],
  ['80000', '82999', PACIFICO('Sinaloa')],
  ['83000', '85999', { zona: 'America/Hermosillo', lugar: 'Sonora' }],
  ['87300', '87599', MATAMOROS('Matamoros, Tamaulipas')],
  ['88000', '88999', MATAMOROS('la frontera de Tamaulipas')],
];

const CENTRO: Huso = { zona: 'America/Mexico_City', lugar: 'el centro del país' };

/** Of a postal code of five digits. */
export function husoDe(codigoPostal: string): Huso {
  return RANGOS.find(([first, last]) => codigoPostal >= first && codigoPostal <= last)?.[2] ?? CENTRO;
}

const offsets = (zona: string, year: number): string => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zona, timeZoneName: 'longOffset' });
  // Winter, summer, and the weeks in which the border alone has changed its clocks.
  return [0, 2, 6, 9]
    .map((month) =>
      format
        .format(Date.UTC(year, month, 28, 12))
        .split(' ')
        .at(-1),
    )
    .join();
};

/** What to say where a community's clock is not that of its place of issue; '' where they always agree. */
export function avisoDeHuso(codigoPostal: string, zonaDeLaComunidad: string, year: number): string {
  const { zona, lugar } = husoDe(codigoPostal);
  if (offsets(zona, year) === offsets(zonaDeLaComunidad, year)) return '';
  return `El código postal ${codigoPostal} es de ${lugar}, que no siempre tiene la hora del residencial (${zonaDeLaComunidad}): el SAT lee la fecha de cada factura con la hora de ese lugar y puede rechazarla. Corrija el código postal o pida que se cambie la zona horaria a ${zona}`;
}
