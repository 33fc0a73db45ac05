/** One invoice to the general public for the payments of a month that nobody asked an invoice of. Our own. */
import { useMemo } from 'react';
import { type Month, monthOf, monthTitle } from '#core/period.ts';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { thisMonth, today } from '#platform/web/kit/today.ts';
import { dateParam } from '#platform/web/kit/url-codecs.ts';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatMoney } from '#ui/format.ts';
import { facturacionContract } from '../contract.ts';
import { ElegidosBar, useElegidos } from './elegidos.tsx';
import classes from './factura.module.css';

type Pago = Value<typeof facturacionContract.globalSource>[number];

const CODECS = { mes: dateParam() };

const idOf = ({ id }: Pago) => id;
const amountOf = ({ amount }: Pago) => amount;
const nameOf = ({ description, referencia }: Pago) => `${description} de ${referencia}`;

const COLUMNS = columns<Pago>([
  { key: 'fechaPago', header: 'Fecha', kind: 'date' },
  { key: 'referencia', header: 'Referencia' },
  { key: 'description', header: 'Concepto' },
  { key: 'reciboId', header: 'Recibo' },
  { key: 'amount', header: 'Monto', kind: 'money', total: true },
]);

export default function FacturaGlobal() {
  const [{ mes }, setUrl] = useUrlState(CODECS);
  const month = mes || thisMonth();
  return (
    <Page
      title="Factura global"
      subtitle="Factura al público en general los pagos de un mes que nadie pidió facturar"
      back={{ to: '/cobranza', label: 'Volver a Cobranza' }}
      actions={
        <MonthInput
          aria-label="Mes"
          className={classes.month}
          max={today()}
          value={month}
          clearable
          onChange={(next) => setUrl({ mes: next })}
        />
      }
    >
      <PorFacturar key={month} month={monthOf(month)} />
    </Page>
  );
}

function PorFacturar({ month }: { month: Month }) {
  const found = useCall(facturacionContract.globalSource, {
    params: month,
  });
  const [key, renewKey] = useIdempotencyKey();
  const goTo = useGoTo();
  const pagos = found.data;
  const elegidos = useElegidos({ rows: pagos, idOf, amountOf, nameOf });
  const { chosen, total } = elegidos;
  const columns = useMemo(() => [elegidos.column, ...COLUMNS], [elegidos.column]);

  const create = async () => {
    const yes = await confirm({
      title: `Factura global de ${monthTitle(month)}`,
      text: `Se facturan al público en general ${chosen.length} pagos por ${formatMoney(total)}. Después ya no se facturan a nombre de cada asociado.`,
      confirmLabel: 'Facturar',
    });
    if (!yes) return;
    try {
      const id = await withBusy(
        call(facturacionContract.global, {
          body: { ...month, pagos: chosen.map((pago) => pago.id) },
          idempotencyKey: key,
        }),
      );
      goTo(`/factura-generada/${id}`);
    } catch (error) {
      toast.info(messageOf(error, SERVER_ERROR_RETRY), 8);
      renewKey();
      void found.refetch();
    }
  };

  return (
    <>
      <DataTable
        caption={`Pagos sin facturar de ${monthTitle(month)}`}
        files={`Pagos sin facturar de ${monthTitle(month)}`}
        columns={columns}
        found={found}
        rows={pagos}
        rowKey={(pago) => pago.id}
        emptyHint="Este mes no tiene pagos sin facturar"
        urlKey
        toolbar={elegidos.todos}
      />
      <ElegidosBar
        elegidos={elegidos}
        of={pagos?.length ?? 0}
        words="pagos"
        action="Facturar"
        onAct={() => void create()}
      />
    </>
  );
}
