import { screen } from '#platform/screen.ts';

export const estadoCuentaScreens = [
  screen({
    path: '/estado-cuenta/{id}',
    title: 'Estado de cuenta',
    roles: 'ABC',
    load: () => import('./EstadoCuenta.tsx'),
  }),
  screen({
    path: '/propietarios/estado-cuenta/{id}',
    title: 'Estado de cuenta del propietario',
    roles: 'ABC',
    load: () => import('./Propietario.tsx'),
  }),
  screen({ path: '/deudas/{id}', title: 'Deudas', roles: 'ABC', load: () => import('./Deudas.tsx') }),
];
