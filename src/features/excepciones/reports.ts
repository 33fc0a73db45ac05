/** The list of exceptions as it leaves. */
import { fileName } from '#documents/definition.ts';
import type { NamedReport } from '#documents/reportes.ts';
import { formatFecha, formatNumber } from '#ui/format.ts';
import { EXCEPCIONES_MAX, type Excepcion } from './contract.ts';
import { EXCEPCIONES } from './listings.ts';

interface Asked {
  title: string;
  emptyText: string;
  /** Civil dates; '' without a limit. */
  desde: string;
  hasta: string;
}

const rangeOf = ({ desde, hasta }: Pick<Asked, 'desde' | 'hasta'>): string =>
  [...(desde ? [`desde el ${formatFecha(desde)}`] : []), ...(hasta ? [`hasta el ${formatFecha(hasta)}`] : [])]
    .join(' ')
    .replace(/^./, (first) => first.toUpperCase());

export const excepcionesReport = (
  { title, emptyText, ...asked }: Asked,
  rows: readonly Excepcion[],
  hayMas = false,
): NamedReport<Excepcion> => ({
  name: fileName('pdf', 'Excepciones'),
  report: {
    ...{ title, subtitle: rangeOf(asked), list: EXCEPCIONES, rows, emptyText },
    ...(hayMas && { facts: [['Alcance', `Sólo las ${formatNumber(EXCEPCIONES_MAX)} más recientes: hay más`]] }),
  },
});

export const titleOf = (pending: boolean) =>
  pending
    ? { title: 'Excepciones por revisar', emptyText: 'No hay excepciones por revisar' }
    : { title: 'Excepciones', emptyText: 'No hubo excepciones' };
