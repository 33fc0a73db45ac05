/** The columns of the audit log, on screen and in its files. */
import { listing } from '#platform/listing.ts';
import { formatFechaHora } from '#ui/format.ts';
import type { BitacoraEntry } from './contract.ts';

/** On the community's clock; in a workbook the day stands by itself, as a date. */
const dayOf = ({ createdAt }: BitacoraEntry) =>
  formatFechaHora(createdAt).slice(0, 10).split('-').toReversed().join('-');
const hourOf = ({ createdAt }: BitacoraEntry) => formatFechaHora(createdAt).slice(11);

export const BITACORA = listing<BitacoraEntry>([
  {
    key: 'createdAt',
    header: 'Fecha',
    width: '9rem',
    paper: { value: ({ createdAt }) => formatFechaHora(createdAt), width: 76 },
    sheet: { value: dayOf, kind: 'date' },
  },
  { key: 'hora', header: 'Hora', value: hourOf, screen: false, paper: false, sheet: { width: 8 } },
  { key: 'usuario', header: 'Usuario', paper: { width: 90 }, sheet: { width: 20 } },
  { key: 'referencia', header: 'Referencia', paper: { width: 90 }, sheet: { width: 18 } },
  { key: 'status', header: 'Acción', paper: { width: 60 } },
  { key: 'nota', header: 'Nota', sheet: { width: 60 } },
]);
