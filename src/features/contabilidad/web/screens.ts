import { screen } from '#platform/screen.ts';

export const contabilidadScreens = [
  screen({
    path: '/reportes/contabilidad',
    title: 'Contabilidad',
    roles: 'ABF',
    load: () => import('./Contabilidad.tsx'),
  }),
  screen({
    path: '/reportes/contabilidad/poliza',
    title: 'Póliza',
    roles: 'ABF',
    load: () => import('./Poliza.tsx'),
  }),
];
