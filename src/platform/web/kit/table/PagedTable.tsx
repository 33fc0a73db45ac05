/** The table of lists that the server pages: the same head and body, its pages asked for one by one. */
import { type ReactNode, useMemo } from 'react';
import { ChosenBar, useChoosing } from './choosing.tsx';
import type { Totals } from './columns.ts';
import { PlainTable } from './PlainTable.tsx';
import {
  insteadOfRows,
  type RowsOf,
  StepButton,
  stateOf,
  TableHead,
  type TableProps,
  TableTotals,
  useCards,
} from './parts.tsx';
import classes from './table.module.css';

/** `loading`: while an answer is on its way, the first or a later one; pages are not turned meanwhile. */
export type PagedTableProps<Row> = PagedProps<Row> & RowsOf<Row>;

interface PagedProps<Row> extends TableProps<Row> {
  hasPrevious: boolean;
  hasNext: boolean;
  /** As the server counts, from 0. */
  page: number;
  onPage: (page: number) => void;
  /** Of all pages. */
  total: number | undefined;
  /** There are at least so many; how many exactly was too long to count. */
  totalAtLeast?: boolean;
  totals?: Totals;
  toolbar?: ReactNode;
}

const NONE: readonly never[] = [];

export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { caption, rowKey, emptyText, emptyHint, choosing } = props;
  const { rows = NONE, error, loading, onRetry } = stateOf(props);
  const { hasPrevious, hasNext, page, onPage, total, totalAtLeast, totals, rowActions, onRowOpen, toolbar, rowStyle } =
    props;
  const { chosen, column } = useChoosing<Row>({ choosing, rowKey, shown: rows });
  const columns = useMemo(() => (column ? [column, ...props.columns] : props.columns), [column, props.columns]);
  const cards = useCards(props);
  const actions = rowActions !== undefined;
  const isEmpty = rows.length === 0;
  return (
    <div className={classes.root}>
      {toolbar ? (
        <div className={classes.tools} data-no-print>
          {toolbar}
        </div>
      ) : null}
      <PlainTable
        // A new page starts with its first row.
        key={page}
        {...{
          caption,
          columns,
          rows,
          rowKey,
          rowActions,
          onRowOpen,
          rowStyle,
          loading,
          lines: props.lines,
          cards,
        }}
        maxRows={props.maxRowsBeforeScroll}
        head={<TableHead columns={columns} actions={actions} />}
        foot={totals && !isEmpty ? <TableTotals {...{ columns, totals, actions, cards }} /> : null}
        body={insteadOfRows({ columns, actions, isEmpty, loading, message: { emptyText, emptyHint, error, onRetry } })}
      />
      {choosing ? <ChosenBar choosing={choosing} chosen={chosen} rowKey={rowKey} rows={rows} /> : null}
      <div className={classes.foot} data-no-print data-waiting={(loading && isEmpty) || undefined}>
        <p role="status">{total === undefined ? '' : `Total de elementos ${total}${totalAtLeast ? ' o más' : ''}`}</p>
        <nav className={classes.pager} data-wide aria-label={`Páginas de ${caption}`}>
          <StepButton wide off={!hasPrevious || loading} onClick={() => onPage(page - 1)}>
            Anterior
          </StepButton>
          <span className={classes.where}>Página {page + 1}</span>
          <StepButton wide off={!hasNext || loading} onClick={() => onPage(page + 1)}>
            Siguiente
          </StepButton>
        </nav>
      </div>
    </div>
  );
}
