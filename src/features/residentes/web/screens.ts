import { screen } from '#platform/screen.ts';

export const residentesScreens = [
  screen({ path: '/datos-contacto/{id}/{idLote}', title: 'Datos de contacto', roles: 'ABCDEF' }),
  screen({ path: '/operaciones/habitantes/{tipo}', title: 'Habitantes', roles: 'ABC' }),
  screen({ path: '/operaciones/habitantes/{tipo}/value', title: 'Habitante, formulario', roles: 'ABC' }),
  screen({ path: '/operaciones/representantelegal', title: 'Representantes legales', roles: 'ABC' }),
  screen({ path: '/operaciones/representantelegal/value', title: 'Representante legal, formulario', roles: 'ABC' }),
];
