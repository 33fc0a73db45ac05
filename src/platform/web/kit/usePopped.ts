/** What a button opens under it, in the browser's own top layer: nothing of it is drawn while it is closed. */
import { type MouseEvent, type ToggleEvent, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Edge, float } from './floating.tsx';

/** `onShown`: once it stands, before anything else is typed. */
export function usePopped(edge: Edge, onShown?: (popped: HTMLElement) => void) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const popped = useRef<HTMLDivElement>(null);
  const shown = useEffectEvent((element: HTMLElement) => onShown?.(element));
  useLayoutEffect(() => {
    if (!open || !popped.current || !button.current) return;
    const end = float(popped.current, button.current, edge);
    shown(popped.current);
    return end;
  }, [open, edge]);
  const close = () => {
    popped.current?.hidePopover();
    setOpen(false);
  };
  return {
    ...{ open, close, button },
    buttonProps: {
      type: 'button',
      'aria-expanded': open,
      // Its press does not count as one beside what it opened.
      popoverTarget: id,
      onClick: (event: MouseEvent) => {
        event.preventDefault();
        if (open) close();
        else setOpen(true);
      },
    },
    poppedProps: {
      ref: popped,
      id,
      popover: 'auto',
      onToggle: ({ newState }: ToggleEvent) => newState === 'closed' && setOpen(false),
    },
  } as const;
}
