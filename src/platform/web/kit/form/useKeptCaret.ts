/**
 * The caret of a number stays where the last key left it. The field's library puts it once more, a moment after each key, where
 * that key had left it, and forgets none of these: where the next key comes before the moment, as on a busy machine, a caret that
 * has gone over the point comes back before it, and who types 12.5 has 125.00.
 */
import { type RefObject, useEffect } from 'react';

/** Of what the browser itself moves the caret by, nothing is known beforehand. */
const movesCaret = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => key.length > 1 || ctrlKey || metaKey || altKey;

export function useKeptCaret(ref: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const field = ref.current;
    if (!field) return;
    let kept: { value: string; at: number } | null = null;
    const keep = () => {
      const { value, selectionStart: at, selectionEnd } = field;
      kept = at !== null && at === selectionEnd ? { value, at } : null;
    };
    const restore = () => {
      const { value, selectionStart, selectionEnd } = field;
      const wasPut = kept?.value === value && selectionStart === selectionEnd && selectionStart !== kept.at;
      if (kept && wasPut) field.setSelectionRange(kept.at, kept.at);
    };
    const forget = () => {
      kept = null;
    };
    const ends = new AbortController();
    // Around all that hears of a key: before any of it, and after the field was drawn anew.
    const listen = (type: string, capture: boolean, listener: (event: Event) => void) =>
      document.addEventListener(
        type,
        (event) => {
          if (event.target === field) listener(event);
        },
        { capture, signal: ends.signal },
      );
    listen('keydown', true, restore);
    listen('beforeinput', true, restore);
    listen('keydown', false, (event) => (movesCaret(event as KeyboardEvent) ? forget() : keep()));
    listen('input', false, keep);
    for (const type of ['pointerdown', 'focusin', 'compositionstart']) listen(type, true, forget);
    return () => ends.abort();
  }, [ref]);
}
