/** From a report's row to the lot: its statement, its debts, its payments. */

import { useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import classes from './libro.module.css';

export type LotePlace = 'estado-cuenta' | 'deudas' | 'pagos' | 'gestion';

/** The lot's reference, which leads to it; as text for a role that may not open it, and where there is none. */
export function LoteLink({
  id,
  referencia,
  place = 'estado-cuenta',
}: {
  id: number | null;
  referencia: string;
  place?: LotePlace;
}) {
  const mayOpen = useMayOpen();
  const to = `/${place}/${id}`;
  if (id === null || referencia === '' || !mayOpen(to)) return referencia;
  return (
    <KitLink className={classes.lote} to={to}>
      {referencia}
    </KitLink>
  );
}

/**
 * What a table of the kit is given so that its rows open: `to` tells where, undefined where a row leads nowhere. Nothing where
 * the role may open none of it.
 */
export function useRowTo<Row>(
  opens: LotePlace | 'factura' | 'recibo',
  to: (row: Row) => string | undefined,
): { onRowOpen?: (row: Row) => void } {
  const goTo = useGoTo();
  const mayOpen = useMayOpen();
  if (!mayOpen(`/${opens}/1`)) return {};
  return {
    onRowOpen: (row) => {
      const target = to(row);
      if (target !== undefined) goTo(target);
    },
  };
}
