import { screen } from '#platform/screen.ts';

export const comunicacionScreens = [
  screen({ path: '/admin/correo-campanas', title: 'Correo campañas', roles: 'AB' }),
  screen({ path: '/admin/correo-campanas/value', title: 'Correo campañas, formulario', roles: 'AB' }),
  screen({ path: '/admin/newsletter', title: 'Newsletter', roles: 'AB' }),
  screen({ path: '/admin/newsletter/value', title: 'Newsletter, formulario', roles: 'AB' }),
  screen({ path: '/admin/plantillas', title: 'Plantillas', roles: 'AB' }),
  screen({ path: '/admin/plantillas/value', title: 'Plantilla, formulario', roles: 'AB' }),
];
