/** Keyboard shortcuts: `useShortcut('mod+k', 'Ir a cualquier parte', open)`; `?` lists those that are active. */
import { Suspense, useEffect, useRef } from 'react';
import { isBusy } from './busy.tsx';
import { matchesCombo } from './combo.ts';
import { whenFree } from './focus.ts';
import { lazyPart, WindowFailed } from './part.tsx';
import { createStore } from './store.ts';

export interface ShortcutOptions {
  /** Heading in the help; 'General' when left out. */
  group?: string;
  /** False takes the shortcut out, of the help too. */
  enabled?: boolean;
}

interface Shortcut {
  combo: string;
  label: string;
  group: string;
  /** Left out for keys that a component handles itself and that should only be listed. */
  run: (() => void) | undefined;
}

const shortcuts = createStore<readonly Shortcut[]>([]);

/**
 * `combo`: keys joined by '+', of `mod` (Ctrl, or Cmd on a Mac), `alt`, `shift` and one key as KeyboardEvent.key names it
 * ('k', 'enter', '/'). While typing in a field only combinations with `mod` and F1 to F12 act; what has the focus keeps the keys that it acts
 * by itself, as a button does Enter; while a dialog is open, none of those registered outside it. The one registered last wins. A missing `run` only lists the keys in the help.
 */
export function useShortcut(combo: string, label: string, run?: () => void, options: ShortcutOptions = {}): void {
  const { group = 'General', enabled = true } = options;
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const listed = run === undefined;
  useEffect(() => {
    if (!enabled) return;
    const entry: Shortcut = { combo, label, group, run: listed ? undefined : () => latest.current?.() };
    shortcuts.set([...shortcuts.get(), entry]);
    return () => shortcuts.set(shortcuts.get().filter((other) => other !== entry));
  }, [combo, label, group, enabled, listed]);
}

/** Keys that write nothing, wherever they are pressed. */
const writesNothing = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey || /^F\d/.test(key);

const NOT_TEXT = new Set(['button', 'checkbox', 'radio', 'range', 'color', 'file', 'submit', 'reset', 'image']);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !NOT_TEXT.has(target.type);
}

const PRESSED = 'a[href], button, summary, input, [role="button"], [role="link"], [role="switch"]';
const CHOSEN = '[role="tab"], [role="option"], [role^="menuitem"], [role="radio"], [role="checkbox"], [role="slider"]';

/** What has the focus and does something of its own by a plain key: no shortcut takes that away. */
const OWN_KEYS: Readonly<Record<string, string>> = {
  Enter: `${PRESSED}, ${CHOSEN}`,
  ' ': `${PRESSED}, ${CHOSEN}`,
  ...Object.fromEntries(
    ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].map((key) => [
      key,
      `input[type="radio"], input[type="range"], ${CHOSEN}`,
    ]),
  ),
};

/** On a row that is open already Enter does nothing of its own: it says so, and the key goes on to the page. */
export const PASSES_ENTER = { 'data-passes-enter': true } as const;

function isOfItsOwn({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const own = OWN_KEYS[key];
  if (own === undefined || ctrlKey || metaKey || altKey || !(target instanceof Element)) return false;
  return target.matches(own) && !(key === 'Enter' && target.matches('[data-passes-enter]'));
}

export const loadShortcutsHelp = () => import('./ShortcutsHelp.tsx');
const ShortcutsHelp = lazyPart(loadShortcutsHelp, WindowFailed);

const helpOpen = createStore(false);

/** Opens the list of shortcuts, for a menu entry beside the `?` key. */
export function openShortcutsHelp(): void {
  helpOpen.set(true);
}

/** Listens for every shortcut and shows the help. Mount once, in the shell. */
export function Shortcuts() {
  const help = helpOpen.use();
  useShortcut('?', 'Ver los atajos', openShortcutsHelp);

  useEffect(() => {
    /** Of what is pressed while the overlay of work that is done still stands, the first is done once it has gone. */
    let waits = false;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing || isBusy()) return;
      if ((isTyping(event.target) && !writesNothing(event)) || isOfItsOwn(event)) return;
      const hit = shortcuts.get().findLast((shortcut) => shortcut.run && matchesCombo(event, shortcut.combo));
      if (!hit?.run) return;
      // The browser's own meaning of the keys is held back even where a dialog keeps ours from acting.
      event.preventDefault();
      if (waits) return;
      waits = true;
      whenFree(() => {
        waits = false;
        if (!document.querySelector('dialog:modal, .mantine-Modal-inner')) hit.run?.();
      });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return help ? <Help /> : null;
}

function Help() {
  return (
    <Suspense>
      <ShortcutsHelp shortcuts={shortcuts.use()} onClose={() => helpOpen.set(false)} />
    </Suspense>
  );
}
