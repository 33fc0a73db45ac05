/**
 * A search of a list or a report: one row of fields that act by themselves. What is chosen acts at once, what is written once
 * one pauses, Enter and the button right away. The address keeps what is applied, and what is seen is always its answer.
 */
import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { FoldButton } from './fold.tsx';
import classes from './search-form.module.css';
import type { SetUrlStateOptions } from './useUrlState.ts';

/** Longer than between two keys of somebody who writes, shorter than what is felt as waiting. */
const PAUSE_MS = 300;

export interface FiltersOptions<T extends object> {
  /** What the address says. */
  applied: T;
  /** Takes other values into the address. What is written on stays one step of the history. */
  onSearch: (wanted: T, options: SetUrlStateOptions) => void;
  /** What is applied is asked for once more. */
  onAgain: () => void;
  /** The texts, which act after a pause and without the blanks around them. */
  typed?: readonly (keyof T)[];
  /** Whether these values ask something; until then nothing acts. */
  complete?: (wanted: T) => boolean;
}

export interface Filters<T extends object> {
  /** What stands in the fields. */
  draft: T;
  change: (changes: Partial<T>) => void;
  submit: () => void;
  disabled: boolean;
}

interface Asked {
  refetch(options: { cancelRefetch: boolean }): unknown;
}

/** Asks once more, unless the answer is on its way. */
export const again = (found: Asked) => void found.refetch({ cancelRefetch: false });

/** The same of a list in pages, which goes to its first one. */
export function firstPageAgain(pag: number, toFirst: () => void, found: Asked): void {
  if (pag === 1) again(found);
  else toFirst();
}

function isSame<T extends object>(wanted: T, applied: T): boolean {
  return (Object.keys(wanted) as (keyof T)[]).every((key) => wanted[key] === applied[key]);
}

function trimmed<T extends object>(draft: T, typed: readonly (keyof T)[]): T {
  const texts = typed.map((key) => [key, String(draft[key]).trim()]);
  return { ...draft, ...Object.fromEntries(texts) };
}

const always = () => true;

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Once what was chosen is seen in its field: another list takes longer to be drawn than a key may wait. */
function afterPaint(run: () => void): () => void {
  let cancel: () => void;
  const frame = requestAnimationFrame(() => {
    cancel = after(0, run);
  });
  cancel = () => cancelAnimationFrame(frame);
  return () => cancel();
}

export function useFilters<T extends object>(options: FiltersOptions<T>): Filters<T> {
  const { applied, typed = [], complete = always } = options;
  const [draft, setDraft] = useState(applied);
  const [seen, setSeen] = useState(applied);
  /** On their way into the address. They are what the fields say already, or said before somebody wrote on. */
  const [sent, setSent] = useState<readonly T[]>([]);
  if (!isSame(applied, seen)) {
    const at = sent.findIndex((wanted) => isSame(wanted, applied));
    setSeen(applied);
    setSent(sent.slice(at + 1));
    // The back button, or a saved view: the fields follow.
    if (at < 0) {
      setDraft(applied);
      setSent([]);
    }
  }

  const latest = useRef({ options, draft, sent });
  useEffect(() => {
    latest.current = { options, draft, sent };
  });
  /** Takes back what is to act later. */
  const pending = useRef<() => void>(undefined);
  useEffect(() => () => pending.current?.(), []);
  /** What was last applied by writing. */
  const written = useRef<T>(undefined);

  const act = (by: 'choice' | 'pause' | 'submit') => {
    pending.current?.();
    const { options: now, draft: stands, sent: before } = latest.current;
    const wanted = trimmed(stands, typed);
    if (!complete(wanted)) return;
    const last = before.at(-1) ?? now.applied;
    if (isSame(wanted, last)) {
      if (by === 'submit' && before.length === 0) now.onAgain();
      return;
    }
    const writesOn = by === 'pause' && written.current !== undefined && isSame(written.current, last);
    written.current = by === 'pause' ? wanted : undefined;
    const on = [...before, wanted];
    latest.current = { ...latest.current, sent: on };
    setSent(on);
    now.onSearch(wanted, { push: !writesOn });
  };

  return {
    draft,
    change: (changes) => {
      const next = { ...latest.current.draft, ...changes };
      latest.current = { ...latest.current, draft: next };
      setDraft(next);
      pending.current?.();
      const writes = (Object.keys(changes) as (keyof T)[]).every((key) => typed.includes(key));
      pending.current = writes ? after(PAUSE_MS, () => act('pause')) : afterPaint(() => act('choice'));
    },
    submit: () => act('submit'),
    disabled: !complete(trimmed(draft, typed)),
  };
}

/** The submit of a search, which goes to the first field at fault instead, such as a date that cannot be read or a text whose options are on their way. */
function unlessAtFault(onSearch: () => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fault = event.currentTarget.querySelector<HTMLElement>(
      '[aria-invalid="true"], [role="combobox"][aria-busy="true"]',
    );
    if (fault) fault.focus();
    else onSearch();
  };
}

export interface SearchFormProps {
  filters: Pick<Filters<object>, 'submit' | 'disabled'>;
  /** The words of the button. */
  label?: string;
  /** On a telephone its fields are folded: it asks something already, and what it found comes first. */
  folds?: boolean;
  children: ReactNode;
}

export function SearchForm({ filters, label, folds, children }: SearchFormProps) {
  const [open, setOpen] = useState(false);
  const form = (
    <SearchFrame className={classes.form} onSearch={filters.submit}>
      {children}
      <SearchButton disabled={filters.disabled} label={label} />
    </SearchFrame>
  );
  if (!folds) return form;
  return (
    <div className={classes.folds} data-unfolded={open || undefined}>
      <FoldButton open={open} onToggle={() => setOpen(!open)} label="Filtros" />
      {form}
    </div>
  );
}

/** The same of fields that hold what is applied: nothing is sent. */
export function FilterRow({ children }: { children: ReactNode }) {
  return (
    <search className={classes.search}>
      <div className={classes.form}>{children}</div>
    </search>
  );
}

/** The same with a layout and buttons of its own. */
export function SearchFrame(props: { className?: string | undefined; onSearch: () => void; children: ReactNode }) {
  return (
    <search className={classes.search} data-no-print>
      <form className={props.className} onSubmit={unlessAtFault(props.onSearch)} noValidate>
        {props.children}
      </form>
    </search>
  );
}

/** Nobody needs to press it: it asks again, and says what the row is. */
export function SearchButton({ disabled, label = 'Buscar' }: { disabled?: boolean; label?: string | undefined }) {
  return (
    <Button
      type="submit"
      variant="default"
      disabled={disabled}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
    >
      {label}
    </Button>
  );
}
