/** Collecting a fine: what it is and what was paid at the left, the payment at the right. */

import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { codedDiscount } from '#core/allocation.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import type { PaymentResult } from '#libro/contract.ts';
import { closedLoteReason } from '#libro/rules.ts';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { CODE_AGAIN, DescuentoModal, lacksCode } from '#libro/web/Descuento.tsx';
import { percentParts, remainderParts } from '#libro/web/due-parts.ts';
import { AmountButton, SumButton } from '#libro/web/Explicacion.tsx';
import { LotHeader } from '#libro/web/LotHeader.tsx';
import { bookingRefusal, PaymentFields } from '#libro/web/PaymentFields.tsx';
import { PaymentHistory } from '#libro/web/PaymentHistory.tsx';
import { PaymentOutcome } from '#libro/web/PaymentOutcome.tsx';
import { type PaymentSources, WithPaymentSources } from '#libro/web/payment-sources.tsx';
import { useMonto } from '#libro/web/useMonto.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { MoneyField } from '#platform/web/kit/form/fields.tsx';
import { KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { unusual } from '#platform/web/kit/form/unusual.ts';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useImage } from '#platform/web/kit/useImage.ts';
import { useCall, useOpened } from '#platform/web/query.ts';
import { formatFecha, formatFechaHora, formatMoney } from '#ui/format.ts';
import { type Multa, pagoMultaSchema, sancionesContract } from '../contract.ts';
import { closedReason } from './charge.tsx';
import { LoadFailed } from './load-failed.tsx';
import classes from './sanciones.module.css';

const PAYMENT_FAILED = 'Ocurrió error en el servidor. Contacte con el administrador';

const schema = pagoMultaSchema.refine(
  ({ applyDescuento, autorizado }) => !lacksCode({ percent: applyDescuento, codigo: autorizado }),
  { path: ['applyDescuento'], message: CODE_AGAIN },
);

function PaymentForm({
  multa,
  sources,
  onPaid,
}: {
  multa: Multa;
  sources: PaymentSources;
  onPaid: (result: PaymentResult) => void;
}) {
  const [asking, setAsking] = useState(false);
  const form = useKitForm({
    schema,
    initial: {
      id: '' as const,
      loteTransient: multa.loteTransient,
      multaTransient: { id: multa.id },
      pagado: multa.saldo,
      referencia: '',
      metodoPago: { id: sources.metodo },
      caja: { id: sources.caja },
      noCuenta: '',
      fecha_pago: today(),
      applyDescuento: 0,
      autorizado: '',
    },
    draft: 'pago',
    onSubmit: async (body, idempotencyKey) => {
      const result = await withBusy(call(sancionesContract.pagar, { body, idempotencyKey }));
      onPaid(result);
    },
    onError: (error) => toast.failure(error, PAYMENT_FAILED, 8, { kind: 'error' }),
  });

  // The form begins without a discount, and only the dialog changes it.
  const descuento = { percent: Number(form.values.applyDescuento), codigo: String(form.values.autorizado ?? '') };
  const saldo = toCentavos(multa.saldo);
  const off = codedDiscount(saldo, descuento.percent);
  const owed = saldo - off;
  const fromFund = form.values.metodoPago.id === 'fondo';
  const monto = useMonto(form, 'pagado', { exact: owed, total: owed }, fromFund ? toCentavos(multa.fondo) : null);
  const reason =
    closedLoteReason(multa.direccion.status) ??
    closedReason({ status: multa.pagoStatus, saldo: multa.saldo }) ??
    (monto.over ? `El monto supera lo que se debe (${formatMoney(toPesos(owed))})` : undefined) ??
    bookingRefusal(form, sources, 'fecha_pago');
  return (
    <Panel>
      <KitForm
        form={form}
        plain
        submitLabel="Pagar"
        cancelLabel="Atrás"
        cancelTo={`/deudas/${multa.direccion.id_lote}`}
        disabledReason={reason}
      >
        <PaymentFields form={form} sources={sources} fecha="fecha_pago" referenciaLabel="Observación" autoFocus />
        <div className={classes.discount}>
          <button type="button" className={classes.link} disabled={multa.saldo === 0} onClick={() => setAsking(true)}>
            Aplicar descuento
          </button>
          {descuento.percent > 0 ? (
            <span>
              {descuento.percent}% de {formatMoney(multa.saldo)}
              {lacksCode(descuento) ? `. ${CODE_AGAIN}` : null}
            </span>
          ) : null}
        </div>
        <MoneyField
          form={form}
          name="pagado"
          label="Monto a pagar"
          required
          warning={unusual(form.values.pagado, { amount: toPesos(owed), what: 'lo que debe', before: 'cobrar' })}
          disabledReason={monto.fixedReason}
        />
        <dl className={classes.sums} aria-live="polite">
          <div>
            <dt>Saldo</dt>
            <dd>
              <AmountButton cargoId={multa.id} que="saldo" amount={multa.saldo} />
            </dd>
          </div>
          {off > 0 ? (
            <div>
              <dt>Descuento</dt>
              <dd>
                −
                <SumButton
                  title={`Descuento del ${descuento.percent}%`}
                  amount={toPesos(off)}
                  parts={percentParts(multa.id, descuento.percent, saldo, off)}
                />
              </dd>
            </div>
          ) : null}
          <div>
            <dt>{fromFund ? 'Se paga con el fondo' : 'Se paga'}</dt>
            <dd>{formatMoney(toPesos(monto.taken))}</dd>
          </div>
          <div data-strong>
            <dt>Queda por pagar</dt>
            <dd>
              <SumButton
                title="Queda por pagar"
                amount={toPesos(Math.max(0, owed - monto.taken))}
                parts={monto.over ? [] : remainderParts(owed, monto.taken)}
              />
            </dd>
          </div>
        </dl>
      </KitForm>
      {asking ? (
        <DescuentoModal
          fromOne
          value={descuento}
          onApply={({ percent, codigo }) => {
            form.set('applyDescuento', percent);
            form.set('autorizado', codigo);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Panel>
  );
}

const sumOf = (pesos: readonly number[]): number => toPesos(pesos.reduce((sum, each) => sum + toCentavos(each), 0));

function Detalle({ multa }: { multa: Multa }) {
  const { shown: image } = useImage(multa.url);
  const received = multa.pagosMultas.filter((pago) => pago.pagoStatus !== 'cancelado');
  const settled = {
    pagado: sumOf(received.map(({ pagado }) => pagado)),
    condonado: sumOf(multa.condonadasMultas.map(({ montoCondonado }) => montoCondonado)),
  };
  // What is left over is what was cancelled of a cancelled fine.
  const cancelado = sumOf([multa.costo, -settled.pagado, -settled.condonado, -multa.descuento, -multa.saldo]);
  const less = [
    ['Pagado', 'pagado', settled.pagado],
    ['Condonado', 'condonado', settled.condonado],
    ['Descuentos', 'descuento', multa.descuento],
    ['Cancelado', 'cancelado', cancelado],
  ] as const;
  return (
    <>
      <div className={classes.facts}>
        <Panel>
          <Facts
            columns={2}
            items={[
              { label: 'Folio', value: multa.folio },
              { label: 'Fecha creada', value: formatFecha(multa.created_at) },
              { label: 'Observación', value: <span className={classes.description}>{multa.observacion || '—'}</span> },
              { label: 'Estado pago', value: <ChargeStatus status={multa.pagoStatus} /> },
            ]}
          />
          {image ? <img className={classes.image} src={image} alt={`Imagen de la sanción: ${multa.fileName}`} /> : null}
        </Panel>
      </div>
      <Panel title="Detalle">
        <p>
          <b>{multa.tipoMulta.name}</b>
        </p>
        <p className={`${classes.quiet} ${classes.description}`}>{multa.tipoMulta.descripcion}</p>
        <dl className={classes.sums}>
          <div>
            <dt>Total</dt>
            <dd>
              <AmountButton cargoId={multa.id} que="monto" amount={multa.costo} />
            </dd>
          </div>
          {less.map(([label, que, pesos]) =>
            pesos > 0 ? (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  −<AmountButton cargoId={multa.id} que={que} amount={pesos} />
                </dd>
              </div>
            ) : null,
          )}
          <div data-strong>
            <dt>Saldo</dt>
            <dd>
              <AmountButton cargoId={multa.id} que="saldo" amount={multa.saldo} />
            </dd>
          </div>
        </dl>
        <PaymentHistory pagos={multa.pagosMultas} />
        {multa.condonadasMultas.length > 0 ? (
          <details className={classes.history} open>
            <summary>Pagos Condonados</summary>
            <ul>
              {multa.condonadasMultas.map((row) => (
                <li key={row.created_at}>
                  <span>{formatFechaHora(row.created_at)}</span>
                  <span className={classes.amount}>{formatMoney(row.montoCondonado)}</span>
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </Panel>
    </>
  );
}

export default function PagarSancion() {
  const { id } = useParams({ strict: false }) as { id: string };
  const [result, setResult] = useState<PaymentResult | null>(null);
  const found = useCall(sancionesContract.get, { params: { id: Number(id) } });
  // What was paid stays told whatever becomes of reading the charge again.
  const multa = useOpened(found, id) ? found.data : undefined;
  const debts = multa ? `/deudas/${multa.direccion.id_lote}` : '/';
  return (
    <Page title="Sanción" back={{ to: debts, label: multa ? 'Volver a Deudas' : 'Volver' }}>
      {found.isError && !multa ? (
        <LoadFailed error={found.error} onRetry={() => void found.refetch()} />
      ) : !multa ? (
        <Skeletons lines={8} />
      ) : (
        <>
          <LotHeader lote={multa.direccion} />
          <div className={classes.columns}>
            <div>
              <Detalle multa={multa} />
            </div>
            {result ? (
              <PaymentOutcome result={result}>
                {multa.saldo > 0 ? (
                  <Button variant="default" onClick={() => setResult(null)}>
                    Otro pago
                  </Button>
                ) : null}
              </PaymentOutcome>
            ) : (
              <WithPaymentSources fondo={multa.fondo}>
                {(sources) => (
                  <PaymentForm
                    key={multa.id}
                    multa={multa}
                    sources={sources}
                    onPaid={(paid) => {
                      setResult(paid);
                      void found.refetch();
                    }}
                  />
                )}
              </WithPaymentSources>
            )}
          </div>
        </>
      )}
    </Page>
  );
}
