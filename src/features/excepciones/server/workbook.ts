/** The list of exceptions as a workbook. */
import { listingWorkbook, sheetOf } from '#platform/server/listing-sheet.ts';
import { formatFecha } from '#ui/format.ts';
import type { Excepcion } from '../contract.ts';
import { EXCEPCIONES } from '../listings.ts';

export interface Asked {
  desde?: string | null | undefined;
  hasta?: string | null | undefined;
  pendientes: 'true' | 'false';
}

export function excepcionesWorkbook(excepciones: readonly Excepcion[], asked: Asked): AsyncIterable<Uint8Array> {
  const heading = [
    'Excepciones',
    ...(asked.desde ? [`Desde el ${formatFecha(asked.desde)}`] : []),
    ...(asked.hasta ? [`Hasta el ${formatFecha(asked.hasta)}`] : []),
    ...(asked.pendientes === 'true' ? ['Sólo las que están por revisar'] : []),
  ];
  return listingWorkbook(sheetOf(EXCEPCIONES, { name: 'Excepciones', heading }, [excepciones]));
}
