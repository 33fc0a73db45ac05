/** Paying maintenance: the months that are owed at the left, the payment at the right, always in figures before it is made. */

import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { allocateMaintenance, chosenInterest, maintenanceDue } from '#core/allocation.ts';
import { displacedDiscount, promptDiscountOn } from '#core/discount.ts';
import { type Centavos, percentageOf, toCentavos, toPesos } from '#core/money.ts';
import { dayOfMonth, firstDayOf, isOverdueMonth, type Month, monthOf, monthRange, monthTitle } from '#core/period.ts';
import { settledBy } from '#core/value-date.ts';
import { NOTHING_PAID, type PaymentResult, paysSomething } from '#libro/contract.ts';
import { cobroMantenimientoContract, type MesPendiente, type PayContext } from '#libro/mantenimiento/contract.ts';
import { payableInterest, payableMonth, paymentOf, type Terms } from '#libro/mantenimiento/rules.ts';
import { closedLoteReason } from '#libro/rules.ts';
import { choiceField, DiscountNote, NO_CHOICE, NO_DISCOUNT } from '#libro/web/Descuento.tsx';
import { interestParts, owedInterestParts, percentParts, totalParts } from '#libro/web/due-parts.ts';
import { AmountButton, SumButton } from '#libro/web/Explicacion.tsx';
import { InteresesModal } from '#libro/web/InteresesModal.tsx';
import { LotHeader } from '#libro/web/LotHeader.tsx';
import { MAINTENANCE_FAILED, maintenanceFields } from '#libro/web/maintenance-form.ts';
import { MaintenancePreview } from '#libro/web/maintenance-preview.tsx';
import { OtrosAdeudos, VerDeudas } from '#libro/web/OtrosAdeudos.tsx';
import { bookingRefusal, PaymentFields } from '#libro/web/PaymentFields.tsx';
import { PaymentOutcome } from '#libro/web/PaymentOutcome.tsx';
import { type PaymentSources, WithPaymentSources } from '#libro/web/payment-sources.tsx';
import { lacksDateCode, TakenByDate, takenOn } from '#libro/web/TakenByDate.tsx';
import { useMonto } from '#libro/web/useMonto.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { MonthField } from '#platform/web/kit/form/date-fields.tsx';
import { MoneyField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { type Usual, unusual } from '#platform/web/kit/form/unusual.ts';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { EmptyState, Notice, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall, useOpened } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { formatFecha, formatMes, formatMoney } from '#ui/format.ts';
import classes from './pagos.module.css';

/** A lot that owes interest alone has no months to choose from. */
const schema = z
  .object({ ...maintenanceFields, hasta: z.string(), intereses: choiceField })
  .refine(paysSomething, NOTHING_PAID);

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

const displacedWords = (verb: string, descuento: Centavos): string =>
  `${verb} dinero de fecha posterior: un pago de esta fecha no gana ${formatMoney(toPesos(descuento))} de pronto pago. Para que los gane, cancele ese pago, registre éste y capture aquél de nuevo`;

/** Months that are closed already, by money dated after what is being paid. */
function ClosedByLater({ context, fechaPago }: { context: PayContext; fechaPago: string }) {
  const percents = context.descuentos.map((regla) => regla.percent);
  const displaced = context.pagadosDespues.flatMap((mes) => {
    const month = payableMonth(mes);
    const descuento = displacedDiscount(month, fechaPago, percents, month.total);
    return descuento > 0 ? [{ mes, descuento }] : [];
  });
  return displaced.map(({ mes, descuento }) => (
    <Notice key={mes.id}>{displacedWords(`${monthTitle(mes)} se pagó con`, descuento)}</Notice>
  ));
}

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
  const percents = context.descuentos.map((regla) => regla.percent);
  const grants = promptDiscountOn(month, fechaPago, percents);
  const displaced = displacedDiscount(month, fechaPago, percents, month.total);
  const net = Math.max(0, month.total - month.pagado - month.ajustado - grants);
  const netButton = (
    <SumButton
      title={`Total mantenimiento ${monthTitle(mes)}`}
      amount={toPesos(net)}
      parts={[
        { key: 'total', label: 'Mantenimiento', amount: mes.total, cargoId: mes.id },
        ...(mes.pagado > 0
          ? [{ key: 'pagado', label: 'Pagado hasta el momento', amount: -mes.pagado, cargoId: mes.id }]
          : []),
        ...(mes.ajustado > 0
          ? [{ key: 'ajustado', label: 'Descuentos y condonaciones', amount: -mes.ajustado, cargoId: mes.id }]
          : []),
        ...(grants > 0 ? [{ key: 'pronto', label: 'Descuento por pronto pago', amount: -toPesos(grants) }] : []),
      ]}
    />
  );
  return (
    <div className={classes.month} data-overdue={isOverdueMonth(mes.fechaCorte, today()) || undefined}>
      <details open={open}>
        <summary>
          {monthTitle(mes)} <span className={classes.quiet}>Fecha corte: {formatFecha(mes.fechaCorte)}</span>
        </summary>
        <dl>
          <div>
            <dt>Mantenimiento</dt>
            <dd>
              <AmountButton cargoId={mes.id} que="monto" amount={mes.total} />
            </dd>
          </div>
          {mes.excluido ? (
            <div>
              <dt>
                {context.discount === null
                  ? 'Descuentos y condonaciones'
                  : `Descuento especial del lote (${context.discount}%)`}
              </dt>
              <dd>
                −<AmountButton cargoId={mes.id} que="ajustado" amount={mes.ajustado} />
              </dd>
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
                <dd>
                  −
                  <SumButton
                    title={regla.name}
                    struck={!inTime}
                    amount={toPesos(percentageOf(month.total, regla.percent))}
                    parts={percentParts(mes.id, regla.percent, month.total, percentageOf(month.total, regla.percent))}
                  />
                </dd>
              </div>
            ))
          )}
          <div>
            <dt>Pagado hasta el momento</dt>
            <dd>
              <AmountButton cargoId={mes.id} que="pagado" amount={mes.pagado} />
            </dd>
          </div>
          {displaced > 0 ? (
            <div>
              <dt className={classes.quiet}>{displacedWords('Ya recibió', displaced)}</dt>
            </div>
          ) : null}
          <div>
            <dt>Total mantenimiento</dt>
            <dd>
              <b>{netButton}</b>
            </dd>
          </div>
          <div>
            <dt>Intereses moratorios</dt>
            <dd>
              <AmountButton cargoId={mes.id} que="interes" amount={mes.deuda_moratoria} />
            </dd>
          </div>
        </dl>
      </details>
      {/* Beside the summary, which is a button by itself and holds no other. */}
      <b className={classes.monthNet}>{netButton}</b>
    </div>
  );
}

/** The rest of a long list of debts opens by a click. */
const MONTHS_OPEN = 3;

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
  // What is asked for is what is owed: months to come are paid by choice alone.
  const lastPending = context.mantenimientos.at(-1);
  const [configuring, setConfiguring] = useState(false);
  const form = useKitForm({
    schema,
    initial: {
      fechaPagoReal: today(),
      caja: { id: sources.caja },
      metodoPago: { id: sources.metodo },
      referencia: '',
      noCuenta: '',
      hasta: lastPending ? firstDayOf(lastPending) : '',
      autorizacionFecha: '',
      monto: 0,
      intereses: NO_CHOICE,
    },
    draft: 'pago',
    onSubmit: async (values, idempotencyKey) => {
      const result = await withBusy(() =>
        call(cobroMantenimientoContract.pay, {
          idempotencyKey,
          body: {
            id: context.idLote,
            monto: values.monto,
            range:
              first && values.hasta !== ''
                ? monthRange(first, monthOf(values.hasta)).map((month) => ({
                    date: dayOfMonth(month, context.diaCorte),
                  }))
                : [],
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
            autorizacionFecha: values.autorizacionFecha,
          },
        }),
      );
      onPaid(result);
    },
    onError: (error) => toast.failure(error, MAINTENANCE_FAILED, 15, { kind: 'error' }),
  });

  const { hasta, intereses: interest } = form.values;
  // An emptied date is asked for again; meanwhile the figures are today's, not those of a payment before every cut-off.
  const fechaPagoReal = form.values.fechaPagoReal || today();
  const terms = useMemo(() => termsOf(context), [context]);
  const entries = useMemo(
    () => context.interesesMoratoriosList.map((entry) => ({ ...payableInterest(entry), tiie: entry.tiie })),
    [context],
  );
  const chosen = chosenInterest(entries, fechaPagoReal, interest.cantidad ?? undefined);
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
  const fondo = form.values.metodoPago.id === 'fondo' ? toCentavos(context.fondo) : null;

  // A changed date changes which entries count: their discount and code are asked for again.
  const { set } = form;
  const stale = interest.fecha !== fechaPagoReal && interest.descuento.percent > 0;
  useEffect(() => {
    if (stale) set('intereses', { ...interest, descuento: NO_DISCOUNT });
  }, [stale, interest, set]);
  useEffect(() => onFecha(fechaPagoReal), [fechaPagoReal, onFecha]);
  const monto = useMonto(form, 'monto', due, fondo);
  const owed = toPesos(toCentavos(context.deuda) + toCentavos(context.deuda_moratoria));
  const usual: Usual =
    owed > 0
      ? { amount: owed, what: 'lo que debe', before: 'cobrar' }
      : { amount: context.cuota, what: 'la cuota de un mes', before: 'cobrar' };
  const byDate = takenOn(
    fechaPagoReal,
    settledBy(allocateMaintenance(due, payment, Math.min(monto.taken, due.total))),
    context.porFecha,
  );
  return (
    <Panel>
      <KitForm
        form={form}
        plain
        submitLabel="Pagar"
        disabledReason={
          due.total === 0
            ? lastPending || hasta !== ''
              ? 'No hay nada que pagar en el rango elegido'
              : 'El lote no debe mantenimiento. Para pagar por adelantado elija hasta qué mes'
            : monto.over
              ? 'El monto a saldar es mayor que el total a pagar'
              : (bookingRefusal(form, sources, 'fechaPagoReal') ?? lacksDateCode(byDate, form.values.autorizacionFecha))
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
            <MonthField form={form} name="hasta" label="Hasta" min={firstDayOf(first)} />
            {lastPending ? null : (
              <FullWidth>
                <p className={classes.quiet}>
                  No debe ningún mes. Si quiere pagar por adelantado, elija hasta cuál; si no, deje «Hasta» vacío.
                </p>
              </FullWidth>
            )}
          </Fields>
        ) : null}
        {entries.length > 0 ? (
          <div className={classes.interestBox}>
            <div>
              <h2>Intereses moratorios</h2>
              <p className={classes.quiet}>
                {chosen.length} de {entries.length}
                <DiscountNote descuento={interest.descuento} />
              </p>
            </div>
            <b className={classes.amount}>
              <SumButton
                title="Intereses moratorios a pagar"
                amount={toPesos(due.interestTotal)}
                parts={interestParts(due.interest)}
              />
            </b>
            <Button variant="default" size="xs" onClick={() => setConfiguring(true)}>
              configurar
            </Button>
          </div>
        ) : null}
        <dl className={classes.total}>
          <dt>Total a pagar</dt>
          <dd>
            <SumButton title="Total a pagar" amount={toPesos(due.total)} parts={totalParts(due)} />
          </dd>
        </dl>
        <MoneyField
          form={form}
          name="monto"
          label="Monto a saldar"
          required
          warning={unusual(form.values.monto, usual)}
          disabledReason={monto.fixedReason}
          onLeave={monto.settle}
        />
        <TakenByDate form={form} name="autorizacionFecha" taken={byDate} />
        <MaintenancePreview due={due} payment={payment} taken={monto.taken} />
      </KitForm>
      {configuring ? (
        <InteresesModal
          entries={chosenInterest(entries, fechaPagoReal)}
          cantidad={chosen.length}
          descuento={interest.descuento}
          onApply={(cantidad, descuento) => form.set('intereses', { fecha: fechaPagoReal, cantidad, descuento })}
          onClose={() => setConfiguring(false)}
        />
      ) : null}
    </Panel>
  );
}

/** What the lot owes of its months, in place of its totals, and what that leaves out. */
function Debts({ context }: { context: PayContext }) {
  return (
    <>
      <div>
        <dt>
          <span>Deuda</span>
          <small>Mantenimientos por pagar</small>
        </dt>
        <dd data-owed={context.deuda > 0 || undefined}>
          <SumButton
            title="Mantenimientos por pagar"
            amount={context.deuda}
            parts={context.mantenimientos.map((mes) => ({
              key: mes.id,
              label: monthTitle(mes),
              amount: mes.amount,
              cargoId: mes.id,
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
            parts={owedInterestParts(context.interesesMoratoriosList)}
          />
        </dd>
      </div>
      <div>
        <dt>
          <span>Otros adeudos</span>
          <small>
            <VerDeudas loteId={context.idLote} />
          </small>
        </dt>
        <dd>
          <OtrosAdeudos
            loteId={context.idLote}
            deuda={context.header.deuda}
            shown={[
              ...context.mantenimientos.map(({ id, amount }) => ({ id, saldo: amount })),
              ...context.interesesMoratoriosList,
            ]}
          />
        </dd>
      </div>
    </>
  );
}

export default function PagarMantenimiento() {
  const { id } = useParams({ strict: false }) as { id: string };
  const [result, setResult] = useState<PaymentResult | null>(null);
  const [fechaPago, setFechaPago] = useState(today);
  const found = useCall(cobroMantenimientoContract.context, { params: { id: Number(id) } });
  // What was paid stays told whatever becomes of reading the lot again.
  const context = useOpened(found, id) ? found.data : undefined;
  const closed = context && closedLoteReason(context.status);
  const nothing =
    context &&
    context.mantenimientos.length === 0 &&
    context.interesesMoratoriosList.length === 0 &&
    !context.siguiente;
  return (
    <Page title="Pagar mantenimiento" back={{ to: `/deudas/${id}`, label: 'Volver a Deudas' }}>
      {found.isError && !context ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : !context ? (
        <Skeletons lines={8} />
      ) : (
        <>
          <LotHeader lote={context.header} debts={<Debts context={context} />} />
          {result ? (
            <PaymentOutcome result={result}>
              <Button variant="default" component={KitLink} to={`/estado-cuenta/${id}`}>
                Estado de cuenta
              </Button>
            </PaymentOutcome>
          ) : closed ? (
            <EmptyState text={closed} />
          ) : nothing ? (
            <EmptyState text="No existen mantenimientos a pagar." />
          ) : (
            <div className={classes.columns}>
              <div>
                <ClosedByLater context={context} fechaPago={fechaPago} />
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
