/** A register that is an account at a bank: what its deposits are received by, and how its files are read. */
import { catalogosContract } from '#features/catalogos/contract.ts';
import { listMetodosPago } from '#libro/catalogos/contract.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { SelectField, SwitchField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { useCall } from '#platform/web/query.ts';
import { type CuentaBancaria, cuentaBancariaSchema, cuentasContract } from '../contract.ts';
import { Columnas } from './Columnas.tsx';

const LIST = '/cobranza/bancos';

function CuentaFields({ record }: { record: CuentaBancaria | undefined }) {
  const afterSave = useAfterSave();
  const cajas = useCall(catalogosContract.cajasActivas, {});
  const metodos = useCall(listMetodosPago, {});
  const form = useKitForm({
    schema: cuentaBancariaSchema,
    initial: {
      id: record?.id ?? '',
      caja: { id: record?.caja.id ?? ('' as const) },
      metodoPago: { id: record?.metodoPago?.id ?? ('' as const) },
      conocidasSolas: record?.conocidasSolas ?? false,
      columnas: record?.columnas ?? null,
    },
    onSubmit: async (body) => {
      await call(cuentasContract.save, { body });
      afterSave(LIST, cuentasContract.all);
    },
  });
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields>
        <SelectField
          form={form}
          name="caja.id"
          label="Caja"
          required
          options={cajas.data?.map(({ id, name }) => ({ value: id, label: String(name) }))}
        />
        <SelectField
          form={form}
          name="metodoPago.id"
          label="Método de sus depósitos"
          description="Vacío: transferencia"
          clearable
          options={metodos.data?.map(({ id, name }) => ({ value: id, label: String(name) }))}
        />
        <FullWidth>
          <SwitchField
            form={form}
            name="conocidasSolas"
            label="Aplicar sin preguntar lo que llegue de una cuenta que sólo ha pagado un lote"
          />
        </FullWidth>
        <FullWidth>
          <Columnas
            value={form.get('columnas') as never}
            onChange={(columnas) => form.set('columnas', columnas)}
            onFault={(message) => form.setFault('columnas', message)}
          />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

export default function CuentaForm() {
  return (
    <FormPage
      titles={{ new: 'Nueva cuenta de banco', edit: 'Editar cuenta de banco' }}
      back={{ to: LIST, label: 'Volver a Cuentas de banco' }}
      record={useRecord(cuentasContract.get)}
      lines={5}
    >
      {(record) => <CuentaFields record={record} />}
    </FormPage>
  );
}
