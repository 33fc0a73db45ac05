/** The select of the kit outside of a form; inside of one it is SelectField. */
import type { Choices } from './choices.ts';
import { NO_LONGER_LISTED } from './choosing.ts';
import { type Option, PickerInput, type PickerInputProps, type Value } from './picker.tsx';
import { listed } from './sources.ts';

export interface SelectInputProps<T extends Value>
  extends Omit<PickerInputProps<T>, 'source' | 'chosen' | 'gone' | 'onChoose' | 'value'> {
  /** undefined while they load. */
  data: readonly Option<T>[] | undefined;
  /** Of the lists that the options come from: tells that they did not. */
  choices?: Choices | undefined;
  value: T | null;
  /** null where it was cleared, which takes `clearable`. */
  onChange: (value: T | null) => void;
  /** What the list says when nothing fits what was typed. */
  noneText?: string;
}

/** So few are chosen by a finger: no keyboard comes up on a phone. */
const TOUCHED_MAX = 7;

export function SelectInput<T extends Value>(props: SelectInputProps<T>) {
  const { data, choices, value, onChange, noneText, placeholder = 'Seleccione', ...rest } = props;
  const chosen = data?.find((option) => option.value === value);
  return (
    <PickerInput<T>
      inputMode={data && data.length <= TOUCHED_MAX ? 'none' : undefined}
      {...rest}
      source={listed(data, choices, noneText)}
      chosen={chosen}
      gone={data && !chosen && (value ?? '') !== '' ? NO_LONGER_LISTED : undefined}
      onChoose={(option) => onChange(option?.value ?? null)}
      placeholder={data ? placeholder : choices?.failed ? 'No se pudo cargar' : 'Cargando…'}
    />
  );
}
