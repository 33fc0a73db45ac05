/** The tax data of a lot, with the card that it may be charged to and its tax-status certificate. */
import { ActionIcon, TextInput } from '@mantine/core';
import { IconCreditCard, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type * as z from 'zod';
import { listMetodosPago } from '#libro/catalogos/contract.ts';
import { LoteField } from '#libro/web/LoteField.tsx';
import { SERVER_ERROR_ADMIN, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { SelectField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import type { Option } from '#platform/web/kit/form/picker.tsx';
import { type KitForm as KitFormOf, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import { type DatosFiscales, type DatosFiscalesValues, datosFiscalesSchema, fiscalContract } from '../contract.ts';
import { type CardFields, shownCard } from '../rules.ts';
import { Constancia } from './Constancia.tsx';
import { CatalogueField, type Catalogues, hintsOf, type RefValues, refsOf, WithCatalogues } from './catalogues.tsx';
import classes from './fiscal.module.css';
import { Group } from './Group.tsx';
import { TarjetaModal } from './TarjetaModal.tsx';
import { textOf } from './text-of.tsx';

const LIST = '/operaciones/datos-fiscales';

const TEXTS = [
  'razonSocial',
  'rfc',
  'poblacion',
  'cuenta',
  'email',
  'domicilio',
  'numeroExterior',
  'colonia',
  'ciudad',
  'municipio',
  'estado',
  'pais',
  'codigoPostal',
] as const;
type TextName = (typeof TEXTS)[number];

type Values = Record<TextName, string> &
  RefValues & {
    id: number | string;
    loteTransient: { id: number | string };
    metodoPago: { id: number | string };
    tarjeta: CardFields | null;
  } & Record<string, unknown>;

function initialOf(record: DatosFiscales | undefined): Values {
  const tarjeta = record?.tarjeta;
  const texts = Object.fromEntries(TEXTS.map((name) => [name, record?.[name] ?? ''])) as Record<TextName, string>;
  return {
    ...texts,
    pais: record?.pais ?? 'México',
    ...refsOf(record),
    id: record?.id ?? '',
    loteTransient: { id: record?.lote_residente.id ?? '' },
    metodoPago: { id: record?.metodoPago.id ?? '' },
    tarjeta: tarjeta
      ? {
          nombre: tarjeta.nombre,
          numero: tarjeta.numero,
          fechaVencimiento: tarjeta.fechaVencimiento,
          cvv: '',
          tarjeta: tarjeta.tarjeta,
          tipo: tarjeta.tipo,
          banco: { id: tarjeta.banco.id },
        }
      : null,
  };
}

interface TarjetaInputProps {
  tarjeta: CardFields | null;
  error: string | undefined;
  onChange: (tarjeta: CardFields | null) => void;
}

/** The last digits of the card, and the way to its modal. */
function TarjetaInput({ tarjeta, error, onChange }: TarjetaInputProps) {
  const [open, setOpen] = useState(false);
  const [text, name] = tarjeta ? [shownCard(tarjeta.numero), 'Cambiar la tarjeta'] : ['', 'Capturar una tarjeta'];
  return (
    <div className={classes.card}>
      <TextInput label="Tarjeta" readOnly value={text} placeholder="Sin tarjeta" error={error} />
      <ActionIcon variant="default" size={32} aria-label={name} title={name} onClick={() => setOpen(true)}>
        <IconCreditCard size={16} />
      </ActionIcon>
      {tarjeta ? (
        <ActionIcon
          variant="default"
          size={32}
          aria-label="Quitar la tarjeta"
          title="Quitar la tarjeta"
          onClick={() => onChange(null)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      ) : null}
      {open ? <TarjetaModal tarjeta={tarjeta} onCard={onChange} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

interface FieldsProps {
  record: DatosFiscales | undefined;
  catalogues: Catalogues;
  metodos: readonly Option<number>[];
}

type Form = KitFormOf<Values>;

interface GroupProps extends FieldsProps {
  form: Form;
}

function Contribuyente({ form, record, catalogues }: GroupProps) {
  const field = textOf(form);
  const chosen = { form, catalogues };
  const hints = hintsOf(form.values, catalogues);
  const lote = record?.lote_residente;
  return (
    <Group title="Contribuyente">
      <Fields>
        {field('razonSocial', 'Razón social', 254, {
          required: true,
          upper: true,
          autoFocus: !record,
          description: 'Como en la constancia fiscal; una empresa, sin su régimen de capital (S.A. de C.V. …)',
        })}
        {field('rfc', 'RFC', 13, {
          required: true,
          upper: true,
          description: '13 caracteres de una persona, 12 de una empresa',
        })}
        <CatalogueField {...chosen} name="regimenFiscal" label="Régimen fiscal" description={hints.regimenFiscal} />
        <CatalogueField {...chosen} name="usoCFDI" label="Uso CFDI" description={hints.usoCFDI} />
        <FullWidth>
          <LoteField
            form={form}
            name="loteTransient.id"
            label="Lote"
            required
            initialOption={lote && { value: lote.id, label: lote.name }}
          />
        </FullWidth>
        {field('email', 'Email', 200, {
          type: 'email',
          description: 'Recibe las facturas si el asociado no tiene un correo marcado para ello',
        })}
      </Fields>
    </Group>
  );
}

function Factura({ form, catalogues }: GroupProps) {
  const chosen = { form, catalogues };
  const hints = hintsOf(form.values, catalogues);
  return (
    <Group title="Factura">
      <Fields>
        <CatalogueField {...chosen} name="metodoPagoCFDI" label="Método de pago CFDI" />
        <CatalogueField {...chosen} name="formaPagoCFDI" label="Forma de pago CFDI" description={hints.formaPagoCFDI} />
        <CatalogueField {...chosen} name="tipoDocumento" label="Tipo documento" />
        <CatalogueField {...chosen} name="claveUnidadCFDI" label="Clave unidad CFDI" />
        <CatalogueField {...chosen} name="claveProductoServicio" label="Clave producto servicio CFDI" />
      </Fields>
    </Group>
  );
}

function Pago({ form, metodos }: GroupProps) {
  return (
    <Group title="Pago">
      <Fields columns={3}>
        <SelectField form={form} name="metodoPago.id" label="Método pago" required empty="" options={metodos} />
        {textOf(form)('cuenta', 'Cuenta', 60)}
        <TarjetaInput
          tarjeta={form.values.tarjeta}
          error={form.errors['tarjeta.numero'] ?? form.errors.tarjeta}
          onChange={(tarjeta) => form.set('tarjeta', tarjeta)}
        />
      </Fields>
    </Group>
  );
}

function Domicilio({ form }: GroupProps) {
  const field = textOf(form);
  return (
    <Group title="Domicilio fiscal">
      <Fields columns={3}>
        {field('domicilio', 'Domicilio', 200)}
        {field('numeroExterior', 'Número exterior', 30)}
        {field('codigoPostal', 'CP', 5, { inputMode: 'numeric', description: 'El de la constancia fiscal' })}
        {field('colonia', 'Colonia', 100)}
        {field('ciudad', 'Ciudad', 100)}
        {field('municipio', 'Municipio', 100)}
        {field('estado', 'Estado', 100)}
        {field('pais', 'País', 100)}
      </Fields>
    </Group>
  );
}

function DatosFiscalesFields(props: FieldsProps) {
  const { record } = props;
  const afterSave = useAfterSave();
  const form = useKitForm({
    schema: datosFiscalesSchema as unknown as z.ZodType<DatosFiscalesValues, Values>,
    initial: initialOf(record),
    onSubmit: async (body) => {
      await call(fiscalContract.save, { body });
      afterSave(LIST, fiscalContract.all, fiscalContract.get);
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_ADMIN, 3, { seconds: 10 }),
  });
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Contribuyente form={form} {...props} />
      <Factura form={form} {...props} />
      <Pago form={form} {...props} />
      <Domicilio form={form} {...props} />
    </KitForm>
  );
}

export default function DatosFiscalesForm() {
  const metodos = useCall(listMetodosPago, {});
  return (
    <FormPage
      titles={{ new: 'Nuevo dato fiscal', edit: 'Editar dato fiscal' }}
      back={{ to: LIST, label: 'Volver a Datos fiscales' }}
      record={useRecord(fiscalContract.get)}
      lines={12}
    >
      {(record) =>
        metodos.isError ? (
          <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void metodos.refetch()} />
        ) : metodos.data ? (
          <WithCatalogues lines={12}>
            {(catalogues) => (
              <>
                <DatosFiscalesFields
                  record={record}
                  catalogues={catalogues}
                  metodos={metodos.data.map((row) => ({ value: row.id, label: String(row.name) }))}
                />
                {record ? (
                  <div className={classes.stack}>
                    <Constancia id={record.id} initial={record} />
                  </div>
                ) : null}
              </>
            )}
          </WithCatalogues>
        ) : (
          <Skeletons lines={12} />
        )
      }
    </FormPage>
  );
}
