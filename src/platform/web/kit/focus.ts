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
