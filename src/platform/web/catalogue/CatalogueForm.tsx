/** The form of a catalogue, from its declaration. */

import { useMemo } from 'react';
import { type Catalogue, type CatalogueField, SI_NO } from '../../catalogue.ts';
import { type CatalogueRow, catalogueContract, saveSchema } from '../../catalogue-contract.ts';
import { endpoint, list } from '../../endpoint.ts';
import { ACTION_DONE, ACTION_FAILED, SERVER_ERROR_RETRY } from '../../messages.ts';
import { z } from '../../zod.ts';
import { call } from '../api.ts';
import { useChoices } from '../kit/form/choices.ts';
import { CheckboxField, MoneyField, PercentField, SelectField, TextareaField, TextField } from '../kit/form/fields.tsx';
import { Fields, FullWidth, KitForm, useGoTo } from '../kit/form/KitForm.tsx';
import { unusual } from '../kit/form/unusual.ts';
import { type KitForm as Form, useKitForm } from '../kit/form/useKitForm.ts';
import { ErrorPanel, Page, Skeletons } from '../kit/page.tsx';
import { toast, useFailureToast } from '../kit/toast.tsx';
import { useCall, useInvalidate } from '../query.ts';
import { useSearchParam } from '../router.tsx';

type Values = Record<string, unknown>;

function initialOf(field: CatalogueField): unknown {
  switch (field.kind) {
    case 'sino':
    case 'choice':
    case 'boolean':
      return field.initial;
    case 'ref':
      return { id: null };
    default:
      return '';
  }
}

function RefField({ field, form }: { field: CatalogueField & { kind: 'ref' }; form: Form<Values> }) {
  const options = useMemo(
    () =>
      endpoint({
        method: 'GET',
        path: `/${field.endpoint}/all`,
        roles: 'A',
        area: 'catalogos',
        summary: '',
        answer: list(z.looseObject({ id: z.number() })),
      }),
    [field.endpoint],
  );
  const rows = useCall(options, {});
  const choices = useChoices(rows);
  return (
    <SelectField
      form={form}
      name={`${field.name}.id`}
      label={field.label}
      required
      choices={choices}
      options={rows.data
        ?.filter((row) => !field.except || (row as Values)[field.except.name] !== field.except.value)
        .map((row) => ({
          value: row.id,
          label: field.optionLabel.map((name) => String((row as Values)[name] ?? '')).join(' - '),
        }))}
    />
  );
}

/** @param was the field's value as it is kept */
function FieldOf({ field, form, was }: { field: CatalogueField; form: Form<Values>; was: unknown }) {
  const common = {
    form,
    name: field.name,
    label: field.label,
    required: field.required !== false || field.marked === true,
  };
  const usual = { amount: Number(was ?? 0), what: 'lo que era', before: 'guardar' };
  switch (field.kind) {
    case 'text':
      if (field.multiline) {
        return (
          <FullWidth>
            <TextareaField {...common} autosize minRows={3} />
          </FullWidth>
        );
      }
      return (
        <TextField
          {...common}
          {...(field.upper && { upper: true })}
          maxLength={field.max ?? 200}
          description={field.help}
        />
      );
    case 'money':
      return <MoneyField {...common} warning={unusual(form.get(field.name), usual)} />;
    case 'percent':
      return (
        <PercentField
          {...common}
          warning={unusual(form.get(field.name), {
            ...usual,
            noun: 'El porcentaje',
            format: (percent) => `${percent} %`,
          })}
        />
      );
    case 'sino':
      return <SelectField {...common} options={SI_NO.map((word) => ({ value: word, label: word }))} />;
    case 'choice':
      return <SelectField {...common} options={field.options} description={field.help} />;
    case 'boolean':
      return <CheckboxField form={form} name={field.name} label={field.label} description={field.help} />;
    case 'ref':
      return <RefField field={field} form={form} />;
  }
}

function RecordForm({ catalogue, record }: { catalogue: Catalogue; record: CatalogueRow | undefined }) {
  const contract = useMemo(() => catalogueContract(catalogue), [catalogue]);
  const schema = useMemo(() => saveSchema(catalogue), [catalogue]);
  const invalidate = useInvalidate();
  const goTo = useGoTo();
  const { path, fields } = catalogue;

  const form = useKitForm({
    schema,
    initial: {
      id: record?.id ?? '',
      ...Object.fromEntries(fields.map((field) => [field.name, record?.[field.name] ?? initialOf(field)])),
    },
    ...(fields.some(({ kind }) => kind === 'money') && { draft: `catalogo ${record?.id ?? ''}` }),
    onSubmit: async (body) => {
      await call(contract.save, { body: body as Values });
      toast.success(ACTION_DONE);
      await invalidate(contract.all, contract.get);
      goTo(path);
    },
    onError: (error) => toast.failure(error, ACTION_FAILED, 3, { kind: 'warning' }),
  }) as unknown as Form<Values>;

  return (
    <KitForm form={form} cancelTo={path}>
      <Fields>
        {fields.map((field) => (
          <FieldOf key={field.name} field={field} form={form} was={record?.[field.name]} />
        ))}
      </Fields>
    </KitForm>
  );
}

export function CatalogueForm({ catalogue }: { catalogue: Catalogue }) {
  const id = useSearchParam('id');
  const editing = id !== undefined && id !== '';
  const contract = useMemo(() => catalogueContract(catalogue), [catalogue]);
  const record = useCall(contract.get, { params: { id: Number(id) } }, { enabled: editing });
  const { titles, path } = catalogue;

  // A record that was just edited elsewhere must not be shown as it was: the form waits for the fresh one.
  const fresh = !editing || (record.isSuccess && !record.isFetching);
  useFailureToast(record.isError, SERVER_ERROR_RETRY, 8);

  return (
    <Page
      title={editing ? titles.edit : titles.new}
      back={{ to: path, label: `Volver a ${titles.list}` }}
      width="narrow"
    >
      {record.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void record.refetch()} />
      ) : fresh ? (
        <RecordForm key={String(id ?? 'new')} catalogue={catalogue} record={record.data} />
      ) : (
        <Skeletons lines={catalogue.fields.length + 1} />
      )}
    </Page>
  );
}
