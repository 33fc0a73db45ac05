/** What a handler receives, made of its request and its transaction. */
import type { FastifyRequest } from 'fastify';
import { auditing, recordAudits } from './audit.ts';
import type { Context, Here } from './context.ts';
import type { AtCommit, Tx, Within } from './db.ts';
import type { Device } from './device.ts';
import { forgetFile } from './files-kept.ts';
import { queueMail, queueMailRun } from './mail.ts';
import { queuePush } from './push.ts';
import type { Resident } from './resident.ts';
import type { SessionLimits, SessionUser } from './session.ts';
import type { Signed } from './signed.ts';
import { streamed } from './streamed.ts';

/** What a handler told of: how many rows of the audit log, and whether there is something new for the jobs. */
export interface Told {
  audited: number;
  pushed: boolean;
  mailed: boolean;
  forgot: boolean;
}

/** Who is told where nobody is signed in. */
const SYSTEM = 'sistema';

export const nothingTold = (): Told => ({ audited: 0, pushed: false, mailed: false, forgot: false });

/** Transactions beside the request's own: of downloads, and of a part of a long work. */
export interface Apart {
  downloads: Within;
  piece: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

export function deviceOf({ device }: Pick<FastifyRequest, 'device'>): Device {
  if (!device) throw new Error('only an endpoint for devices has one');
  return device;
}

export function residentOf({ resident }: Pick<FastifyRequest, 'resident'>): Resident {
  if (!resident) throw new Error('only an endpoint of the residents has one');
  return resident;
}

/** As whom somebody acts who is no user: in the log they are told by what they came with. */
function authorOf({ resident, id }: Asking): string {
  if (resident) return `${resident.papel} ${resident.nombre}`;
  return id === null ? SYSTEM : '';
}

/** Who asks, and what they sent; a job's work has neither. */
export type Asking = Pick<FastifyRequest, 'sessionUser' | 'sessionHash' | 'device' | 'resident' | 'signedBody'> & {
  id: string | null;
};

export interface Making {
  here: Here;
  request: Asking;
  told: Told;
  limits: SessionLimits;
  apart: Apart;
  /** Where the transaction is the request's own. */
  atCommit?: AtCommit;
}

export function contextOn(tx: Tx, making: Making): Context {
  const { here, request, told, limits, apart, atCommit } = making;
  const { clock } = here;
  const { sessionUser } = request;
  const usuarioId = sessionUser?.id ?? null;
  const author = {
    usuarioId,
    usuario: sessionUser?.username ?? authorOf(request),
    requestId: request.id,
  };
  return {
    ...here,
    tx,
    get user(): SessionUser {
      if (!sessionUser) throw new Error('a public endpoint has no user');
      return sessionUser;
    },
    usuarioId,
    get signed(): Signed {
      if (!request.signedBody) throw new Error('only an endpoint that is declared `signed` has it');
      return request.signedBody;
    },
    get device(): Device {
      return deviceOf(request);
    },
    get resident(): Resident {
      return residentOf(request);
    },
    sessionHash: request.sessionHash,
    sessionLimits: limits,
    async audit(...entries) {
      told.audited += entries.length;
      if (entries.length === 0) return;
      if (atCommit) atCommit(auditing(tx, author, entries, clock.now()));
      else await recordAudits(tx, author, entries, clock.now());
    },
    push: {
      enqueue(message) {
        told.pushed = true;
        return queuePush(tx, message, clock.now());
      },
    },
    mail: {
      enqueue(message) {
        told.mailed = true;
        return queueMail(tx, { ...message, usuarioId }, clock.now());
      },
      enqueueRun(run) {
        told.mailed = true;
        return queueMailRun(tx, { ...run, usuarioId }, clock.now());
      },
      wake() {
        told.mailed = true;
      },
    },
    files: {
      forget(archivoId) {
        told.forgot = true;
        return forgetFile(tx, archivoId, clock.now());
      },
    },
    streamed: (produce) => streamed(apart.downloads, produce),
    piecemeal: (work) => apart.piece((own) => work(contextOn(own, { here, request, told, limits, apart }))),
  };
}
