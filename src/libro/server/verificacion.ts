/**
 * Signs what papers say, by the community's newest key. The private one lies sealed (platform/server/secrets.ts); the public ones
 * are published. Source: docs/adr/0059-signed-papers.md.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { recordAudit } from '#platform/server/audit.ts';
import type { Here } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import type { Secrets } from '#platform/server/secrets.ts';
import {
  base64url,
  bytesOf,
  type Codigo,
  codigoDe,
  direccionDe,
  firmado,
  type LlavePublica,
  textoDe,
  type Verificable,
} from '../verificacion/codigo.ts';

const PURPOSE = 'verificacion';
const PUBLIC_BYTES = 32;

/** Gives the address under which a paper is verified, or the code alone where no address of the product is known. */
export type Firmar = (paper: Verificable) => string;

interface Abierta {
  id: number;
  llave: KeyObject;
}

async function newestKey(tx: Tx, secrets: Secrets): Promise<Abierta | undefined> {
  const row = await tx
    .selectFrom('verificacion_llave')
    .select(['id', 'privada'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const der = await secrets.open(tx, PURPOSE, row.privada);
  return { id: row.id, llave: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
}

/** 32 bytes of a public key. */
const rawOf = (publica: KeyObject): Buffer => Buffer.from(publica.export({ format: 'jwk' }).x ?? '', 'base64url');

/** The newest key is the next one from now on; told in the log. Two at once make one. @returns its number */
export async function makeVerificacionKey(
  tx: Tx,
  { secrets, now, id = 1, why }: { secrets: Secrets; now: Date; id?: number; why: string },
): Promise<number> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publica = rawOf(publicKey);
  const privada = await secrets.seal(tx, PURPOSE, privateKey.export({ format: 'der', type: 'pkcs8' }));
  const made = await tx
    .insertInto('verificacion_llave')
    .values({ id, publica, privada, usuario_id: null, created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return id;
  await recordAudit(
    tx,
    { usuarioId: null, usuario: 'sistema', requestId: null },
    {
      ...{ status: 'creado', entidad: 'verificacion_llave', entidadId: id, referencia: `Llave ${id}`, nota: why },
      despues: { id, publica: base64url(publica) },
    },
    now,
  );
  return id;
}

/** Makes the first key of a new community. */
export const makeFirstKey = (tx: Tx, secrets: Secrets, now: Date): Promise<number> =>
  makeVerificacionKey(tx, {
    secrets,
    now,
    why: 'Se creó la llave con que se firman recibos, estados de cuenta y constancias',
  });

/** The number that a further key would have. */
export async function nextKeyId(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom('verificacion_llave')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** All keys that papers may be signed by, the first one first. */
export async function listLlaves(tx: Tx): Promise<LlavePublica[]> {
  const rows = await tx
    .selectFrom('verificacion_llave')
    .select(['id', 'publica', 'created_at'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, publica: base64url(row.publica), desde: row.created_at.toISOString() }));
}

/** What signs papers of a request: opens the key once. A community of before there were such keys gets its first one; a practice signs none. */
export async function firmanteOf(
  tx: Tx,
  {
    community,
    services: { secrets },
    clock,
    origin,
    separately,
  }: Pick<Here, 'community' | 'services' | 'clock' | 'origin' | 'separately'>,
): Promise<Firmar> {
  if (community.practicaDe !== null) return () => '';
  const opened =
    (await newestKey(tx, secrets)) ??
    (await separately(async (apart) => {
      await makeFirstKey(apart, secrets, clock.now());
      return newestKey(apart, secrets);
    }));
  if (!opened) throw new Error('a key was made and is not there');
  return firmarCon(opened, community.codigo, origin);
}

function firmarCon({ id, llave }: Abierta, comunidad: string, origin: string): Firmar {
  return (paper) => {
    const texto = textoDe(paper, id);
    return direccionDe(origin, codigoDe(texto, sign(null, firmado(comunidad, texto), llave)));
  };
}

/** Whether a code was signed by that public key for a community. */
export function esAutentico({ texto, firma }: Codigo, comunidad: string, { publica }: LlavePublica): boolean {
  const bytes = bytesOf(publica, PUBLIC_BYTES);
  if (!bytes) return false;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publica }, format: 'jwk' });
  return verify(null, firmado(comunidad, texto), key, firma);
}
