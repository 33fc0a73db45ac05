import { screen } from '#platform/screen.ts';

export const pagosScreens = [
  screen({ path: '/pagos/{id}', title: 'Pagos', roles: 'ABC' }),
  screen({ path: '/cancelaciones/cancelardeuda', title: 'Cancelar deuda', roles: 'AB' }),
];
