/**
 * Entries as the text that CONTPAQi Contabilidad imports: a line for each record, its fields in fixed widths with a space after
 * each. Widths as public programs write them that are used with it; what they do not agree on is told in ADR 47.
 */
import type { Centavos } from '#core/money.ts';
import type { Poliza, TipoPoliza } from './rules.ts';

interface Campo {
  name: string;
  width: number;
  right?: true;
}

/** The token takes two places and a space; then the fields. */
export const REGISTROS = {
  P: [
    { name: 'fecha', width: 8 },
    { name: 'tipo', width: 4, right: true },
    { name: 'folio', width: 9, right: true },
    { name: 'clase', width: 1 },
    { name: 'diario', width: 10 },
    { name: 'concepto', width: 100 },
    { name: 'sistema', width: 2 },
    { name: 'impresa', width: 1 },
    { name: 'ajuste', width: 1 },
  ],
  M1: [
    { name: 'cuenta', width: 30 },
    { name: 'referencia', width: 20 },
    { name: 'tipo', width: 1 },
    { name: 'importe', width: 20 },
    { name: 'diario', width: 10 },
    { name: 'importeME', width: 20 },
    { name: 'concepto', width: 100 },
    { name: 'segmento', width: 4 },
  ],
  AM: [{ name: 'uuid', width: 36 }],
  AD: [{ name: 'uuid', width: 36 }],
} as const satisfies Readonly<Record<string, readonly Campo[]>>;
export type Registro = keyof typeof REGISTROS;
type Valores<R extends Registro> = Readonly<Record<(typeof REGISTROS)[R][number]['name'], string>>;

const TIPO: Readonly<Record<TipoPoliza, string>> = { ingresos: '1', egresos: '2', diario: '3' };
const CARGO = '0';
const ABONO = '1';
/** That the entry was made in CONTPAQi Contabilidad itself, as those programs say too. */
const SISTEMA = '11';

/** What Windows-1252 has, each character with its byte. */
const BYTES: ReadonlyMap<string, number> = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map((char, byte) => [
    char,
    byte,
  ]),
);
const UNKNOWN = '?';
/** Words of ASCII: most of what is written, of which a large month has megabytes. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** A letter without its accents, where that is one that there is. */
function bare(char: string): string {
  const letter = char.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return BYTES.has(letter) ? letter : UNKNOWN;
}

/** One line of characters that Windows-1252 has, without what would break the line. */
export function limpio(text: string): string {
  if (PLAIN.test(text)) return text;
  let known = '';
  for (const char of text.normalize('NFC').replaceAll(/[\p{C}\p{Z}]+/gu, ' '))
    known += BYTES.has(char) ? char : bare(char);
  return known.trim();
}

function codified(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    bytes[at] = code < 0x80 ? code : (BYTES.get(text[at] ?? '') ?? 0x3f);
  }
  return bytes;
}

function linea<R extends Registro>(registro: R, valores: Valores<R>): string {
  const fields: readonly Campo[] = REGISTROS[registro];
  const written = fields.map(({ name, width, right }) => {
    const text = limpio((valores as Readonly<Record<string, string>>)[name] ?? '').slice(0, width);
    return `${right ? text.padStart(width) : text.padEnd(width)} `;
  });
  return `${registro.padEnd(2)} ${written.join('')}`;
}

const importe = (centavos: Centavos): string =>
  `${Math.floor(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`;

/** The code as the program keeps it: without what separates its levels. */
export const sinMascara = (codigo: string): string => codigo.replaceAll(/[^0-9A-Za-z]/g, '');

function lineas({ fecha, tipo, numero, concepto, partidas }: Poliza): string[] {
  const head = linea('P', {
    ...{ fecha: fecha.replaceAll('-', ''), tipo: TIPO[tipo], folio: String(numero), concepto },
    ...{ clase: '1', diario: '0', sistema: SISTEMA, impresa: '0', ajuste: '0' },
  });
  const moves = partidas.flatMap(({ cuenta, referencia, debe, haber, concepto: said, uuid }) => [
    linea('M1', {
      ...{ cuenta: sinMascara(cuenta.codigo), referencia, tipo: debe > 0 ? CARGO : ABONO },
      ...{ importe: importe(debe + haber), diario: '0', importeME: '0.0', concepto: said, segmento: '' },
    }),
    ...(uuid === '' ? [] : [linea('AM', { uuid: uuid.toUpperCase() })]),
  ]);
  const documents = new Set(partidas.flatMap(({ uuid }) => (uuid === '' ? [] : [uuid.toUpperCase()])));
  return [head, ...moves, ...[...documents].map((uuid) => linea('AD', { uuid }))];
}

/** The file, in Windows-1252 with CRLF after each record. */
export const archivoContpaqi = (polizas: readonly Poliza[]): Uint8Array =>
  codified(
    polizas
      .flatMap(lineas)
      .map((one) => `${one}\r\n`)
      .join(''),
  );
