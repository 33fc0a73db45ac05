/** Who a lot's associate was: what is of a day keeps the name of that day. Source: dominio.md#owners. */
import { type RawBuilder, sql } from 'kysely';
import { type Fecha, fechaInZone } from '#core/fecha.ts';
import type { Reading } from '#platform/server/context.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { periodosOf } from '../lotes/propietarios.ts';
import { withEarlier } from './replaced.ts';

/**
 * The name of a lot's associate at an instant; where none was known then, of whoever came first after it; '' where nobody did.
 * @param loteId SQL of a lot's id
 * @param at SQL of an instant
 */
export const associateAt = (loteId: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql<string>`coalesce((
      SELECT de.name FROM lote_residente due JOIN residente de ON de.id = due.residente_id
      WHERE due.lote_id = ${loteId} AND due.asociado AND (due.hasta IS NULL OR due.hasta > ${at})
      ORDER BY due.desde, due.id LIMIT 1
    ), '')`;

/**
 * The instant from which a lot is its owner's, where it was somebody else's before: what was said to them, and papers that name
 * them, are not his. A sale says it, else the lot's form, by which an associate is changed too.
 * @param lote name of the lot's id in the query
 */
export const sinceBought = (lote: string) => sql`coalesce((
  SELECT coalesce(c.created_at, t.desde) FROM lote_residente t LEFT JOIN cambio_propietario c ON c.lazo_nuevo_id = t.id
  WHERE t.lote_id = ${sql.ref(lote)} AND t.active AND t.asociado AND (c.id IS NOT NULL OR EXISTS (
    SELECT FROM lote_residente o WHERE o.lote_id = t.lote_id AND o.asociado AND o.residente_id <> t.residente_id
      AND o.hasta > o.desde AND o.hasta <= t.desde))), '-infinity')`;

/**
 * Whether what was said, promised or sent at an instant was by or to whoever owns the lot now: not before it was his, nor while a
 * sale stood that was taken back, whose buyer never was the owner.
 * @param lote name of the lot's id in the query
 * @param at name of the instant's column
 */
export const isOfOwner = (
  lote: string,
  at: string,
) => sql<boolean>`(${sql.ref(at)} >= ${sinceBought(lote)} AND NOT EXISTS (
  SELECT FROM cambio_propietario venta JOIN cambio_propietario_reverso deshecha ON deshecha.cambio_id = venta.id
  WHERE venta.lote_id = ${sql.ref(lote)} AND ${sql.ref(at)} >= venta.created_at AND ${sql.ref(at)} < deshecha.created_at))`;

export interface DuenoRow {
  /** Of the tie. */
  id: number;
  residenteId: number;
  name: string;
  beganAt: Date;
  endedAt: Date | null;
  /** The day of the sale that ended it. */
  vendio: Fecha | null;
  cambioId: number | null;
  cambioFecha: Fecha | null;
  cambioUsuario: string | null;
  cambioAt: Date | null;
  consentimiento: boolean | null;
}

/** Sales that were not taken back, as `table`. */
const IN_FORCE = sql`SELECT c.* FROM cambio_propietario c
  WHERE NOT EXISTS (SELECT FROM cambio_propietario_reverso v WHERE v.cambio_id = c.id)`;

/** The associates that a lot has had, in their order; who was one by a mistake that was taken back is none. */
const listDuenos = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<DuenoRow>`
    SELECT t.id, r.id AS "residenteId", r.name, t.desde AS "beganAt", t.hasta AS "endedAt", s.fecha AS vendio,
      c.id AS "cambioId", c.fecha AS "cambioFecha", ${fullName('u')} AS "cambioUsuario", c.created_at AS "cambioAt",
      c.consentimiento
    FROM lote_residente t
    JOIN residente r ON r.id = t.residente_id
    LEFT JOIN (${IN_FORCE}) s ON s.lazo_anterior_id = t.id
    LEFT JOIN (${IN_FORCE}) c ON c.lazo_nuevo_id = t.id
    LEFT JOIN usuario u ON u.id = c.usuario_id
    WHERE t.lote_id = ${loteId} AND t.asociado AND (t.hasta IS NULL OR t.hasta > t.desde)
    ORDER BY t.active, t.desde, t.id`;

/** Of the row of an owner the first day and the last one; null: he still is. */
export type Periodo = Awaited<ReturnType<typeof listPeriodos>>[number];

/** The owners of a lot with their days, in their order. */
export async function listPeriodos({ tx, community }: Pick<Reading, 'tx' | 'community'>, loteId: number) {
  const dayOf = (instant: Date) => fechaInZone(instant, community.timeZone);
  const rows = await listDuenos(tx, loteId);
  return periodosOf(
    rows.map((row) => ({
      ...row,
      desde: dayOf(row.beganAt),
      hasta: row.endedAt === null ? null : dayOf(row.endedAt),
    })),
  );
}

/**
 * Of when a receipt's money is, its row being under a name: one that takes the place of another one of its lot is of when that one
 * was, and of who owned the lot then.
 */
export function reciboDeCuando(r: 'r' | 'recibo') {
  const [created, corrected, lote] = [sql.ref(`${r}.created_at`), sql.ref(`${r}.corrige_id`), sql.ref(`${r}.lote_id`)];
  return sql<Date>`CASE WHEN ${corrected} IS NULL THEN ${created} ELSE least(${created}, (
    ${withEarlier(corrected)} SELECT min(b.created_at) FROM antes JOIN recibo b ON b.id = antes.id WHERE b.lote_id = ${lote})) END`;
}

/**
 * Of when an invoice is, `f` being its row: made later of payments of before, or about an invoice of before (its credit note, its
 * payments' complement), it is of whoever owned the lot then, whom it names.
 */
export function facturaDeCuando(f: 'f' | 'factura') {
  const [id, acredita, created] = [sql.ref(`${f}.id`), sql.ref(`${f}.acredita_id`), sql.ref(`${f}.created_at`)];
  const about = sql`SELECT ${acredita} UNION ALL SELECT relacionada_id FROM complemento_documento WHERE factura_id = ${id}`;
  return sql<Date>`least(${created},
    (SELECT min(o.created_at) FROM factura o WHERE o.id IN (${about})),
    (SELECT min(least(p.created_at, ${reciboDeCuando('r')}))
      FROM factura_concepto i JOIN pago p ON p.id = i.pago_id LEFT JOIN recibo r ON r.id = p.recibo_id
      WHERE i.factura_id = ${id} OR i.factura_id IN (${about})))`;
}
