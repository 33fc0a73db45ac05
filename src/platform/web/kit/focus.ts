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
  /** What stays where what was done takes the button away: its row in a table, or the search of the table that it is over. */
  aside: HTMLElement | null;
}

/** What has the focus now. Read before a field of the window takes it. */
export function currentOpener(): Opener | null {
  const { activeElement } = document;
  if (isFocusFree() || !(activeElement instanceof HTMLElement)) return null;
  const aside =
    activeElement.closest<HTMLElement>('tr[tabindex]') ??
    focusable(activeElement.closest<HTMLElement>('[data-table-tools]'));
  return { element: activeElement, aside };
}

/**
 * Gives the focus back. Where the fresh figures take the opener out of the page (a cancelled payment is not cancelled
 * again) or disable it (what was chosen is done), at once or later, the focus would fall out of the page: it goes to what
 * stands beside the opener, else to the title.
 */
export function returnFocus({ element, aside }: Opener): void {
  // A button that waits for what it does takes the focus back by itself.
  const isGone = () => !element.isConnected || element.matches(':disabled:not([data-loading])');
  const stepAside = () => {
    // What is disabled keeps the focus until the page is drawn again.
    if (!isFocusFree() && document.activeElement !== element) return;
    if (aside?.isConnected && aside !== element) aside.focus({ preventScroll: true });
    else focusTitle();
  };
  if (isGone()) {
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
    if (!isGone()) return;
    end();
    stepAside();
  });
  gone.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', moved);
}

/** The dialog that something stands in; null of the page. */
const dialogOf = (element: Element | null) => element?.closest('dialog, [role="dialog"], [role="alertdialog"]') ?? null;

/** Whether a dialog took the focus from a field, or the end of one did: then nobody left it. */
export const isTaken = (field: Element | null, by: EventTarget | null): boolean =>
  by instanceof Element && dialogOf(by) !== dialogOf(field);
