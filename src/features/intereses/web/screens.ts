import { screen } from '#platform/screen.ts';

export const interesesScreens = [
  screen({ path: '/admin/tiie', title: 'TIIE', roles: 'AB', load: () => import('./TiieList.tsx') }),
  screen({
    path: '/admin/tiie/value',
    title: 'TIIE, formulario',
    roles: 'AB',
    load: () => import('./TiieForm.tsx'),
  }),
  screen({
    path: '/admin/intereses-moratorios',
    title: 'Intereses moratorios',
    roles: 'AB',
    load: () => import('./InteresesMoratorios.tsx'),
  }),
];
