/** Where the focus goes inside a part of the page. */

const FIELD = ['input:not([type="hidden"])', 'select', 'textarea'].map((tag) => `${tag}:enabled`).join(', ');
const TARGET = `${FIELD}, button:enabled, a[href], [tabindex]`;

/** The element itself where it takes the focus, else the first thing in it that does. */
export function focusable(element: HTMLElement | null): HTMLElement | null {
  if (!element) return null;
  return element.matches(TARGET) ? element : element.querySelector<HTMLElement>(TARGET);
}

/** Where a dialog begins: at what asks for it (`data-autofocus`), else its first field, else at itself, to be read. */
export function startOf(dialog: HTMLElement): HTMLElement {
  return (
    focusable(dialog.querySelector<HTMLElement>('[data-autofocus]')) ??
    dialog.querySelector<HTMLElement>(FIELD) ??
    dialog
  );
}

/** Whether nothing in the page has the focus. */
export function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** Gives the focus to the title of the screen, where what had it can no longer. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
}

let held = false;
const waiting: (() => void)[] = [];

/**
 * Runs `act` once the page takes the focus again: at once, or when the blocking overlay has gone, which stays a moment after
 * the answer and gives the focus back to where it was.
 */
export function whenFree(act: () => void): void {
  if (held) waiting.push(act);
  else act();
}

/** The overlay says by this that it has the focus, and that it has let it go. */
export function holdFocus(now: boolean): void {
  held = now;
  if (!held) for (const act of waiting.splice(0)) act();
}

/** What a window was opened from. */
export interface Opener {
  element: HTMLElement;
  /** Of a table, which stays where what was done takes the button away. */
  row: HTMLElement | null;
}

/** What has the focus now. Read before a field of the window takes it. */
export function currentOpener(): Opener | null {
  const { activeElement } = document;
  if (isFocusFree() || !(activeElement instanceof HTMLElement)) return null;
  return { element: activeElement, row: activeElement.closest<HTMLElement>('tr[tabindex]') };
}

/**
 * Gives the focus back. Where the fresh figures take the opener out of the page (a cancelled payment is not cancelled
 * again), at once or later, the focus would fall out of it: it goes to the opener's row, else to the title.
 */
export function returnFocus({ element, row }: Opener): void {
  const stepAside = () => {
    if (!isFocusFree()) return;
    if (row?.isConnected) row.focus({ preventScroll: true });
    else focusTitle();
  };
  if (!element.isConnected) {
    stepAside();
    return;
  }
  element.focus({ preventScroll: true });
  const end = () => {
    gone.disconnect();
    document.removeEventListener('focusin', moved);
  };
  const moved = () => {
    if (document.activeElement !== element) end();
  };
  const gone = new MutationObserver(() => {
    if (element.isConnected) return;
    end();
    stepAside();
  });
  gone.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', moved);
}
