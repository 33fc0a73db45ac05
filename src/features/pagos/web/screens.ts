import { screen } from '#platform/screen.ts';

export const pagosScreens = [
  screen({
    path: '/mantenimiento/pagar/lote/{id}',
    title: 'Pagar mantenimiento',
    roles: 'ABC',
    load: () => import('./PagarMantenimiento.tsx'),
  }),
  screen({ path: '/pagar-todo/{id}', title: 'Pagar todo', roles: 'ABC', load: () => import('./PagarTodo.tsx') }),
  screen({ path: '/pagos/{id}', title: 'Pagos', roles: 'ABC', load: () => import('./Pagos.tsx') }),
  screen({
    path: '/cobranza/pagos',
    title: 'Buscar pagos',
    roles: 'ABC',
    keywords: 'transferencia deposito recibo monto',
    load: () => import('./BuscarPagos.tsx'),
  }),
  screen({ path: '/recibo/{id}', title: 'Recibo', roles: 'ABC', load: () => import('./ReciboPage.tsx') }),
];
