/** What the screens that pay an extraordinary, an initial and a project-review fee tell of their charge. */
import { toCentavos } from '#core/money.ts';
import type { PagoEnHistorial, PaymentResult } from '#libro/contract.ts';
import { closedLoteReason } from '#libro/rules.ts';
import type { Desk } from '#libro/web/CashDesk.tsx';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { PAYMENT_FAILED, type PaymentValues, reckonCharge, tenderOf } from '#libro/web/cobro.ts';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { LoteAmountButton } from '#libro/web/ExplicacionLote.tsx';
import { OtrosAdeudosLine } from '#libro/web/OtrosAdeudos.tsx';
import { PaymentHistory } from '#libro/web/PaymentHistory.tsx';
import { type Fact, Facts } from '#platform/web/kit/facts.tsx';
import { Panel } from '#platform/web/kit/page.tsx';
import { formatFecha } from '#ui/format.ts';
import type { CargoExtraordinaria, CargoInicial } from '../contract.ts';
import classes from './cuotas.module.css';

/** What every charge of a fee carries. */
export type CargoComun = Pick<
  CargoExtraordinaria,
  'id' | 'createAt' | 'status' | 'monto' | 'saldo' | 'ajustado' | 'lote' | 'fondo'
>;

/** What the desk says of every fee alike. */
export function commonCobro({ fondo }: Pick<CargoComun, 'fondo'>) {
  return {
    fondo,
    labels: { monto: 'Monto a pagar', referenciaLabel: 'Referencia' },
    failed: PAYMENT_FAILED,
  } as const;
}

/** Why nothing can be paid of a charge: the lot is closed, or nothing is owed. */
export function refusalOf({ lote, status }: CargoComun, owes: boolean): string | undefined {
  return closedLoteReason(lote.status) ?? (owes ? undefined : `El cargo está ${status}`);
}

/** What the calls that pay a fee are sent alike. */
export function handedOver(values: PaymentValues) {
  return { id: '' as const, ...tenderOf(values), fechaPago: values.fechaPago, pagado: values.monto };
}

/** A fee without interest or discount: what is owed is its balance, whenever it is paid. */
export function balanceDesk(
  cargo: CargoComun,
  concepto: string,
  pay: (sent: ReturnType<typeof handedOver>, idempotencyKey: string) => Promise<PaymentResult>,
): Omit<Desk, 'detail'> {
  const owed = { cargoId: cargo.id, concepto, saldo: toCentavos(cargo.saldo) };
  return {
    loteId: cargo.lote.id,
    owes: cargo.saldo > 0,
    cobro: {
      ...commonCobro(cargo),
      reckon: (chosen) => reckonCharge(owed, chosen),
      refusal: () => refusalOf(cargo, cargo.saldo > 0),
      book: (values, _reckoned, idempotencyKey) => pay(handedOver(values), idempotencyKey),
    },
  };
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
      value: <OtrosAdeudosLine loteId={lote.id} deuda={lote.deuda} shown={[cargo, ...interest.entries]} />,
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
