/**
 * The workbook of another system as sheets of our own: which of its columns is which, told by parts. A part fills one of our
 * sheets from one of theirs, so one sheet may fill several, and several columns of amounts are a part each. Pure.
 */

import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import type { Month } from '#core/period.ts';
import { comparable } from '#core/text.ts';
import { centavosDe, FORMAS_FECHA, type FormaFecha, fechaDe, mesDe } from '#core/valores.ts';
import type { Cell } from '#core/workbook-cell.ts';
import { type Columna, cita, columna, dato, FILAS_DE_ENCABEZADO, textoDe, titulo } from '#platform/tabla.ts';
import { z } from '#platform/zod.ts';
import { type LayoutColumn, type LayoutSheet, SHEETS, VINCULOS } from './layout.ts';
import { esDeDosLecturas, type Origen, type WorkbookSheet } from './renglon.ts';

/** The sheets that a part can fill. Ties are made of the residents that name their lot. */
export const DESTINOS = SHEETS.filter((sheet) => sheet !== VINCULOS);

const REFERENCIA: LayoutColumn = {
  ...{ key: 'referencia', header: 'Referencia', help: 'El lote en que vive o del que es dueño', example: 'A-001' },
};

/** What can be told of a sheet of ours: of residents, their lot too; their keys are made where there are none. */
export function camposDe(sheet: LayoutSheet): readonly LayoutColumn[] {
  if (sheet.name !== 'Residentes') return sheet.columns;
  return [
    REFERENCIA,
    ...sheet.columns.map((column) => (column.key === 'clave' ? { ...column, required: false } : column)),
  ];
}

/** Without it a row of theirs says nothing of a sheet: of an owner's row without a tenant's name, no tenant. */
const ANCLA: Readonly<Record<string, string>> = {
  ...{ Residentes: 'nombre', Saldos: 'monto', 'Meses pagados': 'hasta', Vehículos: 'placa', 'Datos fiscales': 'rfc' },
  'Pagos anteriores': 'monto',
  'Saldo por lote': 'saldo',
};

export const PARTES_MAX = 60;
const PALABRAS_MAX = 300;
const clave = z.string().trim().min(1).max(40);

const parte = z.object({
  /** The name of our sheet. */
  destino: z.string().refine((name) => DESTINOS.some((sheet) => sheet.name === name), 'Elija una de las opciones'),
  hoja: z.string().max(100),
  /** The row of the titles; where they have moved, the first that has them all. */
  encabezado: z.number().int().min(1).max(FILAS_DE_ENCABEZADO),
  /** By key of our column. */
  columnas: z.record(clave, columna),
  /** What is the same in every row. */
  fijos: z.record(clave, z.string().trim().max(200)).default({}),
  /** The reference stands in the first row of each lot alone. */
  agrupado: z.boolean().default(false),
});
export type Parte = z.output<typeof parte>;

const palabra = z.object({ campo: clave, de: z.string().trim().min(1).max(100), a: z.string().trim().max(100) });
export type Palabra = z.output<typeof palabra>;

export const mapa = z.object({
  partes: z.array(parte).min(1, 'Diga al menos qué trae una hoja').max(PARTES_MAX),
  /** Their words for ours, by key of our column; '' leaves the rows out. */
  palabras: z.array(palabra).max(PALABRAS_MAX).default([]),
});
export type Mapa = z.output<typeof mapa>;

/** The layout that a map is of: its sheets with the titles that it reads. */
export function firmaDe({ partes }: Mapa): string {
  const dichas = partes.map(({ hoja, columnas }) => [
    comparable(hoja),
    Object.values(columnas)
      .map((una) => (typeof una === 'number' ? String(una) : titulo(una)))
      .toSorted(),
  ]);
  return JSON.stringify([...new Set(dichas.map((una) => JSON.stringify(una)))].toSorted());
}

const lugarEn = (titulos: readonly Cell[], columna: Columna): number =>
  typeof columna === 'number' ? columna - 1 : titulos.findIndex((uno) => titulo(uno) === titulo(columna));

const tieneTodos = (titulos: readonly Cell[], { columnas }: Parte): boolean =>
  Object.values(columnas).every((una) => typeof una === 'number' || lugarEn(titulos, una) >= 0);

/** Where the titles of a part are, from 0; -1 where the sheet does not have them. */
function filaDeTitulos(rows: readonly (readonly Cell[])[], parte: Parte): number {
  const dicha = parte.encabezado - 1;
  if (tieneTodos(rows[dicha] ?? [], parte)) return dicha;
  return rows.slice(0, FILAS_DE_ENCABEZADO).findIndex((row) => tieneTodos(row, parte));
}

const hojaDe = (workbook: readonly WorkbookSheet[], { hoja }: Parte): WorkbookSheet | undefined =>
  workbook.find(({ name }) => comparable(name) === comparable(hoja));

/** Whether a workbook has all that a map reads. */
export const encaja = (workbook: readonly WorkbookSheet[], { partes }: Mapa): boolean =>
  partes.every((parte) => filaDeTitulos(hojaDe(workbook, parte)?.rows ?? [], parte) >= 0);

/**
 * A sheet that a map does not read and that has every title that it reads of another, such as the community's next stage; undefined
 * where there is none.
 */
export function hojaSinLeer(workbook: readonly WorkbookSheet[], { partes }: Mapa): string | undefined {
  const leidas = [...Map.groupBy(partes, ({ hoja }) => comparable(hoja))];
  const names = new Set(leidas.map(([hoja]) => hoja));
  const iguala = ({ rows }: WorkbookSheet) =>
    leidas.some(([, suyas]) => {
      const tituladas = suyas.filter(({ columnas }) => Object.values(columnas).some((una) => typeof una === 'string'));
      return tituladas.length > 0 && tituladas.every((parte) => filaDeTitulos(rows, parte) >= 0);
    });
  return workbook.find((sheet) => !names.has(comparable(sheet.name)) && iguala(sheet))?.name;
}

/** Our own template, or a book that was made by it. */
export function esPlantilla(workbook: readonly WorkbookSheet[]): boolean {
  const names = new Set(workbook.map(({ name }) => comparable(name)));
  return SHEETS.filter(({ optional }) => !optional).every(({ name }) => names.has(comparable(name)));
}

const isBlank = (cell: Cell | undefined): boolean => dato(textoDe(cell)) === '';

/** The rows that end a table or a group of it. */
const esTotal = (cell: Cell | undefined): boolean => /^(sub|gran )?total/.test(comparable(textoDe(cell)));

/** The first form that reads a column's days: day before month, unless one of them cannot be so. */
function formaDe(cells: readonly Cell[]): FormaFecha {
  const said = cells.filter((cell) => !isBlank(cell) && !(cell instanceof Date));
  return FORMAS_FECHA.find((forma) => said.every((cell) => fechaDe(cell, forma) !== null)) ?? FORMAS_FECHA[0];
}

const mesEscrito = ({ year, mes }: Month): string => `${String(mes).padStart(2, '0')}/${year}`;

const SINO: Readonly<Record<string, string>> = {
  ...{ si: 'Si', s: 'Si', x: 'Si', 1: 'Si', true: 'Si', verdadero: 'Si', activo: 'Si' },
  ...{ no: 'No', n: 'No', 0: 'No', false: 'No', falso: 'No', inactivo: 'No' },
};

/** One column of a part: where it is, what it is, and how its cells are said in our words. */
interface Lectura {
  column: LayoutColumn;
  at: number;
  leer: (cell: Cell) => Cell;
}

const mesDeCelda = (cell: Cell): Cell => {
  // A day of it too, and nothing of a day that is none.
  const month = mesDe(textoDe(cell));
  return month ? mesEscrito(month) : cell;
};

function lecturaDe(
  column: LayoutColumn,
  at: number,
  rows: readonly (readonly Cell[])[],
  palabras: ReadonlyMap<string, string>,
): Lectura {
  const { key, kind = 'texto' } = column;
  const said = (cell: Cell): string => dato(textoDe(cell));
  switch (kind) {
    case 'fecha': {
      const forma = formaDe(rows.map((row) => row[at] ?? null));
      return { column, at, leer: (cell) => (isBlank(cell) ? null : ((fechaDe(cell, forma) as Fecha | null) ?? cell)) };
    }
    case 'mes':
      return { column, at, leer: (cell) => (isBlank(cell) ? null : mesDeCelda(cell)) };
    case 'monto':
      return { column, at, leer: (cell) => (isBlank(cell) ? null : esDeDosLecturas(cell) ? cell : pesosDe(cell)) };
    case 'numero':
      return { column, at, leer: (cell) => (isBlank(cell) ? null : pesosDe(cell)) };
    case 'sino':
      return {
        column,
        at,
        leer: (cell) => (isBlank(cell) ? null : (SINO[comparable(textoDe(cell))] ?? textoDe(cell))),
      };
    default:
      return { column, at, leer: (cell) => palabras.get(palabraKey(key, said(cell))) ?? (said(cell) || null) };
  }
}

/** The number that an amount says, below 0 in parentheses too; what is none stays as it is, and is a fault of its row. */
function pesosDe(cell: Cell): Cell {
  const centavos: Centavos | null = centavosDe(cell, '1,234.56');
  return centavos === null ? cell : toPesos(centavos);
}

const palabraKey = (campo: string, de: string): string => `${campo} ${comparable(de)}`;

/** Rows of one of our sheets, with where each came from. */
class Hoja {
  readonly #sheet: LayoutSheet;
  readonly rows: Cell[][] = [];
  readonly origen: Origen[] = [];

  constructor(sheet: LayoutSheet) {
    this.#sheet = sheet;
  }

  add(values: ReadonlyMap<string, Cell>, origen: Origen): void {
    this.rows.push(this.#sheet.columns.map(({ key }) => values.get(key) ?? null));
    this.origen.push(origen);
  }

  /** As the workbook of the template would have it. */
  done(): WorkbookSheet {
    const { name, columns } = this.#sheet;
    return { name, formulas: [], rows: [columns.map(({ header }) => header), ...this.rows], origen: this.origen };
  }
}

/** A person is told from another by name, phone and mail, where the book has no key of its own. */
const claveDe = (values: ReadonlyMap<string, Cell>): string =>
  ['nombre', 'tipo', 'telefono', 'correo'].map((key) => comparable(textoDe(values.get(key)))).join(' · ');

/** What is owed is above 0; what lies below is in favour. */
function saldoDe(values: Map<string, Cell>): void {
  const monto = values.get('monto');
  if (typeof monto !== 'number' || monto >= 0) return;
  values.set('monto', -monto);
  values.set('cargo', 'fondo');
  for (const key of ['periodo', 'vence', 'nombre']) values.delete(key);
}

const debe = (values: ReadonlyMap<string, Cell>): boolean => {
  const monto = values.get('monto');
  return typeof monto !== 'number' || monto !== 0;
};

/** Reads the rows of a part into our sheets. */
class Lector {
  readonly #palabras: ReadonlyMap<string, string>;
  readonly #hojas: ReadonlyMap<string, Hoja>;
  /** Residents that stand in several rows are one. */
  readonly #residentes = new Set<string>();

  constructor(palabras: readonly Palabra[], hojas: ReadonlyMap<string, Hoja>) {
    this.#palabras = new Map(palabras.map(({ campo, de, a }) => [palabraKey(campo, de), a]));
    this.#hojas = hojas;
  }

  *leer(sheet: WorkbookSheet, parte: Parte, desde: number): Generator<undefined, void, undefined> {
    const titulos = sheet.rows[desde] ?? [];
    const destino = DESTINOS.find(({ name }) => name === parte.destino);
    if (!destino) return;
    const body = sheet.rows.slice(desde + 1);
    const lecturas = camposDe(destino).flatMap((column) => {
      const de = parte.columnas[column.key];
      const at = de === undefined ? -1 : lugarEn(titulos, de);
      return at < 0 ? [] : [lecturaDe(column, at, body, this.#palabras)];
    });
    const dichos = Object.fromEntries(
      lecturas.map(({ column, at }) => [column.key, textoDe(titulos[at]) || `Columna ${at + 1}`]),
    );
    const referenciaAt = lecturas.find(({ column }) => column.key === 'referencia')?.at;
    let anterior: Cell = null;
    for (const [index, row] of body.entries()) {
      yield;
      const celdaReferencia = referenciaAt === undefined ? null : (row[referenciaAt] ?? null);
      if (row.some(esTotal) && (isBlank(celdaReferencia) || esTotal(celdaReferencia))) continue;
      if (!isBlank(celdaReferencia)) anterior = textoDe(celdaReferencia);
      const values = new Map<string, Cell>(Object.entries(parte.fijos).filter(([, value]) => value !== ''));
      for (const { column, at, leer } of lecturas) {
        const value = leer(row[at] ?? null);
        if (value !== null) values.set(column.key, value);
      }
      if (parte.agrupado && referenciaAt !== undefined) values.set('referencia', anterior);
      this.#guardar(destino, values, { hoja: sheet.name, fila: desde + index + 2, titulos: dichos });
    }
  }

  #guardar(destino: LayoutSheet, values: Map<string, Cell>, origen: Origen): void {
    const ancla = ANCLA[destino.name] ?? 'referencia';
    // Words that stand for nothing leave their rows out.
    if (isBlank(values.get(ancla)) || [...values.values()].some((value) => value === '')) return;
    if (ancla === 'monto' && !debe(values)) return;
    if (destino.name === 'Saldos') saldoDe(values);
    if (destino.name === 'Residentes') this.#residente(values, origen);
    else this.#hojas.get(destino.name)?.add(values, origen);
  }

  #residente(values: Map<string, Cell>, origen: Origen): void {
    const suya = values.get('clave');
    const clave = isBlank(suya) ? claveDe(values) : textoDe(suya);
    values.set('clave', clave);
    const referencia = values.get('referencia') ?? null;
    if (!isBlank(referencia)) {
      this.#hojas.get(VINCULOS.name)?.add(
        new Map<string, Cell>([
          ['referencia', referencia],
          ['clave', clave],
        ]),
        origen,
      );
    }
    if (this.#residentes.has(comparable(clave))) return;
    this.#residentes.add(comparable(clave));
    this.#hojas.get('Residentes')?.add(values, origen);
  }
}

/** What of a part is required and told by nothing: neither a column nor a value of all rows. */
export function porDecir({ destino, columnas, fijos }: Parte): LayoutColumn[] {
  const sheet = DESTINOS.find(({ name }) => name === destino);
  return (sheet ? camposDe(sheet) : []).filter(
    ({ key, required }) => required && columnas[key] === undefined && (fijos[key] ?? '') === '',
  );
}

/** What of a workbook cannot be read by a map, in a sentence; undefined where all can. */
function* faltas(workbook: readonly WorkbookSheet[], { partes }: Mapa): Generator<string> {
  for (const parte of partes) {
    const [sin] = porDecir(parte);
    if (sin) {
      yield `${parte.destino}, de la hoja ${cita(parte.hoja)}: diga qué columna es ${cita(sin.header)}, o qué vale en todos los renglones`;
    }
    const sheet = hojaDe(workbook, parte);
    if (!sheet) {
      yield `El libro no tiene la hoja ${cita(parte.hoja)}. Es de otra disposición: diga de nuevo qué columna es cuál, o elija otro libro`;
    } else if (filaDeTitulos(sheet.rows, parte) < 0) {
      const perdidos = Object.values(parte.columnas).filter((una) => typeof una === 'string');
      yield `La hoja ${cita(parte.hoja)} no tiene los títulos ${perdidos.map((una) => cita(String(una))).join(', ')} en una fila. Es de otra disposición: diga de nuevo qué columna es cuál, o elija otro libro`;
    }
  }
}

export const faltaDe = (workbook: readonly WorkbookSheet[], mapa: Mapa): string | undefined =>
  faltas(workbook, mapa).next().value ?? undefined;

/** Cells with a formula in a column that is read have no value of their own that could be trusted. */
function formulasDe(sheet: WorkbookSheet, parte: Parte, desde: number): string[] {
  const titulos = sheet.rows[desde] ?? [];
  const leidas = new Set(Object.values(parte.columnas).map((una) => lugarEn(titulos, una)));
  const indice = (letras: string) => [...letras].reduce((sum, letra) => sum * 26 + letra.charCodeAt(0) - 64, 0) - 1;
  return sheet.formulas.filter((address) => {
    const [, letras = '', fila = ''] = /^([A-Z]{1,3})(\d+)$/.exec(address) ?? [];
    const row = sheet.rows[Number(fila) - 1] ?? [];
    return leidas.has(indice(letras)) && Number(fila) > desde + 1 && !row.some(esTotal);
  });
}

/** The workbook as our own sheets, of which the required ones are there, be they empty. */
export function* traducir(
  workbook: readonly WorkbookSheet[],
  mapa: Mapa,
): Generator<undefined, WorkbookSheet[], undefined> {
  const hojas = new Map(SHEETS.map((sheet) => [sheet.name, new Hoja(sheet)]));
  const formulas = new Map<string, Set<string>>();
  const lector = new Lector(mapa.palabras, hojas);
  for (const parte of mapa.partes) {
    const sheet = hojaDe(workbook, parte);
    const desde = sheet ? filaDeTitulos(sheet.rows, parte) : -1;
    if (!sheet || desde < 0) continue;
    const suyas = formulas.get(parte.destino) ?? new Set();
    for (const address of formulasDe(sheet, parte, desde)) suyas.add(`${sheet.name}!${address}`);
    formulas.set(parte.destino, suyas);
    yield* lector.leer(sheet, parte, desde);
  }
  return [...hojas].map(([name, hoja]) => ({ ...hoja.done(), formulas: [...(formulas.get(name) ?? [])] }));
}
