import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, useLayoutEffect, useRef } from 'react';
import { whenFree } from './busy.tsx';
import { isFocusFree } from './focus.ts';

export type BusyButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/**
 * A button that waits for what it does (`loading`). It cannot be pressed meanwhile, and a browser takes the focus from what
 * is disabled: the keyboard would start again at the top of the page. It takes the focus back where nothing else has it.
 */
export function BusyButton({ loading = false, ...props }: BusyButtonProps) {
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
      if (isFocusFree()) button.current?.focus({ preventScroll: true });
    });
  }, [loading]);
  return <Button ref={button} loading={loading} {...props} />;
}
