import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { CancelRequest, DocumentoTimbrado } from '#cfdi/server/pac.ts';
import type { Centavos } from '#core/money.ts';
import type { CancelacionFactura, CorreccionRecibo, SalidaGlobal } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import type { CorrectionOfReceipt } from '#platform/server/invoicing.ts';
import { anyFrom, idsFrom, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Esperada } from '../../rules.ts';
import { type FacturaRow, insertEvent, lockWithSustituida, updateFactura } from '../repository.ts';

/** The authority's code of a motive. */
export async function findMotivo(tx: Tx, id: number): Promise<string | undefined> {
  const motivo = await tx.selectFrom('tipo_motivo_cancelacion').select('clave').where('id', '=', id).executeTakeFirst();
  return motivo?.clave;
}

export function findRelacion(tx: Tx, id: number): Promise<{ id: number } | undefined> {
  return tx.selectFrom('tipo_relacion_factura').select('id').where('id', '=', id).executeTakeFirst();
}

/** Which invoice a stamped one in force is related to, and how. */
export function findRelated(tx: Tx, uuid: string) {
  return tx
    .selectFrom('factura')
    .select(['relacion', 'relacion_uuid'])
    .where('uuid', '=', uuid)
    .where('status', '=', 'facturada')
    .executeTakeFirst();
}

/** Writes a request to cancel an invoice, which is locked from then on. */
export async function insertCancelacion(
  tx: Tx,
  request: Insertable<CancelacionFactura> & { created_at: Date },
): Promise<number> {
  const { factura_id, motivo, razon, created_at } = request;
  const { id } = await tx.insertInto('cancelacion_factura').values(request).returning('id').executeTakeFirstOrThrow();
  await updateFactura(tx, factura_id, { cancelacion: 'solicitada' });
  await insertEvent(tx, factura_id, 'cancelación solicitada', created_at, { codigo: motivo, mensaje: razon });
  return id;
}

const OPEN = ['solicitada', 'en_proceso'] as const;

/** The cancellation of an invoice that waits for an answer, and what is known of it. */
export function findWaiting(
  tx: Tx,
  facturaId: number,
): Promise<(Esperada & { id: number; retiro: string; retiroVisto: boolean }) | undefined> {
  return tx
    .selectFrom('cancelacion_factura')
    .select(['id', 'vigente_veces as vigenteVeces', 'sin_respuesta_at as sinRespuestaAt'])
    .select(['retiro', 'retiro_visto as retiroVisto'])
    .where('factura_id', '=', facturaId)
    .where('estado', 'in', OPEN)
    .executeTakeFirst();
}

export function findEstado(tx: Tx, id: number) {
  return tx.selectFrom('cancelacion_factura').select(['estado', 'mensaje']).where('id', '=', id).executeTakeFirst();
}

/**
 * The live invoices of payments, locked, by their ids. Looked for again under the locks: a cancellation that was confirmed in
 * the meantime has passed the payments on to the substitute.
 */
export async function listFacturasForUpdate(tx: Tx, pagoIds: readonly number[]): Promise<FacturaRow[]> {
  const listLive = async (): Promise<number[]> => {
    const live = await tx
      .selectFrom('factura_concepto')
      .select('factura_id')
      .distinct()
      .where('pago_id', 'in', [0, ...pagoIds])
      .where('viva', '=', true)
      .orderBy('factura_id')
      .execute();
    return live.map((line) => line.factura_id);
  };
  for (let live = await listLive(); ; ) {
    const rows: FacturaRow[] = [];
    for (const id of live) {
      const row = await lockWithSustituida(tx, id);
      if (row) rows.push(row);
    }
    const again = await listLive();
    if (again.join() === live.join()) return rows;
    live = again;
  }
}

/** A request, and what the provider is told of its invoice. */
export interface Claimable extends Omit<CancelRequest, 'folioSustitucion' | 'solicitud'> {
  facturaId: number;
  pagoId: number | null;
  estado: string;
  intentos: number;
  /** Why it is taken back; '' where it is not. */
  retiro: string;
  /** Nobody tells anything, and somebody saw at the authority's portal that the invoice stands. */
  retiroVisto: boolean;
  /** The authority showed a refusal when it was asked for. */
  rechazoPrevio: boolean;
  /** The authority has shown it in process since. */
  procesoVisto: boolean;
  createdAt: Date;
  /** Its acknowledgement came with an answer of before. */
  conAcuse: boolean;
  proveedor: string | null;
  folioSustitucion: string | null;
}

/** What names a stamped invoice `f` to the authority. */
const TIMBRADA = sql`upper(f.uuid::text) AS uuid, f.emisor_rfc AS "emisorRfc", f.receptor_rfc AS "receptorRfc",
  CASE WHEN f.tipo = 'pago' THEN '0' ELSE to_char(f.total_centavos / 100.0, 'FM999999999990.00') END AS total,
  right(f.sello, 8) AS "selloFin"`;

export const findTimbrada = (tx: Tx, facturaId: number) =>
  rowFrom(tx)<DocumentoTimbrado>`
    SELECT ${TIMBRADA} FROM factura f WHERE f.id = ${facturaId} AND f.estado = 'timbrado'`;

/** Whether invoice `f` has an acknowledgement since then. */
const conAcuse = (desde: RawBuilder<unknown>) => sql<boolean>`
  EXISTS (SELECT FROM factura_documento d WHERE d.factura_id = f.id AND d.clase = 'acuse' AND d.created_at >= ${desde})`;

/** Whether an invoice was cancelled here and its acknowledgement never came. */
export const isSinAcuse = (tx: Tx, facturaId: number) =>
  anyFrom(tx)`
    SELECT FROM factura f JOIN cancelacion_factura c ON c.factura_id = f.id AND c.estado = 'cancelada'
    WHERE f.id = ${facturaId} AND NOT ${conAcuse(sql`c.created_at`)}`;

/** The invoices in force whose turn it is to be asked about: those of the last months, not asked about since. */
export const listWatched = (tx: Tx, { since, months, limit }: { since: Date; months: number; limit: number }) =>
  idsFrom(tx)`
    SELECT id FROM factura
    WHERE estado = 'timbrado' AND sat_estado <> 'cancelada' AND cancelacion IS DISTINCT FROM 'cancelado'
      AND (sat_at IS NULL OR sat_at < ${since})
      AND created_at > ${since}::timestamptz - make_interval(months => ${months})
      -- The authority shows a document some hours after it was stamped.
      AND created_at < ${since}
    ORDER BY sat_at NULLS FIRST, id LIMIT ${limit}`;

/** The request, locked, unless somebody has a lease of it. */
export const findClaimableForUpdate = (tx: Tx, id: number, now: Date) =>
  rowFrom(tx)<Claimable>`
    SELECT c.factura_id AS "facturaId", c.pago_id AS "pagoId", c.estado, c.intentos, c.retiro,
      c.retiro_visto AS "retiroVisto", c.rechazo_previo AS "rechazoPrevio", c.proceso_visto AS "procesoVisto",
      c.created_at AS "createdAt", ${conAcuse(sql`c.created_at`)} AS "conAcuse", c.motivo,
      upper(c.folio_sustitucion::text) AS "folioSustitucion", f.proveedor, ${TIMBRADA}
    FROM cancelacion_factura c JOIN factura f ON f.id = c.factura_id
    WHERE c.id = ${id} AND c.estado IN ('solicitada', 'en_proceso')
      AND (c.arriendo_hasta IS NULL OR c.arriendo_hasta <= ${now})
    FOR UPDATE OF c`;

export async function updateCancelacion(tx: Tx, id: number, set: Updateable<CancelacionFactura>): Promise<void> {
  await tx.updateTable('cancelacion_factura').set(set).where('id', '=', id).execute();
}

/** The request of a lease, locked; undefined once it is somebody else's or settled. */
export function findClaimedForUpdate(tx: Tx, id: number, lease: string) {
  return tx
    .selectFrom('cancelacion_factura')
    .selectAll()
    .where('id', '=', id)
    .where('arriendo', '=', lease)
    .where('estado', 'in', OPEN)
    .forUpdate()
    .executeTakeFirst();
}
export type CancelacionRow = NonNullable<Awaited<ReturnType<typeof findClaimedForUpdate>>>;

/** How often an open request was asked for, locked. */
export async function findIntentosForUpdate(tx: Tx, id: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('cancelacion_factura')
    .select('intentos')
    .where('id', '=', id)
    .where('estado', 'in', OPEN)
    .forUpdate()
    .executeTakeFirst();
  return row?.intentos;
}

/** Requests whose turn has come, held by nobody: the oldest first. */
export const listDueRequests = (tx: Tx, now: Date, limit: number) =>
  idsFrom(tx)`
    SELECT id FROM cancelacion_factura
    WHERE estado IN (${sql.join(OPEN)}) AND proximo_intento <= ${now} AND coalesce(arriendo_hasta <= ${now}, true)
    ORDER BY proximo_intento LIMIT ${limit}`;

/** The lots of a payment: its charge's, and its receipt's. */
export async function listLotesOfPago(tx: Tx, pagoId: number): Promise<number[]> {
  const { rows } = await sql<{ cargo: number; recibo: number }>`
    SELECT c.lote_id AS cargo, r.lote_id AS recibo
    FROM pago p JOIN cargo c ON c.id = p.cargo_id JOIN recibo r ON r.id = p.recibo_id WHERE p.id = ${pagoId}`.execute(
    tx,
  );
  return rows.flatMap(({ cargo, recibo }) => [cargo, recibo]);
}

/** The complements that the provider has, or may have, of an invoice. */
export async function listComplementosVigentes(
  tx: Tx,
  facturaId: number,
): Promise<Pick<FacturaRow, 'id' | 'serie' | 'folio'>[]> {
  return tx
    .selectFrom('factura')
    .select(['id', 'serie', 'folio'])
    .where('estado', 'in', ['sellado', 'enviando', 'incierto', 'timbrado'])
    .where('status', 'in', ['pendiente', 'facturada'])
    .where('id', 'in', (eb) =>
      eb.selectFrom('complemento_documento').select('factura_id').where('relacionada_id', '=', facturaId),
    )
    .orderBy('id')
    .execute();
}

/** Those of these payments whose line credit notes in force have taken back whole; their invoices stay locked. */
export async function lockAcreditados(tx: Tx, pagoIds: readonly number[]): Promise<number[]> {
  const ids = sql`${[...pagoIds]}::int[]`;
  await sql`
    SELECT f.id FROM factura f
    WHERE f.tipo IN ('ingreso', 'global') AND f.id IN (
      SELECT k.factura_id FROM pago p JOIN factura_concepto k ON k.viva AND (k.pago_id = p.id OR k.cargo_id = p.cargo_id)
      WHERE p.id = ANY(${ids}))
    ORDER BY f.id FOR UPDATE`.execute(tx);
  return idsFrom(tx)`
    SELECT id FROM unnest(${ids}) AS pagos (id) WHERE pago_acreditado(id)`;
}

/** Whether payments that a credit note took back have fallen since; its invoice stays locked. */
export async function lockReversed(tx: Tx, nota: Pick<FacturaRow, 'id' | 'acredita_id'>): Promise<boolean> {
  await sql`SELECT id FROM factura WHERE id = ${nota.acredita_id} FOR UPDATE`.execute(tx);
  return anyFrom(tx)`
    SELECT FROM factura f JOIN factura_concepto k ON k.factura_id = f.id AND NOT k.viva
    WHERE f.id = ${nota.acredita_id} AND f.status = 'facturada'
      AND EXISTS (SELECT FROM factura_concepto a
        WHERE a.factura_id = ${nota.id} AND coalesce(a.acredita_concepto_id = k.id, a.tratamiento = k.tratamiento))
    LIMIT 1`;
}

/** An invoice of which notes gave back what a complement tells as paid, more than its others tell; undefined for none. */
export const findDevuelta = (tx: Tx, complementoId: number) =>
  rowFrom(tx)<Pick<FacturaRow, 'id' | 'serie' | 'folio'>>`
    SELECT f.id, f.serie, f.folio FROM factura f
    WHERE f.id IN (SELECT relacionada_id FROM complemento_documento WHERE factura_id = ${complementoId}) AND (
      SELECT coalesce(sum(e.total_centavos), 0) FROM factura e
      WHERE e.acredita_id = f.id AND e.relacion = '03' AND e.status NOT IN ('rechazada', 'cancelada')
    ) > (
      SELECT coalesce(sum(d.pagado_centavos), 0) FROM complemento_documento d JOIN factura x ON x.id = d.factura_id
      WHERE d.relacionada_id = f.id AND x.id <> ${complementoId} AND x.status NOT IN ('rechazada', 'cancelada')
    ) ORDER BY f.id LIMIT 1`;

/* The corrections of receipts that wait for a cancellation. */

export interface WaitingCorrection {
  reciboId: number;
  correction: CorrectionOfReceipt;
}

export async function insertCorreccion(
  tx: Tx,
  cancelacionId: number,
  { reciboId, correction }: WaitingCorrection,
): Promise<void> {
  await tx
    .insertInto('correccion_recibo')
    .values({
      cancelacion_id: cancelacionId,
      recibo_id: reciboId,
      tipo: correction.tipo,
      ...(correction.tipo === 'metodo' && {
        metodo_pago_id: correction.metodoPagoId,
        caja_id: correction.cajaId,
        no_cuenta: correction.noCuenta,
      }),
      ...(correction.tipo === 'lote' && { lote_id: correction.loteId }),
    })
    .execute();
}

export async function findCorreccion(tx: Tx, cancelacionId: number): Promise<WaitingCorrection | undefined> {
  const row = await tx
    .selectFrom('correccion_recibo')
    .selectAll()
    .where('cancelacion_id', '=', cancelacionId)
    .where('estado', '=', 'pendiente')
    .executeTakeFirst();
  if (!row) return undefined;
  const { recibo_id: reciboId, tipo, metodo_pago_id: metodoPagoId, caja_id: cajaId, no_cuenta: noCuenta } = row;
  if (tipo === 'metodo' && metodoPagoId !== null && cajaId !== null && noCuenta !== null) {
    return { reciboId, correction: { tipo, metodoPagoId, cajaId, noCuenta } };
  }
  if (tipo === 'lote' && row.lote_id !== null) return { reciboId, correction: { tipo, loteId: row.lote_id } };
  if (tipo === 'deposito') return { reciboId, correction: { tipo } };
  return { reciboId, correction: { tipo: 'devuelto' } };
}

export async function updateCorreccion(
  tx: Tx,
  cancelacionId: number,
  set: Updateable<CorreccionRecibo>,
): Promise<void> {
  await tx.updateTable('correccion_recibo').set(set).where('cancelacion_id', '=', cancelacionId).execute();
}

/** The payments in force of the receipt that took the place of a corrected one. */
export async function listPagosDeCorreccion(tx: Tx, reciboId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('pago')
    .innerJoin('recibo', 'recibo.id', 'pago.recibo_id')
    .select('pago.id')
    .where('recibo.corrige_id', '=', reciboId)
    .where('pago.status', '=', 'recibido')
    .orderBy('pago.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What work answers, with all that it wrote taken back. */
export async function triedOut<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT ensayo`.execute(tx);
  const outcome = await work();
  await sql`ROLLBACK TO SAVEPOINT ensayo`.execute(tx);
  return outcome;
}

/* Lots that leave a global invoice. */

export interface LoteDeGlobal {
  loteId: number;
  referencia: string;
  monto: Centavos;
  pagoIds: number[];
  /** It has its own tax data. */
  conDatos: boolean;
}

/** The lots whose payments a global invoice is of, by their references. */
export const listLotesOfGlobal = (tx: Tx, facturaId: number) =>
  rowsFrom(tx)<LoteDeGlobal>`
    SELECT l.id AS "loteId", l.referencia, sum(p.monto_centavos)::bigint AS monto, array_agg(p.id ORDER BY p.id) AS "pagoIds",
      EXISTS (SELECT FROM datos_fiscales d WHERE d.lote_id = l.id) AS "conDatos"
    FROM factura_concepto k JOIN pago p ON p.id = k.pago_id JOIN cargo c ON c.id = p.cargo_id JOIN lote l ON l.id = c.lote_id
    WHERE k.factura_id = ${facturaId}
    GROUP BY l.id, l.referencia ORDER BY l.referencia COLLATE ext.es`;

/** Motive 04 and any relation, which the request keeps and the authority is not told. */
export async function findReasonsOfGlobal(tx: Tx): Promise<{ motivoId: number | null; relacionId: number | null }> {
  const { rows } = await sql<{ motivoId: number | null; relacionId: number | null }>`
    SELECT (SELECT min(id) FROM tipo_motivo_cancelacion WHERE clave = '04') AS "motivoId",
      (SELECT min(id) FROM tipo_relacion_factura) AS "relacionId"`.execute(tx);
  return rows[0] ?? { motivoId: null, relacionId: null };
}

export async function insertSalida(tx: Tx, values: Insertable<SalidaGlobal>): Promise<void> {
  await tx.insertInto('salida_global').values(values).execute();
}

export async function updateSalida(tx: Tx, cancelacionId: number, set: Updateable<SalidaGlobal>): Promise<void> {
  await tx.updateTable('salida_global').set(set).where('cancelacion_id', '=', cancelacionId).execute();
}

/** What took the place of an invoice goes on as another draft. */
export async function updateSalidaOf(tx: Tx, facturaId: number, anew: number): Promise<void> {
  for (const column of ['global_id', 'factura_id'] as const) {
    await tx
      .updateTable('salida_global')
      .set({ [column]: anew })
      .where(column, '=', facturaId)
      .execute();
  }
}

/** The lot that leaves by a cancellation. */
export function findSalida(
  tx: Tx,
  cancelacionId: number,
): Promise<{ cancelacionId: number; loteId: number } | undefined> {
  return tx
    .selectFrom('salida_global')
    .select(['cancelacion_id as cancelacionId', 'lote_id as loteId'])
    .where('cancelacion_id', '=', cancelacionId)
    .where('lote_id', 'is not', null)
    .$narrowType<{ loteId: number }>()
    .executeTakeFirst();
}

/* The folio that a cancelled invoice is related to. */

/** A cancelled invoice's related folio, and that of its substitute, locked; undefined when there is no such invoice. */
export function findRelacionadoForUpdate(tx: Tx, id: number) {
  return tx
    .selectFrom('factura')
    .select(['id', 'serie', 'folio', 'cancelacion', 'folio_relacionar as folioRelacionar', 'referencia_receptor'])
    .select((eb) =>
      eb
        .selectFrom('cancelacion_factura as x')
        .select('x.folio_sustitucion')
        .whereRef('x.factura_id', '=', 'factura.id')
        .where('x.estado', '=', 'cancelada')
        .as('folioSustitucion'),
    )
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
