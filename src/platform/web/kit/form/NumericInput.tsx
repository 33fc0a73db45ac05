/**
 * The number field of the kit outside of a form; inside of one it is NumberField and its like. The library drops what is no
 * digit and joins the rest, which makes 13 of 1e3: here what cannot be taken is a fault until it is replaced, and what is
 * being typed stays as it is typed.
 */
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { decimalOf, pesosOf } from '#core/money.ts';
import { rangeFault, STRAY, typingFault } from './number-text.ts';
import { useTold } from './useFaults.ts';
import { useKeptCaret } from './useKeptCaret.ts';
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

/** The number that a whole text is; null where it is none that can be taken. */
function numberOfWhole(text: string, props: NumericInputProps): number | null {
  const { decimals, money, allowNegative = true } = props;
  const unit = props.suffix?.trim();
  const plain = unit ? text.trim().replace(new RegExp(`\\s*${unit}$`), '') : text;
  const decimal = decimalOf(plain);
  const places = decimal?.split('.')[1]?.length ?? 0;
  const number = money ? pesosOf(plain) : decimal === null || places > decimals ? null : Number(decimal);
  return number !== null && (allowNegative || number >= 0) ? number : null;
}

/** The field's text around what is typed or pasted, and whether that takes the place of every digit. */
function textAround(field: HTMLInputElement) {
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? field.value.length];
  const before = field.value.slice(0, start);
  const after = field.value.slice(end);
  return { before, after, replaces: !/[\d.-]/.test(before + after) };
}

/** What is being typed, what is wrong with it, and when it becomes the value. */
function useTyped({ value, onChange, min, max, onFault }: NumericInputProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [stray, setStray] = useState('');
  const replaced = useReplaced(value);
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

  return { draft, fault, setStray, replaced, take, settle };
}

/** What may come into the field, and what whole texts are made of. */
function useReading(props: NumericInputProps, { setStray, take }: ReturnType<typeof useTyped>) {
  const { decimals, suffix = '', allowNegative = true, thousandSeparator } = props;
  /** Whoever comes back to the field has seen what it made of the text. */
  const isBack = useRef(false);
  /** The key came before the point; the library has moved the caret over it by the time the text of the key comes. */
  const wasBeforePoint = useRef(false);

  /** Whether the library may have what a key types. */
  const takesKey = (field: HTMLInputElement, inserted: string): boolean => {
    const { before, after, replaces } = textAround(field);
    // A comma parts thousands where they are shown so, and a typed one changes nothing; elsewhere it is the point.
    if (inserted === ' ' || (inserted === ',' && thousandSeparator)) return false;
    const sign = inserted === ',' ? '.' : inserted;
    const movesOver = sign === '.' && (after.startsWith('.') || wasBeforePoint.current);
    const text = before + sign + after.slice(0, suffix && after.endsWith(suffix) ? -suffix.length : undefined);
    const why = movesOver ? '' : typingFault(text, { decimals, negative: allowNegative });
    if (why || replaces || isBack.current) setStray(why);
    isBack.current = false;
    return !why;
  };
  /** Takes what came whole; the library never has it. */
  const takeWhole = (field: HTMLInputElement, inserted: string) => {
    const { before, after, replaces } = textAround(field);
    const text = replaces ? inserted : before.replaceAll(',', '') + inserted.trim() + after.replaceAll(',', '');
    const number = numberOfWhole(text, props);
    setStray(number === null ? STRAY : '');
    isBack.current = false;
    if (number !== null) take(number);
  };
  return { isBack, wasBeforePoint, takesKey, takeWhole };
}

/** Looks over what is typed or pasted before the library has it. */
function useLookedOver(props: NumericInputProps, typed: ReturnType<typeof useTyped>) {
  const { thousandSeparator } = props;
  const { replaced, settle } = typed;
  const { isBack, wasBeforePoint, takesKey, takeWhole } = useReading(props, typed);
  /** A text came that was looked over before. */
  const isAnnounced = useRef(false);
  useKeptCaret(replaced.ref);
  useRawInput(replaced.ref, {
    onComposed: takeWhole,
    // Text that nobody announced is read as if it were pasted.
    mayRead: (field, inputType) => {
      const wasAnnounced = isAnnounced.current;
      isAnnounced.current = false;
      const raw = field.value;
      if (wasAnnounced || raw === '' || /^(delete|history)/.test(inputType)) return true;
      field.setSelectionRange(0, raw.length);
      takeWhole(field, raw);
      return false;
    },
  });
  return {
    onFocusCapture: () => {
      isBack.current = true;
      replaced.onFocusCapture();
    },
    onKeyDownCapture: (event: KeyboardEvent<HTMLInputElement>) => {
      replaced.onKeyDownCapture(event);
      isAnnounced.current = false;
      if (event.key === 'Enter') settle();
      const { value: text, selectionEnd } = event.currentTarget;
      wasBeforePoint.current = text[selectionEnd ?? text.length] === '.';
      if (event.key !== ',' || !thousandSeparator) return;
      // Stopped as well, since the library takes it for a point and moves the caret over the one that is there.
      event.preventDefault();
      event.stopPropagation();
    },
    // The keyboard of a tablet names no key, and what is dropped or filled in comes whole.
    onBeforeInput: (event: FormEvent<HTMLInputElement> & { data?: string }) => {
      const { data, currentTarget: field } = event;
      if (!data) return;
      const isWhole = data.length > 1;
      if (isWhole) takeWhole(field, data);
      if (isWhole || !takesKey(field, data)) event.preventDefault();
      else isAnnounced.current = true;
    },
    onPasteCapture: (event: ClipboardEvent<HTMLInputElement>) => {
      event.preventDefault();
      event.stopPropagation();
      replaced.onPasteCapture();
      takeWhole(event.currentTarget, event.clipboardData.getData('text'));
    },
  };
}

export function NumericInput(props: NumericInputProps) {
  const { value, min: _min, max: _max, decimals, money: _money, onFault: _onFault, error, ...rest } = props;
  const typed = useTyped(props);
  const { draft, replaced } = typed;
  const lookedOver = useLookedOver(props, typed);
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
      error={typed.fault || error}
      value={draft ? draft.text : (value ?? '')}
      onChange={(next) => {
        if (next === '') typed.setStray('');
        typed.take(next);
      }}
      onBlur={(event) => {
        typed.settle();
        props.onBlur?.(event);
      }}
      {...lookedOver}
    />
  );
}
