import { sql } from 'kysely';
import { type Persona, personasDelLote } from '#libro/server/enlaces.ts';
import type { Context } from '#platform/server/context.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { tenantSees } from '#platform/server/resident.ts';
import { insertedId, rowsFrom } from '#platform/server/rows.ts';
import { PAPELES, type Papel } from '../contract.ts';

export interface EnlaceDeLote {
  id: number;
  clave: string;
  nombre: string;
  papel: Papel;
  canal: string;
  creado: Date;
  creadoPor: string;
  usos: number;
  ultimoUso: Date | null;
  equipos: number;
  revocado: boolean;
  /** Whether its person is of the lot yet. */
  vive: boolean;
}

/** The links of a lot, the newest first; the office's own are not among them. */
export const listEnlaces = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<EnlaceDeLote>`
    SELECT e.id, CASE WHEN p.id IS NULL THEN 'residente-' || r.id ELSE 'representante-' || p.id END AS clave,
      coalesce(r.name, p.name) AS nombre, e.canal, e.created_at AS creado,
      ${fullName('u')} AS "creadoPor", e.usos, e.ultimo_uso AS "ultimoUso", e.revocado_at IS NOT NULL AS revocado,
      CASE WHEN p.id IS NOT NULL THEN 'representante' WHEN coalesce(lr.asociado, r.tipo = 'asociado') THEN 'propietario'
        ELSE 'inquilino' END AS papel,
      enlace_vive(e.id) AS vive,
      (SELECT count(*)::integer FROM residente_sesion s WHERE s.enlace_id = e.id AND s.confirmada_at IS NOT NULL) AS equipos
    FROM enlace e
    LEFT JOIN residente r ON r.id = e.residente_id
    LEFT JOIN representante_legal p ON p.id = e.representante_id
    LEFT JOIN usuario u ON u.id = e.creado_usuario_id
    LEFT JOIN LATERAL (
      SELECT lr.asociado FROM lote_residente lr
      WHERE lr.lote_id = e.lote_id AND lr.residente_id = e.residente_id AND lr.active ORDER BY lr.asociado DESC LIMIT 1
    ) lr ON true
    WHERE e.lote_id = ${loteId} AND e.canal <> 'oficina' ORDER BY e.id DESC`;

export interface PersonaRow {
  residenteId: number | null;
  representanteId: number | null;
  nombre: string;
  papel: Papel;
  correos: string[];
  veCuenta: boolean;
}

/** Whoever may have a link to a lot's page: its owner, its tenants, its representatives. */
export async function listPersonas(tx: Tx, loteId: number): Promise<PersonaRow[]> {
  const { rows } = await sql<PersonaRow>`
    SELECT q.residente_id AS "residenteId", q.representante_id AS "representanteId", q.name AS nombre, q.papel,
      ARRAY(
        SELECT correo FROM correo_electronico
        WHERE residente_id = q.residente_id OR representante_id = q.representante_id ORDER BY id) AS correos,
      q.papel <> 'inquilino' OR ${sql.raw(tenantSees('', 'q'))} AS "veCuenta"
    FROM (${personasDelLote(loteId)}) q ORDER BY q.name`.execute(tx);
  return rows.sort((a, b) => PAPELES.indexOf(a.papel) - PAPELES.indexOf(b.papel));
}

export function findLote(tx: Tx, id: number) {
  return tx.selectFrom('lote').select(['id', 'referencia']).where('id', '=', id).executeTakeFirst();
}

/** What a resident's own lot is called. */
export async function referenciaDe({ tx, resident }: Pick<Context, 'tx' | 'resident'>): Promise<string> {
  return (await findLote(tx, resident.loteId))?.referencia ?? '';
}

export function findEnlaceForUpdate(tx: Tx, id: number) {
  return tx
    .selectFrom('enlace as e')
    .innerJoin('lote as l', 'l.id', 'e.lote_id')
    .leftJoin('residente as r', 'r.id', 'e.residente_id')
    .leftJoin('representante_legal as p', 'p.id', 'e.representante_id')
    .select(['e.id', 'e.revocado_at', 'l.referencia', sql<string>`coalesce(r.name, p.name)`.as('nombre')])
    .where('e.id', '=', id)
    .where('e.canal', '<>', 'oficina')
    .forUpdate('e')
    .executeTakeFirst();
}

/** What a person has to a lot that opens yet, locked. */
export function listAbiertosForUpdate(tx: Tx, loteId: number, persona: Persona): Promise<{ id: number }[]> {
  const [whose, id] =
    'residenteId' in persona
      ? (['residente_id', persona.residenteId] as const)
      : (['representante_id', persona.representanteId] as const);
  return tx
    .selectFrom('enlace')
    .select('id')
    .where('lote_id', '=', loteId)
    .where(whose, '=', id)
    .where('canal', '<>', 'oficina')
    .where('revocado_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export function updateRevocado(tx: Tx, id: number, usuarioId: number, now: Date) {
  return tx
    .updateTable('enlace')
    .set({ revocado_at: now, revocado_usuario_id: usuarioId })
    .where('id', '=', id)
    .execute();
}

export interface PermisoDeLote {
  id: number;
  inquilino: string;
  permite: boolean;
  dijo: string;
  via: 'pagina' | 'oficina';
  creado: Date;
}

/** What was said of the tenants of a lot and its account, the newest first. */
export const listPermisos = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<PermisoDeLote>`
    SELECT w.id, r.name AS inquilino, w.permite, coalesce(o.name, nullif(${fullName('u')}, ''), 'Portón') AS dijo,
      CASE WHEN w.enlace_id IS NULL THEN 'oficina' ELSE 'pagina' END AS via, w.created_at AS creado
    FROM permiso_cuenta w
    JOIN residente r ON r.id = w.residente_id
    LEFT JOIN enlace e ON e.id = w.enlace_id
    LEFT JOIN residente o ON o.id = e.residente_id
    LEFT JOIN usuario u ON u.id = w.usuario_id
    WHERE w.lote_id = ${loteId} ORDER BY w.id DESC`;

export async function insertPermiso(
  tx: Tx,
  values: { lote_id: number; residente_id: number; permite: boolean; created_at: Date } & (
    | { enlace_id: number }
    | { usuario_id: number }
  ),
): Promise<void> {
  await tx.insertInto('permiso_cuenta').values(values).execute();
}

export interface InquilinoPropio {
  id: number;
  nombre: string;
  permite: boolean;
  /** When it was said last, or null. */
  dicho: Date | null;
  /** By the owner who asks, or noted by the office; else whoever owned the lot before. */
  propio: boolean;
  oficina: boolean;
}

/** The tenants of the owner who asks, in the resident's own transaction: nobody else has any. */
export const listInquilinosPropios = (tx: Tx) =>
  rowsFrom(tx)<InquilinoPropio>`SELECT * FROM inquilino ORDER BY nombre, id`;

/** Notes that a link was opened. */
export function countUse(tx: Tx, id: number, now: Date) {
  return tx.updateTable('enlace').set({ usos: sql`usos + 1`, ultimo_uso: now }).where('id', '=', id).execute();
}

export const insertCodigo = (
  tx: Tx,
  { sesionId, enlaceId, hash }: { sesionId: number; enlaceId: number; hash: Buffer },
  now: Date,
) =>
  insertedId(
    tx
      .insertInto('residente_codigo')
      .values({ sesion_id: sesionId, enlace_id: enlaceId, hash, created_at: now })
      .returning('id'),
  );

/** How many codes were sent for a link since then. */
export async function countCodigos(tx: Tx, enlaceId: number, since: Date): Promise<number> {
  const { n } = await tx
    .selectFrom('residente_codigo')
    .select(sql<number>`count(*)::integer`.as('n'))
    .where('enlace_id', '=', enlaceId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return n;
}

/** The code that a device was sent last, while it is good. */
export function findCodigoForUpdate(tx: Tx, sesionId: number, { since, misses }: { since: Date; misses: number }) {
  return tx
    .selectFrom('residente_codigo')
    .select(['id', 'hash'])
    .where('sesion_id', '=', sesionId)
    .where('created_at', '>', since)
    .where('usado_at', 'is', null)
    .where('fallos', '<', misses)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

export function countMiss(tx: Tx, id: number) {
  return tx.updateTable('residente_codigo').set({ fallos: sql`fallos + 1` }).where('id', '=', id).execute();
}

/** Takes a code, and knows the device from now on. */
export async function confirmDevice(
  tx: Tx,
  { codigoId, sesionId }: { codigoId: number; sesionId: number },
  now: Date,
): Promise<void> {
  await tx.updateTable('residente_codigo').set({ usado_at: now }).where('id', '=', codigoId).execute();
  await tx.updateTable('residente_sesion').set({ confirmada_at: now }).where('id', '=', sesionId).execute();
}

/** The addresses on file of whoever the link is of, in the resident's own transaction. */
export async function listCorreosPropios(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('correo_electronico').select('correo').orderBy('id').execute();
  return rows.map(({ correo }) => correo);
}
