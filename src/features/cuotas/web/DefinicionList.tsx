/** The fees that are defined, with their amount for each type of lot. */
import { Button } from '@mantine/core';
import { IconEdit, IconListDetails } from '@tabler/icons-react';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { type Column, columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import type { Definicion } from '../contract.ts';
import { isActiva, type Kind } from './kinds.ts';

const COLUMNS = columns<Definicion>([
  { key: 'name', header: 'Nombre' },
  { key: 'condominal', header: 'Cuota condominal', kind: 'money', value: ({ cuotaCondominal }) => cuotaCondominal },
  {
    key: 'habitacional',
    header: 'Cuota habitacional',
    kind: 'money',
    value: ({ cuotaHabitacional }) => cuotaHabitacional,
  },
  { key: 'comercial', header: 'Cuota comercial', kind: 'money', value: ({ cuotaComercial }) => cuotaComercial },
]);

const estadoOf = (definicion: Definicion) => (isActiva(definicion) ? 'Activa' : 'No activa');

const WITH_ESTADO: readonly Column<Definicion>[] = [
  ...COLUMNS,
  {
    key: 'activa',
    header: 'Estado',
    value: estadoOf,
    render: (definicion) => (
      <StatusBadge color={isActiva(definicion) ? 'green' : 'gray'} label={estadoOf(definicion)} />
    ),
  },
];

export function DefinicionList({ kind }: { kind: Kind }) {
  const found = useCall(kind.endpoints.all, {});
  return (
    <Page
      title={kind.titles.list}
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <>
          <Button variant="default" component={KitLink} to={kind.generadas}>
            Cuotas generadas
          </Button>
          <Button component={KitLink} to={kind.form}>
            Nueva
          </Button>
        </>
      }
    >
      <DataTable
        caption={kind.titles.list}
        columns={kind.cuota === 'cuota_inicial' ? WITH_ESTADO : COLUMNS}
        found={found}
        rowKey={({ id }) => id}
        urlKey
        files={kind.titles.list}
        rowActions={({ id, name }) => (
          <>
            <RowAction
              label={`Ver los cargos de ${name}`}
              icon={<IconListDetails size={16} />}
              to={`${kind.generadas}?cuota=${id}`}
            />
            <RowAction label={`Editar ${name}`} icon={<IconEdit size={16} />} to={`${kind.form}?id=${id}`} />
          </>
        )}
      />
    </Page>
  );
}
