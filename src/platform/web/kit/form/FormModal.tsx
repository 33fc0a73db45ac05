/** A modal for a form; short questions use Dialog. Open while mounted. */
import { Modal } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { currentOpener, isFocusFree, returnFocus, whenFree } from '../focus.ts';

export interface FormModalProps {
  title: ReactNode;
  onClose: () => void;
  /** '26rem', '34rem' and the like. */
  width?: string;
  children: ReactNode;
}

export function FormModal({ title, onClose, width = '30rem', children }: FormModalProps) {
  // Mantine's own return of the focus wants a modal that was closed before.
  const [opener] = useState(currentOpener);
  useLayoutEffect(
    () => () =>
      whenFree(() => {
        const lost = isFocusFree() || document.activeElement?.closest('[role="dialog"]');
        if (lost && opener) returnFocus(opener);
      }),
    [opener],
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={width}
      closeOnClickOutside={false}
      returnFocus={false}
      // Gone at once: a second click on 'Aceptar' must not find the button still there.
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  );
}
