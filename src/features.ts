/** The server's side of every feature: the list that the composition root registers. */
import { appResidentesEndpoints } from './features/app-residentes/server/endpoints.ts';
import { bitacoraEndpoints } from './features/bitacora/server/endpoints.ts';
import { catalogosEndpoints } from './features/catalogos/server/endpoints.ts';
import { configuracionEndpoints } from './features/configuracion/server/endpoints.ts';
import { importacionEndpoints } from './features/importacion/server/endpoints.ts';
import { dashboardEndpoints, searchEndpoints } from './features/inicio/server/endpoints.ts';
import { lotesEndpoints } from './features/lotes/server/endpoints.ts';
import { notasEndpoints } from './features/notas/server/endpoints.ts';
import { operacionEndpoints } from './features/operacion/server/endpoints.ts';
import { representantesEndpoints, residentesEndpoints } from './features/residentes/server/endpoints.ts';
import { sesionEndpoints } from './features/sesion/server/endpoints.ts';
import { rolesEndpoints, usuariosEndpoints } from './features/usuarios/server/endpoints.ts';
import { tarjetasEndpoints, vehiculosEndpoints } from './features/vehiculos/server/endpoints.ts';
import type { Registration } from './platform/server/context.ts';

export const REGISTRATIONS: readonly Registration[] = [
  sesionEndpoints,
  usuariosEndpoints,
  rolesEndpoints,
  configuracionEndpoints,
  bitacoraEndpoints,
  importacionEndpoints,
  operacionEndpoints,
  dashboardEndpoints,
  searchEndpoints,
  lotesEndpoints,
  notasEndpoints,
  appResidentesEndpoints,
  residentesEndpoints,
  representantesEndpoints,
  vehiculosEndpoints,
  tarjetasEndpoints,
  ...catalogosEndpoints,
];
