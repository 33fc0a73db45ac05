/** Whether the command palette is open: the shell shows it, and a screen may ask for it. */
import { createStore } from '../store.ts';

export const paletteOpen = createStore(false);
