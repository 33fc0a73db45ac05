import { screen } from '#platform/screen.ts';

export const reportesScreens = [
  screen({
    path: '/reportes/dashboard',
    title: 'Dashboard',
    roles: 'ABCDF',
    keywords: 'tablero cobranza facturación',
    load: () => import('./Dashboard.tsx'),
  }),
  screen({
    path: '/reportes/proyecciones',
    title: 'Proyecciones',
    roles: 'ABCDF',
    keywords: 'tablero futuro meses',
    load: () => import('./Proyecciones.tsx'),
  }),
  screen({
    path: '/reportes/sanciones-reportes',
    title: 'Reporte por tipo de sanción',
    roles: 'ABCDF',
    keywords: 'multas',
    load: () => import('./Sanciones.tsx'),
  }),
  screen({
    path: '/reportes/corte-caja',
    title: 'Corte de caja',
    roles: 'ABCF',
    keywords: 'pagos ingresos',
    load: () => import('./CorteCaja.tsx'),
  }),
  screen({
    path: '/reportes/mantenimiento-vencido',
    title: 'Mantenimiento vencido',
    roles: 'ABCF',
    keywords: 'morosos atraso',
    load: () => import('./MantenimientoVencido.tsx'),
  }),
  screen({
    path: '/reportes/mantenimiento-vencido-conciliacion',
    title: 'Conciliación',
    roles: 'ABCF',
    keywords: 'cartera antigüedad',
    load: () => import('./Conciliacion.tsx'),
  }),
  screen({
    path: '/reportes/factura-canceladas',
    title: 'Facturas canceladas',
    roles: 'ABCF',
    load: () => import('./FacturasCanceladas.tsx'),
  }),
  screen({
    path: '/reportes/pagos-atrasados',
    title: 'Pagos atrasados',
    roles: 'ABCF',
    keywords: 'morosos deudas',
    load: () => import('./PagosAtrasados.tsx'),
  }),
  screen({
    path: '/reportes/cartera-vencida',
    title: 'Cartera vencida',
    roles: 'ABCF',
    keywords: 'excel morosos',
    load: () => import('./CarteraVencida.tsx'),
  }),
  screen({
    path: '/reportes/tipolote',
    title: 'Tipo de lotes',
    roles: 'ABCF',
    load: () => import('./TipoLotes.tsx'),
  }),
  screen({
    path: '/reportes/descuentos-cancelaciones',
    title: 'Descuento / Cancelaciones',
    roles: 'ABCF',
    keywords: 'condonaciones',
    load: () => import('./DescuentosCancelaciones.tsx'),
  }),
  // Our own.
  screen({
    path: '/reportes/envios',
    title: 'Envíos mensuales',
    roles: 'AB',
    keywords: 'correo programados vistas',
    load: () => import('./Envios.tsx'),
  }),
  // Where the original links to external dashboards: ours, or the configured address.
  screen({
    path: '/reportes/tableros/{tablero}',
    title: 'Tablero',
    roles: 'ABCDF',
    load: () => import('./Tablero.tsx'),
  }),
];
