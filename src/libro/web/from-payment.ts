/** What the history notes of a screen that a payment led to: there the receipt is what was asked for, not the invoice. */
import { useLocation } from '#platform/web/router.tsx';
import type { Cambio } from './usePaying.ts';

interface FromPayment {
  fromPayment?: true;
  cambio?: Cambio | null;
}

export const fromPayment = (cambio: Cambio | null) => ({ fromPayment: true, cambio }) as object;

/** Left out where no payment led here. */
export function useFromPayment(): { cambio: Cambio | null } | undefined {
  const state = useLocation().state as FromPayment;
  return state.fromPayment ? { cambio: state.cambio ?? null } : undefined;
}
