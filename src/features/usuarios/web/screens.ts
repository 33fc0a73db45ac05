import { screen } from '#platform/screen.ts';

export const usuariosScreens = [
  screen({ path: '/admin/usuario', title: 'Usuarios', roles: 'A', load: () => import('./UsuarioList.tsx') }),
  screen({
    path: '/admin/usuario/value',
    title: 'Usuario, formulario',
    roles: 'A',
    load: () => import('./UsuarioForm.tsx'),
  }),
  screen({ path: '/admin/usuario/baja', title: 'Baja de empleado', roles: 'A', load: () => import('./Baja.tsx') }),
  screen({ path: '/admin/role', title: 'Roles', roles: 'H', load: () => import('./RoleList.tsx') }),
  screen({ path: '/admin/role/value', title: 'Rol, formulario', roles: 'H', load: () => import('./RoleForm.tsx') }),
];
