/**
 * The amount of a payment form, one way for all of them. It follows what is to be paid until somebody types another, which
 * nothing puts back; the lot's fund pays what it has whatever amount is sent, so then the field tells what stays owed.
 * Source: dominio.md#codes-fund-fees.
 */
import { useEffect, useRef } from 'react';
import { fundShare } from '#core/allocation.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import type { FieldPath, KitForm } from '#platform/web/kit/form/useKitForm.ts';
import { NOTHING_PAID } from '../contract.ts';

export interface MontoToPay {
  /** What is owed to the centavo: what the fund pays. */
  exact: Centavos;
  /** The most that may be handed over. */
  total: Centavos;
}

export interface Monto {
  /** What is taken, of the hand or of the fund. */
  taken: Centavos;
  /** More is handed over than may be. */
  over: boolean;
  /** Why the field cannot be edited, when it cannot. */
  fixedReason: string | undefined;
  /** When the field is left: an emptied one is 0, and says so where that is no payment. */
  settle: () => void;
}

/** @param fondo the balance of the fund that pays; null when it does not */
export function useMonto<V>(form: KitForm<V>, name: FieldPath<V>, due: MontoToPay, fondo: Centavos | null): Monto {
  const fund = fondo === null ? null : fundShare(due.exact, fondo);
  const { set, settle: offer } = form;
  const offered = fund ? fund.remains : due.total;
  const ofFund = fund !== null;
  const typed = form.get(name);
  const { base } = form;
  /** What somebody typed before the fund took the field. */
  const own = useRef<unknown>(undefined);
  const saved = (base.getInitialValues() as Record<string, unknown>)[name];
  useEffect(() => {
    const value = (base.getValues() as Record<string, unknown>)[name];
    // What the form offers by itself counts as saved, so whatever differs from that was typed, or brought back.
    if (value !== saved) {
      if (!ofFund) return;
      own.current = value;
    } else if (!ofFund && own.current !== undefined) {
      set(name, own.current);
      own.current = undefined;
      return;
    }
    const amount = toPesos(offered);
    if (value !== amount) offer(name as keyof V & string, () => amount);
  }, [base, name, saved, offered, ofFund, offer, set]);
  const settle = () => {
    if (typeof typed === 'number') return;
    set(name, 0);
    if (due.total > 0) base.setFieldError(name, NOTHING_PAID.message);
  };
  if (fund) {
    return { taken: fund.pays, over: false, fixedReason: 'Lo que quedará por pagar después de usar el fondo', settle };
  }
  const taken = Number.isFinite(typed) ? Math.max(0, Math.round(Number(typed) * 100)) : 0;
  return { taken, over: taken > due.total, fixedReason: undefined, settle };
}
