/** Paying maintenance: the months that are owed at the left, the payment at the right, always in figures before it is made. */
import { type ReactNode, useId, useState } from 'react';
import { displacedDiscount, promptDiscountOn } from '#core/discount.ts';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, percentageOf, sumPesos, toCentavos, toPesos } from '#core/money.ts';
import { firstDayOf, isOverdueMonth, monthOf, monthTitle } from '#core/period.ts';
import type { Debt } from '#core/settlement.ts';
import { debtsOf } from '#libro/adeudos/rules.ts';
import type { Renglon } from '#libro/explicacion/rules.ts';
import { cobroMantenimientoContract, type MesPendiente, type PayContext } from '#libro/mantenimiento/contract.ts';
import { payableInterest, payableMonth } from '#libro/mantenimiento/rules.ts';
import { closedLoteReason } from '#libro/rules.ts';
import { CashDesk, type Desk } from '#libro/web/CashDesk.tsx';
import type { Cobro, PaymentValues, Reckoning } from '#libro/web/cobro.ts';
import { owedInterestParts, percentParts } from '#libro/web/due-parts.ts';
import { AmountButton, SumButton } from '#libro/web/Explicacion.tsx';
import { LotHeader } from '#libro/web/LotHeader.tsx';
import {
  MAINTENANCE_FAILED,
  type Meses,
  payMaintenance,
  reckonMaintenance,
  termsOf,
} from '#libro/web/mantenimiento.ts';
import { OtrosAdeudosLine } from '#libro/web/OtrosAdeudos.tsx';
import { QueSi } from '#libro/web/QueSi.tsx';
import { EmptyState, Notice } from '#platform/web/kit/page.tsx';
import ledger from '#platform/web/kit/table/ledger.module.css';
import { today } from '#platform/web/kit/today.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import classes from './pagos.module.css';

const NO_MONTHS = 'No existen mantenimientos a pagar.';

const displacedWords = (verb: string, descuento: Centavos): string =>
  `${verb} dinero de fecha posterior: un pago de esta fecha no gana ${formatMoney(toPesos(descuento))} de pronto pago. Para que los gane, cancele ese pago, registre éste y capture aquél de nuevo`;

const percentsOf = ({ descuentos }: PayContext) => descuentos.map((regla) => regla.percent);

/** Months that are closed already, by money dated after what is being paid. */
function ClosedByLater({ context, fechaPago }: { context: PayContext; fechaPago: Fecha }) {
  const displaced = context.pagadosDespues.flatMap((mes) => {
    const month = payableMonth(mes);
    const descuento = displacedDiscount(month, fechaPago, percentsOf(context), month.total);
    return descuento > 0 ? [{ mes, descuento }] : [];
  });
  return displaced.map(({ mes, descuento }) => (
    <Notice key={mes.id}>{displacedWords(`${monthTitle(mes)} se pagó con`, descuento)}</Notice>
  ));
}

interface MonthProps {
  mes: MesPendiente;
  context: PayContext;
  fechaPago: Fecha;
}

function Row({ label, passed, children }: { label: ReactNode; passed?: boolean; children?: ReactNode }) {
  return (
    <div data-passed={passed || undefined}>
      <dt>{label}</dt>
      {children === undefined ? null : <dd>{children}</dd>}
    </div>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => <span className="kit-quiet">{children}</span>;

/** What is taken off a month: its special percentage, or the rules, struck through once they are out of reach. */
function Discounts({ mes, context, fechaPago }: MonthProps) {
  const total = toCentavos(mes.total);
  if (mes.excluido) {
    const special = `Descuento especial del lote (${context.discount}%)`;
    return (
      <Row label={context.discount === null ? 'Descuentos y condonaciones' : special}>
        −<AmountButton cargoId={mes.id} que="ajustado" amount={mes.ajustado} />
      </Row>
    );
  }
  if (context.descuentos.length === 0) return <Row label={<Quiet>No existen descuentos</Quiet>} />;
  const passed = fechaPago > mes.fechaCorte;
  return context.descuentos.map(({ name, description, percent }) => {
    const off = percentageOf(total, percent);
    const label = (
      <>
        {name}
        {description === '' ? null : <Quiet> {description}</Quiet>}
      </>
    );
    return (
      <Row key={name} label={label} passed={passed}>
        −
        <SumButton
          title={name}
          struck={passed}
          amount={toPesos(off)}
          parts={percentParts(mes.id, percent, total, off)}
        />
      </Row>
    );
  });
}

/** What is left to pay of a month on this date. */
function MonthNet({ mes, context, fechaPago }: MonthProps) {
  const month = payableMonth(mes);
  const grants = promptDiscountOn(month, fechaPago, percentsOf(context));
  const less = (key: string, label: string, amount: number) =>
    amount > 0 ? [{ key, label, amount: -amount, cargoId: mes.id }] : [];
  return (
    <SumButton
      title={`Total mantenimiento ${monthTitle(mes)}`}
      amount={toPesos(netOf(mes, context, fechaPago))}
      parts={[
        { key: 'total', label: 'Mantenimiento', amount: mes.total, cargoId: mes.id },
        ...less('pagado', 'Pagado hasta el momento', mes.pagado),
        ...less('ajustado', 'Descuentos y condonaciones', mes.ajustado),
        ...(grants > 0 ? [{ key: 'pronto', label: 'Descuento por pronto pago', amount: -toPesos(grants) }] : []),
      ]}
    />
  );
}

/** What is left to pay of a month and of its late interest. */
function MonthTotal(props: MonthProps) {
  const { mes, context, fechaPago } = props;
  const parts = [
    { key: 'neto', label: 'Total mantenimiento', amount: toPesos(netOf(mes, context, fechaPago)), cargoId: mes.id },
    { key: 'interes', label: 'Intereses moratorios', amount: mes.deuda_moratoria },
  ];
  return <Total title={`Total ${monthTitle(mes)}`} parts={parts} />;
}

function Total({ title, parts }: { title: string; parts: readonly Renglon[] }) {
  return <SumButton title={title} amount={sumPesos(parts, ({ amount }) => amount)} parts={parts} />;
}

/** What a month says once it is opened: discounts, what was paid, what is left. */
function MonthFacts(props: MonthProps) {
  const { mes, context, fechaPago } = props;
  const month = payableMonth(mes);
  const displaced = displacedDiscount(month, fechaPago, percentsOf(context), month.total);
  return (
    <dl>
      <Row label="Mantenimiento">
        <AmountButton cargoId={mes.id} que="monto" amount={mes.total} />
      </Row>
      <Discounts {...props} />
      <Row label="Pagado hasta el momento">
        <AmountButton cargoId={mes.id} que="pagado" amount={mes.pagado} />
      </Row>
      {displaced > 0 ? <Row label={<Quiet>{displacedWords('Ya recibió', displaced)}</Quiet>} /> : null}
      <Row label="Total mantenimiento">
        <MonthNet {...props} />
      </Row>
      <Row label="Intereses moratorios">
        <AmountButton cargoId={mes.id} que="interes" amount={mes.deuda_moratoria} />
      </Row>
    </dl>
  );
}

/** One pending month on one line; what it is made of opens under it. */
function MonthRow(props: MonthProps) {
  const { mes, context, fechaPago } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const month = payableMonth(mes);
  const pronto = promptDiscountOn(month, fechaPago, percentsOf(context));
  const off = pronto + toCentavos(mes.ajustado);
  const title = monthTitle(mes);
  return (
    <>
      <tr className={classes.month} data-overdue={isOverdueMonth(mes.fechaCorte, today()) || undefined}>
        <th scope="row">
          <button
            type="button"
            className={ledger.fold}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {title}
          </button>
        </th>
        <td data-name="Vence ">
          <span className="kit-hidden">Fecha corte: </span>
          {formatFecha(mes.fechaCorte)}
        </td>
        <td data-name="Descuento " data-zero={off === 0 || undefined}>
          {off === 0 ? (
            '—'
          ) : (
            <SumButton
              title={`Descuento de ${title}`}
              amount={toPesos(-off)}
              parts={[
                { key: 'ajustado', label: 'Descuentos y condonaciones', amount: -mes.ajustado, cargoId: mes.id },
                { key: 'pronto', label: 'Descuento por pronto pago', amount: toPesos(-pronto) },
              ].filter(({ amount }) => amount !== 0)}
            />
          )}
        </td>
        <td>
          <MonthNet {...props} />
        </td>
        <td data-name="Interés " data-zero={mes.deuda_moratoria === 0 || undefined}>
          <AmountButton cargoId={mes.id} que="interes" amount={mes.deuda_moratoria} />
        </td>
        <td>
          <MonthTotal {...props} />
        </td>
      </tr>
      <tr id={id} className={classes.fact} hidden={!open}>
        <td colSpan={6}>{open ? <MonthFacts {...props} /> : null}</td>
      </tr>
    </>
  );
}

function MonthTable({ context, fechaPago }: { context: PayContext; fechaPago: Fecha }) {
  const { mantenimientos } = context;
  if (mantenimientos.length === 0) return <EmptyState text={NO_MONTHS} />;
  return (
    <div className={ledger.frame}>
      <table className={`${ledger.ledger} ${classes.months}`}>
        <caption className="kit-hidden">Mantenimientos por pagar</caption>
        <thead>
          <tr>
            <th scope="col">Mes</th>
            <th scope="col">Fecha corte</th>
            <th scope="col">Descuento</th>
            <th scope="col">Mantenimiento</th>
            <th scope="col">Interés</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {mantenimientos.map((mes) => (
            <MonthRow key={mes.id} mes={mes} context={context} fechaPago={fechaPago} />
          ))}
        </tbody>
        <MonthTotals context={context} fechaPago={fechaPago} />
      </table>
    </div>
  );
}

/** What is left to pay of a month on this date, in centavos. */
function netOf(mes: MesPendiente, context: PayContext, fechaPago: Fecha): Centavos {
  const month = payableMonth(mes);
  const grants = promptDiscountOn(month, fechaPago, percentsOf(context));
  return Math.max(0, month.total - month.pagado - month.ajustado - grants);
}

function OwedInterest({ context }: { context: PayContext }) {
  return (
    <SumButton
      title="Intereses moratorios"
      amount={context.deuda_moratoria}
      parts={owedInterestParts(context.interesesMoratoriosList)}
    />
  );
}

/** Of all months, at the date of payment. */
function MonthTotals({ context, fechaPago }: { context: PayContext; fechaPago: Fecha }) {
  const { mantenimientos } = context;
  const parts = mantenimientos.map((mes) => ({
    key: mes.id,
    label: monthTitle(mes),
    amount: toPesos(netOf(mes, context, fechaPago)),
    cargoId: mes.id,
  }));
  return (
    <tfoot>
      <tr>
        <th scope="row">{mantenimientos.length === 1 ? '1 mes' : `${mantenimientos.length} meses`}</th>
        <td />
        <td />
        <td>
          <Total title="Total mantenimiento" parts={parts} />
        </td>
        <td data-name="Interés ">
          <OwedInterest context={context} />
        </td>
        <td>
          <Total
            title="Total"
            parts={[...parts, { key: 'interes', label: 'Intereses moratorios', amount: context.deuda_moratoria }]}
          />
        </td>
      </tr>
    </tfoot>
  );
}

function Months({ context, fechaPago }: { context: PayContext; fechaPago: Fecha }) {
  return (
    <>
      <ClosedByLater context={context} fechaPago={fechaPago} />
      <MonthTable context={context} fechaPago={fechaPago} />
      <p className={classes.others}>
        <Owed context={context} />
        <br />
        Otros adeudos:{' '}
        <OtrosAdeudosLine
          loteId={context.idLote}
          deuda={context.header.deuda}
          shown={[
            ...context.mantenimientos.map(({ id, amount }) => ({ id, saldo: amount })),
            ...context.interesesMoratoriosList,
          ]}
        />
      </p>
      <QueSi
        lote={{ id: context.idLote, referencia: context.header.referencia }}
        debts={debtsOfMonths(context)}
        rules={percentsOf(context)}
      />
    </>
  );
}

/** The months and their interest as they are owed, for what would come of paying otherwise. */
const debtsOfMonths = ({ mantenimientos, interesesMoratoriosList }: PayContext): Debt[] =>
  debtsOf({
    months: mantenimientos.map(payableMonth),
    interest: interesesMoratoriosList.map((entry) => ({
      ...{ ...payableInterest(entry), ...entry.tiie, baseId: 0, baseTipo: 'mantenimiento' },
    })),
    charges: [],
  });

/** What of the lot's debt is of its months, whatever is taken off on the date of payment. */
function Owed({ context }: { context: PayContext }) {
  return (
    <>
      Deuda · Mantenimientos por pagar:{' '}
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
      {' · '}Intereses moratorios: <OwedInterest context={context} />
    </>
  );
}

/** What the call is told of the late interest that is paid along. */
function interestOf({ choice }: PaymentValues, { interest }: Reckoning) {
  const { percent, codigo } = choice.descuento;
  const sum = (amounts: Centavos[]) => toPesos(amounts.reduce((all, each) => all + each, 0));
  return {
    payMoratorio: interest.length > 0,
    intereses_moratorios: sum(interest.map(({ entry }) => entry.saldo)),
    intereses_moratorios_dcto: sum(interest.map(({ neto }) => neto)),
    apply_descuento: percent,
    autorizacion: codigo,
    cantMoratorios: interest.length,
    interesesMoratoriosList: interest.map(({ entry, neto }) => ({
      id: entry.id,
      montoDcto: toPesos(neto),
      pagado: 0,
      applyDescuento: percent,
      autorizado: codigo,
    })),
  };
}

function cobroOf(context: PayContext): Cobro {
  const entries = context.interesesMoratoriosList.map((entry) => ({ ...payableInterest(entry), tiie: entry.tiie }));
  const meses: Meses = {
    loteId: context.idLote,
    pendientes: context.mantenimientos,
    siguiente: context.siguiente ? monthOf(context.siguiente) : null,
    interest: entries,
    terms: termsOf(context, context.descuentos, context.discount),
    deuda: toCentavos(context.header.deuda),
  };
  const desde = context.mantenimientos[0] ?? meses.siguiente;
  // What is asked for is what is owed: months to come are paid by choice alone.
  const last = context.mantenimientos.at(-1);
  const owed = toPesos(toCentavos(context.deuda) + toCentavos(context.deuda_moratoria));
  return {
    fondo: context.fondo,
    labels: { monto: 'Monto a saldar', metodoLabel: 'Método pago', referenciaLabel: 'Observación' },
    failed: MAINTENANCE_FAILED,
    months: desde && {
      desde,
      hasta: last ? firstDayOf(last) : '',
      note: last
        ? undefined
        : 'No debe ningún mes. Si quiere pagar por adelantado, elija hasta cuál; si no, deje «Hasta» vacío.',
    },
    interest: { entries, configure: 'configurar' },
    porFecha: context.porFecha,
    reckon: (chosen) => reckonMaintenance(meses, chosen),
    refusal({ due }, { hasta }) {
      if (due.total > 0) return undefined;
      return last || hasta !== ''
        ? 'No hay nada que pagar en el rango elegido'
        : 'El lote no debe mantenimiento. Para pagar por adelantado elija hasta qué mes';
    },
    over: () => 'El monto a saldar es mayor que el total a pagar',
    usual: owed > 0 ? { amount: owed, what: 'lo que debe' } : { amount: context.cuota, what: 'la cuota de un mes' },
    book: (values, reckoned, idempotencyKey) =>
      payMaintenance(meses, values, interestOf(values, reckoned), idempotencyKey),
  };
}

function deskOf(context: PayContext): Desk {
  const { mantenimientos, interesesMoratoriosList, siguiente } = context;
  const owes = mantenimientos.length > 0 || interesesMoratoriosList.length > 0;
  return {
    loteId: context.idLote,
    owes,
    header: <LotHeader lote={context.header} />,
    detail: (fechaPago) => <Months context={context} fechaPago={fechaPago} />,
    instead: closedLoteReason(context.status) ?? (owes || siguiente ? undefined : NO_MONTHS),
    cobro: cobroOf(context),
  };
}

export default function PagarMantenimiento() {
  return <CashDesk title="Pagar mantenimiento" endpoint={cobroMantenimientoContract.context} describe={deskOf} />;
}
