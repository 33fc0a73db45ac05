import { screen } from '#platform/screen.ts';

export const accesosScreens = [
  screen({ path: '/admin/accesos', title: 'Accesos', roles: 'ABG' }),
  screen({ path: '/admin/accesos/estadisticas', title: 'Estadísticas', roles: 'AB' }),
  screen({ path: '/admin/rondines', title: 'Rondines', roles: 'AB' }),
];
