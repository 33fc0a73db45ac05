/** The server's side of every feature: the list that the composition root registers. */

import { accesosEndpoints } from './features/accesos/server/endpoints.ts';
import {
  agendaEndpoints,
  reglaAmenidadEndpoints,
  tipoAmenidadEndpoints,
} from './features/amenidades/server/endpoints.ts';
import { appResidentesEndpoints } from './features/app-residentes/server/endpoints.ts';
import { archivosEndpoints } from './features/archivos/server/endpoints.ts';
import { purgeUploads } from './features/archivos/server/purge.ts';
import { autorizacionEndpoints } from './features/autorizacion/server/endpoints.ts';
import { bitacoraEndpoints } from './features/bitacora/server/endpoints.ts';
import { catalogosEndpoints } from './features/catalogos/server/endpoints.ts';
import { cierresEndpoints } from './features/cierres/server/endpoints.ts';
import { comprasEndpoints } from './features/compras/server/endpoints.ts';
import {
  correocampanasEndpoints,
  correosEndpoints,
  enviosEndpoints,
  newsletterEndpoints,
} from './features/comunicacion/server/endpoints.ts';
import { configuracionEndpoints } from './features/configuracion/server/endpoints.ts';
import { cuotasEndpoints, definicionesEndpoints } from './features/cuotas/server/endpoints.ts';
import { descuentosEndpoints } from './features/descuentos/server/endpoints.ts';
import { estadoCuentaEndpoints, explicacionEndpoints } from './features/estado-cuenta/server/endpoints.ts';
import { excepcionesEndpoints } from './features/excepciones/server/endpoints.ts';
import { countPendientes } from './features/excepciones/server/repository.ts';
import { countPorComplementar } from './features/facturacion/server/borrador/repository-ppd.ts';
import { facturacionEndpoints } from './features/facturacion/server/endpoints.ts';
import { fiscalEndpoints } from './features/fiscal/server/endpoints.ts';
import { timbradoEndpoints } from './features/fiscal/server/timbrado.ts';
import { importacionEndpoints } from './features/importacion/server/endpoints.ts';
import { dashboardEndpoints, searchEndpoints } from './features/inicio/server/endpoints.ts';
import { pendientesEndpoints } from './features/inicio/server/pendientes.ts';
import { interesesEndpoints } from './features/intereses/server/endpoints.ts';
import { nightlyInterest } from './features/intereses/server/generate.ts';
import { lotesEndpoints } from './features/lotes/server/endpoints.ts';
import { mantenimientoEndpoints } from './features/mantenimiento/server/endpoints.ts';
import { notasEndpoints } from './features/notas/server/endpoints.ts';
import { operacionEndpoints } from './features/operacion/server/endpoints.ts';
import {
  adeudosEndpoints,
  cobroMantenimientoEndpoints,
  pagosEndpoints,
  recibosEndpoints,
} from './features/pagos/server/endpoints.ts';
import { bookMaintenances, owedBy } from './features/pagos/server/pay.ts';
import { recurrentesEndpoints } from './features/recurrentes/server/endpoints.ts';
import { importacionPagosEndpoints } from './features/recurrentes/server/importar.ts';
import { reportesEndpoints } from './features/reportes/server/endpoints.ts';
import { tablerosEndpoints } from './features/reportes/server/tableros.ts';
import { representantesEndpoints, residentesEndpoints } from './features/residentes/server/endpoints.ts';
import { sancionesEndpoints } from './features/sanciones/server/endpoints.ts';
import { sesionEndpoints } from './features/sesion/server/endpoints.ts';
import { rolesEndpoints, usuariosEndpoints } from './features/usuarios/server/endpoints.ts';
import { tarjetasEndpoints, vehiculosEndpoints } from './features/vehiculos/server/endpoints.ts';
import type { Registration } from './platform/server/context.ts';
import { dashboardsEndpoints } from './platform/server/dashboards.ts';
import type { CommunityJob } from './platform/server/jobs.ts';

export const REGISTRATIONS: readonly Registration[] = [
  sesionEndpoints,
  usuariosEndpoints,
  rolesEndpoints,
  configuracionEndpoints,
  bitacoraEndpoints,
  tipoAmenidadEndpoints,
  reglaAmenidadEndpoints,
  agendaEndpoints,
  correocampanasEndpoints,
  correosEndpoints,
  enviosEndpoints,
  newsletterEndpoints,
  fiscalEndpoints,
  timbradoEndpoints,
  importacionEndpoints,
  operacionEndpoints,
  dashboardEndpoints,
  searchEndpoints,
  pendientesEndpoints({ countExcepciones: countPendientes, countPorComplementar }),
  lotesEndpoints,
  mantenimientoEndpoints,
  notasEndpoints,
  appResidentesEndpoints,
  residentesEndpoints,
  representantesEndpoints,
  vehiculosEndpoints,
  tarjetasEndpoints,
  archivosEndpoints,
  autorizacionEndpoints,
  definicionesEndpoints,
  cuotasEndpoints,
  sancionesEndpoints,
  descuentosEndpoints,
  estadoCuentaEndpoints,
  explicacionEndpoints,
  excepcionesEndpoints,
  adeudosEndpoints,
  cobroMantenimientoEndpoints,
  pagosEndpoints,
  recibosEndpoints,
  recurrentesEndpoints({ owedBy }),
  importacionPagosEndpoints({ owedBy, bookMaintenances }),
  interesesEndpoints,
  facturacionEndpoints,
  cierresEndpoints,
  reportesEndpoints,
  tablerosEndpoints,
  ...comprasEndpoints,
  accesosEndpoints,
  dashboardsEndpoints,
  ...catalogosEndpoints,
];

/** What features do by themselves, at their times. */
export const COMMUNITY_JOBS: readonly CommunityJob[] = [nightlyInterest, purgeUploads];
