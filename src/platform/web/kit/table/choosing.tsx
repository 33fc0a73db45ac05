/** Several rows of a table at once: a box in each, and a bar with what can be done with those that are chosen. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ACTION_FAILED } from '../../../messages.ts';
import { messageOf } from '../../api.ts';
import { withBusy } from '../busy.tsx';
import { type ConfirmOptions, confirm } from '../confirm.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { createStore, type Store } from '../store.ts';
import { toast } from '../toast.tsx';
import type { Column } from './columns.ts';
import { type Keys, turned } from './rows.ts';
import classes from './table.module.css';

type KeyOf<Row> = (row: Row) => string | number;

/** A row with which it was not done, and why. */
export interface Failure<Row> {
  row: Row;
  message: string;
}

interface Act<Row> {
  label: string;
  danger?: boolean;
  /** Why not with this row: it is left out, and the question says so. */
  refusal?: (row: Row) => string | undefined;
}

/** An act that is done here. */
interface DoneAct<Row> extends Act<Row> {
  /** The question before it, with how many; it destroys or leaves the house. Left out, it is done at once. */
  ask?: (rows: readonly Row[]) => ConfirmOptions;
  /** Answers with the rows that failed. Throws where none was done. */
  run: (rows: readonly Row[]) => Promise<readonly Failure<Row>[]>;
  done: (count: number) => string;
}

/** An act that asks for more than a yes, in a dialog or on a screen of its own. */
interface OpenedAct<Row> extends Act<Row> {
  open: (rows: readonly Row[]) => void;
}

export type ChosenAct<Row> = DoneAct<Row> | OpenedAct<Row>;

/** What a table is told whose rows are chosen; `nameOf` is asked once and for all. */
export interface Choosing<Row> {
  /** What they are called, one and several: ['tarjeta', 'tarjetas']. */
  words: readonly [string, string];
  nameOf: (row: Row) => string;
  acts: readonly ChosenAct<Row>[];
}

/** Does it with one row after the other; what fails with one does not keep it from the next. */
export async function eachOf<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<readonly Failure<Row>[]> {
  const failures: Failure<Row>[] = [];
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      failures.push({ row, message: messageOf(error, ACTION_FAILED) });
    }
  }
  return failures;
}

interface BoxProps {
  chosen: Store<Keys>;
  id: string | number;
  label: string;
}

/** Follows the choice by itself: the rows are not drawn again for a box. */
function ChoiceBox({ chosen, id, label }: BoxProps) {
  return (
    <label className={classes.choice}>
      <input
        type="checkbox"
        aria-label={label}
        data-choice
        checked={chosen.use().has(id)}
        onChange={() => chosen.set(turned(chosen.get(), id))}
      />
    </label>
  );
}

/** Of the rows in view alone: nobody chooses what he has not seen. */
function AllBox({ chosen, inView }: { chosen: Store<Keys>; inView: Store<readonly (string | number)[]> }) {
  const keys = inView.use();
  const now = chosen.use();
  const count = keys.filter((key) => now.has(key)).length;
  const all = keys.length > 0 && count === keys.length;
  const turn = () =>
    chosen.set(all ? new Set([...now].filter((key) => !keys.includes(key))) : new Set([...now, ...keys]));
  return (
    <label className={classes.choice}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !all;
        }}
        type="checkbox"
        aria-label="Elegir todas las filas a la vista"
        disabled={keys.length === 0}
        checked={all}
        onChange={turn}
      />
    </label>
  );
}

interface ChoosingOf<Row> {
  choosing: Choosing<Row> | undefined;
  rowKey: KeyOf<Row>;
  /** The rows of the page that is shown. */
  shown: readonly Row[];
}

/** The choice of a table and the column of its boxes, the same one as long as the table stands: its rows are remembered by it. */
export function useChoosing<Row>({ choosing, rowKey, shown }: ChoosingOf<Row>) {
  const [{ chosen, inView, column }] = useState(() => {
    const chosen = createStore<Keys>(new Set());
    const inView = createStore<readonly (string | number)[]>([]);
    const column: Column<Row> | undefined = choosing && {
      key: 'elegir',
      header: 'Elegir',
      head: <AllBox chosen={chosen} inView={inView} />,
      sortable: false,
      choice: true,
      width: '2.25rem',
      value: () => '',
      render: (row) => <ChoiceBox chosen={chosen} id={rowKey(row)} label={`Elegir ${choosing.nameOf(row)}`} />,
    };
    return { chosen, inView, column };
  });
  const latest = useRef(rowKey);
  useEffect(() => {
    latest.current = rowKey;
  });
  useEffect(() => inView.set(shown.map(latest.current)), [shown, inView]);
  return { chosen, column };
}

interface BarProps<Row> {
  choosing: Choosing<Row>;
  chosen: Store<Keys>;
  rowKey: KeyOf<Row>;
  /** Those that may be acted on: what a search hides is not. */
  rows: readonly Row[];
}

const countOf = ([one, many]: readonly [string, string], count: number): string =>
  `${count} ${count === 1 ? one : many}`;

/** The rows with which an act is possible, and in words how many others are left out. */
function ableOf<Row>({ refusal }: ChosenAct<Row>, rows: readonly Row[]) {
  const reasons = new Map<string, number>();
  const able = rows.filter((row) => {
    const reason = refusal?.(row);
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    return reason === undefined;
  });
  return {
    able,
    left: [...reasons].map(
      ([reason, count]) => `${count} ${count === 1 ? 'no se incluye' : 'no se incluyen'}: ${reason}.`,
    ),
  };
}

interface FailuresProps<Row> extends Pick<BarProps<Row>, 'choosing' | 'rowKey'> {
  failures: readonly Failure<Row>[];
  onClose: () => void;
}

function Failures<Row>({ choosing, rowKey, failures, onClose }: FailuresProps<Row>) {
  return (
    <Dialog
      title={`No se hizo con ${countOf(choosing.words, failures.length)}`}
      onClose={onClose}
      closeButton
      width="32rem"
    >
      <ul className={classes.failures}>
        {failures.map(({ row, message }) => (
          <li key={rowKey(row)}>
            <b>{choosing.nameOf(row)}</b>: {message}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Entendido
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A button of an act, for those of the chosen rows that it is possible with. */
function ActButton<Row>({ act, own, onAct }: { act: ChosenAct<Row>; own: readonly Row[]; onAct: () => void }) {
  const { able, left } = ableOf(act, own);
  return (
    <Button
      size="xs"
      variant="default"
      {...(act.danger && { c: 'var(--kit-red)' })}
      disabled={able.length === 0}
      title={able.length === 0 ? left.join(' ') : undefined}
      onClick={onAct}
    >
      {act.label}
    </Button>
  );
}

/** How many are chosen and what can be done with them. It lies over the page, so that nothing moves when it comes. */
export function ChosenBar<Row>({ choosing, chosen, rowKey, rows }: BarProps<Row>) {
  const bar = useRef<HTMLElement>(null);
  const [failures, setFailures] = useState<readonly Failure<Row>[]>([]);
  const keys = chosen.use();
  const own = rows.filter((row) => keys.has(rowKey(row)));

  const leave = (left: Keys) => {
    const table = bar.current?.parentElement;
    chosen.set(left);
    // The button that was pressed is gone, and the focus with it.
    table?.querySelector<HTMLElement>('tr[data-index][tabindex="0"]')?.focus({ preventScroll: true });
  };
  const act = async (asked: ChosenAct<Row>) => {
    const { able, left } = ableOf(asked, own);
    if ('open' in asked) {
      asked.open(able);
      return;
    }
    const question = asked.ask?.(able);
    const text = (
      <>
        {question?.text}
        {left.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </>
    );
    if (question && !(await confirm({ ...question, text }))) return;
    try {
      const failed = await withBusy(() => asked.run(able));
      if (failed.length < able.length) toast.success(asked.done(able.length - failed.length), 5);
      setFailures(failed);
      leave(new Set(failed.map(({ row }) => rowKey(row))));
    } catch (error) {
      toast.failure(error, ACTION_FAILED, 8);
    }
  };

  return (
    <>
      {own.length > 0 ? (
        <section ref={bar} className={classes.chosen} aria-label="Selección" data-no-print>
          <p role="status">Selección: {countOf(choosing.words, own.length)}</p>
          {choosing.acts.map((one) => (
            <ActButton key={one.label} act={one} own={own} onAct={() => void act(one)} />
          ))}
          <Button size="xs" variant="subtle" onClick={() => leave(new Set())}>
            Quitar la selección
          </Button>
        </section>
      ) : null}
      {failures.length > 0 ? (
        <Failures choosing={choosing} rowKey={rowKey} failures={failures} onClose={() => setFailures([])} />
      ) : null}
    </>
  );
}
