/** What an agreement is on: the overdue debts of a lot, in groups, with what is forgiven of each. */
import { Checkbox } from '@mantine/core';
import { useId, useState } from 'react';
import type { Quita } from '#core/agreement.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { alongWith, type Debt } from '#core/settlement.ts';
import { GRUPO_ABIERTO, GRUPOS } from '#libro/adeudos/rules.ts';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import ledger from '#platform/web/kit/table/ledger.module.css';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { condonadoDe, sumasOf } from '../rules.ts';
import classes from './elegir.module.css';

export interface ElegirProps {
  debts: readonly Debt[];
  chosenIds: ReadonlySet<number>;
  quita: Quita;
  onChoose: (debts: readonly Debt[]) => void;
}

/** The choice once debts are taken in, or left out with what goes along. */
function chosenWith({ debts, chosenIds }: ElegirProps, which: readonly Debt[], taken: boolean): Debt[] {
  const along = new Set(alongWith(debts, which, taken));
  return debts.filter((debt) => (along.has(debt) ? taken : chosenIds.has(debt.cargoId)));
}

function Amount({ centavos }: { centavos: Centavos }) {
  return <td data-zero={centavos === 0 || undefined}>{centavos === 0 ? '—' : formatMoney(toPesos(centavos))}</td>;
}

/** What is owed, what is forgiven of it, and what is agreed on: of what is chosen. */
function Sums({ debts, of }: { debts: readonly Debt[]; of: ElegirProps }) {
  const { adeudo, condonado, total } = sumasOf(
    debts.filter(({ cargoId }) => of.chosenIds.has(cargoId)),
    of.quita,
  );
  return (
    <>
      <Amount centavos={adeudo} />
      <Amount centavos={-condonado} />
      <Amount centavos={total} />
    </>
  );
}

function Row({ debt, of }: { debt: Debt; of: ElegirProps }) {
  const chosen = of.chosenIds.has(debt.cargoId);
  const off = chosen ? condonadoDe(debt, of.quita) : 0;
  return (
    <tr className={classes.row} data-off={!chosen || undefined}>
      <td>
        <Checkbox
          size="xs"
          aria-label={`Convenir ${debt.concepto}, que vencía el ${formatFecha(debt.vence)}`}
          checked={chosen}
          onChange={(event) => of.onChoose(chosenWith(of, [debt], event.currentTarget.checked))}
        />
      </td>
      <th scope="row">{debt.concepto}</th>
      <td>{formatFecha(debt.vence)}</td>
      <td>
        <AmountButton cargoId={debt.cargoId} que="saldo" amount={toPesos(debt.saldo)} />
      </td>
      <Amount centavos={-off} />
      <Amount centavos={chosen ? debt.saldo - off : 0} />
    </tr>
  );
}

function Group({ title, debts, of }: { title: string; debts: readonly Debt[]; of: ElegirProps }) {
  const [open, setOpen] = useState(debts.length <= GRUPO_ABIERTO);
  const id = useId();
  const taken = debts.filter(({ cargoId }) => of.chosenIds.has(cargoId)).length;
  return (
    <>
      <tbody>
        <tr className={classes.group}>
          <td>
            <Checkbox
              size="xs"
              aria-label={`Convenir todo de ${title}`}
              checked={taken === debts.length}
              indeterminate={taken > 0 && taken < debts.length}
              onChange={() => of.onChoose(chosenWith(of, debts, taken < debts.length))}
            />
          </td>
          <th scope="rowgroup" colSpan={2}>
            <button
              type="button"
              className={ledger.fold}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              {title}{' '}
              <span className={classes.count}>
                {taken === debts.length ? debts.length : `${taken} de ${debts.length}`}
              </span>
            </button>
          </th>
          <Sums debts={debts} of={of} />
        </tr>
      </tbody>
      <tbody id={id} hidden={!open}>
        {open ? debts.map((debt) => <Row key={debt.cargoId} debt={debt} of={of} />) : null}
      </tbody>
    </>
  );
}

export function Elegir(props: ElegirProps) {
  const { debts, chosenIds } = props;
  return (
    <div className={ledger.frame}>
      <table className={`${ledger.ledger} ${classes.table}`}>
        <caption className="kit-hidden">Lo vencido del lote</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Adeudo</th>
            <th scope="col">Vencía</th>
            <th scope="col">Se debe</th>
            <th scope="col">Se condona</th>
            <th scope="col">Se conviene</th>
          </tr>
        </thead>
        {GRUPOS.map(({ title, has }) => {
          const some = debts.filter(has);
          return some.length === 0 ? null : <Group key={title} title={title} debts={some} of={props} />;
        })}
        <tfoot>
          <tr>
            <td />
            <th scope="row" colSpan={2}>
              {chosenIds.size === 1 ? '1 adeudo' : `${chosenIds.size} adeudos`}
            </th>
            <Sums debts={debts} of={props} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
