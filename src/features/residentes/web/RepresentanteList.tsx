/** The legal representatives and the lots that they stand for. */
import { IconTrash } from '@tabler/icons-react';
import type { Representante } from '#libro/residentes/contract.ts';
import { ACTION_FAILED, DELETED } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { confirmDelete } from '#platform/web/kit/confirm.tsx';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { representantesContract } from '../contract.ts';
import classes from './representantes.module.css';

const FORM = '/operaciones/representantelegal/value';

const COLUMNS = columns<Representante>([
  { key: 'name', header: 'Nombre' },
  { key: 'tipoPoder', header: 'Tipo de poder' },
  {
    key: 'referencias',
    header: 'Referencias',
    value: ({ loteList }) => loteList.map(({ referencia }) => referencia).join(', '),
    render: ({ loteList }) => (
      <ul className={classes.badges}>
        {loteList.map(({ id, referencia }) => (
          <li key={id}>
            <StatusBadge color="blue" label={referencia} />
          </li>
        ))}
      </ul>
    ),
  },
]);

export default function RepresentanteList() {
  const representantes = useCall(representantesContract.all, {});
  const invalidate = useInvalidate();
  const { role } = useSession();
  // Shown only to those who may (section 2.13).
  const mayDelete = passes(representantesContract.remove.roles, role);

  const remove = async (id: number, name: string) => {
    if (!(await confirmDelete(`al representante legal ${name}`))) return;
    try {
      await call(representantesContract.remove, { params: { id } });
      toast.success(DELETED, 2);
    } catch (error) {
      toast.failure(error, ACTION_FAILED, 3, { kind: 'warning' });
    }
    await invalidate(representantesContract.all);
  };

  return (
    <ListPage
      title="Representantes legales"
      back={{ to: '/operaciones', label: 'Volver a Operaciones' }}
      form={FORM}
      found={representantes}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      rowActions={({ id, name }) =>
        mayDelete ? (
          <RowAction
            label={`Eliminar ${name}`}
            icon={<IconTrash size={16} />}
            danger
            onClick={() => void remove(id, name)}
          />
        ) : null
      }
    />
  );
}
