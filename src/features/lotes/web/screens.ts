import { screen } from '#platform/screen.ts';

export const lotesScreens = [
  screen({ path: '/operaciones/lote/{type_lote}', title: 'Lotes por tipo', roles: 'ABC' }),
  screen({ path: '/operaciones/lote/{type_lote}/value', title: 'Lote, formulario', roles: 'ABC' }),
  screen({ path: '/catalogos/fusionarlotes', title: 'Fusionar lotes', roles: 'A' }),
  screen({ path: '/catalogos/inactivarlote', title: 'Inactivar/Activar lote', roles: 'A' }),
];
