/** What somebody asked for in the office, by a letter or by mail. */
import { lotesContract } from '#features/lotes/contract.ts';
import { call } from '#platform/web/api.ts';
import { AsyncSelectField } from '#platform/web/kit/form/AsyncSelectField.tsx';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { SelectField, TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useReread } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { derechosContract, solicitarSchema } from '../contract.ts';
import { DERECHO, DERECHOS, type Derecho } from '../rules.ts';

const TIPOS = ['asociado', 'inquilino'] as const;

async function findPersonas(q: string, signal: AbortSignal) {
  const found = await Promise.all(
    TIPOS.map((tipo) => call(lotesContract.residentes, { params: { tipo }, query: { q }, signal })),
  );
  return found.flat().map(({ id, name }) => ({ value: id, label: name }));
}

export function SolicitarModal({
  persona,
  onClose,
}: {
  /** Whose it is, where that is known. */
  persona?: { id: number; name: string };
  onClose: () => void;
}) {
  const reread = useReread();
  const form = useKitForm({
    schema: solicitarSchema,
    initial: {
      residente: { id: (persona?.id ?? '') as number | '' },
      derecho: 'acceso' as Derecho,
      texto: '',
      recibida: today(),
    },
    onSubmit: async (body) => {
      const { responderHasta } = await call(derechosContract.save, { body });
      toast.success(`Registrada. Responda hasta el ${formatFecha(responderHasta)}`, 5);
      onClose();
      reread();
    },
  });
  return (
    <FormModal title="Registrar solicitud de privacidad" onClose={onClose} width="36rem">
      <KitForm form={form} onCancel={onClose}>
        <Fields>
          <FullWidth>
            <AsyncSelectField
              form={form}
              name="residente.id"
              label="Quién la hizo"
              required
              find={findPersonas}
              {...(persona && { initialOption: { value: persona.id, label: persona.name } })}
            />
          </FullWidth>
          <SelectField
            form={form}
            name="derecho"
            label="Derecho"
            required
            options={DERECHOS.map((value) => ({ value, label: DERECHO[value] }))}
          />
          <DateField form={form} name="recibida" label="Día en que se recibió" required />
          <FullWidth>
            <TextareaField form={form} name="texto" label="Qué pide" required maxLength={2000} minRows={4} />
          </FullWidth>
        </Fields>
      </KitForm>
    </FormModal>
  );
}
