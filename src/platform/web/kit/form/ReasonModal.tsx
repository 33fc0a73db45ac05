/** What is done with a reason that everybody reads afterwards: it says what happens, and asks why. */
import type { ReactNode } from 'react';
import { text } from '../../../codecs.ts';
import { z } from '../../../zod.ts';
import { FormModal, type FormModalProps } from './FormModal.tsx';
import { TextareaField } from './fields.tsx';
import { Fields, KitForm } from './KitForm.tsx';
import { useKitForm } from './useKitForm.ts';

const schema = z.object({ razon: text(300) });

interface ReasonModalProps extends Omit<FormModalProps, 'children'> {
  /** What happens. */
  children: ReactNode;
  submitLabel?: string;
  danger?: boolean;
  /** Does it and closes; what it throws is told in the form. */
  onReason: (razon: string) => Promise<void>;
}

export function ReasonModal({ children, submitLabel, danger = false, onReason, ...modal }: ReasonModalProps) {
  const form = useKitForm({ schema, initial: { razon: '' }, onSubmit: ({ razon }) => onReason(razon) });
  return (
    <FormModal {...modal}>
      <p className="kit-quiet">{children}</p>
      <KitForm form={form} onCancel={modal.onClose} danger={danger} {...(submitLabel && { submitLabel })}>
        <Fields columns={1}>
          <TextareaField
            form={form}
            name="razon"
            label="Razón"
            required
            maxLength={300}
            autoFocus
            enterKeyHint="send"
            // A sentence: Enter sends it, as in a field of one line. With Shift it goes on.
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return;
              if (event.nativeEvent.isComposing) return;
              event.preventDefault();
              void form.submit();
            }}
          />
        </Fields>
      </KitForm>
    </FormModal>
  );
}
