/** A document by mail: to the registered address, which is only shown, and to one more. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { z } from '#platform/zod.ts';
import classes from './libro.module.css';

const schema = z.object({
  correoAdicional: z.union([z.literal(''), z.email('Email Inválido').max(200)], { error: 'Email Inválido' }),
});

interface CorreoProps {
  submitLabel: string;
  send: (to: { correoElectronico: string; correoAdicional: string }) => Promise<unknown>;
  onClose: () => void;
}

/** @param found the registered address; '' where there is none */
export function CorreoDialog({ found, ...form }: CorreoProps & { found: UseQueryResult<string> }) {
  return (
    <Dialog title="Enviar por correo electrónico" onClose={form.onClose} closeButton width="28rem">
      {found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeletons lines={3} />
      ) : (
        <CorreoForm correo={found.data} {...form} />
      )}
    </Dialog>
  );
}

function CorreoForm({ correo, submitLabel, send, onClose }: CorreoProps & { correo: string }) {
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
