/** Text, number, choice and switch fields, each bound by `form` and `name`. Dates and server searches have files of their own. */
import {
  Checkbox,
  PasswordInput,
  Switch,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { toast } from '../toast.tsx';
import type { Choices } from './choices.ts';
import { GONE_OF_MANY } from './choosing.ts';
import classes from './form.module.css';
import { applyMask, caretAfter, maskLength, unmask } from './mask.ts';
import { NumericInput, type NumericInputProps } from './NumericInput.tsx';
import { type Option, PickerMany, type Value } from './picker.tsx';
import { SelectInput } from './SelectInput.tsx';
import { listed } from './sources.ts';
import type { FieldPath, KitForm } from './useKitForm.ts';
import { useRawInput } from './useRawInput.ts';
import { useReplaced } from './useReplaced.ts';

export interface FieldProps<V> {
  form: KitForm<V>;
  name: FieldPath<V>;
  label: string;
  /** Shows '*'; what is required in fact is the schema's to say. */
  required?: boolean;
  description?: ReactNode;
  disabled?: boolean;
  /** Disables the field and says why under it. */
  disabledReason?: string | undefined;
  /** Takes the focus when the screen or the dialog opens. */
  autoFocus?: boolean;
}

type Own = 'form' | 'name' | 'label' | 'required' | 'description' | 'disabled' | 'autoFocus';
type Rest<P> = Omit<P, Own | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error' | 'id'>;

/** What every field gives its input: identity, label, error, and the check when it is left. */
export function useField<V>(props: FieldProps<V>) {
  const { form, name, label, required, description, disabled, disabledReason, autoFocus } = props;
  form.nameField(name, label);
  return {
    id: form.idOf(name),
    name,
    label,
    description: disabledReason ?? description,
    disabled: disabled === true || disabledReason !== undefined,
    withAsterisk: required,
    'aria-required': required || undefined,
    'data-autofocus': autoFocus || undefined,
    autoFocus,
    error: form.errors[name],
    onBlur: () => form.check(name),
  };
}

/** The same for a field whose text may be no value: that is a fault of the form until it is one. */
function useFaultyField<V>(props: FieldProps<V>) {
  const { form, name } = props;
  return {
    ...useField(props),
    onFault: (message: string) => {
      form.setFault(name, message);
      if (message === '') form.check(name);
    },
  };
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** `upper`: letters are kept, not only shown, in upper case. */
export type TextFieldProps<V> = FieldProps<V> & Rest<TextInputProps> & { upper?: boolean };

export function TextField<V>(props: TextFieldProps<V>) {
  const { form, name, required, disabledReason, upper, ...rest } = props;
  const bound = useField({ form, name, required, disabledReason, ...rest });
  const value = text(form.get(name));
  const replaced = useReplaced(value);
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      {...bound}
      // A number that is kept as text, such as a postal code.
      {...(rest.inputMode === 'numeric' && replaced)}
      classNames={upper ? { input: classes.upper } : undefined}
      value={value}
      onChange={(event) => form.set(name, upper ? event.currentTarget.value.toUpperCase() : event.currentTarget.value)}
    />
  );
}

export function TextareaField<V>(props: FieldProps<V> & Rest<TextareaProps>) {
  const { form, name, required, disabledReason, ...rest } = props;
  const bound = useField({ form, name, required, disabledReason, ...rest });
  return (
    <Textarea
      {...rest}
      {...bound}
      value={text(form.get(name))}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  );
}

export function PasswordField<V>(props: FieldProps<V> & { autoComplete?: 'current-password' | 'new-password' }) {
  const { form, name, autoComplete = 'new-password' } = props;
  const bound = useField(props);
  return (
    <PasswordInput
      {...bound}
      autoComplete={autoComplete}
      visibilityToggleButtonProps={{ 'aria-label': `Mostrar u ocultar ${props.label.toLowerCase()}` }}
      value={text(form.get(name))}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  );
}

export interface NumberFieldProps<V> extends FieldProps<V> {
  /** Digits after the point; 0 unless told. */
  decimals?: number;
  /** What an empty field is worth: null unless told. */
  empty?: null | '';
  placeholder?: string;
  suffix?: string;
  /** What is said of the value and does not keep the form from being sent; '' is nothing. */
  warning?: string;
  /** When the field is left, after its check. */
  onLeave?: () => void;
  /**
   * Where the specification takes another value for what is typed: sets it, when the field is left or sent by Enter, and
   * answers with the words that tell so; undefined when there is nothing to tell.
   */
  settle?: (typed: number | null) => string | undefined;
}

function BoundNumber<V>(props: NumberFieldProps<V> & { input: Partial<NumericInputProps> }) {
  const { form, name, decimals = 0, empty = null, placeholder, suffix, warning, onLeave, settle, input } = props;
  const bound = useFaultyField({
    ...props,
    ...(warning !== undefined && {
      description: (
        <>
          {props.description}
          {/* There before it says anything, so that readers hear it. */}
          <span role="status" className={classes.warning}>
            {warning}
          </span>
        </>
      ),
    }),
  });
  const raw = form.get(name);
  const value = typeof raw === 'number' ? raw : null;
  const settled = () => {
    const words = settle?.(value);
    if (words) toast.info(words);
  };
  return (
    <NumericInput
      {...bound}
      {...input}
      onBlur={() => {
        bound.onBlur();
        settled();
        onLeave?.();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settled();
      }}
      // A value out of range, or a fraction of what is whole, is the schema's to refuse in words: what is dropped while typing
      // makes 15 of 1.5.
      decimals={Math.max(decimals, 2)}
      placeholder={placeholder}
      suffix={suffix}
      value={value}
      onChange={(next) => form.set(name, next ?? empty)}
    />
  );
}

const AMOUNT = { classNames: { input: classes.amount ?? '' } };

export function NumberField<V>(props: NumberFieldProps<V>) {
  return <BoundNumber {...props} input={AMOUNT} />;
}

/** How pesos are shown: `$1,234.50`. */
export const PESOS = {
  ...AMOUNT,
  money: true,
  prefix: '$',
  thousandSeparator: ',',
  fixedDecimalScale: true,
  inputMode: 'decimal',
} as const;

/** Pesos, shown `$1,234.50`. */
export function MoneyField<V>(props: Omit<NumberFieldProps<V>, 'decimals' | 'suffix'>) {
  return <BoundNumber {...props} decimals={2} input={PESOS} />;
}

const PERCENT = { ...AMOUNT, inputMode: 'decimal' } as const;

/** A percentage as it is said (16 is 16 %). */
export function PercentField<V>(props: Omit<NumberFieldProps<V>, 'suffix'>) {
  return <BoundNumber decimals={2} {...props} suffix=" %" input={PERCENT} />;
}

/** The same for a list to choose from: what is typed and not chosen is a fault of the form until it is. */
export function usePickerField<V>(props: FieldProps<V>) {
  return {
    ...useFaultyField(props),
    // Where a window begins, an open list would cover what it asks for.
    openOnFocus: !props.autoFocus,
  };
}

export interface SelectFieldProps<V, T extends Value> extends FieldProps<V> {
  /** undefined while they load. */
  options: readonly Option<T>[] | undefined;
  /** Of the lists that the options come from: tells that they did not. */
  choices?: Choices;
  clearable?: boolean;
  placeholder?: string;
  empty?: null | '';
  onChoose?: (value: T | null) => void;
}

export function SelectField<V, T extends Value>(props: SelectFieldProps<V, T>) {
  const { form, name, options, choices, clearable, placeholder, empty = null, onChoose } = props;
  return (
    <SelectInput<T>
      {...usePickerField(props)}
      data={options}
      choices={choices}
      value={form.get(name) as T | null}
      onChange={(next) => {
        form.set(name, next ?? empty);
        onChoose?.(next);
      }}
      clearable={clearable}
      placeholder={placeholder}
    />
  );
}

export interface MultiSelectFieldProps<V, T extends string | number> extends FieldProps<V> {
  options: readonly Option<T>[] | undefined;
  placeholder?: string;
}

/** A list of the options' values. */
export function MultiSelectField<V, T extends string | number>(props: MultiSelectFieldProps<V, T>) {
  const { form, name, options, placeholder = 'Seleccione' } = props;
  const values = form.get(name);
  const chosen = Array.isArray(values) ? (values as T[]) : [];
  const known = options?.filter(({ value }) => chosen.includes(value));
  // What the list has no more is shown, to be taken out.
  const gone = known ? chosen.filter((value) => !known.some((option) => option.value === value)) : [];
  return (
    <PickerMany<T>
      {...usePickerField(props)}
      source={listed(options, undefined)}
      chosen={[...(known ?? []), ...gone.map((value) => ({ value, label: `${value} (ya no está en la lista)` }))]}
      gone={gone.length > 0 ? GONE_OF_MANY : undefined}
      // In the order of the list.
      onChoose={(next) => {
        const isNext = (value: T) => next.some((option) => option.value === value);
        form.set(name, [...(options ?? []).map(({ value }) => value), ...gone].filter(isNext));
      }}
      placeholder={placeholder}
    />
  );
}

/** A box that is on or off is never missing, so it carries no mark of being required. */
function useCheck<V>(props: FieldProps<V>) {
  const { withAsterisk: _mark, 'aria-required': _required, ...bound } = useField(props);
  return bound;
}

export function SwitchField<V>(props: FieldProps<V>) {
  const { form, name } = props;
  const bound = useCheck(props);
  return (
    <div className={classes.check}>
      <Switch
        {...bound}
        checked={form.get(name) === true}
        onChange={(event) => form.set(name, event.currentTarget.checked)}
      />
    </div>
  );
}

export function CheckboxField<V>(props: FieldProps<V>) {
  const { form, name } = props;
  const bound = useCheck(props);
  return (
    <div className={classes.check}>
      <Checkbox
        {...bound}
        checked={form.get(name) === true}
        onChange={(event) => form.set(name, event.currentTarget.checked)}
      />
    </div>
  );
}

const MASKS = {
  phone: '(000)-000-00-00',
  account: '0000',
  card: '0000-0000-0000-0000',
  amex: '0000-000000-00000',
  expiry: '99/99',
  clabe: '000000000000000000',
} as const;

export interface MaskFieldProps<V> extends FieldProps<V> {
  /** One of MASKS, or a pattern in which 0 and 9 stand for digits. */
  mask: keyof typeof MASKS | (string & {});
  /** What the form keeps: the digits alone, or (`masked`) what is shown. */
  keep?: 'digits' | 'masked';
  placeholder?: string;
}

/** Digits in a pattern. The signs come by themselves, and the cursor stays with its digit when the middle is edited. */
export function MaskField<V>(props: MaskFieldProps<V>) {
  const { form, name, mask: maskName, keep = 'digits', placeholder } = props;
  const bound = useField(props);
  const mask = (MASKS as Record<string, string>)[maskName] ?? maskName;
  const caret = useRef<number | null>(null);
  const shown = applyMask(mask, text(form.get(name)));
  const replaced = useReplaced(shown);
  const input = replaced.ref;
  useRawInput(input, {
    onComposed: (field, composed) => {
      field.setRangeText(composed, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    mayRead: () => true,
  });

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = event.currentTarget;
    let digits = unmask(mask, value);
    let before = unmask(mask, value.slice(0, selectionStart ?? value.length)).length;
    // Deleting a sign of the mask deletes the digit before it; otherwise the key would seem dead.
    if (value.length < shown.length && digits === unmask(mask, shown) && before > 0 && isBackspace(event)) {
      digits = digits.slice(0, before - 1) + digits.slice(before);
      before -= 1;
    }
    const next = applyMask(mask, digits);
    caret.current = caretAfter(next, before);
    form.set(name, keep === 'masked' ? next : digits);
  };

  return (
    <TextInput
      {...bound}
      {...replaced}
      inputMode="numeric"
      autoComplete="off"
      placeholder={placeholder ?? mask.replace(/[09]/g, '_')}
      maxLength={maskLength(mask) === 0 ? undefined : mask.length + 1}
      value={shown}
      onChange={onChange}
    />
  );
}

function isBackspace(event: ChangeEvent): boolean {
  return event.nativeEvent instanceof InputEvent && event.nativeEvent.inputType === 'deleteContentBackward';
}
