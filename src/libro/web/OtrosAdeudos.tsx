/** What a lot owes besides the figures of a screen, and the way to it. Source: dominio.md#explanations. */
import { KitLink } from '#platform/web/kit/link.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { otrosAdeudos, type ShownDebt } from '../rules.ts';
import { LoteAmountButton } from './ExplicacionLote.tsx';
import classes from './libro.module.css';

export interface OtrosAdeudosProps {
  loteId: number;
  /** All that the lot owes, in pesos. */
  deuda: number;
  shown: readonly ShownDebt[];
}

/** The amount, which opens its charges. */
export function OtrosAdeudos({ loteId, deuda, shown }: OtrosAdeudosProps) {
  const amount = otrosAdeudos(deuda, shown);
  if (amount === 0) return 'Ninguno';
  return <LoteAmountButton loteId={loteId} what="otros" amount={amount} besides={shown.map(({ id }) => id)} />;
}

/** The way to paying all of it by one receipt, beside what a screen leaves out. */
export function PagarTodo({ loteId }: { loteId: number }) {
  const mayOpen = useMayOpen();
  const to = `/pagar-todo/${loteId}`;
  if (!mayOpen(to)) return null;
  return (
    <KitLink className={classes.others} to={to}>
      Pagar todo en un recibo
    </KitLink>
  );
}

/** On a screen that pays one charge or one kind: what else is owed, and the ways to it. */
export function OtrosAdeudosLine(props: OtrosAdeudosProps) {
  const none = otrosAdeudos(props.deuda, props.shown) === 0;
  return (
    <>
      <OtrosAdeudos {...props} />
      {none ? null : (
        <>
          {' · '}
          <PagarTodo loteId={props.loteId} />
        </>
      )}
      {' · '}
      <VerDeudas loteId={props.loteId} />
    </>
  );
}

export function VerDeudas({ loteId }: { loteId: number }) {
  const mayOpen = useMayOpen();
  const to = `/deudas/${loteId}`;
  if (!mayOpen(to)) return null;
  return (
    <KitLink className={classes.others} to={to}>
      Ver sus deudas
    </KitLink>
  );
}
