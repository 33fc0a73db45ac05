import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Archivo } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertedId } from '#platform/server/rows.ts';
import type { Uso } from '../contract.ts';

export function findArchivo(tx: Tx, id: number) {
  return tx
    .selectFrom('archivo')
    .select(['id', 'uso', 'clave', 'nombre', 'mime'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export const insertArchivo = (tx: Tx, values: Insertable<Archivo>) =>
  insertedId(tx.insertInto('archivo').values(values).returning('id'));

/**
 * By what a file `a` of a use is attached. A use that is not here is kept for good: the photographs of the gate belong to its
 * log, which knows each again by its bytes when a device sends it twice.
 */
const ATTACHED: Partial<Record<Uso, RawBuilder<unknown>>> = {
  constancia: sql`EXISTS (SELECT FROM datos_fiscales d WHERE d.constancia_id = a.id)`,
  amenidad: sql`EXISTS (SELECT FROM tipo_amenidad t WHERE a.id IN (t.icono_id, t.foto_id))`,
  compra: sql`EXISTS (SELECT FROM factura_compra f WHERE a.id IN (f.xml_id, f.pdf_id))`,
  comprobante: sql`EXISTS (SELECT FROM comprobante c WHERE c.archivo_id = a.id)`,
  convenio: sql`EXISTS (SELECT FROM convenio_evento e WHERE e.archivo_id = a.id)`,
  expediente: sql`EXISTS (SELECT FROM expediente_documento d WHERE d.archivo_id = a.id)`,
  newsletter: sql`EXISTS (SELECT FROM newsletter n WHERE n.archivo_id = a.id)`,
  // A fine keeps the address of its picture.
  sancion: sql`'/api/v1/archivos/' || a.id IN (SELECT c.url FROM cargo c WHERE c.tipo = 'sancion' AND c.url <> '')`,
};

/** Lets go of uploads of before a moment that nothing is attached to; answers how many. */
export async function forgetLoose(tx: Tx, before: Date, now: Date): Promise<number> {
  const loose = Object.entries(ATTACHED).map(([uso, attached]) => sql`(a.uso = ${uso} AND NOT ${attached})`);
  const { rows } = await sql<{ clave: string }>`
    WITH suelto AS (
      DELETE FROM archivo a WHERE a.created_at < ${before} AND (${sql.join(loose, sql` OR `)}) RETURNING a.clave
    )
    INSERT INTO archivo_olvidado (clave, created_at) SELECT clave, ${now} FROM suelto RETURNING clave`.execute(tx);
  return rows.length;
}
