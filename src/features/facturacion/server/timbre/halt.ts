/**
 * While the account with the provider serves nobody: no draft is sealed, so that it bears the day on which it is stamped, and
 * one invoice asks for all. Source: fiscal.md#answers.
 */
import type { Tx } from '#platform/server/db.ts';
import { tellControl } from './control.ts';
import { findHalt, haltStamping, listDueStamps, putTurnOff, setTurn, takeTurn } from './repository.ts';

/** Between two tries of the account. */
export const HALT_MS = 10 * 60_000;
/** For whoever gave up what the account had: to change it before another invoice is sealed for it. */
const GIVEN_UP_MS = 60 * 60_000;

/** Stops the community's stamps, of which none is lost by it, and writes to whoever answers for invoicing, once. */
export async function halt(tx: Tx, mensaje: string, now: Date): Promise<void> {
  const wentOn = await haltStamping(tx, mensaje, new Date(now.getTime() + HALT_MS), now);
  if (!wentOn) return;
  await tellControl(
    tx,
    'El timbrado de facturas está detenido',
    [
      mensaje,
      'Las facturas esperan y ninguna se pierde: se timbran solas en cuanto el proveedor acepte la cuenta.',
      'Revise la cuenta en Administración, Certificado y timbrado.',
    ],
    now,
  );
}

/**
 * Whether the provider may be asked about an invoice now. Halted, only the one that asks for all may, once the wait is over:
 * one that it may have already, so that a draft is sealed only where there is no such one. Whoever may has the turn.
 */
export async function mayAsk(tx: Tx, facturaId: number, now: Date): Promise<boolean> {
  const halted = await findHalt(tx);
  if (!halted) return true;
  if (halted.hasta > now) return false;
  const [asker] = await listDueStamps(tx, now, 1);
  return asker === facturaId && takeTurn(tx, now, new Date(now.getTime() + HALT_MS));
}

/** Whoever had the turn asks nobody: the next one may at once. */
export const passTurnOn = (tx: Tx, now: Date): Promise<void> => setTurn(tx, now);

/** What is to be asked about, so many at most; halted, the one that asks for all, or nobody before its turn. */
export async function listToAsk(tx: Tx, now: Date, limit: number): Promise<number[]> {
  const halted = await findHalt(tx);
  if (!halted) return listDueStamps(tx, now, limit);
  return halted.hasta > now ? [] : listDueStamps(tx, now, 1);
}

/** After somebody gave up an invoice that the account had. */
export const leaveAccountAlone = (tx: Tx, now: Date): Promise<void> =>
  putTurnOff(tx, new Date(now.getTime() + GIVEN_UP_MS));
