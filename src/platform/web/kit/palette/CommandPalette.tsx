/** Ctrl+K: goes anywhere and finds any lot. Load it lazily; the shell keeps whether it is open. */
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { useSplitTo } from '../link.tsx';
import { Keys } from '../shortcuts.tsx';
import { score } from './match.ts';
import classes from './palette.module.css';
import { allSources, type PaletteItem, type PaletteSource } from './sources.ts';

const PAUSE_MS = 150;
const PER_GROUP = 8;
const RECENT_KEY = 'porton.palette.recent';
const RECENT_MAX = 6;
const RECENT_GROUP = 'Recientes';

interface Group {
  name: string;
  items: readonly PaletteItem[];
}

/** Open while mounted. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const { groups, searching } = useGroups(query);
  /** What the arrows or the mouse went to, by `keyOf`: items that come later push it down. None: the first item. */
  const [active, setActive] = useState('');
  const [entered, setEntered] = useState(false);
  const navigate = useNavigate();
  const split = useSplitTo();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const items = groups.flatMap((group) => group.items.map((item) => ({ group: group.name, item })));
  const found = items.findIndex(({ group, item }) => keyOf(group, item) === active);
  const at = items.length === 0 ? -1 : Math.max(0, found);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  // Enter came before the answers to what was typed: the first of them is meant, not the first that happens to be there.
  useEffect(() => {
    if (!entered || searching) return;
    setEntered(false);
    const [first] = items;
    if (first) choose(first.item);
  });

  const choose = (item: PaletteItem) => {
    remember(item);
    onClose();
    if (item.run) item.run();
    else if (item.to) void navigate(split(item.to) as { to: '.' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = items.length;
    const steps: Record<string, number> = {
      ArrowDown: (at + 1) % count,
      ArrowUp: (at - 1 + count) % count,
      PageDown: Math.min(at + 8, count - 1),
      PageUp: Math.max(at - 8, 0),
    };
    const to = steps[event.key];
    if (to !== undefined && count > 0) {
      event.preventDefault();
      setEntered(false);
      const next = items[to];
      if (next) setActive(keyOf(next.group, next.item));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = items[at];
      if (searching && found < 0) setEntered(true);
      else if (chosen) choose(chosen.item);
    }
  };

  let index = -1;
  return (
    <Dialog label="Ir a cualquier parte" width="38rem" className={classes.palette} onClose={onClose}>
      <input
        className={classes.input}
        role="combobox"
        aria-label="Buscar pantallas y lotes"
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={items.length > 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="Pantalla, lote, asociado o calle…"
        autoFocus
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setActive('');
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Resultados" className={classes.list} tabIndex={-1}>
        {groups.map((group, g) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by this role
          <div key={group.name} role="group" aria-labelledby={`${id}-group-${g}`}>
            <div id={`${id}-group-${g}`} className={classes.group}>
              {group.name}
            </div>
            {group.items.map((item) => {
              index += 1;
              const own = index;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as in every combobox
                <div
                  key={item.id}
                  id={`${id}-${own}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={own === at}
                  className={classes.item}
                  onClick={() => choose(item)}
                  onMouseMove={() => setActive(keyOf(group.name, item))}
                >
                  <span className={classes.name}>{item.label}</span>
                  {item.hint ? <span className={classes.hint}>{item.hint}</span> : null}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <div className={classes.foot}>
        <span role="status">
          {searching ? 'Buscando…' : items.length > 0 ? '' : query ? 'Sin resultados' : 'Escriba para buscar'}
        </span>
        <span className={classes.keys} aria-hidden="true">
          <Keys combo="arrowup" />
          <Keys combo="arrowdown" /> elegir
          <Keys combo="enter" /> abrir
          <Keys combo="escape" /> cerrar
        </span>
      </div>
    </Dialog>
  );
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
 * answered to another text is not shown. `searching` until all have answered this one.
 */
function useGroups(query: string): { groups: readonly Group[]; searching: boolean } {
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
  const searching = text !== '' && answered.some(({ answer }) => answer?.text !== text);
  const groups: Group[] = answered.map(({ name, answer }) => ({
    name,
    items: answer?.text === text ? answer.items : [],
  }));
  if (text === '') groups.unshift({ name: RECENT_GROUP, items: recent });
  return { groups: groups.filter(({ items }) => items.length > 0), searching };
}

/** Only what has an address can be remembered. */
function remember(item: PaletteItem): void {
  if (!item.to) return;
  const { id, label, hint, to } = item;
  const items = [{ id, label, hint, to }, ...recentItems().filter((other) => other.to !== to)].slice(0, RECENT_MAX);
  try {
    sessionStorage.setItem(RECENT_KEY, JSON.stringify(items));
  } catch {
    // A browser that keeps nothing only forgets what was recent.
  }
}

function recentItems(): readonly PaletteItem[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(RECENT_KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((item) => typeof item?.label === 'string' && typeof item?.to === 'string')
      : [];
  } catch {
    return [];
  }
}
