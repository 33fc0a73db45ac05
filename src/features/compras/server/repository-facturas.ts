import type { Insertable } from 'kysely';
import type { Archivo, FacturaCompra } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertedId } from '#platform/server/rows.ts';

function selectFacturas(tx: Tx) {
  return tx
    .selectFrom('factura_compra as f')
    .leftJoin('archivo as x', 'x.id', 'f.xml_id')
    .leftJoin('archivo as p', 'p.id', 'f.pdf_id')
    .leftJoin('usuario as u', 'u.id', 'f.usuario_id')
    .select([
      'f.id',
      'f.orden_compra_id as ordenId',
      'f.uuid',
      'f.folio',
      'f.rfc_emisor as rfcEmisor',
      'f.nombre_emisor as nombreEmisor',
      'f.fecha',
      'f.total_centavos as totalCentavos',
      'f.xml_id as xmlId',
      'x.nombre as xmlNombre',
      'f.pdf_id as pdfId',
      'p.nombre as pdfNombre',
      'u.username as usuario',
    ]);
}

export function listFacturas(tx: Tx, ordenId: number) {
  return selectFacturas(tx).where('f.orden_compra_id', '=', ordenId).orderBy('f.fecha').orderBy('f.id').execute();
}

export function findFactura(tx: Tx, id: number) {
  return selectFacturas(tx).where('f.id', '=', id).executeTakeFirst();
}

/** The invoice, locked until the transaction ends. */
export function findFacturaForUpdate(tx: Tx, id: number) {
  return selectFacturas(tx).where('f.id', '=', id).forUpdate('f').executeTakeFirst();
}

/** The order that has the invoice of a fiscal folio. */
export async function findOrdenOfUuid(tx: Tx, uuid: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('factura_compra')
    .select('orden_compra_id')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row?.orden_compra_id;
}

/** Whether a file was kept for this use and is of no invoice yet. */
export async function isLoose(tx: Tx, archivoId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('archivo as a')
    .select('a.id')
    .where('a.id', '=', archivoId)
    .where('a.uso', '=', 'compra')
    .where('a.mime', '=', 'application/pdf')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('factura_compra as f').select('f.id').whereRef('f.pdf_id', '=', 'a.id'))),
    )
    .executeTakeFirst();
  return row !== undefined;
}

export const insertXml = (tx: Tx, values: Insertable<Archivo>) =>
  insertedId(tx.insertInto('archivo').values(values).returning('id'));

export const insertFactura = (tx: Tx, values: Insertable<FacturaCompra>) =>
  insertedId(tx.insertInto('factura_compra').values(values).returning('id'));

export async function deleteFactura(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('factura_compra').where('id', '=', id).execute();
}
