/** The modal 'Enviar correo': a campaign letter to the lot's associate, and to one more address. */
import { correocampanasContract, envioSchema } from '#features/comunicacion/contract.ts';
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useCall } from '#platform/web/query.ts';

const SENT = 'Correo electrónico enviado';
const FAILED = 'Ocurrió un error. Intente más tarde o contacte con el administrador';

export interface EnviarCorreoProps {
  /** The lot to whose associate it goes. */
  loteId: number;
  onClose: () => void;
}

export function EnviarCorreo({ loteId, onClose }: EnviarCorreoProps) {
  const [key] = useIdempotencyKey();
  const campanas = useCall(correocampanasContract.all, {});
  const form = useKitForm({
    schema: envioSchema,
    // No template is chosen yet; the schema says so at the field.
    initial: { idCorreo: '', otroEmail: '' },
    onSubmit: async (body) => {
      await call(correocampanasContract.enviarcorreo, { body: { ...body, idLote: loteId }, idempotencyKey: key });
      toast.success(SENT, 3);
      onClose();
    },
    onError: (error) => toast.failure(error, FAILED, 8),
  });
  const none = campanas.data?.length === 0;
  return (
    <FormModal title="Enviar correo" onClose={onClose}>
      {campanas.isError ? (
        <ErrorPanel message={FAILED} onRetry={() => void campanas.refetch()} />
      ) : (
        <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Enviar">
          <Fields columns={1}>
            <SelectField
              form={form}
              name="idCorreo"
              label="Correo"
              required
              autoFocus
              empty=""
              options={campanas.data?.map(({ id, name }) => ({ value: id, label: name }))}
              description={none ? 'No hay ninguno. Créelo en Administración, Correo campañas' : undefined}
            />
            <TextField
              form={form}
              name="otroEmail"
              label="Otro correo electrónico"
              type="email"
              maxLength={200}
              description="Si lo deja vacío, se envía sólo a los del asociado"
            />
          </Fields>
        </KitForm>
      )}
    </FormModal>
  );
}
