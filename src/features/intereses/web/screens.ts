import { screen } from '#platform/screen.ts';

export const interesesScreens = [
  screen({ path: '/admin/tiie', title: 'TIIE', roles: 'AB' }),
  screen({ path: '/admin/tiie/value', title: 'TIIE, formulario', roles: 'AB' }),
  screen({ path: '/admin/intereses-moratorios', title: 'Intereses moratorios', roles: 'AB' }),
];
