/** Uploads the PDF that proves a requirement, of the community or of a lot. */
import { FileInput } from '@mantine/core';
import { archivosContract } from '#features/archivos/contract.ts';
import { NOT_A_PDF, PDF_BYTES_MAX } from '#features/archivos/rules.ts';
import { REQUIRED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { type FieldProps, useField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { expedienteContract } from '../contract.ts';

const schema = z.object({
  file: z
    .custom<File>((value) => value instanceof File, { error: REQUIRED, abort: true })
    .refine((chosen) => chosen.type === 'application/pdf', { message: NOT_A_PDF })
    .refine((chosen) => chosen.size <= PDF_BYTES_MAX, { message: 'El archivo pesa más de 10 MB. Elija otro' }),
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

export function SubirModal({
  requisito,
  loteId,
  onClose,
}: {
  requisito: { id: number; documento: string };
  loteId: number | null;
  onClose: () => void;
}) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: schema as unknown as z.ZodType<z.output<typeof schema>, Values>,
    initial: { file: null },
    onSubmit: async ({ file }) => {
      const archivo = await call(archivosContract.subirExpediente, { body: { file } });
      const body = { requisito: { id: requisito.id }, lote: { id: loteId }, archivo: { id: archivo.id } };
      toast.success((await call(expedienteContract.saveDocumento, { body })) ?? '', 3);
      onClose();
      await invalidate(expedienteContract.requisitos, expedienteContract.deLote);
    },
  });
  return (
    <FormModal title={`Subir «${requisito.documento}»`} onClose={onClose}>
      <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Subir">
        <Fields columns={1}>
          <PdfField form={form} name="file" label="PDF" required description="Hasta 10 MB. Va dentro del expediente" />
        </Fields>
      </KitForm>
    </FormModal>
  );
}
