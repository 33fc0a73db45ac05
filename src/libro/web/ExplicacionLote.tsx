/** The amounts of a lot that open their explanation: what it owes charge by charge, its fund movement by movement. */
import { useState } from 'react';
import { explicacionContract } from '#libro/explicacion/contract.ts';
import { renglonesDeDeuda, renglonesDeFondo, unexplained } from '#libro/explicacion/rules.ts';
import { passes } from '#platform/roles.ts';
import { Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall } from '#platform/web/query.ts';
import { session } from '#platform/web/session.ts';
import { formatMoney } from '#ui/format.ts';
import { ExplicacionDialog, OpenButton, Outdated, Renglones } from './Explicacion.tsx';
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
  if (amount === 0 || !passes(explicacionContract.deudaExplicada.roles, role)) return formatMoney(amount);
  return (
    <>
      <OpenButton amount={amount} onClick={() => setOpen(true)} />
      {open ? (
        <ExplicacionDialog
          root={{
            title: TITLES[what],
            content: (onGo) =>
              what === 'fondo' ? (
                <Fondo loteId={loteId} amount={amount} onGo={onGo} />
              ) : (
                <Deuda
                  loteId={loteId}
                  amount={amount}
                  onlyInterest={what === 'moratorio'}
                  besides={besides}
                  onGo={onGo}
                />
              ),
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function Deuda({
  loteId,
  amount,
  onlyInterest,
  besides,
  onGo,
}: {
  loteId: number;
  amount: number;
  onlyInterest: boolean;
  besides: readonly number[];
  onGo: (cargoId: number) => void;
}) {
  const found = useCall(explicacionContract.deudaExplicada, { params: { id: loteId } });
  if (found.isError) return <RecordError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeletons lines={6} />;
  const { deuda, moratorio, cargos } = found.data;
  // What the screen tells of by itself is no part of the others.
  const told = cargos.filter(({ id }) => besides.includes(id));
  const others = { ...found.data, cargos: cargos.filter(({ id }) => !besides.includes(id)) };
  const monto = unexplained(onlyInterest ? moratorio : deuda, renglonesDeDeuda({ ...found.data, cargos: told }, false));
  return (
    <div className={classes.body}>
      <Outdated shown={amount} now={monto} />
      <Renglones monto={monto} renglones={renglonesDeDeuda(others, onlyInterest)} onGo={onGo} />
    </div>
  );
}

function Fondo({ loteId, amount, onGo }: { loteId: number; amount: number; onGo: (cargoId: number) => void }) {
  const found = useCall(explicacionContract.fondoExplicado, { params: { id: loteId } });
  if (found.isError) return <RecordError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeletons lines={6} />;
  const { saldo } = found.data;
  return (
    <div className={classes.body}>
      <Outdated shown={amount} now={saldo} />
      <Renglones monto={saldo} renglones={renglonesDeFondo(found.data)} onGo={onGo} />
    </div>
  );
}
