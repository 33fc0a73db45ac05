import { screen } from '#platform/screen.ts';

export const configuracionScreens = [
  screen({
    path: '/admin/configuracionresidencial',
    title: 'Configuración Residencial',
    roles: 'AB',
    load: () => import('./ConfiguracionResidencial.tsx'),
  }),
];
