/** Sealed values against the database: round trip, purpose, tampering, communities, rotation. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { appOfFile } from '#test/app.ts';
import { MASTER_KEY } from '#test/master-key.ts';
import { inTx, type Tx } from './db.ts';
import { asOwner } from './migrate.ts';
import { communitiesUnderOtherKeys, createSecrets, rewrapDataKeys, Unreadable } from './secrets.ts';

const PLAIN = 'ñandú 4111';

const app = await appOfFile();

const secrets = createSecrets({ current: MASTER_KEY });
const inside = <T>(work: (tx: Tx) => Promise<T>, schema = 'c_encinos') => inTx(app.pools.pool, { schema }, work);
const seal = (plain: Uint8Array | string, schema?: string) => inside((tx) => secrets.seal(tx, 'prueba', plain), schema);
const open = (sealed: Uint8Array, { purpose = 'prueba', schema = 'c_encinos', by = secrets } = {}) =>
  inside((tx) => by.open(tx, purpose, sealed), schema);
const keysOf = (schema = 'c_encinos') =>
  app.query<{ id: number; maestra: string }>(`SELECT id, maestra FROM ${schema}.llave_datos`);

it('opens what it sealed, bytes and text, and says the same thing twice differently', async () => {
  const sealed = await seal(PLAIN);
  expect((await open(sealed)).toString()).toBe(PLAIN);
  expect((await seal(PLAIN)).equals(sealed)).toBe(false);
  for (const bytes of [Buffer.alloc(0), randomBytes(5000)])
    expect((await open(await seal(bytes))).equals(bytes)).toBe(true);
  expect(sealed.includes('4111')).toBe(false);
  expect(await keysOf()).toHaveLength(1);
});

it('opens nothing for another purpose, in another community, or that was changed anywhere', async () => {
  const sealed = await seal(PLAIN);
  await expect(open(sealed, { purpose: 'otra' })).rejects.toThrow(Unreadable);
  await seal(PLAIN, 'c_lagos');
  await expect(open(sealed, { schema: 'c_lagos' })).rejects.toThrow(Unreadable);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await expect(open(changed)).rejects.toThrow(Unreadable);
  }
  for (const length of [0, 3, 20, sealed.length - 1]) {
    await expect(open(sealed.subarray(0, length))).rejects.toThrow(Unreadable);
  }
});

it('keeps no data key of a transaction that was rolled back', async () => {
  await app.query('DELETE FROM c_lagos.tarjeta; DELETE FROM c_lagos.certificado; DELETE FROM c_lagos.llave_datos');
  const failed = inside(async (tx) => {
    await secrets.seal(tx, 'prueba', PLAIN);
    throw new Error('rolled back');
  }, 'c_lagos');
  await expect(failed).rejects.toThrow('rolled back');
  const sealed = await seal(PLAIN, 'c_lagos');
  expect((await open(sealed, { schema: 'c_lagos' })).toString()).toBe(PLAIN);
});

it('is rotated by wrapping the data keys anew: both masters open meanwhile, then only the new one', async () => {
  const next = randomBytes(32);
  const both = { current: next, previous: MASTER_KEY };
  const sealed = await seal(PLAIN);
  const owner = <T>(work: Parameters<typeof asOwner<T>>[1]) => asOwner(app.urls.owner, work);

  expect(await owner((client) => communitiesUnderOtherKeys(client, { current: next }))).toEqual(['ENCINOS', 'LAGOS']);
  expect(await owner((client) => communitiesUnderOtherKeys(client, both))).toEqual([]);
  expect((await open(sealed, { by: createSecrets(both) })).toString()).toBe(PLAIN);
  await expect(open(sealed, { by: createSecrets({ current: next }) })).rejects.toThrow(Unreadable);

  // One that neither opens stops all of it.
  const stranger = { current: randomBytes(32), previous: randomBytes(32) };
  await expect(owner((client) => rewrapDataKeys(client, stranger))).rejects.toThrow(Unreadable);
  expect((await open(sealed)).toString()).toBe(PLAIN);

  expect(await owner((client) => rewrapDataKeys(client, both))).toEqual({ rewrapped: 2, total: 2 });
  expect(await owner((client) => rewrapDataKeys(client, both))).toEqual({ rewrapped: 0, total: 2 });
  expect((await open(sealed, { by: createSecrets({ current: next }) })).toString()).toBe(PLAIN);
  await expect(open(sealed)).rejects.toThrow(Unreadable);
  expect(await owner((client) => communitiesUnderOtherKeys(client, both))).toEqual([]);
});
