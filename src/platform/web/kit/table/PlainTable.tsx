import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import type { Column } from './columns.ts';
import { type RowKey, rowHandlers, TableFrame, TableRow } from './parts.tsx';

interface PlainTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: RowKey<Row>;
  rowActions: ((row: Row) => ReactNode) | undefined;
  onRowOpen: ((row: Row) => void) | undefined;
  rowStyle: ((row: Row) => CSSProperties | undefined) | undefined;
  loading: boolean;
  maxRows: number | undefined;
  head: ReactNode;
  foot: ReactNode;
  /** Instead of the rows: skeletons, the empty text, an error. */
  body: ReactNode;
}

/** All rows in the page; one of them takes the focus and the arrow keys go on from it. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowActions, onRowOpen, rowStyle, loading, maxRows, head, foot, body } = props;
  const frame = useRef<HTMLElement>(null);
  const [active, setActive] = useState(0);
  const tabbable = Math.min(active, rows.length - 1);
  const go = (index: number) => {
    setActive(index);
    frame.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)?.focus();
  };
  const open = onRowOpen
    ? (index: number) => {
        const row = rows[index];
        if (row !== undefined) onRowOpen(row);
      }
    : undefined;
  return (
    <TableFrame
      caption={caption}
      loading={loading}
      scrollRef={frame}
      maxRows={maxRows}
      focusable={body !== null}
      tableProps={rowHandlers(rows.length, go, open)}
    >
      {head}
      {body ?? (
        <tbody>
          {rows.map((row, index) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={columns}
              rowActions={rowActions}
              style={rowStyle?.(row)}
              index={index}
              tabbable={index === tabbable}
            />
          ))}
        </tbody>
      )}
      {foot}
    </TableFrame>
  );
}
