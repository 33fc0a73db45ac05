/** An invoice by mail: the registered address, to be read, and one more. */
import { facturasContract } from '#libro/facturas/contract.ts';
import { call } from '#platform/web/api.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import classes from './libro.module.css';

const schema = z.object({
  correoAdicional: z.union([z.literal(''), z.email('Email Inválido').max(200)], { error: 'Email Inválido' }),
});

export function EnviarFactura({ facturaId, onClose }: { facturaId: number; onClose: () => void }) {
  const found = useCall(facturasContract.email, { params: { id: facturaId } });
  return (
    <Dialog title="Enviar por correo electrónico" onClose={onClose} closeButton width="28rem">
      {found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeletons lines={3} />
      ) : (
        <EnviarForm facturaId={facturaId} correo={found.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

function EnviarForm({ facturaId, correo, onClose }: { facturaId: number; correo: string; onClose: () => void }) {
  const form = useKitForm({
    schema,
    initial: { correoAdicional: '' },
    onSubmit: async ({ correoAdicional }) => {
      await call(facturasContract.send, { body: { id: facturaId, correoElectronico: correo, correoAdicional } });
      toast.success('Se ha enviado el correo electrónico satisfactoriamente', 5);
      onClose();
    },
    onError: (error) => toast.failure(error, 'No se ha podido enviar el correo electrónico. Intente más tarde', 5),
  });
  return (
    <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Enviar factura">
      <Fields columns={1}>
        <p className={classes.readOnly}>
          <span>Correo electrónico</span>
          <b>{correo || 'No existe'}</b>
        </p>
        <TextField form={form} name="correoAdicional" label="Adicional" type="email" maxLength={200} autoFocus />
      </Fields>
      {form.submitting ? <p role="status">Enviando correo electrónico</p> : null}
    </KitForm>
  );
}
