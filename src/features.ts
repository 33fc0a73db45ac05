/** The server's side of every feature: the list that the composition root registers. */

import { accesosEndpoints } from './features/accesos/server/endpoints.ts';
import { recountAccesos } from './features/accesos/server/repository-count.ts';
import {
  agendaEndpoints,
  reglaAmenidadEndpoints,
  tipoAmenidadEndpoints,
} from './features/amenidades/server/endpoints.ts';
import { reservasEnding } from './features/amenidades/server/owner-change.ts';
import { reservasPropias } from './features/amenidades/server/residente.ts';
import { appResidentesEndpoints } from './features/app-residentes/server/endpoints.ts';
import { appEnding } from './features/app-residentes/server/owner-change.ts';
import { archivosEndpoints } from './features/archivos/server/endpoints.ts';
import { purgeUploads } from './features/archivos/server/purge.ts';
import { autorizacionEndpoints } from './features/autorizacion/server/endpoints.ts';
import { bancosEndpoints } from './features/bancos/server/endpoints.ts';
import { depositosPoint } from './features/bancos/server/month-end.ts';
import { bitacoraEndpoints } from './features/bitacora/server/endpoints.ts';
import { catalogosEndpoints } from './features/catalogos/server/endpoints.ts';
import { cierresEndpoints } from './features/cierres/server/endpoints.ts';
import type { MonthEnd } from './features/cierres/server/month-end.ts';
import { informePublicado } from './features/cierres/server/residente.ts';
import { comprasEndpoints } from './features/compras/server/endpoints.ts';
import {
  correocampanasEndpoints,
  correosEndpoints,
  enviosEndpoints,
  newsletterEndpoints,
} from './features/comunicacion/server/endpoints.ts';
import { insertEnvio, insertNewsletter } from './features/comunicacion/server/repository.ts';
import { comunidadEndpoints } from './features/configuracion/server/comunidad.ts';
import { configuracionEndpoints } from './features/configuracion/server/endpoints.ts';
import { contabilidadEndpoints } from './features/contabilidad/server/endpoints.ts';
import { polizasPart } from './features/contabilidad/server/month-end.ts';
import { conveniosEndpoints } from './features/convenios/server/endpoints.ts';
import { convenioFreno } from './features/convenios/server/freno.ts';
import { followConvenios } from './features/convenios/server/seguir.ts';
import { cuotasEndpoints, definicionesEndpoints } from './features/cuotas/server/endpoints.ts';
import { descuentosEndpoints } from './features/descuentos/server/endpoints.ts';
import { egresosEndpoints } from './features/egresos/server/endpoints.ts';
import {
  conciliacionPart,
  conciliacionPoint,
  cuentaDelMes,
  egresosPoint,
  resultadoPart,
} from './features/egresos/server/month-end.ts';
import { empresasEndpoints } from './features/empresas/server/endpoints.ts';
import { estadoCuentaEndpoints, explicacionEndpoints } from './features/estado-cuenta/server/endpoints.ts';
import { explain, explainDebt } from './features/estado-cuenta/server/explain.ts';
import { cuentaEntre, dibujoDeCuenta } from './features/estado-cuenta/server/residente.ts';
import { excepcionesEndpoints } from './features/excepciones/server/endpoints.ts';
import { excepcionesPart, excepcionesPoint } from './features/excepciones/server/month-end.ts';
import { excepcionesSource } from './features/excepciones/server/read.ts';
import { countPendientes } from './features/excepciones/server/repository.ts';
import { expedienteEndpoints } from './features/expediente/server/endpoints.ts';
import { countPagadosDespues } from './features/expediente/server/repository.ts';
import { complementosPoint, facturasPoint, globalPoint } from './features/facturacion/server/borrador/month-end.ts';
import { countPorComplementar } from './features/facturacion/server/borrador/repository-ppd.ts';
import { facturacionEndpoints } from './features/facturacion/server/endpoints.ts';
import { canceladasDe } from './features/facturacion/server/lectura/list.ts';
import { documentosPart } from './features/facturacion/server/lectura/month-end.ts';
import { dibujoDeFactura, xmlDeFactura } from './features/facturacion/server/lectura/residente.ts';
import { fiscalEndpoints } from './features/fiscal/server/endpoints.ts';
import { removeFiscal, replaceFiscal, restoreFiscal } from './features/fiscal/server/owner-change.ts';
import { findEmisor } from './features/fiscal/server/repository.ts';
import { timbradoEndpoints } from './features/fiscal/server/timbrado.ts';
import { gestionEndpoints } from './features/gestion/server/endpoints.ts';
import { depositoFreno, pausaFreno, promesaFreno } from './features/gestion/server/frenos.ts';
import { countGestion } from './features/gestion/server/pendientes.ts';
import { nightlyProposal } from './features/gestion/server/proponer.ts';
import { gestionSource } from './features/gestion/server/reporte.ts';
import { anterioresEndpoints, importacionEndpoints } from './features/importacion/server/endpoints.ts';
import { comparacionesEndpoints } from './features/importacion/server/endpoints-comparaciones.ts';
import { pendientesOf } from './features/inicio/pendientes.ts';
import { dashboardEndpoints, searchEndpoints } from './features/inicio/server/endpoints.ts';
import { pendientesDe, pendientesEndpoints } from './features/inicio/server/pendientes.ts';
import { interesesEndpoints } from './features/intereses/server/endpoints.ts';
import { nightlyInterest } from './features/intereses/server/generate.ts';
import { interesesPoint } from './features/intereses/server/month-end.ts';
import { lotesEndpoints } from './features/lotes/server/endpoints.ts';
import { changeAssociate, inquilinosEnding, restoreAssociate } from './features/lotes/server/owner-change.ts';
import { listByStatus } from './features/lotes/server/repository.ts';
import { mantenimientoEndpoints } from './features/mantenimiento/server/endpoints.ts';
import { notasEndpoints } from './features/notas/server/endpoints.ts';
import { operacionEndpoints } from './features/operacion/server/endpoints.ts';
import { giveBack } from './features/pagos/server/correct.ts';
import {
  adeudosEndpoints,
  cobroMantenimientoEndpoints,
  pagosEndpoints,
  recibosEndpoints,
} from './features/pagos/server/endpoints.ts';
import { bookMaintenances, owedBy } from './features/pagos/server/pay.ts';
import { busquedaSource, pagosSource } from './features/pagos/server/read.ts';
import { practicaEndpoints } from './features/practica/server/endpoints.ts';
import { privacidadEndpoints } from './features/privacidad/server/endpoints.ts';
import { countAbiertas } from './features/privacidad/server/repository.ts';
import { apart, avisoAntes } from './features/privacidad/server/residente.ts';
import { avisoPropioEndpoints, datosPropios } from './features/privacidad/server/residente-datos.ts';
import { propietariosEndpoints } from './features/propietarios/server/endpoints.ts';
import type { OwnerChange } from './features/propietarios/server/parts.ts';
import { recurrentesEndpoints } from './features/recurrentes/server/endpoints.ts';
import { importacionPagosEndpoints } from './features/recurrentes/server/importar.ts';
import { recurrenteEnding } from './features/recurrentes/server/owner-change.ts';
import { reportesEndpoints } from './features/reportes/server/endpoints.ts';
import { enviosReporteEndpoints } from './features/reportes/server/envios.ts';
import { archivosReporteEndpoints } from './features/reportes/server/files.ts';
import { keepMonths } from './features/reportes/server/kept-months.ts';
import { agesOf, antiguedadPart, cortePart } from './features/reportes/server/month-end.ts';
import { countEnviosFallidos } from './features/reportes/server/repository-vistas.ts';
import { reportSources } from './features/reportes/server/sources.ts';
import { tablerosEndpoints } from './features/reportes/server/tableros.ts';
import { vistasEndpoints } from './features/reportes/server/vistas.ts';
import { enlacesEndpoints } from './features/residente/server/enlaces.ts';
import type { Lecturas } from './features/residente/server/lecturas.ts';
import { noticiasEndpoints } from './features/residente/server/noticias.ts';
import { paginasEndpoints, shown } from './features/residente/server/paginas.ts';
import { papelesEndpoints } from './features/residente/server/papeles.ts';
import { permisosEndpoints } from './features/residente/server/permisos.ts';
import { propioEndpoints } from './features/residente/server/propio.ts';
import { visitasEndpoints } from './features/residente/server/visitas.ts';
import { representantesEndpoints, residentesEndpoints } from './features/residentes/server/endpoints.ts';
import { buyerOf, createResidente, representantesEnding } from './features/residentes/server/owner-change.ts';
import { applyContacto } from './features/residentes/server/proposals.ts';
import { sancionesEndpoints } from './features/sanciones/server/endpoints.ts';
import { sesionEndpoints } from './features/sesion/server/endpoints.ts';
import { solicitudesEndpoints } from './features/solicitudes/server/endpoints.ts';
import { aclaracionesFreno, comprobantesFreno } from './features/solicitudes/server/frenos.ts';
import { solicitudesPropias } from './features/solicitudes/server/residente.ts';
import { rolesEndpoints, usuariosEndpoints } from './features/usuarios/server/endpoints.ts';
import { tarjetasEndpoints, vehiculosEndpoints } from './features/vehiculos/server/endpoints.ts';
import { tarjetasEnding, vehiculosEnding } from './features/vehiculos/server/owner-change.ts';
import { verificacionPages } from './features/verificacion/server/pages.ts';
import type { Collector } from './libro/server/deposits/collector.ts';
import type { Freno } from './libro/server/frenos.ts';
import type { DataOf, MonthParts } from './libro/server/month-end.ts';
import type { ReportSources } from './libro/server/report.ts';
import type { Registration } from './platform/server/context.ts';
import { dashboardsEndpoints } from './platform/server/dashboards.ts';
import type { CommunityJob } from './platform/server/jobs.ts';
import { logoPage } from './platform/server/logo-page.ts';
import type { PublicPage } from './platform/server/public-pages.ts';

/** Every report as a file: what is downloaded, and what is mailed each month. */
export const REPORT_SOURCES: ReportSources = {
  ...reportSources({ listLotes: listByStatus, listCanceladas: canceladasDe }),
  excepciones: excepcionesSource,
  gestion: gestionSource,
  'pagos-lote': pagosSource,
  'buscar-pagos': busquedaSource,
};

/** What is frozen with a month, in the order of the ZIP's folders. */
const MONTH_PARTS = {
  corte: cortePart,
  antiguedad: antiguedadPart,
  resultado: resultadoPart,
  conciliacion: conciliacionPart,
  documentos: documentosPart,
  excepciones: excepcionesPart,
  polizas: polizasPart,
} satisfies MonthParts;

/** The end of a month: who knows each point of its list, and what is frozen with it. */
export const MONTH_END: MonthEnd = {
  puntos: {
    depositos: depositosPoint,
    egresos: egresosPoint,
    conciliacion: conciliacionPoint,
    facturas: facturasPoint,
    complementos: complementosPoint,
    global: globalPoint,
    intereses: interesesPoint,
    excepciones: excepcionesPoint,
  },
  partes: MONTH_PARTS,
  toldOf(partes) {
    const { antiguedad, resultado, conciliacion } = partes as DataOf<typeof MONTH_PARTS>;
    const { entradas, ...gasto } = resultado;
    return { entradas, gasto, cuentas: conciliacion.map(cuentaDelMes), ...agesOf(antiguedad) };
  },
  ...{ insertEnvio, insertNewsletter },
};

/** What deposits ask of payments. */
export const COLLECTOR: Collector = { owedBy, bookMaintenances, giveBack };

/** What a change of owner ends and begins: who knows each. */
export const OWNER_CHANGE: OwnerChange = {
  terminan: {
    tarjetas: tarjetasEnding,
    vehiculos: vehiculosEnding,
    app: appEnding,
    recurrente: recurrenteEnding,
    reservas: reservasEnding,
    representantes: representantesEnding,
    inquilinos: inquilinosEnding,
  },
  ...{ createResidente, buyerOf, changeAssociate, restoreAssociate, removeFiscal, replaceFiscal, restoreFiscal },
};

/** What stops the ladder of collection on a lot: who knows each. */
export const FRENOS: readonly Freno[] = [
  ...[pausaFreno, promesaFreno, depositoFreno],
  ...[comprobantesFreno, aclaracionesFreno, convenioFreno],
];

/** What a resident reads of their lot as the office does. */
const LECTURAS: Lecturas = {
  ...{ deuda: explainDebt, explicacion: (ctx, id) => explain(ctx, id, null), cuenta: cuentaEntre },
  ...{ dibujoDeCuenta, xmlDeFactura, dibujoDeFactura, informe: informePublicado },
};

const PAGINAS = paginasEndpoints(LECTURAS);

/** What residents send on their own page. */
const PROPIAS = solicitudesPropias({ shown, refused: PAGINAS.refused, avisoAntes, apart });

/** What they read, say and ask for of their own data. */
const DATOS = datosPropios({ shown, refused: PAGINAS.refused });

/** What residents book on their own page. */
const RESERVAS = reservasPropias({ shown, refused: PAGINAS.refused, apart });

/** What waits for a role in a community: for its own home, and for that of whoever works in several. */
const PENDIENTES = pendientesDe({
  ...{ countExcepciones: countPendientes, countPorComplementar, countEnviosFallidos },
  ...{ countPrivacidad: countAbiertas, countGestion, countExpedientes: countPagadosDespues },
});

/** Files that residents open from their page: what is wrong with one is told on it. */
const abiertos = (registration: Registration): Registration => ({
  ...registration,
  ...(PAGINAS.refused && { refused: PAGINAS.refused }),
});

export const REGISTRATIONS: readonly Registration[] = [
  ...sesionEndpoints,
  usuariosEndpoints,
  rolesEndpoints,
  configuracionEndpoints,
  comunidadEndpoints({
    codigoPostalOf: async (tx) => (await findEmisor(tx))?.codigoPostal ?? '',
    recount: recountAccesos,
  }),
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
  anterioresEndpoints,
  comparacionesEndpoints,
  operacionEndpoints,
  practicaEndpoints,
  dashboardEndpoints,
  searchEndpoints,
  pendientesEndpoints(PENDIENTES),
  empresasEndpoints({ pendientes: PENDIENTES, clases: pendientesOf }),
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
  ...contabilidadEndpoints,
  cuotasEndpoints,
  sancionesEndpoints,
  descuentosEndpoints,
  estadoCuentaEndpoints,
  ...privacidadEndpoints,
  ...propietariosEndpoints(OWNER_CHANGE),
  conveniosEndpoints,
  expedienteEndpoints,
  explicacionEndpoints,
  excepcionesEndpoints,
  adeudosEndpoints,
  cobroMantenimientoEndpoints,
  pagosEndpoints,
  recibosEndpoints,
  recurrentesEndpoints({ owedBy }),
  importacionPagosEndpoints(COLLECTOR),
  ...bancosEndpoints(COLLECTOR),
  solicitudesEndpoints({ applyContacto }),
  interesesEndpoints,
  ...gestionEndpoints(FRENOS),
  facturacionEndpoints,
  ...cierresEndpoints(MONTH_END),
  reportesEndpoints,
  tablerosEndpoints,
  archivosReporteEndpoints(REPORT_SOURCES),
  vistasEndpoints,
  enviosReporteEndpoints(REPORT_SOURCES),
  ...comprasEndpoints,
  ...egresosEndpoints,
  accesosEndpoints,
  dashboardsEndpoints,
  ...catalogosEndpoints,
  enlacesEndpoints,
  propioEndpoints,
  abiertos(papelesEndpoints(LECTURAS)),
  abiertos(noticiasEndpoints(LECTURAS)),
  visitasEndpoints,
  permisosEndpoints,
  abiertos(avisoPropioEndpoints),
  ...PROPIAS.endpoints,
  RESERVAS.endpoints,
];

/** What people open by its address beside the back office. */
export const PAGES: readonly Registration[] = [PAGINAS, PROPIAS.paginas, DATOS, RESERVAS.paginas];

/** What whoever has no session may open outside of the API. */
export const publicPages = (): PublicPage[] => [...verificacionPages(), logoPage];

/** What features do by themselves, at their times. */
export const COMMUNITY_JOBS: readonly CommunityJob[] = [
  nightlyInterest,
  followConvenios,
  nightlyProposal(FRENOS),
  keepMonths,
  purgeUploads,
];
