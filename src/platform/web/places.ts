/**
 * Where the page and its frames (`data-scrolls`, by name) stood at each step of the history, for who comes back or reloads.
 * What one comes back to may still grow: the place is found again while it does, until somebody does something.
 */
import { keptInTab } from './kit/kept.ts';

const KEY = 'porton.lugares';
/** Steps that are remembered: sessions are long, and nobody goes back so far. */
const STEPS_MAX = 200;
/** How long what one comes back to may grow to the place where one stood. */
const GROWING_MS = 2_000;
/** The page's own name among the frames. */
const PAGE = '';

/** How far each was scrolled, by name; what stood at its top is left out. */
type Place = Readonly<Record<string, number>>;

function read(): [string, Place][] {
  try {
    const kept: unknown = JSON.parse(keptInTab.get(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as [string, Place][]) : [];
  } catch {
    return [];
  }
}

const framesOf = () => [...document.querySelectorAll<HTMLElement>('[data-scrolls]')];

function present(): Place {
  const tops: Record<string, number> = { [PAGE]: scrollY };
  for (const frame of framesOf()) tops[frame.dataset.scrolls ?? ''] = frame.scrollTop;
  return Object.fromEntries(Object.entries(tops).filter(([, top]) => top > 0));
}

/** Scrolls one of them; whether it could get there. */
function stand(name: string, top: number): boolean {
  const element = name === PAGE ? document.documentElement : framesOf().find(({ dataset }) => dataset.scrolls === name);
  element?.scrollTo({ top, behavior: 'instant' });
  return element !== undefined && Math.abs(element.scrollTop - top) <= 1;
}

const ACTS = ['wheel', 'touchstart', 'keydown', 'mousedown'] as const;

export class Places {
  readonly #kept = new Map(read());
  #finding = new AbortController();

  constructor() {
    history.scrollRestoration = 'manual';
  }

  /** Keeps where everything stands at a step. */
  keep(step: string): void {
    this.#kept.delete(step);
    this.#kept.set(step, present());
    keptInTab.set(KEY, JSON.stringify([...this.#kept].slice(-STEPS_MAX)));
  }

  /** The page's top, for what is opened anew. */
  begin(): void {
    this.#finding.abort();
    scrollTo({ top: 0, behavior: 'instant' });
  }

  /** Where everything stood at a step, as soon as it is long enough. */
  find(step: string): void {
    this.#finding.abort();
    const finding = new AbortController();
    this.#finding = finding;
    const { signal } = finding;
    let left = Object.entries(this.#kept.get(step) ?? {});
    const until = performance.now() + GROWING_MS;
    const go = (): void => {
      if (signal.aborted) return;
      left = left.filter(([name, top]) => !stand(name, top));
      if (left.length > 0 && performance.now() < until) requestAnimationFrame(go);
      else finding.abort();
    };
    for (const act of ACTS) addEventListener(act, () => finding.abort(), { signal, passive: true });
    go();
  }
}
