/** Saved views of reports, the monthly mail of them, and each time that they were sent. */
import { type Insertable, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Formato } from '#libro/reportes/contract.ts';
import type { ClaveReporte } from '#libro/reportes/filtros.ts';
import type { Periodo } from '#libro/reportes/periodos.ts';
import type { ReporteEnvio, ReporteVista } from '#platform/server/database-types.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { countFrom, insertedId, rowsFrom } from '#platform/server/rows.ts';

export type Filtros = Record<string, string | number | boolean>;

export interface VistaRow {
  id: number;
  reporte: ClaveReporte;
  nombre: string;
  usuarioId: number;
  usuario: string;
  compartida: boolean;
  periodo: Periodo;
  filtros: Filtros;
  enviada: boolean;
}

const VISTA = sql`
  SELECT v.id, v.reporte, v.nombre, v.usuario_id AS "usuarioId", ${fullName('u')} AS usuario, v.compartida, v.periodo,
    v.filtros, EXISTS (SELECT FROM reporte_envio e WHERE e.vista_id = v.id AND e.activo) AS enviada
  FROM reporte_vista v JOIN usuario u ON u.id = v.usuario_id`;

/** The views of a report that are somebody's, or everybody's. */
export const listVistas = (tx: Tx, reporte: ClaveReporte, usuarioId: number) =>
  rowsFrom(tx)<VistaRow>`${VISTA}
    WHERE v.reporte = ${reporte} AND (v.compartida OR v.usuario_id = ${usuarioId})
    ORDER BY v.nombre COLLATE ext.es, v.id`;

/** The view, locked until the transaction ends. */
export async function findVistaForUpdate(tx: Tx, id: number): Promise<VistaRow | undefined> {
  return (await sql<VistaRow>`${VISTA} WHERE v.id = ${id} FOR UPDATE OF v`.execute(tx)).rows[0];
}

export const insertVista = (tx: Tx, values: Insertable<ReporteVista>) =>
  insertedId(tx.insertInto('reporte_vista').values(values).returning('id'));

export const updateVista = (tx: Tx, id: number, values: Partial<Insertable<ReporteVista>>) =>
  tx.updateTable('reporte_vista').set(values).where('id', '=', id).execute();

export const deleteVista = (tx: Tx, id: number) => tx.deleteFrom('reporte_vista').where('id', '=', id).execute();

export interface EnvioRow {
  id: number;
  vistaId: number;
  nombre: string;
  compartida: boolean;
  reporte: ClaveReporte;
  periodo: Periodo;
  filtros: Filtros;
  dia: number;
  formato: Formato;
  activo: boolean;
  desde: Fecha;
  /** Those that are still users with an address. */
  usuarios: { id: number; name: string; email: string }[];
  correos: string[];
}

const ENVIO = sql`
  SELECT e.id, e.vista_id AS "vistaId", v.nombre, v.compartida, v.reporte, v.periodo, v.filtros, e.dia, e.formato, e.activo, e.desde,
    coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', u.id, 'name', ${fullName('u')}, 'email', u.email) ORDER BY u.name, u.id)
      FROM reporte_envio_destinatario d JOIN usuario u ON u.id = d.usuario_id
      WHERE d.envio_id = e.id AND u.enabled AND u.email <> ''), '[]') AS usuarios,
    ARRAY(SELECT d.correo FROM reporte_envio_destinatario d WHERE d.envio_id = e.id AND d.correo IS NOT NULL ORDER BY d.id) AS correos
  FROM reporte_envio e JOIN reporte_vista v ON v.id = e.vista_id`;

/** What became of the last time: of its letters how many are where, and what was said about one that did not arrive. */
export interface UltimoRow {
  fecha: Date;
  manual: boolean;
  error: string | null;
  proximo: Date | null;
  cartas: number;
  pendientes: number;
  fallidas: number;
  guardadas: number;
  mensaje: string | null;
}

/** By sending. The last one is the one that was made or tried last. */
export async function listEnvios(tx: Tx): Promise<(EnvioRow & { ultimo: UltimoRow | null })[]> {
  const { rows } = await sql<EnvioRow & { ultimo: UltimoRow | null } & UltimoRow & { hay: boolean }>`
    SELECT e.*, s.*, s.fecha IS NOT NULL AS hay
    FROM (${ENVIO}) e LEFT JOIN LATERAL (${ultimoOf(sql`e.id`)}) s ON true
    ORDER BY e.activo DESC, e.nombre COLLATE ext.es, e.id`.execute(tx);
  return rows.map(
    ({ hay, fecha, manual, error, proximo, cartas, pendientes, fallidas, guardadas, mensaje, ...envio }) => ({
      ...envio,
      ultimo: hay ? { fecha, manual, error, proximo, cartas, pendientes, fallidas, guardadas, mensaje } : null,
    }),
  );
}

function ultimoOf(envioId: ReturnType<typeof sql>) {
  return sql`
    SELECT coalesce(s.hecho_at, s.created_at) AS fecha, s.mes IS NULL AS manual, s.error, s.proximo_intento AS proximo, c.*
    FROM reporte_enviado s CROSS JOIN LATERAL (
      SELECT count(*)::int AS cartas, count(*) FILTER (WHERE k.estado = 'pendiente')::int AS pendientes,
        count(*) FILTER (WHERE k.estado = 'fallido')::int AS fallidas,
        count(*) FILTER (WHERE k.estado = 'enviado' AND k.enviado_at IS NULL)::int AS guardadas,
        (array_agg(k.ultimo_error ORDER BY k.estado = 'fallido' DESC, k.id) FILTER (WHERE k.ultimo_error IS NOT NULL))[1] AS mensaje
      FROM correo_saliente k WHERE k.reporte_enviado_id = s.id
    ) c
    WHERE s.envio_id = ${envioId}
    ORDER BY coalesce(s.hecho_at, s.created_at) DESC, s.id DESC LIMIT 1`;
}

export const listActivos = (tx: Tx) => rowsFrom(tx)<EnvioRow>`${ENVIO} WHERE e.activo ORDER BY e.id`;

export async function findEnvio(tx: Tx, id: number): Promise<EnvioRow | undefined> {
  return (await sql<EnvioRow>`${ENVIO} WHERE e.id = ${id}`.execute(tx)).rows[0];
}

/** The same, locked until the transaction ends: who stops it waits for who sends it, and the other way round. */
export async function findEnvioForUpdate(tx: Tx, id: number): Promise<EnvioRow | undefined> {
  return (await sql<EnvioRow>`${ENVIO} WHERE e.id = ${id} FOR UPDATE OF e`.execute(tx)).rows[0];
}

/** Of a view, whose row the caller has locked. */
export async function findEnvioOfVista(tx: Tx, vistaId: number): Promise<EnvioRow | undefined> {
  return (await sql<EnvioRow>`${ENVIO} WHERE e.vista_id = ${vistaId} FOR UPDATE OF e`.execute(tx)).rows[0];
}

export const insertEnvio = (tx: Tx, values: Insertable<ReporteEnvio>) =>
  insertedId(tx.insertInto('reporte_envio').values(values).returning('id'));

export const updateEnvio = (tx: Tx, id: number, values: Partial<Insertable<ReporteEnvio>>) =>
  tx.updateTable('reporte_envio').set(values).where('id', '=', id).execute();

export async function replaceDestinatarios(
  tx: Tx,
  envioId: number,
  { usuarios, correos }: { usuarios: readonly number[]; correos: readonly string[] },
): Promise<void> {
  await tx.deleteFrom('reporte_envio_destinatario').where('envio_id', '=', envioId).execute();
  const rows = [
    ...usuarios.map((usuario_id) => ({ envio_id: envioId, usuario_id, correo: null })),
    ...correos.map((correo) => ({ envio_id: envioId, usuario_id: null, correo })),
  ];
  if (rows.length > 0) await tx.insertInto('reporte_envio_destinatario').values(rows).execute();
}

/** What there is of a month, by its first day. */
export const findEnviado = (tx: Tx, envioId: number, mes: Fecha) =>
  tx
    .selectFrom('reporte_enviado')
    .select(['id', 'hecho_at', 'intentos', 'proximo_intento'])
    .where('envio_id', '=', envioId)
    .where('mes', '=', mes)
    .executeTakeFirst();

/** Takes down that it was made; of one month only once, whoever comes first: undefined for the others. */
export async function insertHecho(
  tx: Tx,
  { envioId, mes, usuarioId, now }: { envioId: number; mes: Fecha | null; usuarioId: number | null; now: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO reporte_enviado AS s (envio_id, mes, hecho_at, intentos, usuario_id, created_at)
    VALUES (${envioId}, ${mes}::date, ${now}, 1, ${usuarioId}, ${now})
    ON CONFLICT (envio_id, mes) DO UPDATE
      SET hecho_at = excluded.hecho_at, error = NULL, proximo_intento = NULL, intentos = s.intentos + 1
      WHERE s.hecho_at IS NULL
    RETURNING id`.execute(tx);
  return rows[0]?.id;
}

/** Takes down that it could not be made; what was made meanwhile stays. Gives which attempt that was. */
export async function insertFallo(
  tx: Tx,
  { envioId, mes, error, proximo, now }: { envioId: number; mes: Fecha; error: string; proximo: Date; now: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ intentos: number }>`
    INSERT INTO reporte_enviado AS s (envio_id, mes, intentos, error, proximo_intento, created_at)
    VALUES (${envioId}, ${mes}::date, 1, ${error}, ${proximo}, ${now})
    ON CONFLICT (envio_id, mes) DO UPDATE
      SET error = excluded.error, proximo_intento = excluded.proximo_intento, intentos = s.intentos + 1,
        created_at = excluded.created_at
      WHERE s.hecho_at IS NULL
    RETURNING intentos`.execute(tx);
  return rows[0]?.intentos;
}

/** How many that are sent each month were not made, or did not arrive everywhere, the last time. */
export const countEnviosFallidos = (tx: Tx) =>
  countFrom(tx)`
    SELECT count(*)::int AS n FROM reporte_envio e CROSS JOIN LATERAL (${ultimoOf(sql`e.id`)}) s
    WHERE e.activo AND (s.error IS NOT NULL OR s.fallidas > 0)`;
