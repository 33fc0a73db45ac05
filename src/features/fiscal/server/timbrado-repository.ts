import { type Insertable, sql } from 'kysely';
import type { Certificado, TratamientoFiscal } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertedId, rowsFrom } from '#platform/server/rows.ts';
import type { SerieFolio } from '../contract.ts';
import type { Proveedor } from '../rules.ts';

/** The certificate in force of an RFC, without its key; of the issuer unless told. */
export function findCertificado(tx: Tx, rfc?: string) {
  return tx
    .selectFrom('certificado')
    .select(['numero', 'rfc', 'nombre', 'valido_desde', 'valido_hasta', 'de_prueba'])
    .where('activo', '=', true)
    .where('rfc', '=', (eb) => (rfc === undefined ? eb.selectFrom('emisor').select('emisor.rfc') : eb.val(rfc)))
    .executeTakeFirst();
}

/** Ends the use of the certificate in force of an RFC, and says which it was. */
export function retireCertificado(tx: Tx, rfc: string) {
  return tx
    .updateTable('certificado')
    .set({ activo: false })
    .where('activo', '=', true)
    .where('rfc', '=', rfc)
    .returning(['id', 'numero', 'rfc'])
    .executeTakeFirst();
}

/** Who issued before, by RFC: with invoices that stand or wait here, or with a certificate in force; as named last. */
export const listOtrosEmisores = (tx: Tx) =>
  rowsFrom(tx)<{ rfc: string; nombre: string; facturas: number }>`
    SELECT x.rfc, (array_agg(x.nombre ORDER BY x.id DESC))[1] AS nombre, count(*) FILTER (WHERE x.id > 0)::int AS facturas
    FROM (
      SELECT id, emisor_rfc AS rfc, emisor_nombre AS nombre FROM factura
      WHERE status IN ('pendiente', 'facturada', 'en_cancelacion')
      UNION ALL
      SELECT 0, rfc, nombre FROM certificado WHERE activo
    ) x
    WHERE x.rfc NOT IN (SELECT rfc FROM emisor) GROUP BY x.rfc ORDER BY x.rfc`;

/** What waits for a certificate or for an account, drafts and requests to cancel, has its turn now. */
export async function resumeWaiting(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('factura')
    .set({ proximo_intento: now })
    .where('estado', 'in', ['borrador', 'sellado', 'incierto'])
    .where('proximo_intento', '>', now)
    .execute();
  await tx
    .updateTable('cancelacion_factura')
    .set({ proximo_intento: now })
    .where('estado', '=', 'solicitada')
    .where('proximo_intento', '>', now)
    .execute();
}

export const insertCertificado = (tx: Tx, values: Insertable<Certificado>) =>
  insertedId(tx.insertInto('certificado').values(values).returning('id'));

/** The issuer as a certificate must name it; its row stays locked, so that the two change one after the other. */
export function findEmisorForUpdate(tx: Tx) {
  return tx.selectFrom('emisor').select(['rfc', 'compania']).forUpdate().executeTakeFirst();
}

/** The issuer shows the number of the certificate in force. */
export async function setNumeroCertificado(tx: Tx, numero: string, now: Date): Promise<void> {
  await tx.updateTable('emisor').set({ numero_certificado: numero, updated_at: now }).execute();
}

const selectTimbrado = (tx: Tx) =>
  tx
    .selectFrom('timbrado')
    .select([sql<Proveedor>`proveedor`.as('proveedor'), 'usuario', 'contrasena', 'detenido_at', 'detenido_mensaje']);

export function findTimbrado(tx: Tx) {
  return selectTimbrado(tx).executeTakeFirstOrThrow();
}

/** The same, locked: provider and certificate are compared before either changes. */
export function findTimbradoForUpdate(tx: Tx) {
  return selectTimbrado(tx).forUpdate().executeTakeFirstOrThrow();
}

/**
 * The invoices that still need the account of a provider that is left for `proveedor`, by their folios: those that it may have
 * stamped, and those with fiscal value being cancelled. What was sealed and certainly not sent goes to the next one. The
 * simulator has no account; what the test service cancels nobody ever confirms.
 */
export async function listOpenElsewhere(tx: Tx, proveedor: Proveedor): Promise<string[]> {
  const { rows } = await sql<{ folio: string }>`
    SELECT concat_ws('-', nullif(serie, ''), folio) AS folio FROM factura
    WHERE proveedor NOT IN (${proveedor}, 'simulador')
      AND (estado IN ('enviando', 'incierto')
        OR (proveedor = 'sw' AND id IN (
          SELECT factura_id FROM cancelacion_factura WHERE estado IN ('solicitada', 'en_proceso'))))
    ORDER BY serie, folio`.execute(tx);
  return rows.map(({ folio }) => folio);
}

export async function updateTimbrado(
  tx: Tx,
  values: { proveedor: Proveedor; usuario: string; contrasena: Buffer | null; updated_at: Date },
): Promise<void> {
  // Another account: what waited for this one is asked for at once.
  const resumed = { detenido_at: null, detenido_hasta: null, detenido_mensaje: '' };
  await tx
    .updateTable('timbrado')
    .set({ ...values, ...resumed })
    .execute();
  // Nobody was sent these yet: they go to whoever is in force. The simulator's need no account.
  await tx
    .updateTable('factura')
    .set({ proveedor: values.proveedor })
    .where('estado', '=', 'sellado')
    .where('proveedor', '<>', 'simulador')
    .execute();
  await resumeWaiting(tx, values.updated_at);
}

type TratamientoRow = Pick<TratamientoFiscal, 'tipo' | 'tratamiento'> & {
  claveProductoServicio: string;
  claveUnidad: string;
  confirmadoPor: string | null;
  confirmadoAt: Date | null;
};

const selectTratamientos = (tx: Tx) =>
  tx
    .selectFrom('tratamiento_fiscal')
    .leftJoin('usuario', 'usuario.id', 'tratamiento_fiscal.usuario_id')
    .select([
      'tratamiento_fiscal.tipo',
      'tratamiento_fiscal.tratamiento',
      'tratamiento_fiscal.clave_producto_servicio as claveProductoServicio',
      'tratamiento_fiscal.clave_unidad as claveUnidad',
      'tratamiento_fiscal.confirmado_at as confirmadoAt',
      sql<string | null>`usuario.name || ' ' || usuario.last_name`.as('confirmadoPor'),
    ]);

export function listTratamientos(tx: Tx): Promise<TratamientoRow[]> {
  return selectTratamientos(tx).execute();
}

export function findTratamientoForUpdate(tx: Tx, tipo: string): Promise<TratamientoRow> {
  return selectTratamientos(tx)
    .where('tratamiento_fiscal.tipo', '=', tipo)
    .forUpdate('tratamiento_fiscal')
    .executeTakeFirstOrThrow();
}

export async function updateTratamiento(
  tx: Tx,
  tipo: string,
  values: {
    tratamiento: string;
    clave_producto_servicio?: string;
    clave_unidad?: string;
    usuario_id: number;
    confirmado_at: Date;
  },
): Promise<void> {
  await tx.updateTable('tratamiento_fiscal').set(values).where('tipo', '=', tipo).execute();
}

/** Which of two keys the catalogues have. */
export async function findClaves(tx: Tx, producto: string, unidad: string) {
  const { rows } = await sql<{ producto: boolean; unidad: boolean }>`
    SELECT EXISTS (SELECT 1 FROM clave_producto_servicio WHERE clave_produccion_servicio = ${producto}) AS producto,
      EXISTS (SELECT 1 FROM clave_unidad_cfdi WHERE clave_unidad = ${unidad}) AS unidad`.execute(tx);
  return rows[0] ?? { producto: false, unidad: false };
}

export const listSeries = (tx: Tx) =>
  rowsFrom(tx)<SerieFolio>`
    SELECT s.serie, s.siguiente, coalesce(array_agg(l.folio ORDER BY l.folio) FILTER (WHERE l.folio IS NOT NULL), '{}') AS libres
    FROM serie_folio s LEFT JOIN folio_libre l ON l.serie = s.serie
    GROUP BY s.serie, s.siguiente ORDER BY s.serie`;

/** A series, locked: the next invoice of it waits. */
export function findSerieForUpdate(tx: Tx, serie: string) {
  return tx.selectFrom('serie_folio').select('siguiente').where('serie', '=', serie).forUpdate().executeTakeFirst();
}

/** The next invoice bears this folio: those that rejected ones gave back are not used any more. Gives the latter. */
export async function advanceSerie(tx: Tx, serie: string, siguiente: number): Promise<number[]> {
  const free = await tx.deleteFrom('folio_libre').where('serie', '=', serie).returning('folio').execute();
  await tx.updateTable('serie_folio').set({ siguiente }).where('serie', '=', serie).execute();
  return free.map(({ folio }) => folio).sort((a, b) => a - b);
}
