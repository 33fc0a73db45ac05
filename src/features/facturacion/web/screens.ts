import { screen } from '#platform/screen.ts';

export const facturacionScreens = [
  screen({ path: '/factura-generada/{id}', title: 'Factura generada', roles: 'ABC' }),
  screen({ path: '/factura/{id}', title: 'Factura', roles: 'ABC' }),
  screen({ path: '/admin/emisor', title: 'Datos del emisor', roles: 'AB' }),
  screen({ path: '/admin/control-factura', title: 'Control de factura', roles: 'AB' }),
  screen({ path: '/admin/receptor-datos-fiscales', title: 'Receptor a facturar por defecto', roles: 'AB' }),
  screen({ path: '/operaciones/datos-fiscales', title: 'Datos fiscales', roles: 'ABC' }),
  screen({ path: '/operaciones/datos-fiscales/value', title: 'Datos fiscales, formulario', roles: 'ABC' }),
  screen({ path: '/cobranza/facturas', title: 'Facturas', roles: 'ABCD' }),
  screen({ path: '/cobranza/generarfactura', title: 'Generar Factura', roles: 'ABC' }),
];
