import { SIGNED_IN } from '#platform/roles.ts';
import { screen } from '#platform/screen.ts';

export const empresasScreens = [
  screen({
    path: '/empresas',
    title: 'Mis comunidades',
    roles: SIGNED_IN,
    keywords: 'empresa administradora cambiar unir cuentas',
    load: () => import('./MisComunidades.tsx'),
  }),
];
