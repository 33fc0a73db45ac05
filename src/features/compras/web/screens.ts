import { screen } from '#platform/screen.ts';

export const comprasScreens = [
  screen({ path: '/admin/proveedores', title: 'Proveedores', roles: 'AB' }),
  screen({ path: '/admin/proveedores/value', title: 'Proveedor, formulario', roles: 'AB' }),
  screen({ path: '/admin/articulos', title: 'Artículos', roles: 'AB' }),
  screen({ path: '/admin/articulos/value', title: 'Artículo, formulario', roles: 'AB' }),
  screen({ path: '/admin/ordenescompra', title: 'Órdenes de compra', roles: 'AB' }),
  screen({ path: '/admin/ordenescompra/value', title: 'Orden de compra, formulario', roles: 'AB' }),
];
