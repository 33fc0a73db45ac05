/** A modal for a form with selects or dates, whose lists open beside it; short questions use Dialog. Open while mounted. */
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

export interface FormModalProps {
  title: ReactNode;
  onClose: () => void;
  /** '26rem', '34rem' and the like. */
  width?: string;
  children: ReactNode;
}

export function FormModal({ title, onClose, width = '30rem', children }: FormModalProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={width}
      closeOnClickOutside={false}
      // Gone at once: a second click on 'Aceptar' must not find the button still there.
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  );
}
