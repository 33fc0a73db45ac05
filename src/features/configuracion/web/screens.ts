import { screen } from '#platform/screen.ts';

export const configuracionScreens = [
  screen({
    path: '/admin/configuracionresidencial',
    title: 'Configuración Residencial',
    roles: 'AB',
    load: () => import('./ConfiguracionResidencial.tsx'),
  }),
  screen({
    path: '/admin/comunidad',
    title: 'Comunidad',
    roles: 'H',
    keywords: 'nombre host dirección zona horaria',
    load: () => import('./Comunidad.tsx'),
  }),
];
