/** The months of one lot: all of them, or those that are owed. */
import { Button, Checkbox } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { isOwed } from '#core/charge-status.ts';
import { sumPesos } from '#core/money.ts';
import { monthTitle } from '#core/period.ts';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { LotHeader } from '#libro/web/LotHeader.tsx';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { boolParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { type MesDeLote, mantenimientoContract } from '../contract.ts';

const STATE = { solo: boolParam() };

const titleOf = (month: MesDeLote): string =>
  `${monthTitle(month)}${month.origen === null ? '' : ` (lote ${month.origen})`}`;

const COLUMNS = columns<MesDeLote>([
  {
    key: 'periodo',
    header: 'Período',
    // Sorted in the order of the calendar, searched by the name.
    value: (row) => `${row.year}-${String(row.mes).padStart(2, '0')} ${titleOf(row)}`,
    render: titleOf,
  },
  { key: 'status', header: 'Estado del pago', render: (row) => <ChargeStatus status={row.status} /> },
  {
    key: 'amount',
    header: 'Pagar',
    kind: 'money',
    render: (row) => <AmountButton cargoId={row.id} que="saldo" amount={row.amount} />,
  },
]);

function debtUnder(rows: readonly MesDeLote[]) {
  const owed = rows.filter((row) => isOwed(row.status));
  return {
    ...{ periodo: 'Deuda total', status: 'Sólo mantenimientos' },
    amount: sumPesos(owed, (row) => row.amount),
  };
}

export default function MesesDeLote() {
  const { id } = useParams<'id'>();
  const [{ solo }, setState] = useUrlState(STATE);
  const lote = useCall(mantenimientoContract.lote, { params: { id: Number(id) } });
  const owed = useCall(
    mantenimientoContract.loteMonths,
    { params: { id: Number(id), solo: '1' } },
    { enabled: solo && lote.data !== undefined },
  );
  const status = lote.data?.status;
  const filters = status !== undefined && status !== 'disponible';
  const onlyOwed = solo && filters;
  const pays = status === 'entregado';
  return (
    <Page
      title="Mantenimientos del lote"
      back={{ to: '/', label: 'Volver al inicio' }}
      actions={
        pays ? (
          <Button component={KitLink} to={`/mantenimiento/pagar/lote/${id}`}>
            Pagar Mantenimiento
          </Button>
        ) : undefined
      }
    >
      {lote.isError ? (
        <RecordError error={lote.error} onRetry={() => void lote.refetch()} />
      ) : lote.data ? (
        <>
          <LotHeader lote={lote.data} />
          <DataTable
            key={String(onlyOwed)}
            caption="Mantenimientos"
            files={`Mantenimientos de ${lote.data.referencia}`}
            columns={COLUMNS}
            rows={onlyOwed ? owed.data : lote.data.mantenimientoList}
            rowKey={(row) => row.id}
            urlKey
            error={onlyOwed && owed.isError ? SERVER_ERROR_RETRY : undefined}
            onRetry={() => void owed.refetch()}
            emptyHint={onlyOwed ? 'El lote no debe ningún mantenimiento' : 'El lote no tiene mantenimientos generados'}
            {...(status !== 'inactivo' && { totals: debtUnder })}
            toolbar={
              filters ? (
                <Checkbox
                  label="Solo deudas"
                  checked={solo}
                  onChange={(event) => setState({ solo: event.currentTarget.checked })}
                />
              ) : undefined
            }
            rowActions={(row) => (
              <RowAction
                label={`Ver detalle de ${titleOf(row)}`}
                icon={<IconEye size={16} />}
                to={`/pago/mantenimiento/${row.id}`}
              />
            )}
          />
        </>
      ) : (
        <Skeletons lines={8} />
      )}
    </Page>
  );
}
