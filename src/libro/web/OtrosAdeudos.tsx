/** What a lot owes besides the figures of a screen, and the way to it. Source: DOMAIN.md 14. */
import { toCentavos, toPesos } from '#core/money.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { formatMoney } from '#ui/format.ts';
import classes from './libro.module.css';

export interface OtrosAdeudosProps {
  loteId: number;
  /** All that the lot owes, in pesos. */
  deuda: number;
  /** What the screen tells of it. */
  shown: readonly number[];
}

export function otrosAdeudos({ deuda, shown }: Pick<OtrosAdeudosProps, 'deuda' | 'shown'>): number {
  return toPesos(Math.max(0, toCentavos(deuda) - shown.reduce((sum, pesos) => sum + toCentavos(pesos), 0)));
}

export function OtrosAdeudos({ loteId, ...debt }: OtrosAdeudosProps) {
  const mayOpen = useMayOpen();
  const amount = otrosAdeudos(debt);
  const to = `/deudas/${loteId}`;
  if (amount === 0 || !mayOpen(to)) return formatMoney(amount);
  return (
    <KitLink
      className={classes.others}
      to={to}
      aria-label={`${formatMoney(amount)} de otros adeudos: ver las deudas del lote`}
    >
      {formatMoney(amount)}
    </KitLink>
  );
}
