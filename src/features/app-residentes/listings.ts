/** The columns of the app's users, on screen and in the export. */
import type { Value } from '#platform/endpoint.ts';
import { listing } from '#platform/listing.ts';
import type { appResidentesContract } from './contract.ts';
import { STATUS_LABELS } from './rules.ts';

export type UserApp = Value<typeof appResidentesContract.all>[number];

export const USUARIOS_APP = listing<UserApp>([
  { key: 'name', header: 'Nombre', sheet: { width: 34 } },
  { key: 'email', header: 'Correo Electrónico', sheet: { header: 'Correo', width: 36 } },
  { key: 'phone', header: 'Teléfono', sheet: { header: 'Telefono', width: 16 } },
  { key: 'status', header: 'Estado', value: (user) => STATUS_LABELS[user.status], sheet: { width: 20 } },
  { key: 'lote', header: 'Lote', value: (user) => user.lote.referencia, sheet: { header: 'Referencia', width: 16 } },
  { key: 'etapa', header: 'Parque', value: (user) => user.lote.etapa, screen: false, sheet: { width: 22 } },
]);
