/** A packet of the demo, of the lot that owes most: by the product's own way. */
import { asAdministrador } from '#libro/demo-user.ts';
import { SetClock } from '#platform/server/clock.ts';
import type { Community } from '#platform/server/communities.ts';
import type { Outside, Reading } from '#platform/server/context.ts';
import type { SystemWork } from '#platform/server/system-context.ts';
import { drawExpediente, issue } from './server/expedir.ts';
import { findQueMasDebe } from './server/repository-papel.ts';

export interface IssueDemo {
  /** On the clock that is given. */
  systemOn(clock: SetClock): SystemWork;
  community: Community;
  outside: Pick<Outside, 'files'>;
  now: Date;
}

export async function issueDemo({ systemOn, community, outside, now }: IssueDemo): Promise<void> {
  const clock = new SetClock(now);
  const system = systemOn(clock);
  const loteId = await system(community, ({ tx }) => findQueMasDebe(tx));
  if (loteId === undefined) return;
  const read = <T>(work: (reading: Reading) => Promise<T>) => system(community, work);
  const here = await system(community, async ({ services, origin, separately }) => ({ services, origin, separately }));
  const before = { clock, community, read, outside, ...here };
  const drawn = await drawExpediente({ body: { id: loteId }, before });
  await system(community, (ctx) => asAdministrador(ctx, (by) => issue(by, loteId, drawn)));
}
