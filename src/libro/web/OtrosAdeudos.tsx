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
