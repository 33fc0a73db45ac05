/** Paying all that a lot owes by one receipt: the debts to choose from at the left, the payment at the right. */
import { toCentavos, toPesos } from '#core/money.ts';
import type { Debt } from '#core/settlement.ts';
import { type Adeudos, adeudosContract } from '#libro/adeudos/contract.ts';
import { debtsOfContext } from '#libro/adeudos/rules.ts';
import { payableInterest } from '#libro/mantenimiento/rules.ts';
import { closedLoteReason } from '#libro/rules.ts';
import { CashDesk, type Desk } from '#libro/web/CashDesk.tsx';
import { type Cobro, PAYMENT_FAILED } from '#libro/web/cobro.ts';
import { NO_CHOICE } from '#libro/web/Descuento.tsx';
import { LotHeader } from '#libro/web/LotHeader.tsx';
import { OtrosAdeudos, VerDeudas } from '#libro/web/OtrosAdeudos.tsx';
import { QueSi } from '#libro/web/QueSi.tsx';
import { EmptyState } from '#platform/web/kit/page.tsx';
import { AdeudosTable } from './AdeudosTable.tsx';
import { payTodo, reckonTodo, refusalOf, type Todo, takingInterest } from './pagar-todo.ts';
import classes from './pagos.module.css';

const NOTHING = 'El lote no debe nada';

/** What its units owe is theirs to pay. */
function Besides({ context, debts }: { context: Adeudos; debts: readonly Debt[] }) {
  const shown = debts.map(({ cargoId, saldo }) => ({ id: cargoId, saldo: toPesos(saldo) }));
  const own = shown.reduce((sum, { saldo }) => sum + toCentavos(saldo), 0);
  if (toCentavos(context.header.deuda) <= own) return null;
  return (
    <p className={classes.others}>
      Otros adeudos, de sus unidades:{' '}
      <OtrosAdeudos loteId={context.idLote} deuda={context.header.deuda} shown={shown} />
      {' · '}
      <VerDeudas loteId={context.idLote} />
    </p>
  );
}

function cobroOf(context: Adeudos, todo: Todo): Cobro {
  const entries = context.intereses.map((entry) => ({ ...payableInterest(entry), tiie: entry.tiie }));
  const owed = todo.debts.reduce((sum, { saldo }) => sum + saldo, 0);
  return {
    fondo: context.fondo,
    labels: { monto: 'Monto a pagar', referenciaLabel: 'Observación' },
    failed: PAYMENT_FAILED,
    interest: { entries, configure: 'configurar', take: (chosen, cantidad) => takingInterest(todo, chosen, cantidad) },
    porFecha: context.porFecha,
    reckon: (chosen) => reckonTodo(todo, chosen),
    refusal: (_reckoned, chosen, monto) => refusalOf(todo, chosen, monto),
    usual: { amount: toPesos(owed), what: 'lo que debe' },
    book: (values, _reckoned, idempotencyKey) => payTodo(todo, context, values, idempotencyKey),
  };
}

function deskOf(context: Adeudos): Desk {
  const debts = debtsOfContext(context);
  const todo = { loteId: context.idLote, debts, rules: context.descuentos.map(({ percent }) => percent) };
  const besides = (
    <>
      <Besides context={context} debts={debts} />
      <QueSi
        lote={{ id: context.idLote, referencia: context.header.referencia }}
        debts={debts}
        rules={context.descuentos.map(({ percent }) => percent)}
      />
    </>
  );
  return {
    loteId: context.idLote,
    owes: debts.length > 0,
    header: <LotHeader lote={context.header} />,
    choosing: (paying) => (
      <>
        <AdeudosTable todo={todo} context={context} chosen={paying.chosen} paying={paying} />
        {besides}
      </>
    ),
    detail: (fechaPago) => (
      <>
        {debts.length === 0 ? (
          <EmptyState text={NOTHING} />
        ) : (
          <AdeudosTable
            todo={todo}
            context={context}
            chosen={{ fechaPago, hasta: '', choice: NO_CHOICE, lineas: [] }}
          />
        )}
        {besides}
      </>
    ),
    instead: closedLoteReason(context.status) ?? (debts.length === 0 ? NOTHING : undefined),
    cobro: cobroOf(context, todo),
  };
}

export default function PagarTodo() {
  return <CashDesk title="Pagar todo" endpoint={adeudosContract.context} describe={deskOf} />;
}
