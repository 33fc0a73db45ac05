/** The rows of a gate without network: what it takes along, and what its guards wrote down. */
import { sql } from 'kysely';
import { addDays, type Fecha } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import type { ListaLocal } from '../contract.ts';
import { type Conflicto, casetaNameOf, type Hechos, type Sentido, type Tipo, tiposOf } from '../rules.ts';

/** Of each kind so many are taken along; more than any community has, and what a tablet searches while one types. */
export const LISTA_MAX = 30_000;

const LIMIT = sql`LIMIT ${sql.lit(LISTA_MAX + 1)}`;

const LOTE_BLOQUEADO = sql`CASE l.status WHEN 'inactivo' THEN 'Lote inactivo' WHEN 'fusionado' THEN 'Lote fusionado' END`;

/** What a vehicle is whose cards are all out of use; one without cards is not stopped by them. */
const TARJETAS_BLOQUEADAS = sql`CASE WHEN (SELECT bool_and(t.status <> 'activo') FROM tarjeta_acceso t WHERE t.vehiculo_id = v.id)
  THEN 'Tarjetas suspendidas o de baja' END`;

/** Lots, plates, cards and people, with why each is stopped. No phones, no debts. */
export async function findListaLocal(tx: Tx, hoy: Fecha): Promise<ListaLocal> {
  const [lotes, vehiculos, tarjetas, personas] = await Promise.all([
    sql<ListaLocal['lotes'][number]>`
      SELECT l.referencia, coalesce(l.direccion, '') AS direccion, coalesce(${LOTE_BLOQUEADO}, '') AS bloqueo
      FROM lote l ORDER BY l.id ${LIMIT}`.execute(tx),
    sql<ListaLocal['vehiculos'][number]>`
      SELECT v.placa, concat_ws(' ', v.marca, v.modelo, v.color) AS descripcion, l.referencia,
        coalesce(${LOTE_BLOQUEADO}, ${TARJETAS_BLOQUEADAS}, '') AS bloqueo
      FROM vehiculo v JOIN lote l ON l.id = v.lote_id WHERE v.fecha_baja IS NULL ORDER BY v.id ${LIMIT}`.execute(tx),
    sql<ListaLocal['tarjetas'][number]>`
      SELECT t.numero, v.placa, l.referencia, coalesce(
        CASE t.status WHEN 'suspendido' THEN 'Tarjeta suspendida' WHEN 'baja' THEN 'Tarjeta dada de baja' END,
        ${LOTE_BLOQUEADO}, '') AS bloqueo
      FROM tarjeta_acceso t JOIN vehiculo v ON v.id = t.vehiculo_id JOIN lote l ON l.id = v.lote_id
      ORDER BY t.id ${LIMIT}`.execute(tx),
    sql<ListaLocal['personas'][number]>`
      SELECT p.nombre, l.referencia, p.nota, coalesce(p.bloqueo, ${LOTE_BLOQUEADO}, '') AS bloqueo
      FROM (${PERSONAS(hoy)}) p JOIN lote l ON l.id = p.lote_id
      ORDER BY p.clase, p.id ${LIMIT}`.execute(tx),
  ]);
  return { lotes: lotes.rows, vehiculos: vehiculos.rows, tarjetas: tarjetas.rows, personas: personas.rows };
}

/** Who lives there, who has an account of the app and is not told among them, who comes for a reservation, and whom residents announced. */
const PERSONAS = (hoy: Fecha) => sql`
  SELECT 1 AS clase, lr.id, r.name AS nombre, lr.lote_id, CASE WHEN lr.asociado THEN 'Asociado' ELSE 'Inquilino' END AS nota,
    NULL::text AS bloqueo
  FROM lote_residente lr JOIN residente r ON r.id = lr.residente_id WHERE lr.active
  UNION ALL
  SELECT 2, u.id, u.name, u.lote_id, 'Usuario de la app',
    CASE WHEN u.status IN ('bloqueada', 'bloqueo_adeudo') THEN 'Cuenta de la app bloqueada' END
  FROM user_app u
  WHERE u.status <> 'pendiente' AND (u.status IN ('bloqueada', 'bloqueo_adeudo') OR NOT EXISTS (
    SELECT FROM lote_residente lr JOIN residente r ON r.id = lr.residente_id
    WHERE lr.lote_id = u.lote_id AND lr.active AND r.name_clave = ext.clave(u.name)))
  UNION ALL
  SELECT 3, p.id, p.name, coalesce(p.lote_id, e.lote_id),
    CASE WHEN e.fecha = ${hoy}::date THEN 'Reserva de hoy: ' ELSE 'Reserva de mañana: ' END || t.name, NULL
  FROM reserva e
  JOIN reserva_persona p ON p.reserva_id = e.id
  JOIN amenidad_agenda g ON g.id = e.agenda_id
  JOIN tipo_amenidad t ON t.id = g.tipo_amenidad_id
  WHERE e.eliminada_at IS NULL AND e.fecha BETWEEN ${hoy}::date AND ${addDays(hoy, 1)}::date
  UNION ALL
  SELECT 4, v.id, v.nombre, v.lote_id,
    CASE WHEN v.fecha = ${hoy}::date THEN 'Visita anunciada para hoy' ELSE 'Visita anunciada para mañana' END
      || CASE WHEN v.placa <> '' THEN ', placa ' || v.placa ELSE '' END, NULL
  FROM visita v WHERE v.cancelada_at IS NULL AND enlace_vive(v.enlace_id) AND v.fecha BETWEEN ${hoy}::date AND ${addDays(hoy, 1)}::date`;

/** The device that a gate's browser is, known from its first record on. Holds it until the transaction ends. */
export async function touchEquipo(
  tx: Tx,
  { equipo, usuarioId, now }: { equipo: string; usuarioId: number; now: Date },
): Promise<{ id: number; nombre: string }> {
  const nombre = casetaNameOf(equipo);
  return tx
    .insertInto('dispositivo_acceso')
    .values({
      ...{ nombre, punto: nombre, equipo, clave_fin: '' },
      ...{ usuario_id: usuarioId, created_at: now, ultimo_uso: now },
    })
    .onConflict((conflict) => conflict.column('equipo').doUpdateSet({ ultimo_uso: now }))
    .returning(['id', 'nombre'])
    .executeTakeFirstOrThrow();
}

/** A record of the log as a guard wrote it down. */
export interface Anotado {
  id: number;
  tipo: Sentido;
  nombre: string;
  referencia: string;
  placas: string;
  tarjeta: string;
  deLista: boolean;
}

const INSIDE_WITHIN = sql.lit('24 hours');

/** Who has a card that was out of use before the record's moment. */
const outOfUse = sql`t.status <> 'activo' AND t.status_at <= a.fecha`;

/** What the server knows of records that were just kept. */
export async function listHechos(tx: Tx, anotados: readonly Anotado[]): Promise<(Hechos & { id: number })[]> {
  const entradas = sql.join(tiposOf('entrada').map((tipo) => sql.lit(tipo)));
  return rowsFrom(tx)<Omit<Hechos, 'ultimo'> & { id: number; ultimo: Tipo | null }>`
    SELECT a.id, r."deLista", r.tipo, r.nombre, r.referencia, r.placas, r.tarjeta, l.id IS NOT NULL AS "loteRegistrado",
      coalesce((l.status IN ('inactivo', 'fusionado') AND l.status_at <= a.fecha)
        OR (vl.status IN ('inactivo', 'fusionado') AND vl.status_at <= a.fecha), false) AS "loteBloqueado",
      coalesce(c.status <> 'activo' AND c.status_at <= a.fecha, false) AS "tarjetaBloqueada",
      coalesce((SELECT bool_and(${outOfUse}) FROM tarjeta_acceso t WHERE t.vehiculo_id = v.id), false) AS "vehiculoBloqueado",
      v.id IS NOT NULL AS "placaRegistrada", c.id IS NOT NULL AS "tarjetaRegistrada",
      CASE WHEN r.placas <> '' AND a.tipo IN (${entradas}) THEN (
        SELECT u.tipo FROM acceso u JOIN dispositivo_acceso d ON d.id = u.dispositivo_id
        WHERE u.placa_id = a.placa_id AND u.id <> a.id AND d.equipo IS NULL
          AND u.fecha BETWEEN a.fecha - ${INSIDE_WITHIN}::interval AND a.fecha
        ORDER BY u.fecha DESC, u.id DESC LIMIT 1) END AS ultimo
    FROM jsonb_to_recordset(${JSON.stringify(anotados)}::jsonb)
      AS r (id bigint, tipo text, nombre text, referencia text, placas text, tarjeta text, "deLista" boolean)
    JOIN acceso a ON a.id = r.id
    LEFT JOIN lote l ON l.id = a.lote_id
    LEFT JOIN vehiculo v ON r.placas <> '' AND v.fecha_baja IS NULL AND ext.clave(v.placa) = ext.clave(r.placas)
    LEFT JOIN lote vl ON vl.id = v.lote_id
    LEFT JOIN tarjeta_acceso c ON r.tarjeta <> '' AND ext.clave(c.numero) = ext.clave(r.tarjeta)
    ORDER BY a.id`;
}

export interface Caseta {
  acceso_id: number;
  usuario_id: number;
  numero: number;
  desfase_segundos: number;
  tarjeta: string;
  conflictos: Conflicto[];
}

export async function insertCasetas(tx: Tx, rows: readonly Caseta[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('acceso_caseta')
    .values([...rows])
    .execute();
}

export async function findNombreDeUsuario(tx: Tx, id: number): Promise<string> {
  const row = await tx.selectFrom('usuario').select(['name', 'last_name']).where('id', '=', id).executeTakeFirst();
  return row ? `${row.name} ${row.last_name}` : '';
}
