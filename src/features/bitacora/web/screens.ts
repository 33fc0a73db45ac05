import { screen } from '#platform/screen.ts';

export const bitacoraScreens = [
  screen({ path: '/admin/bitacora', title: 'Bitácora', roles: 'A', load: () => import('./Bitacora.tsx') }),
];
