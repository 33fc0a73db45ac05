/** The date and month inputs, bound by `form` and `name`. Values are 'YYYY-MM-DD', '' when empty; a month is its first day. */
import { useEffect } from 'react';
import { DateInput, MonthInput } from './DateInput.tsx';
import { type FieldProps, useField } from './fields.tsx';

export interface DateFieldProps<V> extends FieldProps<V> {
  min?: string | undefined;
  max?: string | undefined;
  clearable?: boolean;
}

function useDateField<V>(props: DateFieldProps<V>) {
  const { form, name, min, max, clearable } = props;
  const value = form.get(name);
  const { setFault } = form;
  // A field that leaves the screen takes its fault along.
  useEffect(() => () => setFault(name, ''), [setFault, name]);
  return {
    ...useField(props),
    min,
    max,
    clearable,
    confirms: true,
    value: typeof value === 'string' ? value : '',
    onChange: (next: string) => form.set(name, next),
    onFault: (message: string) => form.setFault(name, message),
  };
}

export function DateField<V>(props: DateFieldProps<V>) {
  return <DateInput {...useDateField(props)} />;
}

export function MonthField<V>(props: DateFieldProps<V>) {
  return <MonthInput {...useDateField(props)} />;
}
