import { screen } from '#platform/screen.ts';

export const importacionScreens = [
  screen({
    path: '/operaciones/importar-registro',
    title: 'Importar registro',
    roles: 'A',
    keywords: 'excel xlsx plantilla alta lotes residentes',
    load: () => import('./Importacion.tsx'),
  }),
  screen({
    path: '/reportes/sistema-anterior',
    title: 'Diferencias con el sistema anterior',
    roles: 'ABF',
    keywords: 'saldos migracion comparar aceptar tesoreria',
    load: () => import('./Comparacion.tsx'),
  }),
];
