/**
 * What comes into a field before React hears of it. A field that is redrawn while an input method composes loses its place, so
 * that 3 and 30 become 330: a composition is heard of once it is whole, where it began. And what no key announced (of an
 * extension, a dictation, what is filled in) is looked over first.
 */
import { type RefObject, useEffect, useRef } from 'react';

interface RawInput {
  /** A text was composed; the field is as it was before, and marked where the text belongs. */
  onComposed(field: HTMLInputElement, text: string): void;
  /** Whether what the field holds now may be read; where it may not, the field shows again what it did. */
  mayRead(field: HTMLInputElement, inputType: string): boolean;
}

export function useRawInput(ref: RefObject<HTMLInputElement | null>, input: RawInput): void {
  const current = useRef(input);
  const shown = useRef('');
  useEffect(() => {
    current.current = input;
    shown.current = ref.current?.value ?? '';
  });
  useEffect(() => {
    const field = ref.current;
    if (!field) return;
    let began: { value: string; start: number; end: number } | null = null;
    const ends = new AbortController();
    const listen = (type: string, listener: (event: Event) => void) =>
      field.addEventListener(type, listener, { signal: ends.signal });
    listen('compositionstart', (event) => {
      event.stopPropagation();
      const { value, selectionStart, selectionEnd } = field;
      began = { value, start: selectionStart ?? 0, end: selectionEnd ?? value.length };
    });
    for (const type of ['compositionupdate', 'beforeinput', 'textInput']) {
      listen(type, (event) => {
        if (began) event.stopPropagation();
      });
    }
    listen('input', (event) => {
      if (began) event.stopPropagation();
      else if (!current.current.mayRead(field, (event as InputEvent).inputType ?? '')) {
        event.stopPropagation();
        field.value = shown.current;
      }
    });
    listen('compositionend', (event) => {
      if (!began) return;
      event.stopPropagation();
      const { value, start, end } = began;
      began = null;
      field.value = value;
      field.setSelectionRange(start, end);
      const text = (event as CompositionEvent).data;
      if (text !== '') current.current.onComposed(field, text);
    });
    return () => ends.abort();
  }, [ref]);
}
