import { screen } from '#platform/screen.ts';

export const cuotasScreens = [
  screen({
    path: '/pagar-cuota-inicial/{id}',
    title: 'Pagar cuota inicial',
    roles: 'ABC',
    load: () => import('./PagarInicial.tsx'),
  }),
  screen({
    path: '/pagar-cuota-extraordinaria/{id}',
    title: 'Pagar cuota extraordinaria',
    roles: 'ABC',
    load: () => import('./PagarExtraordinaria.tsx'),
  }),
  screen({
    path: '/pagar-cuota-inicial-proyecto/{id}',
    title: 'Pagar cuota revisión de proyecto',
    roles: 'ABC',
    load: () => import('./PagarProyecto.tsx'),
  }),
  screen({
    path: '/generar-cuota/{id}',
    title: 'Generar Cuota',
    roles: 'ABC',
    load: () => import('./GenerarCuota.tsx'),
  }),
  screen({ path: '/pagar-cuota/{id}', title: 'Pagar cuota', roles: 'ABC', load: () => import('./PagarCuota.tsx') }),
  screen({
    path: '/admin/cuota-extraordinaria',
    title: 'Cuota extraordinaria',
    roles: 'AB',
    load: async () => ({ default: (await import('./Extraordinaria.tsx')).ExtraordinariaList }),
  }),
  screen({
    path: '/admin/cuota-extraordinaria/value',
    title: 'Cuota extraordinaria, formulario',
    roles: 'AB',
    load: async () => ({ default: (await import('./Extraordinaria.tsx')).ExtraordinariaForm }),
  }),
  screen({
    path: '/admin/cuota-extraordinaria-generadas',
    title: 'Cuotas extraordinarias generadas',
    roles: 'AB',
    load: async () => ({ default: (await import('./Extraordinaria.tsx')).ExtraordinariaGeneradas }),
  }),
  screen({
    path: '/admin/cuota-extraordinaria-generadas/nuevo',
    title: 'Generar Cuota extraordinaria',
    roles: 'AB',
    load: async () => ({ default: (await import('./Extraordinaria.tsx')).ExtraordinariaMasivo }),
  }),
  screen({
    path: '/admin/cuota-extraordinaria-generadas/nuevoporlote',
    title: 'Generar Cuota extraordinaria por lote',
    roles: 'AB',
    load: () => import('./ExtraordinariaPorLote.tsx'),
  }),
  screen({
    path: '/admin/cuota-inicial',
    title: 'Cuota inicial',
    roles: 'AB',
    load: async () => ({ default: (await import('./Inicial.tsx')).InicialList }),
  }),
  screen({
    path: '/admin/cuota-inicial/value',
    title: 'Cuota inicial, formulario',
    roles: 'AB',
    load: async () => ({ default: (await import('./Inicial.tsx')).InicialForm }),
  }),
  screen({
    path: '/admin/cuota-inicial-generadas',
    title: 'Cuotas inicial generadas',
    roles: 'AB',
    load: async () => ({ default: (await import('./Inicial.tsx')).InicialGeneradas }),
  }),
  screen({
    path: '/admin/cuota-inicial-generadas/nuevo',
    title: 'Generar Cuota inicial',
    roles: 'AB',
    load: async () => ({ default: (await import('./Inicial.tsx')).InicialMasivo }),
  }),
  screen({
    path: '/admin/cuota-inicial-generadas/nuevoporlote',
    title: 'Generar Cuota inicial por lote',
    roles: 'AB',
    load: () => import('./InicialPorLote.tsx'),
  }),
  screen({
    path: '/admin/cuota-inicial-proyecto',
    title: 'Cuota revisión de proyecto',
    roles: 'AB',
    load: () => import('./ProyectoList.tsx'),
  }),
  screen({
    path: '/admin/cuota-inicial-proyecto/value',
    title: 'Cuota revisión de proyecto, formulario',
    roles: 'AB',
    load: () => import('./ProyectoForm.tsx'),
  }),
];
