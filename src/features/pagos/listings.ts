/** The columns of a lot's receipts and of those that a search finds: on screen, on paper and in the workbook. */
import { fileName } from '#documents/definition.ts';
import type { NamedReport } from '#documents/reportes.ts';
import { HALLADOS_MAX, type ReciboHallado } from '#libro/recibos/contract.ts';
import { listing } from '#platform/listing.ts';
import type { LotePago } from './contract.ts';
import type { ReciboDeLote } from './rules.ts';

export const facturaOf = ({ folioFactura, refSistemaAnterior }: LotePago): string => folioFactura || refSistemaAnterior;

const facturasOf = ({ pagos }: ReciboDeLote): string[] => [...new Set(pagos.map(facturaOf))].filter(Boolean);

export const RECIBOS = listing<ReciboDeLote>([
  { key: 'fechaPago', header: 'Fecha pago', kind: 'date' },
  { key: 'recibo', header: 'Recibo', value: ({ reciboId }) => reciboId, paper: { width: 38 }, sheet: { width: 10 } },
  { key: 'aplicado', header: 'Aplicado a', grow: 36, sheet: { width: 50 } },
  { key: 'metodo', header: 'Método', grow: 15, paper: { width: 84 }, sheet: { width: 26 } },
  { key: 'nota', header: 'Referencia', grow: 11, paper: { width: 70 }, sheet: { width: 24 } },
  {
    key: 'recibido',
    header: 'Recibido',
    kind: 'money',
    value: ({ monto }) => monto,
    // What was cancelled is told and not summed.
    total: ({ monto, recibido }) => (recibido ? monto : 0),
  },
  {
    key: 'factura',
    header: 'Factura',
    value: (recibo) => facturasOf(recibo).join('\n'),
    paper: { value: (recibo) => facturasOf(recibo).join(', '), width: 46 },
    sheet: { value: (recibo) => facturasOf(recibo).join(', ') },
  },
  {
    key: 'estado',
    header: 'Estado',
    value: ({ status }) => status.replaceAll('_', ' '),
    // What is as it should be is not said.
    paper: { value: ({ status }) => (status === 'recibido' ? '' : status.replaceAll('_', ' ')), width: 54 },
    sheet: { width: 18 },
  },
]);

export const PAGOS_EMPTY = 'No existen pagos a mostrar';

export const pagosReport = (
  lote: { referencia: string; asociado: string },
  rows: readonly ReciboDeLote[],
): NamedReport<ReciboDeLote> => ({
  name: fileName('pdf', 'Pagos', lote.referencia),
  report: {
    title: 'Pagos',
    subtitle: [lote.referencia, lote.asociado].filter(Boolean).join(' · '),
    list: RECIBOS,
    landscape: true,
    rows,
    emptyText: PAGOS_EMPTY,
  },
});

export const HALLADOS = listing<ReciboHallado>([
  { key: 'fechaPago', header: 'Fecha pago', kind: 'date' },
  { key: 'id', header: 'Recibo', paper: { width: 40 }, sheet: { width: 10 } },
  { key: 'lote', header: 'Lote', value: ({ lote }) => lote.referencia, paper: { width: 50 } },
  { key: 'asociado', header: 'Asociado', grow: 20, sheet: { width: 36 } },
  {
    key: 'aplicado',
    room: 'medium',
    header: 'Aplicado a',
    grow: 26,
    sheet: { width: 40 },
  },
  { key: 'metodo', header: 'Método', grow: 14, room: 'medium', paper: { width: 80 }, sheet: { width: 26 } },
  { key: 'referencia', header: 'Referencia', grow: 14, paper: { width: 66 }, sheet: { width: 24 } },
  {
    key: 'estado',
    header: 'Estado',
    value: ({ cancelado }) => (cancelado ? 'cancelado' : ''),
    paper: { width: 44 },
    sheet: { width: 12 },
  },
  {
    key: 'recibido',
    header: 'Recibido',
    kind: 'money',
    total: ({ recibido, cancelado }) => (cancelado ? 0 : recibido),
  },
]);

export const HALLADOS_EMPTY = 'Ningún pago tiene todo lo que escribió';

/** @param found one more than are told where there are more: then their sum is not that of all, and says so */
export const hallazgosReport = (q: string, found: readonly ReciboHallado[]): NamedReport<ReciboHallado> => ({
  name: fileName('pdf', 'Pagos'),
  report: {
    title: 'Pagos',
    facts: [
      ['Búsqueda', q],
      ...(found.length > HALLADOS_MAX ? [['Alcance', `Sólo los ${HALLADOS_MAX} más recientes: hay más`] as const] : []),
    ],
    list: HALLADOS,
    rows: found.slice(0, HALLADOS_MAX),
    emptyText: HALLADOS_EMPTY,
    landscape: true,
  },
});
