/** The list of exceptions on paper. */
import { type ReportMaking, reportDocument } from '#documents/reportes.ts';
import { formatFecha } from '#ui/format.ts';
import type { Excepcion } from './contract.ts';
import { EXCEPCIONES } from './listings.ts';

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

export function excepcionesPdf(
  { title, emptyText, ...asked }: Asked,
  rows: readonly Excepcion[],
  making: ReportMaking,
) {
  return {
    document: reportDocument({ title, subtitle: rangeOf(asked), list: EXCEPCIONES, rows, emptyText }, making),
    name: 'excepciones.pdf',
  };
}
