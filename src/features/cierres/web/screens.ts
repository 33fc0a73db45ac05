import { screen } from '#platform/screen.ts';

export const cierresScreens = [
  screen({ path: '/cobranza/turnos', title: 'Turnos de caja', roles: 'ABC', load: () => import('./Turnos.tsx') }),
  screen({ path: '/cobranza/turnos/{id}', title: 'Turno de caja', roles: 'ABC', load: () => import('./Turno.tsx') }),
  screen({ path: '/cobranza/periodos', title: 'Cierre de periodo', roles: 'AB', load: () => import('./Periodos.tsx') }),
  screen({ path: '/reportes/fin-de-mes', title: 'Fin de mes', roles: 'ABF', load: () => import('./FinDeMes.tsx') }),
];
