import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, useLayoutEffect, useRef } from 'react';
import { focusTitle, isFocusFree, whenFree } from './focus.ts';

export type BusyButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/**
 * A button that waits for what it does (`loading`). It cannot be pressed meanwhile, and a browser takes the focus from what
 * is disabled: the keyboard would start again at the top of the page. It takes the focus back where nothing else has it;
 * where what was done disables it (what was generated is not generated again), the focus goes to the title.
 */
export function BusyButton({ loading = false, disabled = false, onFocus, onBlur, ...props }: BusyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  // Some browsers take the focus from what is disabled at once, others when they draw: what had it is known before.
  const focused = useRef(false);
  const held = useRef(false);
  useLayoutEffect(() => {
    if (loading) {
      held.current = focused.current;
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
    if (!disabled || loading || !focused.current) return;
    focused.current = false;
    whenFree(focusTitle);
  }, [disabled, loading]);
  return (
    <Button
      ref={button}
      loading={loading}
      disabled={disabled}
      onFocus={(event) => {
        focused.current = true;
        onFocus?.(event);
      }}
      onBlur={(event) => {
        // Taken by the browser, and not by who went on.
        if (!event.currentTarget.disabled) focused.current = false;
        onBlur?.(event);
      }}
      {...props}
    />
  );
}
