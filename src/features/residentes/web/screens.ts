import { screen } from '#platform/screen.ts';

export const residentesScreens = [
  screen({
    path: '/datos-contacto/{id}/{idLote}',
    title: 'Datos de contacto',
    roles: 'ABCDEF',
    load: () => import('./DatosContacto.tsx'),
  }),
  screen({
    path: '/operaciones/habitantes/{tipo}',
    title: 'Habitantes',
    roles: 'ABC',
    load: () => import('./ResidenteList.tsx'),
  }),
  screen({
    path: '/operaciones/habitantes/{tipo}/value',
    title: 'Habitante, formulario',
    roles: 'ABC',
    load: () => import('./ResidenteForm.tsx'),
  }),
  screen({
    path: '/operaciones/representantelegal',
    title: 'Representantes legales',
    roles: 'ABC',
    load: () => import('./RepresentanteList.tsx'),
  }),
  screen({
    path: '/operaciones/representantelegal/value',
    title: 'Representante legal, formulario',
    roles: 'ABC',
    load: () => import('./RepresentanteForm.tsx'),
  }),
];
