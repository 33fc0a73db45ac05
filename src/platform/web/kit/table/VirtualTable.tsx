import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Column, formatValue, type Totals } from './columns.ts';
import { type DrawnProps, rowHandlers, TableFrame, TableHead, TableRow, TableTotals } from './parts.tsx';
import type { Sort } from './rows.ts';

export interface VirtualTableProps<Row> extends DrawnProps<Row> {
  sort: Sort | null;
  onSort: (key: string) => void;
  totals: Totals | undefined;
}

const ROW_PX = 36;
const OVERSCAN = 12;

/** Which rows are in sight, which of them the focus comes to, and how it goes to others. */
function useRowsInSight<Row>(
  frame: { readonly current: HTMLElement | null },
  { rows, rowKey, totals }: Pick<VirtualTableProps<Row>, 'rows' | 'rowKey' | 'totals'>,
) {
  const [active, setActive] = useState(0);
  const toFocus = useRef<number | null>(null);
  const tabbable = Math.min(active, rows.length - 1);

  const virtual = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    // The headings and the totals cover the edges of the frame.
    scrollPaddingStart: ROW_PX,
    scrollPaddingEnd: totals ? ROW_PX : 0,
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index];
        return row === undefined ? index : rowKey(row);
      },
      [rows, rowKey],
    ),
    // The row that holds the focus stays in the page however far the others are scrolled.
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        return indexes.includes(tabbable) ? indexes : [...indexes, tabbable].sort((a, b) => a - b);
      },
      [tabbable],
    ),
  });

  useEffect(() => {
    if (toFocus.current === null) return;
    const row = frame.current?.querySelector<HTMLElement>(`tr[data-index="${toFocus.current}"]`);
    if (!row) return;
    row.focus({ preventScroll: true });
    toFocus.current = null;
  });

  // Another order or another search starts from the top.
  const first = useRef(rows);
  useEffect(() => {
    if (first.current === rows) return;
    first.current = rows;
    setActive(0);
    virtual.scrollToOffset(0);
  }, [rows, virtual]);

  const go = (index: number) => {
    toFocus.current = index;
    setActive(index);
    virtual.scrollToIndex(index);
  };
  return { virtual, tabbable, go };
}

/** A table of which only the rows in sight are in the page. Rows may wrap: each one is measured when it appears. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { caption, columns, rows, rowActions, onRowOpen, rowStyle, loading, maxRows, cards, sort, onSort } = props;
  const frame = useRef<HTMLElement>(null);
  const widths = useLockedWidths(frame);
  const { virtual, tabbable, go } = useRowsInSight(frame, props);

  const items = virtual.getVirtualItems();
  const cells = columns.length + (rowActions ? 1 : 0);
  const body: ReactNode[] = [];
  let at = 0;
  for (const item of items) {
    if (item.start > at) body.push(<Gap key={`gap ${at}`} cells={cells} height={item.start - at} />);
    at = item.end;
    const row = rows[item.index];
    if (row === undefined) continue;
    body.push(
      <TableRow
        key={item.key}
        row={row}
        columns={columns}
        rowActions={rowActions}
        style={rowStyle?.(row)}
        index={item.index}
        ariaRowIndex={item.index + 2}
        tabbable={item.index === tabbable}
        cards={cards}
        // While the widths are being found a row may wrap that will not.
        measure={widths ? virtual.measureElement : undefined}
      />,
    );
  }
  const rest = virtual.getTotalSize() - at;
  if (rest > 0) body.push(<Gap key="rest" cells={cells} height={rest} />);

  return (
    <TableFrame
      caption={caption}
      loading={loading}
      scrollRef={frame}
      maxRows={maxRows}
      fixed={widths !== undefined}
      cards={cards !== undefined}
      tableProps={{
        'aria-rowcount': rows.length + 1 + (props.totals ? 1 : 0),
        ...rowHandlers(rows, go, onRowOpen),
      }}
    >
      <TableHead {...{ columns, sort, onSort, widths }} actions={rowActions !== undefined} rowIndex={1} />
      <tbody>
        {widths === undefined ? <WidestRow columns={columns} rows={rows} rowActions={rowActions} /> : null}
        {body}
      </tbody>
      {props.totals ? (
        <TableTotals
          columns={columns}
          totals={props.totals}
          actions={rowActions !== undefined}
          rowIndex={rows.length + 2}
          cards={cards}
        />
      ) : null}
    </TableFrame>
  );
}

/** The room of the rows that are not in the page. */
function Gap({ cells, height }: { cells: number; height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without tabindex takes no focus
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={cells} style={{ padding: 0, height, border: 0 }} />
    </tr>
  );
}

/**
 * The longest text of each column together in one row, for finding the widths: the rows in sight say nothing about the
 * others. It is gone again before anything is painted.
 */
function WidestRow<Row>(props: Pick<VirtualTableProps<Row>, 'columns' | 'rows' | 'rowActions'>) {
  const { columns, rows, rowActions } = props;
  const [first] = rows;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without tabindex takes no focus
    <tr aria-hidden="true">
      {columns.map((column) => {
        const row = longest(rows, column);
        return (
          <td key={column.key} data-kind={column.kind} data-room={column.room}>
            {row === undefined
              ? null
              : column.render
                ? column.render(row)
                : formatValue(column.value(row), column.kind)}
          </td>
        );
      })}
      {rowActions && first !== undefined ? <td>{rowActions(first, () => undefined)}</td> : null}
    </tr>
  );
}

function longest<Row>(rows: readonly Row[], column: Column<Row>): Row | undefined {
  let found = rows[0];
  let most = -1;
  for (const row of rows) {
    const value = column.value(row);
    // Digits by the logarithm: writing out 10,000 amounts only to count their signs would be felt.
    const length =
      typeof value === 'number'
        ? Math.floor(Math.log10(Math.max(1, Math.abs(value)))) + (value < 0 ? 2 : 1)
        : (value?.length ?? 0);
    if (length > most) {
      most = length;
      found = row;
    }
  }
  return found;
}

/**
 * Column widths as found in the first drawing, kept from then on: else every new row on the screen would move the columns.
 * A change of the frame's width lets them be found again.
 */
function useLockedWidths(frame: { readonly current: HTMLElement | null }) {
  const [widths, setWidths] = useState<readonly number[]>();

  useLayoutEffect(() => {
    const heads = frame.current?.querySelectorAll<HTMLElement>('thead th');
    if (widths || !heads || !frame.current?.querySelector('tr[data-index]')) return;
    setWidths(Array.from(heads, (head) => head.getBoundingClientRect().width));
  });

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let last = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === last) return;
      last = element.clientWidth;
      setWidths(undefined);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return widths;
}
