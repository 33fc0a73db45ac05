/** What somebody who leaves the office has and did, what ends with it, and who goes on with the rest. */
import { type Insertable, sql } from 'kysely';
import type { Centavos } from '#core/money.ts';
import type { UsuarioBaja } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import type { Tiene } from '../rules.ts';

interface Alive {
  idleSince: Date;
  openSince: Date;
}

export async function findTiene(tx: Tx, usuarioId: number, { idleSince, openSince }: Alive): Promise<Tiene> {
  const { rows } = await sql<Tiene>`
    SELECT
      (SELECT count(*)::int FROM sesion
        WHERE usuario_id = u.id AND last_seen_at > ${idleSince} AND created_at > ${openSince}
          AND (entrada IS NULL OR porton.sesion_vale(entrada, current_schema(), u.id, created_at, ${openSince}))) AS sesiones,
      (SELECT greatest(count(*) - 1, 0)::int FROM porton.cuenta_unida yo JOIN porton.cuenta_unida c USING (persona_id)
        WHERE yo.esquema = current_schema() AND yo.usuario_id = u.id) AS unidas,
      (SELECT count(*)::int FROM acceso_conocido WHERE usuario_id = u.id AND tipo = 'equipo') AS equipos,
      EXISTS (SELECT FROM segundo_factor WHERE usuario_id = u.id AND activado_at IS NOT NULL) AS factor,
      (SELECT count(*)::int FROM codigo_autorizacion WHERE usuario_id = u.id AND active) AS codigos,
      (SELECT count(*)::int FROM reporte_vista WHERE usuario_id = u.id) AS vistas,
      (SELECT count(*)::int FROM reporte_envio WHERE usuario_id = u.id AND activo) AS envios,
      (SELECT count(*)::int FROM reporte_envio_destinatario d JOIN reporte_envio e ON e.id = d.envio_id
        WHERE d.usuario_id = u.id AND e.activo)
        + (SELECT count(*)::int FROM periodo_destinatario WHERE usuario_id = u.id) AS recibe
    FROM (SELECT ${usuarioId}::int AS id) u`.execute(tx);
  return rows[0] as Tiene;
}

export function listTurnosSinFirma(tx: Tx, usuarioId: number) {
  return tx
    .selectFrom('turno_caja')
    .innerJoin('caja', 'caja.id', 'turno_caja.caja_id')
    .select(['turno_caja.id', 'caja.name as caja', 'turno_caja.created_at', 'contado_at'])
    .where('turno_caja.usuario_id', '=', usuarioId)
    .where('firmado_at', 'is', null)
    .orderBy('turno_caja.id')
    .execute();
}

export interface Hizo {
  que: string;
  veces: number;
  monto: Centavos | null;
  ultimo: Date;
}

/** What somebody did since then, in figures: money first, then what the log holds of the rest. */
export async function listHizo(tx: Tx, usuarioId: number, since: Date): Promise<Hizo[]> {
  const { rows } = await sql<Hizo>`
    SELECT * FROM (
      SELECT 1 AS lugar, 'Cobros recibidos' AS que, count(*)::int AS veces, sum(total_centavos)::bigint AS monto,
        max(created_at) AS ultimo
      FROM recibo WHERE usuario_id = ${usuarioId} AND created_at >= ${since}
      UNION ALL
      SELECT 2, 'Pagos cancelados, devueltos o corregidos', count(*)::int, sum(p.monto_centavos)::bigint, max(x.created_at)
      FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id
      WHERE x.usuario_id = ${usuarioId} AND x.created_at >= ${since}
      UNION ALL
      SELECT 3, 'Descuentos y condonaciones', count(*)::int, sum(monto_centavos)::bigint, max(created_at)
      FROM ajuste
      WHERE usuario_id = ${usuarioId} AND created_at >= ${since} AND tipo IN ('descuento', 'condonacion', 'especial')
      UNION ALL
      SELECT 4, 'Cargos cancelados', count(*)::int, sum(monto_centavos)::bigint, max(created_at)
      FROM ajuste WHERE usuario_id = ${usuarioId} AND created_at >= ${since} AND tipo = 'cancelacion'
      UNION ALL
      SELECT 5, 'Reembolsos de fondo', count(*)::int, -sum(monto_centavos)::bigint, max(created_at)
      FROM fondo_movimiento WHERE usuario_id = ${usuarioId} AND created_at >= ${since} AND tipo = 'reembolso'
      UNION ALL
      SELECT 6, 'Usos de sus códigos por otras personas', count(*)::int, sum(c.monto_centavos)::bigint, max(c.created_at)
      FROM codigo_uso c JOIN codigo_autorizacion a ON a.id = c.codigo_id
      WHERE a.usuario_id = ${usuarioId} AND c.usuario_id <> ${usuarioId} AND c.created_at >= ${since}
      UNION ALL
      SELECT 7, 'Registros en la bitácora', count(*)::int, NULL, max(created_at)
      FROM bitacora WHERE usuario_id = ${usuarioId} AND created_at >= ${since}
    ) h WHERE veces > 0 ORDER BY lugar`.execute(tx);
  return rows.map(({ que, veces, monto, ultimo }) => ({ que, veces, monto, ultimo }));
}

/** The newest of what the log holds of somebody. */
export function listActos(tx: Tx, usuarioId: number, since: Date, limit: number) {
  return tx
    .selectFrom('bitacora')
    .select(['id', 'created_at', 'referencia', 'nota'])
    .where('usuario_id', '=', usuarioId)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function disableCodes(tx: Tx, usuarioId: number, now: Date): Promise<void> {
  await tx
    .updateTable('codigo_autorizacion')
    .set({ active: false, updated_at: now })
    .where('usuario_id', '=', usuarioId)
    .where('active', '=', true)
    .execute();
}

/**
 * Somebody else goes on with views and mailings, and gets what was mailed. A view of their own that they have by that name
 * keeps it: the one that comes says whose it was.
 */
export async function handOver(
  tx: Tx,
  { id, username }: { id: number; username: string },
  toId: number,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE reporte_vista v SET usuario_id = ${toId}, updated_at = ${now}, nombre = CASE
      WHEN v.compartida OR NOT EXISTS (
        SELECT FROM reporte_vista o WHERE o.usuario_id = ${toId} AND NOT o.compartida AND o.reporte = v.reporte
          AND ext.clave(o.nombre) = ext.clave(v.nombre))
      THEN v.nombre ELSE left(v.nombre, 50) || ' (' || ${username}::text || ', ' || v.id || ')' END
    WHERE v.usuario_id = ${id}`.execute(tx);
  await tx.updateTable('reporte_envio').set({ usuario_id: toId }).where('usuario_id', '=', id).execute();
  await sql`
    DELETE FROM reporte_envio_destinatario d WHERE d.usuario_id = ${id} AND EXISTS (
      SELECT FROM reporte_envio_destinatario o WHERE o.envio_id = d.envio_id AND o.usuario_id = ${toId})`.execute(tx);
  await tx.updateTable('reporte_envio_destinatario').set({ usuario_id: toId }).where('usuario_id', '=', id).execute();
  await sql`
    DELETE FROM periodo_destinatario d WHERE d.usuario_id = ${id} AND EXISTS (
      SELECT FROM periodo_destinatario o WHERE o.usuario_id = ${toId})`.execute(tx);
  await tx.updateTable('periodo_destinatario').set({ usuario_id: toId }).where('usuario_id', '=', id).execute();
}

/** Keeps that somebody left, which holds until they come back. */
export async function insertBaja(tx: Tx, values: Insertable<UsuarioBaja>): Promise<void> {
  const { id } = await tx.insertInto('usuario_baja').values(values).returning('id').executeTakeFirstOrThrow();
  await tx.updateTable('usuario').set({ baja_id: id }).where('id', '=', values.usuario_id).execute();
}

/** The leaving of somebody who has not come back. */
export function findBaja(tx: Tx, usuarioId: number) {
  return tx
    .selectFrom('usuario')
    .innerJoin('usuario_baja', 'usuario_baja.id', 'usuario.baja_id')
    .innerJoin('usuario as hizo', 'hizo.id', 'usuario_baja.hizo_usuario_id')
    .leftJoin('usuario as recibe', 'recibe.id', 'usuario_baja.recibe_usuario_id')
    .select(['usuario_baja.created_at', 'razon', 'terminado', 'hizo.username as hizo', 'recibe.username as recibe'])
    .where('usuario.id', '=', usuarioId)
    .executeTakeFirst();
}
