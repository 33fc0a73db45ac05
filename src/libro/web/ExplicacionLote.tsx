/** The amounts of a lot that open their explanation: what it owes charge by charge, its fund movement by movement. */
import { useState } from 'react';
import { toCentavos, toPesos } from '#core/money.ts';
import { estadoCuentaContract } from '#features/estado-cuenta/contract.ts';
import { FONDO_LABELS, runningFund } from '#features/estado-cuenta/rules.ts';
import { passes } from '#platform/roles.ts';
import { Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall } from '#platform/web/query.ts';
import { session } from '#platform/web/session.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { ExplicacionDialog, OpenButton } from './Explicacion.tsx';
import classes from './explicacion.module.css';

export type LoteAmount = 'deuda' | 'moratorio' | 'otros' | 'fondo';

const TITLES: Readonly<Record<LoteAmount, string>> = {
  deuda: 'Deuda total',
  moratorio: 'Deuda moratoria',
  otros: 'Otros adeudos',
  fondo: 'Saldo a favor',
};

export interface LoteAmountProps {
  loteId: number;
  what: LoteAmount;
  amount: number;
  /** The charges that a screen tells of by itself, where the amount is of the others. */
  besides?: readonly number[];
}

/** Text alone for roles that may not read the ledger, and of 0, which has nothing to explain. */
export function LoteAmountButton({ loteId, what, amount, besides = [] }: LoteAmountProps) {
  const [open, setOpen] = useState(false);
  const role = session.use()?.role ?? '';
  if (amount === 0 || !passes(estadoCuentaContract.deudaExplicada.roles, role)) return formatMoney(amount);
  return (
    <>
      <OpenButton amount={amount} onClick={() => setOpen(true)} />
      {open ? (
        <ExplicacionDialog
          root={{
            title: TITLES[what],
            content: (onGo) =>
              what === 'fondo' ? (
                <Fondo loteId={loteId} />
              ) : (
                <Deuda loteId={loteId} onlyInterest={what === 'moratorio'} besides={besides} onGo={onGo} />
              ),
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

const rowsCalled = (count: number): string => (count === 1 ? '1 renglón' : `${count} renglones`);

function Deuda({
  loteId,
  onlyInterest,
  besides,
  onGo,
}: {
  loteId: number;
  onlyInterest: boolean;
  besides: readonly number[];
  onGo: (cargoId: number) => void;
}) {
  const found = useCall(estadoCuentaContract.deudaExplicada, { params: { id: loteId } });
  if (found.isError) return <RecordError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeletons lines={6} />;
  const cargos = found.data.cargos.filter((cargo) => (!onlyInterest || cargo.moratorio) && !besides.includes(cargo.id));
  const total = toPesos(cargos.reduce((sum, { saldo }) => sum + toCentavos(saldo), 0));
  // Whose each is goes without saying where the lot has no units that owe.
  const { referencia } = found.data;
  const byUnit = cargos.some((cargo) => cargo.referencia !== referencia);
  return (
    <div className={classes.body}>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">Vence</th>
            {byUnit ? <th scope="col">Lote</th> : null}
            <th scope="col">Descripción</th>
            <th scope="col">Saldo</th>
          </tr>
        </thead>
        <tbody>
          {cargos.map((cargo) => (
            <tr key={cargo.id}>
              <td>{formatFecha(cargo.vence)}</td>
              {byUnit ? <td>{cargo.referencia}</td> : null}
              <td>
                <button type="button" className={classes.link} onClick={() => onGo(cargo.id)}>
                  {cargo.concepto}
                </button>
              </td>
              <td>{formatMoney(cargo.saldo)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={byUnit ? 3 : 2}>
              Suma de {rowsCalled(cargos.length)}
            </th>
            <td>{formatMoney(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Fondo({ loteId }: { loteId: number }) {
  const found = useCall(estadoCuentaContract.fondoExplicado, { params: { id: loteId } });
  if (found.isError) return <RecordError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeletons lines={6} />;
  const movimientos = runningFund(found.data.movimientos);
  return (
    <div className={classes.body}>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">Fecha</th>
            <th scope="col">Movimiento</th>
            <th scope="col">Quién</th>
            <th scope="col" className={classes.amount}>
              Importe
            </th>
            <th scope="col">Saldo</th>
          </tr>
        </thead>
        <tbody>
          {movimientos.map((row) => (
            <tr key={row.id}>
              <td>{formatFecha(row.fecha)}</td>
              <td>
                {FONDO_LABELS[row.tipo] ?? row.tipo}
                {row.reciboId === null ? '' : `, recibo ${row.reciboId}`}
                {row.razon === '' ? null : <small>{row.razon}</small>}
              </td>
              <td>{row.quien || 'Sistema'}</td>
              <td className={classes.amount}>{formatMoney(row.monto)}</td>
              <td>{formatMoney(row.saldo)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              Saldo a favor: suma de {rowsCalled(movimientos.length)}
            </th>
            <td>{formatMoney(found.data.saldo)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
