/** From one payment to the next: Enter opens the search that finds any lot. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { paletteOpen } from '#platform/web/kit/palette/open.ts';

/** `focused` takes the focus when it appears, so that the keyboard goes on from where the payment ended. */
export function SiguienteLote({ focused = false }: { focused?: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <Button
      ref={button}
      variant="default"
      onKeyDown={(event) => {
        // The key that is still held from 'Pagar' is no wish for the next lot.
        if (event.repeat) event.preventDefault();
      }}
      onClick={() => paletteOpen.set(true)}
    >
      Siguiente lote
    </Button>
  );
}
