import { screen } from '#platform/screen.ts';

export const fiscalScreens = [
  screen({
    path: '/admin/emisor',
    title: 'Datos del emisor',
    roles: 'AB',
    load: () => import('./Emisor.tsx'),
  }),
  screen({
    path: '/admin/control-factura',
    title: 'Control de factura',
    roles: 'AB',
    load: () => import('./ControlFactura.tsx'),
  }),
  screen({
    path: '/admin/receptor-datos-fiscales',
    title: 'Receptor a facturar por defecto',
    roles: 'AB',
    load: () => import('./ReceptorPorDefecto.tsx'),
  }),
  // Our own: what seals and stamps, and how each kind of charge is taxed.
  screen({
    path: '/admin/timbrado',
    title: 'Certificado y timbrado',
    roles: 'A',
    keywords: 'csd sello digital sat proveedor folio serie tratamiento',
    load: () => import('./Timbrado.tsx'),
  }),
  screen({
    path: '/operaciones/datos-fiscales',
    title: 'Datos fiscales',
    roles: 'ABC',
    load: () => import('./DatosFiscalesList.tsx'),
  }),
  screen({
    path: '/operaciones/datos-fiscales/value',
    title: 'Datos fiscales, formulario',
    roles: 'ABC',
    load: () => import('./DatosFiscalesForm.tsx'),
  }),
];
