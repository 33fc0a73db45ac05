/** What a request may do in other communities than its host's: nothing but what joins accounts of several (ADR 66). */
import { type Communities, type Community, isCurrent } from './communities.ts';
import { type DbPool, inTx, type Tx } from './db.ts';
import { Unavailable } from './errors.ts';
import type { Lanes } from './lanes.ts';

type Work<T> = (tx: Tx) => Promise<T>;

export interface Beyond {
  /** All communities that can be asked. */
  communities(): Promise<readonly Community[]>;
  /** Reads there; it is known soon, or not at all. */
  read<T>(community: Community, work: Work<T>): Promise<T>;
  /** Works there in a transaction of its own, beside the request's. */
  write<T>(community: Community, work: Work<T>): Promise<T>;
  /** As `separately` does here: attempts, and rows of the log that no refusal takes back. */
  separately<T>(community: Community, work: Work<T>): Promise<T>;
}

/** How long a read waits for its turn, in ms. */
const PATIENCE_MS = 2_000;

export function beyondOf({
  communities,
  pool,
  sidePool,
  lanes,
}: {
  communities: Communities;
  pool: DbPool;
  sidePool: DbPool;
  lanes: Lanes;
}): Beyond {
  const inLane = <T>(work: () => Promise<T>) => lanes.pass('otras comunidades', PATIENCE_MS, work);
  const required = async ({ schema, nombre, codigo }: Community) => {
    const current = (await communities.all()).find((one) => one.schema === schema);
    if (!current || !(await isCurrent(current))) throw new Unavailable(`${nombre || codigo} no está en servicio ahora`);
    return { schema, work: 'access' } as const;
  };
  return {
    communities: () => communities.inService(),
    async read(community, work) {
      const options = await required(community);
      return inLane(() => inTx(pool, { ...options, readOnly: true }, work));
    },
    async write(community, work) {
      const options = await required(community);
      return inLane(() => inTx(pool, options, work));
    },
    async separately(community, work) {
      return inTx(sidePool, await required(community), work);
    },
  };
}
