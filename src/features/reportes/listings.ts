/** The columns of the reports, on screen and on paper. */
import { monthTitle } from '#core/period.ts';
import type { lotesContract } from '#features/lotes/contract.ts';
import type { Value } from '#platform/endpoint.ts';
import { type ListColumn, listing } from '#platform/listing.ts';
import { ESTADOS_SANCION, type SancionRow, type VencidoRow } from './contract.ts';
import { type Conciliacion, montoOf, periodoKey } from './rules.ts';

/** A lot, its associate, and what it owes: overdue maintenance and late payments alike. */
export const VENCIDOS = listing<VencidoRow>([
  { key: 'referencia', header: 'Referencia', paper: { width: 70 } },
  { key: 'asociado', header: 'Asociado' },
  { key: 'direccion', header: 'Dirección' },
  { key: 'monto', header: 'Monto', kind: 'money', total: true },
]);

export type LoteRow = Value<typeof lotesContract.byStatus>[number];

export const LOTES = listing<LoteRow>([
  { key: 'referencia', header: 'Referencia', paper: { width: 100 } },
  { key: 'direccion', header: 'Dirección' },
  { key: 'residente_name', header: 'Asociado' },
]);

const ASOCIADO: ListColumn<Conciliacion> = {
  key: 'asociado',
  header: 'Asociado',
  value: (row) => row.asociado || 'Sin asociado',
};
const REFERENCIA: ListColumn<Conciliacion> = { key: 'referencia', header: 'Referencia', paper: { width: 80 } };
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

export const periodoOf = ({ periodo }: SancionRow): string => {
  const [mes, year] = periodo.split('-').map(Number);
  return monthTitle({ mes: mes ?? 0, year: year ?? 0 });
};

export const SANCIONES = listing<SancionRow>([
  { key: 'periodo', header: 'Período', value: (row) => periodoKey(row.periodo), paper: { value: periodoOf } },
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
