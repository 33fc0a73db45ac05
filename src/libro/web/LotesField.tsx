/** A choice of several lots of any kind, searched on the server; a form's value is [{id}]. */
import { useState } from 'react';
import { type FieldProps, usePickerField } from '#platform/web/kit/form/fields.tsx';
import { type Option, PickerMany, type PickerManyProps } from '#platform/web/kit/form/picker.tsx';
import { useFound } from '#platform/web/kit/form/sources.ts';
import { findLotes } from './LoteField.tsx';

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
      {...usePickerField(props)}
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

interface LotesSelectProps
  extends LotesOptions,
    Omit<PickerManyProps<number>, 'source' | 'chosen' | 'onChoose' | 'placeholder'> {
  chosen: readonly number[];
  onChoose: (ids: number[]) => void;
}

const NOTHING: readonly Option<number>[] = [];

/** The same outside of a form. */
export function LotesSelect({ initialOptions, chosen, onChoose, ...bound }: LotesSelectProps) {
  const [known, setKnown] = useState(() => new Map(initialOptions.map((lote) => [lote.id, lote.name])));
  return (
    <PickerMany<number>
      {...bound}
      source={useFound(findLotes, 1, NOTHING)}
      openOnFocus={false}
      chosen={chosen.map((value) => ({ value, label: known.get(value) ?? '' }))}
      onChoose={(options) => {
        setKnown(new Map([...known, ...options.map(({ value, label }) => [value, label] as const)]));
        onChoose(options.map(({ value }) => value));
      }}
      placeholder="Escriba para buscar"
    />
  );
}
