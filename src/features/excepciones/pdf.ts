/** The list of exceptions on paper. */
import { type ReportMaking, reportDocument } from '#documents/reportes.ts';
import { formatFecha } from '#ui/format.ts';
import type { Excepcion } from './contract.ts';
import { describeReview, NOMBRES } from './rules.ts';

interface Asked {
  title: string;
  emptyText: string;
  /** Civil dates; '' without a limit. */
  desde: string;
  hasta: string;
}

const rangeOf = ({ desde, hasta }: Pick<Asked, 'desde' | 'hasta'>): string =>
  [...(desde ? [`desde el ${formatFecha(desde)}`] : []), ...(hasta ? [`hasta el ${formatFecha(hasta)}`] : [])].join(
    ' ',
  );

const PDF = [
  { header: 'Capturado', kind: 'date' as const, width: 50, value: (row: Excepcion) => row.dia },
  { header: 'Tipo', width: 62, value: (row: Excepcion) => NOMBRES[row.tipo] },
  { header: 'Lote', width: 46, value: (row: Excepcion) => row.lote.referencia },
  {
    header: 'Detalle',
    value: ({ descripcion, razon, reciboId }: Excepcion) =>
      [descripcion, razon, reciboId === null ? '' : `Recibo ${reciboId}`].filter((part) => part !== '').join('. '),
  },
  { header: 'Monto', kind: 'money' as const, width: 58, value: (row: Excepcion) => row.monto },
  {
    header: 'Quién',
    width: 72,
    value: ({ usuario, autorizo }: Excepcion) => (autorizo === '' ? usuario : `${usuario}. Autorizó ${autorizo}`),
  },
  { header: 'Revisada', width: 68, value: describeReview },
];

export function excepcionesPdf(
  { title, emptyText, ...asked }: Asked,
  rows: readonly Excepcion[],
  making: ReportMaking,
) {
  return {
    document: reportDocument({ title, subtitle: rangeOf(asked), columns: PDF, rows, emptyText }, making),
    name: 'excepciones.pdf',
  };
}
