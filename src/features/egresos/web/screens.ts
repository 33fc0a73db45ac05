import { screen } from '#platform/screen.ts';
import { catalogueScreens } from '#platform/web/catalogue/screens.tsx';
import { categoriaEgreso } from '../definitions.ts';

export const egresosScreens = [
  ...catalogueScreens(categoriaEgreso),
  screen({ path: '/cobranza/egresos', title: 'Egresos', roles: 'ABC', load: () => import('./Egresos.tsx') }),
  screen({
    path: '/cobranza/conciliacion',
    title: 'Conciliación bancaria',
    roles: 'ABC',
    load: () => import('./Conciliacion.tsx'),
  }),
  // Whoever audits looks at them and decides nothing.
  screen({ path: '/reportes/egresos', title: 'Egresos', roles: 'ABCF', load: () => import('./Egresos.tsx') }),
  screen({
    path: '/reportes/conciliacion-bancaria',
    title: 'Conciliación bancaria',
    roles: 'ABCF',
    load: () => import('./Conciliacion.tsx'),
  }),
  screen({
    path: '/reportes/presupuesto',
    title: 'Presupuesto',
    roles: 'ABF',
    load: () => import('./Presupuesto.tsx'),
  }),
];
