/**
 * Dates and months as text that understands shorthand, with a calendar on demand. The calendar (and dayjs with it) is only
 * loaded when it is opened.
 */
import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, type RefObject, Suspense, useRef, useState } from 'react';
import { firstDayOf, monthOf } from '#core/period.ts';
import { formatFecha } from '#ui/format.ts';
import { CloseIcon } from '../close-icon.tsx';
import { Floating } from '../floating.tsx';
import { isTaken } from '../focus.ts';
import { lazyPart } from '../part.tsx';
import { today } from '../today.ts';
import type { CalendarProps } from './Calendar.tsx';
import { formatMesCorto, parseFecha, parseMes } from './fecha-corta.ts';
import classes from './form.module.css';
import { useReplaced } from './useReplaced.ts';

const Calendar = lazyPart(() => import('./Calendar.tsx'));

export interface DateInputProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'rightSection' | 'min' | 'max'> {
  /** 'YYYY-MM-DD', '' when empty. A month is its first day. */
  value: string;
  onChange: (value: string) => void;
  /** First and last day allowed, 'YYYY-MM-DD'. */
  min?: string | undefined;
  max?: string | undefined;
  clearable?: boolean;
  /** Enter on what was typed takes it and does no more: sending takes another one. Always so of a shorthand. */
  confirms?: boolean;
  /** Text that cannot be read, or a day out of bounds; '' when it is in order again. The input shows it by itself. */
  onFault?: (message: string) => void;
}

interface Kind {
  parse: (text: string, hoy: string) => string | null;
  format: (value: string) => string;
  placeholder: string;
  open: string;
  unreadable: string;
}

const DAY: Kind = {
  parse: parseFecha,
  format: formatFecha,
  placeholder: 'DD-MM-AAAA',
  open: 'Abrir calendario',
  unreadable: 'La fecha no es válida. Escríbala como DD-MM-AAAA',
};

const MONTH: Kind = {
  parse: parseMes,
  format: formatMesCorto,
  placeholder: 'MM/AAAA',
  open: 'Abrir calendario de meses',
  unreadable: 'El mes no es válido. Escríbalo como MM/AAAA',
};

/** Shown DD-MM-YYYY. */
export function DateInput(props: DateInputProps) {
  return <TypedDate {...props} kind={DAY} months={false} />;
}

/** Shown MM/yyyy. */
export function MonthInput(props: DateInputProps) {
  const first = (day: string | undefined) => day && firstDayOf(monthOf(day));
  return <TypedDate {...props} min={first(props.min)} kind={MONTH} months />;
}

type TypedDateProps = DateInputProps & { kind: Kind; months: boolean };

/** Why a day may not be; '' where it may. */
function boundsFault(day: string, { kind, min, max }: Pick<TypedDateProps, 'kind' | 'min' | 'max'>): string {
  if (min && day < min) return `No puede ser antes de ${kind.format(min)}`;
  if (max && day > max) return `No puede ser después de ${kind.format(max)}`;
  return '';
}

/** The text of a date: what is typed, what is meant by it, and when that becomes the value. */
function useTyped(props: TypedDateProps) {
  const { kind, value, onChange, onFault } = props;
  // null: the text is the value's. Otherwise somebody is typing, or has typed what could not be read.
  const [draft, setDraft] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  const shown = kind.format(value);
  const replaced = useReplaced(shown, draft !== null);
  /** What Escape brings back: the value before somebody typed, since a date in full counts at once. */
  const before = useRef(value);

  // A value from outside (a loaded record, a date moved by another) takes the place of a text that was left, never of one
  // that is being written.
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (document.activeElement !== replaced.ref.current) {
      setDraft(null);
      setFault('');
    }
  }

  const meant = draft?.trim() ? kind.parse(draft, today()) : null;
  const isShorthand = meant !== null && draft !== null && kind.format(meant) !== draft.trim();

  const report = (message: string) => {
    setFault(message);
    onFault?.(message);
  };
  const take = (day: string) => {
    const message = day ? boundsFault(day, props) : '';
    report(message);
    setDraft(message ? kind.format(day) : null);
    if (!message && day !== value) onChange(day);
  };
  const settle = () => {
    if (draft === null) return;
    if (draft.trim() === '') return take('');
    if (meant === null) report(kind.unreadable);
    else take(meant);
  };
  const type = (typed: string) => {
    if (draft === null) before.current = value;
    setDraft(typed);
    if (fault) report('');
    // A date in full needs no leaving of the field to count; until it is one, the field does not say its value.
    const parsed = kind.parse(typed, today());
    const full = parsed && kind.format(parsed) === typed && !boundsFault(parsed, props) ? parsed : undefined;
    onFault?.(full ? '' : kind.unreadable);
    if (full && full !== value) onChange(full);
  };
  const restore = () => {
    setDraft(null);
    report('');
    if (before.current !== value) onChange(before.current);
  };
  return {
    text: draft ?? shown,
    isTyping: draft !== null,
    meant,
    isShorthand,
    fault,
    replaced,
    take,
    settle,
    type,
    restore,
  };
}

/** Whether the calendar is open. */
function useCalendar() {
  const [opened, setOpened] = useState(false);
  /** Keys that are meant for the calendar and came before it. */
  const early = useRef<string[]>([]);
  const open = () => {
    early.current = [];
    setOpened(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      setOpened(false);
    } else if (/^(Arrow|Page)|^(Home|End|Enter)$/.test(event.key)) {
      event.preventDefault();
      early.current.push(event.key);
    } else if (event.key === 'Tab' || event.key.length === 1) setOpened(false);
  };
  return { opened, setOpened, early, open, onKeyDown };
}

interface SidesProps {
  /** What a shorthand means, while it is typed. */
  meant: string | undefined;
  onClear: (() => void) | undefined;
  /** Names the button of the calendar. */
  label: string;
  opened: boolean;
  disabled: boolean | undefined;
  onToggle: () => void;
}

/** At the right of the text. */
function Sides({ meant, onClear, label, opened, disabled, onToggle }: SidesProps) {
  return (
    <div className={classes.sides}>
      {meant ? (
        <span className={classes.meant} aria-hidden="true">
          {meant}
        </span>
      ) : null}
      {onClear ? (
        <button type="button" className={classes.calendar} aria-label="Limpiar" onClick={onClear}>
          <CloseIcon />
        </button>
      ) : null}
      <button
        type="button"
        className={classes.calendar}
        aria-label={label}
        aria-expanded={opened}
        disabled={disabled}
        onClick={onToggle}
      >
        <CalendarIcon />
      </button>
    </div>
  );
}

/** What the keys do: Enter reads what was typed, Alt+↓ opens the calendar, Escape brings back what stood there. */
function dateKeys(typed: ReturnType<typeof useTyped>, calendar: ReturnType<typeof useCalendar>, confirms: boolean) {
  const { isTyping, isShorthand, settle, restore } = typed;
  return (event: KeyboardEvent) => {
    // Open, and the focus is still here: the calendar is on its way, and takes the keys when it comes.
    if (calendar.opened && !(event.ctrlKey || event.metaKey)) return calendar.onKeyDown(event);
    if (event.key === 'Enter') {
      // What is meant is shown before it is sent: the next Enter does that.
      if ((isShorthand || (confirms && isTyping)) && !(event.ctrlKey || event.metaKey)) event.preventDefault();
      settle();
    }
    if (event.key === 'ArrowDown' && (event.altKey || event.currentTarget === event.target)) {
      event.preventDefault();
      calendar.open();
    }
    if (event.key === 'Escape' && isTyping) {
      event.stopPropagation();
      restore();
    }
  };
}

interface ChoosingProps extends CalendarProps {
  kind: Kind;
  anchor: RefObject<HTMLInputElement | null>;
  onClose: (byKey: boolean) => void;
}

/** The calendar at its field, and until it is there as large a place for it. */
const Choosing = ({ kind, anchor, onClose, ...calendar }: ChoosingProps) => (
  <Floating {...{ anchor, onClose }} edge="right" className={classes.popover} role="dialog" aria-label={kind.open}>
    <Suspense fallback={<div className={classes.waiting}>Cargando…</div>}>
      <Calendar {...calendar} />
    </Suspense>
  </Floating>
);

function TypedDate(props: TypedDateProps) {
  const { kind, months, value, onChange: _onChange, min, max, clearable = false, onFault: _onFault, ...bound } = props;
  const { confirms = false, ...field } = bound;
  const { error, disabled, onBlur, ...rest } = field;
  const typed = useTyped(props);
  const { text, meant, isShorthand, fault, replaced, take, settle, type } = typed;
  const calendar = useCalendar();
  const { opened, setOpened, early } = calendar;
  const choose = (day: string) => {
    take(day);
    setOpened(false);
    replaced.ref.current?.focus();
  };
  const onClose = (byKey: boolean) => {
    setOpened(false);
    if (byKey) replaced.ref.current?.focus();
  };
  const clears = clearable && text !== '';
  return (
    <>
      <TextInput
        {...rest}
        {...replaced}
        data-mantine-stop-propagation={opened || undefined}
        disabled={disabled}
        error={fault || error}
        autoComplete="off"
        placeholder={kind.placeholder}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={dateKeys(typed, calendar, confirms)}
        onBlur={(event) => {
          // Half a date is none because a dialog came up over it.
          if (!isTaken(event.currentTarget, event.relatedTarget)) settle();
          onBlur?.(event);
        }}
        rightSection={
          <Sides
            meant={isShorthand && meant ? kind.format(meant) : undefined}
            onClear={clears && !disabled && !isShorthand ? () => take('') : undefined}
            label={kind.open}
            opened={opened}
            disabled={disabled}
            onToggle={() => {
              early.current = [];
              setOpened((before) => !before);
            }}
          />
        }
        rightSectionWidth={isShorthand ? '7.25rem' : clears ? '3.75rem' : '2rem'}
        rightSectionPointerEvents="all"
      />
      {opened ? (
        <Choosing
          {...{ kind, months, min, max, early, onClose }}
          anchor={replaced.ref}
          value={within(meant ?? value, min, max)}
          onChoose={choose}
        />
      ) : null}
    </>
  );
}

/** Where the calendar opens: a day out of bounds would show a month in which nothing can be chosen. */
function within(day: string, min: string | undefined, max: string | undefined): string | null {
  if (!day) return null;
  if (min && day < min) return min;
  return max && day > max ? max : day;
}

function CalendarIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d="M2.5 4.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 7h11M5.5 2v3M10.5 2v3"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}
