/** 'As known at' a past day: the rows that were recorded by its end. */
import { type Fecha, instantInZone } from '#core/fecha.ts';
import type { Reading } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The instant at which a day ends in the community's zone; undefined without a day. A future one is refused. */
export function knownUntil(
  ctx: Pick<Reading, 'today' | 'community'>,
  conocido: Fecha | null | undefined,
): Date | undefined {
  if (!conocido) return undefined;
  if (conocido > ctx.today()) {
    throw new Refusal('De una fecha futura no se conoce nada todavía. Elija la de hoy o una anterior');
  }
  const next = new Date(Date.parse(`${conocido}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return instantInZone(`${next}T00:00:00`, ctx.community.timeZone);
}
