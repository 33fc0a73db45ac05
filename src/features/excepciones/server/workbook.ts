/** The list of exceptions as a workbook. */
import { writeWorkbook, type XlsxColumn } from '#platform/server/xlsx-write.ts';
import { formatFecha } from '#ui/format.ts';
import type { Excepcion } from '../contract.ts';
import { describeReview, NOMBRES } from '../rules.ts';

export interface Asked {
  desde?: string | null | undefined;
  hasta?: string | null | undefined;
  pendientes: 'true' | 'false';
}

const COLUMNS: readonly (XlsxColumn & { value: (row: Excepcion) => string | number })[] = [
  { header: 'Capturado', width: 12, kind: 'date', value: ({ dia }) => dia },
  { header: 'Tipo', width: 24, value: ({ tipo }) => NOMBRES[tipo] },
  { header: 'Referencia', width: 14, value: ({ lote }) => lote.referencia },
  { header: 'Detalle', width: 50, value: ({ descripcion }) => descripcion },
  { header: 'Razón', width: 36, value: ({ razon }) => razon },
  { header: 'Monto', width: 14, kind: 'money', value: ({ monto }) => monto },
  { header: 'Recibo', width: 10, value: ({ reciboId }) => (reciboId === null ? '' : String(reciboId)) },
  { header: 'Quién', width: 26, value: ({ usuario }) => usuario },
  { header: 'Autorizó', width: 26, value: ({ autorizo }) => autorizo },
  { header: 'Revisada', width: 40, value: describeReview },
];

export function excepcionesWorkbook(excepciones: readonly Excepcion[], asked: Asked): AsyncIterable<Uint8Array> {
  const heading = [
    'Excepciones',
    ...(asked.desde ? [`Desde el ${formatFecha(asked.desde)}`] : []),
    ...(asked.hasta ? [`Hasta el ${formatFecha(asked.hasta)}`] : []),
    ...(asked.pendientes === 'true' ? ['Sólo las que están por revisar'] : []),
  ];
  const rows = excepciones.map((row) => COLUMNS.map(({ value }) => value(row)));
  return writeWorkbook([{ name: 'Excepciones', heading, columns: COLUMNS, rows: [rows] }]);
}
