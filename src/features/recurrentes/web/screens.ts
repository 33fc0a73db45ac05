import { screen } from '#platform/screen.ts';

export const recurrentesScreens = [
  screen({
    path: '/cobranza/cargos-recurrentes',
    title: 'Cargos recurrentes',
    roles: 'ABC',
    load: () => import('./CargosRecurrentes.tsx'),
  }),
  screen({
    path: '/cobranza/importar-pagos',
    title: 'Importar pagos',
    roles: 'ABC',
    load: () => import('./ImportarPagos.tsx'),
  }),
];
