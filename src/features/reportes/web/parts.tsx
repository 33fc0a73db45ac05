/** What the screens of the reports share. */
import { Button } from '@mantine/core';
import type { Fecha } from '#core/fecha.ts';
import { firstDayOf, monthName, monthOf } from '#core/period.ts';

export const BACK = { to: '/reportes', label: 'Volver a Reportes' } as const;

interface Days {
  desde: Fecha;
  hasta: Fecha;
}

/** The month so far, of a day. */
const monthSoFar = (hoy: Fecha): Days => ({ desde: firstDayOf(monthOf(hoy)), hasta: hoy });

/**
 * Where the specification has a report open on today, of which there is nothing yet: the month so far in one act. Nothing where
 * these days are asked for already.
 */
export function VerMes({ asked, hoy, onChoose }: { asked: Days; hoy: Fecha; onChoose: (days: Days) => void }) {
  const days = monthSoFar(hoy);
  if (asked.desde <= days.desde && asked.hasta >= days.hasta) return null;
  return (
    <Button variant="default" onClick={() => onChoose(days)}>
      Ver lo que va de {monthName(monthOf(hoy)).toLowerCase()}
    </Button>
  );
}
