/** The list of exceptions as a workbook. */
import { sheetOf } from '#platform/server/listing-sheet.ts';
import { writeWorkbook } from '#platform/server/xlsx-write.ts';
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
  return writeWorkbook([sheetOf(EXCEPCIONES, { name: 'Excepciones', heading }, [excepciones])]);
}
