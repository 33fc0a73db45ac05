import { screen } from '#platform/screen.ts';

export const lotesScreens = [
  screen({
    path: '/operaciones/lote/{type_lote}',
    title: 'Lotes por tipo',
    roles: 'ABC',
    load: () => import('./LoteList.tsx'),
  }),
  screen({
    path: '/operaciones/lote/{type_lote}/value',
    title: 'Lote, formulario',
    roles: 'ABC',
    load: () => import('./LoteForm.tsx'),
  }),
  screen({
    path: '/catalogos/fusionarlotes',
    title: 'Fusionar lotes',
    roles: 'A',
    load: () => import('./FusionarLotes.tsx'),
  }),
  screen({
    path: '/catalogos/inactivarlote',
    title: 'Inactivar/Activar lote',
    roles: 'A',
    load: () => import('./InactivarLote.tsx'),
  }),
];
