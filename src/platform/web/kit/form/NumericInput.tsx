/**
 * The number field of the kit outside of a form; inside of one it is NumberField and its like. The library drops what is no
 * digit and joins the rest, which makes 13 of 1e3: here what cannot be read as a number is a fault until it is replaced.
 */
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react';
import { decimalOf, pesosOf } from '#core/money.ts';
import { canBecomeNumber } from './number-text.ts';
import { useTold } from './useFaults.ts';

type Own = 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'suffix' | 'isAllowed' | 'allowDecimal';

export interface NumericInputProps extends Omit<NumberInputProps, Own> {
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number | undefined;
  max?: number | undefined;
  suffix?: string | undefined;
  /** Digits after the point that are kept: what has more is money and rounded, or refused. */
  decimals: number;
  money?: boolean;
  /** What was typed and is no number, in words; '' when it is one again. The field shows it by itself. */
  onFault?: ((message: string) => void) | undefined;
}

const STRAY = 'Lo que escribió no es una cantidad. Escríbala de nuevo solo con números';
const UNFINISHED = 'Escriba una cantidad';

export function NumericInput(props: NumericInputProps) {
  const {
    value,
    onChange,
    decimals,
    money,
    suffix = '',
    allowNegative = true,
    onFault,
    error,
    selectAllOnFocus,
    ...rest
  } = props;
  /** What is typed so far where it is no number yet: a sign, a point. */
  const [begun, setBegun] = useState('');
  const [isStray, setStray] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** Whoever comes back to the field has seen what it made of the text. */
  const isBack = useRef(false);
  const isUntouched = useRef(false);
  /** The key came before the point; the library has moved the caret over it by the time the text of the key comes. */
  const wasBeforePoint = useRef(false);

  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (document.activeElement !== input.current) setStray(false);
  }

  const fault = isStray ? STRAY : '';
  useTold(fault || (value === null && begun ? UNFINISHED : ''), onFault);

  /** What is typed or pasted here; false where the library may not have it. */
  const takes = (field: HTMLInputElement, inserted: string, whole: boolean): boolean => {
    const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? field.value.length];
    const before = field.value.slice(0, start);
    const after = field.value.slice(end);
    const replaces = !/[\d.-]/.test(before + after);
    if (!whole) {
      // A comma parts thousands where they are shown so, and a typed one changes nothing; elsewhere it is the point.
      if (inserted === ' ' || (inserted === ',' && rest.thousandSeparator)) return false;
      const sign = inserted === ',' ? '.' : inserted;
      const movesOver = sign === '.' && (after.startsWith('.') || wasBeforePoint.current);
      const text = before + sign + after.slice(0, suffix && after.endsWith(suffix) ? -suffix.length : undefined);
      if (movesOver || canBecomeNumber(text, { decimals, negative: allowNegative })) {
        if (replaces || isBack.current) setStray(false);
        isBack.current = false;
        return true;
      }
      setStray(true);
      isBack.current = false;
      return false;
    }
    const text = replaces ? inserted : before.replaceAll(',', '') + inserted.trim() + after.replaceAll(',', '');
    const plain = suffix.trim() ? text.trim().replace(new RegExp(`\\s*${suffix.trim()}$`), '') : text;
    const decimal = decimalOf(plain);
    const places = decimal?.split('.')[1]?.length ?? 0;
    const next = money ? pesosOf(plain) : decimal === null || places > decimals ? null : Number(decimal);
    const isRead = next !== null && (allowNegative || next >= 0);
    setStray(!isRead);
    isBack.current = false;
    if (isRead) onChange(next);
    return false;
  };

  return (
    <NumberInput
      clampBehavior="none"
      withKeyboardEvents={false}
      autoComplete="off"
      hideControls
      decimalScale={decimals}
      {...(!rest.thousandSeparator && { allowedDecimalSeparators: [',', '.'] })}
      {...rest}
      ref={input}
      allowNegative={allowNegative}
      suffix={suffix}
      error={fault || error}
      value={value ?? begun}
      onChange={(next) => {
        const number = next === '' ? null : Number(next);
        const isNumber = number !== null && Number.isFinite(number);
        setBegun(isNumber ? '' : String(next));
        if (next === '') setStray(false);
        onChange(isNumber ? number : null);
      }}
      onFocusCapture={(event) => {
        const field = event.currentTarget;
        isBack.current = true;
        if (!selectAllOnFocus) return;
        // At once, and again where a pointer put its caret afterwards; the library would select what was typed meanwhile.
        field.select();
        isUntouched.current = true;
        setTimeout(() => isUntouched.current && field.select());
      }}
      onKeyDownCapture={(event) => {
        const { value: text, selectionEnd } = event.currentTarget;
        isUntouched.current = false;
        wasBeforePoint.current = text[selectionEnd ?? text.length] === '.';
        if (event.key !== ',' || !rest.thousandSeparator) return;
        // Stopped as well, since the library takes it for a point and moves the caret over the one that is there.
        event.preventDefault();
        event.stopPropagation();
      }}
      // The keyboard of a tablet names no key, and what is dropped or filled in comes whole.
      onBeforeInput={(event: FormEvent<HTMLInputElement> & { data?: string }) => {
        const { data } = event;
        if (data && !takes(event.currentTarget, data, data.length > 1)) event.preventDefault();
      }}
      onPasteCapture={(event: ClipboardEvent<HTMLInputElement>) => {
        event.preventDefault();
        event.stopPropagation();
        takes(event.currentTarget, event.clipboardData.getData('text'), true);
      }}
    />
  );
}
