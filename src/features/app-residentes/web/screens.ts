import { screen } from '#platform/screen.ts';

export const appResidentesScreens = [
  screen({ path: '/admin/usuarios-app', title: 'Usuarios de la app', roles: 'AB' }),
  screen({ path: '/admin/usuarios-app/value', title: 'Usuario de la app, formulario', roles: 'AB' }),
];
