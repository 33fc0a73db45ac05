/** What a job does through the functions of requests: a context of nobody's, in a transaction that commits as a whole. */
import type { Beyond } from './beyond.ts';
import type { Clock } from './clock.ts';
import type { Communities, Community } from './communities.ts';
import { type Context, type Services, todayIn } from './context.ts';
import { type DbPool, inTx } from './db.ts';
import { contextOn, type Making, nothingTold } from './request-context.ts';
import type { SessionLimits } from './session.ts';

export interface SystemOptions {
  pool: DbPool;
  sidePool: DbPool;
  communities: Communities;
  clock: Clock;
  sessionLimits: SessionLimits;
  services: Services;
  log: {
    info(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}

export type SystemWork = <T>(community: Community, work: (ctx: Context) => Promise<T>) => Promise<T>;

const NOBODY = {
  id: null,
  sessionUser: undefined,
  sessionHash: undefined,
  device: undefined,
  resident: undefined,
  signedBody: undefined,
};

const noCookies: Making['here']['cookies'] = {
  read: () => undefined,
  write: () => undefined,
  writeForPages: () => undefined,
};

const stays = async (): Promise<never> => {
  throw new Error('what a job does stays in its community');
};
const NOWHERE: Beyond = { communities: stays, read: stays, write: stays, separately: stays };

export function systemWork(options: SystemOptions): SystemWork {
  const { pool, sidePool, clock, sessionLimits: limits, services, log } = options;
  return async (community, work) => {
    const { schema, codigo: comunidad } = community;
    const told = nothingTold();
    const making: Making = {
      here: {
        ...{ community, clock, services, requestId: '', ip: '', browser: '', origin: '', cookies: noCookies },
        today: () => todayIn(community, clock),
        separately: (own) => inTx(sidePool, { schema, work: 'access' }, own),
        beyond: NOWHERE,
        log: (evento, details) => log.info({ evento, comunidad, ...details }, evento),
        logError: (evento, details) => log.error({ evento, comunidad, ...details }, evento),
      },
      ...{ request: NOBODY, told, limits },
      apart: {
        downloads: (own) => inTx(pool, { schema, readOnly: true, work: 'long' }, own),
        piece: (own) => inTx(sidePool, { schema }, own),
      },
    };
    const value = await inTx(pool, { schema, work: 'long' }, (tx) => work(contextOn(tx, making)));
    if (told.pushed) services.push.wake();
    if (told.mailed) services.mail.wake();
    return value;
  };
}
