/** The pieces that both tables are made of. Plain table elements: 300 rows of styled components would be felt. */
import { useMediaQuery } from '@mantine/hooks';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  type TableHTMLAttributes,
  useMemo,
} from 'react';
import { NO_INFORMATION, SERVER_ERROR_RETRY } from '../../../messages.ts';
import { inNewTab } from '../../router.tsx';
import { EmptyState, ErrorPanel } from '../page.tsx';
import type { Choosing } from './choosing.tsx';
import { alignOf, type Column, cardsOf, formatValue, type LineOfRow, type RowLines, type Totals } from './columns.ts';
import type { Sort } from './rows.ts';
import classes from './table.module.css';

export type RowKey<Row> = (row: Row) => string | number;

/** The answer of useCall. */
export interface Found<Data> {
  data: Data | undefined;
  isError: boolean;
  refetch(): unknown;
}

/** Where a table's rows come from: an answer that is the rows, an answer that they are made of, or no call. */
export type RowsOf<Row> =
  | { found: Found<readonly NoInfer<Row>[]>; rows?: never }
  | {
      found?: Found<unknown>;
      /** undefined while the first answer is awaited. */
      rows: readonly Row[] | undefined;
    };

export interface Waiting {
  /** Left out, until there are rows or an error. */
  loading?: boolean;
  /** The words for a failed answer. */
  failed?: string;
  /** Where more than one call may fail. */
  error?: string | undefined;
  onRetry?: () => void;
}

/** The rows of a table and what is said in their place; what failed shows none of an earlier answer. */
export function stateOf<Row>(props: RowsOf<Row> & Waiting) {
  const { found, failed = SERVER_ERROR_RETRY } = props;
  const error = props.error ?? (found?.isError ? failed : undefined);
  const own = 'rows' in props ? props.rows : (found?.data as readonly Row[] | undefined);
  const rows = found?.isError ? undefined : own;
  const loading = props.loading ?? (rows === undefined && !error);
  const onRetry = props.onRetry ?? (found && (() => void found.refetch()));
  return { rows, error, loading, onRetry };
}

/** `open` opens the row to its lines. */
export type RowActions<Row> = (row: Row, open: () => void) => ReactNode;

/** What both tables of the kit are told. */
export interface TableProps<Row> extends EmptyWords, Waiting {
  /** Names the table; read, not shown. */
  caption: string;
  /** Keep its identity (a constant, or useMemo): a new list draws every row again. */
  columns: readonly Column<Row>[];
  rowKey: RowKey<Row>;
  rowActions?: RowActions<Row>;
  /** What the rows open to by their own button and, where they lead nowhere, by a click or Enter; keep its identity too. */
  lines?: RowLines<Row>;
  /** A click or Enter on a row; without it Enter presses the first link or button of the row. */
  onRowOpen?: (row: Row) => void;
  rowStyle?: (row: Row) => CSSProperties | undefined;
  maxRowsBeforeScroll?: number;
  /** Several at once: a box in each row, and a bar with what can be done with the chosen ones. From the first drawing on. */
  choosing?: Choosing<Row> | undefined;
  /**
   * On a telephone the rows are cards: these columns are the first line, the last of them at its end. Left out, what names a row
   * and its amount. Keep its identity.
   */
  cards?: readonly string[] | undefined;
}

/** What draws rows is told. */
export interface DrawnProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: RowKey<Row>;
  rowActions: RowActions<Row> | undefined;
  lines?: RowLines<Row> | undefined;
  onRowOpen: ((row: Row) => void) | undefined;
  rowStyle: ((row: Row) => CSSProperties | undefined) | undefined;
  loading: boolean;
  maxRows: number | undefined;
  cards?: readonly string[] | undefined;
}

interface FrameProps {
  caption: string;
  loading?: boolean;
  scrollRef?: Ref<HTMLElement>;
  /** Reading the height in rows; more scroll inside the frame. */
  maxRows?: number;
  /** Nothing inside takes the focus, so the frame itself must, for those who scroll by keys. */
  focusable?: boolean;
  fixed?: boolean;
  cards?: boolean;
  tableProps?: TableHTMLAttributes<HTMLTableElement>;
  children: ReactNode;
}

/** The box that scrolls, so that headings and totals stay in view, and the table in it. */
export function TableFrame(props: FrameProps) {
  const { caption, loading, scrollRef, maxRows, focusable, fixed, cards, tableProps, children } = props;
  return (
    <section
      ref={scrollRef}
      className={classes.frame}
      aria-label={caption}
      data-scrolls={caption}
      aria-busy={loading || undefined}
      style={maxRows ? ({ '--kit-table-rows': maxRows } as CSSProperties) : undefined}
      data-max-rows={maxRows ? '' : undefined}
      tabIndex={focusable ? 0 : undefined}
    >
      {loading ? <span className={classes.progress} aria-hidden="true" /> : null}
      <table {...tableProps} className={classes.table} data-fixed={fixed || undefined} data-cards={cards || undefined}>
        <caption className="kit-hidden">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

interface HeadProps<Row> {
  columns: readonly Column<Row>[];
  actions: boolean;
  sort?: Sort | null;
  onSort?: (key: string) => void;
  widths?: readonly number[];
  rowIndex?: number;
}

export function TableHead<Row>({ columns, actions, sort, onSort, widths, rowIndex }: HeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={rowIndex}>
        {columns.map((column, i) => {
          const sorted = sort?.key === column.key ? (sort.descending ? 'descending' : 'ascending') : undefined;
          return (
            <th
              key={column.key}
              scope="col"
              data-align={alignOf(column)}
              data-room={column.room}
              aria-sort={sorted}
              style={{ width: widths?.[i] ?? column.width ?? (column.grow && `${column.grow}%`) }}
            >
              {onSort && column.sortable !== false ? (
                <button type="button" className={classes.sort} onClick={() => onSort(column.key)}>
                  {column.header}
                  <SortSign sorted={sorted} />
                </button>
              ) : (
                (column.head ?? column.header)
              )}
            </th>
          );
        })}
        {actions ? (
          <th scope="col" className={classes.actionsHead} style={{ width: widths?.[columns.length] }}>
            <span className="kit-hidden">Acciones</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

function SortSign({ sorted }: { sorted: 'ascending' | 'descending' | undefined }) {
  return (
    <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden="true" focusable="false" data-sorted={sorted}>
      <path d="M4 1L7 5H1z" />
      <path d="M4 11L1 7h6z" />
    </svg>
  );
}

interface Opening {
  label: string;
  isOpen: boolean;
  toggle: () => void;
  open: () => void;
}

const nothing = () => undefined;

interface RowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  rowActions: RowActions<Row> | undefined;
  /** Of a row that opens. */
  opening?: Opening | undefined;
  style?: CSSProperties | undefined;
  /** Position in the whole list, 0-based; given where not all rows are in the page. */
  index: number;
  ariaRowIndex?: number | undefined;
  tabbable: boolean;
  cards?: readonly string[] | undefined;
  measure?: ((element: HTMLTableRowElement | null) => void) | undefined;
}

function TableRowInner<Row>(props: RowProps<Row>) {
  const { row, columns, rowActions, opening, style, index, ariaRowIndex, tabbable, cards, measure } = props;
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={ariaRowIndex}
      tabIndex={tabbable ? 0 : -1}
      style={style}
      data-tinted={style?.background !== undefined || undefined}
      data-odd={index % 2 === 1 || undefined}
      data-open={opening?.isOpen || undefined}
    >
      {columns.map((column, at) => (
        <td
          key={column.key}
          data-align={alignOf(column)}
          data-kind={column.kind}
          data-room={column.room}
          data-zero={(column.kind === 'money' && column.value(row) === 0) || undefined}
          {...(column.grow && { 'data-grow': '', title: wholeOf(column, row) })}
          {...(cards && placeInCard(column, row, cards))}
        >
          {opening && at === 0 ? <OpenButton {...opening} /> : null}
          {shownOf(column, row)}
        </td>
      ))}
      {rowActions ? (
        <td className={classes.actions}>
          <div>{rowActions(row, opening?.open ?? nothing)}</div>
        </td>
      ) : null}
    </tr>
  );
}

/** As many letters as stand on two lines of the narrowest column. */
const SHORT_MAX = 16;
/** A reference or a plate, which is not broken at its hyphens. */
const CODE = /^(?=.*-)\S+$/;

/** What a cell says on two lines at most, with the whole at hand. */
export const TwoLines = ({ whole, children }: { whole: string; children: ReactNode }) => (
  <span className={classes.two} title={whole}>
    {children}
  </span>
);

/** A text of whatever length on two lines at most; one that grows keeps to one. */
function shownOf<Row>({ render, value, kind = 'text', grow }: Column<Row>, row: Row): ReactNode {
  if (render) return render(row);
  const text = formatValue(value(row), kind);
  if (grow || kind !== 'text') return text;
  if (text.length > SHORT_MAX) return <TwoLines whole={text}>{text}</TwoLines>;
  return CODE.test(text) ? <span className={classes.code}>{text}</span> : text;
}

const PHONE = '(max-width: 40rem)';

/** Of the narrow screens alone, where rows are drawn as cards. */
export function useCards<Row>({ cards, columns }: Pick<TableProps<Row>, 'cards' | 'columns'>) {
  const onPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  return useMemo(() => (onPhone ? (cards ?? cardsOf(columns)) : undefined), [onPhone, cards, columns]);
}

/** Of the first line of a card; beneath it a value says what it is of, and what there is none of is not said. */
function placeInCard<Row>({ key, choice, header, value }: Column<Row>, row: Row, cards: readonly string[]) {
  const place = cards.indexOf(key) - cards.length;
  if (cards.includes(key) || choice) return { 'data-first': place === -1 ? 'end' : place === -2 ? 'main' : '' };
  const own = value(row);
  return own === null || own === undefined || own === '' ? { 'data-none': '' } : { 'data-label': header };
}

const wholeOf = <Row,>({ whole, value, kind }: Column<Row>, row: Row): string =>
  whole ? whole(row) : formatValue(value(row), kind);

/** In the margin before the first column; a click beside it opens the row as well. */
function OpenButton({ label, isOpen, toggle }: Opening) {
  return (
    <button type="button" className={classes.open} aria-expanded={isOpen} aria-label={label} onClick={toggle}>
      <svg width="8" height="10" viewBox="0 0 8 10" aria-hidden="true" focusable="false">
        <path d="M2 1.5L6 5 2 8.5" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" fill="none" />
      </svg>
    </button>
  );
}

/** What an opened row opens to: lower rows without a place of their own among the arrow keys. */
export function LinesOfRow<Row>(props: {
  columns: readonly Column<Row>[];
  lines: readonly LineOfRow[];
  actions: boolean;
}) {
  const { columns, lines, actions } = props;
  return lines.map((line) => {
    if ('wide' in line) {
      const before = columns.findIndex(({ key }) => key === line.from);
      return (
        <tr key={line.key} className={classes.line}>
          {columns.slice(0, before).map(({ key, room }) => (
            <td key={key} data-room={room} />
          ))}
          <td colSpan={columns.length - before + (actions ? 1 : 0)}>{line.wide}</td>
        </tr>
      );
    }
    return (
      <tr key={line.key} className={classes.line}>
        {columns.map((column) => (
          <td
            key={column.key}
            data-align={alignOf(column)}
            data-kind={column.kind}
            data-grow={column.grow && ''}
            data-room={column.room}
          >
            {line.cells[column.key]}
          </td>
        ))}
        {actions ? (
          <td className={classes.actions}>
            <div>{line.actions}</div>
          </td>
        ) : null}
      </tr>
    );
  });
}

/** One row; drawn again only when something of its own changes. */
export const TableRow = memo(TableRowInner) as typeof TableRowInner;

/** The totals under the last row, always in view. */
export function TableTotals<Row>(props: {
  columns: readonly Column<Row>[];
  totals: Totals;
  actions: boolean;
  rowIndex?: number | undefined;
  cards?: readonly string[] | undefined;
}) {
  const { columns, totals, actions, rowIndex, cards } = props;
  return (
    <tfoot>
      <tr aria-rowindex={rowIndex}>
        {columns.map((column, i) => {
          const total = totals[column.key];
          const shown = typeof total === 'number' ? formatValue(total, column.kind ?? 'number') : total;
          return i === 0 && (shown === undefined || shown === null) ? (
            <th key={column.key} scope="row" data-room={column.room}>
              Total
            </th>
          ) : (
            <td
              key={column.key}
              data-align={alignOf(column)}
              data-kind={column.kind}
              data-room={column.room}
              // Beside the sum of all, those of a card's lower lines say what they are of.
              data-label={cards && cards.at(-1) !== column.key && typeof total === 'number' ? column.header : undefined}
            >
              {shown}
            </td>
          );
        })}
        {actions ? <td className={classes.actions} /> : null}
      </tr>
    </tfoot>
  );
}

/** Grey rows in the shape of what is loading. */
function SkeletonRows<Row>(props: { columns: readonly Column<Row>[]; actions: boolean; rows: number }) {
  const { columns, actions, rows } = props;
  return (
    <tbody>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <tr key={row}>
          {columns.map((column, at) => (
            <td key={column.key} data-align={alignOf(column)} data-room={column.room}>
              <span className={classes.bar} style={{ width: `${40 + ((row * 17 + at * 31) % 35)}%` }} />
              {row === 0 && at === 0 ? <span className="kit-hidden">Cargando…</span> : null}
            </td>
          ))}
          {actions ? <td className={classes.actions} /> : null}
        </tr>
      ))}
    </tbody>
  );
}

/** A row across the whole table, for the empty text and for a failed load. */
export interface EmptyWords {
  /** The specification's own words for the screen, where it has some. */
  emptyText?: string | undefined;
  /** Below them: why there is nothing, and what to do. */
  emptyHint?: string | undefined;
  /** The act that leads to something. */
  emptyAct?: ReactNode;
}

interface MessageRowProps extends EmptyWords {
  columns: number;
  error?: string | undefined;
  onRetry?: (() => void) | undefined;
}

function MessageRow(props: MessageRowProps) {
  const { columns, emptyText = NO_INFORMATION, emptyHint, emptyAct, error, onRetry } = props;
  return (
    <tbody>
      <tr className={classes.message}>
        <td colSpan={columns}>
          {error ? (
            <ErrorPanel message={error} onRetry={onRetry} />
          ) : (
            <EmptyState text={emptyText} hint={emptyHint}>
              {emptyAct}
            </EmptyState>
          )}
        </td>
      </tr>
    </tbody>
  );
}

/** What stands in the place of rows: those that load, an error, the empty text; null where there are rows. */
export function insteadOfRows<Row>(props: {
  columns: readonly Column<Row>[];
  actions: boolean;
  isEmpty: boolean;
  loading: boolean;
  message: Omit<MessageRowProps, 'columns'>;
}): ReactNode {
  const { columns, actions, isEmpty, loading, message } = props;
  if (isEmpty && loading) return <SkeletonRows columns={columns} actions={actions} rows={10} />;
  if (!isEmpty && !message.error) return null;
  return <MessageRow columns={columns.length + (actions ? 1 : 0)} {...message} />;
}

/**
 * A button that turns pages. Not `disabled` where there is no page (or while one is on its way): the focus would fall out of
 * the table, and who turns pages by keyboard would have to find the way back.
 */
export function StepButton(props: {
  label?: string;
  wide?: boolean;
  off: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { label, wide, off, onClick, children } = props;
  return (
    <button
      type="button"
      className={classes.step}
      data-wide={wide || undefined}
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onClick}
    >
      {children}
    </button>
  );
}

type Act = (index: number) => void;

/**
 * What a table listens to. Arrow keys, Home, End and the page keys go between rows; Enter opens, or presses the first link or
 * button of a row; space chooses it, where rows are chosen; a click opens, or goes where one of the row's acts leads. Keys and clicks on something inside a row (a link, a button) stay with it.
 */
export function rowHandlers<Row>(rows: readonly Row[], go: Act, onRowOpen: ((row: Row) => void) | undefined) {
  const open: Act | undefined =
    onRowOpen &&
    ((index) => {
      const row = rows[index];
      if (row !== undefined) onRowOpen(row);
    });
  return {
    onKeyDown: rowKeyHandler(rows.length, go, open),
    onClick: rowClickHandler(open),
    'data-opens': open && '',
  };
}

/** Of the acts of a row, the one that is a place to go to. */
const LEADS = `.${classes.actions} a[href]`;

const OWN_CLICK = 'a, button, input, select, textarea, label, summary, dialog, [role="button"]';

function rowClickHandler(open: Act | undefined) {
  return (event: MouseEvent<HTMLElement>) => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element) || target.closest(OWN_CLICK)) return;
    const row = target.closest<HTMLElement>('tr[data-index]');
    if (!row || !event.currentTarget.contains(row)) return;
    // Text is marked to be copied: the press that ended it was no wish to leave.
    const selection = getSelection();
    if (selection && !selection.isCollapsed && selection.containsNode(row, true)) return;
    const act = () => {
      if (open) open(Number(row.dataset.index));
      else row.querySelector<HTMLElement>(LEADS)?.click();
    };
    if (event.ctrlKey || event.metaKey) inNewTab(act);
    else act();
  };
}

function rowKeyHandler(count: number, go: Act, open: Act | undefined) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target;
    if (!(row instanceof HTMLTableRowElement) || row.dataset.index === undefined) return;
    const at = Number(row.dataset.index);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 10,
      PageUp: at - 10,
      Home: 0,
      End: count - 1,
    };
    const to = steps[event.key];
    if (to !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      go(Math.min(Math.max(0, to), count - 1));
    } else if (event.key === ' ') {
      const box = row.querySelector<HTMLElement>('[data-choice]');
      if (!box) return;
      event.preventDefault();
      if (!event.repeat) box.click();
    } else if (event.key === 'Enter') {
      // The rest of the keystroke would press the button that has the focus by then, in a dialog that it opens.
      event.preventDefault();
      if (event.repeat) return;
      if (open) open(at);
      else row.querySelector<HTMLElement>('a[href], button:enabled:not([aria-disabled="true"])')?.click();
    }
  };
}
