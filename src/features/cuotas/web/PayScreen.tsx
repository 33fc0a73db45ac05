/** The frame of a payment screen: the charge at the left, the payment at the right; afterwards what came of it, above. */
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type * as z from 'zod';
import type { PagoEnHistorial, PaymentResult } from '#libro/contract.ts';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { LoteAmountButton } from '#libro/web/ExplicacionLote.tsx';
import { OtrosAdeudos, VerDeudas } from '#libro/web/OtrosAdeudos.tsx';
import { PaymentHistory } from '#libro/web/PaymentHistory.tsx';
import { PaymentOutcome } from '#libro/web/PaymentOutcome.tsx';
import { type PaymentSources, WithPaymentSources } from '#libro/web/payment-sources.tsx';
import type { idParams } from '#platform/codecs.ts';
import type { CallInput, Endpoint, Value } from '#platform/endpoint.ts';
import { type Fact, Facts } from '#platform/web/kit/facts.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall, useOpened } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import type { CargoExtraordinaria, CargoInicial } from '../contract.ts';
import classes from './cuotas.module.css';

/** What every charge of a fee carries. */
export type CargoComun = Pick<
  CargoExtraordinaria,
  'id' | 'createAt' | 'status' | 'monto' | 'saldo' | 'ajustado' | 'lote' | 'fondo'
>;

/** Where the arrow leads while the charge is not known, or where there is none. */
export const HOME = { to: '/', label: 'Volver al inicio' };

export interface ChargeAndPaymentProps {
  loteId: number;
  /** In pesos. */
  fondo: number;
  detail: ReactNode;
  form: (sources: PaymentSources, onPaid: (result: PaymentResult) => void) => ReactNode;
  /** After a payment: reads the charge again. */
  onPaid: () => void;
}

export function ChargeAndPayment({ loteId, fondo, detail, form, onPaid }: ChargeAndPaymentProps) {
  const [result, setResult] = useState<PaymentResult | null>(null);
  if (result) {
    return (
      <div className={classes.stack}>
        <PaymentOutcome result={result}>
          <Button variant="default" component={KitLink} to={`/deudas/${loteId}`}>
            Deudas
          </Button>
          <Button variant="default" component={KitLink} to={`/estado-cuenta/${loteId}`}>
            Estado de cuenta
          </Button>
        </PaymentOutcome>
        <div>{detail}</div>
      </div>
    );
  }
  return (
    <div className={classes.columns}>
      <div>{detail}</div>
      <WithPaymentSources fondo={fondo}>
        {(sources) =>
          form(sources, (paid) => {
            setResult(paid);
            onPaid();
          })
        }
      </WithPaymentSources>
    </div>
  );
}

type ChargeEndpoint = Endpoint<typeof idParams, z.ZodType, z.ZodType, z.ZodType<CargoComun>>;

export interface PayPageProps<E> {
  title: string;
  /** Reads the charge. */
  endpoint: E;
  detail: (cargo: Value<E>) => ReactNode;
  form: (cargo: Value<E>, sources: PaymentSources, onPaid: (result: PaymentResult) => void) => ReactNode;
}

/** The screen of the payment of one charge, which the address names. */
export function PayPage<E extends ChargeEndpoint>({ title, endpoint, detail, form }: PayPageProps<E>) {
  const { id } = useParams({ strict: false }) as { id: string };
  const found = useCall(endpoint, { params: { id: Number(id) } } as CallInput<E>) as UseQueryResult<
    Value<E> & CargoComun
  >;
  // What was paid stays told whatever becomes of reading the charge again.
  const cargo = useOpened(found, id) ? found.data : undefined;
  return (
    <Page title={title} back={cargo ? { to: `/deudas/${cargo.lote.id}`, label: 'Atrás' } : HOME}>
      {found.isError && !cargo ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : !cargo ? (
        <Skeletons lines={8} />
      ) : (
        <ChargeAndPayment
          key={id}
          loteId={cargo.lote.id}
          fondo={cargo.fondo}
          onPaid={() => void found.refetch()}
          detail={detail(cargo)}
          form={(sources, onPaid) => form(cargo, sources, onPaid)}
        />
      )}
    </Page>
  );
}

/** 'Detalle de pago': what the charge is, what is owed of it, what was paid. */
export function DetallePanel({
  cargo,
  nombre,
  descripcion,
  pagos,
  withTime = true,
  interest = { owed: 0, entries: [] },
}: {
  cargo: CargoComun;
  nombre?: string;
  descripcion?: string;
  pagos: readonly PagoEnHistorial[];
  /** Whether the history shows the instants of posting; else the dates of payment. */
  withTime?: boolean;
  /** The charge's late interest that is owed, in pesos. */
  interest?: { owed: number; entries: CargoInicial['interesesMoratoriosList'] };
}) {
  const { lote } = cargo;
  const facts: Fact[] = [
    ...(nombre === undefined ? [] : [{ label: 'Cuota', value: nombre }]),
    { label: 'Lote', value: `${lote.referencia} · ${lote.asociado || 'Sin asociado'}` },
    { label: 'Dirección', value: lote.direccion },
    { label: 'Fecha creada', value: formatFecha(cargo.createAt) },
    ...(descripcion === undefined ? [] : [{ label: 'Descripción', value: descripcion }]),
    { label: 'Estado pago', value: <ChargeStatus status={cargo.status} /> },
    { label: 'Total', value: <AmountButton cargoId={cargo.id} que="monto" amount={cargo.monto} /> },
    ...(cargo.ajustado > 0
      ? [
          {
            label: 'Descuentos y cancelaciones',
            value: <AmountButton cargoId={cargo.id} que="ajustado" amount={cargo.ajustado} />,
          },
        ]
      : []),
    { label: 'Por pagar', value: <AmountButton cargoId={cargo.id} que="saldo" amount={cargo.saldo} /> },
    ...(interest.owed > 0
      ? [
          {
            label: 'Intereses moratorios',
            value: <AmountButton cargoId={cargo.id} que="interes" amount={interest.owed} />,
          },
        ]
      : []),
    {
      label: 'Otros adeudos del lote',
      value: (
        <>
          <OtrosAdeudos loteId={lote.id} deuda={lote.deuda} shown={[cargo, ...interest.entries]} />{' '}
          <VerDeudas loteId={lote.id} />
        </>
      ),
    },
    ...(cargo.fondo > 0
      ? [
          {
            label: 'Saldo a favor',
            value: <LoteAmountButton loteId={lote.id} what="fondo" amount={cargo.fondo} />,
          },
        ]
      : []),
  ];
  return (
    <Panel title="Detalle de pago">
      <div className={classes.detail}>
        <Facts items={facts} />
        <PaymentHistory pagos={pagos} withTime={withTime} />
      </div>
    </Panel>
  );
}
