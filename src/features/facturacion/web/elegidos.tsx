/** Rows that are chosen to be invoiced: all of them, but those that somebody takes out. */
import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { sumPesos } from '#core/money.ts';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { formatMoney } from '#ui/format.ts';
import classes from './factura.module.css';

interface Elegible<Row> {
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => number;
  /** In pesos. */
  amountOf: (row: Row) => number;
  /** What a row is called by its box. */
  nameOf: (row: Row) => string;
  /** Rows that cannot be chosen for now. */
  isOut?: ((row: Row) => boolean) | undefined;
}

export interface Elegidos<Row> {
  chosen: readonly Row[];
  total: number;
  column: Column<Row>;
  /** The box that chooses all, or none. */
  todos: ReactNode;
}

const never = () => false;

export function useElegidos<Row>({ rows, idOf, amountOf, nameOf, isOut = never }: Elegible<Row>): Elegidos<Row> {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const offered = useMemo(() => (rows ?? []).filter((row) => !isOut(row)), [rows, isOut]);
  const chosen = useMemo(() => offered.filter((row) => !left.has(idOf(row))), [offered, left, idOf]);
  const column = useMemo((): Column<Row> => {
    const toggle = (id: number) =>
      setLeft((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    return {
      key: 'elegido',
      header: 'Incluir',
      sortable: false,
      choice: true,
      width: '4.5rem',
      value: (row) => (isOut(row) || left.has(idOf(row)) ? '' : 'Sí'),
      render: (row) => (
        <Checkbox
          aria-label={`Incluir ${nameOf(row)}`}
          disabled={isOut(row)}
          checked={!isOut(row) && !left.has(idOf(row))}
          onChange={() => toggle(idOf(row))}
        />
      ),
    };
  }, [left, idOf, nameOf, isOut]);
  return {
    chosen,
    total: sumPesos(chosen, amountOf),
    column,
    todos:
      offered.length === 0 ? null : (
        <Checkbox
          label="Todos"
          checked={chosen.length === offered.length}
          indeterminate={chosen.length > 0 && chosen.length < offered.length}
          onChange={() => setLeft(chosen.length === offered.length ? new Set(offered.map(idOf)) : new Set())}
        />
      ),
  };
}

interface BarProps<Row> {
  elegidos: Elegidos<Row>;
  /** Of how many rows. */
  of: number;
  /** What they are called, several of them. */
  words: string;
  action: string;
  onAct: () => void;
}

/** How many are chosen, for how much, and what is done with them. */
export function ElegidosBar<Row>({ elegidos: { chosen, total }, of, words, action, onAct }: BarProps<Row>) {
  if (of === 0) return null;
  return (
    <div className={classes.actions}>
      <p className="kit-quiet" role="status">
        Elegidos: {chosen.length} de {of} {words}, {formatMoney(total)}
      </p>
      <Button disabled={chosen.length === 0} onClick={onAct}>
        {action}
      </Button>
    </div>
  );
}
