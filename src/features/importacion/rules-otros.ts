/**
 * What an onboarding workbook says besides lots, people and balances: months that are paid, vehicles and cards, tax data with the
 * card that is charged, and what was paid before; pure. Their faults are told as all others are.
 */

import { isRfc } from '#cfdi/catalogos.ts';
import type { Centavos } from '#core/money.ts';
import { compareMonths, type Month, monthTitle } from '#core/period.ts';
import { comparable } from '#core/text.ts';
import {
  BAD_CP,
  BAD_RFC,
  brandOf,
  faultOfCard,
  isCodigoPostal,
  refusalOfName,
  refusalOfRegimen,
  refusalOfUso,
} from '#features/fiscal/rules.ts';
import { FISCALES, HISTORIA, MESES, VEHICULOS } from './layout.ts';
import { type Fallas, type Row, rowsOf, type Steps, type WorkbookSheet } from './renglon.ts';

/** What the community already has of it; keys are compared by `comparable`. */
export interface KnownOtros {
  placas: ReadonlySet<string>;
  tarjetas: ReadonlySet<string>;
  /** Lots with tax data. */
  conFiscales: ReadonlySet<string>;
  /** Lots that an earlier book said to be paid up to a month. */
  conMeses: ReadonlySet<string>;
  /** What earlier books said to be paid, as `paidKeyOf`. */
  historia: ReadonlySet<string>;
  /** By the authority's codes. */
  regimenes: ReadonlyMap<string, number>;
  usos: ReadonlyMap<string, number>;
  bancos: ReadonlyMap<string, number>;
  /** What tax data choose besides, of the default receiver; null while there is none. */
  porDefecto: PorDefecto | null;
}

export interface PorDefecto {
  metodoPagoCfdi: number;
  formaPagoCfdi: number;
  tipoDocumento: number;
  claveUnidad: number;
  claveProducto: number;
  metodoPago: number;
}

export const SIN_OTROS: KnownOtros = {
  ...{ placas: new Set(), tarjetas: new Set(), conFiscales: new Set(), porDefecto: null },
  ...{ conMeses: new Set(), historia: new Set() },
  ...{ regimenes: new Map(), usos: new Map(), bancos: new Map() },
};

export interface MesesNuevos {
  referencia: string;
  hasta: Month;
}

export interface VehiculoNuevo {
  referencia: string;
  placa: string;
  marca: string;
  modelo: string;
  color: string;
  tarjetas: string[];
}

export interface TarjetaNueva {
  nombre: string;
  /** Digits alone; never told, never kept but sealed. */
  numero: string;
  ultimos: string;
  vencimiento: string;
  marca: NonNullable<ReturnType<typeof brandOf>>;
  tipo: 'credito' | 'debito';
  bancoId: number;
}

export interface FiscalesNuevos {
  referencia: string;
  rfc: string;
  razonSocial: string;
  regimenId: number;
  usoId: number;
  textos: Readonly<Record<(typeof TEXTOS)[number], string>>;
  tarjeta: TarjetaNueva | null;
}

export interface PagoAnteriorNuevo {
  referencia: string;
  fecha: string;
  monto: Centavos;
  concepto: string;
  metodo: string;
  folio: string;
  uuid: string;
}

export const paidKeyOf = (pago: Omit<PagoAnteriorNuevo, 'metodo'>): string =>
  [pago.referencia, pago.fecha, String(pago.monto), pago.concepto, pago.folio, pago.uuid].map(comparable).join('|');

export interface Otros {
  meses: MesesNuevos[];
  vehiculos: VehiculoNuevo[];
  fiscales: FiscalesNuevos[];
  historia: PagoAnteriorNuevo[];
}

/** What is asked of the lots and balances of the same book. */
export interface DeLosLotes {
  existe: (referencia: string) => boolean;
  /** Months that the book says to be owed, by comparable reference. */
  debidos: ReadonlyMap<string, readonly Month[]>;
  /** Lots of the book that say by themselves from when on they pay. */
  conInicio: ReadonlySet<string>;
}

function referenciaDe(row: Row, { existe }: DeLosLotes): string {
  const referencia = row.text('referencia', 60);
  if (referencia !== '' && !existe(referencia))
    row.fault('referencia', `No existe el lote «${referencia}» en el libro ni en el registro`);
  return referencia;
}

function* revisarMeses(rows: readonly Row[], known: KnownOtros, lotes: DeLosLotes): Steps<MesesNuevos[]> {
  const found = new Map<string, MesesNuevos>();
  for (const row of rows) {
    yield;
    const referencia = referenciaDe(row, lotes);
    const key = comparable(referencia);
    const hasta = row.mes('hasta');
    if (row.isBlank('hasta')) row.text('hasta');
    if (hasta === null || key === '') continue;
    if (found.has(key)) row.fault('referencia', `El lote «${referencia}» está dos veces; deje un renglón`);
    if (known.conMeses.has(key))
      row.fault(
        'referencia',
        `El lote «${referencia}» ya tiene sus meses pagados, de un libro anterior; quite el renglón`,
      );
    if (lotes.conInicio.has(key)) row.fault('hasta', 'El lote ya dice su «Inicio de pagos»; deje uno de los dos');
    const debido = lotes.debidos.get(key)?.find((month) => compareMonths(month, hasta) <= 0);
    if (debido)
      row.fault('hasta', `El lote debe ${monthTitle(debido)} en Saldos y aquí está pagado; corrija uno de los dos`);
    found.set(key, { referencia, hasta });
  }
  return [...found.values()];
}

function* revisarVehiculos(rows: readonly Row[], known: KnownOtros, lotes: DeLosLotes): Steps<VehiculoNuevo[]> {
  const found = new Map<string, VehiculoNuevo>();
  const tarjetas = new Set<string>();
  for (const row of rows) {
    yield;
    const referencia = referenciaDe(row, lotes);
    const placa = row.text('placa', 20).toUpperCase();
    const read = { marca: row.text('marca', 60), modelo: row.text('modelo', 60), color: row.text('color', 40) };
    const tarjeta = row.text('tarjeta', 60);
    const key = comparable(placa);
    if (key === '') continue;
    const same = found.get(key);
    if (same && comparable(same.referencia) !== comparable(referencia))
      row.fault('placa', `La placa «${placa}» está en el libro con otro lote, «${same.referencia}»`);
    if (known.placas.has(key)) row.fault('placa', `Ya existe un vehículo con la placa «${placa}»; quite el renglón`);
    if (same && tarjeta === '') row.fault('placa', `La placa «${placa}» está repetida en el libro`);
    const number = comparable(tarjeta);
    if (number !== '' && (known.tarjetas.has(number) || tarjetas.has(number)))
      row.fault('tarjeta', `Ya existe una tarjeta de acceso con el número «${tarjeta}»`);
    if (number !== '') tarjetas.add(number);
    const vehiculo = same ?? { referencia, placa, ...read, tarjetas: [] };
    if (tarjeta !== '') vehiculo.tarjetas.push(tarjeta);
    found.set(key, vehiculo);
  }
  return [...found.values()];
}

const TEXTOS = [
  ...(['codigoPostal', 'correo', 'domicilio', 'numeroExterior', 'colonia', 'ciudad', 'municipio', 'estado'] as const),
] as const;

/** The card that recurring charges use; null where the row has none. Its number is in no fault. */
function tarjetaDe(row: Row, known: KnownOtros): TarjetaNueva | null {
  const cells = ['titular', 'numero', 'vencimiento', 'tipoTarjeta', 'banco'];
  if (cells.every((key) => row.isBlank(key))) return null;
  const numero = row.text('numero', 40).replaceAll(/\D/g, '');
  const grouped = [numero.slice(0, 4), numero.slice(4, 8), numero.slice(8, 12), numero.slice(12)].join('-');
  const banco = row.text('banco');
  const bancoId = known.bancos.get(comparable(banco)) ?? null;
  const marca = brandOf(numero);
  const tipo = row.oneOf('tipoTarjeta', ['credito', 'debito']) as TarjetaNueva['tipo'] | null;
  const nombre = row.text('titular', 100);
  const vencimiento = row.text('vencimiento', 10);
  if (banco !== '' && bancoId === null) row.fault('banco', `«${banco}» no está en el catálogo de bancos`);
  const fields = {
    nombre,
    numero: grouped,
    fechaVencimiento: vencimiento,
    cvv: '',
    tarjeta: marca ?? '',
    tipo: tipo ?? '',
  };
  const fault = faultOfCard({ ...fields, banco: { id: bancoId } });
  const cells2: Record<string, string> = { fechaVencimiento: 'vencimiento', tipo: 'tipoTarjeta' };
  if (fault) row.fault(cells2[fault.field ?? ''] ?? 'numero', `Tarjeta del cargo recurrente: ${fault.message}`);
  if (fault || marca === undefined || tipo === null || bancoId === null) return null;
  return { nombre, numero, ultimos: numero.slice(12), vencimiento, marca, tipo, bancoId };
}

function fiscalesDe(row: Row, known: KnownOtros, referencia: string): FiscalesNuevos {
  const rfc = row.text('rfc', 13).toUpperCase().replaceAll(/[\s-]/g, '');
  const razonSocial = row.text('razonSocial').toUpperCase();
  const regimen = row.text('regimen', 60).slice(0, 3);
  const uso = (row.text('uso', 60) || 'S01').toUpperCase().split(/[\s-]/)[0] ?? '';
  const textos = Object.fromEntries(TEXTOS.map((key) => [key, row.text(key)])) as FiscalesNuevos['textos'];
  if (rfc !== '' && !isRfc(rfc)) row.fault('rfc', BAD_RFC);
  else if (rfc !== '') {
    const name = razonSocial === '' ? undefined : refusalOfName(rfc, razonSocial);
    if (name !== undefined) row.fault('razonSocial', name);
    const ofRegimen = regimen === '' ? undefined : refusalOfRegimen(rfc, regimen);
    if (ofRegimen !== undefined) row.fault('regimen', ofRegimen);
    const ofUso = regimen === '' || ofRegimen !== undefined ? undefined : refusalOfUso({ rfc, regimen, uso });
    if (ofUso !== undefined) row.fault('uso', ofUso);
  }
  if (textos.codigoPostal !== '' && !isCodigoPostal(textos.codigoPostal)) row.fault('codigoPostal', BAD_CP);
  const regimenId = known.regimenes.get(regimen) ?? 0;
  const usoId = known.usos.get(uso) ?? 0;
  if (regimen !== '' && regimenId === 0)
    row.fault('regimen', `El régimen ${regimen} no está en el catálogo de la comunidad`);
  if (usoId === 0) row.fault('uso', `El uso ${uso} no está en el catálogo de la comunidad`);
  return { referencia, rfc, razonSocial, regimenId, usoId, textos, tarjeta: tarjetaDe(row, known) };
}

function* revisarFiscales(rows: readonly Row[], known: KnownOtros, lotes: DeLosLotes): Steps<FiscalesNuevos[]> {
  const found = new Map<string, FiscalesNuevos>();
  for (const row of rows) {
    yield;
    const referencia = referenciaDe(row, lotes);
    const key = comparable(referencia);
    if (known.porDefecto === null && found.size === 0)
      row.fault('rfc', 'Antes guarde el receptor por defecto en Datos fiscales: de él se toman el método y las claves');
    if (found.has(key) || known.conFiscales.has(key))
      row.fault('referencia', `El lote «${referencia}» ya tiene datos fiscales; quite el renglón`);
    found.set(key, fiscalesDe(row, known, referencia));
  }
  return [...found.values()];
}

function* revisarHistoria(rows: readonly Row[], known: KnownOtros, lotes: DeLosLotes): Steps<PagoAnteriorNuevo[]> {
  const found: PagoAnteriorNuevo[] = [];
  for (const row of rows) {
    yield;
    const fecha = row.fecha('fecha');
    if (row.isBlank('fecha')) row.text('fecha');
    const pago = {
      referencia: referenciaDe(row, lotes),
      fecha: fecha ?? '',
      monto: row.monto('monto') ?? 0,
      concepto: row.text('concepto') || 'Pago',
      metodo: row.text('metodo', 60),
      folio: row.text('folio', 60),
      uuid: row.uuid('uuid'),
    };
    if (known.historia.has(paidKeyOf(pago)))
      row.fault('monto', 'Este pago ya está, de un libro anterior; quite el renglón, o escriba su folio si es otro');
    found.push(pago);
  }
  return found;
}

/** Reads the further sheets; all of them may be missing. */
export function* revisarOtros(
  workbook: readonly WorkbookSheet[],
  known: KnownOtros,
  lotes: DeLosLotes,
  fallas: Fallas,
): Steps<Otros> {
  return {
    meses: yield* revisarMeses(yield* rowsOf(MESES, workbook, fallas), known, lotes),
    vehiculos: yield* revisarVehiculos(yield* rowsOf(VEHICULOS, workbook, fallas), known, lotes),
    fiscales: yield* revisarFiscales(yield* rowsOf(FISCALES, workbook, fallas), known, lotes),
    historia: yield* revisarHistoria(yield* rowsOf(HISTORIA, workbook, fallas), known, lotes),
  };
}
