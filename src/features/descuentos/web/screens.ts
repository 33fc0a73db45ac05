import { screen } from '#platform/screen.ts';

export const descuentosScreens = [
  screen({ path: '/catalogos/descuento-especial', title: 'Descuentos especiales', roles: 'A' }),
  screen({ path: '/catalogos/descuento-especial/value', title: 'formulario', roles: 'A' }),
];
