import { screen } from '#platform/screen.ts';

export const importacionScreens = [
  screen({
    path: '/operaciones/importar-registro',
    title: 'Importar registro',
    roles: 'A',
    keywords: 'excel xlsx plantilla alta lotes residentes',
    load: () => import('./Importacion.tsx'),
  }),
];
