import { screen } from '#platform/screen.ts';

export const mantenimientoScreens = [
  screen({
    path: '/mantenimiento/lote/{id}',
    title: 'Mantenimientos del lote',
    roles: 'ABC',
    load: () => import('./MesesDeLote.tsx'),
  }),
  screen({
    path: '/pago/mantenimiento/{id}',
    title: 'Detalle de mantenimiento',
    roles: 'ABC',
    load: () => import('./DetalleDeMes.tsx'),
  }),
  screen({
    path: '/admin/mantenimiento',
    title: 'Mantenimiento ordinario',
    roles: 'AB',
    load: () => import('./MantenimientoList.tsx'),
  }),
  screen({
    path: '/admin/mantenimiento/value',
    title: 'Mantenimiento ordinario, formulario',
    roles: 'AB',
    load: () => import('./MantenimientoForm.tsx'),
  }),
  screen({
    path: '/admin/mantenimientos-generados',
    title: 'Mantenimientos Generados',
    roles: 'AB',
    load: () => import('./Generados.tsx'),
  }),
  screen({
    path: '/admin/mantenimientos-generados/nuevo',
    title: 'Generar Mantenimiento',
    roles: 'AB',
    load: () => import('./GenerarMantenimiento.tsx'),
  }),
  screen({
    path: '/mantenimientos/generarperiodo',
    title: 'Generar Período',
    roles: 'ABCDEF',
    load: () => import('./GenerarPeriodo.tsx'),
  }),
];
