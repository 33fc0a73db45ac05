/** Payment of another fee, with a discount that a supervisor's code allows. */

import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { codedDiscount } from '#core/allocation.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import type { PaymentResult } from '#libro/contract.ts';
import { closedLoteReason } from '#libro/rules.ts';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { type Choice, CODE_AGAIN, DescuentoModal, lacksCode } from '#libro/web/Descuento.tsx';
import { percentParts } from '#libro/web/due-parts.ts';
import { AmountButton, SumButton } from '#libro/web/Explicacion.tsx';
import { LotHeader } from '#libro/web/LotHeader.tsx';
import { PaymentHistory } from '#libro/web/PaymentHistory.tsx';
import type { PaymentSources } from '#libro/web/payment-sources.tsx';
import { call, Failed } from '#platform/web/api.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { ErrorPanel, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall, useOpened } from '#platform/web/query.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { type Cuota, cuotasContract } from '../contract.ts';
import classes from './cuotas.module.css';
import { PaymentPanel } from './PaymentPanel.tsx';
import { ChargeAndPayment, HOME } from './PayScreen.tsx';

const LOAD_FAILED = 'Ocurrió un error. Intenta más tarde o contacte con el administrador';

function Detail({ cuota }: { cuota: Cuota }) {
  const condonado = toPesos(
    cuota.condonadasCuotas.reduce((sum, { montoCondonado }) => sum + toCentavos(montoCondonado), 0),
  );
  return (
    <>
      <Panel title="Cuota">
        <Facts
          items={[
            { label: 'Fecha creada', value: formatFecha(cuota.created_at) },
            { label: 'Observación', value: cuota.observacion },
            { label: 'Estado pago', value: <ChargeStatus status={cuota.pagoStatus} /> },
          ]}
        />
      </Panel>
      <Panel title="Detalle">
        <div className={classes.detail}>
          <Facts
            items={[
              { label: 'Tipo', value: cuota.tipoCuota.name },
              { label: 'Descripción', value: cuota.tipoCuota.descripcion },
              { label: 'Total:', value: <AmountButton cargoId={cuota.id} que="monto" amount={cuota.costo} /> },
              ...(cuota.descuento > 0
                ? [
                    {
                      label: 'Descuento',
                      value: <AmountButton cargoId={cuota.id} que="descuento" amount={cuota.descuento} />,
                    },
                  ]
                : []),
              ...(condonado > 0
                ? [
                    {
                      label: 'Condonado',
                      value: <AmountButton cargoId={cuota.id} que="condonado" amount={condonado} />,
                    },
                  ]
                : []),
              { label: 'Por pagar', value: <AmountButton cargoId={cuota.id} que="saldo" amount={cuota.saldo} /> },
            ]}
          />
          <PaymentHistory pagos={cuota.pagoCuotaList} />
        </div>
      </Panel>
    </>
  );
}

function CuotaPayment({
  cuota,
  sources,
  onPaid,
}: {
  cuota: Cuota;
  sources: PaymentSources;
  onPaid: (result: PaymentResult) => void;
}) {
  const [asking, setAsking] = useState(false);
  const saldo = toCentavos(cuota.saldo);
  const termsOf = ({ descuento: { percent } }: Choice) => {
    const off = codedDiscount(saldo, percent);
    return { percent, off, label: `Descuento del ${percent}%`, parts: percentParts(cuota.id, percent, saldo, off) };
  };
  return (
    <PaymentPanel
      sources={sources}
      fondo={toCentavos(cuota.fondo)}
      referenciaLabel="Referencia"
      dueOn={(_fecha, choice) => {
        const { off } = termsOf(choice);
        return { exact: saldo - off, total: saldo - off };
      }}
      partsOn={(_fecha, choice) => {
        const { off, label, percent } = termsOf(choice);
        const discount = {
          key: 'off',
          label,
          detail: `${percent} % de ${formatMoney(cuota.saldo)}`,
          amount: toPesos(-off),
        };
        return [
          { key: 'saldo', label: cuota.tipoCuota.name, amount: cuota.saldo, cargoId: cuota.id },
          ...(off > 0 ? [discount] : []),
        ];
      }}
      preview={(_fecha, choice, monto) => {
        const { off, label, parts } = termsOf(choice);
        return [{ label: cuota.tipoCuota.name, monto }, ...(off > 0 ? [{ label, monto: off, parts }] : [])];
      }}
      nothingOwed={
        closedLoteReason(cuota.direccion.status) ?? (saldo === 0 ? `El cargo está ${cuota.pagoStatus}` : undefined)
      }
      pay={(values, { descuento }, idempotencyKey) => {
        const { fechaPago, ...rest } = values;
        return call(cuotasContract.pagar, {
          idempotencyKey,
          body: {
            id: '',
            cuotaTransient: { id: cuota.id },
            applyDescuento: descuento.percent,
            autorizado: descuento.codigo,
            fecha_pago: fechaPago,
            ...rest,
          },
        });
      }}
      onPaid={onPaid}
      dialog={
        asking
          ? (_fecha, { descuento }, choose) => (
              <DescuentoModal
                value={descuento}
                onApply={(applied) => choose({ cantidad: null, descuento: applied })}
                onClose={() => setAsking(false)}
              />
            )
          : undefined
      }
    >
      {(_fecha, choice) => {
        const { off, label, parts } = termsOf(choice);
        return (
          <div className={classes.box}>
            <p>
              {off > 0 ? (
                <>
                  {label}:{' '}
                  <b>
                    <SumButton title={label} amount={toPesos(off)} parts={parts} />
                  </b>
                  {lacksCode(choice.descuento) ? <span className={classes.quiet}> {CODE_AGAIN}</span> : null}
                </>
              ) : (
                <span className={classes.quiet}>Sin descuento</span>
              )}
            </p>
            <Button variant="subtle" size="xs" disabled={saldo === 0} onClick={() => setAsking(true)}>
              Aplicar descuento
            </Button>
          </div>
        );
      }}
    </PaymentPanel>
  );
}

export default function PagarCuota() {
  const { id } = useParams({ strict: false }) as { id: string };
  const found = useCall(cuotasContract.get, { params: { id: Number(id) } });
  // What was paid stays told whatever becomes of reading the charge again.
  const cuota = useOpened(found, id) ? found.data : undefined;
  const missing = found.error instanceof Failed && found.error.status === 404;
  return (
    <Page
      title="Pagar cuota"
      back={cuota ? { to: `/deudas/${cuota.direccion.id_lote}`, label: 'Volver a Deudas' } : HOME}
    >
      {found.isError && !cuota && missing ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isError && !cuota ? (
        <ErrorPanel message={LOAD_FAILED} onRetry={() => void found.refetch()} />
      ) : !cuota ? (
        <Skeletons lines={8} />
      ) : (
        <>
          <LotHeader lote={cuota.direccion} />
          <ChargeAndPayment
            key={id}
            loteId={cuota.direccion.id_lote}
            fondo={cuota.fondo}
            onPaid={() => void found.refetch()}
            detail={<Detail cuota={cuota} />}
            form={(sources, onPaid) => <CuotaPayment cuota={cuota} sources={sources} onPaid={onPaid} />}
          />
        </>
      )}
    </Page>
  );
}
