/** All that a lot owes, in the order in which money goes: what is paid of each, and what is taken off it. */
import { Checkbox } from '@mantine/core';
import { useId, useState } from 'react';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { monthTitle } from '#core/period.ts';
import { countsOn, type Debt, type WantedLine } from '#core/settlement.ts';
import type { Adeudos } from '#libro/adeudos/contract.ts';
import { discountOf, GRUPO_ABIERTO, GRUPOS } from '#libro/adeudos/rules.ts';
import { isShownLate } from '#libro/rules.ts';
import type { Chosen } from '#libro/web/cobro.ts';
import { CODE_AGAIN, DescuentoModal, type LineaElegida, lacksCode } from '#libro/web/Descuento.tsx';
import { AmountButton, SumButton } from '#libro/web/Explicacion.tsx';
import type { Paying } from '#libro/web/usePaying.ts';
import { PESOS } from '#platform/web/kit/form/fields.tsx';
import { NumericInput } from '#platform/web/kit/form/NumericInput.tsx';
import ledger from '#platform/web/kit/table/ledger.module.css';
import { today } from '#platform/web/kit/today.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import classes from './adeudos.module.css';
import { lineaOf, partsOf, reckoned, type Todo, taking, withLineas } from './pagar-todo.ts';

interface TableProps {
  todo: Todo;
  context: Adeudos;
  chosen: Chosen;
  /** Left out where nothing is chosen any more. */
  paying?: Paying;
}

/** What the rows show and how they change it. */
interface Shown extends TableProps {
  lineOf: ReadonlyMap<number, WantedLine>;
  /** What the amount that is handed over reaches of each. */
  reached: ReadonlyMap<number, Centavos>;
}

const setLineas = ({ paying }: TableProps, lineas: LineaElegida[]) => paying?.form.set('lineas', lineas);

/** Which amount of pesos is taken off, or that none is. */
function Off({ line }: { line: WantedLine | undefined }) {
  if (!line || line.descuento === 0) return '—';
  const { debt, descuento } = line;
  return (
    <SumButton
      title={`Descuento de ${debt.concepto}`}
      amount={toPesos(-descuento)}
      parts={[{ key: 'off', label: debt.concepto, amount: toPesos(-descuento), cargoId: debt.cargoId }]}
    />
  );
}

/** The discount of a fine or another fee, which a code lets. */
function Discount({ debt, shown }: { debt: Debt; shown: Shown }) {
  const [asking, setAsking] = useState(false);
  const line = shown.lineOf.get(debt.cargoId);
  const terms = discountOf(debt);
  if (!terms || !shown.paying) return <Off line={line} />;
  const { lineas } = shown.chosen;
  const { descuento } = lineaOf(lineas, debt.cargoId);
  return (
    <>
      <button type="button" className={classes.discount} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {line && line.descuento > 0 ? formatMoney(toPesos(-line.descuento)) : 'Aplicar'}
        <span className="kit-hidden"> descuento a {debt.concepto}</span>
      </button>
      {lacksCode(descuento) ? <span className={classes.note}>{CODE_AGAIN}</span> : null}
      {asking ? (
        <DescuentoModal
          fromOne={terms.fromOne}
          saldo={debt.saldo}
          value={descuento}
          title={`Descuento de ${debt.concepto}`}
          onApply={(next) => setLineas(shown, withLineas(lineas, [debt.cargoId], { pagar: true, descuento: next }))}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

/** How much of a debt is paid. What is typed is at most that; emptied, it is all of it. */
function ToPay({ debt, shown }: { debt: Debt; shown: Shown }) {
  const { chosen, paying, lineOf, reached } = shown;
  const line = lineOf.get(debt.cargoId);
  if (!line) return <span className={classes.none}>—</span>;
  if (!paying) return <AmountButton cargoId={debt.cargoId} que="saldo" amount={toPesos(debt.saldo)} />;
  const path = `lineas.${debt.cargoId}` as const;
  const { form } = paying;
  form.nameField(path, debt.concepto);
  const pago = reached.get(debt.cargoId) ?? 0;
  return (
    <>
      <NumericInput
        {...PESOS}
        id={form.idOf(path)}
        size="xs"
        aria-label={`A pagar de ${debt.concepto}`}
        decimals={2}
        min={0}
        max={toPesos(line.neto)}
        value={toPesos(line.pagar)}
        onFault={(message) => form.setFault(path, message)}
        onChange={(monto) => {
          const all = monto === null || toCentavos(monto) === line.neto;
          setLineas(shown, withLineas(chosen.lineas, [debt.cargoId], { monto: all ? null : monto }));
        }}
      />
      {pago < line.pagar && paying.monto.taken > 0 ? (
        <span className={classes.note}>{pago > 0 ? `alcanza ${formatMoney(toPesos(pago))}` : 'no alcanza'}</span>
      ) : null}
    </>
  );
}

function Row({ debt, shown }: { debt: Debt; shown: Shown }) {
  const { todo, context, chosen, paying } = shown;
  const counts = countsOn(debt, chosen.fechaPago);
  const { pagar } = lineaOf(chosen.lineas, debt.cargoId);
  const line = shown.lineOf.get(debt.cargoId);
  const owed = <AmountButton cargoId={debt.cargoId} que="saldo" amount={toPesos(debt.saldo)} />;
  const interest = debt.clase === 'interes';
  const late = isShownLate(debt.clase === 'mes', debt.vence, today());
  const base = interest ? context.intereses.find(({ id }) => id === debt.cargoId)?.baseConcepto : undefined;
  return (
    <tr className={classes.row} data-off={!line || undefined} data-overdue={late || undefined}>
      <td>
        {paying ? (
          <Checkbox
            size="xs"
            aria-label={`Pagar ${debt.concepto}`}
            checked={pagar && counts}
            disabled={!counts}
            onChange={(event) =>
              setLineas(shown, taking(todo.debts, chosen.lineas, [debt], event.currentTarget.checked))
            }
          />
        ) : null}
      </td>
      <th scope="row">
        {debt.clase === 'mes' ? monthTitle(debt.month) : debt.concepto}
        {base === undefined ? null : <span className={classes.note}>de {base}</span>}
        {counts ? null : <span className={classes.note}>no cuenta en esta fecha de pago</span>}
      </th>
      <td>
        <span className="kit-hidden">Vence: </span>
        {formatFecha(debt.vence)}
      </td>
      <td data-zero={interest || undefined}>{interest ? '—' : owed}</td>
      <td data-zero={!interest || undefined}>{interest ? owed : '—'}</td>
      <td data-zero={(line?.descuento ?? 0) === 0 || undefined}>
        <Discount debt={debt} shown={shown} />
      </td>
      <td>
        <ToPay debt={debt} shown={shown} />
      </td>
    </tr>
  );
}

const sumOf = (debts: readonly Debt[], has: (debt: Debt) => boolean): Centavos =>
  debts.filter(has).reduce((sum, { saldo }) => sum + saldo, 0);

const isInterest = ({ clase }: Debt): boolean => clase === 'interes';

/** Amounts of several debts, column by column. */
function Sums({ debts, shown, title }: { debts: readonly Debt[]; shown: Shown; title: string }) {
  const partsWhere = (has: (debt: Debt) => boolean) =>
    debts.filter(has).map(({ cargoId, concepto, saldo }) => ({
      ...{ key: cargoId, label: concepto, amount: toPesos(saldo), cargoId },
    }));
  const lines = debts.flatMap(({ cargoId }) => shown.lineOf.get(cargoId) ?? []);
  const off = lines.filter(({ descuento }) => descuento > 0);
  const descuento = off.reduce((sum, line) => sum + line.descuento, 0);
  const exact = lines.reduce((sum, { pagar }) => sum + pagar, 0);
  const amount = (label: string, centavos: Centavos, parts: Parameters<typeof SumButton>[0]['parts']) => (
    <td data-zero={centavos === 0 || undefined}>
      {centavos === 0 ? '—' : <SumButton title={`${label}, ${title}`} amount={toPesos(centavos)} parts={parts} />}
    </td>
  );
  return (
    <>
      {amount(
        'Principal',
        sumOf(debts, (debt) => !isInterest(debt)),
        partsWhere((debt) => !isInterest(debt)),
      )}
      {amount('Interés', sumOf(debts, isInterest), partsWhere(isInterest))}
      {amount(
        'Descuento',
        -descuento,
        off.map(({ debt, descuento: one }) => ({
          ...{ key: debt.cargoId, label: debt.concepto, amount: toPesos(-one), cargoId: debt.cargoId },
        })),
      )}
      {amount('A pagar', exact, partsOf({ lines, exact, total: exact, whole: false }))}
    </>
  );
}

interface GroupProps {
  title: string;
  debts: readonly Debt[];
  shown: Shown;
}

function Group({ title, debts, shown }: GroupProps) {
  const { todo, chosen, paying, lineOf } = shown;
  const [open, setOpen] = useState(!debts.every(isInterest) || debts.length <= GRUPO_ABIERTO);
  const id = useId();
  const taken = debts.filter(({ cargoId }) => lineOf.has(cargoId)).length;
  return (
    <>
      <tbody>
        <tr className={classes.group}>
          <td>
            {paying ? (
              <Checkbox
                size="xs"
                aria-label={`Pagar todo de ${title}`}
                checked={taken === debts.length}
                indeterminate={taken > 0 && taken < debts.length}
                onChange={() => setLineas(shown, taking(todo.debts, chosen.lineas, debts, taken < debts.length))}
              />
            ) : null}
          </td>
          <th scope="rowgroup" colSpan={2}>
            <button
              type="button"
              className={ledger.fold}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              {title} <span className={classes.count}>{debts.length}</span>
            </button>
          </th>
          <Sums debts={debts} shown={shown} title={title} />
        </tr>
      </tbody>
      <tbody id={id} hidden={!open}>
        {open ? debts.map((debt) => <Row key={debt.cargoId} debt={debt} shown={shown} />) : null}
      </tbody>
    </>
  );
}

export function AdeudosTable(props: TableProps) {
  const { todo, chosen, paying } = props;
  const due = reckoned(todo, chosen);
  const { settled } = due.settle(Math.min(paying?.monto.taken ?? due.exact, due.total));
  const shown: Shown = {
    ...props,
    lineOf: new Map(due.lines.map((line) => [line.debt.cargoId, line])),
    reached: new Map(settled.map(({ debt, pago }) => [debt.cargoId, pago])),
  };
  return (
    <div className={ledger.frame}>
      <table className={`${ledger.ledger} ${classes.table}`}>
        <caption className="kit-hidden">Todo lo que debe el lote</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Concepto</th>
            <th scope="col">Vence</th>
            <th scope="col">Principal</th>
            <th scope="col">Interés</th>
            <th scope="col">Descuento</th>
            <th scope="col">A pagar</th>
          </tr>
        </thead>
        {GRUPOS.map(({ title, has }) => {
          const debts = todo.debts.filter(has);
          return debts.length === 0 ? null : <Group key={title} title={title} debts={debts} shown={shown} />;
        })}
        <tfoot>
          <tr>
            <td />
            <th scope="row" colSpan={2}>
              {todo.debts.length === 1 ? '1 adeudo' : `${todo.debts.length} adeudos`}
            </th>
            <Sums debts={todo.debts} shown={shown} title="todos" />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
