/** The checklist, the documents that prove it, and the packets as they were issued. */
import { type Insertable, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { ExpedienteImpreso } from '#documents/expediente.ts';
import type { Expediente, ExpedienteDocumento, ExpedienteRequisito } from '#platform/server/database-types.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { insertedId, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Prueba } from '../rules.ts';

/** How the audit log names a packet. */
export const ENTIDAD = 'expediente';

export interface RequisitoRow {
  id: number;
  orden: number;
  documento: string;
  firma: string;
  condicion: string;
  fuente: string;
  prueba: Prueba;
  minimo: number;
  abogado: string;
  confirmadoAt: Date | null;
}

const selectRequisitos = (tx: Tx) =>
  tx
    .selectFrom('expediente_requisito')
    .select(['id', 'orden', 'documento', 'firma', 'condicion', 'fuente', 'prueba', 'minimo', 'abogado'])
    .select('confirmado_at as confirmadoAt')
    .orderBy('orden')
    .orderBy('id')
    .$castTo<RequisitoRow>();

export const listRequisitos = (tx: Tx): Promise<RequisitoRow[]> => selectRequisitos(tx).execute();

export const findRequisitoForUpdate = (tx: Tx, id: number): Promise<RequisitoRow | undefined> =>
  selectRequisitos(tx).where('id', '=', id).forUpdate().executeTakeFirst();

export const insertRequisito = (tx: Tx, values: Insertable<ExpedienteRequisito>) =>
  insertedId(tx.insertInto('expediente_requisito').values(values).returning('id'));

/** What is changed is to be confirmed anew. */
export const updateRequisito = (tx: Tx, id: number, values: Insertable<ExpedienteRequisito>) =>
  tx
    .updateTable('expediente_requisito')
    .set({ ...values, abogado: '', confirmado_at: null })
    .where('id', '=', id)
    .execute();

export const confirmRequisito = (tx: Tx, id: number, abogado: string, now: Date) =>
  tx.updateTable('expediente_requisito').set({ abogado, confirmado_at: now }).where('id', '=', id).execute();

export const deleteRequisito = (tx: Tx, id: number) =>
  tx.deleteFrom('expediente_requisito').where('id', '=', id).execute();

export interface DocumentoRow {
  id: number;
  requisitoId: number;
  loteId: number | null;
  archivoId: number;
  nombre: string;
  clave: string;
  bytes: number;
  huella: string;
  createdAt: Date;
}

const selectDocumentos = (tx: Tx) =>
  tx
    .selectFrom('expediente_documento as d')
    .innerJoin('archivo as a', 'a.id', 'd.archivo_id')
    .innerJoin('expediente_requisito as r', 'r.id', 'd.requisito_id')
    .select([
      'd.id',
      'd.requisito_id as requisitoId',
      'd.lote_id as loteId',
      'a.id as archivoId',
      'a.nombre',
      'a.clave',
    ])
    .select(['a.bytes', sql<string>`encode(a.huella, 'hex')`.as('huella'), 'd.created_at as createdAt'])
    .orderBy('r.orden')
    .orderBy('r.id');

/** Those of the community, and those of a lot. */
export const listDocumentos = (tx: Tx, loteId: number | null): Promise<DocumentoRow[]> =>
  selectDocumentos(tx)
    .where((eb) =>
      eb.or([
        eb.and([eb('r.prueba', '=', 'comunidad'), eb('d.lote_id', 'is', null)]),
        ...(loteId === null ? [] : [eb.and([eb('r.prueba', '=', 'lote'), eb('d.lote_id', '=', loteId)])]),
      ]),
    )
    .execute();

export const findDocumento = (tx: Tx, id: number): Promise<DocumentoRow | undefined> =>
  selectDocumentos(tx).where('d.id', '=', id).executeTakeFirst();

export const findDocumentoDe = (
  tx: Tx,
  requisitoId: number,
  loteId: number | null,
): Promise<DocumentoRow | undefined> =>
  selectDocumentos(tx)
    .where('d.requisito_id', '=', requisitoId)
    .where('d.lote_id', loteId === null ? 'is' : '=', loteId)
    .executeTakeFirst();

export const insertDocumento = (tx: Tx, values: Insertable<ExpedienteDocumento>) =>
  insertedId(tx.insertInto('expediente_documento').values(values).returning('id'));

export const deleteDocumento = (tx: Tx, id: number) =>
  tx.deleteFrom('expediente_documento').where('id', '=', id).execute();

/* What was issued */

/** Owners whose lot has paid since their last packet or supplement, which says by now more than is owed; the lot where it is one. */
export async function countPagadosDespues(tx: Tx): Promise<{ cantidad: number; id: number | null }> {
  const { rows } = await sql<{ cantidad: number; id: number | null }>`
    SELECT count(*)::int AS cantidad, CASE WHEN count(*) = 1 THEN min(e.lote_id) END AS id
    FROM (SELECT DISTINCT ON (lazo_id) lazo_id, lote_id, created_at FROM expediente ORDER BY lazo_id, id DESC) e
    JOIN lote_residente t ON t.id = e.lazo_id AND t.active
    WHERE EXISTS (
      SELECT FROM recibo r JOIN pago p ON p.recibo_id = r.id AND p.status <> 'cancelado'
      WHERE r.lote_id = e.lote_id AND r.created_at > e.created_at)`.execute(tx);
  return rows[0] ?? { cantidad: 0, id: null };
}

export interface ExpedienteRow {
  id: number;
  folio: number;
  deFolio: number | null;
  loteId: number;
  lazoId: number;
  referencia: string;
  asociado: string;
  fecha: Fecha;
  adeudo: Centavos;
  faltan: number;
  porConfirmar: number;
  usuario: string;
  createdAt: Date;
  huella: string;
}

/** Of all lots or of one, or one alone; the latest first. */
export async function listExpedientes(tx: Tx, of: { loteId?: number; id?: number } = {}): Promise<ExpedienteRow[]> {
  const only =
    of.id !== undefined
      ? sql`WHERE e.id = ${of.id}`
      : of.loteId === undefined
        ? sql``
        : sql`WHERE e.lote_id = ${of.loteId}`;
  return rowsFrom(tx)<ExpedienteRow>`
    SELECT e.id, e.folio, s.folio AS "deFolio", e.lote_id AS "loteId", e.lazo_id AS "lazoId", e.datos->>'referencia' AS referencia,
      e.datos->>'asociado' AS asociado, e.fecha, e.adeudo_centavos AS adeudo, e.faltan, e.por_confirmar AS "porConfirmar",
      ${fullName('u')} AS usuario, e.created_at AS "createdAt", encode(e.huella, 'hex') AS huella
    FROM expediente e
    LEFT JOIN expediente s ON s.id = e.suplemento_de
    LEFT JOIN usuario u ON u.id = e.usuario_id
    ${only}
    ORDER BY e.folio DESC`;
}

/** What the packets of an owner's tie to a lot have said, the first one first. */
export const listDichos = (tx: Tx, lazoId: number) =>
  rowsFrom(tx)<{ id: number; datos: ExpedienteImpreso }>`
    SELECT id, datos FROM expediente WHERE lazo_id = ${lazoId} ORDER BY id`;

/** Whoever numbers a packet does so after the other: a folio that is rolled back leaves no gap. */
export async function lockFolios(tx: Tx): Promise<void> {
  await sql`SELECT id FROM configuracion_residencial FOR NO KEY UPDATE`.execute(tx);
}

export async function nextFolio(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT coalesce(max(folio), 0) + 1 AS n FROM expediente`.execute(tx);
  return rows[0]?.n ?? 1;
}

export const insertExpediente = (tx: Tx, values: Insertable<Expediente>) =>
  insertedId(tx.insertInto('expediente').values(values).returning('id'));

export const findPdf = (tx: Tx, id: number) =>
  tx.selectFrom('expediente').select(['nombre', 'contenido']).where('id', '=', id).executeTakeFirst();

/** Whether what it says and its file are those whose hashes were kept, and the sealed log tells both. */
export const findParaVerificar = (tx: Tx, id: number) =>
  rowFrom(tx)<{ huella: string; intacto: boolean }>`
    SELECT encode(e.huella, 'hex') AS huella,
      sha256(convert_to(e.datos::text, 'UTF8')) = e.huella AND sha256(e.contenido) = e.huella_archivo AND EXISTS (
        SELECT FROM bitacora b
        WHERE b.created_at = e.created_at AND b.entidad = ${ENTIDAD} AND b.entidad_id = e.id::text
          AND b.despues->>'huella' = encode(e.huella, 'hex')
          AND b.despues->>'huellaArchivo' = encode(e.huella_archivo, 'hex')) AS intacto
    FROM expediente e WHERE e.id = ${id}`;
