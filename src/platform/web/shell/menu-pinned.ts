/** Whether the side menu stands open beside the page. Whoever has not chosen has it so where the screen is wide. */
import { kept } from '../kit/kept.ts';
import { createStore } from '../kit/store.ts';

const KEY = 'porton.menu';
const WIDE = '(min-width: 100em)';

const chosen = kept.get(KEY);
const store = createStore(chosen ? chosen === 'fijo' : (globalThis.matchMedia?.(WIDE).matches ?? false));

export const menuPinned = {
  use: store.use,
  set(pinned: boolean): void {
    kept.set(KEY, pinned ? 'fijo' : 'plegado');
    store.set(pinned);
  },
};
