/** The devices at the gate: each sends with a key of 256 random bits, of which only the SHA-256 is stored; revoked at once. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type DbPool, inTx } from './db.ts';

export interface Device {
  id: number;
  nombre: string;
  /** Where its records happen, unless a record says otherwise. */
  punto: string;
}

/** How old the noted last use of a key may grow, so that not every request writes. */
const TOUCH_AFTER_MS = 60_000;

/** A fresh key, of a session token's form, and what is kept of it. */
export function newDeviceKey(): { clave: string; hash: Buffer; fin: string } {
  const clave = randomBytes(32).toString('base64url');
  return { clave, hash: createHash('sha256').update(clave).digest(), fin: clave.slice(-4) };
}

/** The device behind a key's hash, unless it was revoked; notes the use now and then. */
export async function findDevice(pool: DbPool, schema: string, hash: Buffer, now: Date): Promise<Device | undefined> {
  const found = await inTx(pool, { schema, readOnly: true, work: 'access' }, (tx) =>
    tx
      .selectFrom('dispositivo_acceso')
      .select(['id', 'nombre', 'punto', 'ultimo_uso'])
      .where('clave_hash', '=', hash)
      .where('revocado_at', 'is', null)
      .executeTakeFirst(),
  );
  if (!found) return undefined;
  const { ultimo_uso, ...device } = found;
  if (!ultimo_uso || now.getTime() - ultimo_uso.getTime() > TOUCH_AFTER_MS) {
    await inTx(pool, { schema, work: 'access' }, (tx) =>
      tx
        .updateTable('dispositivo_acceso')
        .set({ ultimo_uso: sql`greatest(ultimo_uso, ${now})` })
        .where('id', '=', device.id)
        .execute(),
    );
  }
  return device;
}
