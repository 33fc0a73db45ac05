import { type ReactNode, useRef, useState } from 'react';
import { type DrawnProps, rowHandlers, TableFrame, TableRow } from './parts.tsx';

interface PlainTableProps<Row> extends DrawnProps<Row> {
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
  return (
    <TableFrame
      caption={caption}
      loading={loading}
      scrollRef={frame}
      maxRows={maxRows}
      focusable={body !== null}
      tableProps={rowHandlers(rows, go, onRowOpen)}
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
