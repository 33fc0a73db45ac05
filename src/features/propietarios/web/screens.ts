import { screen } from '#platform/screen.ts';

export const propietariosScreens = [
  screen({ path: '/propietarios/{id}', title: 'Propietarios', roles: 'ABC', load: () => import('./Propietarios.tsx') }),
  screen({
    path: '/cambio-propietario/{id}',
    title: 'Cambio de propietario',
    roles: 'AB',
    load: () => import('./CambioPropietario.tsx'),
  }),
  screen({
    path: '/operaciones/no-adeudo',
    title: 'Constancias de no adeudo',
    roles: 'ABC',
    load: () => import('./NoAdeudos.tsx'),
  }),
];
