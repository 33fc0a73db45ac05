import { screen } from '#platform/screen.ts';
import { catalogueScreens } from '#platform/web/catalogue/screens.tsx';
import { finalidad } from '../definitions.ts';

const KEYWORDS = 'arco datos personales derechos acceso rectificacion cancelacion oposicion lfpdppp';

export const privacidadScreens = [
  ...catalogueScreens(finalidad),
  screen({
    path: '/cobranza/privacidad',
    title: 'Solicitudes de privacidad',
    roles: 'ABC',
    keywords: KEYWORDS,
    load: () => import('./Solicitudes.tsx'),
  }),
  // Whoever audits looks at them and decides nothing.
  screen({
    path: '/reportes/privacidad',
    title: 'Solicitudes de privacidad',
    roles: 'ABCF',
    load: () => import('./Solicitudes.tsx'),
  }),
  screen({
    path: '/admin/aviso-privacidad',
    title: 'Aviso de privacidad',
    roles: 'AB',
    load: () => import('./Aviso.tsx'),
  }),
  screen({ path: '/privacidad/{id}', title: 'Datos personales', roles: 'ABC', load: () => import('./Persona.tsx') }),
];
