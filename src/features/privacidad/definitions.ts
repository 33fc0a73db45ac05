/** What data may be used for besides what the community has to do: each is asked for by itself. */
import { catalogue } from '#platform/catalogue.ts';

export const finalidad = catalogue({
  area: 'privacidad',
  api: 'finalidad',
  table: 'finalidad',
  path: '/catalogos/finalidad',
  titles: { list: 'Finalidades optativas', new: 'Nueva finalidad optativa', edit: 'Editar finalidad optativa' },
  readRoles: 'ABC',
  // What people said of it stays.
  removal: 'none',
  fields: [
    { name: 'name', column: 'name', label: 'Nombre', kind: 'text' },
    {
      name: 'descripcion',
      column: 'descripcion',
      label: 'Para qué',
      kind: 'text',
      multiline: true,
      required: false,
    },
    { name: 'active', column: 'active', label: 'Activa', kind: 'boolean', initial: true },
  ],
  labelField: 'name',
});
