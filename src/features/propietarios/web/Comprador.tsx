/** Whoever buys: somebody who is registered, or a new one with phones and e-mails. */
import { Button } from '@mantine/core';
import { listTiposNumeroTelefono } from '#features/catalogos/contract.ts';
import { lotesContract } from '#features/lotes/contract.ts';
import { call } from '#platform/web/api.ts';
import { AsyncSelectField } from '#platform/web/kit/form/AsyncSelectField.tsx';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { CheckboxField, MaskField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth } from '#platform/web/kit/form/KitForm.tsx';
import { Panel } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import type { PasoProps } from './Cuentas.tsx';
import classes from './propietarios.module.css';

async function findAsociados(q: string, signal: AbortSignal) {
  const found = await call(lotesContract.residentes, { params: { tipo: 'asociado' }, query: { q }, signal });
  return found.map(({ id, name }) => ({ value: id, label: name }));
}

const at = (list: string, index: number, field: string) => `${list}.${index}.${field}` as `telefonoList.${string}`;

function Correos({ form }: Pick<PasoProps, 'form'>) {
  return (form.values.correoElectronicoList ?? []).map((_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name, and one that is taken out moves the rest up
    <div key={index} className={classes.contact}>
      <TextField
        form={form}
        name={at('correoElectronicoList', index, 'correo')}
        label="Correo electrónico"
        required
        maxLength={200}
      />
      <CheckboxField form={form} name={at('correoElectronicoList', index, 'facturar')} label="Recibe las facturas" />
      <Button
        variant="default"
        size="xs"
        aria-label={`Quitar el correo ${index + 1}`}
        onClick={() => form.base.removeListItem('correoElectronicoList', index)}
      >
        Quitar
      </Button>
    </div>
  ));
}

function Telefonos({ form }: Pick<PasoProps, 'form'>) {
  const tipos = useCall(listTiposNumeroTelefono, {});
  const choices = useChoices(tipos);
  const options = tipos.data?.map(({ id, name }) => ({ value: id, label: String(name) }));
  return (form.values.telefonoList ?? []).map((_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <div key={index} className={classes.contact}>
      <SelectField
        form={form}
        name={at('telefonoList', index, 'tipoNumeroTelefono.id')}
        label="Tipo de teléfono"
        required
        empty=""
        options={options}
        choices={choices}
      />
      <MaskField form={form} name={at('telefonoList', index, 'numero')} label="Número" required mask="phone" />
      <Button
        variant="default"
        size="xs"
        aria-label={`Quitar el teléfono ${index + 1}`}
        onClick={() => form.base.removeListItem('telefonoList', index)}
      >
        Quitar
      </Button>
    </div>
  ));
}

const CORREO = { id: '', correo: '', facturar: true, referencia: '' };
const TELEFONO = { id: '', tipoNumeroTelefono: { id: '', name: '' }, numero: '', referencia: '' };

export function Comprador({ form, onChoose }: PasoProps & { onChoose: (name: string) => void }) {
  const chosen = form.values.residente.id !== '' && form.values.residente.id !== null;
  const none = (form.values.correoElectronicoList ?? []).length === 0 && !chosen;
  return (
    <Panel title="3. Quien compra">
      <Fields>
        <AsyncSelectField
          form={form}
          name="residente.id"
          label="Ya registrado en Asociados"
          find={findAsociados}
          empty=""
          emptyText="Ningún asociado coincide: escriba su nombre al lado"
          placeholder="Busque por nombre"
          onChoose={(option) => onChoose(option?.label ?? '')}
        />
        <TextField
          form={form}
          name="name"
          label="O nuevo: nombre completo"
          maxLength={200}
          disabledReason={chosen ? 'Se eligió a uno registrado' : undefined}
        />
      </Fields>
      <div className={classes.adds}>
        <Button size="xs" variant="default" onClick={() => form.base.insertListItem('correoElectronicoList', CORREO)}>
          Agregar correo
        </Button>
        <Button size="xs" variant="default" onClick={() => form.base.insertListItem('telefonoList', TELEFONO)}>
          Agregar teléfono
        </Button>
        {none ? <span className="kit-quiet">Sin correo no recibirá estados de cuenta ni facturas.</span> : null}
      </div>
      <Correos form={form} />
      <Telefonos form={form} />
      <Fields>
        <FullWidth>
          <CheckboxField
            form={form}
            name="consentimiento"
            label="Aceptó el aviso de privacidad"
            description="Queda con la fecha en que se registra"
          />
        </FullWidth>
      </Fields>
    </Panel>
  );
}
