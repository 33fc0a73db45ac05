/** What a lot has paid, by receipt: notes, cancellations, and corrections of its receipts and fund. */
import { Button, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { getLoteHeader } from '#libro/contract.ts';
import { EnviarFactura } from '#libro/web/EnviarFactura.tsx';
import { LotHeaderOf } from '#libro/web/LotHeader.tsx';
import { PagosAnteriores } from '#libro/web/PagosAnteriores.tsx';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import type { Value } from '#platform/endpoint.ts';
import { FilterSelect } from '#platform/web/kit/FilterSelect.tsx';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { today } from '#platform/web/kit/today.ts';
import { boolParam, intParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { useSession } from '#platform/web/session.ts';
import { pagosContract } from '../contract.ts';
import { PAGOS_EMPTY, pagosReport } from '../listings.ts';
import { fechasDe, metodosDe, type ReciboDeLote, recibidoDe, recibosElegidos } from '../rules.ts';
import { CancelarPagoModal } from './CancelarPagoModal.tsx';
import { CorregirFondoModal } from './CorregirModal.tsx';
import { CorregirDeLote } from './CorregirRecibo.tsx';
import { FacturarPago } from './FacturarPago.tsx';
import { MarcarFacturadoModal } from './MarcarFacturadoModal.tsx';
import { type ActsOnPagos, type AskingOfPago, ReciboActions } from './PagoActions.tsx';
import { COLUMNS, linesOf } from './recibo-columns.tsx';

const CARDS = ['aplicado', 'recibido'];

type Asking = AskingOfPago | { what: 'fund' };

/** The payment that is being invoiced is a view of this screen with an address of its own. */
const CODECS = {
  ...{ facturar: intParam(0), tipo: textParam() },
  ...{ sinFactura: boolParam(), fecha: textParam(), metodo: textParam() },
};

/** Of what was received; a condonation came with no receipt. */
function totalsUnder(rows: readonly ReciboDeLote[]) {
  const recibos = rows.filter(({ reciboId }) => reciboId !== null).length;
  return {
    fechaPago: 'Total',
    aplicado: recibos === 1 ? '1 recibo' : `${recibos} recibos`,
    recibido: recibidoDe(rows.flatMap(({ pagos }) => pagos)),
  };
}

type PagosDelLote = Value<typeof pagosContract.list>;

interface AskedProps {
  asking: Asking;
  lote: PagosDelLote;
  onDone: () => void;
  onClose: () => void;
}

/** The window of what is asked about a payment, or about the fund. */
function Asked({ asking, lote, ...answers }: AskedProps) {
  const pagos = lote.misPagosResponseList;
  if (asking.what === 'fund') return <CorregirFondoModal loteId={lote.id} fondo={lote.fondo} {...answers} />;
  if (asking.what === 'mail') return <EnviarFactura facturaId={asking.facturaId} onClose={answers.onClose} />;
  const { pago } = asking;
  if (asking.what === 'cancel') return <CancelarPagoModal pago={pago} {...answers} />;
  if (asking.what === 'mark') return <MarcarFacturadoModal pago={pago} {...answers} />;
  return pago.reciboId === null ? null : <CorregirDeLote reciboId={pago.reciboId} pagos={pagos} {...answers} />;
}

/** Another lot is another screen: what was being asked about a payment of the one before is gone. */
export default function Pagos() {
  const { id } = useParams<'id'>();
  return <PagosDeLote key={id} id={id} />;
}

function PagosDeLote({ id }: { id: string }) {
  const [{ facturar, tipo }, setUrl] = useUrlState(CODECS);
  const [asking, setAsking] = useState<Asking | null>(null);
  const params = { params: { loteId: Number(id) } };
  const found = useCall(pagosContract.list, params);
  const invalidate = useInvalidate();
  const reread = () => void invalidate(pagosContract.list, getLoteHeader);
  const lote = found.data;
  const done = () => {
    setAsking(null);
    reread();
  };

  if (facturar > 0) {
    const onBack = () => {
      reread();
      setUrl({ facturar: 0, tipo: '' });
    };
    return (
      <Page title="Facturar" back={{ to: `/pagos/${id}`, label: 'Volver a Pagos' }}>
        <LotHeaderOf loteId={Number(id)} />
        <FacturarPago pagoId={facturar} tipo={tipo} onBack={onBack} />
      </Page>
    );
  }

  return (
    <Page title="Pagos" back={{ to: '/', label: 'Volver al inicio' }}>
      <LotHeaderOf loteId={Number(id)} />
      {found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : lote ? (
        <>
          <Recibos lote={lote} onAsk={setAsking} onUnmarked={reread} />
          <PagosAnteriores loteId={lote.id} referencia={lote.referencia} />
          {asking ? <Asked asking={asking} lote={lote} onDone={done} onClose={() => setAsking(null)} /> : null}
        </>
      ) : (
        <Skeletons lines={8} />
      )}
    </Page>
  );
}

interface RecibosProps {
  lote: PagosDelLote;
  onAsk: (asking: Asking) => void;
  onUnmarked: () => void;
}

/** The receipts that the address asks for, and what there is to choose from. */
function useRecibos({ misPagosResponseList: all }: PagosDelLote) {
  const [{ sinFactura, fecha, metodo }] = useUrlState(CODECS);
  const hoy = today();
  const pagos = useMemo(() => all.filter(({ amount }) => amount > 0), [all]);
  const rows = useMemo(
    () => recibosElegidos(pagos, { sinFactura, fecha, metodo }, hoy),
    [pagos, sinFactura, fecha, metodo, hoy],
  );
  return { rows, fechas: useMemo(() => fechasDe(pagos), [pagos]), metodos: useMemo(() => metodosDe(pagos), [pagos]) };
}

function Recibos({ lote, onAsk, onUnmarked }: RecibosProps) {
  const { role } = useSession();
  const [{ sinFactura, fecha, metodo }, setUrl] = useUrlState(CODECS);
  const { rows, fechas, metodos } = useRecibos(lote);
  const acts: ActsOnPagos = {
    mayMark: role === 'ROLE_SUPERADMINISTRADOR' || role === 'ROLE_DIRECTOR',
    onAsk,
    onInvoice: (pago) => setUrl({ facturar: pago.id, tipo: pago.tipo }, { push: true }),
    onUnmarked,
  };
  return (
    <DataTable
      caption={`Pagos del lote ${lote.referencia}`}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ key }) => key}
      lines={linesOf(acts)}
      cards={CARDS}
      emptyText={PAGOS_EMPTY}
      urlKey
      searchPlaceholder="Folio, monto, referencia…"
      filters={
        <>
          <FilterSelect
            label="Fecha"
            all="Todas"
            options={fechas}
            value={fecha}
            onChange={(value) => setUrl({ fecha: value })}
          />
          <FilterSelect
            label="Método"
            all="Todos"
            options={metodos}
            value={metodo}
            onChange={(value) => setUrl({ metodo: value })}
          />
          <Checkbox
            label="Pagos sin facturar"
            checked={sinFactura}
            onChange={(event) => setUrl({ sinFactura: event.currentTarget.checked })}
          />
        </>
      }
      toolbar={
        <>
          {lote.fondo > 0 ? (
            <Button variant="default" size="xs" onClick={() => onAsk({ what: 'fund' })}>
              Reembolsar o trasladar fondo
            </Button>
          ) : null}
          <ReportTools
            compact
            reporte="pagos-lote"
            filtros={{ lote: lote.id, sinFactura, fecha, metodo }}
            rows={rows.length}
            report={() => pagosReport(lote, rows)}
          />
        </>
      }
      totals={totalsUnder}
      rowActions={(recibo, open) => <ReciboActions recibo={recibo} onOpen={open} {...acts} />}
    />
  );
}
