/** What money is spent on: what the budget is made by. Its account is said in Contabilidad. */
import { catalogue } from '#platform/catalogue.ts';
import type { Uso } from './rules.ts';

/** What is proposed to go into a category by the words of a bank's line. */
const USOS: readonly { value: Uso; label: string }[] = [
  { value: 'general', label: 'Gastos' },
  { value: 'comision', label: 'Comisiones del banco' },
  { value: 'caja_chica', label: 'Reposiciones de caja chica' },
];

export const categoriaEgreso = catalogue({
  area: 'egresos',
  api: 'categoriaegreso',
  table: 'categoria_egreso',
  path: '/catalogos/categoria-egreso',
  titles: { list: 'Categorías de egreso', new: 'Nueva categoría de egreso', edit: 'Editar categoría de egreso' },
  readRoles: 'ABCF',
  // Lines and budgets name it for good.
  removal: 'none',
  fields: [
    { name: 'name', column: 'name', label: 'Nombre', kind: 'text' },
    {
      name: 'uso',
      column: 'uso',
      label: 'Se propone para',
      kind: 'choice',
      options: USOS,
      initial: 'general',
    },
    { name: 'active', column: 'active', label: 'Activa', kind: 'boolean', initial: true },
  ],
  labelField: 'name',
});
