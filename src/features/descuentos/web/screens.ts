import { screen } from '#platform/screen.ts';

export const descuentosScreens = [
  screen({
    path: '/catalogos/descuento-especial',
    title: 'Descuentos especiales',
    roles: 'A',
    load: () => import('./DescuentoList.tsx'),
  }),
  screen({
    path: '/catalogos/descuento-especial/value',
    title: 'formulario',
    roles: 'A',
    load: () => import('./DescuentoForm.tsx'),
  }),
  screen({
    path: '/cancelaciones/cancelardeuda',
    title: 'Cancelar deuda',
    roles: 'AB',
    load: () => import('./CancelarDeuda.tsx'),
  }),
];
