/**
 * The small catalogues of CFDI 4.0 (Anexo 20) that the rules need. The large ones (products, units, postal codes) are checked
 * by their shape only; the provider has them whole.
 */

/** A row of a catalogue; undefined for keys that it lacks, whatever objects inherit. */
export function rowOf<T>(catalogue: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(catalogue, key) ? catalogue[key] : undefined;
}

/** c_RegimenFiscal in force: whom each is for. */
export const REGIMENES: Readonly<Record<string, { fisica: boolean; moral: boolean }>> = {
  '601': { fisica: false, moral: true },
  '603': { fisica: false, moral: true },
  '605': { fisica: true, moral: false },
  '606': { fisica: true, moral: false },
  '607': { fisica: true, moral: false },
  '608': { fisica: true, moral: false },
  '610': { fisica: true, moral: true },
  '611': { fisica: true, moral: false },
  '612': { fisica: true, moral: false },
  '614': { fisica: true, moral: false },
  '615': { fisica: true, moral: false },
  '616': { fisica: true, moral: false },
  '620': { fisica: false, moral: true },
  '621': { fisica: true, moral: false },
  '622': { fisica: false, moral: true },
  '623': { fisica: false, moral: true },
  '624': { fisica: false, moral: true },
  '625': { fisica: true, moral: false },
  '626': { fisica: true, moral: true },
};

const EMPRESARIALES = ['601', '603', '606', '612', '620', '621', '622', '623', '624', '625', '626'];
const PERSONALES = ['605', '606', '607', '608', '611', '612', '614', '615', '625'];
const TODOS = Object.keys(REGIMENES);

/** c_UsoCFDI: whom each is for and with which regimes of the receptor. */
export const USOS: Readonly<Record<string, { moral: boolean; regimenes: readonly string[] }>> = {
  G01: { moral: true, regimenes: EMPRESARIALES },
  G02: { moral: true, regimenes: [...EMPRESARIALES, '616'] },
  G03: { moral: true, regimenes: EMPRESARIALES },
  ...Object.fromEntries(
    ['I01', 'I02', 'I03', 'I04', 'I05', 'I06', 'I07', 'I08'].map((uso) => [
      uso,
      { moral: true, regimenes: EMPRESARIALES },
    ]),
  ),
  ...Object.fromEntries(
    ['D01', 'D02', 'D03', 'D04', 'D05', 'D06', 'D07', 'D08', 'D09', 'D10'].map((uso) => [
      uso,
      { moral: false, regimenes: PERSONALES },
    ]),
  ),
  S01: { moral: true, regimenes: TODOS },
  CP01: { moral: true, regimenes: TODOS },
  CN01: { moral: false, regimenes: ['605'] },
};

/** c_FormaPago. */
export const FORMAS_PAGO: ReadonlySet<string> = new Set([
  ...['01', '02', '03', '04', '05', '06', '08', '12', '13', '14', '15', '17'],
  ...['23', '24', '25', '26', '27', '28', '29', '30', '31', '99'],
]);

/** c_TipoRelacion. */
export const RELACIONES: ReadonlySet<string> = new Set(['01', '02', '03', '04', '05', '06', '07']);

/** Of a credit note: of a discount or an error, and of what is given back. */
export const RELACIONES_DE_EGRESO = { '01': 'Nota de crédito', '03': 'Devolución' } as const;
export type RelacionDeEgreso = keyof typeof RELACIONES_DE_EGRESO;

/** c_Periodicidad; 05 is of two months. */
export const PERIODICIDADES: ReadonlySet<string> = new Set(['01', '02', '03', '04', '05']);

/** A buyer without an RFC, and one from abroad. */
export const RFC_NACIONAL = 'XAXX010101000';
export const RFC_EXTRANJERO = 'XEXX010101000';
export const PUBLICO_EN_GENERAL = 'PUBLICO EN GENERAL';

/** The use of a credit note: G02 where the receiver may have it, else none. */
export function usoDeEgreso({ rfc, regimenFiscal }: { rfc: string; regimenFiscal: string }): 'G02' | 'S01' {
  return !isGenerico(rfc) && rowOf(USOS, 'G02')?.regimenes.includes(regimenFiscal) ? 'G02' : 'S01';
}

const RFC = /^([A-Z&Ñ]{3,4})(\d{2})(\d{2})(\d{2})[A-Z0-9]{2}[0-9A]$/;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether it has the shape of an RFC: letters, a date that exists in some year, and a homoclave. */
export function isRfc(rfc: string): boolean {
  const parts = RFC.exec(rfc);
  if (!parts) return false;
  const day = Number(parts[4]);
  return day >= 1 && day <= (DAYS[Number(parts[3]) - 1] ?? 0);
}

export function isGenerico(rfc: string): boolean {
  return rfc === RFC_NACIONAL || rfc === RFC_EXTRANJERO;
}

/** A company's RFC has three letters, a person's four. */
export function isMoral(rfc: string): boolean {
  return rfc.length === 12;
}
