import { screen } from '#platform/screen.ts';

export const sancionesScreens = [
  screen({
    path: '/generar-sancion/{id}',
    title: 'Generar Multa',
    roles: 'ABCD',
    load: () => import('./GenerarSancion.tsx'),
  }),
  screen({ path: '/pagar-sancion/{id}', title: 'Sanción', roles: 'ABC', load: () => import('./PagarSancion.tsx') }),
  screen({
    path: '/condonar/deuda/{id}',
    title: 'Condonar deuda',
    roles: 'ABC',
    load: async () => ({ default: (await import('./Condonar.tsx')).CondonarDeuda }),
  }),
  screen({
    path: '/cancelar/deuda/{id}',
    title: 'Cancelar deuda',
    roles: 'ABC',
    load: async () => ({ default: (await import('./Cancelar.tsx')).CancelarDeuda }),
  }),
  screen({
    path: '/condonar/cuota/{id}',
    title: 'Condonar cuota',
    roles: 'ABC',
    load: async () => ({ default: (await import('./Condonar.tsx')).CondonarCuota }),
  }),
  screen({
    path: '/cancelar/cuota/{id}',
    title: 'Cancelar cuota',
    roles: 'ABC',
    load: async () => ({ default: (await import('./Cancelar.tsx')).CancelarCuota }),
  }),
];
