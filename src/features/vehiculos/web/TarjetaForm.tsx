/** The form of an access card and the vehicle that it opens for. */
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { AsyncSelectField } from '#platform/web/kit/form/AsyncSelectField.tsx';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { STATUS_TARJETA, type TarjetaDetail, tarjetaSchema, tarjetasContract } from '../contract.ts';
import { STATUS_LABELS } from '../rules.ts';

const LIST = '/operaciones/tarjeta-acceso';

const STATUS_OPTIONS = STATUS_TARJETA.map((value) => ({ value, label: STATUS_LABELS[value] }));

async function findVehiculos(q: string, signal: AbortSignal) {
  const vehiculos = await call(tarjetasContract.autocomplete, { query: { q }, signal });
  return vehiculos.map(({ id, name }) => ({ value: id, label: name }));
}

function TarjetaFields({ tarjeta }: { tarjeta: TarjetaDetail | undefined }) {
  const afterSave = useAfterSave();
  const chosen = tarjeta?.dataTransient;
  const form = useKitForm({
    schema: tarjetaSchema,
    initial: {
      id: tarjeta?.id ?? '',
      numero: tarjeta?.numero ?? '',
      status: tarjeta?.status ?? 'activo',
      fechaBaja: tarjeta?.fechaBaja ?? '',
      vehiculo: { id: chosen?.id ?? '' },
    },
    onSubmit: async (body) => {
      await call(tarjetasContract.save, { body });
      afterSave(LIST, tarjetasContract.all);
    },
  });
  const { status, fechaBaja } = form.values;
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields>
        <TextField form={form} name="numero" label="Número" required maxLength={60} autoFocus={!tarjeta} />
        <SelectField form={form} name="status" label="Estado" required options={STATUS_OPTIONS} />
        <DateField
          form={form}
          name="fechaBaja"
          label="Fecha baja"
          clearable
          description={status === 'baja' && !fechaBaja ? 'Si la deja vacía se guarda la fecha de hoy' : undefined}
        />
        <FullWidth>
          <AsyncSelectField
            form={form}
            name="vehiculo.id"
            label="Residente"
            required
            empty=""
            find={findVehiculos}
            placeholder="Busque por placa, lote o asociado"
            initialOption={chosen && { value: chosen.id, label: chosen.name }}
          />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

export default function TarjetaForm() {
  return (
    <FormPage
      titles={{ new: 'Nueva tarjeta de acceso', edit: 'Editar tarjeta de acceso' }}
      back={{ to: LIST, label: 'Volver a Tarjetas de acceso' }}
      record={useRecord(tarjetasContract.get)}
      lines={4}
    >
      {(tarjeta) => <TarjetaFields tarjeta={tarjeta} />}
    </FormPage>
  );
}
