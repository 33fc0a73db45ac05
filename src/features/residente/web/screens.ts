import { screen } from '#platform/screen.ts';

export const residenteScreens = [
  screen({
    path: '/pagina-residente/{id}',
    title: 'Página del residente',
    roles: 'ABC',
    load: () => import('./Enlaces.tsx'),
  }),
];
