/** The form of a maintenance definition, with the prompt-payment rules that reduce it. */
import { listReglas } from '#features/catalogos/contract.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import {
  MoneyField,
  MultiSelectField,
  NumberField,
  SelectField,
  TextareaField,
  TextField,
} from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { unusual, usualOf } from '#platform/web/kit/form/unusual.ts';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { useCall } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { type Mantenimiento, mantenimientoContract, mantenimientoSchema, TIPOS_LOTE } from '../contract.ts';
import { TIPO_LABELS } from './labels.ts';

const LIST = '/admin/mantenimiento';

/** The select keeps the rules' ids; the call takes them as references. */
const schema = mantenimientoSchema.omit({ reglasList: true }).extend({ reglas: z.array(z.number()) });

const TIPOS = TIPOS_LOTE.map((tipo) => ({ value: tipo, label: TIPO_LABELS[tipo] }));

interface DefinitionProps {
  definition: Mantenimiento | undefined;
}

function useDefinition({ definition }: DefinitionProps) {
  const afterSave = useAfterSave();
  return useKitForm({
    schema,
    initial: {
      id: definition?.id ?? '',
      name: definition?.name ?? '',
      cuota: definition?.cuota ?? null,
      description: definition?.description ?? '',
      diaCorte: definition?.diaCorte ?? null,
      // The empty choice is the schema's to refuse.
      tipoLote: definition?.tipoLote ?? ('' as 'condominal'),
      validoMetrosVivienda: definition?.validoMetrosVivienda ?? null,
      reglas: definition?.reglasList.map((regla) => regla.id) ?? [],
    },
    draft: `definicion ${definition?.id ?? ''}`,
    onSubmit: async ({ reglas: chosen, ...body }) => {
      await call(mantenimientoContract.save, { body: { ...body, reglasList: chosen.map((id) => ({ id })) } });
      afterSave(LIST, mantenimientoContract.all);
    },
  });
}

type DefinitionForm = ReturnType<typeof useDefinition>;

function Reglas({ form, definition }: DefinitionProps & { form: DefinitionForm }) {
  const reglas = useCall(listReglas, {});
  // Until the names are known the list must not shrink to nothing.
  const options = reglas.data?.map(({ id, name, percentDiscount }) => ({
    value: id,
    // Many a rule says its percentage in its name.
    label: String(name).includes(`${String(percentDiscount)}%`)
      ? String(name)
      : `${String(name)} (${String(percentDiscount)}%)`,
  }));
  const missing = reglas.isError ? 'No se pudieron cargar las reglas. Actualice la página' : 'Cargando…';
  return (
    <MultiSelectField
      form={form}
      name="reglas"
      label="Reglas de descuento"
      options={options ?? definition?.reglasList.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      disabledReason={options ? undefined : missing}
    />
  );
}

/** What a definition costs, compared with what it was, or with the others of its type. */
function useUnusualCuota({ values }: DefinitionForm, definition: Mantenimiento | undefined) {
  const others = useCall(mantenimientoContract.all, {}, { enabled: !definition });
  const ofTipo = others.data?.filter(({ tipoLote }) => tipoLote === values.tipoLote).map(({ cuota }) => cuota);
  return unusual(
    values.cuota,
    definition
      ? { amount: definition.cuota, what: 'lo que era', before: 'guardar' }
      : { amount: usualOf(ofTipo ?? []), what: 'lo usual en este tipo de lote', before: 'guardar' },
  );
}

function DefinitionFields({ definition }: DefinitionProps) {
  const form = useDefinition({ definition });
  const warning = useUnusualCuota(form, definition);
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields>
        <TextField form={form} name="name" label="Nombre" required maxLength={120} />
        <SelectField form={form} name="tipoLote" label="Tipo de lote" required options={TIPOS} empty="" />
        <MoneyField form={form} name="cuota" label="Cuota" required warning={warning} />
        <NumberField
          form={form}
          name="diaCorte"
          label="Día de corte"
          required
          description="Último día de pago del mes; en un mes más corto, su último día"
        />
        <NumberField
          form={form}
          name="validoMetrosVivienda"
          label="Válido desde (m²)"
          decimals={2}
          suffix=" m²"
          description="Superficie mínima del lote. Vacío: para los lotes que ninguna otra cuota de su tipo alcanza"
        />
        <Reglas form={form} definition={definition} />
        <FullWidth>
          <TextareaField form={form} name="description" label="Descripción" maxLength={500} autosize minRows={2} />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

export default function MantenimientoForm() {
  return (
    <FormPage
      titles={{ new: 'Nuevo mantenimiento ordinario', edit: 'Editar mantenimiento ordinario' }}
      back={{ to: LIST, label: 'Volver a Mantenimiento ordinario' }}
      record={useRecord(mantenimientoContract.get)}
      lines={6}
    >
      {(definition) => <DefinitionFields definition={definition} />}
    </FormPage>
  );
}
