/** The cancelled invoices of a month, in landscape. */
import { type Month, monthTitle } from '#core/period.ts';
import { listing } from '#platform/listing.ts';
import type { NamedReport } from './reportes.ts';

export interface Cancelada {
  tipo: string;
  /** 'YYYY-MM-DDTHH:mm:ss'. */
  fechaCancelada: string;
  folio: string;
  referencia: string;
  motivoCancelacion: string;
  folioFiscalRelacionar: string;
  folioFiscal: string;
  total: number;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** 'facturas_canceladas_{MM}_{YYYY}.pdf' */
function canceladasFileName({ mes, year }: Month): string {
  return `facturas_canceladas_${two(mes)}_${year}.pdf`;
}

export const CANCELADAS = listing<Cancelada>([
  {
    key: 'fechaCancelada',
    header: 'Fecha cancelada',
    kind: 'date',
    value: (row) => row.fechaCancelada.slice(0, 10),
    paper: { width: 64 },
    sheet: { width: 16 },
  },
  { key: 'folio', header: 'Folio', paper: { width: 60 } },
  { key: 'referencia', header: 'Referencia', paper: { width: 64 } },
  { key: 'motivoCancelacion', header: 'Motivo cancelación', grow: 29, sheet: { width: 44 } },
  { key: 'folioFiscalRelacionar', header: 'Folio fiscal a relacionar', paper: { width: 160 }, sheet: { width: 40 } },
  { key: 'folioFiscal', header: 'Folio fiscal', paper: { width: 160 }, sheet: { width: 40 } },
  {
    key: 'total',
    header: 'Monto',
    kind: 'money',
    // Without the payment complements: what they settle is their invoices' already. A credit note takes back.
    value: ({ tipo, total }) => (tipo === 'egreso' ? -total : total),
    total: ({ tipo, total }) => (tipo === 'pago' ? 0 : tipo === 'egreso' ? -total : total),
  },
]);

export const CANCELADAS_EMPTY = 'No existen información a mostrar';

export function canceladasReport(rows: readonly Cancelada[], month: Month): NamedReport<Cancelada> {
  return {
    name: canceladasFileName(month),
    report: {
      title: 'Facturas canceladas',
      subtitle: monthTitle(month),
      list: CANCELADAS,
      rows,
      emptyText: CANCELADAS_EMPTY,
      landscape: true,
    },
  };
}
