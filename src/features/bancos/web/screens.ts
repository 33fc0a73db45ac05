import { screen } from '#platform/screen.ts';

export const bancosScreens = [
  screen({ path: '/cobranza/depositos', title: 'Depósitos', roles: 'ABC', load: () => import('./Depositos.tsx') }),
  screen({ path: '/cobranza/bancos', title: 'Cuentas de banco', roles: 'ABC', load: () => import('./Cuentas.tsx') }),
  screen({
    path: '/cobranza/bancos/value',
    title: 'Cuenta de banco, formulario',
    roles: 'A',
    load: () => import('./CuentaForm.tsx'),
  }),
  screen({
    path: '/cobranza/bancos/{id}/estados',
    title: 'Estados de cuenta del banco',
    roles: 'ABC',
    load: () => import('./Estados.tsx'),
  }),
  screen({
    path: '/cobranza/bancos/{id}/clabes',
    title: 'CLABE de los lotes',
    roles: 'A',
    load: () => import('./Clabes.tsx'),
  }),
  screen({
    path: '/cobranza/bancos/{id}/avisos',
    title: 'Avisos de depósitos',
    roles: 'A',
    load: () => import('./Avisos.tsx'),
  }),
  // Whoever audits looks at it and decides nothing.
  screen({ path: '/reportes/depositos', title: 'Depósitos', roles: 'ABCF', load: () => import('./Depositos.tsx') }),
];
