/** The project-review fees that were charged. */
import { Button } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { cuotasContract, type ProyectoRow } from '../contract.ts';

const COLUMNS = columns<ProyectoRow>([
  { key: 'referencia', header: 'Referencia', value: ({ lote }) => lote.referencia },
  {
    key: 'monto',
    header: 'Monto',
    kind: 'money',
    render: ({ id, monto }) => <AmountButton cargoId={id} que="monto" amount={monto} />,
  },
  { key: 'status', header: 'Estado', render: ({ status }) => <ChargeStatus status={status} /> },
]);

export default function ProyectoList() {
  const found = useCall(cuotasContract.proyectos, {});
  return (
    <Page
      title="Cuota revisión de proyecto"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <Button component={KitLink} to="/admin/cuota-inicial-proyecto/value">
          Nueva
        </Button>
      }
    >
      <DataTable
        caption="Cuota revisión de proyecto"
        columns={COLUMNS}
        found={found}
        rowKey={({ id }) => id}
        urlKey
        files="Cuota revisión de proyecto"
        rowActions={({ id, lote, status }) =>
          status === 'pagado' ? null : (
            <RowAction
              label={`Pagar ${lote.referencia}`}
              icon={<IconCash size={16} />}
              to={`/pagar-cuota-inicial-proyecto/${id}`}
              disabledReason={status === 'cancelado' ? 'El cargo está cancelado' : undefined}
            />
          )
        }
      />
    </Page>
  );
}
