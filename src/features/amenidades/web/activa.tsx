/** The columns of what agendas are made of: its name, and whether it is in use. */
import { StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';

export interface Activable {
  id: number;
  name: string;
  active: boolean;
}

const siNo = (active: boolean): string => (active ? 'Si' : 'No');

export const COLUMNS = columns<Activable>([
  { key: 'name', header: 'Nombre' },
  {
    key: 'active',
    header: 'Activa',
    value: ({ active }) => siNo(active),
    render: ({ active }) => <StatusBadge color={active ? 'green' : 'gray'} label={siNo(active)} />,
    width: '8rem',
  },
]);
