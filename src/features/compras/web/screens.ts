import { screen } from '#platform/screen.ts';
import { catalogueScreens } from '#platform/web/catalogue/screens.tsx';
import { articulo, proveedor } from '../definitions.ts';

export const comprasScreens = [
  ...catalogueScreens(proveedor),
  ...catalogueScreens(articulo),
  screen({
    path: '/admin/ordenescompra',
    title: 'Órdenes de compra',
    roles: 'AB',
    load: () => import('./OrdenesCompra.tsx'),
  }),
  screen({
    path: '/admin/ordenescompra/value',
    title: 'Nueva orden de compra',
    roles: 'AB',
    load: () => import('./OrdenForm.tsx'),
  }),
  screen({
    path: '/admin/ordenescompra/{id}',
    title: 'Orden de compra',
    roles: 'AB',
    load: () => import('./Orden.tsx'),
  }),
];
