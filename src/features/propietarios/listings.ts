/** The columns of what is listed of owners and certificates. */
import { listing } from '#platform/listing.ts';
import type { NoAdeudo, Propietario } from './contract.ts';

export const PROPIETARIOS = listing<Propietario>([
  { key: 'name', header: 'Propietario', grow: 40 },
  { key: 'desde', header: 'Desde', kind: 'date' },
  { key: 'hasta', header: 'Hasta', kind: 'date' },
  { key: 'registrado', header: 'Venta registrada', kind: 'instant', value: ({ cambio }) => cambio?.createdAt ?? '' },
  { key: 'usuario', header: 'Registró', value: ({ cambio }) => cambio?.usuario ?? '' },
]);

export const NO_ADEUDOS = listing<NoAdeudo>([
  { key: 'folio', header: 'Folio' },
  { key: 'referencia', header: 'Lote', value: ({ lote }) => lote.referencia },
  { key: 'asociado', header: 'Propietario', grow: 30 },
  { key: 'fecha', header: 'Expedida', kind: 'date' },
  { key: 'vence', header: 'Válida hasta', kind: 'date' },
  { key: 'estado', header: 'Estado' },
  { key: 'usuario', header: 'Expidió' },
  {
    key: 'razon',
    header: 'Motivo de la revocación',
    screen: false,
    value: ({ revocacion }) => revocacion?.razon ?? '',
  },
  { key: 'huella', header: 'Huella', screen: false, paper: false },
]);
