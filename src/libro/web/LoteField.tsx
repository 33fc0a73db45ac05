/** A field that finds lots on the server: reference, associate and street, accents and partial words included. */
import { useMemo } from 'react';
import { buscarLotes } from '#libro/lotes/contract.ts';
import { call } from '#platform/web/api.ts';
import { AsyncSelectField } from '#platform/web/kit/form/AsyncSelectField.tsx';
import type { FieldProps } from '#platform/web/kit/form/fields.tsx';
import { type Option, PickerInput, type PickerInputProps } from '#platform/web/kit/form/picker.tsx';
import { useFound } from '#platform/web/kit/form/sources.ts';

export interface LoteFieldProps<V> extends FieldProps<V> {
  onChoose?: (option: Option<number> | null) => void;
  initialOption?: Option<number> | undefined;
}

export async function findLotes(q: string, signal: AbortSignal): Promise<Option<number>[]> {
  const found = await call(buscarLotes, { query: { q }, signal });
  return found.map(({ id, name }) => ({ value: id, label: name }));
}

const SEEK = 'Busque por referencia, asociado o calle';
const NONE_FOUND = 'Ningún lote coincide';

/** The same outside of a form. */
export function LoteSelect(props: Omit<PickerInputProps<number>, 'source' | 'placeholder' | 'openOnFocus'>) {
  const { chosen } = props;
  const resting = useMemo(() => (chosen ? [chosen] : []), [chosen]);
  return (
    <PickerInput<number>
      {...props}
      source={useFound(findLotes, 1, resting, NONE_FOUND)}
      openOnFocus={false}
      clearable
      placeholder={SEEK}
    />
  );
}

export function LoteField<V>(props: LoteFieldProps<V>) {
  return <AsyncSelectField {...props} empty="" placeholder={SEEK} emptyText={NONE_FOUND} find={findLotes} />;
}
