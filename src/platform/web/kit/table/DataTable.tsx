/**
 * The table of lists that come whole: search, sort, pages of 10, 30 and All, headings and totals that stay in view.
 * Past 300 rows only those in sight are in the page; a screen reader is told how many there are and where it stands.
 */
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, Suspense, use, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { totalsOf } from '../../../listing.ts';
import { CloseIcon } from '../close-icon.tsx';
import { FoldButton } from '../fold.tsx';
import { useShortcut } from '../shortcuts.tsx';
import { ChosenBar, useChoosing } from './choosing.tsx';
import type { Totals } from './columns.ts';
import { ListFilesContext, type ListFilesProps } from './files.ts';
import { PlainTable } from './PlainTable.tsx';
import {
  type EmptyWords,
  insteadOfRows,
  type RowsOf,
  StepButton,
  stateOf,
  TableHead,
  type TableProps,
  TableTotals,
  useCards,
} from './parts.tsx';
import { nextSort, type PageSize, pageOf, type Sort, searcher, sortRows } from './rows.ts';
import classes from './table.module.css';
import { useTableState } from './useTableState.ts';
import { VirtualTable } from './VirtualTable.tsx';

export type DataTableProps<Row> = WholeProps<Row> & RowsOf<Row>;

interface WholeProps<Row> extends TableProps<Row> {
  search?: boolean;
  searchPlaceholder?: string;
  pageSizes?: readonly PageSize[];
  /** False for short lists: all rows at once, and nothing under them. */
  paging?: boolean;
  /** Keeps search (q), page (pag), size (tam) and sort (orden) in the address; a text is put before the names. */
  urlKey?: true | string;
  /**
   * By column key, of the rows that the search leaves; numbers are written in the way of the column. Left out, as declared; a
   * function gives none of rows that come to nothing together.
   */
  totals?: false | Totals | ((rows: readonly Row[]) => Totals | undefined);
  /** Offers the table as a PDF and as a workbook under this title. */
  files?: string;
  /** Beside the search, in one row with it. */
  filters?: ReactNode;
  /** A function is given the rows that the search leaves, on all pages: what acts on rows acts on no others. */
  toolbar?: ReactNode | ((rows: readonly Row[]) => ReactNode);
  initialSort?: Sort;
}

const SIZES: readonly PageSize[] = [10, 30, 'All'];
const VIRTUAL_FROM = 300;
const TYPING_MS = 250;

/** The rows as they are searched, sorted and paged, and what their table changes of that. */
function useView<Row>(props: DataTableProps<Row>, rows: readonly Row[] | undefined) {
  const { columns, pageSizes = SIZES, paging = true, urlKey, totals, initialSort = null } = props;
  const [state, setState] = useTableState(urlKey);
  const [typed, setTyped] = useTypedQuery(state.query, (query) => setState({ query, page: 1 }));
  const query = useDeferredValue(typed.trim());

  const sort = state.sort === undefined ? initialSort : state.sort;
  const chosenSize = state.size !== undefined && pageSizes.includes(state.size) ? state.size : (pageSizes[0] ?? 10);
  const size = paging ? chosenSize : 'All';

  const find = useMemo(() => searcher(rows ?? [], columns), [rows, columns]);
  const found = useMemo(() => find(query), [find, query]);
  const sorted = useMemo(() => sortRows(found, columns, sort), [found, columns, sort]);
  const shown = pageOf(sorted, query === state.query ? state.page : 1, size);
  const sums = useMemo(() => {
    if (totals !== undefined) return typeof totals === 'function' ? totals(found) : totals || undefined;
    return columns.some(({ total }) => total) ? totalsOf(columns, found) : undefined;
  }, [totals, columns, found]);

  const onSort = (key: string) => setState({ sort: nextSort(sort, key), page: 1 });
  return { setState, typed, setTyped, sort, size, query, sorted, shown, sums, onSort };
}

interface ToolsProps<Row> extends Pick<ReturnType<typeof useView<Row>>, 'typed' | 'setTyped' | 'query' | 'sorted'> {
  table: DataTableProps<Row>;
}

/** Above the rows: what they are found by, and what is done with them. */
function Tools<Row>({ table, typed, setTyped, query, sorted }: ToolsProps<Row>) {
  const { caption, search = true, searchPlaceholder = 'Buscar', filters, toolbar, files } = table;
  const [open, setOpen] = useState(false);
  const more = toolbar || filters || files;
  if (!(search || more)) return null;
  return (
    <div className={classes.tools} data-no-print data-table-tools data-folded={(search && !open) || undefined}>
      {search ? (
        <SearchBox caption={caption} placeholder={searchPlaceholder} value={typed} onChange={setTyped} />
      ) : null}
      {search && more ? <FoldButton open={open} onToggle={() => setOpen(!open)} label="Opciones" /> : null}
      {filters}
      {toolbar || files ? (
        <div className={classes.toolbar}>
          {typeof toolbar === 'function' ? toolbar(sorted) : toolbar}
          {files ? <Files title={files} columns={table.columns} rows={sorted} query={query} /> : null}
        </div>
      ) : null}
    </div>
  );
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, rowKey, choosing } = props;
  const { pageSizes = SIZES, paging = true, rowActions, onRowOpen, rowStyle } = props;
  const { rows, error, loading, onRetry } = stateOf(props);
  const { setState, typed, setTyped, sort, size, query, sorted, shown, sums, onSort } = useView(props, rows);
  const { chosen, column } = useChoosing({ choosing, rowKey, shown: shown.rows });
  const columns = useMemo(() => (column ? [column, ...props.columns] : props.columns), [column, props.columns]);
  const cards = useCards(props);

  // Rows that are there and that no search finds are not rows that there are none of.
  const { emptyText, emptyHint, emptyAct }: EmptyWords = rows?.length
    ? { emptyText: 'Nada coincide con la búsqueda' }
    : props;

  const actions = rowActions !== undefined;
  const isEmpty = shown.rows.length === 0;
  // Rows that open are not of one height, and are not that many.
  const isVirtual = shown.rows.length > VIRTUAL_FROM && !props.lines;
  const drawn = {
    ...{ caption, columns, rowKey, rowActions, onRowOpen, rowStyle, loading },
    ...{ lines: props.lines, cards },
    rows: shown.rows,
    maxRows: props.maxRowsBeforeScroll,
  };
  return (
    <div className={classes.root}>
      <Tools table={props} {...{ typed, setTyped, query, sorted }} />
      {isVirtual ? (
        <VirtualTable key={`${columns.length}`} {...drawn} sort={sort} onSort={onSort} totals={sums} />
      ) : (
        <PlainTable
          {...drawn}
          head={<TableHead columns={columns} actions={actions} sort={sort} onSort={onSort} />}
          foot={sums && !isEmpty ? <TableTotals {...{ columns, actions, cards }} totals={sums} /> : null}
          body={insteadOfRows({
            columns,
            actions,
            isEmpty,
            loading,
            message: { emptyText, emptyHint, emptyAct, error, onRetry },
          })}
        />
      )}
      {choosing ? <ChosenBar choosing={choosing} chosen={chosen} rowKey={rowKey} rows={sorted} /> : null}
      {paging ? (
        <Foot
          caption={caption}
          total={sorted.length}
          from={shown.from}
          count={shown.rows.length}
          page={shown.page}
          pages={shown.pages}
          size={size}
          sizes={pageSizes}
          loading={loading && isEmpty}
          onPage={(page) => setState({ page }, true)}
          onSize={(next) => setState({ size: next === pageSizes[0] ? undefined : next, page: 1 }, true)}
        />
      ) : null}
    </div>
  );
}

interface FilesProps<Row> extends Pick<ListFilesProps, 'title' | 'query'> {
  columns: DataTableProps<Row>['columns'];
  rows: readonly Row[];
}

function Files<Row>(props: FilesProps<Row>) {
  const ListFiles = use(ListFilesContext);
  if (!ListFiles) return null;
  return (
    <Suspense fallback={<span className={classes.filesWaiting} />}>
      {/* Whoever draws them reads the rows by these columns alone. */}
      <ListFiles {...(props as unknown as ListFilesProps)} />
    </Suspense>
  );
}

/** Text shown at once and given on, without the blanks around it, when the typing pauses; a change from outside (the back button) is taken over. */
function useTypedQuery(query: string, commit: (query: string) => void) {
  const [typed, setTyped] = useState(query);
  const [seen, setSeen] = useState(query);
  if (seen !== query) {
    setSeen(query);
    if (typed.trim() !== query) setTyped(query);
  }
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === query) return;
    const timer = setTimeout(() => latest.current(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, query]);
  return [typed, setTyped] as const;
}

interface SearchBoxProps {
  caption: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

function SearchBox({ caption, placeholder, value, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', 'Buscar en la tabla', () => input.current?.focus(), { group: 'Tablas' });
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      aria-label={`${placeholder} en ${caption}`}
      placeholder={placeholder}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value) {
          event.preventDefault();
          onChange('');
        }
      }}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        value ? (
          <button type="button" className={classes.action} aria-label="Limpiar búsqueda" onClick={() => onChange('')}>
            <CloseIcon />
          </button>
        ) : null
      }
    />
  );
}

interface FootProps {
  caption: string;
  total: number;
  from: number;
  count: number;
  page: number;
  pages: number;
  size: PageSize;
  sizes: readonly PageSize[];
  loading: boolean;
  onPage: (page: number) => void;
  onSize: (size: PageSize) => void;
}

function Foot({ caption, total, from, count, page, pages, size, sizes, loading, onPage, onSize }: FootProps) {
  return (
    // Not seen until it is known how long the table is: it would jump.
    <div className={classes.foot} data-no-print data-waiting={loading || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its box for three buttons */}
      <div className={classes.sizes} role="group" aria-label="Filas por página">
        <span className={classes.sizesLabel} aria-hidden="true">
          Filas
        </span>
        {sizes.map((option) => (
          <button
            key={option}
            type="button"
            className={classes.step}
            aria-pressed={option === size}
            onClick={() => onSize(option)}
          >
            {option}
          </button>
        ))}
      </div>
      <p role="status">{loading ? '' : total === 0 ? '0 de 0' : `${from + 1}–${from + count} de ${total}`}</p>
      <nav className={classes.pager} aria-label={`Páginas de ${caption}`}>
        <Step label="Primera página" path="M9 3L5 7l4 4M4 3v8" off={page <= 1} onClick={() => onPage(1)} />
        <Step label="Página anterior" path="M8.5 3l-4 4 4 4" off={page <= 1} onClick={() => onPage(page - 1)} />
        <span className={classes.where}>
          Página {page} de {pages}
        </span>
        <Step label="Página siguiente" path="M5.5 3l4 4-4 4" off={page >= pages} onClick={() => onPage(page + 1)} />
        <Step label="Última página" path="M5 3l4 4-4 4M10 3v8" off={page >= pages} onClick={() => onPage(pages)} />
      </nav>
    </div>
  );
}

function Step(props: { label: string; path: string; off: boolean; onClick: () => void }) {
  const { label, path, off, onClick } = props;
  return (
    <StepButton label={label} off={off} onClick={onClick}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
        <path d={path} stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" fill="none" />
      </svg>
    </StepButton>
  );
}
