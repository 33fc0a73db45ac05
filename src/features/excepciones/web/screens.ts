import { screen } from '#platform/screen.ts';

export const excepcionesScreens = [
  screen({
    path: '/reportes/excepciones',
    title: 'Excepciones',
    roles: 'AB',
    keywords: 'condonaciones cancelaciones reembolsos revisar',
    load: () => import('./Excepciones.tsx'),
  }),
];
