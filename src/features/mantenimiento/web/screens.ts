import { screen } from '#platform/screen.ts';

export const mantenimientoScreens = [
  screen({ path: '/mantenimiento/lote/{id}', title: 'Mantenimientos del lote', roles: 'ABC' }),
  screen({ path: '/pago/mantenimiento/{id}', title: 'Detalle de mantenimiento', roles: 'ABC' }),
  screen({ path: '/mantenimiento/pagar/lote/{id}', title: 'Pagar mantenimiento', roles: 'ABC' }),
  screen({ path: '/admin/mantenimiento', title: 'Mantenimiento ordinario', roles: 'AB' }),
  screen({ path: '/admin/mantenimiento/value', title: 'Mantenimiento ordinario, formulario', roles: 'AB' }),
  screen({ path: '/admin/mantenimientos-generados', title: 'Mantenimientos Generados', roles: 'AB' }),
  screen({ path: '/admin/mantenimientos-generados/nuevo', title: 'Generar Mantenimiento', roles: 'AB' }),
  screen({ path: '/mantenimientos/generarperiodo', title: 'Generar Período', roles: 'ABCDEF' }),
];
