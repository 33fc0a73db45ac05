/** One step: when, to whom, by what, with which text, and what it does besides. */
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import {
  CheckboxField,
  MoneyField,
  MultiSelectField,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
} from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { RichTextField } from '#platform/web/kit/form/RichTextField.tsx';
import { TemplateField } from '#platform/web/kit/form/TemplateField.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { corridasContract, type PasoGestion, pasoSchema, pasosContract } from '../contract.ts';
import {
  DATOS_GESTION,
  DESTINATARIO_LABELS,
  DESTINATARIOS,
  EDAD_LABELS,
  EDADES,
  MEDIO_LABELS,
  MEDIOS,
} from '../rules.ts';

const LIST = '/cobranza/gestion/pasos';

const optionsOf = <T extends string>(values: readonly T[], labels: Readonly<Record<string, string>>) =>
  values.map((value) => ({ value, label: labels[value] ?? value }));

function usePasoForm({ orden: _orden, ...paso }: PasoGestion) {
  const afterSave = useAfterSave();
  return useKitForm({
    schema: pasoSchema,
    initial: paso,
    onSubmit: async (body) => {
      await call(pasosContract.save, { body });
      afterSave(LIST, pasosContract.all, corridasContract.propuesta);
    },
  });
}

type Form = ReturnType<typeof usePasoForm>;

function Cuando({ form }: { form: Form }) {
  return (
    <>
      <NumberField form={form} name="dias" label="Días después del corte" required suffix=" días" decimals={0} />
      <NumberField
        form={form}
        name="espera"
        label="Días después del paso anterior"
        required
        suffix=" días"
        decimals={0}
        description="Por lo menos, para que nadie reciba dos seguidos"
      />
      <MoneyField
        form={form}
        name="saldo"
        label="Con más de"
        required
        description="Con 0, desde el primer peso vencido"
      />
      <SelectField
        form={form}
        name="edad"
        label="De lo vencido"
        required
        options={optionsOf(EDADES, EDAD_LABELS)}
        description="La antigüedad de lo que se suma"
      />
      <NumberField
        form={form}
        name="pagoDias"
        label="Lo detiene un pago de los últimos"
        required
        suffix=" días"
        decimals={0}
        description="Con 0, ningún pago parcial lo detiene"
      />
    </>
  );
}

function PasoFields({ paso }: { paso: PasoGestion }) {
  const form = usePasoForm(paso);
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields>
        <TextField form={form} name="name" label="Nombre" required maxLength={80} autoFocus />
        <SwitchField form={form} name="activo" label="Encendido" />
        <Cuando form={form} />
        <MultiSelectField
          form={form}
          name="medios"
          label="Por qué medio"
          required
          options={optionsOf(MEDIOS, MEDIO_LABELS)}
        />
        <MultiSelectField
          form={form}
          name="destinatarios"
          label="A quién"
          options={optionsOf(DESTINATARIOS, DESTINATARIO_LABELS)}
        />
        <CheckboxField form={form} name="alerta" label="Deja una alerta en el lote" />
        <CheckboxField form={form} name="bloquea" label="No deja reservar amenidades mientras deba" />
        <FullWidth>
          <TemplateField
            form={form}
            name="titulo"
            label="Título"
            required
            oneLine
            maxLength={200}
            datos={DATOS_GESTION}
            description="Es el asunto del correo y el título del mensaje"
          />
        </FullWidth>
        <FullWidth>
          <RichTextField
            form={form}
            name="cuerpo"
            label="Texto"
            required
            maxLength={20_000}
            datos={DATOS_GESTION}
            description="Cada {{dato}} se llena con lo del lote a que llega"
          />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

export default function PasoForm() {
  return (
    <FormPage
      titles={{ new: 'Editar paso', edit: 'Editar paso' }}
      back={{ to: LIST, label: 'Volver a Pasos de la gestión' }}
      record={useRecord(pasosContract.get)}
      lines={10}
    >
      {(paso) => (paso ? <PasoFields paso={paso} /> : <p className="kit-quiet">Elija un paso en la lista de pasos</p>)}
    </FormPage>
  );
}
