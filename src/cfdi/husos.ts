/**
 * The hour of a place: the authority reads a document's date as that of the postal code where it is issued. What lies outside of
 * the centre's hour, by ranges of postal codes; the border municipalities change their clocks with the United States.
 * Sources: Ley de los Husos Horarios of 2022, articles 3 and 4, for the municipalities; Correos de México for their codes, which
 * are whole ranges of each.
 */
import { wallClockInZone } from '#core/fecha.ts';

interface Huso {
  zona: string;
  lugar: string;
}

const TIJUANA: Huso = { zona: 'America/Tijuana', lugar: 'Baja California' };
const PACIFICO = (lugar: string): Huso => ({ zona: 'America/Mazatlan', lugar });
const MATAMOROS = (lugar: string): Huso => ({ zona: 'America/Matamoros', lugar });
const JUAREZ = (lugar: string): Huso => ({ zona: 'America/Ciudad_Juarez', lugar });
const OJINAGA = (lugar: string): Huso => ({ zona: 'America/Ojinaga', lugar });

/** First and last code of a range; where two hold one, the first in the list. */
const RANGOS: readonly (readonly [string, string, Huso])[] = [
  ['21000', '22999', TIJUANA],
  ['23000', '23999', PACIFICO('Baja California Sur')],
  ['26000', '26169', MATAMOROS('Piedras Negras, Coahuila')],
  ['26170', '26199', MATAMOROS('Nava, Coahuila')],
  ['26200', '26339', MATAMOROS('Acuña, Coahuila')],
  ['26400', '26449', MATAMOROS('Jiménez, Coahuila')],
  ['26450', '26499', MATAMOROS('Zaragoza, Coahuila')],
  ['26500', '26529', MATAMOROS('Morelos, Coahuila')],
  ['26530', '26599', MATAMOROS('Allende, Coahuila')],
  ['26600', '26639', MATAMOROS('Villa Unión, Coahuila')],
  ['26640', '26669', MATAMOROS('Guerrero, Coahuila')],
  ['26670', '26699', MATAMOROS('Hidalgo, Coahuila')],
  ['27500', '27549', MATAMOROS('Ocampo, Coahuila')],
  ['31820', '31839', JUAREZ('Ascensión, Chihuahua')],
  ['31840', '31849', JUAREZ('Janos, Chihuahua')],
  ['32000', '32739', JUAREZ('Ciudad Juárez, Chihuahua')],
  ['32740', '32779', JUAREZ('Guadalupe, Chihuahua')],
  ['32780', '32799', JUAREZ('Práxedis G. Guerrero, Chihuahua')],
  ['32850', '32859', OJINAGA('Coyame del Sotol, Chihuahua')],
  ['32880', '32899', OJINAGA('Ojinaga, Chihuahua')],
  ['32980', '32999', OJINAGA('Manuel Benavides, Chihuahua')],
  ['31000', '33999', { zona: 'America/Chihuahua', lugar: 'Chihuahua' }],
  ['63726', '63739', { zona: 'America/Bahia_Banderas', lugar: 'Bahía de Banderas, Nayarit' }],
  ['63000', '63999', PACIFICO('Nayarit')],
  ['65000', '65069', MATAMOROS('Anáhuac, Nuevo León')],
  ['77000', '77999', { zona: 'America/Cancun', lugar: 'Quintana Roo' }],
  ['80000', '82999', PACIFICO('Sinaloa')],
  ['83000', '85999', { zona: 'America/Hermosillo', lugar: 'Sonora' }],
  ['87300', '87599', MATAMOROS('Matamoros o Valle Hermoso, Tamaulipas')],
  // Méndez and Burgos lie between codes of Reynosa and of Río Bravo, and keep the centre's hour.
  ['88000', '88879', MATAMOROS('frontera de Tamaulipas')],
  ['88900', '88999', MATAMOROS('Río Bravo, Tamaulipas')],
];

const CENTRO: Huso = { zona: 'America/Mexico_City', lugar: 'centro del país' };

/** Of a postal code of five digits. */
export function husoDe(codigoPostal: string): Huso {
  return RANGOS.find(([first, last]) => codigoPostal >= first && codigoPostal <= last)?.[2] ?? CENTRO;
}

/** What the clocks show at a postal code: 'YYYY-MM-DDTHH:mm:ss'. */
export const relojDe = (codigoPostal: string, instant: Date): string =>
  wallClockInZone(instant, husoDe(codigoPostal).zona);

/** The same in the centre of the country, which stamps bear wherever their document was issued (Anexo 20, TFD). */
export const relojDelCentro = (instant: Date): string => wallClockInZone(instant, CENTRO.zona);

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
  return `El código postal ${codigoPostal} (${lugar}) no siempre tiene la hora del residencial (${zonaDeLaComunidad}): cada factura lleva la hora de ese lugar, como la lee el SAT, y cerca de la medianoche puede llevar otro día que su pago. Si el código postal no es el correcto, corríjalo; si lo es, pida que se cambie la zona horaria a ${zona}`;
}
