/** 'Mantenimiento a futuro': paying months ahead, from the month after the last one that exists. */

import { useEffect, useMemo, useState } from 'react';
import { allocateMaintenance, maintenanceDue } from '#core/allocation.ts';
import { toCentavos } from '#core/money.ts';
import { addMonths, dayOfMonth, firstDayOf, monthOf } from '#core/period.ts';
import { settledBy } from '#core/value-date.ts';
import { cobroMantenimientoContract, type FutureContext } from '#libro/mantenimiento/contract.ts';
import { payableMonth, paymentOf, type Terms } from '#libro/mantenimiento/rules.ts';
import { REQUIRED, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { MonthField } from '#platform/web/kit/form/date-fields.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MoneyField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { unusual } from '#platform/web/kit/form/unusual.ts';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { formatMes } from '#ui/format.ts';
import { NOTHING_PAID, type PaymentResult, paysSomething } from '../contract.ts';
import classes from './libro.module.css';
import { MAINTENANCE_FAILED, maintenanceFields } from './maintenance-form.ts';
import { MaintenancePreview } from './maintenance-preview.tsx';
import { bookingRefusal, PaymentFields } from './PaymentFields.tsx';
import { type PaymentSources, WithPaymentSources } from './payment-sources.tsx';
import { lacksDateCode, TakenByDate, takenOn } from './TakenByDate.tsx';
import { useMonto } from './useMonto.ts';

const schema = z
  .object({ ...maintenanceFields, hasta: z.string().min(1, REQUIRED) })
  .refine(paysSomething, NOTHING_PAID);

interface FuturoProps {
  loteId: number;
  onPaid: (result: PaymentResult) => void;
  onClose: () => void;
}

export function MantenimientoFuturo(props: FuturoProps) {
  const found = useCall(cobroMantenimientoContract.future, { params: { id: props.loteId } });
  return (
    <FormModal title="Mantenimiento a futuro" onClose={props.onClose} width="34rem">
      {found.isError ? (
        <ErrorPanel message={messageOf(found.error, SERVER_ERROR_RETRY)} onRetry={() => void found.refetch()} />
      ) : found.data && found.isFetchedAfterMount ? (
        <WithPaymentSources fondo={found.data.fondo}>
          {(sources) => <FuturoForm {...props} context={found.data} sources={sources} />}
        </WithPaymentSources>
      ) : (
        <Skeletons lines={6} />
      )}
    </FormModal>
  );
}

function FuturoForm({
  loteId,
  onPaid,
  onClose,
  context,
  sources,
}: FuturoProps & { context: FutureContext; sources: PaymentSources }) {
  const [last] = useState(() => monthOf(context.fechaUltimoMtto));
  const next = addMonths(last, 1);
  const form = useKitForm({
    schema,
    initial: {
      fechaPagoReal: today(),
      caja: { id: sources.caja },
      metodoPago: { id: sources.metodo },
      referencia: '',
      noCuenta: '',
      hasta: firstDayOf(next),
      autorizacionFecha: '',
      monto: 0,
    },
    draft: `futuro ${loteId}`,
    onSubmit: async (values, idempotencyKey) => {
      const result = await withBusy(() =>
        call(cobroMantenimientoContract.pay, {
          idempotencyKey,
          body: {
            id: loteId,
            monto: values.monto,
            range: payment.months.map((month) => ({ date: dayOfMonth(month, context.diaCorte) })),
            moratorio: 0,
            apply_descuento: 0,
            autorizacion: '',
            useFondo: values.metodoPago.id === 'fondo',
            referencia: values.referencia,
            metodoPago: values.metodoPago,
            caja: values.caja,
            fechaPagoReal: values.fechaPagoReal,
            noCuenta: values.noCuenta,
            autorizacionFecha: values.autorizacionFecha,
          },
        }),
      );
      onPaid(result);
    },
    onError: (error) => toast.failure(error, MAINTENANCE_FAILED, 15, { kind: 'error' }),
  });

  const { fechaPagoReal, hasta, metodoPago } = form.values;
  const { set } = form;
  useEffect(() => {
    if (fechaPagoReal === '' || fechaPagoReal > today()) set('fechaPagoReal', today());
  }, [fechaPagoReal, set]);
  const terms = useMemo(
    (): Terms => ({
      cuota: toCentavos(context.cuota),
      diaCorte: context.diaCorte,
      rules: context.reglasDescuentosList.map((regla) => regla.percent),
      especial: context.descuento,
    }),
    [context],
  );
  const payment = paymentOf(context.mantenimientos.map(payableMonth), [], next, terms, {
    last: hasta === '' ? last : monthOf(hasta),
    fechaPago: fechaPagoReal,
    interestPercent: 0,
    withInterest: false,
  });
  const due = maintenanceDue(payment);
  const monto = useMonto(form, 'monto', due, metodoPago.id === 'fondo' ? toCentavos(context.fondo) : null);
  const byDate = takenOn(
    fechaPagoReal || today(),
    settledBy(allocateMaintenance(due, payment, Math.min(monto.taken, due.total))),
    context.porFecha,
  );
  return (
    <KitForm
      form={form}
      plain
      onCancel={onClose}
      submitLabel="Pagar"
      disabledReason={
        due.total === 0
          ? 'Elija hasta qué mes se paga'
          : monto.over
            ? 'El monto es mayor que el total de los meses elegidos'
            : (bookingRefusal(form, sources, 'fechaPagoReal') ?? lacksDateCode(byDate, form.values.autorizacionFecha))
      }
    >
      <PaymentFields
        form={form}
        sources={sources}
        fecha="fechaPagoReal"
        fechaLabel="Fecha Pago"
        referenciaLabel="Observación"
        takesFuture
        autoFocus
      />
      <Fields columns={2}>
        <p className={classes.readOnly}>
          <span>Desde</span>
          <b>{formatMes(last.mes, last.year)}</b>
        </p>
        <MonthField form={form} name="hasta" label="Hasta" required min={firstDayOf(last)} />
        <MoneyField
          form={form}
          name="monto"
          label="Pagar"
          required
          warning={unusual(form.values.monto, { amount: context.cuota, what: 'la cuota de un mes', before: 'cobrar' })}
          disabledReason={monto.fixedReason}
          onLeave={monto.settle}
        />
      </Fields>
      <TakenByDate form={form} name="autorizacionFecha" taken={byDate} />
      <MaintenancePreview due={due} payment={payment} taken={monto.taken} />
    </KitForm>
  );
}
