/** Whose help is shown: the shell shows it over the screen in sight, and the palette asks for any. */
import { createStore } from '../kit/store.ts';
import { useShownScreen } from '../router.tsx';

export interface HelpProps {
  /** Of the screen that it is the help of. */
  path: string;
  onClose: () => void;
}

/** The path of a declared screen. */
export const helpOpen = createStore<string | undefined>(undefined);

/** Opens the help of the screen in sight; undefined where there is none. */
export function useHelpHere(): (() => void) | undefined {
  const screen = useShownScreen();
  return screen && (() => helpOpen.set(screen.path));
}
