/** What the system before says that lots owe, as it was compared with what was owed here, and whether it was accepted. */
import { sql } from 'kysely';
import { type Centavos, toPesos } from '#core/money.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import type { Comparacion, ComparacionLote } from '../contract.ts';
import type { SaldoDicho } from '../rules-saldos.ts';

/** Keeps what is said beside what is owed now: every lot that either side knows to owe or to have something. */
export async function insertComparacion(
  tx: Tx,
  { usuarioId, today, now }: Stamp,
  archivo: string,
  dichos: readonly SaldoDicho[],
): Promise<number> {
  const { id } = await tx
    .insertInto('comparacion')
    .values({ archivo, usuario_id: usuarioId, fecha: today, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO comparacion_lote (comparacion_id, referencia, lote_id, asociado, anterior_centavos, propio_centavos)
    SELECT ${id}::int, coalesce(l.referencia, d.referencia), l.id, coalesce(r.name, ''), d.saldo,
      CASE WHEN l.id IS NOT NULL THEN coalesce(c.debe, 0) - coalesce(f.saldo_centavos, 0) END
    FROM json_to_recordset(${JSON.stringify(dichos)}::json) AS d(referencia text, saldo bigint)
    FULL JOIN (SELECT * FROM lote WHERE status <> 'fusionado') l ON ext.clave(l.referencia) = ext.clave(d.referencia)
    LEFT JOIN (
      SELECT lote_id, sum(saldo_centavos)::bigint AS debe FROM cargo WHERE saldo_centavos > 0 GROUP BY lote_id
    ) c ON c.lote_id = l.id
    LEFT JOIN fondo f ON f.lote_id = l.id
    LEFT JOIN lote_residente v ON v.lote_id = l.id AND v.asociado AND v.active
    LEFT JOIN residente r ON r.id = v.residente_id
    WHERE d.referencia IS NOT NULL OR coalesce(c.debe, 0) <> coalesce(f.saldo_centavos, 0)`.execute(tx);
  return id;
}

const DIFERENCIA = sql`coalesce(l.propio_centavos, 0) - coalesce(l.anterior_centavos, 0)`;

interface Row extends Omit<Comparacion, 'anterior' | 'propio' | 'diferencia' | 'createdAt' | 'aceptacion'> {
  usuarioId: number | null;
  createdAt: Date;
  anterior: Centavos;
  propio: Centavos;
  tesorero: string | null;
  fecha: string;
  razon: string;
  acepto: string;
  aceptadaAt: Date;
}

/** The last first; with an id that one alone. */
export const listComparaciones = (tx: Tx, id: number | null = null) =>
  rowsFrom(tx)<Row>`
    SELECT c.id, c.archivo, c.usuario_id AS "usuarioId", ${fullName('u')} AS usuario, c.created_at AS "createdAt",
      s.lotes, s.diferencias, s.anterior, s.propio,
      a.tesorero, a.fecha::text AS fecha, a.razon, ${fullName('q')} AS acepto, a.created_at AS "aceptadaAt"
    FROM comparacion c
    LEFT JOIN usuario u ON u.id = c.usuario_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS lotes, (count(*) FILTER (WHERE ${DIFERENCIA} <> 0))::int AS diferencias,
        coalesce(sum(l.anterior_centavos), 0)::bigint AS anterior, coalesce(sum(l.propio_centavos), 0)::bigint AS propio
      FROM comparacion_lote l WHERE l.comparacion_id = c.id
    ) s
    LEFT JOIN comparacion_aceptacion a ON a.comparacion_id = c.id
    LEFT JOIN usuario q ON q.id = a.usuario_id
    WHERE ${id}::int IS NULL OR c.id = ${id}
    ORDER BY c.id DESC`;

export function comparacionOf({
  usuarioId: _,
  anterior,
  propio,
  createdAt,
  tesorero,
  fecha,
  razon,
  acepto,
  aceptadaAt,
  ...row
}: Row): Comparacion {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    ...{ anterior: toPesos(anterior), propio: toPesos(propio), diferencia: toPesos(propio - anterior) },
    aceptacion:
      tesorero === null ? null : { tesorero, fecha, razon, usuario: acepto, createdAt: aceptadaAt.toISOString() },
  };
}

export async function listComparados(tx: Tx, id: number): Promise<ComparacionLote[]> {
  const { rows } = await sql<{
    loteId: number | null;
    referencia: string;
    asociado: string;
    anterior: Centavos | null;
    propio: Centavos | null;
  }>`
    SELECT l.lote_id AS "loteId", l.referencia, l.asociado, l.anterior_centavos AS anterior, l.propio_centavos AS propio
    FROM comparacion_lote l WHERE l.comparacion_id = ${id}
    ORDER BY abs(${DIFERENCIA}) DESC, l.referencia COLLATE ext.es`.execute(tx);
  const pesos = (value: Centavos | null) => (value === null ? null : toPesos(value));
  return rows.map(({ anterior, propio, ...row }) => ({
    ...row,
    ...{ anterior: pesos(anterior), propio: pesos(propio), diferencia: toPesos((propio ?? 0) - (anterior ?? 0)) },
  }));
}

const SALDOS_LOCK = 7_202_617;

/** Whoever accepts balances and whoever takes a book back follow each other. */
export async function lockSaldos(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${SALDOS_LOCK}, hashtext(current_schema()))`.execute(tx);
}

/** The last comparison, and a book that was applied, or taken back, since: what is owed here is no longer what was compared. */
export async function findUltima(
  tx: Tx,
): Promise<{ id: number | null; libro: { archivo: string; retirado: boolean } | null }> {
  await lockSaldos(tx);
  const { rows } = await sql<{ id: number; libro: { archivo: string; retirado: boolean } | null }>`
    SELECT c.id, (
      SELECT jsonb_build_object('archivo', i.archivo, 'retirado', i.retirada_at IS NOT NULL) FROM importacion i
      WHERE CASE WHEN i.retirada_at IS NULL THEN i.created_at > c.created_at
        ELSE i.created_at <= c.created_at AND i.retirada_at > c.created_at END
      ORDER BY i.id DESC LIMIT 1
    ) AS libro
    FROM comparacion c ORDER BY c.id DESC LIMIT 1`.execute(tx);
  return rows[0] ?? { id: null, libro: null };
}

export async function insertAceptacion(
  tx: Tx,
  { usuarioId, now }: { usuarioId: number; now: Date },
  { id, ...dicho }: { id: number; tesorero: string; fecha: string; razon: string },
): Promise<void> {
  await tx
    .insertInto('comparacion_aceptacion')
    .values({ comparacion_id: id, ...dicho, usuario_id: usuarioId, created_at: now })
    .execute();
}
