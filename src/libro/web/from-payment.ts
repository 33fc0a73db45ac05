/** What the history notes of a screen that a payment led to: there the receipt is what was asked for, not the invoice. */
import { useLocation } from '@tanstack/react-router';

export const FROM_PAYMENT = { fromPayment: true } as object;

export function useFromPayment(): boolean {
  return 'fromPayment' in useLocation().state;
}
