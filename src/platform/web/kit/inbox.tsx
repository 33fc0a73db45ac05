/**
 * What waits for somebody, one after the other: at the left the rows, at the right the one that is open with what is decided on
 * it. The parts of such a screen; what the rows are and what is decided is the screen's.
 */
import { TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { formatFecha, formatMoney, formatNumber } from '#ui/format.ts';
import { type DateRange, rangeInWords } from './date-range.ts';
import { AskedFilter, FilterSelect } from './FilterSelect.tsx';
import classes from './inbox.module.css';
import { EmptyState, ErrorPanel, Skeletons, StatusBadge, type Tone } from './page.tsx';
import { SearchFrame, useFilters } from './SearchForm.tsx';
import { PASSES_ENTER, useShortcut } from './shortcuts.tsx';
import { StepButton } from './table/parts.tsx';
import type { SetUrlStateOptions } from './useUrlState.ts';

export interface InboxSearchProps {
  label: string;
  placeholder: string;
  /** What the address says. */
  value: string;
  onChange: (value: string, options: SetUrlStateOptions) => void;
  onAgain: () => void;
}

function InboxSearch({ label, placeholder, value, onChange, onAgain }: InboxSearchProps) {
  const filters = useFilters({
    ...{ applied: { q: value }, typed: ['q'] as const, onAgain },
    onSearch: ({ q }, options) => onChange(q, options),
  });
  return (
    <SearchFrame onSearch={filters.submit}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={80}
        value={filters.draft.q}
        onChange={(event) => filters.change({ q: event.currentTarget.value })}
      />
    </SearchFrame>
  );
}

/** The account whose rows are shown; 0 for all. */
export function AccountFilter({
  cuentas = [],
  value,
  onChange,
}: {
  cuentas: readonly { id: number; caja: { name: string } }[] | undefined;
  value: number;
  onChange: (cuenta: number) => void;
}) {
  return (
    <FilterSelect
      label="Cuenta"
      all="Todas"
      options={cuentas.map(({ id, caja }) => ({ value: String(id), label: caja.name }))}
      value={value === 0 ? '' : String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}

/** The days that a link asked for, which can be let go; nothing where it asked for none. */
export function DaysFilter({ range, onAll }: { range: DateRange; onAll: () => void }) {
  const said = rangeInWords(range);
  if (said === '') return null;
  return <AskedFilter label="Fecha" all="Todas" said={said} onAll={onAll} />;
}

/** The search, and the filters beside it. */
export function InboxFilters({ children, ...search }: InboxSearchProps & { children: ReactNode }) {
  return (
    <div className={classes.filters}>
      <InboxSearch {...search} />
      {children}
    </div>
  );
}

/** How many rows a page of an inbox has. */
export const INBOX_SIZE = 50;

interface WalkWords {
  group: string;
  next: string;
  previous: string;
}

/** Down the list and up by the arrows; what is open stays in sight. */
function useWalk(openId: number | undefined, show: (step: number) => void, { group, next, previous }: WalkWords) {
  const list = useRef<HTMLDivElement>(null);
  useShortcut('arrowdown', next, () => show(1), { group });
  useShortcut('arrowup', previous, () => show(-1), { group });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row that is shown by now
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current]');
    // A row that was pressed has the focus: it goes along, so that Enter is of the row that is open.
    if (list.current?.contains(document.activeElement)) row?.focus({ preventScroll: true });
    // On a phone the list stands under what is open.
    if (matchMedia('(width >= 62rem)').matches) row?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  return list;
}

interface Paging {
  pag: number;
  shown: number;
  total: number;
  onPage: (pag: number) => void;
}

/** Goes to the last page there is from one that the rows no longer reach, once those that it had were decided on. */
function useWithinPages({ pag, total, onPage }: Paging, waiting: boolean): void {
  const last = Math.max(1, Math.ceil(total / INBOX_SIZE));
  useEffect(() => {
    if (!waiting && total > 0 && pag > last) onPage(last);
  }, [waiting, total, pag, last, onPage]);
}

function Pages({ pag, shown, total, onPage }: Paging) {
  const before = (pag - 1) * INBOX_SIZE;
  return (
    <div className={classes.pages}>
      <span>
        {formatNumber(before + 1)} a {formatNumber(before + shown)} de {formatNumber(total)}
      </span>
      <StepButton label="Página anterior" off={pag === 1} onClick={() => onPage(pag - 1)}>
        ‹
      </StepButton>
      <StepButton label="Página siguiente" off={pag * INBOX_SIZE >= total} onClick={() => onPage(pag + 1)}>
        ›
      </StepButton>
    </div>
  );
}

type Found<Row> = Pick<
  UseQueryResult<{ rows: readonly Row[]; total: number }>,
  'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'
>;

interface InboxState {
  /** The row that the address names; another, or none: the first is open. */
  named: number;
  pag: number;
  onOpen: (id: number) => void;
  onPage: (pag: number) => void;
  words: WalkWords;
}

/** What was found, which row of it is open, and the ways to the others. */
export function useInbox<Row extends { id: number }>(
  found: Found<Row>,
  { named, pag, onOpen, onPage, words }: InboxState,
) {
  const rows = found.data?.rows ?? [];
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === named),
  );
  const open = rows[at];
  const show = (step: number) => {
    const next = rows[at + step];
    if (next) onOpen(next.id);
  };
  const list = useWalk(open?.id, show, words);
  const paging = { pag, shown: rows.length, total: found.data?.total ?? 0, onPage };
  useWithinPages(paging, found.isPlaceholderData);
  /** Of what was decided and leaves the list: the next one takes its place. */
  const leave = () => onOpen((rows[at + 1] ?? rows[at - 1])?.id ?? 0);
  return { found, open, list, paging, onOpen, leave };
}

/** On a phone what a row opens stands above the list: it is gone to. */
function toPanel({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target as Element).closest('li button') || matchMedia('(width >= 62rem)').matches) return;
  const columns = currentTarget.parentElement;
  requestAnimationFrame(() => {
    const panel = columns?.querySelector<HTMLElement>(':scope > section');
    panel?.scrollIntoView();
    panel?.focus({ preventScroll: true });
  });
}

/** The list with its pages, and beside it the panel of the one that is open; or why there is none. */
export function Inbox<Row extends { id: number }>({
  inbox: { found, open, list, paging, onOpen },
  label,
  listed,
  empty,
  children,
}: {
  inbox: ReturnType<typeof useInbox<Row>>;
  /** What the list is called. */
  label: string;
  listed: (row: Row) => InboxRow;
  empty: { text: string; hint: string };
  children: (open: Row) => ReactNode;
}) {
  return (
    <>
      {found.error ? <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Skeletons lines={8} /> : null}
      {found.data?.total === 0 ? <EmptyState {...empty} /> : null}
      {found.data && open ? (
        <div className={classes.columns}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: hears its rows, which are buttons */}
          <div ref={list} onClick={toPanel}>
            <InboxList label={label} rows={found.data.rows.map(listed)} open={open.id} onOpen={onOpen} />
            <Pages {...paging} />
          </div>
          {children(open)}
        </div>
      ) : null}
    </>
  );
}

export interface InboxRow {
  id: number;
  fecha: string;
  /** Null: what is in it is no money. */
  importe: number | null;
  /** Who, or what the bank wrote. */
  texto: string;
  /** The whole of it. */
  titulo: string;
  clave: string;
  /** Where it goes, or how it stands. */
  fin: ReactNode;
}

function InboxList({
  label,
  rows,
  open,
  onOpen,
}: {
  label: string;
  rows: readonly InboxRow[];
  open: number;
  onOpen: (id: number) => void;
}) {
  return (
    <ul className={classes.list} aria-label={label}>
      {rows.map(({ id, fecha, importe, texto, titulo, clave, fin }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.row}
            aria-current={id === open || undefined}
            {...(id === open && PASSES_ENTER)}
            onClick={() => onOpen(id)}
          >
            <span className={classes.day}>{formatFecha(fecha)}</span>
            <span className={classes.who} title={titulo}>
              {texto}
            </span>
            <b className={classes.amount}>{importe === null ? '' : formatMoney(importe)}</b>
            <span className={classes.code}>{clave}</span>
            <span className={classes.end}>{fin}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The one that is open. */
export function InboxPanel({
  label,
  importe,
  fecha,
  estado,
  concepto,
  motivo = '',
  datos,
  children,
}: {
  label: string;
  /** Null: it is no money. */
  importe: number | null;
  fecha: string;
  estado: { color: Tone; label: string };
  concepto: string;
  /** Why it stands so; '' for nothing. */
  motivo?: string;
  datos: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.panel} aria-label={label} tabIndex={-1}>
      <header className={classes.head}>
        {importe === null ? null : <b>{formatMoney(importe)}</b>}
        <span>{formatFecha(fecha)}</span>
        <StatusBadge {...estado} />
      </header>
      <p className={classes.concept}>{concepto}</p>
      {datos}
      {motivo === '' ? null : <p className={classes.reason}>{motivo}</p>}
      {children}
    </section>
  );
}

/** The buttons of what may be done with it. */
export function InboxActs({ children }: { children: ReactNode }) {
  return <div className={classes.acts}>{children}</div>;
}
