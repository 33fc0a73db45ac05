/**
 * The number field of the kit outside of a form; inside of one it is NumberField and its like. The library drops what is no
 * digit and joins the rest, which makes 13 of 1e3: here what cannot be taken is a fault until it is replaced, and what is
 * being typed stays as it is typed.
 */
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react';
import { decimalOf, pesosOf } from '#core/money.ts';
import { rangeFault, STRAY, typingFault } from './number-text.ts';
import { useTold } from './useFaults.ts';
import { useRawInput } from './useRawInput.ts';
import { useReplaced } from './useReplaced.ts';

type Own =
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'min'
  | 'max'
  | 'suffix'
  | 'isAllowed'
  | 'allowDecimal'
  | 'clampBehavior'
  | 'selectAllOnFocus'
  | 'withKeyboardEvents';

export interface NumericInputProps extends Omit<NumberInputProps, Own> {
  value: number | null;
  onChange: (value: number | null) => void;
  /** What is beyond is a fault and not handed on; where a schema refuses it in words of its own, leave them out. */
  min?: number | undefined;
  max?: number | undefined;
  suffix?: string | undefined;
  /** Digits after the point that are kept: what has more is refused, or where it is pasted as money, rounded. */
  decimals: number;
  money?: boolean;
  /** What was typed and cannot be taken, in words; '' when it can. The field shows it by itself. */
  onFault?: ((message: string) => void) | undefined;
}

const UNFINISHED = 'Escriba una cantidad';

/** What is being typed, and the value that whoever has the field made of it. */
interface Draft {
  text: string | number;
  answer?: number | null;
}

function numberOf(text: string | number): number | null {
  const number = text === '' ? null : Number(text);
  return Number.isFinite(number) ? number : null;
}

export function NumericInput(props: NumericInputProps) {
  const { value, onChange, min, max, decimals, money, suffix = '', allowNegative = true } = props;
  const { value: _value, min: _min, max: _max, decimals: _decimals, money: _money, onFault, error, ...rest } = props;
  const [draft, setDraft] = useState<Draft | null>(null);
  const [stray, setStray] = useState('');
  const replaced = useReplaced(value);
  /** Whoever comes back to the field has seen what it made of the text. */
  const isBack = useRef(false);
  /** The key came before the point; the library has moved the caret over it by the time the text of the key comes. */
  const wasBeforePoint = useRef(false);
  /** A text came that was looked over before. */
  const isAnnounced = useRef(false);

  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (document.activeElement !== replaced.ref.current) setStray('');
  }
  // A text is shown as long as it is what the value was made of: nobody sends what the field does not show.
  if (draft && draft.answer !== value) {
    const isMadeOfIt = draft.answer === undefined || numberOf(draft.text) === value;
    setDraft(isMadeOfIt ? { ...draft, answer: value } : null);
  }

  const typed = draft ? numberOf(draft.text) : null;
  const beyond = rangeFault(typed, min, max);
  const fault = stray || beyond;
  const isUnfinished = draft !== null && draft.text !== '' && typed === null;
  useTold(fault || (isUnfinished ? UNFINISHED : ''), onFault);

  const take = (text: string | number) => {
    setDraft({ text });
    const number = numberOf(text);
    // The library tells of its own redrawing too, which is no change: what was found wrong with the value stays told.
    if (number !== value && rangeFault(number, min, max) === '') onChange(number);
  };
  /** What is typed has become the value, and is shown as that. */
  const settle = () => {
    if (!beyond && !isUnfinished) setDraft(null);
  };

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
      const why = movesOver ? '' : typingFault(text, { decimals, negative: allowNegative });
      if (why || replaces || isBack.current) setStray(why);
      isBack.current = false;
      return !why;
    }
    const text = replaces ? inserted : before.replaceAll(',', '') + inserted.trim() + after.replaceAll(',', '');
    const plain = suffix.trim() ? text.trim().replace(new RegExp(`\\s*${suffix.trim()}$`), '') : text;
    const decimal = decimalOf(plain);
    const places = decimal?.split('.')[1]?.length ?? 0;
    const next = money ? pesosOf(plain) : decimal === null || places > decimals ? null : Number(decimal);
    const isRead = next !== null && (allowNegative || next >= 0);
    setStray(isRead ? '' : STRAY);
    isBack.current = false;
    if (isRead) take(next);
    return false;
  };
  useRawInput(replaced.ref, {
    onComposed: (field, text) => void takes(field, text, true),
    // Text that nobody announced is read as if it were pasted.
    mayRead: (field, inputType) => {
      const wasAnnounced = isAnnounced.current;
      isAnnounced.current = false;
      const raw = field.value;
      if (wasAnnounced || raw === '' || /^(delete|history)/.test(inputType)) return true;
      field.setSelectionRange(0, raw.length);
      takes(field, raw, true);
      return false;
    },
  });

  return (
    <NumberInput
      autoComplete="off"
      hideControls
      decimalScale={decimals}
      {...(!rest.thousandSeparator && { allowedDecimalSeparators: [',', '.'] })}
      {...rest}
      {...replaced}
      clampBehavior="none"
      withKeyboardEvents={false}
      error={fault || error}
      value={draft ? draft.text : (value ?? '')}
      onChange={(next) => {
        if (next === '') setStray('');
        take(next);
      }}
      onBlur={(event) => {
        settle();
        props.onBlur?.(event);
      }}
      onFocusCapture={() => {
        isBack.current = true;
        replaced.onFocusCapture();
      }}
      onKeyDownCapture={(event) => {
        replaced.onKeyDownCapture(event);
        isAnnounced.current = false;
        if (event.key === 'Enter') settle();
        const { value: text, selectionEnd } = event.currentTarget;
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
        else if (data) isAnnounced.current = true;
      }}
      onPasteCapture={(event: ClipboardEvent<HTMLInputElement>) => {
        event.preventDefault();
        event.stopPropagation();
        replaced.onPasteCapture();
        takes(event.currentTarget, event.clipboardData.getData('text'), true);
      }}
    />
  );
}
