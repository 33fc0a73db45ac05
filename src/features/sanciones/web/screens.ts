import { screen } from '#platform/screen.ts';

export const sancionesScreens = [
  screen({ path: '/generar-sancion/{id}', title: 'Generar Multa', roles: 'ABCD' }),
  screen({ path: '/pagar-sancion/{id}', title: 'Sanción', roles: 'ABC' }),
  screen({ path: '/condonar/deuda/{id}', title: 'Condonar deuda', roles: 'ABC' }),
  screen({ path: '/cancelar/deuda/{id}', title: 'Cancelar deuda', roles: 'ABC' }),
];
