/** Does what was asked of a community's practice, and tells how it ended. A process that dies midway leaves it to the next turn. */
import type { Clock } from '#platform/server/clock.ts';
import type { Community } from '#platform/server/communities.ts';
import { type DbPool, inTx, type Within } from '#platform/server/db.ts';
import type { Log } from '#platform/server/jobs.ts';
import { sentenceOf } from '#platform/server/obstacles.ts';
import { makePractice, PracticeBusy, type PracticeTools, removePractice } from '#platform/server/practice.ts';
import { findPendiente, finishPedida } from './repository.ts';

export interface Making {
  pool: DbPool;
  tools: PracticeTools;
  clock: Clock;
  log: Pick<Log, 'error'>;
}

const FAILED =
  'No se pudo terminar, y no quedó nada a medias. El registro del servidor dice por qué; inténtelo de nuevo';

/** What was done, for the log; undefined where nothing was asked. */
export async function makeAsked({ pool, tools, clock, log }: Making, community: Community) {
  const within: Within = (work) => inTx(pool, { schema: community.schema, role: 'porton_jobs' }, work);
  const asked = community.practicaDe === null ? await within(findPendiente) : undefined;
  if (!asked) return undefined;
  const { codigo } = community;
  const author = { usuarioId: asked.usuario_id, usuario: asked.username ?? 'sistema' };
  const outcome = async () => {
    if (asked.que === 'quitar') return { quitada: await removePractice(tools, { codigo, author }) };
    return makePractice(tools, { codigo, author, host: asked.host });
  };
  try {
    const done = await outcome();
    await within((tx) => finishPedida(tx, asked.id, { error: '', now: clock.now() }));
    return { ...done };
  } catch (error) {
    // By another process, or by the turn before: whoever has it tells how it ended.
    if (error instanceof PracticeBusy) return undefined;
    const said = sentenceOf(error);
    if (said === undefined) log.error({ evento: 'práctica', comunidad: codigo, err: error }, 'falló la práctica');
    await within((tx) => finishPedida(tx, asked.id, { error: said ?? FAILED, now: clock.now() }));
    return undefined;
  }
}
