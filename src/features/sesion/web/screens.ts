import { SIGNED_IN } from '#platform/roles.ts';
import { screen } from '#platform/screen.ts';

export const sesionScreens = [
  screen({
    path: '/mi-cuenta',
    title: 'Mi cuenta',
    roles: SIGNED_IN,
    keywords: 'segundo factor sesiones contraseña llaves de acceso passkey huella',
    load: () => import('./MiCuenta.tsx'),
  }),
];
