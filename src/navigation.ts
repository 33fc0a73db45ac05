/**
 * The map of the product: every screen and every section with its hub cards. Paths, titles and guards load with the
 * page; components load when their screen is first opened. Cards and links: specification 000, section 2.7.
 */
import { accesosScreens } from './features/accesos/web/screens.ts';
import { amenidadesScreens } from './features/amenidades/web/screens.ts';
import { appResidentesScreens } from './features/app-residentes/web/screens.ts';
import { autorizacionScreens } from './features/autorizacion/web/screens.ts';
import { bancosScreens } from './features/bancos/web/screens.ts';
import { bitacoraScreens } from './features/bitacora/web/screens.ts';
import { catalogosScreens } from './features/catalogos/web/screens.ts';
import { cierresScreens } from './features/cierres/web/screens.ts';
import { comprasScreens } from './features/compras/web/screens.ts';
import { comunicacionScreens } from './features/comunicacion/web/screens.ts';
import { configuracionScreens } from './features/configuracion/web/screens.ts';
import { contabilidadScreens } from './features/contabilidad/web/screens.ts';
import { conveniosScreens } from './features/convenios/web/screens.ts';
import { cuotasScreens } from './features/cuotas/web/screens.ts';
import { descuentosScreens } from './features/descuentos/web/screens.ts';
import { egresosScreens } from './features/egresos/web/screens.ts';
import { empresasScreens } from './features/empresas/web/screens.ts';
import { estadoCuentaScreens } from './features/estado-cuenta/web/screens.ts';
import { excepcionesScreens } from './features/excepciones/web/screens.ts';
import { expedienteScreens } from './features/expediente/web/screens.ts';
import { facturacionScreens } from './features/facturacion/web/screens.ts';
import { fiscalScreens } from './features/fiscal/web/screens.ts';
import { gestionScreens } from './features/gestion/web/screens.ts';
import { importacionScreens } from './features/importacion/web/screens.ts';
import { inicioScreens } from './features/inicio/web/screens.ts';
import { interesesScreens } from './features/intereses/web/screens.ts';
import { lotesScreens } from './features/lotes/web/screens.ts';
import { mantenimientoScreens } from './features/mantenimiento/web/screens.ts';
import { notasScreens } from './features/notas/web/screens.ts';
import { operacionScreens } from './features/operacion/web/screens.ts';
import { pagosScreens } from './features/pagos/web/screens.ts';
import { practicaScreens } from './features/practica/web/screens.ts';
import { privacidadScreens } from './features/privacidad/web/screens.ts';
import { propietariosScreens } from './features/propietarios/web/screens.ts';
import { recurrentesScreens } from './features/recurrentes/web/screens.ts';
import { reportesScreens } from './features/reportes/web/screens.ts';
import { residenteScreens } from './features/residente/web/screens.ts';
import { residentesScreens } from './features/residentes/web/screens.ts';
import { sancionesScreens } from './features/sanciones/web/screens.ts';
import { sesionScreens } from './features/sesion/web/screens.ts';
import { solicitudesScreens } from './features/solicitudes/web/screens.ts';
import { usuariosScreens } from './features/usuarios/web/screens.ts';
import { vehiculosScreens } from './features/vehiculos/web/screens.ts';
import type { Screen, Section } from './platform/screen.ts';

export const SCREENS: readonly Screen[] = [
  ...accesosScreens,
  ...amenidadesScreens,
  ...appResidentesScreens,
  ...autorizacionScreens,
  ...bancosScreens,
  ...bitacoraScreens,
  ...cierresScreens,
  ...comprasScreens,
  ...comunicacionScreens,
  ...configuracionScreens,
  ...contabilidadScreens,
  ...cuotasScreens,
  ...descuentosScreens,
  ...egresosScreens,
  ...estadoCuentaScreens,
  ...excepcionesScreens,
  ...facturacionScreens,
  ...fiscalScreens,
  ...gestionScreens,
  ...importacionScreens,
  ...inicioScreens,
  ...interesesScreens,
  ...lotesScreens,
  ...mantenimientoScreens,
  ...notasScreens,
  ...pagosScreens,
  ...privacidadScreens,
  ...conveniosScreens,
  ...expedienteScreens,
  ...propietariosScreens,
  ...recurrentesScreens,
  ...reportesScreens,
  ...residenteScreens,
  ...residentesScreens,
  ...sancionesScreens,
  ...sesionScreens,
  ...empresasScreens,
  ...solicitudesScreens,
  ...usuariosScreens,
  ...vehiculosScreens,
  ...catalogosScreens,
  ...operacionScreens,
  ...practicaScreens,
];

const A = 'A';

export const SECTIONS: readonly Section[] = [
  {
    path: '/admin',
    title: 'Administración',
    roles: 'AB',
    menuRoles: 'AB',
    cards: [
      { title: 'Seguridad', roles: A, links: [{ label: 'Usuarios', to: '/admin/usuario' }] },
      {
        title: 'Mantenimiento',
        links: [
          { label: 'Ordinario', to: '/admin/mantenimiento' },
          { label: 'Mantenimientos generados', to: '/admin/mantenimientos-generados' },
          { label: 'TIIE', to: '/admin/tiie' },
        ],
      },
      {
        title: 'Cuota extraordinaria',
        links: [
          { label: 'Ver cuotas', to: '/admin/cuota-extraordinaria' },
          { label: 'Crear cuota', to: '/admin/cuota-extraordinaria/value' },
          { label: 'Cuotas generadas', to: '/admin/cuota-extraordinaria-generadas' },
        ],
      },
      {
        title: 'Cuota equipamiento inicial',
        links: [
          { label: 'Ver cuotas', to: '/admin/cuota-inicial' },
          { label: 'Crear cuota', to: '/admin/cuota-inicial/value' },
          { label: 'Cuotas generadas', to: '/admin/cuota-inicial-generadas' },
        ],
      },
      { title: 'Intereses moratorios', links: [{ label: 'Intereses moratorios', to: '/admin/intereses-moratorios' }] },
      {
        title: 'Datos configurables',
        links: [
          { label: 'Emisor de factura', to: '/admin/emisor' },
          // Our own.
          { label: 'Certificado y timbrado', to: '/admin/timbrado' },
          { label: 'Control de factura', to: '/admin/control-factura' },
          { label: 'Correo campañas', to: '/admin/correo-campanas' },
          // Our own.
          { label: 'Envíos a varios lotes', to: '/admin/correo-campanas/envios' },
          { label: 'Receptor a facturar', to: '/admin/receptor-datos-fiscales' },
          { label: 'Configuración Residencial', to: '/admin/configuracionresidencial' },
          // Our own.
          { label: 'Comunidad', to: '/admin/comunidad' },
        ],
      },
      // Our own.
      { title: 'Privacidad', links: [{ label: 'Aviso de privacidad', to: '/admin/aviso-privacidad' }] },
      { title: 'Bitácora', roles: A, links: [{ label: 'Bitácora', to: '/admin/bitacora' }] },
      {
        title: 'Cuota revisión de proyecto',
        links: [
          { label: 'Ver cuotas', to: '/admin/cuota-inicial-proyecto' },
          { label: 'Crear cuota', to: '/admin/cuota-inicial-proyecto/value' },
        ],
      },
      { title: 'App', links: [{ label: 'Ver usuarios', to: '/admin/usuarios-app' }] },
      {
        title: 'Amenidades',
        links: [
          { label: 'Tipos de amenidades', to: '/admin/amenidades' },
          { label: 'Reglas', to: '/admin/reglas-amenidades' },
          { label: 'Crear agenda', to: '/admin/crear-agenda' },
          { label: 'Ver agendas', to: '/admin/ver-agenda' },
          { label: 'Crear reserva', to: '/admin/crear-reserva' },
          { label: 'Ver reservas', to: '/admin/amenidad/ver-reserva' },
          { label: 'Calendario de reservas', to: '/admin/amenidad/calendario' },
        ],
      },
      { title: 'NewsLetter', links: [{ label: 'Newsletter', to: '/admin/newsletter' }] },
      {
        title: 'Accesos',
        links: [
          { label: 'Accesos', to: '/admin/accesos' },
          { label: 'Estadísticas', to: '/admin/accesos/estadisticas' },
          { label: 'Rondines', to: '/admin/rondines' },
        ],
      },
      {
        title: 'Proveedores',
        links: [
          { label: 'Proveedores', to: '/admin/proveedores' },
          { label: 'Artículos', to: '/admin/articulos' },
          { label: 'Órdenes de compra', to: '/admin/ordenescompra' },
        ],
      },
    ],
    extras: [
      { label: 'Roles', to: '/admin/role' },
      { label: 'Plantillas', to: '/admin/plantillas' },
      { label: 'Correos enviados', to: '/admin/correos' },
      { label: 'Dispositivos de acceso', to: '/admin/accesos/dispositivos' },
      { label: 'Operación del sistema', to: '/admin/operacion' },
      { label: 'Comunidad de práctica', to: '/admin/practica' },
    ],
  },
  {
    path: '/operaciones',
    title: 'Operaciones',
    roles: 'ABCD',
    menuRoles: 'ABCD',
    cards: [
      {
        title: 'Lotes',
        links: [
          { label: 'Condominal', to: '/operaciones/lote/condominal' },
          { label: 'Habitacional', to: '/operaciones/lote/habitacional' },
          { label: 'Comercial', to: '/operaciones/lote/comercial' },
        ],
      },
      {
        title: 'Asociados',
        links: [
          { label: 'Asociados', to: '/operaciones/habitantes/asociado' },
          { label: 'Inquilinos', to: '/operaciones/habitantes/inquilino' },
          { label: 'Representante Legal', to: '/operaciones/representantelegal' },
          { label: 'Vehículos', to: '/operaciones/vehiculos' },
          { label: 'Tarjeta de acceso', to: '/operaciones/tarjeta-acceso' },
        ],
      },
      {
        title: 'Datos Fiscales',
        links: [
          { label: 'Crear datos fiscales', to: '/operaciones/datos-fiscales/value' },
          { label: 'Ver datos fiscales', to: '/operaciones/datos-fiscales' },
        ],
      },
      { title: 'Cargos Recurrentes', links: [{ label: 'Cargos recurrentes', to: '/cobranza/cargos-recurrentes' }] },
      {
        title: 'Facturas',
        links: [
          { label: 'Facturas', to: '/cobranza/facturas' },
          { label: 'Generar Factura', to: '/cobranza/generarfactura' },
        ],
      },
      { title: 'Pagos', links: [{ label: 'Importar pagos mttos', to: '/cobranza/importar-pagos' }] },
      // Our own.
      { title: 'Constancias', links: [{ label: 'Constancias de no adeudo', to: '/operaciones/no-adeudo' }] },
      // Our own: how a community that comes from spreadsheets starts.
      { title: 'Alta de la comunidad', links: [{ label: 'Importar registro', to: '/operaciones/importar-registro' }] },
    ],
  },
  {
    path: '/mantenimientos',
    title: 'Mantenimientos',
    roles: 'ABCDEF',
    menuRoles: 'ABCF',
    cards: [
      {
        title: 'Generar Período',
        roles: A,
        links: [{ label: 'Generar Período', to: '/mantenimientos/generarperiodo' }],
      },
      {
        title: 'Mantenimiento',
        links: [
          { label: 'Ordinario', to: '/admin/mantenimiento' },
          { label: 'Mantenimientos generados', to: '/admin/mantenimientos-generados' },
        ],
      },
      // Our own: what of maintenance those may see who neither generate nor define it.
      {
        title: 'Adeudos',
        roles: 'ABCF',
        links: [
          { label: 'Mantenimiento vencido', to: '/reportes/mantenimiento-vencido' },
          { label: 'Conciliación', to: '/reportes/mantenimiento-vencido-conciliacion' },
        ],
      },
    ],
  },
  {
    path: '/cobranza',
    title: 'Cobranza',
    roles: 'ABCD',
    menuRoles: 'ABCD',
    cards: [
      {
        title: 'Facturas',
        links: [
          { label: 'Facturas', to: '/cobranza/facturas' },
          { label: 'Generar Factura', to: '/cobranza/generarfactura' },
          { label: 'Factura global', to: '/cobranza/factura-global' },
          { label: 'Complementos pendientes', to: '/cobranza/complementos-pendientes' },
        ],
      },
      { title: 'Cargos Recurrentes', links: [{ label: 'Cargos recurrentes', to: '/cobranza/cargos-recurrentes' }] },
      {
        title: 'Pagos',
        links: [
          { label: 'Importar pagos mttos', to: '/cobranza/importar-pagos' },
          // Our own.
          { label: 'Buscar pagos', to: '/cobranza/pagos' },
        ],
      },
      // Our own.
      {
        title: 'Bancos',
        links: [
          { label: 'Depósitos', to: '/cobranza/depositos' },
          { label: 'Egresos', to: '/cobranza/egresos' },
          { label: 'Conciliación bancaria', to: '/cobranza/conciliacion' },
          { label: 'Cuentas de banco', to: '/cobranza/bancos' },
        ],
      },
      // Our own.
      {
        title: 'Residentes',
        links: [
          { label: 'Comprobantes y propuestas', to: '/cobranza/solicitudes' },
          { label: 'Solicitudes de privacidad', to: '/cobranza/privacidad' },
        ],
      },
      // Our own.
      { title: 'Convenios', links: [{ label: 'Convenios de pago', to: '/cobranza/convenios' }] },
      // Our own.
      {
        title: 'Gestión',
        links: [
          { label: 'Gestión de cobranza', to: '/cobranza/gestion' },
          { label: 'Por hacer', to: '/cobranza/gestion/por-hacer' },
          { label: 'Corridas de la gestión', to: '/cobranza/gestion/corridas' },
          { label: 'Expedientes de cobranza', to: '/cobranza/expedientes' },
        ],
      },
      // Our own.
      {
        title: 'Cierres',
        links: [
          { label: 'Turnos de caja', to: '/cobranza/turnos' },
          { label: 'Cierre de periodo', to: '/cobranza/periodos' },
        ],
      },
    ],
  },
  {
    path: '/reportes',
    title: 'Reportes',
    roles: 'ABCDF',
    menuRoles: 'ABCDF',
    cards: [
      {
        title: 'Caja',
        // The restricted role may open two of these screens, but its hub shows only Sanciones.
        roles: 'ABCF',
        links: [
          { label: 'Corte de caja', to: '/reportes/corte-caja' },
          // Our own.
          {
            label: 'Excepciones',
            to: '/reportes/excepciones',
            badge: () => import('./features/excepciones/web/Pendientes.tsx'),
          },
          // Our own.
          { label: 'Convenios de pago', to: '/reportes/convenios' },
          { label: 'Expedientes de cobranza', to: '/reportes/expedientes' },
          { label: 'Depósitos', to: '/reportes/depositos' },
          { label: 'Egresos', to: '/reportes/egresos' },
          { label: 'Presupuesto', to: '/reportes/presupuesto' },
          { label: 'Conciliación bancaria', to: '/reportes/conciliacion-bancaria' },
          { label: 'Fin de mes', to: '/reportes/fin-de-mes' },
          { label: 'Contabilidad', to: '/reportes/contabilidad' },
          { label: 'Diferencias con el sistema anterior', to: '/reportes/sistema-anterior' },
          { label: 'Envíos mensuales', to: '/reportes/envios' },
          { label: 'Dashboard', to: '/reportes/dashboard' },
          { label: 'Proyecciones', to: '/reportes/proyecciones' },
        ],
      },
      { title: 'Sanciones', links: [{ label: 'Tipo de sanción', to: '/reportes/sanciones-reportes' }] },
      // Our own.
      {
        title: 'Residentes',
        roles: 'ABCF',
        links: [
          { label: 'Comprobantes y propuestas', to: '/reportes/solicitudes' },
          { label: 'Solicitudes de privacidad', to: '/reportes/privacidad' },
        ],
      },
      {
        title: 'Mantenimiento',
        roles: 'ABCF',
        links: [
          { label: 'Mantenimiento vencido', to: '/reportes/mantenimiento-vencido' },
          { label: 'Conciliación', to: '/reportes/mantenimiento-vencido-conciliacion' },
          { label: 'Proyecciones', to: '/reportes/tableros/proyecciones', newTab: true, dashboard: 'proyecciones' },
          {
            label: 'Pagos por Periodo',
            to: '/reportes/tableros/pagos-por-periodo',
            newTab: true,
            dashboard: 'pagosPorPeriodo',
          },
        ],
      },
      { title: 'Factura', links: [{ label: 'Facturas canceladas', to: '/reportes/factura-canceladas' }] },
      {
        title: 'Pagos atrasados',
        roles: 'ABCF',
        links: [
          { label: 'Pagos atrasados', to: '/reportes/pagos-atrasados' },
          {
            label: 'Descargar cartera vencida',
            to: '/reportes/cartera-vencida',
            action: async () => (await import('./features/reportes/web/cartera.ts')).downloadCartera(),
          },
          // Our own.
          { label: 'Gestión de cobranza', to: '/reportes/gestion' },
          { label: 'Saldos', to: '/reportes/tableros/saldos', newTab: true, dashboard: 'saldos' },
        ],
      },
      {
        title: 'Lotes',
        roles: 'ABCF',
        links: [
          { label: 'Tipo de lote', to: '/reportes/tipolote' },
          { label: 'Descuentos / Cancelaciones', to: '/reportes/descuentos-cancelaciones' },
          {
            label: 'Lotes entregados',
            to: '/reportes/tableros/lotes-entregados',
            newTab: true,
            dashboard: 'lotesEntregados',
          },
        ],
      },
    ],
  },
  {
    path: '/catalogos',
    title: 'Catálogos',
    roles: A,
    menuRoles: A,
    cards: [
      { title: 'Sanciones', links: [{ label: 'Tipos de sanción', to: '/catalogos/tipo-multa' }] },
      { title: 'Descuentos', links: [{ label: 'Reglas de descuento', to: '/catalogos/reglas' }] },
      { title: 'Habitantes', links: [{ label: 'Tipos de número de teléfono', to: '/catalogos/tipo-numero-telefono' }] },
      {
        title: 'Facturas',
        links: [
          { label: 'Métodos de pago CFDI', to: '/catalogos/metodo-pago-cfdi' },
          { label: 'Formas de pago CFDI', to: '/catalogos/forma-pago-cfdi' },
          { label: 'Usos CFDI', to: '/catalogos/uso-cfdi' },
          { label: 'Tipos de comprobante', to: '/catalogos/tipo-comprobante' },
          { label: 'Tipos de documento', to: '/catalogos/tipo-documento' },
          { label: 'Claves de unidad', to: '/catalogos/clave-unidad' },
          { label: 'Claves producto servicio', to: '/catalogos/clave-producto-servicio' },
          { label: 'Motivo de cancelación', to: '/catalogos/motivo-cancelacion' },
          { label: 'Relaciones de factura', to: '/catalogos/relacion-factura' },
          { label: 'Regímenes fiscales', to: '/catalogos/regimen-fiscal' },
        ],
      },
      {
        title: 'Pagos',
        links: [
          { label: 'Métodos de pago', to: '/catalogos/metodo-pago' },
          { label: 'Bancos', to: '/catalogos/banco' },
          { label: 'Tipo caja', to: '/catalogos/caja' },
        ],
      },
      // Our own.
      { title: 'Privacidad', links: [{ label: 'Finalidades optativas', to: '/catalogos/finalidad' }] },
      { title: 'Egresos', links: [{ label: 'Categorías de egreso', to: '/catalogos/categoria-egreso' }] },
      {
        title: 'Descuento especial',
        links: [{ label: 'Ver descuentos especiales', to: '/catalogos/descuento-especial' }],
      },
      { title: 'Otras cuotas', links: [{ label: 'Tipos de cuota', to: '/catalogos/tipo-cuota' }] },
      { title: 'Fusionar lotes', links: [{ label: 'Fusionar lotes', to: '/catalogos/fusionarlotes' }] },
      { title: 'Inactivar/Activar lote', links: [{ label: 'Inactivar/Activar lote', to: '/catalogos/inactivarlote' }] },
    ],
  },
  {
    path: '/cancelaciones',
    title: 'Cancelaciones',
    roles: 'AB',
    menuRoles: 'AB',
    cards: [{ title: 'Cancelar deuda', links: [{ label: 'Cancelar deuda', to: '/cancelaciones/cancelardeuda' }] }],
  },
];
