import { screen } from '#platform/screen.ts';

export const practicaScreens = [
  screen({
    path: '/admin/practica',
    title: 'Comunidad de práctica',
    roles: 'A',
    keywords: 'aprender capacitación copia prueba ensayo',
    load: () => import('./Practica.tsx'),
  }),
];
