import { screen } from '#platform/screen.ts';

export const usuariosScreens = [
  screen({ path: '/admin/usuario', title: 'Usuarios', roles: 'A' }),
  screen({ path: '/admin/usuario/value', title: 'Usuario, formulario', roles: 'A' }),
  screen({ path: '/admin/role', title: 'Roles', roles: 'H' }),
  screen({ path: '/admin/role/value', title: 'Rol, formulario', roles: 'H' }),
];
