/** The columns of the list of invoices, on screen, on paper and in its workbook. */
import { conceptosEnBreve, partesDe } from '#core/conceptos.ts';
import { listing } from '#platform/listing.ts';
import type { FacturaListada } from './contract.ts';
import { documentTime, nombreDeTipo, statusLabel } from './rules.ts';

/** What an invoice is of, in a line. */
export const enBreve = ({
  conceptosList,
  importesList,
}: Pick<FacturaListada, 'conceptosList' | 'importesList'>): string =>
  conceptosEnBreve(partesDe(conceptosList, importesList));

/** A credit note takes back: a column that somebody adds up is right. */
const montoDe = ({ tipo, total }: FacturaListada): number => (tipo === 'egreso' ? -total : total);

/** Whether it is part of what was invoiced. */
const cuenta = ({ tipo, status }: FacturaListada): boolean =>
  tipo !== 'pago' && status !== 'cancelada' && status !== 'rechazada';

export const FACTURAS = listing<FacturaListada>([
  {
    key: 'fechaEmision',
    header: 'Fecha creada',
    paper: { value: (row) => documentTime(row.fechaEmision).slice(0, 16), width: 72 },
    sheet: { header: 'FechaEmision', kind: 'instant', value: (row) => row.fechaEmision },
  },
  { key: 'folio', header: 'Folio', paper: { width: 44 }, sheet: { width: 12 } },
  { key: 'referenciaReceptor', header: 'Referencia', paper: { width: 60 } },
  {
    key: 'conceptosList',
    header: 'Concepto',
    value: (row) => row.conceptosList.join('\n'),
    grow: 22,
    room: 'medium',
    paper: { value: enBreve },
    sheet: { header: 'Conceptos', value: (row) => row.conceptosList.join(' || '), width: 60 },
  },
  { key: 'nombreReceptor', header: 'Nombre', grow: 17, sheet: { header: 'RazonSocial', width: 36 } },
  {
    key: 'total',
    header: 'Monto',
    kind: 'money',
    value: montoDe,
    // What was cancelled, or settles another, is told and not summed.
    total: (row) => (cuenta(row) ? montoDe(row) : 0),
    sheet: { width: 14 },
  },
  {
    key: 'status',
    header: 'Estado',
    paper: { value: (row) => statusLabel(row.status), width: 66 },
    sheet: { value: (row) => statusLabel(row.status) },
  },
  {
    key: 'motivo',
    header: 'M.Cancel',
    room: 'wide',
    value: (row) => row.tipoMotivoCancelacion?.clave ?? '',
    paper: { width: 44 },
    sheet: { header: 'ClaveCancelacion', width: 18 },
  },
  {
    ...{ key: 'folioFiscal', header: 'Folio fiscal', room: 'wide' },
    ...{ paper: { width: 150 }, sheet: { header: 'FolioFiscal', width: 40 } },
  },
]);

/** In place of the list where there is none. */
export const NINGUNA = listing<string>([
  { key: 'respuesta', header: 'respuesta', value: (text) => text, sheet: { width: 20 } },
]);

/** A document that was stamped in a month. */
export interface DocumentoDelMes {
  folio: string;
  fecha: string;
  tipo: string;
  receptor: string;
  rfc: string;
  folioFiscal: string;
  status: string;
  total: number;
}

export const DOCUMENTOS = listing<DocumentoDelMes>([
  { key: 'folio', header: 'Folio', paper: { width: 44 } },
  {
    key: 'fecha',
    header: 'Fecha',
    value: ({ fecha }) => documentTime(fecha),
    paper: { width: 76 },
    sheet: { width: 20 },
  },
  { key: 'tipo', header: 'Tipo', value: ({ tipo }) => nombreDeTipo(tipo), paper: { width: 84 }, sheet: { width: 20 } },
  { key: 'receptor', header: 'Receptor', sheet: { width: 36 } },
  { key: 'rfc', header: 'RFC', paper: { width: 76 }, sheet: { width: 16 } },
  { key: 'folioFiscal', header: 'Folio fiscal', paper: { width: 160 }, sheet: { width: 40 } },
  { key: 'status', header: 'Estado', value: ({ status }) => statusLabel(status), paper: { width: 56 } },
  { key: 'total', header: 'Total', kind: 'money' },
]);
