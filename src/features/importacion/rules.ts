import { type Centavos, toPesos } from '#core/money.ts';
import { type Month, monthTitle } from '#core/period.ts';
import { comparable } from '#core/text.ts';
import { REQUIRED } from '#platform/messages.ts';
import {
  CARGOS,
  type LayoutSheet,
  LOTES,
  RESIDENTES,
  SALDOS,
  TIPOS_LOTE,
  TIPOS_RESIDENTE,
  VINCULOS,
} from './layout.ts';
import {
  type Falla,
  Fallas,
  faltasDeHojas,
  type Origen,
  type Row,
  rowsOf,
  type Steps,
  type WorkbookSheet,
} from './renglon.ts';
import { type DeLosLotes, type KnownOtros, type Otros, revisarOtros } from './rules-otros.ts';
import { revisarControl } from './rules-saldos.ts';

export type { Falla, Origen, WorkbookSheet } from './renglon.ts';
export { FALLAS_MAX } from './renglon.ts';

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
  /** Who is tied to which lot by now, as `tieKeyOf`. */
  vinculos: ReadonlySet<string>;
  /** Everybody who is registered, as `personKeysOf`. */
  personas: ReadonlySet<string>;
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
  otros: KnownOtros;
}

/** Kinds of charge that are of a named fee or type. */
const NAMED_CHARGES = ['cuota_inicial', 'cuota_extraordinaria', 'sancion', 'cuota'] as const;
export type NamedCharge = (typeof NAMED_CHARGES)[number];

/** Late interest of the system before is a fee of this type: it is owed by itself and bears none. */
export const INTERESES_ANTERIORES = 'Intereses moratorios anteriores';

export const monthKeyOf = (referencia: string, { year, mes }: Month): string =>
  `${comparable(referencia)} ${year}-${mes}`;

/** A kind of charge of a lot, or its fund; of a named fee or type with that one's id. */
export const chargeKeyOf = (referencia: string, cargo: string, nombreId: number | null): string =>
  `${comparable(referencia)} ${cargo} ${nombreId ?? ''}`;

export const tieKeyOf = (referencia: string, nombre: string): string =>
  `${comparable(referencia)} ${comparable(nombre)}`;

const personKeyOf = (nombre: string, telefono: string, correo: string): string =>
  [nombre, telefono, correo].map(comparable).join('|');

/** A name with each of its phones and mails, and without. */
export const personKeysOf = (nombre: string, telefonos: readonly string[], correos: readonly string[]): string[] =>
  ['', ...telefonos].flatMap((telefono) => ['', ...correos].map((correo) => personKeyOf(nombre, telefono, correo)));

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
  /** When the privacy notice was accepted: a day, or 'si' where the book does not say; '' where it says nothing. */
  consentimiento: string;
}

export interface VinculoNuevo {
  referencia: string;
  clave: string;
  asociado: boolean;
}

/** An opening balance: what a lot owes, or with `fondo` what it has in its fund. */
export interface SaldoNuevo {
  referencia: string;
  cargo: 'mantenimiento' | 'cuota_inicial_proyecto' | 'interes' | NamedCharge | 'fondo';
  /** Of maintenance. */
  periodo: Month | null;
  /** Of a named fee or type. */
  nombre: string;
  nombreId: number | null;
  vence: string | null;
  monto: Centavos;
  /** Of the invoice that the system before made out; '' where there is none. */
  uuid: string;
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
  /** Residents who do not let their phone and mail be used: neither is brought in. */
  sinConsentimiento: number;
  meses: number;
  vehiculos: number;
  tarjetas: number;
  fiscales: number;
  domiciliados: number;
  facturas: number;
  /** What was paid before, to be read alone. */
  historia: number;
  historiaMonto: number;
}

export interface Revision extends Otros {
  /** At most FALLAS_MAX of each sheet. */
  fallas: Falla[];
  fallasTotal: number;
  totales: Totales;
  lotes: LoteNuevo[];
  residentes: ResidenteNuevo[];
  vinculos: VinculoNuevo[];
  saldos: SaldoNuevo[];
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

/** 'si', 'no', or the day on which the privacy notice was accepted; '' where nothing is said. */
function aceptaDe(row: Row): string {
  if (row.isBlank('consentimiento')) return '';
  const word = row.word('consentimiento');
  if (['si', 's', 'x', '1', 'true', 'acepta', 'acepto'].includes(word)) return 'si';
  if (['no', 'n', '0', 'false', 'no acepta'].includes(word)) return 'no';
  return row.fecha('consentimiento') ?? '';
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
  const acepta = aceptaDe(row);
  return {
    // Of a workbook without keys it is made of name, phone and mail.
    clave: row.text('clave', 500),
    nombre,
    tipo: row.oneOf('tipo', TIPOS_RESIDENTE) ?? '',
    ...(acepta === 'no' ? { telefono: '', correo: '' } : { telefono, correo }),
    tipoTelefonoId,
    facturar: row.yesNo('facturar', false),
    consentimiento: acepta,
  };
}

const isNamed = (cargo: string | null): cargo is NamedCharge => NAMED_CHARGES.some((named) => named === cargo);

/** A balance as its row says it; without `cargo` where that cannot be told. */
function readSaldo(row: Row, known: Known): Omit<SaldoNuevo, 'cargo'> & { cargo: SaldoNuevo['cargo'] | null } {
  const cargo = row.oneOf('cargo', CARGOS) as SaldoNuevo['cargo'] | null;
  const periodo = row.mes('periodo');
  if (cargo === 'mantenimiento' && row.isBlank('periodo'))
    row.fault('periodo', 'Período es requerido en mantenimiento');
  if (cargo !== null && cargo !== 'mantenimiento' && cargo !== 'interes' && periodo !== null)
    row.fault('periodo', 'Sólo el mantenimiento y sus intereses llevan período');
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
    uuid: row.uuid('uuid'),
  };
}

const CERRADOS: Readonly<Record<string, string>> = {
  fusionado: 'está fusionado; use el lote con el que se fusionó',
  inactivo: 'está inactivo; actívelo antes',
};

/** Why the community, as it is, cannot take a balance that is no month; undefined where it can. */
function chargedAlready({ referencia, cargo, nombre, nombreId }: SaldoNuevo, known: Known): string | undefined {
  const deIntereses = known.nombres.cuota.get(comparable(INTERESES_ANTERIORES)) ?? null;
  const key =
    cargo === 'interes' ? chargeKeyOf(referencia, 'cuota', deIntereses) : chargeKeyOf(referencia, cargo, nombreId);
  if (!known.cargados.has(key)) return undefined;
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

/** The references that a sheet speaks of: what has to be known of them is asked for by these. */
export function* referenciasDe(sheet: LayoutSheet, workbook: readonly WorkbookSheet[]): Steps<string[]> {
  const found = yield* rowsOf(sheet, workbook, new Fallas());
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

/** @param ligados keys of those that the book ties to a lot; who is of none came in by an earlier book where the same is there */
function* revisarResidentes(
  rows: readonly Row[],
  known: Known,
  ligados: ReadonlySet<string>,
): Steps<Map<string, ResidenteNuevo>> {
  const residentes = new Map<string, ResidenteNuevo>();
  for (const row of rows) {
    yield;
    const residente = readResidente(row, known);
    const key = comparable(residente.clave);
    if (key === '') continue;
    const { nombre, telefono, correo } = residente;
    if (nombre !== '' && !ligados.has(key) && known.personas.has(personKeyOf(nombre, telefono, correo)))
      row.fault(
        'nombre',
        `«${nombre}» ya está registrado; quite el renglón, o agregue su teléfono o correo si es otro`,
      );
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
    if (residente && known.vinculos.has(tieKeyOf(referencia, residente.nombre)))
      row.fault(
        'clave',
        `«${residente.nombre}» ya está en el lote «${referencia}»; quite el renglón y el de Residentes`,
      );
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

function deLosLotes(known: Known, lotes: ReadonlyMap<string, LoteNuevo>, saldos: readonly SaldoNuevo[]): DeLosLotes {
  const debidos = new Map<string, Month[]>();
  for (const { referencia, periodo, cargo } of saldos) {
    const key = comparable(referencia);
    if (cargo === 'mantenimiento' && periodo) debidos.set(key, [...(debidos.get(key) ?? []), periodo]);
  }
  return {
    existe: (referencia) => lotes.has(comparable(referencia)) || known.lotes.has(comparable(referencia)),
    debidos,
    conInicio: new Set([...lotes].filter(([, lote]) => lote.fechaInicioPagos !== null).map(([key]) => key)),
  };
}

/** Reads a workbook against what the community has. Nothing may be applied while there are faults. */
export function* revisar(workbook: readonly WorkbookSheet[], known: Known): Steps<Revision> {
  const fallas = new Fallas();
  faltasDeHojas(workbook, fallas);
  const loteRows = yield* rowsOf(LOTES, workbook, fallas);
  const residenteRows = yield* rowsOf(RESIDENTES, workbook, fallas);
  const vinculoRows = yield* rowsOf(VINCULOS, workbook, fallas);

  const { lotes, read } = yield* revisarLotes(loteRows, known);
  yield* revisarUnidades(read, known, lotes);
  const ligados = new Set(vinculoRows.map((row) => row.word('clave')));
  const residentes = yield* revisarResidentes(residenteRows, known, ligados);
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
  yield* revisarControl(workbook, saldos, fallas);
  const otros = yield* revisarOtros(workbook, known.otros, deLosLotes(known, lotes, saldos), fallas);

  const all = {
    lotes: [...lotes.values()],
    residentes: [...residentes.values()],
    vinculos,
    saldos,
    ...otros,
  };
  return { fallas: fallas.inOrder(), fallasTotal: fallas.total, totales: totalesOf(all), ...all };
}

/** How many things a book has, of all kinds together. */
export const filasOf = ({
  lotes,
  residentes,
  vinculos,
  saldos,
  meses,
  vehiculos,
  fiscales,
  historia,
}: Revision): number =>
  [lotes, residentes, vinculos, saldos, meses, vehiculos, fiscales, historia].reduce(
    (sum, { length }) => sum + length,
    0,
  );

/** What an apply would write, to be compared with the control totals of whoever made the workbook. */
function totalesOf(all: Omit<Revision, 'fallas' | 'fallasTotal' | 'totales'>): Totales {
  const { lotes, residentes, vinculos, saldos } = all;
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
    sinConsentimiento: count(residentes, ({ consentimiento }) => consentimiento === 'no'),
    ...totalesDeOtros(all),
    facturas: count(saldos, ({ uuid }) => uuid !== ''),
  };
}

const totalesDeOtros = ({ meses, vehiculos, fiscales, historia }: Otros) => ({
  meses: meses.length,
  vehiculos: vehiculos.length,
  tarjetas: vehiculos.reduce((sum, { tarjetas }) => sum + tarjetas.length, 0),
  fiscales: fiscales.length,
  domiciliados: fiscales.filter(({ tarjeta }) => tarjeta !== null).length,
  historia: historia.length,
  historiaMonto: toPesos(historia.reduce((sum, { monto }) => sum + monto, 0)),
});
