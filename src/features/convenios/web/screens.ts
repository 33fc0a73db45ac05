import { screen } from '#platform/screen.ts';

export const conveniosScreens = [
  screen({
    path: '/cobranza/convenios',
    title: 'Convenios de pago',
    roles: 'ABC',
    load: () => import('./Convenios.tsx'),
  }),
  screen({
    path: '/reportes/convenios',
    title: 'Convenios de pago',
    roles: 'ABCF',
    load: () => import('./ReporteConvenios.tsx'),
  }),
  screen({
    path: '/cobranza/convenios/lote/{id}',
    title: 'Convenios del lote',
    roles: 'ABC',
    load: () => import('./ConveniosLote.tsx'),
  }),
  screen({
    path: '/cobranza/convenios/nuevo/{id}',
    title: 'Nuevo convenio',
    roles: 'AB',
    load: () => import('./ConvenioForm.tsx'),
  }),
  screen({
    path: '/cobranza/convenios/{id}',
    title: 'Convenio de pago',
    roles: 'ABC',
    load: () => import('./Convenio.tsx'),
  }),
];
