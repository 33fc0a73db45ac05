import { screen } from '#platform/screen.ts';

export const expedienteScreens = [
  screen({
    path: '/cobranza/expedientes',
    title: 'Expedientes de cobranza',
    roles: 'ABC',
    load: () => import('./Expedientes.tsx'),
  }),
  screen({
    path: '/cobranza/expedientes/requisitos',
    title: 'Requisitos de los expedientes',
    roles: 'ABC',
    load: () => import('./Requisitos.tsx'),
  }),
  screen({
    path: '/cobranza/expedientes/lote/{id}',
    title: 'Expediente del lote',
    roles: 'ABC',
    load: () => import('./ExpedienteDeLote.tsx'),
  }),
  screen({
    path: '/reportes/expedientes',
    title: 'Expedientes de cobranza',
    roles: 'ABCF',
    load: () => import('./ReporteExpedientes.tsx'),
  }),
];
