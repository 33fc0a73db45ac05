/** Uploads that nobody ever attached to anything: let go of every night, a day after they came. */
import type { CommunityJob } from '#platform/server/jobs.ts';
import { forgetLoose } from './repository.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

/** The bytes follow with the next turn of the errand that empties what was let go of. */
export const purgeUploads: CommunityJob = {
  name: 'archivos-sueltos',
  cron: '43 8 * * *',
  async run(tx, _community, clock) {
    const now = clock.now();
    const sueltos = await forgetLoose(tx, new Date(now.getTime() - KEPT_MS), now);
    return sueltos > 0 ? { sueltos } : undefined;
  },
};
