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
  // Our own: a letter to many lots, and its log.
  screen({
    path: '/admin/correo-campanas/enviar',
    title: 'Enviar a varios lotes',
    roles: 'AB',
    load: () => import('./EnviarLotes.tsx'),
  }),
  screen({
    path: '/admin/correo-campanas/envios',
    title: 'Envíos a varios lotes',
    roles: 'AB',
    load: () => import('./Envios.tsx'),
  }),
  screen({ path: '/admin/newsletter', title: 'Newsletter', roles: 'AB', load: () => import('./Newsletters.tsx') }),
  screen({
    path: '/admin/newsletter/value',
    title: 'Newsletter, formulario',
    roles: 'AB',
    load: () => import('./NewsletterForm.tsx'),
  }),
  screen({ path: '/admin/plantillas', title: 'Plantillas', roles: 'AB', load: () => import('./Plantillas.tsx') }),
  screen({
    path: '/admin/plantillas/value',
    title: 'Plantilla, formulario',
    roles: 'AB',
    load: () => import('./PlantillaForm.tsx'),
  }),
];
