/** Taking a book back: what stands in the way, and what goes. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowFrom } from '#platform/server/rows.ts';

export interface Libro {
  id: number;
  archivo: string;
  createdAt: Date;
  retirada: boolean;
}

/** The book, locked until the transaction ends, and with it the lots that it touched. */
export async function findLibroForUpdate(tx: Tx, id: number): Promise<Libro | undefined> {
  const libro = await rowFrom(tx)<Libro>`
    SELECT id, archivo, created_at AS "createdAt", retirada_at IS NOT NULL AS retirada
    FROM importacion WHERE id = ${id} FOR UPDATE`;
  await sql`SELECT 1 FROM lote WHERE id IN (${lotesDe(id)}) ORDER BY id FOR UPDATE`.execute(tx);
  return libro;
}

/** What a book brought in of a table. */
const traidas = (id: number, tabla: string) =>
  sql`SELECT fila_id FROM importacion_fila WHERE importacion_id = ${id} AND tabla = ${tabla}`;

/** The lots that a book brought, or brought a balance of. */
const lotesDe = (id: number) => sql`
  ${traidas(id, 'lote')}
  UNION SELECT lote_id FROM cargo WHERE id IN (${traidas(id, 'cargo')})
  UNION SELECT lote_id FROM fondo_movimiento WHERE id IN (${traidas(id, 'fondo_movimiento')})`;

/** The first of some obstacles, and how many there are. */
export interface Estorbo {
  que: string;
  referencia: string;
  cuantos: number;
}

export interface Estorbos {
  aceptada: { tesorero: string; fecha: Fecha } | undefined;
  recibo: (Estorbo & { fecha: Fecha; monto: Centavos }) | undefined;
  ajuste: Estorbo | undefined;
  cargo: Estorbo | undefined;
  cierre: { year: number; mes: number } | undefined;
}

/** A charge that the book made, or that was made since on a lot of it. */
const suyo = (id: number) => sql`(c.id IN (${traidas(id, 'cargo')}) OR c.lote_origen_id IN (${traidas(id, 'lote')}))`;

export async function findEstorbos(tx: Tx, { id, createdAt }: Libro): Promise<Estorbos> {
  const { rows: aceptada } = await sql<{ tesorero: string; fecha: Fecha }>`
    SELECT a.tesorero, a.fecha::text AS fecha FROM comparacion_aceptacion a JOIN comparacion c ON c.id = a.comparacion_id
    WHERE c.created_at >= ${createdAt} ORDER BY a.comparacion_id LIMIT 1`.execute(tx);
  const { rows: recibo } = await sql<Estorbo & { fecha: Fecha; monto: Centavos }>`
    SELECT r.id::text AS que, l.referencia, r.fecha_pago::text AS fecha, r.total_centavos AS monto,
      (count(*) OVER ())::int AS cuantos
    FROM recibo r JOIN lote l ON l.id = r.lote_id
    WHERE r.created_at >= ${createdAt} AND r.lote_id IN (${lotesDe(id)}) ORDER BY r.id LIMIT 1`.execute(tx);
  const { rows: ajuste } = await sql<Estorbo>`
    SELECT c.concepto AS que, l.referencia, (count(*) OVER ())::int AS cuantos
    FROM cargo c JOIN lote l ON l.id = c.lote_id
    WHERE ${suyo(id)} AND c.cierre IS DISTINCT FROM 'anulado' AND EXISTS (
      SELECT FROM ajuste a WHERE a.cargo_id = c.id AND a.tipo NOT IN ('especial', 'anulacion', 'reemplazo') AND NOT a.revertido)
    ORDER BY c.id LIMIT 1`.execute(tx);
  const { rows: cargo } = await sql<Estorbo>`
    SELECT c.concepto AS que, l.referencia, (count(*) OVER ())::int AS cuantos
    FROM cargo c JOIN lote l ON l.id = c.lote_id
    WHERE c.lote_origen_id IN (${traidas(id, 'lote')}) AND c.id NOT IN (${traidas(id, 'cargo')}) AND c.tipo <> 'interes'
      AND c.cierre IS DISTINCT FROM 'anulado'
    ORDER BY c.id LIMIT 1`.execute(tx);
  const { rows: cierre } = await sql<{ year: number; mes: number }>`
    SELECT year, mes FROM periodo_cierre
    WHERE hasta >= (SELECT min(fecha) FROM generacion WHERE id IN (${traidas(id, 'generacion')})
      UNION ALL SELECT min(fecha) FROM fondo_movimiento WHERE id IN (${traidas(id, 'fondo_movimiento')}) ORDER BY 1 LIMIT 1)
    ORDER BY hasta LIMIT 1`.execute(tx);
  return { aceptada: aceptada[0], recibo: recibo[0], ajuste: ajuste[0], cargo: cargo[0], cierre: cierre[0] };
}

/** Takes all rows of a book away, what others hang on last; a foreign key tells what is in use. */
export async function deleteTraidas(tx: Tx, id: number): Promise<void> {
  await sql`SELECT libro_retira_importacion(${id}::int)`.execute(tx);
  await sql`DELETE FROM tarjeta_acceso WHERE id IN (${traidas(id, 'tarjeta_acceso')})`.execute(tx);
  await sql`DELETE FROM vehiculo WHERE id IN (${traidas(id, 'vehiculo')})`.execute(tx);
  await sql`
    UPDATE lote SET is_recurrente = false WHERE id IN (
      SELECT d.lote_id FROM datos_fiscales d JOIN tarjeta t ON t.datos_fiscales_id = d.id
      WHERE d.id IN (${traidas(id, 'datos_fiscales')}))`.execute(tx);
  await sql`DELETE FROM datos_fiscales WHERE id IN (${traidas(id, 'datos_fiscales')})`.execute(tx);
  await sql`DELETE FROM lote_residente WHERE id IN (${traidas(id, 'lote_residente')})`.execute(tx);
  await sql`DELETE FROM residente WHERE id IN (${traidas(id, 'residente')})`.execute(tx);
  // Where somebody chose another day since, that one stands.
  await sql`
    UPDATE lote l SET fecha_inicio_pagos = (f.antes ->> 'inicio')::date FROM importacion_fila f
    WHERE f.importacion_id = ${id} AND f.tabla = 'inicio' AND f.fila_id = l.id
      AND (f.antes ->> 'puesto' IS NULL OR (f.antes ->> 'puesto')::date = l.fecha_inicio_pagos)`.execute(tx);
  await sql`DELETE FROM lote WHERE id IN (${traidas(id, 'lote')})`.execute(tx);
}

export async function updateRetirada(
  tx: Tx,
  id: number,
  { usuarioId, now, razon }: { usuarioId: number; now: Date; razon: string },
): Promise<void> {
  await tx
    .updateTable('importacion')
    .set({ retirada_at: now, retirada_usuario_id: usuarioId, retirada_razon: razon })
    .where('id', '=', id)
    .execute();
}
