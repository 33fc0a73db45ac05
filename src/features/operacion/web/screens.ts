import { screen } from '#platform/screen.ts';

export const operacionScreens = [
  screen({
    path: '/admin/operacion',
    title: 'Operación del sistema',
    roles: 'A',
    keywords: 'estado trabajos versiones servidor',
    load: () => import('./Operacion.tsx'),
  }),
];
