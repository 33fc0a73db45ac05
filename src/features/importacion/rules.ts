/**
 * What an onboarding workbook says, and every reason why it cannot be taken; pure. The same rules as the lot and resident
 * forms (specification 000, section 5), told row by row.
 */

import { isFecha } from '#core/fecha.ts';
import { type Centavos, centavosOfReckoned, toPesos } from '#core/money.ts';
import { type Month, monthTitle } from '#core/period.ts';
import { comparable } from '#core/text.ts';
import { type Cell, dayOfCell, numberOfCell } from '#core/workbook-cell.ts';
import { REQUIRED } from '#platform/messages.ts';
import {
  CARGOS,
  type LayoutSheet,
  LOTES,
  RESIDENTES,
  SALDOS,
  SHEETS,
  TIPOS_LOTE,
  TIPOS_RESIDENTE,
  VINCULOS,
} from './layout.ts';

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

/** What the community already has; keys are compared by `comparable`. */
export interface Known {
  /** Lots by comparable reference. */
  lotes: ReadonlyMap<
    string,
    {
      tipo: string;
      status: string;
      superficie: number;
      numeroViviendas: number;
      unidades: number;
      tieneAsociado: boolean;
    }
  >;
  /** Phone types by comparable name. */
  tiposTelefono: ReadonlyMap<string, number>;
  /** Fees and types that a charge can be of: by kind of charge, then by comparable name. */
  nombres: Readonly<Record<NamedCharge, ReadonlyMap<string, number>>>;
  /** Types of lot that a maintenance definition exists for, each with the surface from which on one applies. */
  conCuota: ReadonlyMap<string, number>;
  /** Months that lots were charged for already, as `monthKeyOf`. */
  meses: ReadonlySet<string>;
  /**
   * What cannot come in by a book again, as `chargeKeyOf`: fees that a lot can have once, and whatever else earlier books
   * brought in.
   */
  cargados: ReadonlySet<string>;
}

/** Kinds of charge that are of a named fee or type. */
export const NAMED_CHARGES = ['cuota_inicial', 'cuota_extraordinaria', 'sancion', 'cuota'] as const;
export type NamedCharge = (typeof NAMED_CHARGES)[number];

export const monthKeyOf = (referencia: string, { year, mes }: Month): string =>
  `${comparable(referencia)} ${year}-${mes}`;

/** A kind of charge of a lot, or its fund; of a named fee or type with that one's id. */
export const chargeKeyOf = (referencia: string, cargo: string, nombreId: number | null): string =>
  `${comparable(referencia)} ${cargo} ${nombreId ?? ''}`;

export interface Falla {
  hoja: string;
  /** As the workbook counts, the header being row 1; 0 where the fault is the sheet's. */
  fila: number;
  columna: string;
  mensaje: string;
}

export interface LoteNuevo {
  origen: Origen;
  referencia: string;
  tipo: string;
  status: string;
  calle: string;
  manzana: string;
  lote: string;
  etapa: string;
  superficie: number;
  viviendas: number;
  condominal: string;
  category: string | null;
  subestado: string | null;
  categoryHab: string | null;
  subCategoryHab: string | null;
  fechaEntrega: string | null;
  fechaInicioPagos: string | null;
  recurrente: boolean;
  escrituracion: string;
}

export interface ResidenteNuevo {
  clave: string;
  nombre: string;
  tipo: string;
  telefono: string;
  tipoTelefonoId: number | null;
  correo: string;
  facturar: boolean;
}

export interface VinculoNuevo {
  referencia: string;
  clave: string;
  asociado: boolean;
}

/** An opening balance: what a lot owes, or with `fondo` what it has in its fund. */
export interface SaldoNuevo {
  referencia: string;
  cargo: 'mantenimiento' | 'cuota_inicial_proyecto' | NamedCharge | 'fondo';
  /** Of maintenance. */
  periodo: Month | null;
  /** Of a named fee or type. */
  nombre: string;
  nombreId: number | null;
  vence: string | null;
  monto: Centavos;
}

export interface Totales {
  lotes: number;
  condominales: number;
  habitacionales: number;
  comerciales: number;
  entregados: number;
  superficie: number;
  residentes: number;
  asociados: number;
  inquilinos: number;
  vinculos: number;
  telefonos: number;
  correos: number;
  /** Charges that begin as debts, and their pesos. */
  saldos: number;
  saldosMonto: number;
  /** The same by kind of charge, those that the book has, in the order of `CARGOS`. */
  saldosPorCargo: { cargo: string; saldos: number; monto: number }[];
  /** Funds that begin with money, and their pesos. */
  fondos: number;
  fondosMonto: number;
}

export interface Revision {
  /** At most FALLAS_MAX of each sheet. */
  fallas: Falla[];
  fallasTotal: number;
  totales: Totales;
  lotes: LoteNuevo[];
  residentes: ResidenteNuevo[];
  vinculos: VinculoNuevo[];
  saldos: SaldoNuevo[];
}

/** More faults than these help nobody; their number is told. */
export const FALLAS_MAX = 500;

/** The faults of a book, as many of each sheet as are shown: a book of chance has hundreds of thousands. */
class Fallas {
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

/** One row under reading: takes cells by column and notes what is wrong with them. */
class Row {
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

  #number(key: string): number | null {
    return numberOfCell(this.#cells.get(key) ?? null);
  }

  /** An amount above 0 with at most two decimals, in centavos. */
  monto(key: string): Centavos | null {
    const text = this.text(key);
    if (text === '') return null;
    const value = this.#number(key);
    const centavos = value === null ? null : centavosOfReckoned(value);
    if (centavos !== null && centavos > 0) return centavos;
    const remedy =
      value !== null && value < 0
        ? 'lo que hay a favor lleva el cargo fondo, sin signo'
        : 'escríbalo como 1,250.50, o quite la fila si es cero';
    this.fault(key, `«${text}» no es un monto mayor a cero con dos decimales como máximo; ${remedy}`);
    return null;
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
type Steps<T> = Generator<undefined, T, undefined>;

function* rowsOf(sheet: LayoutSheet, workbook: readonly WorkbookSheet[], fallas: Fallas): Steps<Row[]> {
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
  const headers = header.map((cell) => comparable(String(cell ?? '').replace('*', '')));
  const places = sheet.columns.map((column) => ({ column, at: headers.indexOf(comparable(column.header)) }));
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
    const empty = [...byKey.values()].every((cell) => cell === null || String(cell).trim() === '');
    const origen = found.origen?.[index] ?? { hoja: sheet.name, fila: index + 2, titulos: {} };
    if (!empty) rows.push(new Row(sheet, origen, byKey, fallas));
  }
  return rows;
}

function readLote(row: Row): LoteNuevo {
  const tipo = row.oneOf('tipo', TIPOS_LOTE) ?? '';
  const status = row.oneOf('status', ['disponible', 'entregado']) ?? '';
  const viviendas = row.number('viviendas', { min: 1, whole: true });
  const category = row.oneOf('category', ['construccion', 'baldio']);
  const subestado = row.oneOf('subestado', [
    'obra_en_proceso',
    'obra_abandonada',
    'obra_suspendida',
    'proyecto_aprobado',
  ]);
  const categoryHab = row.oneOf('categoryHab', ['habitado', 'deshabitado']);
  const subCategoryHab = row.oneOf('subCategoryHab', ['propietario', 'alquilada', 'airbnb']);
  const fechaEntrega = row.fecha('fechaEntrega');
  if (category === 'construccion' && row.isBlank('subestado')) row.fault('subestado', 'Subestado es requerido');
  if (category !== 'construccion' && subestado) row.fault('subestado', 'Sólo lleva subestado un lote en construccion');
  if (categoryHab === 'habitado' && row.isBlank('subCategoryHab'))
    row.fault('subCategoryHab', 'Subcategoría hab es requerido');
  if (categoryHab !== 'habitado' && subCategoryHab)
    row.fault('subCategoryHab', 'Sólo lleva subcategoría un lote habitado');
  if (status === 'entregado' && row.isBlank('fechaEntrega')) row.fault('fechaEntrega', 'Fecha de entrega es requerido');
  if (status === 'disponible' && fechaEntrega)
    row.fault('fechaEntrega', 'Un lote disponible no tiene fecha de entrega');
  const condominal = row.text('condominal');
  if (condominal && tipo !== 'habitacional')
    row.fault('condominal', 'Sólo un lote habitacional pertenece a un condominal');
  if (viviendas !== null && viviendas > 1 && tipo !== 'condominal')
    row.fault('viviendas', 'Sólo un condominal tiene viviendas');
  return {
    origen: row.origen,
    referencia: row.text('referencia', 60),
    tipo,
    status,
    calle: row.text('calle'),
    manzana: row.text('manzana', 60),
    lote: row.text('lote', 60),
    etapa: row.text('etapa', 60),
    superficie: row.number('superficie', { min: 1 }) ?? 1,
    viviendas: viviendas ?? 1,
    condominal,
    category,
    subestado: category === 'construccion' ? subestado : null,
    categoryHab,
    subCategoryHab: categoryHab === 'habitado' ? subCategoryHab : null,
    fechaEntrega,
    fechaInicioPagos: row.fecha('fechaInicioPagos'),
    recurrente: row.yesNo('recurrente', false),
    escrituracion: row.text('escrituracion'),
  };
}

function readResidente(row: Row, known: Known): ResidenteNuevo {
  const nombre = row.text('nombre');
  if (nombre !== '' && nombre.length < 3) row.fault('nombre', 'Muy corto!');
  const telefono = row.text('telefono').replaceAll(/[\s()-]/g, '');
  if (telefono !== '' && !/^\d{10}$/.test(telefono)) row.fault('telefono', 'El teléfono debe tener 10 dígitos');
  const tipoTelefono = row.text('tipoTelefono');
  const tipoTelefonoId = known.tiposTelefono.get(comparable(tipoTelefono)) ?? null;
  if (tipoTelefono !== '' && tipoTelefonoId === null)
    row.fault('tipoTelefono', `«${tipoTelefono}» no está en el catálogo de tipos de teléfono`);
  if (telefono !== '' && tipoTelefono === '') row.fault('tipoTelefono', REQUIRED);
  const correo = row.text('correo');
  if (correo !== '' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(correo)) row.fault('correo', 'Email Inválido');
  return {
    clave: row.text('clave', 60),
    nombre,
    tipo: row.oneOf('tipo', TIPOS_RESIDENTE) ?? '',
    telefono,
    tipoTelefonoId,
    correo,
    facturar: row.yesNo('facturar', false),
  };
}

const isNamed = (cargo: string | null): cargo is NamedCharge => NAMED_CHARGES.some((named) => named === cargo);

/** A balance as its row says it; without `cargo` where that cannot be told. */
function readSaldo(row: Row, known: Known): Omit<SaldoNuevo, 'cargo'> & { cargo: SaldoNuevo['cargo'] | null } {
  const cargo = row.oneOf('cargo', CARGOS) as SaldoNuevo['cargo'] | null;
  const periodo = row.mes('periodo');
  if (cargo === 'mantenimiento' && row.isBlank('periodo'))
    row.fault('periodo', 'Período es requerido en mantenimiento');
  if (cargo !== null && cargo !== 'mantenimiento' && periodo !== null)
    row.fault('periodo', 'Sólo el mantenimiento lleva período');
  const vence = row.fecha('vence');
  if (cargo === 'mantenimiento' && vence !== null)
    row.fault('vence', 'El mantenimiento vence en el día de corte de su período; deje la celda vacía');
  if (cargo === 'fondo' && vence !== null) row.fault('vence', 'Un saldo a favor no vence; deje la celda vacía');
  const nombre = row.text('nombre');
  const nombreId = isNamed(cargo) ? (known.nombres[cargo].get(comparable(nombre)) ?? null) : null;
  if (isNamed(cargo) && nombre === '') row.fault('nombre', 'Nombre es requerido en este cargo');
  else if (isNamed(cargo) && nombreId === null)
    row.fault('nombre', `«${nombre}» no existe en la comunidad; captúrelo antes`);
  return {
    referencia: row.text('referencia', 60),
    cargo,
    periodo,
    nombre,
    nombreId,
    vence,
    monto: row.monto('monto') ?? 0,
  };
}

const CERRADOS: Readonly<Record<string, string>> = {
  fusionado: 'está fusionado; use el lote con el que se fusionó',
  inactivo: 'está inactivo; actívelo antes',
};

/** Why the community, as it is, cannot take a balance that is no month; undefined where it can. */
function chargedAlready({ referencia, cargo, nombre, nombreId }: SaldoNuevo, known: Known): string | undefined {
  if (!known.cargados.has(chargeKeyOf(referencia, cargo, nombreId))) return undefined;
  if (cargo === 'cuota_inicial' || cargo === 'cuota_extraordinaria')
    return `La cuota «${nombre}» ya está cargada al lote; quite la fila`;
  const of = `El lote ya tiene saldo inicial de ${cargo}${nombre === '' ? '' : ` «${nombre}»`}, de un libro anterior; quite la fila`;
  return cargo === 'fondo' ? of : `${of}, o capture el cargo en su pantalla si es otro`;
}

/**
 * Faults that a balance has beside the lots: unknown, merged or inactive lots, what stands twice in the book or was brought
 * in before, lots without a maintenance fee.
 */
function* revisarSaldos(
  rows: readonly Row[],
  known: Known,
  lotes: ReadonlyMap<string, LoteNuevo>,
): Steps<SaldoNuevo[]> {
  const meses = new Set<string>();
  const unicos = new Set<string>();
  const saldos: SaldoNuevo[] = [];
  for (const row of rows) {
    yield;
    const { cargo, ...read } = readSaldo(row, known);
    const key = comparable(read.referencia);
    const registered = known.lotes.get(key);
    const lote = lotes.get(key) ?? registered;
    const tipo = lote?.tipo;
    if (key !== '' && tipo === undefined)
      row.fault('referencia', `No existe el lote «${read.referencia}» en el libro ni en el registro`);
    const cerrado = CERRADOS[registered?.status ?? ''];
    if (cerrado) row.fault('referencia', `El lote «${read.referencia}» ${cerrado}`);
    // What the row is a balance of is its first fault; the rest is about nothing.
    if (cargo === null) continue;
    const saldo = { ...read, cargo };
    const charged = chargedAlready(saldo, known);
    if (charged) row.fault(isNamed(saldo.cargo) ? 'nombre' : 'cargo', charged);
    if (saldo.cargo === 'mantenimiento' && saldo.periodo) {
      const month = monthKeyOf(saldo.referencia, saldo.periodo);
      if (meses.has(month)) row.fault('periodo', `${monthTitle(saldo.periodo)} está repetido en el libro`);
      else if (known.meses.has(month))
        row.fault('periodo', `${monthTitle(saldo.periodo)} ya está generado para el lote`);
      meses.add(month);
      const desde = known.conCuota.get(tipo ?? '');
      if (tipo && desde === undefined)
        row.fault('cargo', `No hay mantenimiento definido para lotes de tipo ${tipo}; defínalo antes`);
      else if (lote && desde !== undefined && lote.superficie < desde)
        row.fault('cargo', `No hay mantenimiento definido para ${tipo} de ${lote.superficie} m²; defínalo antes`);
    }
    if (saldo.cargo === 'cuota_inicial' || saldo.cargo === 'cuota_extraordinaria') {
      const fee = `${key} ${saldo.cargo} ${comparable(saldo.nombre)}`;
      if (unicos.has(fee)) row.fault('nombre', `La cuota «${saldo.nombre}» está repetida para el lote`);
      unicos.add(fee);
    }
    saldos.push(saldo);
  }
  return saldos;
}

/** The references that the sheet of balances speaks of: what has to be known of them is asked for by these. */
export function* referenciasDeSaldos(workbook: readonly WorkbookSheet[]): Steps<string[]> {
  const found = yield* rowsOf(SALDOS, workbook, new Fallas());
  return [...new Set(found.map((row) => row.text('referencia')).filter((text) => text !== ''))];
}

interface LoteLeido {
  row: Row;
  lote: LoteNuevo;
}

/** The lots by their references; and all that was read, what is no new lot too. */
function* revisarLotes(
  rows: readonly Row[],
  known: Known,
): Steps<{ lotes: Map<string, LoteNuevo>; read: LoteLeido[] }> {
  const lotes = new Map<string, LoteNuevo>();
  const read: LoteLeido[] = [];
  for (const row of rows) {
    yield;
    const lote = readLote(row);
    read.push({ row, lote });
    const key = comparable(lote.referencia);
    if (key === '') continue;
    if (lotes.has(key))
      row.fault(
        'referencia',
        `La referencia «${lote.referencia}» está repetida en el libro (fila ${lotes.get(key)?.origen.fila})`,
      );
    else if (known.lotes.has(key)) row.fault('referencia', `El lote «${lote.referencia}» ya está registrado`);
    else lotes.set(key, lote);
  }
  return { lotes, read };
}

/** Whether each unit has its condominal lot, and a place in it. */
function* revisarUnidades(
  read: readonly LoteLeido[],
  known: Known,
  lotes: ReadonlyMap<string, LoteNuevo>,
): Steps<void> {
  const unidades = new Map<string, number>();
  for (const { row, lote } of read) {
    yield;
    const { condominal } = lote;
    if (condominal === '') continue;
    const key = comparable(condominal);
    const parent = lotes.get(key);
    const registered = known.lotes.get(key);
    const tipo = parent?.tipo ?? registered?.tipo;
    const capacity = parent?.viviendas ?? registered?.numeroViviendas ?? 0;
    if (tipo === undefined) row.fault('condominal', `No existe el lote «${condominal}» en el libro ni en el registro`);
    else if (tipo !== 'condominal') row.fault('condominal', `El lote «${condominal}» no es condominal`);
    else {
      const count = (unidades.get(key) ?? registered?.unidades ?? 0) + 1;
      unidades.set(key, count);
      if (count > capacity)
        row.fault('condominal', `El condominal «${condominal}» tiene ${capacity} viviendas y ésta sería la ${count}`);
    }
  }
}

function* revisarResidentes(rows: readonly Row[], known: Known): Steps<Map<string, ResidenteNuevo>> {
  const residentes = new Map<string, ResidenteNuevo>();
  for (const row of rows) {
    yield;
    const residente = readResidente(row, known);
    const key = comparable(residente.clave);
    if (key === '') continue;
    if (residentes.has(key)) row.fault('clave', `La clave «${residente.clave}» está repetida`);
    else residentes.set(key, residente);
  }
  return residentes;
}

/** The ties, and the lots that get an associate by them. */
function* revisarVinculos(
  rows: readonly Row[],
  known: Known,
  lotes: ReadonlyMap<string, LoteNuevo>,
  residentes: ReadonlyMap<string, ResidenteNuevo>,
): Steps<{ vinculos: VinculoNuevo[]; conAsociado: Set<string> }> {
  const vinculos = new Map<string, VinculoNuevo>();
  const conAsociado = new Set<string>();
  for (const row of rows) {
    yield;
    const referencia = row.text('referencia', 60);
    const clave = row.text('clave', 60);
    const lote = comparable(referencia);
    const residente = residentes.get(comparable(clave));
    if (lote !== '' && !lotes.has(lote) && !known.lotes.has(lote))
      row.fault('referencia', `No existe el lote «${referencia}» en el libro ni en el registro`);
    if (clave !== '' && !residente) row.fault('clave', `No existe el residente «${clave}» en la hoja Residentes`);
    const asociado = row.yesNo('asociado', residente?.tipo === 'asociado');
    if (residente && asociado !== (residente.tipo === 'asociado')) {
      row.fault('asociado', `El residente «${clave}» es ${residente.tipo}; corrija su tipo o esta columna`);
    }
    const pair = `${lote} ${comparable(clave)}`;
    if (vinculos.has(pair)) row.fault('clave', 'El vínculo está repetido');
    if (asociado && (conAsociado.has(lote) || known.lotes.get(lote)?.tieneAsociado)) {
      row.fault('asociado', `El lote «${referencia}» ya tiene un asociado`);
    }
    if (asociado) conAsociado.add(lote);
    vinculos.set(pair, { referencia, clave, asociado });
  }
  return { vinculos: [...vinculos.values()], conAsociado };
}

/** Reads a workbook against what the community has. Nothing may be applied while there are faults. */
export function* revisar(workbook: readonly WorkbookSheet[], known: Known): Steps<Revision> {
  const fallas = new Fallas();
  const loteRows = yield* rowsOf(LOTES, workbook, fallas);
  const residenteRows = yield* rowsOf(RESIDENTES, workbook, fallas);
  const vinculoRows = yield* rowsOf(VINCULOS, workbook, fallas);

  const { lotes, read } = yield* revisarLotes(loteRows, known);
  yield* revisarUnidades(read, known, lotes);
  const residentes = yield* revisarResidentes(residenteRows, known);
  const { vinculos, conAsociado } = yield* revisarVinculos(vinculoRows, known, lotes, residentes);
  for (const lote of lotes.values()) {
    yield;
    if (lote.status === 'entregado' && !conAsociado.has(comparable(lote.referencia))) {
      const { hoja, fila, titulos } = lote.origen;
      fallas.push({
        hoja,
        fila,
        columna: titulos.status ?? 'Estado',
        mensaje: 'Asociado es requerido: el lote está entregado',
      });
    }
  }

  const saldos = yield* revisarSaldos(yield* rowsOf(SALDOS, workbook, fallas), known, lotes);

  const all = {
    lotes: [...lotes.values()],
    residentes: [...residentes.values()],
    vinculos,
    saldos,
  };
  return { fallas: fallas.inOrder(), fallasTotal: fallas.total, totales: totalesOf(all), ...all };
}

/** What an apply would write, to be compared with the control totals of whoever made the workbook. */
function totalesOf({
  lotes,
  residentes,
  vinculos,
  saldos,
}: Pick<Revision, 'lotes' | 'residentes' | 'vinculos' | 'saldos'>): Totales {
  const fondos = saldos.filter(({ cargo }) => cargo === 'fondo');
  const debts = saldos.filter(({ cargo }) => cargo !== 'fondo');
  const pesosOf = (rows: readonly SaldoNuevo[]) => toPesos(rows.reduce((sum, { monto }) => sum + monto, 0));
  const count = <T>(rows: readonly T[], test: (row: T) => boolean) => rows.filter(test).length;
  return {
    lotes: lotes.length,
    condominales: count(lotes, (lote) => lote.tipo === 'condominal'),
    habitacionales: count(lotes, (lote) => lote.tipo === 'habitacional'),
    comerciales: count(lotes, (lote) => lote.tipo === 'comercial'),
    entregados: count(lotes, (lote) => lote.status === 'entregado'),
    superficie: Math.round(lotes.reduce((sum, lote) => sum + lote.superficie * 100, 0)) / 100,
    residentes: residentes.length,
    asociados: count(residentes, (residente) => residente.tipo === 'asociado'),
    inquilinos: count(residentes, (residente) => residente.tipo === 'inquilino'),
    vinculos: vinculos.length,
    telefonos: count(residentes, (residente) => residente.telefono !== ''),
    correos: count(residentes, (residente) => residente.correo !== ''),
    saldos: debts.length,
    saldosMonto: pesosOf(debts),
    saldosPorCargo: CARGOS.flatMap((kind) => {
      const rows = debts.filter(({ cargo }) => cargo === kind);
      return rows.length > 0 ? [{ cargo: kind, saldos: rows.length, monto: pesosOf(rows) }] : [];
    }),
    fondos: fondos.length,
    fondosMonto: pesosOf(fondos),
  };
}
