/** A choice of several lots of any kind, searched on the server; a form's value is [{id}]. */
import { Loader, MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { lotesContract } from '#features/lotes/contract.ts';
import { type FieldProps, type Option, useField } from '#platform/web/kit/form/fields.tsx';
import { messageOption } from '#platform/web/kit/form/option-filter.ts';
import { useCall } from '#platform/web/query.ts';
import classes from './libro.module.css';

const PAUSE_MS = 250;

interface LotesOptions {
  /** The lots that are chosen from the start, so that they show before any search. */
  initialOptions: readonly { id: number; name: string }[];
}

export interface LotesFieldProps<V> extends FieldProps<V>, LotesOptions {}

export function LotesField<V>(props: LotesFieldProps<V>) {
  const { form, name, initialOptions } = props;
  const chosen = form.get(name) as readonly { id: number }[];
  return (
    <LotesSelect
      {...useField(props)}
      initialOptions={initialOptions}
      chosen={chosen.map(({ id }) => id)}
      onChoose={(ids) =>
        form.set(
          name,
          ids.map((id) => ({ id })),
        )
      }
    />
  );
}

interface LotesSelectProps extends LotesOptions, Omit<MultiSelectProps<number>, 'value' | 'onChange' | 'data'> {
  chosen: readonly number[];
  onChoose: (ids: number[]) => void;
}

/** The same outside of a form. */
export function LotesSelect({ initialOptions, chosen, onChoose, ...bound }: LotesSelectProps) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [known, setKnown] = useState(() => new Map(initialOptions.map((lote) => [lote.id, lote.name])));
  const found = useCall(lotesContract.referenciaLote, { query: { q: asked } }, { enabled: asked !== '' });
  const searching = typed.trim() !== asked || (asked !== '' && found.isFetching);

  const chosenIds = new Set(chosen);
  const options: Option<number>[] = [...known].flatMap(([value, label]) =>
    chosenIds.has(value) ? [{ value, label }] : [],
  );
  const fresh = (asked === '' ? [] : (found.data ?? []))
    .filter(({ id }) => !chosenIds.has(id))
    .map(({ id, name: label }) => ({ value: id, label }));
  const message =
    typed.trim() === ''
      ? 'Escriba para buscar'
      : searching
        ? 'Buscando…'
        : found.isError
          ? 'No se pudo buscar. Intente otra vez'
          : 'Sin resultados';

  return (
    <MultiSelect<number>
      {...bound}
      data={[...options, ...fresh]}
      // What the server found is the list; the chosen ones are in the data only for their labels.
      filter={() => (fresh.length > 0 && !searching ? fresh : [messageOption(message)])}
      value={[...chosenIds]}
      onChange={(next) => {
        setKnown(new Map([...known, ...fresh.map(({ value, label }) => [value, label] as const)]));
        onChoose(next);
        setTyped('');
      }}
      searchable
      clearable
      hidePickedOptions
      classNames={{ inputField: classes.searchText }}
      searchValue={typed}
      onSearchChange={setTyped}
      placeholder={chosen.length === 0 ? 'Escriba para buscar' : undefined}
      rightSection={searching ? <Loader size={14} /> : undefined}
      aria-busy={searching || undefined}
      autoComplete="off"
    />
  );
}
