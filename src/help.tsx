/** The help of every screen, loaded when somebody asks for it or searches in it. */
import { accesosHelp } from './features/accesos/web/help.ts';
import { amenidadesHelp } from './features/amenidades/web/help.ts';
import { appResidentesHelp } from './features/app-residentes/web/help.ts';
import { autorizacionHelp } from './features/autorizacion/web/help.ts';
import { bancosHelp } from './features/bancos/web/help.ts';
import { bitacoraHelp } from './features/bitacora/web/help.ts';
import { catalogosHelp } from './features/catalogos/web/help.ts';
import { cierresHelp } from './features/cierres/web/help.ts';
import { comprasHelp } from './features/compras/web/help.ts';
import { comunicacionHelp } from './features/comunicacion/web/help.ts';
import { configuracionHelp } from './features/configuracion/web/help.ts';
import { contabilidadHelp } from './features/contabilidad/web/help.ts';
import { conveniosHelp } from './features/convenios/web/help.ts';
import { cuotasHelp } from './features/cuotas/web/help.ts';
import { descuentosHelp } from './features/descuentos/web/help.ts';
import { egresosHelp } from './features/egresos/web/help.ts';
import { empresasHelp } from './features/empresas/web/help.ts';
import { estadoCuentaHelp } from './features/estado-cuenta/web/help.ts';
import { excepcionesHelp } from './features/excepciones/web/help.ts';
import { expedienteHelp } from './features/expediente/web/help.ts';
import { facturacionHelp } from './features/facturacion/web/help.ts';
import { fiscalHelp } from './features/fiscal/web/help.ts';
import { gestionHelp } from './features/gestion/web/help.ts';
import { importacionHelp } from './features/importacion/web/help.ts';
import { inicioHelp } from './features/inicio/web/help.ts';
import { interesesHelp } from './features/intereses/web/help.ts';
import { lotesHelp } from './features/lotes/web/help.ts';
import { mantenimientoHelp } from './features/mantenimiento/web/help.ts';
import { notasHelp } from './features/notas/web/help.ts';
import { operacionHelp } from './features/operacion/web/help.ts';
import { pagosHelp } from './features/pagos/web/help.ts';
import { practicaHelp } from './features/practica/web/help.ts';
import { privacidadHelp } from './features/privacidad/web/help.ts';
import { propietariosHelp } from './features/propietarios/web/help.ts';
import { recurrentesHelp } from './features/recurrentes/web/help.ts';
import { reportesHelp } from './features/reportes/web/help.ts';
import { residenteHelp } from './features/residente/web/help.ts';
import { residentesHelp } from './features/residentes/web/help.ts';
import { sancionesHelp } from './features/sanciones/web/help.ts';
import { sesionHelp } from './features/sesion/web/help.ts';
import { solicitudesHelp } from './features/solicitudes/web/help.ts';
import { usuariosHelp } from './features/usuarios/web/help.ts';
import { vehiculosHelp } from './features/vehiculos/web/help.ts';
import { SECTIONS } from './navigation.ts';
import { type Helps, hubHelp } from './platform/help.ts';
import { finderOf } from './platform/web/help/find.ts';
import { HelpDialog } from './platform/web/help/HelpDialog.tsx';
import type { HelpProps } from './platform/web/help/open.ts';

export const HELPS: Helps = {
  ...accesosHelp,
  ...amenidadesHelp,
  ...appResidentesHelp,
  ...autorizacionHelp,
  ...bancosHelp,
  ...bitacoraHelp,
  ...catalogosHelp,
  ...cierresHelp,
  ...comprasHelp,
  ...comunicacionHelp,
  ...configuracionHelp,
  ...contabilidadHelp,
  ...cuotasHelp,
  ...descuentosHelp,
  ...egresosHelp,
  ...estadoCuentaHelp,
  ...excepcionesHelp,
  ...facturacionHelp,
  ...fiscalHelp,
  ...gestionHelp,
  ...importacionHelp,
  ...inicioHelp,
  ...interesesHelp,
  ...lotesHelp,
  ...mantenimientoHelp,
  ...notasHelp,
  ...operacionHelp,
  ...practicaHelp,
  ...pagosHelp,
  ...privacidadHelp,
  ...conveniosHelp,
  ...expedienteHelp,
  ...propietariosHelp,
  ...recurrentesHelp,
  ...reportesHelp,
  ...residenteHelp,
  ...residentesHelp,
  ...sancionesHelp,
  ...sesionHelp,
  ...empresasHelp,
  ...solicitudesHelp,
  ...usuariosHelp,
  ...vehiculosHelp,
  ...Object.assign({}, ...SECTIONS.map(hubHelp)),
};

export const findHelp = finderOf(HELPS);

export default function Help(props: HelpProps) {
  return <HelpDialog helps={HELPS} {...props} />;
}
