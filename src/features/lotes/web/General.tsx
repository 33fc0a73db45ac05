/** The tab General: what the lot is, its dates and who lives there. */
import { useState } from 'react';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { NumberField, SelectField, SwitchField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth } from '#platform/web/kit/form/KitForm.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useSession } from '#platform/web/session.ts';
import type { LoteDetail, LoteStatus } from '../contract.ts';
import { deliveryDate, mayEditNumeroViviendas, statusOptions } from '../rules.ts';
import type { LoteKitForm, ResidentNames } from './form-types.ts';
import {
  CATEGORY_HAB_LABELS,
  CATEGORY_LABELS,
  optionsOf,
  STATUS_LABELS,
  SUB_CATEGORY_HAB_LABELS,
  SUBESTADO_LABELS,
} from './labels.ts';
import { Residentes } from './Residentes.tsx';

interface Props {
  form: LoteKitForm;
  saved: LoteDetail | undefined;
  names: ResidentNames;
  onNames: (names: ResidentNames) => void;
}

/** The delivery date, which the status sets too. */
function useEntrega(form: LoteKitForm, saved: LoteDetail | undefined) {
  const { values } = form;
  const savedDate = saved?.fechaEntrega || null;
  /** The delivery date that a status and a chosen date lead to, in the form's way of writing none. */
  const dated = (status: unknown, chosen: unknown) =>
    deliveryDate(status as LoteStatus, typeof chosen === 'string' && chosen ? chosen : null, savedDate, today()) ?? '';
  // Clearing the date of a delivered lot brings today's back.
  const dateForm: LoteKitForm = { ...form, set: (path, value) => form.set(path, dated(values.status, value)) };
  // The date that choosing 'entregado' filled in goes again with that choice: once saved it could not be taken back.
  const [filledIn, setFilledIn] = useState('');
  const chooseStatus = (status: unknown) => {
    if (status === values.status) return;
    // 'entregado' means today until another date is chosen, whatever stood there (specification 000, section 4).
    const chosen = status === 'entregado' || values.fechaEntrega === filledIn ? '' : values.fechaEntrega;
    const next = dated(status, chosen);
    setFilledIn(chosen ? '' : next);
    form.set('fechaEntrega', next);
  };
  return { dateForm, chooseStatus, savedDate };
}

interface CategoryProps<T extends string> {
  form: LoteKitForm;
  name: 'category' | 'categoryHab';
  label: string;
  labels: Record<T, string>;
  /** The category that has parts, one of which must be chosen. */
  divided: T;
  part: { name: 'subestado' | 'subCategoryHab'; label: string; labels: Record<string, string> };
}

function Category<T extends string>({ form, name, label, labels, divided, part }: CategoryProps<T>) {
  return (
    <>
      <SelectField
        form={form}
        name={name}
        label={label}
        options={optionsOf(labels)}
        clearable
        empty=""
        onChoose={(category) => category !== divided && form.set(part.name, '')}
      />
      {form.values[name] === divided ? (
        <SelectField
          form={form}
          name={part.name}
          label={part.label}
          required
          options={optionsOf(part.labels)}
          empty=""
        />
      ) : null}
    </>
  );
}

/** Tax data and card are the lot's: they stay when it changes hands. */
function chargesAnother({ values }: LoteKitForm, saved: LoteDetail | undefined): boolean {
  const former = saved?.residenteLotes.find(({ active, asociado }) => active && asociado)?.residente.id;
  const asociado = values.residenteLoteList.find((tie) => tie.asociado);
  return (
    values.isRecurrente === true &&
    former !== undefined &&
    asociado !== undefined &&
    Number(asociado.resident.id) !== former
  );
}

type TypeProps = Pick<Props, 'form' | 'saved'>;

/** Which lot it is and what becomes of it. */
function Identity({ form, saved, onStatus }: TypeProps & { onStatus: (status: unknown) => void }) {
  const { role } = useSession();
  const mayCount = mayEditNumeroViviendas(role, saved === undefined);
  return (
    <>
      <TextField
        form={form}
        name="referencia"
        label="Referencia"
        required
        maxLength={60}
        autoFocus={!saved}
        disabledReason={saved ? 'Se escribe sólo al crear el lote' : undefined}
      />
      <SelectField
        form={form}
        name="status"
        label="Estado"
        required
        options={optionsOf(STATUS_LABELS, statusOptions(saved?.status))}
        onChoose={onStatus}
      />
      {form.values.tipo === 'condominal' ? (
        <NumberField
          form={form}
          name="numeroViviendas"
          label="No. viviendas"
          required
          disabledReason={mayCount ? undefined : 'Sólo lo cambia un superadministrador o un director'}
        />
      ) : null}
      <TextField form={form} name="calle" label="Calle" required maxLength={120} />
      <TextField form={form} name="manzana" label="Manzana" required maxLength={60} />
      <TextField form={form} name="lote" label="Lote" maxLength={60} />
      <TextField form={form} name="etapa" label="Etapa" maxLength={120} />
      <NumberField form={form} name="superficie" label="Superficie (m²)" required decimals={2} />
    </>
  );
}

function Categories({ form }: Pick<Props, 'form'>) {
  return (
    <>
      <Category
        form={form}
        name="category"
        label="Categoría"
        labels={CATEGORY_LABELS}
        divided="construccion"
        part={{ name: 'subestado', label: 'Subestado', labels: SUBESTADO_LABELS }}
      />
      <Category
        form={form}
        name="categoryHab"
        label="Categoría hab"
        labels={CATEGORY_HAB_LABELS}
        divided="habitado"
        part={{ name: 'subCategoryHab', label: 'Subcategoría hab', labels: SUB_CATEGORY_HAB_LABELS }}
      />
    </>
  );
}

export function General({ form, saved, names, onNames }: Props) {
  const { dateForm, chooseStatus, savedDate } = useEntrega(form, saved);
  const cardOfAnother = chargesAnother(form, saved);
  return (
    <Fields columns={3}>
      <Identity form={form} saved={saved} onStatus={chooseStatus} />
      <Categories form={form} />
      <DateField
        form={dateForm}
        name="fechaEntrega"
        label="Fecha de entrega"
        required={form.values.status === 'entregado'}
        disabledReason={savedDate ? 'Ya está guardada y no se puede cambiar' : undefined}
      />
      <DateField form={form} name="fechaInicioPagos" label="Fecha inicio de pagos" />
      <TextField form={form} name="numEscrituracion" label="No. escrituración" required maxLength={120} />
      <SwitchField
        form={form}
        name="isRecurrente"
        label="Cargo recurrente"
        description={
          cardOfAnother ? 'El cargo recurrente usa la tarjeta del asociado anterior: cámbiela o desactívelo' : undefined
        }
      />
      <FullWidth>
        <Residentes form={form} names={names} onNames={onNames} />
      </FullWidth>
    </Fields>
  );
}
