/** The asociados or the inquilinos of the community. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { NotFound } from '#platform/web/shell/states.tsx';
import { residentesContract, type TipoResidente } from '../contract.ts';
import { listOf, TITLES, useTipo } from './tipo.ts';

interface Row {
  id: number;
  name: string;
}

const COLUMNS: readonly Column<Row>[] = [{ key: 'name', header: 'Nombre', value: (residente) => residente.name }];

function List({ tipo }: { tipo: TipoResidente }) {
  const residentes = useCall(residentesContract.all, { params: { tipo } });
  const form = `${listOf(tipo)}/value`;
  return (
    <Page
      title={TITLES[tipo]}
      back={{ to: '/operaciones', label: 'Volver a Operaciones' }}
      actions={
        <Button component={KitLink} to={form}>
          Nuevo
        </Button>
      }
    >
      <DataTable
        caption={TITLES[tipo]}
        columns={COLUMNS}
        rows={residentes.data}
        rowKey={(residente) => residente.id}
        urlKey
        error={residentes.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void residentes.refetch()}
        rowActions={({ id, name }) => (
          <RowAction label={`Editar ${name}`} icon={<IconEdit size={16} />} to={`${form}?id=${id}`} />
        )}
      />
    </Page>
  );
}

export default function ResidenteList() {
  const tipo = useTipo();
  return tipo ? <List key={tipo} tipo={tipo} /> : <NotFound />;
}
