/**
 * What is typed takes the place of what a field shows, however the field was come to: by Tab, by itself when its screen
 * opens, by a click or a further one. Every field that shows one value has it; a click puts the caret only into a text that
 * is being written.
 */
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react';

/**
 * @param shown what the field shows by itself; when it changes it is marked anew
 * @param isOwn whether the text is what somebody wrote, which has not become the value (yet)
 */
export function useReplaced(shown: unknown, isOwn = false) {
  const ref = useRef<HTMLInputElement>(null);
  const isTyped = useRef(false);
  const wasOwn = useRef(isOwn);
  /** All is to be marked until a key comes: a pointer, or the number field's library, may put its caret afterwards. */
  const isDue = useRef(false);
  const isLeft = useRef(true);
  const isFresh = useRef(false);

  const select = () => {
    if (isDue.current && document.activeElement === ref.current) ref.current?.select();
  };
  const mark = () => {
    isDue.current = true;
    select();
    // After what both of them do.
    requestAnimationFrame(() => setTimeout(select));
  };
  const mend = () => {
    select();
    isDue.current = false;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the field shows has changed
  useLayoutEffect(() => {
    if (wasOwn.current) isTyped.current = false;
    wasOwn.current = isOwn;
    if (!isOwn && !isTyped.current) mark();
  }, [shown, isOwn]);

  return {
    ref,
    onFocusCapture: () => {
      // Another window was called up meanwhile, and this field was not left: what is half written goes on.
      if (!isLeft.current) return;
      isLeft.current = false;
      isTyped.current = false;
      isFresh.current = true;
      mark();
    },
    onBlurCapture: (event: FocusEvent<HTMLInputElement>) => {
      isLeft.current = document.activeElement !== event.currentTarget;
    },
    onClickCapture: (event: MouseEvent<HTMLInputElement>) => {
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      const length = (selectionEnd ?? 0) - (selectionStart ?? 0);
      const isDrawn = event.detail === 1 && length > 0 && length < value.length;
      if (isDrawn) isDue.current = false;
      else if (!isTyped.current && (!isOwn || isFresh.current)) mark();
      isFresh.current = false;
    },
    onKeyDownCapture: (event: KeyboardEvent<HTMLInputElement>) => {
      mend();
      if (event.key !== 'Enter' || isOwn) return;
      // Enter sends it: it is what the field shows by itself from now on.
      isTyped.current = false;
      mark();
    },
    onPasteCapture: mend,
    onInputCapture: () => {
      isTyped.current = true;
      isDue.current = false;
    },
  };
}
