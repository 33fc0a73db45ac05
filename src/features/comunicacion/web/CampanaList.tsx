/** The campaign letters. */
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { Value } from '#platform/endpoint.ts';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { correocampanasContract } from '../contract.ts';

const FORM = '/admin/correo-campanas/value';

type Campana = Value<typeof correocampanasContract.all>[number];

const COLUMNS = columns<Campana>([{ key: 'name', header: 'Nombre' }]);

export default function CampanaList() {
  const campanas = useCall(correocampanasContract.all, {});
  return (
    <ListPage
      title="Correo campañas"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      form={FORM}
      found={campanas}
      columns={COLUMNS}
      emptyHint="No hay correos de campaña. Cree el primero con «Nuevo»"
      nameOf={({ name }) => name}
      actions={
        <Button component={KitLink} to="/admin/correo-campanas/envios" variant="default">
          Envíos
        </Button>
      }
      rowActions={({ id, name }) => (
        <RowAction
          label={`Enviar ${name} a varios lotes`}
          icon={<IconSend size={16} />}
          to={`/admin/correo-campanas/enviar?id=${id}`}
        />
      )}
    />
  );
}
