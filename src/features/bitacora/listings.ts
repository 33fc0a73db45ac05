/** The columns of the audit log, on screen and in its files. */
import { listing } from '#platform/listing.ts';
import type { BitacoraEntry } from './contract.ts';

export const BITACORA = listing<BitacoraEntry>([
  { key: 'createdAt', header: 'Fecha', kind: 'instant', width: '9rem' },
  { key: 'usuario', header: 'Usuario', paper: { width: 90 }, sheet: { width: 20 } },
  { key: 'referencia', header: 'Referencia', paper: { width: 90 }, sheet: { width: 18 } },
  { key: 'status', header: 'Acción', paper: { width: 60 } },
  { key: 'nota', header: 'Nota', sheet: { width: 60 } },
]);
