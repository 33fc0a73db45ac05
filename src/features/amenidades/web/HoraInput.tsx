/** A time of the day as digits: 'HH:mm', '' while it is empty. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { applyMask } from '#platform/web/kit/form/mask.ts';
import { useReplaced } from '#platform/web/kit/form/useReplaced.ts';
import classes from './amenidades.module.css';

const MASK = '00:00';

export interface HoraInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

export function HoraInput({ value, onChange, ...rest }: HoraInputProps) {
  const replaced = useReplaced(value);
  return (
    <TextInput
      {...rest}
      {...replaced}
      className={classes.hora}
      inputMode="numeric"
      autoComplete="off"
      placeholder="HH:mm"
      maxLength={MASK.length}
      value={value}
      onChange={(event) => onChange(applyMask(MASK, event.currentTarget.value))}
    />
  );
}
