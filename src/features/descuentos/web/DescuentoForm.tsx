/** The form of a lot's special discount. */
import { type LoteDetail, lotesContract } from '#features/lotes/contract.ts';
import { LoteField } from '#libro/web/LoteField.tsx';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { PercentField, TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { descuentoSchema, descuentosContract } from '../contract.ts';
import { Efecto } from './Efecto.tsx';

const LIST = '/catalogos/descuento-especial';

function labelOf({ referencia, residenteLotes }: LoteDetail): string {
  const asociado = residenteLotes.find((row) => row.asociado && row.active);
  return asociado ? `${referencia} · ${asociado.residente.name}` : referencia;
}

function DescuentoFields({ lote }: { lote: LoteDetail | undefined }) {
  const afterSave = useAfterSave();
  const form = useKitForm({
    schema: descuentoSchema,
    initial: { id: lote?.id ?? '', descuento: lote?.plusPercentMtto ?? null, razon: '' },
    draft: `descuento ${lote?.id ?? ''}`,
    onSubmit: async (body) => {
      await withBusy(call(descuentosContract.save, { body }));
      afterSave(LIST, descuentosContract.list, descuentosContract.efecto, lotesContract.get);
    },
  });
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields>
        <PercentField
          form={form}
          name="descuento"
          label="Descuento especial"
          required
          autoFocus
          description="Se aplica a los meses de mantenimiento que el lote debe y a los que se generen; sustituye a las reglas de descuento"
        />
        <FullWidth>
          <LoteField
            form={form}
            name="id"
            label="Lote"
            required
            disabledReason={lote ? 'El descuento es de este lote' : undefined}
            initialOption={lote && { value: lote.id, label: labelOf(lote) }}
          />
        </FullWidth>
        <FullWidth>
          <TextareaField
            form={form}
            name="razon"
            label="Motivo"
            required
            maxLength={500}
            description="Queda en la bitácora, con su nombre y lo que el descuento perdona o devuelve"
          />
        </FullWidth>
        {form.values.descuento === null ? null : (
          <FullWidth>
            <Efecto loteId={form.values.id} descuento={form.values.descuento} />
          </FullWidth>
        )}
      </Fields>
    </KitForm>
  );
}

export default function DescuentoForm() {
  return (
    <FormPage
      titles={{ new: 'Nuevo descuento especial', edit: 'Editar descuento especial' }}
      back={{ to: LIST, label: 'Volver a Descuentos especiales' }}
      record={useRecord(lotesContract.get)}
      lines={3}
    >
      {(lote) => <DescuentoFields lote={lote} />}
    </FormPage>
  );
}
