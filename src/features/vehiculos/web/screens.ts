import { screen } from '#platform/screen.ts';

export const vehiculosScreens = [
  screen({ path: '/operaciones/vehiculos', title: 'Vehículos', roles: 'ABCD' }),
  screen({ path: '/operaciones/vehiculos/value', title: 'Vehículo, formulario', roles: 'ABCD' }),
  screen({ path: '/operaciones/tarjeta-acceso', title: 'Tarjetas de acceso', roles: 'ABCD' }),
  screen({ path: '/operaciones/tarjeta-acceso/value', title: 'Tarjeta de acceso, formulario', roles: 'ABCD' }),
];
