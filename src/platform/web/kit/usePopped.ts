/** What a button opens under it, in the browser's own top layer: nothing of it is drawn while it is closed. */
import { type MouseEvent, type ToggleEvent, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';

/** That of the button which what it opens keeps to. */
export type Edge = 'left' | 'right';

const GAP = 4;

/** Under the button, its right edge on the button's, or its left one; over it where there is no room below. */
function place(popped: HTMLElement, button: HTMLElement, edge: Edge): void {
  const at = button.getBoundingClientRect();
  const below = at.bottom + GAP;
  const fits = below + popped.offsetHeight <= innerHeight;
  popped.style.top = `${fits ? below : Math.max(GAP, at.top - GAP - popped.offsetHeight)}px`;
  const left =
    edge === 'right' ? at.right - popped.offsetWidth : Math.min(at.left, innerWidth - GAP - popped.offsetWidth);
  popped.style.left = `${Math.max(GAP, left)}px`;
}

/** `onShown`: once it stands, before anything else is typed. */
export function usePopped(edge: Edge, onShown?: (popped: HTMLElement) => void) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const popped = useRef<HTMLDivElement>(null);
  const shown = useEffectEvent((element: HTMLElement) => onShown?.(element));
  useLayoutEffect(() => {
    if (!open || !popped.current || !button.current) return;
    popped.current.showPopover();
    place(popped.current, button.current, edge);
    shown(popped.current);
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
