import { screen } from '#platform/screen.ts';

export const amenidadesScreens = [
  screen({ path: '/admin/reglas-amenidades', title: 'Reglas de amenidades', roles: 'AB' }),
  screen({ path: '/admin/reglas-amenidades/value', title: 'Regla de amenidad, formulario', roles: 'AB' }),
  screen({ path: '/admin/crear-agenda', title: 'Crear agenda', roles: 'AB' }),
  screen({ path: '/admin/editar-agenda/{id}', title: 'Editar agenda', roles: 'AB' }),
  screen({ path: '/admin/ver-agenda', title: 'Ver agendas', roles: 'AB' }),
  screen({ path: '/admin/crear-reserva', title: 'Crear reserva', roles: 'AB' }),
  screen({ path: '/admin/amenidades', title: 'Tipos de amenidades', roles: 'AB' }),
  screen({ path: '/admin/amenidades/value', title: 'Tipo de amenidad, formulario', roles: 'AB' }),
  screen({ path: '/admin/amenidad/ver-reserva', title: 'Agenda de reservas', roles: 'AB' }),
];
