/** The columns of the reports, on screen and on paper. */
import { type Month, monthName, monthOf, monthTitle } from '#core/period.ts';
import type { lotesContract } from '#features/lotes/contract.ts';
import { LOTE } from '#libro/lotes/columnas.ts';
import type { Value } from '#platform/endpoint.ts';
import { type ListColumn, listing } from '#platform/listing.ts';
import {
  type CarteraRow,
  type DescuentoRow,
  ESTADOS_SANCION,
  type SancionDelMes,
  type SancionRow,
  type VencidoRow,
} from './contract.ts';
import { CLASES, type Conciliacion, montoOf, type Projection, periodoKey } from './rules.ts';

/** A lot, its associate, and what it owes: overdue maintenance and late payments alike. */
export const VENCIDOS = listing<VencidoRow>([
  { ...LOTE.referencia, paper: { width: 70 } },
  { ...LOTE.asociado, grow: 26 },
  LOTE.direccion,
  { key: 'monto', header: 'Monto', kind: 'money', total: true },
]);

export type LoteRow = Value<typeof lotesContract.byStatus>[number];

export const LOTES = listing<LoteRow>([{ ...LOTE.referencia, paper: { width: 100 } }, LOTE.direccion, LOTE.residente]);

const ASOCIADO: ListColumn<Conciliacion> = {
  ...LOTE.asociado,
  // Beside amounts alone a name has room.
  grow: 30,
  value: (row) => row.asociado || 'Sin asociado',
};
const REFERENCIA: ListColumn<Conciliacion> = { ...LOTE.referencia, paper: { width: 80 } };
const BY_AGE: readonly ListColumn<Conciliacion>[] = [
  { key: 'treinta', header: '30', kind: 'money', total: true },
  { key: 'sesenta', header: '60', kind: 'money', total: true },
  { key: 'noventa', header: '90', kind: 'money', total: true },
  { key: 'total', header: 'Total', kind: 'money', total: true },
];
export const CONCILIACION = listing([ASOCIADO, ...BY_AGE]);
export const CONCILIACION_DETALLE = listing([ASOCIADO, REFERENCIA, ...BY_AGE]);

const ESTADOS: Readonly<Record<(typeof ESTADOS_SANCION)[number], string>> = {
  pagado: 'Pagado',
  vigente: 'Vigente',
  condonado: 'Condonado',
  cancelado: 'Cancelado',
  incompleto: 'Incompleto',
};

export const monthOfRow = ({ periodo }: SancionRow): Month => {
  const [mes, year] = periodo.split('-').map(Number);
  return { mes: mes ?? 0, year: year ?? 0 };
};

export const periodoOf = (row: SancionRow): string => monthTitle(monthOfRow(row));

export const SANCIONES = listing<SancionRow>([
  {
    key: 'periodo',
    header: 'Período',
    value: (row) => periodoKey(row.periodo),
    paper: { value: periodoOf },
    sheet: { value: periodoOf, width: 18 },
  },
  ...ESTADOS_SANCION.map(
    (status): ListColumn<SancionRow> => ({
      key: status,
      header: ESTADOS[status],
      kind: 'money',
      value: (row) => montoOf(row, status),
      total: true,
    }),
  ),
]);

/** Those of a month, one by one. */
export const SANCIONES_DEL_MES = listing<SancionDelMes>([
  { ...LOTE.referencia, paper: { width: 70 } },
  LOTE.asociado,
  { key: 'fecha', header: 'Fecha', kind: 'date' },
  { key: 'concepto', header: 'Concepto', grow: 24 },
  { key: 'status', header: 'Estado', value: ({ status }) => ESTADOS[status] },
  { key: 'monto', header: 'Monto', kind: 'money', total: true },
]);

const amount = <Key extends string>(key: Key, header: string, width = 15): ListColumn<Record<Key, number>> => ({
  ...{ key, header, kind: 'money', total: true },
  value: (row) => row[key],
  sheet: { width },
});
/** What the workbook alone tells. */
const inSheetAlone = (column: ListColumn<CarteraRow>): ListColumn<CarteraRow> => ({
  ...column,
  screen: false,
  paper: false,
});

/** The overdue portfolio, one row per lot. */
export const CARTERA = listing<CarteraRow>([
  { ...LOTE.referencia, paper: { width: 70 } },
  { ...LOTE.asociado, grow: 24 },
  { ...LOTE.direccion, screen: false },
  inSheetAlone({ key: 'tipoLote', header: 'Tipo de lote' }),
  inSheetAlone({ key: 'status', header: 'Estado', sheet: { width: 12 } }),
  { key: 'telefono', header: 'Teléfono', room: 'medium', paper: { width: 80 } },
  inSheetAlone({ key: 'correo', header: 'Correo', sheet: { width: 30 } }),
  { key: 'desde', header: 'Vencido desde', kind: 'date', paper: { width: 60 }, sheet: { width: 14 } },
  { key: 'meses', header: 'Meses', kind: 'number', room: 'medium' },
  inSheetAlone(amount('mantenimiento', 'Mantenimiento')),
  inSheetAlone(amount('interes', 'Intereses moratorios', 20)),
  inSheetAlone(amount('inicial', 'Cuota inicial')),
  inSheetAlone(amount('extraordinaria', 'Cuota extraordinaria', 20)),
  inSheetAlone(amount('proyecto', 'Cuota inicial proyecto', 22)),
  inSheetAlone(amount('sancion', 'Sanciones')),
  inSheetAlone(amount('cuota', 'Otras cuotas')),
  amount('d30', '1 a 30 días'),
  amount('d60', '31 a 60 días'),
  amount('d90', '61 días o más'),
  amount('total', 'Total'),
]);

const OPERACION: readonly ListColumn<DescuentoRow>[] = [
  { ...LOTE.referencia, paper: { width: 64 } },
  { key: 'residente', header: 'Residente', grow: 17, sheet: { width: 36 } },
  { key: 'fechaOperacion', header: 'Fecha operación', kind: 'date', paper: { width: 64 }, sheet: { width: 16 } },
];

/** On screen the sum stands under its percentage, and the kind under what it is of. */
export const DESCUENTOS = listing<DescuentoRow>([
  ...OPERACION,
  { key: 'percentDescuento', header: 'Descuento %', kind: 'number', paper: { width: 56 }, sheet: { width: 12 } },
  { key: 'montoDescontado', header: 'Monto', kind: 'money', total: true, screen: false },
  { key: 'autorizado', header: 'Autorización', grow: 15, paper: { width: 96 }, sheet: { width: 26 } },
  {
    key: 'entidad',
    header: 'Entidad',
    width: '10.5rem',
    value: (row) => `${row.entidad} ${row.clase ? CLASES[row.clase] : ''}`,
    paper: { value: (row) => [row.entidad, row.clase ? CLASES[row.clase] : ''].filter(Boolean).join('. '), width: 110 },
    sheet: { value: (row) => row.entidad, width: 22 },
  },
  {
    key: 'clase',
    header: 'Clase',
    value: (row) => (row.clase ? CLASES[row.clase] : ''),
    screen: false,
    paper: false,
    sheet: { width: 20 },
  },
  { key: 'descripcion', header: 'Descripción', grow: 28, sheet: { width: 50 } },
]);

export const CANCELADOS = listing<DescuentoRow>([
  ...OPERACION,
  { key: 'montoCancelado', header: 'Monto cancelado', kind: 'money', total: true },
  { key: 'entidad', header: 'Entidad', paper: { width: 130 }, sheet: { width: 26 } },
  { key: 'descripcion', header: 'Razón cancelación', grow: 40, sheet: { width: 50 } },
]);

/** '2026-11' to 'Noviembre 2026'. */
const longMonth = (mes: string): string => `${monthName(monthOf(mes))} ${monthOf(mes).year}`;

export type ProyeccionRow = Projection & { lotes: number };

export const PROYECCIONES = listing<ProyeccionRow>([
  {
    key: 'mes',
    header: 'Mes',
    paper: { value: ({ mes }) => longMonth(mes) },
    sheet: { value: ({ mes }) => longMonth(mes), width: 18 },
  },
  { key: 'lotes', header: 'Lotes', kind: 'number' },
  { key: 'facturacion', header: 'Facturación', kind: 'money', total: true },
  { key: 'anticipado', header: 'Ya pagado', kind: 'money', total: true },
  { key: 'enMes', header: 'Cobro en el mes', kind: 'money', total: true },
  { key: 'esperado', header: 'Cobro con rezago', kind: 'money', total: true, sheet: { width: 18 } },
  { key: 'acumulado', header: 'Acumulado', kind: 'money' },
]);

export interface AntiguedadRow {
  referencia: string;
  asociado: string;
  porVencer: number;
  d30: number;
  d60: number;
  d90: number;
  mas: number;
  total: number;
}

/** What each lot owed at the end of a month, by age. */
export const ANTIGUEDAD = listing<AntiguedadRow>([
  { ...LOTE.referencia, paper: { width: 70 } },
  LOTE.asociado,
  amount('porVencer', 'Por vencer'),
  amount('d30', '1 a 30 días'),
  amount('d60', '31 a 60 días'),
  amount('d90', '61 a 90 días'),
  amount('mas', 'Más de 90 días'),
  amount('total', 'Total'),
]);
