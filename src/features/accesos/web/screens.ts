import { screen } from '#platform/screen.ts';

export const accesosScreens = [
  screen({
    path: '/admin/accesos',
    title: 'Accesos',
    roles: 'ABG',
    keywords: 'caseta visitas placas',
    load: () => import('./Accesos.tsx'),
  }),
  screen({
    path: '/admin/accesos/estadisticas',
    title: 'Estadísticas',
    roles: 'AB',
    keywords: 'accesos',
    load: () => import('./Estadisticas.tsx'),
  }),
  screen({
    path: '/admin/rondines',
    title: 'Rondines',
    roles: 'AB',
    keywords: 'guardias rondas',
    load: () => import('./Rondines.tsx'),
  }),
  // Our own: without the devices' keys the log has no source.
  screen({
    path: '/admin/accesos/dispositivos',
    title: 'Dispositivos de acceso',
    roles: 'AB',
    keywords: 'claves caseta lectores',
    load: () => import('./Dispositivos.tsx'),
  }),
];
