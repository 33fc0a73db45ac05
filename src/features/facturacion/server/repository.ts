/** The rows that every part of invoicing shares: an invoice, what it stands beside, its documents, what happened to it. */
import { sql, type Updateable } from 'kysely';
import type { Centavos } from '#core/money.ts';
import type { Factura } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import type { Waiting } from '#platform/server/marks.ts';
import { nameOf, type Relativa } from '../rules.ts';

const selectFactura = (tx: Tx) =>
  tx
    .selectFrom('factura')
    .selectAll()
    .select(sql<string | null>`to_char(fecha_emision, 'YYYY-MM-DD"T"HH24:MI:SS')`.as('fecha'));

export async function findFactura(tx: Tx, id: number) {
  return selectFactura(tx).where('id', '=', id).executeTakeFirst();
}

export async function findFacturaForUpdate(tx: Tx, id: number) {
  return selectFactura(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

export type FacturaRow = NonNullable<Awaited<ReturnType<typeof findFactura>>>;

export async function updateFactura(tx: Tx, id: number, set: Updateable<Factura>): Promise<void> {
  await tx.updateTable('factura').set(set).where('id', '=', id).execute();
}

/** Whether invoices wait for their stamp, or cancellations for their answer, now or later. */
export const invoicesWait: Waiting = sql`(
  EXISTS (SELECT FROM factura WHERE estado IN ('borrador', 'sellado', 'enviando', 'incierto'))
  OR EXISTS (SELECT FROM cancelacion_factura WHERE estado IN ('solicitada', 'en_proceso')))`;

/**
 * The invoice, locked after the one whose place it takes: what becomes of either depends on the other, so that everything that
 * is decided of two such invoices waits for the older one.
 */
export async function lockWithSustituida(tx: Tx, id: number): Promise<FacturaRow | undefined> {
  await sql`
    SELECT 1 FROM factura WHERE id = (SELECT sustituye_id FROM factura WHERE id = ${id}) FOR UPDATE`.execute(tx);
  return findFacturaForUpdate(tx, id);
}

/** The invoice that takes another's place, and the one whose place that takes; null for none, or a substitute that fell. */
export async function findRelativas(
  tx: Tx,
  id: number,
): Promise<{ sustituta: Relativa | null; sustituida: Relativa | null }> {
  // By the words of `uq_factura_sustituye`, which lets one stand.
  const { rows } = await sql<{ sustituta: boolean; id: number; serie: string; folio: number | null; status: string }>`
    SELECT true AS sustituta, id, serie, folio, status FROM factura
    WHERE sustituye_id = ${id} AND status NOT IN ('rechazada', 'cancelada')
    UNION ALL
    SELECT false, o.id, o.serie, o.folio, o.status FROM factura f JOIN factura o ON o.id = f.sustituye_id
    WHERE f.id = ${id}`.execute(tx);
  const relativa = (which: boolean): Relativa | null => {
    const row = rows.find(({ sustituta }) => sustituta === which);
    return row ? { folio: nameOf(row), status: row.status } : null;
  };
  return { sustituta: relativa(true), sustituida: relativa(false) };
}

/** The addresses of whoever answers for invoicing: for copies, and for what stops it. */
export async function listControl(tx: Tx): Promise<string[]> {
  const row = await tx.selectFrom('control_factura').select(['email', 'email_secondary']).executeTakeFirst();
  return [row?.email, row?.email_secondary].flatMap((address) => address?.trim() || []);
}

/** Whether a draft, by its alias, has no certificate of its issuer's that is in force. */
export const sinCertificado = (alias: string, now: Date) => sql<boolean>`NOT EXISTS (
    SELECT FROM certificado WHERE activo AND rfc = ${sql.ref(`${alias}.emisor_rfc`)} AND valido_hasta >= ${now})`;

/** The payment complement of an invoice, stamped or on its way. */
export function findComplemento(tx: Tx, facturaId: number) {
  return (
    tx
      .selectFrom('complemento_documento as d')
      .innerJoin('factura as f', 'f.id', 'd.factura_id')
      .select(['f.id', 'f.serie', 'f.folio', 'f.estado', 'f.status'])
      // What the provider may have comes first.
      .orderBy(sql`f.estado = 'borrador'`)
      .orderBy('f.id')
      .where('d.relacionada_id', '=', facturaId)
      .where('f.status', 'in', ['facturada', 'pendiente', 'en_cancelacion'])
      .executeTakeFirst()
  );
}

/** The credit notes of an invoice, stamped or on their way. */
export async function listNotasCredito(
  tx: Tx,
  facturaId: number,
): Promise<(Relativa & { id: number; total: Centavos })[]> {
  const rows = await tx
    .selectFrom('factura')
    .select(['id', 'serie', 'folio', 'status', 'total_centavos as total'])
    .where('acredita_id', '=', facturaId)
    .where('status', 'not in', ['rechazada', 'cancelada'])
    .orderBy('id')
    .execute();
  return rows.map(({ serie, folio, ...row }) => ({ ...row, folio: nameOf({ id: row.id, serie, folio }) }));
}

export async function insertDocument(
  tx: Tx,
  facturaId: number,
  clase: 'sellado' | 'timbrado' | 'acuse',
  contenido: Buffer,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('factura_documento')
    .values({
      factura_id: facturaId,
      clase,
      contenido,
      huella: sql<Buffer>`sha256(${contenido}::bytea)`,
      created_at: now,
    })
    // What was kept once stays: the provider's second copy of the same document adds nothing. Acknowledgements are several,
    // since a cancellation that was refused may be asked for again.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findDocument(
  tx: Tx,
  facturaId: number,
  clase: 'sellado' | 'timbrado',
): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('factura_documento')
    .select('contenido')
    .where('factura_id', '=', facturaId)
    .where('clase', '=', clase)
    .executeTakeFirst();
  return row?.contenido;
}

export async function insertEvent(
  tx: Tx,
  facturaId: number,
  evento: string,
  now: Date,
  { codigo = '', mensaje = '' }: { codigo?: string; mensaje?: string } = {},
): Promise<void> {
  await tx
    .insertInto('factura_evento')
    .values({ factura_id: facturaId, evento, codigo, mensaje, created_at: now })
    .execute();
}

/** Of the lot that an invoice is of, by which the audit log is searched; '' for a global one. */
export async function findReferencia(tx: Tx, loteId: number | null): Promise<string> {
  if (loteId === null) return '';
  const lote = await tx.selectFrom('lote').select('referencia').where('id', '=', loteId).executeTakeFirst();
  return lote?.referencia ?? '';
}

/** The stamped bytes of a UUID. */
export async function findStamped(tx: Tx, uuid: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('factura')
    .innerJoin('factura_documento', 'factura_documento.factura_id', 'factura.id')
    .where('factura.uuid', '=', uuid)
    .where('factura_documento.clase', '=', 'timbrado')
    .select('factura_documento.contenido')
    .executeTakeFirst();
  return row?.contenido;
}
