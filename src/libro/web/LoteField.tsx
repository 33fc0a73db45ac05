/** A field that finds lots on the server: reference, associate and street, accents and partial words included. */
import { buscarLotes } from '#libro/lotes/contract.ts';
import { call } from '#platform/web/api.ts';
import { AsyncSelectField } from '#platform/web/kit/form/AsyncSelectField.tsx';
import type { FieldProps } from '#platform/web/kit/form/fields.tsx';
import type { Option } from '#platform/web/kit/form/picker.tsx';

export interface LoteFieldProps<V> extends FieldProps<V> {
  onChoose?: (option: Option<number> | null) => void;
  initialOption?: Option<number> | undefined;
}

export async function findLotes(q: string, signal: AbortSignal): Promise<Option<number>[]> {
  const found = await call(buscarLotes, { query: { q }, signal });
  return found.map(({ id, name }) => ({ value: id, label: name }));
}

export function LoteField<V>(props: LoteFieldProps<V>) {
  return (
    <AsyncSelectField
      {...props}
      empty=""
      placeholder="Busque por referencia, asociado o calle"
      emptyText="Ningún lote coincide"
      find={findLotes}
    />
  );
}
