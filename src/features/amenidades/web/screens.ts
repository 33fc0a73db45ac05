import { screen } from '#platform/screen.ts';

const roles = 'AB';

export const amenidadesScreens = [
  screen({
    path: '/admin/reglas-amenidades',
    title: 'Reglas de amenidades',
    roles,
    load: () => import('./ReglaList.tsx'),
  }),
  screen({
    path: '/admin/reglas-amenidades/value',
    title: 'Regla de amenidad, formulario',
    roles,
    load: () => import('./ReglaForm.tsx'),
  }),
  screen({ path: '/admin/crear-agenda', title: 'Crear agenda', roles, load: () => import('./AgendaForm.tsx') }),
  screen({ path: '/admin/editar-agenda/{id}', title: 'Editar agenda', roles, load: () => import('./AgendaForm.tsx') }),
  screen({ path: '/admin/ver-agenda', title: 'Ver agendas', roles, load: () => import('./AgendaList.tsx') }),
  screen({ path: '/admin/crear-reserva', title: 'Crear reserva', roles, load: () => import('./CrearReserva.tsx') }),
  screen({ path: '/admin/amenidades', title: 'Tipos de amenidades', roles, load: () => import('./TipoList.tsx') }),
  screen({
    path: '/admin/amenidades/value',
    title: 'Tipo de amenidad, formulario',
    roles,
    load: () => import('./TipoForm.tsx'),
  }),
  screen({
    path: '/admin/amenidad/ver-reserva',
    title: 'Agenda de reservas',
    roles,
    load: () => import('./VerReservas.tsx'),
  }),
  screen({
    path: '/admin/amenidad/calendario',
    title: 'Calendario de reservas',
    roles,
    load: () => import('./Calendario.tsx'),
  }),
];
