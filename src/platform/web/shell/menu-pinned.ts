/** Whether the side menu stands open beside the page. Whoever has not chosen has it so where the screen is wide. */
import { createStore } from '../kit/store.ts';

const KEY = 'porton.menu';
const WIDE = '(min-width: 100em)';

const storage = globalThis.localStorage as Storage | undefined;
const chosen = storage?.getItem(KEY);
const store = createStore(chosen ? chosen === 'fijo' : (globalThis.matchMedia?.(WIDE).matches ?? false));

export const menuPinned = {
  use: store.use,
  set(pinned: boolean): void {
    storage?.setItem(KEY, pinned ? 'fijo' : 'plegado');
    store.set(pinned);
  },
};
