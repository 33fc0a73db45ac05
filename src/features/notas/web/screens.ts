import { screen } from '#platform/screen.ts';

export const notasScreens = [
  screen({
    path: '/nota/{id}',
    title: 'Notas del lote',
    roles: 'ABC',
    load: async () => ({ default: (await import('./NotasDeLote.tsx')).Notas }),
  }),
  screen({
    path: '/alerta/{id}',
    title: 'Alertas del lote',
    roles: 'ABC',
    load: async () => ({ default: (await import('./NotasDeLote.tsx')).Alertas }),
  }),
];
