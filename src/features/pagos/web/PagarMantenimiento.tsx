/** Paying maintenance: the months that are owed at the left, the payment at the right, always in figures before it is made. */

import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { chosenInterest, maintenanceDue } from '#core/allocation.ts';
import { promptDiscountOn } from '#core/discount.ts';
import { type Centavos, percentageOf, toCentavos, toPesos } from '#core/money.ts';
import { isOverdueMonth, type Month, monthOf, monthTitle } from '#core/period.ts';
import type { PaymentResult } from '#libro/contract.ts';
import { montoPago, noCuenta } from '#libro/contract.ts';
import { closedLoteReason } from '#libro/rules.ts';
import { type Descuento, NO_DISCOUNT } from '#libro/web/Descuento.tsx';
import { AmountButton, SumButton } from '#libro/web/Explicacion.tsx';
import { LoteAmountButton } from '#libro/web/ExplicacionLote.tsx';
import { InteresesModal } from '#libro/web/InteresesModal.tsx';
import { MaintenancePreview } from '#libro/web/maintenance-preview.tsx';
import { PaymentFields } from '#libro/web/PaymentFields.tsx';
import { PaymentOutcome } from '#libro/web/PaymentOutcome.tsx';
import { type PaymentSources, WithPaymentSources } from '#libro/web/payment-sources.tsx';
import { REQUIRED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { MonthField } from '#platform/web/kit/form/date-fields.tsx';
import { MoneyField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { EmptyState, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useCall } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { formatFecha, formatMes, formatMoney } from '#ui/format.ts';
import { type MesPendiente, type PayContext, pagosContract } from '../contract.ts';
import { payableInterest, payableMonth, paymentOf, type Terms } from '../rules.ts';
import classes from './pagos.module.css';

const PAYMENT_FAILED =
  'Ocurrió un error en el servidor o hay problemas con la comunicación para facturar, revise los datos e intente otra vez por favor';

const schema = z.object({
  fechaPagoReal: z.string().min(1, REQUIRED),
  caja: z.object({ id: z.number({ error: REQUIRED }) }),
  metodoPago: z.object({ id: z.union([z.number(), z.literal('fondo')], { error: REQUIRED }) }),
  referencia: z.string(),
  noCuenta,
  hasta: z.string(),
  monto: montoPago,
});

function termsOf(context: PayContext): Terms {
  return {
    cuota: toCentavos(context.cuota),
    diaCorte: context.diaCorte,
    rules: context.descuentos.map((regla) => regla.percent),
    especial: context.discount,
  };
}

function firstMonthOf(context: PayContext): Month | null {
  const [first] = context.mantenimientos;
  if (first) return first;
  return context.siguiente ? monthOf(context.siguiente) : null;
}

const firstDay = ({ year, mes }: Month): string => `${year}-${String(mes).padStart(2, '0')}-01`;

/** One pending month: its cut-off, total, discounts, what was paid, what late interest it has. */
function MonthCard({
  mes,
  context,
  fechaPago,
  open,
}: {
  mes: MesPendiente;
  context: PayContext;
  fechaPago: string;
  open: boolean;
}) {
  const month = payableMonth(mes);
  const inTime = fechaPago <= mes.fechaCorte;
  const grants = promptDiscountOn(
    month,
    fechaPago,
    context.descuentos.map((regla) => regla.percent),
  );
  const net = Math.max(0, month.total - month.pagado - month.ajustado - grants);
  return (
    <details className={classes.month} data-overdue={isOverdueMonth(mes.fechaCorte, today()) || undefined} open={open}>
      <summary>
        <span>
          {monthTitle(mes)} <span className={classes.quiet}>Fecha corte: {formatFecha(mes.fechaCorte)}</span>
        </span>
        <b className={classes.amount}>{formatMoney(toPesos(net))}</b>
      </summary>
      <dl>
        <div>
          <dt>Mantenimiento</dt>
          <dd>
            <AmountButton cargoId={mes.id} amount={mes.total} />
          </dd>
        </div>
        {context.discount !== null ? (
          <div>
            <dt>Descuento especial del lote ({context.discount}%)</dt>
            <dd>−{formatMoney(mes.ajustado)}</dd>
          </div>
        ) : context.descuentos.length === 0 ? (
          <div>
            <dt className={classes.quiet}>No existen descuentos</dt>
          </div>
        ) : (
          context.descuentos.map((regla) => (
            <div key={regla.name} data-passed={!inTime || undefined}>
              <dt>
                {regla.name}
                {regla.description === '' ? null : <span className={classes.quiet}> {regla.description}</span>}
              </dt>
              <dd>−{formatMoney(toPesos(percentageOf(month.total, regla.percent)))}</dd>
            </div>
          ))
        )}
        <div>
          <dt>Pagado hasta el momento</dt>
          <dd>
            <AmountButton cargoId={mes.id} amount={mes.pagado} />
          </dd>
        </div>
        <div>
          <dt>Total mantenimiento</dt>
          <dd>
            <b>{formatMoney(toPesos(net))}</b>
          </dd>
        </div>
        <div>
          <dt>Intereses moratorios</dt>
          <dd>
            <AmountButton cargoId={mes.id} amount={mes.deuda_moratoria} />
          </dd>
        </div>
      </dl>
    </details>
  );
}

/** The rest of a long list of debts opens by a click. */
const MONTHS_OPEN = 3;

interface InterestChoice {
  cantidad: number | undefined;
  descuento: Descuento;
}

const ALL_INTEREST: InterestChoice = { cantidad: undefined, descuento: NO_DISCOUNT };

function PaymentPanel({
  context,
  sources,
  onFecha,
  onPaid,
}: {
  context: PayContext;
  sources: PaymentSources;
  onFecha: (fecha: string) => void;
  onPaid: (result: PaymentResult) => void;
}) {
  const first = firstMonthOf(context);
  const lastPending = context.mantenimientos.at(-1) ?? first;
  const [interest, setInterest] = useState(ALL_INTEREST);
  const [configuring, setConfiguring] = useState(false);
  const [key, renewKey] = useIdempotencyKey();
  const form = useKitForm({
    schema,
    initial: {
      fechaPagoReal: today(),
      caja: { id: sources.caja },
      metodoPago: { id: sources.metodo },
      referencia: '',
      noCuenta: '',
      hasta: lastPending ? firstDay(lastPending) : '',
      monto: 0,
    },
    onSubmit: async (values) => {
      const months = payment.months;
      const result = await withBusy(() =>
        call(pagosContract.pay, {
          idempotencyKey: key,
          body: {
            id: context.idLote,
            monto: values.monto,
            range: months.map((month) => ({ date: month.corte })),
            useFondo: values.metodoPago.id === 'fondo',
            referencia: values.referencia,
            metodoPago: values.metodoPago,
            caja: values.caja,
            payMoratorio: chosen.length > 0,
            intereses_moratorios: toPesos(chosen.reduce((sum, entry) => sum + entry.saldo, 0)),
            intereses_moratorios_dcto: toPesos(due.interestTotal),
            apply_descuento: interest.descuento.percent,
            autorizacion: interest.descuento.codigo,
            cantMoratorios: chosen.length,
            fechaPagoReal: values.fechaPagoReal,
            interesesMoratoriosList: due.interest.map(({ entry, neto }) => ({
              id: entry.id,
              montoDcto: toPesos(neto),
              pagado: 0,
              applyDescuento: interest.descuento.percent,
              autorizado: interest.descuento.codigo,
            })),
            noCuenta: values.noCuenta,
          },
        }),
      );
      renewKey();
      onPaid(result);
    },
    onError: (error) => toast.failure(error, PAYMENT_FAILED, 15, { kind: 'error' }),
  });

  const { fechaPagoReal, hasta, monto } = form.values;
  const terms = useMemo(() => termsOf(context), [context]);
  const entries = useMemo(() => context.interesesMoratoriosList.map(payableInterest), [context]);
  const chosen = chosenInterest(entries, fechaPagoReal, interest.cantidad);
  const payment = paymentOf(
    context.mantenimientos.map(payableMonth),
    chosen,
    context.siguiente ? monthOf(context.siguiente) : null,
    terms,
    {
      last: hasta === '' ? { year: 0, mes: 1 } : monthOf(hasta),
      fechaPago: fechaPagoReal,
      cantMoratorios: undefined,
      interestPercent: interest.descuento.percent,
      withInterest: true,
    },
  );
  const due = maintenanceDue(payment);
  const fromFund = form.values.metodoPago.id === 'fondo';

  // A changed date changes which entries count: their discount and code are asked for again.
  useEffect(() => {
    setInterest((before) => (before.descuento.percent > 0 ? { ...before, descuento: NO_DISCOUNT } : before));
    onFecha(fechaPagoReal);
  }, [fechaPagoReal, onFecha]);
  // The amount to settle follows the total until somebody types another.
  const { set } = form;
  useEffect(() => {
    set('monto', toPesos(due.total));
  }, [due.total, set]);

  const montoCentavos: Centavos = typeof monto === 'number' ? Math.round(monto * 100) : 0;
  const over = !fromFund && montoCentavos > due.total;
  return (
    <Panel>
      <KitForm
        form={form}
        plain
        guard={false}
        submitLabel="Pagar"
        disabledReason={
          due.total === 0
            ? 'No hay nada que pagar en el rango elegido'
            : over
              ? 'El monto a saldar es mayor que el total a pagar'
              : undefined
        }
      >
        <PaymentFields
          form={form}
          sources={sources}
          fecha="fechaPagoReal"
          referenciaLabel="Observación"
          metodoLabel="Método pago"
          autoFocus
        />
        {first ? (
          <Fields columns="pairs">
            <p className={classes.readOnly}>
              <span>Desde</span>
              <b>{formatMes(first.mes, first.year)}</b>
            </p>
            <MonthField form={form} name="hasta" label="Hasta" min={firstDay(first)} />
          </Fields>
        ) : null}
        {entries.length > 0 ? (
          <div className={classes.interestBox}>
            <div>
              <h2>Intereses moratorios</h2>
              <p className={classes.quiet}>
                {chosen.length} de {entries.length}
                {interest.descuento.percent > 0 ? ` · descuento ${interest.descuento.percent}%` : ''}
              </p>
            </div>
            <b className={classes.amount}>{formatMoney(toPesos(due.interestTotal))}</b>
            <Button variant="default" size="xs" onClick={() => setConfiguring(true)}>
              configurar
            </Button>
          </div>
        ) : null}
        <dl className={classes.total}>
          <dt>Total a pagar</dt>
          <dd>{formatMoney(toPesos(due.total))}</dd>
        </dl>
        <MoneyField form={form} name="monto" label="Monto a saldar" required />
        <MaintenancePreview
          due={due}
          payment={payment}
          monto={montoCentavos}
          fondo={fromFund ? toCentavos(context.fondo) : null}
        />
      </KitForm>
      {configuring ? (
        <InteresesModal
          entries={context.interesesMoratoriosList
            .filter((entry) => chosenInterest(entries, fechaPagoReal).some(({ id }) => id === entry.id))
            .map(({ id, tiie, saldo }) => ({ id, tiie, saldo: toCentavos(saldo) }))}
          cantidad={chosen.length}
          descuento={interest.descuento}
          onApply={(cantidad, descuento) => setInterest({ cantidad, descuento })}
          onClose={() => setConfiguring(false)}
        />
      ) : null}
    </Panel>
  );
}

export default function PagarMantenimiento() {
  const { id } = useParams({ strict: false }) as { id: string };
  const navigate = useNavigate();
  const [result, setResult] = useState<PaymentResult | null>(null);
  const [fechaPago, setFechaPago] = useState(today);
  const found = useCall(pagosContract.context, { params: { id: Number(id) } });
  const context = found.isFetchedAfterMount ? found.data : undefined;
  const closed = context && closedLoteReason(context.status);
  const nothing =
    context &&
    context.mantenimientos.length === 0 &&
    context.interesesMoratoriosList.length === 0 &&
    !context.siguiente;
  return (
    <Page title="Pagar mantenimiento" back={{ to: `/deudas/${id}`, label: 'Volver a Deudas' }}>
      {found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : !context ? (
        <Skeletons lines={8} />
      ) : (
        <>
          <section className={classes.lote} aria-label={`Lote ${context.referencia}`}>
            <div>
              <p className={classes.name}>{context.asociado || 'Sin asociado'}</p>
              <p className={classes.quiet}>
                <b>{context.referencia}</b> {context.direccion}
              </p>
            </div>
            {context.status === 'inactivo' ? null : (
              <dl>
                <div>
                  <dt>Deuda</dt>
                  <dd data-owed={context.deuda > 0 || undefined}>
                    <SumButton
                      title="Deuda"
                      amount={context.deuda}
                      parts={context.mantenimientos.map((mes) => ({
                        key: mes.id,
                        label: monthTitle(mes),
                        amount: mes.amount,
                      }))}
                    />
                  </dd>
                </div>
                <div>
                  <dt>Intereses moratorios</dt>
                  <dd data-owed={context.deuda_moratoria > 0 || undefined}>
                    <SumButton
                      title="Intereses moratorios"
                      amount={context.deuda_moratoria}
                      parts={context.interesesMoratoriosList.map((entry) => ({
                        key: entry.id,
                        label: `${monthTitle(entry.tiie)}, corte ${formatFecha(entry.fechaCorte)}`,
                        amount: entry.saldo,
                      }))}
                    />
                  </dd>
                </div>
                {context.fondo > 0 ? (
                  <div>
                    <dt>Saldo a favor</dt>
                    <dd>
                      <LoteAmountButton loteId={Number(id)} what="fondo" amount={context.fondo} />
                    </dd>
                  </div>
                ) : null}
              </dl>
            )}
          </section>
          {result ? (
            <PaymentOutcome result={result}>
              <Button variant="default" component={KitLink} to={`/estado-cuenta/${id}`}>
                Estado de cuenta
              </Button>
              <Button
                variant="default"
                onClick={() => {
                  void navigate({ to: '/' });
                }}
              >
                Siguiente lote
              </Button>
            </PaymentOutcome>
          ) : closed ? (
            <EmptyState text={closed} />
          ) : nothing ? (
            <EmptyState text="No existen mantenimientos a pagar." />
          ) : (
            <div className={classes.columns}>
              <div>
                {context.mantenimientos.length === 0 ? (
                  <EmptyState text="No existen mantenimientos a pagar." />
                ) : (
                  context.mantenimientos.map((mes, index) => (
                    <MonthCard
                      key={mes.id}
                      mes={mes}
                      context={context}
                      fechaPago={fechaPago}
                      open={index < MONTHS_OPEN}
                    />
                  ))
                )}
              </div>
              <WithPaymentSources fondo={context.fondo}>
                {(sources) => (
                  <PaymentPanel
                    context={context}
                    sources={sources}
                    onFecha={setFechaPago}
                    onPaid={(paid) => {
                      setResult(paid);
                      void found.refetch();
                    }}
                  />
                )}
              </WithPaymentSources>
            </div>
          )}
        </>
      )}
    </Page>
  );
}
