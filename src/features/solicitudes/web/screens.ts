import { screen } from '#platform/screen.ts';

const KEYWORDS = 'comprobante cep spei propuesta contacto factura aclaracion disputa residente';

export const solicitudesScreens = [
  screen({
    path: '/cobranza/solicitudes',
    title: 'Comprobantes y propuestas',
    roles: 'ABC',
    keywords: KEYWORDS,
    load: () => import('./Solicitudes.tsx'),
  }),
  // Whoever audits looks at them and decides nothing.
  screen({
    path: '/reportes/solicitudes',
    title: 'Comprobantes y propuestas',
    roles: 'ABCF',
    load: () => import('./Solicitudes.tsx'),
  }),
];
