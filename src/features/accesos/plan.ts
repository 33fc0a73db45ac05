/**
 * How a page of the gate log is found, decided from counts before anything is read. Among millions of records there are two
 * good ways: to walk the log in its order until the page is full, which is right where a good share of the records matches;
 * and to collect all that one rare filter leaves and sort it. Costs are in microseconds, measured roughly; only their
 * order matters.
 */

/** By which index the records of a filter are collected. */
export type Driver = 'persona' | 'placa' | 'lote' | 'cono' | 'conflicto' | 'tipo' | 'fecha';

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
  /** How many records of the period a glance leaves, whose texts have to be looked up. */
  lookups: number;
  byName: boolean;
  /** What a walk still has to look at: by name it passes by all names but those that are asked for. Lookups per entry. */
  walkShare: number;
  walkLookups: number;
  /** Names that a walk by name may have to open, and how many records of the period one has. */
  names: number;
  recordsPerName: number;
  candidates: readonly Candidate[];
}

export type Plan = { way: 'walk'; entries: number } | { way: 'collect'; driver: Driver };

const PROBE = 3;
const ENTRY = 0.4;
const LOOKUP = 2;
/** To open the records of one name. */
const NAME = 10;
/** To sort by name, per record. */
const BY_NAME = 2;

/** By date so many entries are walked at least: they are cheap, and tell how many match. */
const ENTRIES_MIN = 4_000;
/** Beyond it a walk that expected to be done has erred. */
const ENTRIES_MAX = 250_000;
/** Records do not lie evenly: a walk goes so many times as far as it should have to. */
const MARGIN = 2;

/** How far a walk goes. */
function entriesOf({ period, walkShare: share, need, byName }: PlanFacts): number {
  const enough = Math.ceil((need / Math.max(share, 1e-9)) * (share === 1 ? 1 : MARGIN));
  return Math.max(need, Math.min(Math.max(enough, byName ? 0 : ENTRIES_MIN), ENTRIES_MAX, period + 1));
}

function costOfWalk(facts: PlanFacts): number {
  const { period, walkLookups: lookups, byName, names, recordsPerName } = facts;
  const entries = Math.min(entriesOf(facts), period);
  const opened = byName ? Math.min(names, entries / Math.max(recordsPerName, 1e-6)) : 0;
  return entries * (ENTRY + lookups * LOOKUP) + opened * NAME;
}

function costOfCollect({ share, period, lookups, byName }: PlanFacts, { size, probes }: Candidate): number {
  const matches = Math.min(size, share * period);
  return probes * PROBE + size * ENTRY + Math.min(size, lookups) * LOOKUP + (byName ? matches * BY_NAME : 0);
}

/** The cheapest candidate to collect by; undefined where there is none. */
export function cheapestCandidate(facts: PlanFacts): Candidate | undefined {
  return facts.candidates.toSorted((a, b) => costOfCollect(facts, a) - costOfCollect(facts, b))[0];
}

export function planOf(facts: PlanFacts): Plan {
  const best = cheapestCandidate(facts);
  if (best && costOfCollect(facts, best) <= costOfWalk(facts)) return { way: 'collect', driver: best.driver };
  return { way: 'walk', entries: entriesOf(facts) };
}
