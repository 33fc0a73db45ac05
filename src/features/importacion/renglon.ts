/** The rows of an onboarding workbook under reading: cells by column, and what is wrong with them; pure. */

import { isFecha } from '#core/fecha.ts';
import { type Centavos, centavosOfReckoned } from '#core/money.ts';
import type { Month } from '#core/period.ts';
import { comparable } from '#core/text.ts';
import { type Cell, dayOfCell, numberOfCell } from '#core/workbook-cell.ts';
import { REQUIRED } from '#platform/messages.ts';
import { AYUDA, type LayoutSheet, SHEETS } from './layout.ts';

/** Where a row of somebody's workbook stands, and how that calls our columns. */
export interface Origen {
  hoja: string;
  /** As the workbook counts, the first row being 1. */
  fila: number;
  /** By key of our column. */
  titulos: Readonly<Record<string, string>>;
}

export interface WorkbookSheet {
  name: string;
  rows: Cell[][];
  /** Addresses of cells, such as 'B7', or 'Hoja!B7' in a workbook of another layout. */
  formulas: string[];
  /** Of each row below the titles, where the workbook has another layout. */
  origen?: readonly Origen[];
}

export interface Falla {
  hoja: string;
  /** As the workbook counts, the header being row 1; 0 where the fault is the sheet's. */
  fila: number;
  columna: string;
  mensaje: string;
}

/** More faults than these help nobody; their number is told. */
export const FALLAS_MAX = 500;

/** The faults of a book, as many of each sheet as are shown: a book of chance has hundreds of thousands. */
export class Fallas {
  readonly #kept = new Map<string, Falla[]>(SHEETS.map(({ name }) => [name, []]));
  total = 0;

  push(falla: Falla): void {
    this.total += 1;
    const kept = this.#kept.get(falla.hoja) ?? [];
    if (kept.length < FALLAS_MAX) kept.push(falla);
    this.#kept.set(falla.hoja, kept);
  }

  /** By sheet and row. */
  inOrder(): Falla[] {
    return [...this.#kept.values()].flatMap((kept) => kept.sort((a, b) => a.fila - b.fila));
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** '1.500', which is one and a half or, of a system that writes points, fifteen hundred pesos: which of them is not guessed. */
export const esDeDosLecturas = (cell: Cell): boolean =>
  typeof cell === 'string' && /^\D*\d{1,3}(\.\d{3})+\D*$/.test(cell);

/** One row under reading: takes cells by column and notes what is wrong with them. */
export class Row {
  readonly origen: Origen;
  readonly #sheet: LayoutSheet;
  readonly #cells: ReadonlyMap<string, Cell>;
  readonly #fallas: Fallas;

  constructor(sheet: LayoutSheet, origen: Origen, cells: ReadonlyMap<string, Cell>, fallas: Fallas) {
    this.#sheet = sheet;
    this.origen = origen;
    this.#cells = cells;
    this.#fallas = fallas;
  }

  fault(key: string, mensaje: string): void {
    const { hoja, fila, titulos } = this.origen;
    const columna = titulos[key] ?? this.#sheet.columns.find((column) => column.key === key)?.header ?? key;
    this.#fallas.push({ hoja, fila, columna, mensaje });
  }

  text(key: string, max = 200): string {
    const cell = this.#cells.get(key) ?? null;
    if (cell instanceof Date) {
      this.fault(key, 'Es una fecha y se esperaba un texto');
      return '';
    }
    const text = cell === null ? '' : String(cell).trim();
    if (text.length > max) {
      this.fault(key, `Debe tener como máximo ${max} caracteres`);
      // Nothing looks at more of it.
      return text.slice(0, max);
    }
    if (text === '' && this.#sheet.columns.some((column) => column.key === key && column.required)) {
      this.fault(key, REQUIRED);
    }
    return text;
  }

  number(key: string, { min, whole = false }: { min: number; whole?: boolean }): number | null {
    const text = this.text(key);
    if (text === '') return null;
    const value = this.#number(key);
    if (value === null || value > 9_999_999) this.fault(key, `«${text}» no es un número; escríbalo como 1,250.50`);
    else if (value < min) this.fault(key, `Debe ser al menos ${min}`);
    else if (whole && !Number.isInteger(value)) this.fault(key, 'Debe ser un número entero');
    else return Math.round(value * 100) / 100;
    return null;
  }

  #pesos(key: string): number | null {
    return esDeDosLecturas(this.#cells.get(key) ?? null) ? null : this.#number(key);
  }

  #number(key: string): number | null {
    return numberOfCell(this.#cells.get(key) ?? null);
  }

  /** An amount above 0 with at most two decimals, in centavos. */
  monto(key: string): Centavos | null {
    const text = this.text(key);
    if (text === '') return null;
    const value = this.#pesos(key);
    const centavos = value === null ? null : centavosOfReckoned(value);
    if (centavos !== null && centavos > 0) return centavos;
    const remedy =
      value !== null && value < 0
        ? 'lo que hay a favor lleva el cargo fondo, sin signo'
        : 'escríbalo como 1,250.50, o quite la fila si es cero';
    this.fault(key, `«${text}» no es un monto mayor a cero con dos decimales como máximo; ${remedy}`);
    return null;
  }

  /** An amount of either sign with at most two decimals, in centavos. */
  saldo(key: string): Centavos | null {
    const text = this.text(key);
    const value = text === '' ? null : this.#pesos(key);
    const centavos = value === null ? null : centavosOfReckoned(value);
    if (text !== '' && centavos === null)
      this.fault(key, `«${text}» no es un monto con dos decimales como máximo; escríbalo como 1,250.50 o -80.00`);
    return centavos;
  }

  /** What a cell says of a time: as many letters of the day that it holds, or its text; null where it is blank. */
  #dated(key: string, letters: number): string | null {
    const cell = this.#cells.get(key);
    if (cell instanceof Date) return dayOfCell(cell).slice(0, letters);
    return this.text(key) || null;
  }

  isBlank(key: string): boolean {
    return String(this.#cells.get(key) ?? '').trim() === '';
  }

  /** 'MM/AAAA', or a date of that month. */
  mes(key: string): Month | null {
    const text = this.#dated(key, 'AAAA-MM'.length);
    if (text === null) return null;
    const parts = /^(\d{1,2})[-/](\d{4})$/.exec(text);
    const iso = /^(\d{4})-(\d{2})$/.exec(text);
    const month = parts
      ? { mes: Number(parts[1]), year: Number(parts[2]) }
      : iso
        ? { mes: Number(iso[2]), year: Number(iso[1]) }
        : undefined;
    if (month && month.mes >= 1 && month.mes <= 12 && month.year >= 1995 && month.year <= 2199) return month;
    this.fault(key, `«${text}» no es un período; escriba MM/AAAA`);
    return null;
  }

  /** What a cell says, as words are compared; of a day that day. */
  word(key: string): string {
    return comparable(this.#dated(key, 'AAAA-MM-DD'.length) ?? '');
  }

  /** The UUID of an invoice, in small letters; '' where the cell is blank. */
  uuid(key: string): string {
    const text = this.text(key).toLowerCase();
    if (text !== '' && !UUID.test(text))
      this.fault(key, `«${text}» no es un UUID de factura; cópielo completo, de 36 caracteres`);
    return text;
  }

  oneOf(key: string, options: readonly string[]): string | null {
    const text = this.text(key);
    if (text === '') return null;
    const found = options.find((option) => comparable(option) === comparable(text).replaceAll(' ', '_'));
    if (!found) this.fault(key, `«${text}» no es válido; use ${options.join(', ')}`);
    return found ?? null;
  }

  yesNo(key: string, fallback: boolean): boolean {
    const value = this.oneOf(key, ['Si', 'No']);
    return value === null ? fallback : value === 'Si';
  }

  /** A date cell, or text as DD-MM-YYYY, DD/MM/YYYY or YYYY-MM-DD. */
  fecha(key: string): string | null {
    const text = this.#dated(key, 'AAAA-MM-DD'.length);
    if (text === null) return null;
    const parts = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(text);
    const fecha = parts ? `${parts[3]}-${parts[2]?.padStart(2, '0')}-${parts[1]?.padStart(2, '0')}` : text;
    if (isFecha(fecha)) return fecha;
    this.fault(key, `«${text}» no es una fecha; escriba DD-MM-AAAA`);
    return null;
  }
}

/** Steps, so that a book of many rows is not gone through in one go. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** A title as it is compared; the template marks with an asterisk what must be there. */
const titulo = (cell: Cell | undefined): string => comparable(String(cell ?? '').replace('*', ''));
const isEmpty = (cell: Cell | undefined): boolean => String(cell ?? '').trim() === '';

/** A sheet that nothing reads and that has the titles of one of ours, as Excel makes 'Saldos (2)'; undefined for any other. */
export function parecidaA({ name, rows }: Pick<WorkbookSheet, 'name' | 'rows'>): LayoutSheet | undefined {
  const known = comparable(name);
  if ([...SHEETS.map((sheet) => sheet.name), AYUDA].some((one) => comparable(one) === known)) return undefined;
  const titles = new Set((rows[0] ?? []).map(titulo));
  return SHEETS.find(({ columns }) => columns.every(({ header, required }) => !required || titles.has(titulo(header))));
}

/** Sheets that would be left out without a word: what they hold is owed, and nobody would ask for it. */
export function faltasDeHojas(workbook: readonly WorkbookSheet[], fallas: Fallas): void {
  const seen = new Set<string>();
  for (const sheet of workbook) {
    const hoja = sheet.name;
    const tell = (mensaje: string) => fallas.push({ hoja, fila: 0, columna: '', mensaje });
    const own = parecidaA(sheet);
    if (own) {
      tell(`La hoja «${hoja}» no se lee: pase sus renglones a «${own.name}», o bórrela si sobra`);
    } else if (seen.has(comparable(hoja))) {
      tell(`La hoja «${hoja.trim()}» está dos veces: deje todos los renglones en una y borre la otra`);
    }
    seen.add(comparable(hoja));
  }
}

/** Titles of the sheet that are not ours and have something below them. */
function columnasAjenas(sheet: LayoutSheet, [header = [], ...body]: readonly Cell[][]): string[] {
  const own = new Set(sheet.columns.map((column) => titulo(column.header)));
  return header.flatMap((cell, at) =>
    isEmpty(cell) || own.has(titulo(cell)) || body.every((row) => isEmpty(row[at])) ? [] : [String(cell).trim()],
  );
}

export function* rowsOf(sheet: LayoutSheet, workbook: readonly WorkbookSheet[], fallas: Fallas): Steps<Row[]> {
  const found = workbook.find(({ name }) => comparable(name) === comparable(sheet.name));
  const missing = (columna: string, mensaje: string) => fallas.push({ hoja: sheet.name, fila: 0, columna, mensaje });
  if (!found) {
    if (sheet.optional) return [];
    missing('', `Falta la hoja «${sheet.name}»; use la plantilla`);
    return [];
  }
  for (const address of found.formulas) {
    const [, hoja = sheet.name, celda = ''] = /^(?:(.*)!)?(.*)$/.exec(address) ?? [];
    const fila = Number(celda.replace(/^[A-Z]+/, ''));
    fallas.push({ hoja, fila, columna: celda, mensaje: 'La celda tiene una fórmula; pegue el valor' });
  }
  const [header = [], ...body] = found.rows;
  const headers = header.map(titulo);
  const places = sheet.columns.map((column) => ({ column, at: headers.indexOf(comparable(column.header)) }));
  for (const title of columnasAjenas(sheet, found.rows)) {
    missing(
      title,
      `La columna «${title}» no es de la plantilla y no se lee: póngale el título que lleva ahí, o bórrela`,
    );
  }
  for (const { column, at } of places) {
    if (at < 0 && column.required) missing(column.header, `Falta la columna «${column.header}»; use la plantilla`);
    if (at >= 0 && headers.indexOf(headers[at] ?? '', at + 1) > 0) {
      missing(column.header, `La columna «${column.header}» está dos veces; borre la que sobra`);
    }
  }
  const rows: Row[] = [];
  for (const [index, cells] of body.entries()) {
    yield;
    const byKey = new Map(places.filter(({ at }) => at >= 0).map(({ column, at }) => [column.key, cells[at] ?? null]));
    const empty = [...byKey.values()].every(isEmpty);
    const origen = found.origen?.[index] ?? { hoja: sheet.name, fila: index + 2, titulos: {} };
    if (!empty) rows.push(new Row(sheet, origen, byKey, fallas));
  }
  return rows;
}
