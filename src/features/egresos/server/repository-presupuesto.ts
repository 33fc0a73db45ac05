/** Budgets by category and month, and what was spent. */
import { sql } from 'kysely';
import type { Centavos } from '#core/money.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import { rowFrom, rowsFrom } from '#platform/server/rows.ts';

export interface VersionRow {
  id: number;
  version: number;
  razon: string;
  usuario: string;
  createdAt: Date;
  aprobo: string;
  aprobadoAt: Date | null;
  descarto: string;
  descartadoAt: Date | null;
  /** How often its cells were changed. */
  cambios: number;
}

/** Of a year, the latest first. */
export const listVersiones = (tx: Tx, year: number) =>
  rowsFrom(tx)<VersionRow>`
    SELECT p.id, p.version, p.razon, ${fullName('u')} AS usuario, p.created_at AS "createdAt",
      ${fullName('v')} AS aprobo, p.aprobado_at AS "aprobadoAt", ${fullName('w')} AS descarto,
      p.descartado_at AS "descartadoAt", p.cambios
    FROM presupuesto p LEFT JOIN usuario u ON u.id = p.usuario_id LEFT JOIN usuario v ON v.id = p.aprobado_usuario_id
    LEFT JOIN usuario w ON w.id = p.descartado_usuario_id
    WHERE p.year = ${year} ORDER BY p.version DESC`;

export interface RenglonRow {
  id: number;
  name: string;
  cuentaContable: string;
  /** By month, January first. */
  presupuesto: Centavos[];
  gastado: Centavos[];
}

/** The categories that are in use or have an amount; no budget: of none. */
export const listRenglones = (tx: Tx, year: number, presupuestoId: number | null) =>
  rowsFrom(tx)<RenglonRow>`
    WITH gasto AS (
      SELECT p.categoria_id, extract(month FROM m.fecha)::int AS mes, sum(p.importe_centavos)::bigint AS monto
      FROM egreso_parte p
      JOIN egreso e ON e.id = p.egreso_id AND e.estado = 'firme'
      JOIN movimiento_bancario m ON m.id = e.movimiento_id
      WHERE p.categoria_id IS NOT NULL AND m.fecha BETWEEN make_date(${year}::int, 1, 1) AND make_date(${year}::int, 12, 31)
      GROUP BY 1, 2
    )
    SELECT c.id, c.name, coalesce((
        SELECT q.codigo FROM equivalencia_contable e JOIN cuenta_contable q ON q.id = e.cuenta_id
        WHERE e.clave = 'categoria:' || c.id ORDER BY e.id DESC LIMIT 1), '') AS "cuentaContable",
      json_agg(coalesce(x.monto_centavos, 0) ORDER BY s.mes) AS presupuesto,
      json_agg(coalesce(g.monto, 0) ORDER BY s.mes) AS gastado
    FROM categoria_egreso c CROSS JOIN generate_series(1, 12) AS s(mes)
    LEFT JOIN presupuesto_celda x ON x.presupuesto_id = ${presupuestoId} AND x.categoria_id = c.id AND x.mes = s.mes
    LEFT JOIN gasto g ON g.categoria_id = c.id AND g.mes = s.mes
    GROUP BY c.id
    HAVING c.active OR sum(coalesce(x.monto_centavos, 0)) + sum(coalesce(g.monto, 0)) > 0
    ORDER BY c.name COLLATE ext.es`;

export interface PresupuestoNuevo {
  year: number;
  version: number;
  razon: string;
  /** Whose amounts it begins with. */
  copiaDe: number | null;
}

export async function insertPresupuesto(tx: Tx, stamp: Stamp, nuevo: PresupuestoNuevo): Promise<number> {
  const { year, version, razon } = nuevo;
  const [id = 0] = await insertRows(tx, 'presupuesto', [
    { year, version, razon, usuario_id: stamp.usuarioId, created_at: stamp.now },
  ]);
  if (nuevo.copiaDe !== null) {
    await sql`
      INSERT INTO presupuesto_celda (presupuesto_id, categoria_id, mes, monto_centavos)
      SELECT ${id}::int, categoria_id, mes, monto_centavos FROM presupuesto_celda WHERE presupuesto_id = ${nuevo.copiaDe}`.execute(
      tx,
    );
  }
  return id;
}

export const findPresupuesto = (tx: Tx, id: number) =>
  rowFrom(tx)<Pick<VersionRow, 'id' | 'version' | 'cambios' | 'aprobadoAt' | 'descartadoAt'> & { year: number }>`
    SELECT id, year, version, cambios, aprobado_at AS "aprobadoAt", descartado_at AS "descartadoAt"
    FROM presupuesto WHERE id = ${id} FOR UPDATE`;

interface Celda {
  presupuestoId: number;
  categoriaId: number;
  mes: number;
}

export const findCelda = (tx: Tx, { presupuestoId, categoriaId, mes }: Celda) =>
  rowFrom(tx)<{ name: string; monto: Centavos }>`
    SELECT c.name, coalesce(x.monto_centavos, 0) AS monto FROM categoria_egreso c
    LEFT JOIN presupuesto_celda x ON x.categoria_id = c.id AND x.presupuesto_id = ${presupuestoId} AND x.mes = ${mes}
    WHERE c.id = ${categoriaId}`;

export async function putCelda(tx: Tx, { presupuestoId, categoriaId, mes }: Celda, monto: Centavos): Promise<void> {
  await sql`
    INSERT INTO presupuesto_celda (presupuesto_id, categoria_id, mes, monto_centavos)
    VALUES (${presupuestoId}, ${categoriaId}, ${mes}, ${monto})
    ON CONFLICT (presupuesto_id, categoria_id, mes) DO UPDATE SET monto_centavos = excluded.monto_centavos`.execute(tx);
  await sql`UPDATE presupuesto SET cambios = cambios + 1 WHERE id = ${presupuestoId}`.execute(tx);
}

export async function approvePresupuesto(tx: Tx, stamp: Stamp, id: number): Promise<void> {
  const how = { aprobado_usuario_id: stamp.usuarioId, aprobado_at: stamp.now };
  await tx.updateTable('presupuesto').set(how).where('id', '=', id).execute();
}

export async function discardPresupuesto(tx: Tx, stamp: Stamp, id: number): Promise<void> {
  const how = { descartado_usuario_id: stamp.usuarioId, descartado_at: stamp.now };
  await tx.updateTable('presupuesto').set(how).where('id', '=', id).execute();
}
