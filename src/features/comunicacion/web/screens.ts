import { screen } from '#platform/screen.ts';

export const comunicacionScreens = [
  screen({
    path: '/admin/correo-campanas',
    title: 'Correo campañas',
    roles: 'AB',
    load: () => import('./CampanaList.tsx'),
  }),
  screen({
    path: '/admin/correo-campanas/value',
    title: 'Correo campañas, formulario',
    roles: 'AB',
    load: () => import('./CampanaForm.tsx'),
  }),
  screen({
    path: '/admin/correos',
    title: 'Correos enviados',
    roles: 'A',
    keywords: 'correo electrónico mail salida',
    load: () => import('./Correos.tsx'),
  }),
  screen({ path: '/admin/newsletter', title: 'Newsletter', roles: 'AB' }),
  screen({ path: '/admin/newsletter/value', title: 'Newsletter, formulario', roles: 'AB' }),
  screen({ path: '/admin/plantillas', title: 'Plantillas', roles: 'AB' }),
  screen({ path: '/admin/plantillas/value', title: 'Plantilla, formulario', roles: 'AB' }),
];
