/**
 * The field with a list to choose from, of one or of many: the base of every select of the kit (decisions: choosing.ts).
 * Its state stands in a ref, so that keys at the speed of a machine find what was typed before them, drawn or not.
 */
import { CheckIcon, Pill, PillsInput, type PillsInputProps, TextInput, type TextInputProps } from '@mantine/core';
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { CloseIcon } from '../close-icon.tsx';
import { Floating } from '../floating.tsx';
import { isTaken } from '../focus.ts';
import {
  type Around,
  AT_REST,
  CHOOSE_FROM_LIST,
  type Choosing,
  type ChoosingEvent,
  decide,
  highlighted,
  isUnsettled,
  type Key,
  type Listing,
} from './choosing.ts';
import classes from './form.module.css';
import { useTold } from './useFaults.ts';
import { useReplaced } from './useReplaced.ts';

export type Value = string | number | boolean;

export interface Option<T extends Value = Value> {
  value: T;
  label: string;
  disabled?: boolean;
}

/** Where the options come from. */
export interface Source<T extends Value> {
  /** What is known of this text now. */
  listOf: (text: string) => Listing<Option<T>>;
  /** Asks for the options of this text; in a hurry without waiting for more of it. */
  ask?: (text: string, hurry: boolean) => void;
  onOpen?: (() => void) | undefined;
  /** What the list says where it has nothing to choose from. */
  texts: Record<'loading' | 'failed' | 'idle' | 'none', string>;
}

interface PickerProps<T extends Value> {
  source: Source<T>;
  openOnFocus?: boolean | undefined;
  /**
   * What is typed and not chosen, in words; '' when the field says its value again. The field shows it once it is left;
   * whoever acts on the value must not do so before.
   */
  onFault?: ((message: string) => void) | undefined;
  /** Why the value, which the list does not have (any more), may not stay: a fault that the field shows at once. */
  gone?: string | undefined;
}

interface Choice<T extends Value> extends PickerProps<T> {
  id: string;
  many: boolean;
  chosen: readonly Option<T>[];
  clears: boolean;
  take: (option: Option<T> | null) => void;
  removeLast?: () => void;
}

const KEYS: Record<string, Key> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  Home: 'home',
  End: 'end',
  PageDown: 'pagedown',
  PageUp: 'pageup',
  Enter: 'enter',
  Tab: 'leave',
};

/** More rows than anybody reads; who seeks further types. */
const SHOWN_MAX = 100;

type Now<T extends Value> = Around<Option<T>> & { cut: boolean };

/** What there is to choose from, with the text of `state`. */
function aroundOf<T extends Value>(choice: Choice<T>, chosenLabel: string, state: Choosing): Now<T> {
  const { source, many, chosen, clears } = choice;
  const text = isUnsettled(state, chosenLabel) ? (state.text ?? '') : '';
  const found = source.listOf(text.trim());
  const isChosen = (option: Option<T>) => chosen.some(({ value }) => value === option.value);
  const whole = found.options?.filter((option) => !many || !isChosen(option)) ?? [];
  const cut = whole.length > SHOWN_MAX;
  const shown = cut ? whole.slice(0, SHOWN_MAX) : whole;
  const hidden = text || many ? undefined : whole.slice(SHOWN_MAX).find(isChosen);
  return {
    list: found.state === 'ready' ? { state: 'ready', options: hidden ? [hidden, ...shown] : shown } : found,
    chosenLabel,
    isChosen,
    clears,
    many,
    cut,
  };
}

/** Brings the highlighted row into sight, when what is highlighted or the list has changed. */
function useInView(list: RefObject<HTMLDivElement | null>, at: number, open: boolean, count: number | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is highlighted, or the list, has changed
  useLayoutEffect(() => {
    const box = list.current;
    const row = box?.querySelector('[aria-selected="true"]');
    if (!box || !row) return;
    const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
    // The list alone scrolls, never the page.
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  }, [at, open, count]);
}

interface Acting {
  state: RefObject<Choosing>;
  chosenLabel: string;
  act: (event: ChoosingEvent) => boolean;
}

/** What a key does to the choice. */
function pressed<T extends Value>(
  event: KeyboardEvent<HTMLInputElement>,
  choice: Choice<T>,
  { state, chosenLabel, act }: Acting,
): void {
  if (event.nativeEvent.isComposing) return;
  const typed = event.currentTarget.value;
  if (typed !== (state.current.text ?? chosenLabel)) act({ type: 'typed', text: typed });
  if (event.key === 'Escape') {
    // The first Escape is the list's, the next one the window's.
    if (act({ type: 'restored' })) event.stopPropagation();
    return;
  }
  if (event.key === 'Backspace' && choice.many && typed === '') {
    choice.removeLast?.();
    return;
  }
  const key = KEYS[event.key];
  if (!key || (event.shiftKey && key !== 'leave')) return;
  // Ctrl+Enter is the form's: what is typed is chosen before it.
  if (event.ctrlKey || event.metaKey) {
    if (key === 'enter') act({ type: 'pressed', key: 'leave' });
    return;
  }
  if (event.altKey) {
    if (key === 'down') act({ type: 'opened' });
    return;
  }
  // In a text that is being written these move the cursor.
  if ((key === 'home' || key === 'end') && state.current.text) return;
  if (act({ type: 'pressed', key }) && key !== 'leave') event.preventDefault();
}

interface DropdownProps<T extends Value> {
  id: string;
  /** Left out, the field's own label names the list. */
  label: string | undefined;
  field: RefObject<HTMLElement | null>;
  list: RefObject<HTMLDivElement | null>;
  now: Now<T>;
  /** Which option is highlighted. */
  at: number;
  texts: Source<T>['texts'];
  onTake: (option: Option<T>) => void;
}

function Dropdown<T extends Value>({ id, label, field, list, now, at, texts, onTake }: DropdownProps<T>) {
  const { options = [] } = now.list;
  const message =
    now.list.state !== 'ready'
      ? texts[now.list.state]
      : options.length === 0
        ? texts.none
        : now.cut
          ? 'Hay más. Escriba para acortar la lista'
          : '';
  return (
    // The field keeps the focus, whatever is pressed in its list.
    <Floating anchor={field} edge="both" onMouseDown={(event) => event.preventDefault()}>
      <div
        ref={list}
        role="listbox"
        id={`${id}-list`}
        aria-label={label}
        aria-labelledby={label ? undefined : `${id}-label`}
        // A box that scrolls would be a stop of its own for Tab.
        tabIndex={-1}
        className={classes.options}
      >
        {options.map((option, index) => {
          const checked = now.isChosen(option);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
            <div
              key={String(option.value)}
              role="option"
              id={`${id}-option-${index}`}
              tabIndex={-1}
              aria-selected={index === at}
              aria-disabled={option.disabled || undefined}
              className={classes.option}
              onClick={() => (option.disabled ? undefined : onTake(option))}
            >
              {checked ? <CheckIcon className={classes.optionCheck} /> : null}
              <span>{option.label}</span>
            </div>
          );
        })}
        {message ? (
          // A list box may hold nothing but options.
          <div role="option" tabIndex={-1} aria-selected={false} aria-disabled className={classes.option}>
            {message}
          </div>
        ) : null}
      </div>
    </Floating>
  );
}

/** Where the choosing stands, and what comes of what happens in the field. */
function useChoosing<T extends Value>(choice: Choice<T>) {
  const { many, chosen, source } = choice;
  const state = useRef(AT_REST);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const chosenLabel = many ? '' : (chosen[0]?.label ?? '');

  /** Of the text as it is at this moment. */
  const around = () => aroundOf(choice, chosenLabel, state.current);
  const act = (event: ChoosingEvent): boolean => {
    const before = state.current;
    if (event.type === 'typed') state.current = { ...before, text: event.text };
    const outcome = decide(before, event, around());
    state.current = outcome.state;
    const { text, waiting } = outcome.state;
    if (event.type === 'opened' && !before.open) source.onOpen?.();
    if (event.type !== 'listed' && text !== null && isUnsettled(outcome.state, chosenLabel))
      source.ask?.(text.trim(), waiting.length > 0);
    if (outcome.take !== undefined) choice.take(outcome.take);
    redraw();
    return outcome.handled;
  };

  const now = around();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list comes with a drawing of its own
  useLayoutEffect(() => {
    if (state.current.waiting.length > 0 && now.list.state !== 'loading') act({ type: 'listed' });
  }, [now.list]);
  const take = (option: Option<T>) => {
    state.current = { ...AT_REST, open: many };
    choice.take(option);
    redraw();
  };
  return { state, chosenLabel, now, act, take };
}

function usePicker<T extends Value>(choice: Choice<T>) {
  const { id, many, source, openOnFocus = true, onFault, gone } = choice;
  const { state, chosenLabel, now, act, take } = useChoosing(choice);
  const list = useRef<HTMLDivElement>(null);
  const replaced = useReplaced(chosenLabel, state.current.text !== null);
  const input = replaced.ref;

  const at = highlighted(state.current, now);
  const { open, fault } = state.current;
  useInView(list, at, open, now.list.options?.length);
  const unsettled =
    isUnsettled(state.current, chosenLabel) && (many || !(choice.clears && !state.current.text?.trim()));
  const reported = unsettled ? fault || CHOOSE_FROM_LIST : (gone ?? '');
  useTold(reported, onFault);

  const inputProps = {
    ...replaced,
    id,
    role: 'combobox',
    'aria-haspopup': 'listbox' as const,
    'aria-expanded': open,
    'aria-controls': open ? `${id}-list` : undefined,
    'aria-activedescendant': open && at >= 0 ? `${id}-option-${at}` : undefined,
    'aria-autocomplete': 'list' as const,
    'aria-busy': (unsettled && now.list.state === 'loading') || undefined,
    // Escape is the list's before it is that of the window around the field.
    'data-mantine-stop-propagation': open || undefined,
    autoComplete: 'off',
    value: state.current.text ?? chosenLabel,
    onChange: (event: ChangeEvent<HTMLInputElement>) => act({ type: 'typed', text: event.currentTarget.value }),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => pressed(event, choice, { state, chosenLabel, act }),
    onFocus: () => {
      if (openOnFocus) act({ type: 'opened' });
    },
    onClick: () => act({ type: 'opened' }),
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      // Another window was called up; this field is not left.
      if (document.activeElement === input.current) return;
      // Then it was not left by anybody: half a word is no choice.
      act({ type: 'pressed', key: isTaken(input.current, event.relatedTarget) ? 'lost' : 'leave' });
    },
  };

  /** @param field its box; the text of it by itself where it has none. */
  const dropdown = (label: string | undefined, field: RefObject<HTMLElement | null> = input) =>
    open ? <Dropdown {...{ id, label, field, list, now, at }} texts={source.texts} onTake={take} /> : null;
  return {
    inputProps,
    dropdown,
    fault: fault || (unsettled ? undefined : gone),
    focus: () => input.current?.focus(),
  };
}

/** That there is a list to choose from. */
const Chevron = () => (
  <svg className={classes.chevron} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d="m4.5 6 3.5-3.5L11.5 6m-7 4 3.5 3.5 3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.3" />
  </svg>
);

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <button
      type="button"
      className={classes.calendar}
      aria-label="Limpiar"
      // By keyboard the text itself is cleared: from the field Tab leads on.
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        // The field around it would open its list.
        event.stopPropagation();
        onClear();
      }}
    >
      <CloseIcon />
    </button>
  );
}

type Own = 'value' | 'defaultValue' | 'onChange' | 'type' | 'role' | 'rightSection' | 'classNames' | 'styles';

export interface PickerInputProps<T extends Value> extends PickerProps<T>, Omit<TextInputProps, Own> {
  chosen: Option<T> | undefined;
  onChoose: (option: Option<T> | null) => void;
  clearable?: boolean | undefined;
}

/** One of a list. */
export function PickerInput<T extends Value>(props: PickerInputProps<T>) {
  const { source, openOnFocus, onFault, gone, chosen, onChoose, clearable = false, id, error, onBlur, ...rest } = props;
  const ownId = useId();
  const own = id ?? ownId;
  const picker = usePicker<T>({
    source,
    openOnFocus,
    onFault,
    // Where nothing can be chosen, nobody can mend it.
    gone: rest.disabled ? undefined : gone,
    id: own,
    many: false,
    chosen: chosen ? [chosen] : [],
    clears: clearable,
    take: onChoose,
  });
  const clears = clearable && chosen !== undefined && !rest.disabled;
  return (
    <>
      <TextInput
        {...rest}
        {...picker.inputProps}
        onBlur={(event) => {
          picker.inputProps.onBlur(event);
          onBlur?.(event);
        }}
        error={picker.fault ?? error}
        classNames={{ input: classes.picker ?? '' }}
        rightSection={
          <div className={classes.sides}>
            {clears ? <ClearButton onClear={() => onChoose(null)} /> : null}
            <Chevron />
          </div>
        }
        rightSectionWidth={clears ? '3.25rem' : '2rem'}
        rightSectionPointerEvents={clears ? 'all' : 'none'}
      />
      {rest.disabled ? null : picker.dropdown(props['aria-label'])}
    </>
  );
}

export interface PickerManyProps<T extends Value>
  extends PickerProps<T>,
    Omit<PillsInputProps, 'onChange' | 'rightSection' | 'id' | 'onBlur'> {
  id?: string;
  name?: string;
  chosen: readonly Option<T>[];
  onChoose: (options: readonly Option<T>[]) => void;
  placeholder?: string | undefined;
  onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  autoFocus?: boolean | undefined;
  'aria-required'?: boolean | undefined;
  'data-autofocus'?: boolean | undefined;
}

/** Several of a list. */
export function PickerMany<T extends Value>(props: PickerManyProps<T>): ReactNode {
  const { source, openOnFocus, onFault, gone, chosen, onChoose, id, name, placeholder, onBlur, autoFocus, ...rest } =
    props;
  const { 'aria-required': ariaRequired, 'data-autofocus': dataAutofocus, error, ...frame } = rest;
  const ownId = useId();
  const own = id ?? ownId;
  const without = (gone: Option<T> | undefined) => onChoose(chosen.filter((option) => option !== gone));
  const picker = usePicker<T>({
    source,
    openOnFocus,
    onFault,
    gone: frame.disabled ? undefined : gone,
    id: own,
    many: true,
    chosen,
    clears: true,
    take: (option) => option && onChoose([...chosen, option]),
    removeLast: () => without(chosen.at(-1)),
  });
  const box = useRef<HTMLDivElement>(null);
  const clears = chosen.length > 0 && !frame.disabled;
  return (
    <>
      <PillsInput
        {...frame}
        ref={box}
        id={own}
        size="sm"
        error={picker.fault ?? error}
        onClick={picker.focus}
        rightSection={
          <div className={classes.sides}>
            {clears ? <ClearButton onClear={() => onChoose([])} /> : null}
            <Chevron />
          </div>
        }
        rightSectionWidth={clears ? '3.25rem' : '2rem'}
        rightSectionPointerEvents={clears ? 'all' : 'none'}
      >
        <Pill.Group disabled={frame.disabled}>
          {chosen.map((option) => (
            <Pill key={String(option.value)} withRemoveButton={!frame.disabled} onRemove={() => without(option)}>
              {option.label}
            </Pill>
          ))}
          <PillsInput.Field
            {...picker.inputProps}
            name={name}
            disabled={frame.disabled}
            placeholder={chosen.length === 0 ? placeholder : undefined}
            aria-required={ariaRequired}
            data-autofocus={dataAutofocus}
            autoFocus={autoFocus}
            className={classes.pillsText}
            onBlur={(event) => {
              picker.inputProps.onBlur(event);
              onBlur?.(event);
            }}
          />
        </Pill.Group>
      </PillsInput>
      {frame.disabled ? null : picker.dropdown(props['aria-label'], box)}
    </>
  );
}
