/**
 * The seal of the audit log: a hash chain over its rows in (xid, id) order. Rows are sealed at most a second after they
 * commit, in batches and outside the writers' transactions, so that the chain does not serialise them. Only rows below
 * the oldest running transaction are taken: no row that commits later can come before them.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type DbPool, inTx, type Tx } from './db.ts';

const BATCH_MAX = 5_000;
/** Keeps two sealers apart; the second number is the community's schema. */
const SEAL_LOCK = 7_202_612;
const GENESIS = Buffer.alloc(32);

interface SealedRow {
  id: number;
  xid: string;
  texto: string;
}

/** Everything a row says, as one text; jsonb prints its keys in one fixed order. */
const CANONICAL = sql<string>`jsonb_build_array(b.id, extract(epoch FROM b.created_at)::text, b.usuario_id, b.usuario, b.referencia, b.status, b.nota, b.entidad, b.entidad_id, b.antes, b.despues, b.request_id)::text`;

function link(previous: Buffer, texto: string): Buffer {
  return createHash('sha256').update(previous).update(texto).digest();
}

export interface SealHead {
  orden: number;
  huella: string;
}

async function sealBatch(tx: Tx, schema: string): Promise<SealHead | undefined> {
  const lock = await sql<{
    got: boolean;
  }>`SELECT pg_try_advisory_xact_lock(${SEAL_LOCK}, hashtext(${schema})) AS got`.execute(tx);
  if (!lock.rows[0]?.got) return undefined;
  const { rows } = await sql<SealedRow>`
    SELECT b.id, b.xid::text AS xid, ${CANONICAL} AS texto
    FROM bitacora b, bitacora_corte c
    WHERE (b.xid, b.id) > (c.xid, c.id) AND b.xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY b.xid, b.id
    LIMIT ${BATCH_MAX}`.execute(tx);
  const last = rows.at(-1);
  if (!last) return undefined;
  const head = await tx
    .selectFrom('bitacora_sello')
    .select(['orden', 'huella'])
    .orderBy('orden', 'desc')
    .limit(1)
    .executeTakeFirst();
  let huella = head?.huella ?? GENESIS;
  let orden = head?.orden ?? 0;
  const seals = rows.map((row) => {
    huella = link(huella, row.texto);
    orden += 1;
    return { orden, bitacora_id: row.id, huella };
  });
  await sql`
    INSERT INTO bitacora_sello (orden, bitacora_id, huella)
    SELECT * FROM unnest(${seals.map((seal) => seal.orden)}::bigint[], ${seals.map((seal) => seal.bitacora_id)}::bigint[], ${seals.map((seal) => seal.huella)}::bytea[])`.execute(
    tx,
  );
  await sql`UPDATE bitacora_corte SET xid = ${last.xid}::xid8, id = ${last.id}`.execute(tx);
  return { orden, huella: huella.toString('hex') };
}

/** Seals one batch in a community; undefined when there was nothing to seal or another process is at it. */
export function seal(jobsPool: DbPool, schema: string): Promise<SealHead | undefined> {
  return inTx(jobsPool, { schema, role: 'porton_jobs' }, (tx) => sealBatch(tx, schema));
}

export interface Verification {
  ok: boolean;
  /** Sealed rows that were checked. */
  checked: number;
  unsealed: number;
  head: SealHead | null;
  /** The first row at which the chain fails: its place and why, in Spanish. */
  fault?: { orden: number; bitacoraId: number; reason: string };
}

const PAGE = 10_000;

/**
 * Walks the whole chain. `expected` is a head noted earlier (every head is logged): with it a cut tail is seen too.
 */
export async function verify(tx: Tx, expected?: SealHead): Promise<Verification> {
  let huella: Buffer = GENESIS;
  let orden = 0;
  let expectedSeen = expected === undefined;
  for (;;) {
    const { rows } = await sql<{ orden: number; bitacora_id: number; huella: Buffer; texto: string | null }>`
      SELECT s.orden, s.bitacora_id, s.huella, CASE WHEN b.id IS NULL THEN NULL ELSE ${CANONICAL} END AS texto
      FROM bitacora_sello s LEFT JOIN bitacora b ON b.id = s.bitacora_id
      WHERE s.orden > ${orden} ORDER BY s.orden LIMIT ${PAGE}`.execute(tx);
    for (const row of rows) {
      const fault = (reason: string): Verification => ({
        ok: false,
        checked: orden,
        unsealed: 0,
        head: { orden, huella: huella.toString('hex') },
        fault: { orden: row.orden, bitacoraId: row.bitacora_id, reason },
      });
      if (row.orden !== orden + 1) return fault('falta un sello de la cadena');
      if (row.texto === null) return fault('el registro fue eliminado');
      const next = link(huella, row.texto);
      if (!next.equals(row.huella)) return fault('el registro o su orden fueron alterados');
      huella = next;
      orden = row.orden;
      if (expected && orden === expected.orden) {
        if (huella.toString('hex') !== expected.huella) return fault('la cadena no es la que se anotó');
        expectedSeen = true;
      }
    }
    if (rows.length < PAGE) break;
  }
  const head = orden === 0 ? null : { orden, huella: huella.toString('hex') };
  if (!expectedSeen && expected) {
    return {
      ok: false,
      checked: orden,
      unsealed: 0,
      head,
      fault: { orden: orden + 1, bitacoraId: 0, reason: 'falta el final de la cadena que se anotó' },
    };
  }
  const { rows } = await sql<{ unsealed: number; behind: number | null }>`
    SELECT count(*) AS unsealed, min(b.id) FILTER (WHERE (b.xid, b.id) <= (c.xid, c.id)) AS behind
    FROM bitacora b, bitacora_corte c
    WHERE NOT EXISTS (SELECT FROM bitacora_sello s WHERE s.bitacora_id = b.id)`.execute(tx);
  const { unsealed = 0, behind = null } = rows[0] ?? {};
  if (behind !== null) {
    // Every genuine row below the watermark has its seal, so this one was put there by hand.
    const reason = 'el registro apareció después de sellada su parte de la cadena';
    return { ok: false, checked: orden, unsealed, head, fault: { orden, bitacoraId: behind, reason } };
  }
  return { ok: true, checked: orden, unsealed, head };
}
