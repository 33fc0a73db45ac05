import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, useLayoutEffect, useRef } from 'react';
import { focusTitle, isFocusFree, whenFree } from './focus.ts';

export type BusyButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/**
 * A button that waits for what it does (`loading`). It cannot be pressed meanwhile, and a browser takes the focus from what
 * is disabled: the keyboard would start again at the top of the page. It takes the focus back where nothing else has it;
 * where what was done disables it (what was generated is not generated again), the focus goes to the title.
 */
export function BusyButton({ loading = false, disabled = false, ...props }: BusyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const held = useRef(false);
  useLayoutEffect(() => {
    if (loading) {
      held.current = document.activeElement === button.current;
      return;
    }
    if (!held.current) return;
    held.current = false;
    whenFree(() => {
      if (!isFocusFree()) return;
      button.current?.focus({ preventScroll: true });
      if (isFocusFree()) focusTitle();
    });
  }, [loading]);
  useLayoutEffect(() => {
    // The browser takes the focus away only when it draws.
    if (disabled && !loading && document.activeElement === button.current) whenFree(focusTitle);
  }, [disabled, loading]);
  return <Button ref={button} loading={loading} disabled={disabled} {...props} />;
}
