/** A choice among what the server finds: lots, residents, products. */
import { useMemo, useState } from 'react';
import { CHOOSE_AGAIN } from './choosing.ts';
import { type FieldProps, usePickerField } from './fields.tsx';
import { type Option, PickerInput } from './picker.tsx';
import { type Find, useFound } from './sources.ts';

export interface AsyncSelectFieldProps<V, T extends string | number> extends FieldProps<V> {
  /** Asks the server; the signal is aborted when the text has changed meanwhile. */
  find: Find<T>;
  /** The option of the value that the form came with, so that its label shows before any search. */
  initialOption?: Option<T> | undefined;
  onChoose?: (option: Option<T> | null) => void;
  /** For whoever acts on the choice without sending the form: whether the field says something that is not chosen. */
  onUnsettled?: (unsettled: boolean) => void;
  /** Fewer letters do not search. */
  minLetters?: number;
  placeholder?: string;
  emptyText?: string;
  empty?: null | '';
}

export function AsyncSelectField<V, T extends string | number>(props: AsyncSelectFieldProps<V, T>) {
  const { form, name, find, initialOption, onChoose, onUnsettled, minLetters = 1, emptyText, empty = null } = props;
  const { placeholder = 'Escriba para buscar' } = props;
  const value = form.get(name);
  const bound = usePickerField(props);
  const [last, setLast] = useState(initialOption);
  // The option of a value that arrives after the first drawing, when the record has been loaded.
  const chosen = last?.value === value ? last : initialOption?.value === value ? initialOption : undefined;
  const resting = useMemo(() => (chosen ? [chosen] : []), [chosen]);
  return (
    <PickerInput<T>
      {...bound}
      onFault={(message) => {
        bound.onFault(message);
        onUnsettled?.(message !== '');
      }}
      source={useFound(find, minLetters, resting, emptyText)}
      chosen={chosen}
      // What was brought back has lost its name: nobody sends what the field does not show.
      gone={form.draftNews && !chosen && (value ?? '') !== '' ? CHOOSE_AGAIN : undefined}
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
