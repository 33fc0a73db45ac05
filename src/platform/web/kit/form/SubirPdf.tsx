/** Uploads a PDF that is to be attached to something. */
import { FileInput } from '@mantine/core';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';
import { toast } from '../toast.tsx';
import { FormModal } from './FormModal.tsx';
import { type FieldProps, useField } from './fields.tsx';
import { Fields, KitForm } from './KitForm.tsx';
import { useKitForm } from './useKitForm.ts';

/** What is taken: as the server says it. */
interface Taken {
  bytesMax: number;
  notOne: string;
}

const schemaOf = ({ bytesMax, notOne }: Taken) =>
  z.object({
    file: z
      .custom<File>((value) => value instanceof File, { error: REQUIRED, abort: true })
      .refine((chosen) => chosen.type === 'application/pdf', { message: notOne })
      .refine((chosen) => chosen.size <= bytesMax, {
        message: `El archivo pesa más de ${Math.floor(bytesMax / 1024 ** 2)} MB. Elija otro`,
      }),
  });
type Values = { file: File | null } & Record<string, unknown>;

function PdfField<V>(props: FieldProps<V>) {
  const { form, name } = props;
  const value = form.get(name);
  // Its control is a button, to which the attribute does not belong; the label carries the asterisk.
  const { 'aria-required': _required, ...bound } = useField(props);
  return (
    <FileInput
      {...bound}
      placeholder="Seleccionar archivo"
      accept="application/pdf"
      value={value instanceof File ? value : null}
      onChange={(chosen) => form.set(name, chosen)}
    />
  );
}

/** @param send keeps it and attaches it; gives what is said */
export function SubirPdf({
  title,
  description,
  taken,
  send,
  onClose,
}: {
  title: string;
  description: string;
  taken: Taken;
  send: (file: File) => Promise<string | undefined>;
  onClose: () => void;
}) {
  const form = useKitForm({
    schema: schemaOf(taken) as unknown as z.ZodType<{ file: File }, Values>,
    initial: { file: null },
    onSubmit: async ({ file }) => {
      toast.success((await send(file)) ?? '', 3);
      onClose();
    },
  });
  return (
    <FormModal title={title} onClose={onClose}>
      <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Subir">
        <Fields columns={1}>
          <PdfField form={form} name="file" label="PDF" required description={description} />
        </Fields>
      </KitForm>
    </FormModal>
  );
}
