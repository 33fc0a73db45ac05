import { screen } from '#platform/screen.ts';

export const notasScreens = [
  screen({ path: '/nota/{id}', title: 'Notas del lote', roles: 'ABC' }),
  screen({ path: '/alerta/{id}', title: 'Alertas del lote', roles: 'ABC' }),
];
