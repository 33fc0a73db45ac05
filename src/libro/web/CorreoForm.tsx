/** A document by mail: to the registered address, which is only shown, and to one more. */
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { z } from '#platform/zod.ts';
import classes from './libro.module.css';

const schema = z.object({
  correoAdicional: z.union([z.literal(''), z.email('Email Inválido').max(200)], { error: 'Email Inválido' }),
});

export function CorreoForm({
  correo,
  submitLabel,
  send,
  onClose,
}: {
  /** '' where none is registered. */
  correo: string;
  submitLabel: string;
  send: (to: { correoElectronico: string; correoAdicional: string }) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useKitForm({
    schema,
    initial: { correoAdicional: '' },
    onSubmit: async ({ correoAdicional }) => {
      await send({ correoElectronico: correo, correoAdicional });
      toast.success('Se ha enviado el correo electrónico satisfactoriamente', 5);
      onClose();
    },
    onError: (error) => toast.failure(error, 'No se ha podido enviar el correo electrónico. Intente más tarde', 5),
  });
  return (
    <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel={submitLabel}>
      <Fields columns={1}>
        <p className={classes.readOnly}>
          <span>Correo electrónico</span>
          <b data-missing={correo === '' || undefined}>{correo || 'No existe'}</b>
        </p>
        <TextField form={form} name="correoAdicional" label="Adicional" type="email" maxLength={200} autoFocus />
      </Fields>
      {form.submitting ? <p role="status">Enviando correo electrónico</p> : null}
    </KitForm>
  );
}
