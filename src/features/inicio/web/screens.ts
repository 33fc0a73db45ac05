import { screen } from '#platform/screen.ts';

export const inicioScreens = [
  screen({
    path: '/',
    title: 'Inicio',
    keywords: 'buscador indicadores gráficas',
    roles: 'ABCDEF',
    load: () => import('./Inicio.tsx'),
  }),
  screen({
    path: '/search',
    title: 'Resultados de búsqueda',
    roles: 'ABCDEF',
    load: () => import('./Resultados.tsx'),
  }),
];
