import { type Insertable, sql, type Updateable } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { lotesAtrasados } from '#libro/server/debt.ts';
import type { CampanaEnvio, CorreoCampana, Newsletter } from '#platform/server/database-types.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';
import { insertedId, rowsFrom } from '#platform/server/rows.ts';
import type { Destino, Estado, TipoNewsletter } from '../rules.ts';

export function listCampanas(tx: Tx) {
  return tx.selectFrom('correo_campana').select(['id', 'name']).orderBy(inSpanish('name')).orderBy('id').execute();
}

const selectCampana = (tx: Tx, id: number) =>
  tx
    .selectFrom('correo_campana')
    .select(['id', 'name', 'titulo', 'cuerpo', 'finalidad_id as finalidadId'])
    .where('id', '=', id);

export function findCampana(tx: Tx, id: number) {
  return selectCampana(tx, id).executeTakeFirst();
}

/** The campaign, locked until the transaction ends, so that two edits follow each other. */
export function findCampanaForUpdate(tx: Tx, id: number) {
  return selectCampana(tx, id).forUpdate().executeTakeFirst();
}

export const insertCampana = (tx: Tx, values: Insertable<CorreoCampana>) =>
  insertedId(tx.insertInto('correo_campana').values(values).returning('id'));

export async function updateCampana(tx: Tx, id: number, values: Insertable<CorreoCampana>): Promise<void> {
  await tx.updateTable('correo_campana').set(values).where('id', '=', id).execute();
}

const COLUMNS = [
  'c.id',
  'c.estado',
  'c.para',
  'c.asunto',
  'c.created_at',
  'c.enviado_at',
  'c.intentos',
  'c.proximo_intento',
  'c.ultimo_error',
] as const;

function selectCorreos(tx: Tx) {
  return tx
    .selectFrom('correo_saliente as c')
    .leftJoin('lote as l', 'l.id', 'c.lote_id')
    .leftJoin('usuario as u', 'u.id', 'c.usuario_id');
}

function shown(tx: Tx) {
  return selectCorreos(tx)
    .select(COLUMNS)
    .select([
      sql<string>`coalesce(l.referencia, '')`.as('referencia'),
      sql<string>`coalesce(u.username, '')`.as('usuario'),
      sql<number>`(SELECT count(*) FROM correo_adjunto a WHERE a.correo_id = c.id)`.as('adjuntos'),
    ]);
}
export type CorreoRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;

interface Wanted {
  estado: Estado | '';
  q: string;
}

/** One page of the outbox, newest first, and the number of all that are wanted. */
export async function pageOfCorreos(tx: Tx, { estado, q }: Wanted, page: number, size: number) {
  const conditions = [
    ...(q === ''
      ? []
      : [
          sql<boolean>`strpos(ext.clave(c.asunto || ' ' || array_to_string(c.para, ' ') || ' ' || coalesce(l.referencia, '')), ext.clave(${q})) > 0`,
        ]),
    ...(estado === '' ? [] : [sql<boolean>`c.estado = ${estado === 'guardado' ? 'enviado' : estado}`]),
    ...(estado === 'guardado' ? [sql<boolean>`c.enviado_at IS NULL`] : []),
    ...(estado === 'enviado' ? [sql<boolean>`c.enviado_at IS NOT NULL`] : []),
  ];
  const rows = await shown(tx)
    .where((eb) => eb.and(conditions))
    .orderBy('c.id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const { total } = await selectCorreos(tx)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where((eb) => eb.and(conditions))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export function findCorreo(tx: Tx, id: number) {
  return shown(tx).select(['c.html', 'c.texto']).where('c.id', '=', id).executeTakeFirst();
}

export function listAdjuntos(tx: Tx, correoId: number) {
  return tx
    .selectFrom('correo_adjunto')
    .select(['id', 'nombre', 'mime', sql<number>`length(contenido)`.as('bytes')])
    .where('correo_id', '=', correoId)
    .orderBy('id')
    .execute();
}

export function findAdjunto(tx: Tx, id: number) {
  return tx
    .selectFrom('correo_adjunto')
    .select(['nombre', 'mime', 'contenido'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A letter's state, locked: the job passes over it meanwhile. */
export function findCorreoForUpdate(tx: Tx, id: number) {
  return tx
    .selectFrom('correo_saliente as c')
    .leftJoin('lote as l', 'l.id', 'c.lote_id')
    .select(['c.id', 'c.estado', 'c.enviado_at', 'c.asunto', 'c.para', 'c.intentos', 'c.ultimo_error'])
    .select(sql<string>`coalesce(l.referencia, '')`.as('referencia'))
    .where('c.id', '=', id)
    .forUpdate('c')
    .executeTakeFirst();
}

/** Puts a letter on its way again, with all its attempts before it. */
export async function requeueCorreo(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('correo_saliente')
    .set({ estado: 'pendiente', intentos: 0, proximo_intento: now })
    .where('id', '=', id)
    .execute();
}

/* Sendings to many lots */

/** The lots of a destination, by id; of chosen ones those that exist. */
export async function listDestinatarios(
  tx: Tx,
  { destino, lotes }: { destino: Destino; lotes: readonly number[] },
  hoy: Fecha,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('lote as l')
    .select('l.id')
    .where(
      destino === 'lotes'
        ? sql<boolean>`l.id = ANY (${[...lotes]}::int[])`
        : destino === 'todos'
          ? sql<boolean>`l.status = 'entregado'`
          : sql<boolean>`l.id IN ${lotesAtrasados(hoy)}`,
    )
    .orderBy('l.id')
    .execute();
  return rows.map(({ id }) => id);
}

export function listFinalidades(tx: Tx) {
  return tx
    .selectFrom('finalidad')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy(inSpanish('name'))
    .orderBy('id')
    .execute();
}

/** Of these lots those whose associate has not said yes to a purpose: nobody who was not asked has (ADR 56). */
export async function listSinPermiso(tx: Tx, finalidadId: number, lotes: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT l.id FROM lote l
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN LATERAL (
      SELECT x.acepta FROM finalidad_respuesta x WHERE x.residente_id = t.residente_id AND x.finalidad_id = ${finalidadId}
      ORDER BY x.id DESC LIMIT 1
    ) dicho ON true
    WHERE l.id = ANY (${[...lotes]}::int[]) AND NOT coalesce(dicho.acepta, false)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function insertEnvio(
  tx: Tx,
  values: Insertable<CampanaEnvio>,
  sinCorreo: readonly number[],
): Promise<number> {
  const { id } = await tx.insertInto('campana_envio').values(values).returning('id').executeTakeFirstOrThrow();
  if (sinCorreo.length > 0) {
    await sql`INSERT INTO campana_envio_sin_correo (envio_id, lote_id)
      SELECT ${id}, unnest(${[...sinCorreo]}::int[])`.execute(tx);
  }
  return id;
}

const GUARDADO = sql`c.estado = 'enviado' AND c.enviado_at IS NULL`;

function selectEnvios(tx: Tx) {
  return tx
    .selectFrom('campana_envio as e')
    .leftJoin('usuario as u', 'u.id', 'e.usuario_id')
    .innerJoinLateral(
      sql<{ correos: number; pendientes: number; enviados: number; guardados: number; fallidos: number }>`(
        SELECT count(*)::int AS correos,
          (count(*) FILTER (WHERE c.estado = 'pendiente'))::int AS pendientes,
          (count(*) FILTER (WHERE c.estado = 'enviado' AND c.enviado_at IS NOT NULL))::int AS enviados,
          (count(*) FILTER (WHERE ${GUARDADO}))::int AS guardados,
          (count(*) FILTER (WHERE c.estado = 'fallido'))::int AS fallidos
        FROM correo_saliente c WHERE c.envio_id = e.id)`.as('n'),
      (join) => join.onTrue(),
    )
    .select([
      'e.id',
      'e.name',
      'e.titulo',
      'e.destino',
      'e.lotes',
      'e.created_at',
      sql<string>`coalesce(u.username, '')`.as('usuario'),
      'n.correos',
      'n.pendientes',
      'n.enviados',
      'n.guardados',
      'n.fallidos',
      sql<number>`(SELECT count(*)::int FROM campana_envio_sin_correo s WHERE s.envio_id = e.id)`.as('sinCorreo'),
    ]);
}
export type EnvioRow = Awaited<ReturnType<ReturnType<typeof selectEnvios>['executeTakeFirstOrThrow']>>;

export async function pageOfEnvios(tx: Tx, page: number, size: number) {
  const rows = await selectEnvios(tx)
    .orderBy('e.id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const { total } = await tx
    .selectFrom('campana_envio')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export function findEnvio(tx: Tx, id: number) {
  return selectEnvios(tx).where('e.id', '=', id).executeTakeFirst();
}

export interface CartaRow {
  correo_id: number | null;
  referencia: string;
  para: string[];
  estado: string;
  enviado_at: Date | null;
  intentos: number;
  ultimo_error: string | null;
}

/** The letters of a sending and the lots that have none: what failed first, then what waits, then by referencia. */
export const pageOfCartas = (tx: Tx, envioId: number, page: number, size: number) =>
  rowsFrom(tx)<CartaRow>`
    SELECT * FROM (
      SELECT c.id AS correo_id, coalesce(l.referencia, '') AS referencia, c.para, c.estado, c.enviado_at, c.intentos, c.ultimo_error
      FROM correo_saliente c LEFT JOIN lote l ON l.id = c.lote_id WHERE c.envio_id = ${envioId}
      UNION ALL
      SELECT NULL, l.referencia, '{}', 'sin_correo', NULL, 0, NULL
      FROM campana_envio_sin_correo s JOIN lote l ON l.id = s.lote_id WHERE s.envio_id = ${envioId}
    ) carta
    ORDER BY array_position(ARRAY['fallido', 'sin_correo', 'pendiente', 'enviado'], estado), referencia COLLATE ext.es, correo_id
    LIMIT ${size} OFFSET ${page * size}`;

/* Newsletters and templates */

function selectNewsletters(tx: Tx) {
  return tx
    .selectFrom('newsletter as n')
    .leftJoin('archivo as a', 'a.id', 'n.archivo_id')
    .select([
      'n.id',
      'n.tipo',
      'n.name',
      'n.descripcion',
      'n.archivo_id',
      'n.created_at',
      sql<string>`coalesce(a.nombre, '')`.as('fileName'),
    ]);
}
export type NewsletterRow = Awaited<ReturnType<ReturnType<typeof selectNewsletters>['executeTakeFirstOrThrow']>>;

/** One page of a kind, in whose names every letter of `name` stands together; the newest first unless by name. */
export async function pageOfNewsletters(
  tx: Tx,
  wanted: { tipo: TipoNewsletter; name: string; sortBy: 'createdAt' | 'name' },
  page: number,
  size: number,
) {
  const matches = sql<boolean>`n.tipo = ${wanted.tipo} AND strpos(ext.clave(n.name), ext.clave(${wanted.name})) > 0`;
  const query = selectNewsletters(tx).where(matches);
  const sorted = wanted.sortBy === 'name' ? query.orderBy(inSpanish('n.name')) : query.orderBy('n.created_at', 'desc');
  const rows = await sorted
    .orderBy('n.id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const { total } = await tx
    .selectFrom('newsletter as n')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(matches)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export function findNewsletter(tx: Tx, id: number) {
  return selectNewsletters(tx).where('n.id', '=', id).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function findNewsletterForUpdate(tx: Tx, id: number) {
  return selectNewsletters(tx).where('n.id', '=', id).forUpdate('n').executeTakeFirst();
}

export const insertNewsletter = (tx: Tx, values: Insertable<Newsletter>) =>
  insertedId(tx.insertInto('newsletter').values(values).returning('id'));

export async function updateNewsletter(tx: Tx, id: number, values: Updateable<Newsletter>): Promise<void> {
  await tx.updateTable('newsletter').set(values).where('id', '=', id).execute();
}

export async function deleteNewsletter(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('newsletter').where('id', '=', id).execute();
}
