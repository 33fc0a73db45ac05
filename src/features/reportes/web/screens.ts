import { screen } from '#platform/screen.ts';

export const reportesScreens = [
  screen({ path: '/reportes/dashboard', title: 'Dashboard', roles: 'ABCDF' }),
  screen({ path: '/reportes/proyecciones', title: 'Proyecciones', roles: 'ABCDF' }),
  screen({ path: '/reportes/sanciones-reportes', title: 'Reporte por tipo de sanción', roles: 'ABCDF' }),
  screen({ path: '/reportes/corte-caja', title: 'Corte de caja', roles: 'ABCF' }),
  screen({ path: '/reportes/mantenimiento-vencido', title: 'Mantenimiento vencido', roles: 'ABCF' }),
  screen({ path: '/reportes/mantenimiento-vencido-conciliacion', title: 'Conciliación', roles: 'ABCF' }),
  screen({
    path: '/reportes/factura-canceladas',
    title: 'Facturas canceladas',
    roles: 'ABCF',
    load: () => import('./FacturasCanceladas.tsx'),
  }),
  screen({ path: '/reportes/pagos-atrasados', title: 'Pagos atrasados', roles: 'ABCF' }),
  screen({ path: '/reportes/cartera-vencida', title: 'Cartera vencida', roles: 'ABCF' }),
  screen({ path: '/reportes/tipolote', title: 'Tipo de lotes', roles: 'ABCF' }),
  screen({ path: '/reportes/descuentos-cancelaciones', title: 'Descuento / Cancelaciones', roles: 'ABCF' }),
  // Where the original links to external dashboards: ours, or the configured address.
  screen({ path: '/reportes/tableros/{tablero}', title: 'Tablero', roles: 'ABCDF' }),
];
