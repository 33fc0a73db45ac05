/**
 * Values that an address does not have, such as a report's days: they count at once and are written into it, so that what is
 * seen can be sent to somebody and is still that tomorrow.
 */
import { useEffect } from 'react';
import type { SetUrlState } from './useUrlState.ts';

/** The values of the address with these in the place of empty ones. */
export function useUrlDefaults<V extends Record<string, unknown>>(
  [state, set]: readonly [V, SetUrlState<V>],
  defaults: Partial<V>,
): [V, SetUrlState<V>] {
  const missing = Object.fromEntries(Object.entries(defaults).filter(([key]) => state[key] === '')) as Partial<V>;
  const some = Object.keys(missing).length > 0;
  useEffect(() => {
    if (some) set(missing);
  });
  return [some ? { ...state, ...missing } : state, set];
}
