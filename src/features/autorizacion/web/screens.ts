import { screen } from '#platform/screen.ts';

export const autorizacionScreens = [
  screen({
    path: '/codigo-autorizacion',
    title: 'Códigos de autorización',
    roles: 'ABCD',
    load: () => import('./CodigoList.tsx'),
  }),
  screen({
    path: '/codigo-autorizacion/value',
    title: 'Código de autorización, formulario',
    roles: 'ABCD',
    load: () => import('./CodigoForm.tsx'),
  }),
];
