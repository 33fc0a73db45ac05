/** The columns of the reservations, in their files. */
import { listing } from '#platform/listing.ts';
import type { Reserva } from './contract.ts';

/** What of the agenda is booked; '' where it was deleted since. */
export const lugarOf = ({ agenda, variacion }: Reserva): string =>
  agenda.tipoAmenidadVariacionesList.find(({ id }) => id === variacion)?.name ?? '';

export const CON_ENTRADA = 'Con entrada';

export const RESERVAS = listing<Reserva>([
  { key: 'fecha', header: 'Fecha', kind: 'date' },
  { key: 'hora', header: 'Hora', paper: { width: 62 } },
  { key: 'amenidad', header: 'Amenidad', value: ({ agenda }) => agenda.tipoAmenidad.name, sheet: { width: 28 } },
  { key: 'lugar', header: 'Lugar', value: lugarOf, sheet: { width: 20 } },
  { key: 'lugares', header: 'Lugares', kind: 'number', paper: { width: 42 } },
  { key: 'referencia', header: 'Referencia', paper: { width: 56 } },
  { key: 'direccion', header: 'Dirección', sheet: { width: 40 } },
  {
    key: 'personas',
    header: 'Personas',
    kind: 'number',
    value: ({ personas }) => personas.length,
    paper: { width: 46 },
    sheet: { width: 10 },
  },
  {
    key: 'entrada',
    header: 'Entrada',
    value: ({ checked }) => (checked ? CON_ENTRADA : ''),
    paper: { width: 58 },
  },
]);
