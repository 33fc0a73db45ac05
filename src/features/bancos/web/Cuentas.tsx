/** The accounts at banks: what they held on the last day that is known, and what waits in each. */
import { Button } from '@mantine/core';
import { passes } from '#platform/roles.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowMenu } from '#platform/web/kit/table/RowMenu.tsx';
import { useCall } from '#platform/web/query.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { useSession } from '#platform/web/session.ts';
import { type CuentaBancaria, cuentasContract } from '../contract.ts';

const FORM = '/cobranza/bancos/value';
const statementsOf = (id: number) => `/cobranza/bancos/${id}/estados`;

const CARDS = ['caja', 'saldo'];
const COLUMNS: readonly Column<CuentaBancaria>[] = [
  { key: 'caja', header: 'Cuenta', value: ({ caja }) => caja.name },
  { key: 'banco', header: 'Banco', value: ({ banco }) => banco },
  { key: 'numero', header: 'Número o CLABE', room: 'medium', value: ({ noClabe, noCuenta }) => noClabe || noCuenta },
  { key: 'hasta', header: 'Estado hasta', kind: 'date', value: ({ hasta }) => hasta },
  { key: 'saldo', header: 'Saldo del banco', kind: 'money', value: ({ saldo }) => saldo, total: true },
  {
    key: 'pendientes',
    header: 'Por atender',
    kind: 'number',
    value: ({ pendientes }) => pendientes,
    render: ({ id, pendientes }) =>
      pendientes === 0 ? '0' : <KitLink to={`/cobranza/depositos?cuenta=${id}`}>{pendientes}</KitLink>,
    total: true,
  },
  {
    key: 'porIdentificar',
    header: 'Por identificar',
    kind: 'money',
    value: ({ montoPorIdentificar }) => montoPorIdentificar,
    total: true,
  },
];

export default function Cuentas() {
  const found = useCall(cuentasContract.all, {});
  const directs = passes('A', useSession().role);
  const navigate = useNavigate();
  return (
    <Page
      title="Cuentas de banco"
      back={{ to: '/cobranza/depositos', label: 'Volver a Depósitos' }}
      actions={
        directs ? (
          <Button component={KitLink} to={FORM}>
            Nueva cuenta
          </Button>
        ) : undefined
      }
    >
      <DataTable
        caption="Cuentas de banco"
        columns={COLUMNS}
        found={found}
        rows={found.data}
        rowKey={({ id }) => id}
        cards={CARDS}
        files="Cuentas de banco"
        emptyText="No hay cuentas de banco"
        emptyHint={
          directs ? 'Elija «Nueva cuenta» y diga qué caja es' : 'Pida a la dirección que dé de alta la primera'
        }
        onRowOpen={({ id }) => void navigate(statementsOf(id))}
        rowActions={({ id, caja }) => (
          <RowMenu
            label={`Más acciones de ${caja.name}`}
            acts={[
              { label: 'Estados de cuenta', to: statementsOf(id) },
              ...(directs
                ? [
                    { label: 'CLABE de los lotes', to: `/cobranza/bancos/${id}/clabes` },
                    { label: 'Avisos de depósitos', to: `/cobranza/bancos/${id}/avisos` },
                    { label: 'Editar', to: `${FORM}?id=${id}` },
                  ]
                : []),
            ]}
          />
        )}
      />
    </Page>
  );
}
