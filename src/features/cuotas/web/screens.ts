import { screen } from '#platform/screen.ts';

export const cuotasScreens = [
  screen({ path: '/pagar-cuota-inicial/{id}', title: 'Pagar cuota inicial', roles: 'ABC' }),
  screen({ path: '/pagar-cuota-extraordinaria/{id}', title: 'Pagar cuota extraordinaria', roles: 'ABC' }),
  screen({ path: '/pagar-cuota-inicial-proyecto/{id}', title: 'Pagar cuota revisión de proyecto', roles: 'ABC' }),
  screen({ path: '/generar-cuota/{id}', title: 'Generar Cuota', roles: 'ABC' }),
  screen({ path: '/pagar-cuota/{id}', title: 'Pagar cuota', roles: 'ABC' }),
  screen({ path: '/condonar/cuota/{id}', title: 'Condonar cuota', roles: 'ABC' }),
  screen({ path: '/cancelar/cuota/{id}', title: 'Cancelar cuota', roles: 'ABC' }),
  screen({ path: '/admin/cuota-extraordinaria', title: 'Cuota extraordinaria', roles: 'AB' }),
  screen({ path: '/admin/cuota-extraordinaria/value', title: 'Cuota extraordinaria, formulario', roles: 'AB' }),
  screen({ path: '/admin/cuota-extraordinaria-generadas', title: 'Cuotas extraordinarias generadas', roles: 'AB' }),
  screen({ path: '/admin/cuota-extraordinaria-generadas/nuevo', title: 'Generar Cuota extraordinaria', roles: 'AB' }),
  screen({
    path: '/admin/cuota-extraordinaria-generadas/nuevoporlote',
    title: 'Generar Cuota extraordinaria por lote',
    roles: 'AB',
  }),
  screen({ path: '/admin/cuota-inicial', title: 'Cuota inicial', roles: 'AB' }),
  screen({ path: '/admin/cuota-inicial/value', title: 'Cuota inicial, formulario', roles: 'AB' }),
  screen({ path: '/admin/cuota-inicial-generadas', title: 'Cuotas inicial generadas', roles: 'AB' }),
  screen({ path: '/admin/cuota-inicial-generadas/nuevo', title: 'Generar Cuota inicial', roles: 'AB' }),
  screen({ path: '/admin/cuota-inicial-generadas/nuevoporlote', title: 'Generar Cuota inicial por lote', roles: 'AB' }),
  screen({ path: '/admin/cuota-inicial-proyecto', title: 'Cuota revisión de proyecto', roles: 'AB' }),
  screen({ path: '/admin/cuota-inicial-proyecto/value', title: 'Cuota revisión de proyecto, formulario', roles: 'AB' }),
];
