/** The certificates of no debt: each with its paper, which never changes. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { NoAdeudoImpreso } from '#documents/no-adeudo.ts';
import type { TipoLote } from '#libro/lotes/contract.ts';
import { OWED_AFTER_ALL } from '#libro/server/debt.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { insertedId, rowFrom, rowsFrom } from '#platform/server/rows.ts';

export interface NoAdeudoRow {
  id: number;
  folio: number;
  loteId: number;
  referencia: string;
  asociado: string;
  fecha: Fecha;
  vence: Fecha;
  usuario: string;
  createdAt: Date;
  huella: string;
  revocada: Fecha | null;
  razon: string | null;
  revoco: string | null;
  /** What it denied is owed after all. */
  debe: boolean;
}

/** Of all lots or of one, or one alone; the latest first. */
export async function listNoAdeudos(tx: Tx, of: { loteId?: number; id?: number } = {}): Promise<NoAdeudoRow[]> {
  const only =
    of.id !== undefined
      ? sql`WHERE n.id = ${of.id}`
      : of.loteId === undefined
        ? sql``
        : sql`WHERE n.lote_id = ${of.loteId}`;
  return rowsFrom(tx)<NoAdeudoRow>`
    SELECT n.id, n.folio, l.id AS "loteId", n.datos->>'referencia' AS referencia, n.datos->>'asociado' AS asociado, n.fecha, n.vence,
      ${fullName('u')} AS usuario, n.created_at AS "createdAt", encode(n.huella, 'hex') AS huella, x.fecha AS revocada, x.razon,
      ${fullName('xu')} AS revoco, ${OWED_AFTER_ALL} AS debe
    FROM no_adeudo n
    JOIN lote l ON l.id = n.lote_id
    LEFT JOIN usuario u ON u.id = n.usuario_id
    LEFT JOIN no_adeudo_revocacion x ON x.no_adeudo_id = n.id
    LEFT JOIN usuario xu ON xu.id = x.usuario_id
    ${only}
    ORDER BY n.folio DESC`;
}

/** For how many days certificates are valid. */
export async function findDias(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('configuracion_residencial').select('no_adeudo_dias').executeTakeFirst();
  return row?.no_adeudo_dias ?? 30;
}

export async function updateDias(tx: Tx, dias: number): Promise<void> {
  await tx.updateTable('configuracion_residencial').set({ no_adeudo_dias: dias }).execute();
}

/** Whoever numbers a certificate does so after the other: a folio that is rolled back leaves no gap. */
export async function lockFolios(tx: Tx): Promise<void> {
  await sql`SELECT id FROM configuracion_residencial FOR NO KEY UPDATE`.execute(tx);
}

export async function nextFolio(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT coalesce(max(folio), 0) + 1 AS n FROM no_adeudo`.execute(tx);
  return rows[0]?.n ?? 1;
}

export interface LoteDePapel {
  lazoId: number | null;
  referencia: string;
  direccion: string;
  tipoLote: TipoLote;
  asociado: string;
  pagaMantenimiento: string;
}

/** A lot as the paper tells of it; undefined where there is none. */
export const findLoteDePapel = (tx: Tx, loteId: number) =>
  rowFrom(tx)<LoteDePapel>`
    SELECT t.id AS "lazoId", l.referencia, l.direccion, l.tipo AS "tipoLote", coalesce(r.name, '') AS asociado,
      coalesce(p.referencia, '') AS "pagaMantenimiento"
    FROM lote l
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente r ON r.id = t.residente_id
    LEFT JOIN lote p ON p.id = l.parent_id
    WHERE l.id = ${loteId}`;

export interface NewNoAdeudo {
  folio: number;
  loteId: number;
  lazoId: number | null;
  datos: NoAdeudoImpreso;
  huella: Buffer;
  nombre: string;
  contenido: Buffer;
  huellaArchivo: Buffer;
  usuarioId: number | null;
  now: Date;
}

export const insertNoAdeudo = (tx: Tx, of: NewNoAdeudo) =>
  insertedId(
    tx
      .insertInto('no_adeudo')
      .values({
        ...{ folio: of.folio, lote_id: of.loteId, lazo_id: of.lazoId, fecha: of.datos.fecha, vence: of.datos.vence },
        ...{ datos: JSON.stringify(of.datos), huella: of.huella, nombre: of.nombre, contenido: of.contenido },
        ...{ huella_archivo: of.huellaArchivo, usuario_id: of.usuarioId, created_at: of.now },
      })
      .returning('id'),
  );

export const findArchivo = (tx: Tx, id: number) =>
  tx.selectFrom('no_adeudo').select(['nombre', 'contenido']).where('id', '=', id).executeTakeFirst();

/** How the audit log names a certificate. */
export const ENTIDAD = 'no_adeudo';

export interface ParaVerificar {
  datos: NoAdeudoImpreso;
  huella: string;
  /** The file is the one whose hash was kept, and the sealed log tells both hashes. */
  archivoIntacto: boolean;
}

/** What a certificate is verified by. */
export const findParaVerificar = (tx: Tx, id: number) =>
  rowFrom(tx)<ParaVerificar>`
    SELECT n.datos, encode(n.huella, 'hex') AS huella,
      sha256(n.contenido) = n.huella_archivo AND EXISTS (
        SELECT FROM bitacora b
        WHERE b.created_at = n.created_at AND b.entidad = ${ENTIDAD} AND b.entidad_id = n.id::text
          AND b.despues->>'huella' = encode(n.huella, 'hex')
          AND b.despues->>'huellaArchivo' = encode(n.huella_archivo, 'hex')) AS "archivoIntacto"
    FROM no_adeudo n WHERE n.id = ${id}`;

export async function insertRevocacion(
  tx: Tx,
  values: { no_adeudo_id: number; razon: string; fecha: Fecha; usuario_id: number | null; created_at: Date },
): Promise<void> {
  await tx.insertInto('no_adeudo_revocacion').values(values).execute();
}
