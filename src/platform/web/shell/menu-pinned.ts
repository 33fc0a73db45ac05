/**
 * Whether the side menu stands open beside the page. Whoever has not chosen has it so where the screen is wide; where there is
 * no room for it beside a table, nobody has.
 */
import { useMediaQuery } from '@mantine/hooks';
import { kept } from '../kit/kept.ts';
import { createStore } from '../kit/store.ts';

const KEY = 'porton.menu';
const WIDE = '(min-width: 100em)';
const ROOM = '(min-width: 80em)';

const chosen = kept.get(KEY);
const store = createStore(chosen ? chosen === 'fijo' : (globalThis.matchMedia?.(WIDE).matches ?? false));

const useRoom = () => useMediaQuery(ROOM, undefined, { getInitialValueInEffect: false });

function usePinned(): boolean {
  const pinned = store.use();
  return useRoom() && pinned;
}

export const menuPinned = {
  useRoom,
  use: usePinned,
  set(pinned: boolean): void {
    kept.set(KEY, pinned ? 'fijo' : 'plegado');
    store.set(pinned);
  },
};
