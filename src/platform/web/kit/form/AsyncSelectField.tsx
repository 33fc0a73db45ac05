/** A choice among what the server finds: lots, residents, products. */
import { useMemo, useState } from 'react';
import { type FieldProps, usePickerField } from './fields.tsx';
import { type Option, PickerInput } from './picker.tsx';
import { type Find, useFound } from './sources.ts';

export interface AsyncSelectFieldProps<V, T extends string | number> extends FieldProps<V> {
  /** Asks the server; the signal is aborted when the text has changed meanwhile. */
  find: Find<T>;
  /** The option of the value that the form came with, so that its label shows before any search. */
  initialOption?: Option<T> | undefined;
  onChoose?: (option: Option<T> | null) => void;
  /** Fewer letters do not search. */
  minLetters?: number;
  placeholder?: string;
  emptyText?: string;
  empty?: null | '';
}

export function AsyncSelectField<V, T extends string | number>(props: AsyncSelectFieldProps<V, T>) {
  const { form, name, find, initialOption, onChoose, minLetters = 1, emptyText, empty = null } = props;
  const { placeholder = 'Escriba para buscar' } = props;
  const value = form.get(name);
  const [last, setLast] = useState(initialOption);
  // The option of a value that arrives after the first drawing, when the record has been loaded.
  const chosen = last?.value === value ? last : initialOption?.value === value ? initialOption : undefined;
  const resting = useMemo(() => (chosen ? [chosen] : []), [chosen]);
  return (
    <PickerInput<T>
      {...usePickerField(props)}
      source={useFound(find, minLetters, resting, emptyText)}
      chosen={chosen}
      onChoose={(option) => {
        setLast(option ?? undefined);
        form.set(name, option?.value ?? empty);
        onChoose?.(option);
      }}
      // There is nothing to choose from before something is typed, and the list would cover what stands below.
      openOnFocus={false}
      clearable
      placeholder={placeholder}
    />
  );
}
