import { screen } from '#platform/screen.ts';

export const appResidentesScreens = [
  screen({
    path: '/admin/usuarios-app',
    title: 'Usuarios de la app',
    roles: 'AB',
    load: () => import('./UserAppList.tsx'),
  }),
  screen({
    path: '/admin/usuarios-app/value',
    title: 'Usuario de la app, formulario',
    roles: 'AB',
    load: () => import('./UserAppForm.tsx'),
  }),
];
