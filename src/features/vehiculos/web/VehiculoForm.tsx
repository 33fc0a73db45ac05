/** The form of a vehicle and the lot that it belongs to. */
import { lotesContract } from '#features/lotes/contract.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { AsyncSelectField } from '#platform/web/kit/form/AsyncSelectField.tsx';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { type VehiculoDetail, vehiculoSchema, vehiculosContract } from '../contract.ts';

const LIST = '/operaciones/vehiculos';

async function findLotes(q: string, signal: AbortSignal) {
  const lotes = await call(lotesContract.forVehicles, { query: { q }, signal });
  return lotes.map(({ id, name }) => ({ value: id, label: name }));
}

function VehiculoFields({ record }: { record: VehiculoDetail | undefined }) {
  const afterSave = useAfterSave();
  const vehiculo = record?.vehiculo;
  const form = useKitForm({
    schema: vehiculoSchema,
    initial: {
      id: vehiculo?.id ?? '',
      placa: vehiculo?.placa ?? '',
      marca: vehiculo?.marca ?? '',
      modelo: vehiculo?.modelo ?? '',
      color: vehiculo?.color ?? '',
      loteTransient: { id: record?.lote.id ?? '' },
    },
    onSubmit: async (body) => {
      await call(vehiculosContract.save, { body });
      afterSave(LIST, vehiculosContract.all);
    },
  });
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields>
        <TextField form={form} name="placa" label="Placa" required upper maxLength={20} autoFocus={!record} />
        <TextField form={form} name="marca" label="Marca" required maxLength={60} />
        <TextField form={form} name="modelo" label="Modelo" required maxLength={60} />
        <TextField form={form} name="color" label="Color" required maxLength={40} />
        <FullWidth>
          <AsyncSelectField
            form={form}
            name="loteTransient.id"
            label="Residente"
            required
            empty=""
            find={findLotes}
            placeholder="Busque por lote, asociado o calle"
            initialOption={record && { value: record.lote.id, label: record.lote.name }}
          />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

export default function VehiculoForm() {
  return (
    <FormPage
      titles={{ new: 'Nuevo vehículo', edit: 'Editar vehículo' }}
      back={{ to: LIST, label: 'Volver a Vehículos' }}
      record={useRecord(vehiculosContract.get)}
      lines={5}
    >
      {(record) => <VehiculoFields record={record} />}
    </FormPage>
  );
}
