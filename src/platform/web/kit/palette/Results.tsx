/** What the command palette finds; a chunk of its own, loaded once somebody has signed in. */

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from '../../router.tsx';
import { keptInTab } from '../kept.ts';
import { score } from './match.ts';
import classes from './palette.module.css';
import { allSources, type PaletteItem, type PaletteSource } from './sources.ts';

const PAUSE_MS = 150;
const PER_GROUP = 8;
const PAGE = 8;
const RECENT_KEY = 'porton.palette.recent';
const RECENT_MAX = 6;
const RECENT_GROUP = 'Recientes';

interface Group {
  name: string;
  items: readonly PaletteItem[];
}

/** What the input and the foot of the palette tell of the results. */
export interface Shown {
  count: number;
  /** The highlighted one. */
  at: number;
  /** All sources have answered what stands there. */
  complete: boolean;
}

export interface ResultsProps {
  id: string;
  query: string;
  /** What was pressed since the text was typed and has not been done yet, in its order. */
  keys: readonly string[];
  onKeysDone: () => void;
  onShown: (shown: Shown) => void;
  onClose: () => void;
}

interface OptionProps {
  id: string;
  item: PaletteItem;
  selected: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

function Option({ id, item, selected, onChoose, onPoint }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as in every combobox
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={classes.item}
      onClick={onChoose}
      onMouseMove={onPoint}
    >
      <span className={classes.name}>{item.label}</span>
      {item.hint ? <span className={classes.hint}>{item.hint}</span> : null}
    </div>
  );
}

export default function Results({ id, query, keys, onKeysDone, onShown, onClose }: ResultsProps) {
  const { groups, complete } = useGroups(query);
  /** What the arrows or the mouse went to, by `keyOf`. None, or of another text: the first item. */
  const [active, setActive] = useState({ query: '', key: '' });
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);

  const items = groups.flatMap((group) => group.items.map((item) => ({ group: group.name, item })));
  const count = items.length;
  const found = active.query === query ? items.findIndex(({ group, item }) => keyOf(group, item) === active.key) : -1;
  const at = count === 0 ? -1 : Math.max(0, found);
  useLayoutEffect(() => onShown({ count, at, complete }), [onShown, count, at, complete]);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const choose = (item: PaletteItem) => {
    remember(item);
    onClose();
    if (item.run) item.run();
    else if (item.to) void navigate(item.to);
  };
  const point = (group: string, item: PaletteItem) => setActive({ query, key: keyOf(group, item) });
  // Keys mean what is found for the text before them, not what happens to be there when they are pressed.
  useEffect(() => {
    if (keys.length === 0 || !complete) return;
    onKeysDone();
    let index = at;
    for (const key of keys) {
      if (key === 'Enter') {
        const chosen = items[index];
        if (chosen) choose(chosen.item);
        return;
      }
      index = moved(key, index, count);
    }
    const target = items[index];
    if (target) point(target.group, target.item);
  });

  let index = -1;
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Resultados" className={classes.list} tabIndex={-1}>
      {groups.map((group, g) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by this role
        <div key={group.name} role="group" aria-labelledby={`${id}-group-${g}`}>
          <div id={`${id}-group-${g}`} className={classes.group}>
            {group.name}
          </div>
          {group.items.map((item) => {
            index += 1;
            return (
              <Option
                key={item.id}
                id={`${id}-${index}`}
                item={item}
                selected={index === at}
                onChoose={() => choose(item)}
                onPoint={() => point(group.name, item)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function moved(key: string, at: number, count: number): number {
  if (count === 0) return -1;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'PageDown':
      return Math.min(at + PAGE, count - 1);
    default:
      return Math.max(at - PAGE, 0);
  }
}

const keyOf = (group: string, { id }: PaletteItem): string => `${group} ${id}`;

function rank(items: readonly PaletteItem[], query: string): readonly PaletteItem[] {
  return items
    .map((item) => ({
      item,
      points: Math.max(
        score(query, item.label),
        score(query, `${item.hint ?? ''} ${item.keywords ?? ''}`.trim()) * 0.6,
      ),
    }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, PER_GROUP)
    .map(({ item }) => item);
}

interface Answer {
  /** What was asked. */
  text: string;
  items: readonly PaletteItem[];
}

/**
 * What the sources answer to the text: lists at once, promises when they come, each source failing by itself. What they
 * answered to another text is not shown. `complete` once all have answered this one.
 */
function useGroups(query: string): { groups: readonly Group[]; complete: boolean } {
  const text = query.trim();
  const [answers, setAnswers] = useState<ReadonlyMap<PaletteSource, Answer>>(new Map());
  const [recent] = useState(recentItems);

  useEffect(() => {
    const abort = new AbortController();
    const put = (source: PaletteSource, items: readonly PaletteItem[]) =>
      setAnswers((before) => new Map(before).set(source, { text, items }));
    const ask = (source: PaletteSource) => {
      const answer = source.search(text, abort.signal);
      if (!(answer instanceof Promise)) return put(source, rank(answer, text));
      const settle = (items: readonly PaletteItem[]) => {
        if (!abort.signal.aborted) put(source, items.slice(0, PER_GROUP));
      };
      answer.then(settle, () => settle([]));
    };
    const sources = allSources();
    for (const source of sources) if (!source.remote) ask(source);
    const timer = setTimeout(() => {
      for (const source of sources) if (source.remote) ask(source);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);

  const answered = allSources().map((source) => ({ name: source.group, answer: answers.get(source) }));
  const complete = answered.every(({ answer }) => answer?.text === text);
  const groups: Group[] = answered.map(({ name, answer }) => ({
    name,
    items: answer?.text === text ? answer.items : [],
  }));
  if (text === '') groups.unshift({ name: RECENT_GROUP, items: recent });
  return { groups: groups.filter(({ items }) => items.length > 0), complete };
}

/** Only what has an address can be remembered, and nothing that is done once. */
function remember(item: PaletteItem): void {
  if (!item.to || item.once) return;
  const { id, label, hint, to } = item;
  const items = [{ id, label, hint, to }, ...recentItems().filter((other) => other.to !== to)].slice(0, RECENT_MAX);
  keptInTab.set(RECENT_KEY, JSON.stringify(items));
}

function recentItems(): readonly PaletteItem[] {
  try {
    const stored: unknown = JSON.parse(keptInTab.get(RECENT_KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((item) => typeof item?.label === 'string' && typeof item?.to === 'string')
      : [];
  } catch {
    return [];
  }
}
