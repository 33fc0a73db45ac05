import { screen } from '#platform/screen.ts';

export const facturacionScreens = [
  screen({
    path: '/factura-generada/{id}',
    title: 'Factura generada',
    roles: 'ABC',
    load: () => import('./FacturaGenerada.tsx'),
  }),
  screen({ path: '/factura/{id}', title: 'Factura', roles: 'ABC', load: () => import('./FacturaPage.tsx') }),
  screen({ path: '/cobranza/facturas', title: 'Facturas', roles: 'ABCD', load: () => import('./Facturas.tsx') }),
  screen({
    path: '/cobranza/generarfactura',
    title: 'Generar Factura',
    roles: 'ABC',
    load: () => import('./GenerarFactura.tsx'),
  }),
  // Our own: payments that nobody asked an invoice of, to the general public.
  screen({
    path: '/cobranza/factura-global',
    title: 'Factura global',
    roles: 'ABC',
    load: () => import('./FacturaGlobal.tsx'),
  }),
  // Our own: charges that are invoiced before they are paid.
  screen({
    path: '/cobranza/complementos-pendientes',
    title: 'Complementos pendientes',
    roles: 'ABCD',
    load: () => import('./ComplementosPendientes.tsx'),
  }),
];
