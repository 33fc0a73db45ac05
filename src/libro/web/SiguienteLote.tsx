/** From one payment to the next: its key, or Enter on it, opens the search that finds any lot. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { whenFree } from '#platform/web/kit/focus.ts';
import { Keys } from '#platform/web/kit/keys.tsx';
import { paletteOpen } from '#platform/web/kit/palette/open.ts';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';

/** `focused` takes the focus when it appears, so that the keyboard goes on from where the payment ended. */
export function SiguienteLote({ focused = false }: { focused?: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const next = () => paletteOpen.set(true);
  useShortcut('n', 'Siguiente lote', next, { group: 'Recibo' });
  useEffect(() => {
    // Not before the overlay of a slow answer lets the page go.
    if (focused) whenFree(() => button.current?.focus({ preventScroll: true }));
  }, [focused]);
  return (
    <Button
      ref={button}
      variant="default"
      aria-keyshortcuts="N"
      rightSection={<Keys combo="n" hidden />}
      onKeyDown={(event) => {
        // The key that is still held from 'Pagar' is no wish for the next lot.
        if (event.repeat) event.preventDefault();
      }}
      onClick={next}
    >
      Siguiente lote
    </Button>
  );
}
