import { Fragment, type ReactNode, useRef, useState } from 'react';
import { type DrawnProps, LinesOfRow, rowHandlers, TableFrame, TableRow } from './parts.tsx';
import { type Keys, turned } from './rows.ts';

interface PlainTableProps<Row> extends DrawnProps<Row> {
  head: ReactNode;
  foot: ReactNode;
  /** Instead of the rows: skeletons, the empty text, an error. */
  body: ReactNode;
}

/** All rows in the page; one of them takes the focus and the arrow keys go on from it. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowActions, lines, onRowOpen, rowStyle, loading, maxRows, cards } = props;
  const { head, foot, body } = props;
  const frame = useRef<HTMLElement>(null);
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState<Keys>(new Set());
  const tabbable = Math.min(active, rows.length - 1);
  const toggle = (row: Row) => setOpened((before) => turned(before, rowKey(row)));
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
      cards={cards !== undefined}
      tableProps={rowHandlers(rows, go, onRowOpen ?? (lines && toggle))}
    >
      {head}
      {body ?? (
        <tbody>
          {rows.map((row, index) => {
            const key = rowKey(row);
            const isOpen = opened.has(key);
            const open = () => setOpened((before) => new Set([...before, key]));
            return (
              <Fragment key={key}>
                <TableRow
                  row={row}
                  columns={columns}
                  rowActions={rowActions}
                  opening={lines && { label: lines.label(row), isOpen, toggle: () => toggle(row), open }}
                  style={rowStyle?.(row)}
                  index={index}
                  tabbable={index === tabbable}
                  cards={cards}
                />
                {lines && isOpen ? (
                  <LinesOfRow columns={columns} lines={lines.of(row)} actions={rowActions !== undefined} />
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      )}
      {foot}
    </TableFrame>
  );
}
