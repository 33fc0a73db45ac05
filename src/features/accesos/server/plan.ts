/**
 * How a page of the gate log is found, decided from counts before anything is read. Among millions of records there are two
 * good ways: to walk the log in its order until the page is full, which is right where a good share of the records matches;
 * and to collect all that one rare filter leaves and sort it. Costs are in microseconds, measured roughly; only their
 * order matters.
 */

/** By which index the records of a filter are collected. */
export type Driver = 'persona' | 'placa' | 'lote' | 'cono' | 'tipoVisita' | 'fecha';

export interface Candidate {
  driver: Driver;
  /** Records that this filter alone leaves within the period. */
  size: number;
  /** Places in the index where they are looked for. */
  probes: number;
}

export interface PlanFacts {
  /** Records of the period. */
  period: number;
  /** Of these, the share that all filters together are expected to leave. */
  share: number;
  /** Records that have to match until the page is full. */
  need: number;
  /** Filters that have to be looked up record by record. */
  lookups: number;
  byName: boolean;
  /** Names among which the period's records are spread; fewer where names are asked for. */
  names: number;
  candidates: readonly Candidate[];
}

export type Plan = { way: 'walk'; entries: number } | { way: 'collect'; driver: Driver };

const PROBE = 2;
const ENTRY = 0.35;
const LOOKUP = 1.5;
/** To open the records of one name. */
const NAME = 5;
/** To sort by name, per record. */
const BY_NAME = 1.2;

/** So many entries are walked at least: they are cheap, and tell how many match. */
const ENTRIES_MIN = 10_000;
const ENTRIES_MIN_BY_NAME = 1_500;
/** Beyond it a walk that expected to be done has erred. */
const ENTRIES_MAX = 250_000;

function costOfWalk({ period, share, need, lookups, byName, names }: PlanFacts): number {
  const entries = Math.min(period, need / Math.max(share, 1e-9));
  const perEntry = ENTRY + lookups * LOOKUP;
  return entries * perEntry + (byName ? Math.min(names, (entries * names) / Math.max(period, 1)) * NAME : 0);
}

function costOfCollect({ share, period, lookups, byName }: PlanFacts, { size, probes }: Candidate): number {
  const matches = Math.min(size, share * period);
  return probes * PROBE + size * (ENTRY + lookups * LOOKUP) + (byName ? matches * BY_NAME : 0);
}

/** The cheapest candidate to collect by; undefined where there is none. */
export function cheapestCandidate(facts: PlanFacts): Candidate | undefined {
  return facts.candidates.toSorted((a, b) => costOfCollect(facts, a) - costOfCollect(facts, b))[0];
}

export function planOf(facts: PlanFacts): Plan {
  const best = cheapestCandidate(facts);
  if (best && costOfCollect(facts, best) <= costOfWalk(facts)) return { way: 'collect', driver: best.driver };
  const expected = Math.ceil((facts.need / Math.max(facts.share, 1e-9)) * 3);
  const least = facts.byName ? ENTRIES_MIN_BY_NAME : ENTRIES_MIN;
  return { way: 'walk', entries: Math.max(facts.need, Math.min(Math.max(expected, least), ENTRIES_MAX)) };
}
