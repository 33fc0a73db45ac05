/** npm run comunidad -- zona: a community's time zone, changed once it is told what that means. */

import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import type pg from 'pg';
import { recountAccesos } from '#features/accesos/server/repository-count.ts';
import { lookAtZone } from '#features/configuracion/server/zona.ts';
import { findEmisor } from '#features/fiscal/server/repository.ts';
import { recordAudit } from '#platform/server/audit.ts';
import { type Clock, systemClock } from '#platform/server/clock.ts';
import { changeTimeZone, checkZoneChange, inCommunity } from '#platform/server/communities.ts';
import { kyselyOn, type Tx } from '#platform/server/db.ts';
import { UsageError } from './tool.ts';

/** Asks in the terminal; without one the command says how to go on. */
async function confirmed(): Promise<boolean> {
  if (!stdin.isTTY) {
    throw new UsageError('Nada cambió. Para cambiarla sin que se pregunte, repita la orden con --confirmar.');
  }
  const terminal = createInterface({ input: stdin, output: stdout });
  try {
    return /^s[ií]?$/i.test((await terminal.question('¿Cambiarla? Escriba sí: ')).trim());
  } finally {
    terminal.close();
  }
}

/** Tells what the change means, asks, and changes. */
export async function changeZone(
  client: pg.Client,
  { codigo, zone, ask, clock = systemClock }: { codigo: string; zone: string; ask: boolean; clock?: Clock },
): Promise<void> {
  const change = await checkZoneChange(kyselyOn(client), codigo, zone);
  const codigoPostalOf = async (tx: Tx) => (await findEmisor(tx))?.codigoPostal ?? '';
  // Told before it is done, and looked at again by the transaction that does it: hours may pass before the answer.
  const look = (tx: Tx) => lookAtZone(tx, change, { now: clock.now(), codigoPostalOf });
  for (const line of await inCommunity(client, change.schema, look)) console.log(line);
  if (ask && !(await confirmed())) {
    console.log('Nada cambió.');
    return;
  }
  await inCommunity(client, change.schema, async (tx) => {
    const entry = await changeTimeZone(tx, change);
    await look(tx);
    await recountAccesos(tx);
    await recordAudit(tx, { usuarioId: null, usuario: 'sistema', requestId: null }, entry, clock.now());
  });
  console.log(
    `${change.codigo} está en ${change.to}. El servidor lo nota en unos segundos; quien tenga la página abierta debe recargarla.`,
  );
}
