import { sql } from 'kysely';
import type { ConceptoDocumento, DocumentoPagado } from '#cfdi/documento.ts';
import type { Timbre } from '#cfdi/server/timbre.ts';
import type { Tx } from '#platform/server/db.ts';
import { anyFrom, idsFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Liquidada } from '../../rules.ts';
import { type FacturaRow, insertDocument, insertEvent, updateFactura } from '../repository.ts';

/** The certificate in force of an issuer; its key is sealed. */
export function findCertificado(tx: Tx, rfc: string) {
  return tx
    .selectFrom('certificado')
    .select(['id', 'numero', 'rfc', 'nombre', 'certificado', 'llave'])
    .select(['valido_desde as validoDesde', 'valido_hasta as validoHasta', 'de_prueba as esDePrueba'])
    .where('activo', '=', true)
    .where('rfc', '=', rfc)
    .executeTakeFirst();
}

/** Whether the community ever had a certificate: until then it does not invoice. */
export async function hadCertificado(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('certificado').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Puts a draft that nothing can seal off until then. Answers whether it is the first that waits for this reason. */
export async function updateWaiting(
  tx: Tx,
  id: number,
  { mensaje, until }: { mensaje: string; until: Date },
): Promise<boolean> {
  const other = await tx
    .selectFrom('factura')
    .select('id')
    .where('estado', '=', 'borrador')
    .where('mensaje', '=', mensaje)
    .limit(1)
    .executeTakeFirst();
  await updateFactura(tx, id, { mensaje, proximo_intento: until });
  return other === undefined;
}

/** The provider in force, with its account. */
export function findTimbrado(tx: Tx) {
  return tx.selectFrom('timbrado').selectAll().executeTakeFirstOrThrow();
}

/** That the account serves nobody: why, and until when it is not even tried; undefined while nothing stands in the way. */
export interface Halt {
  mensaje: string;
  hasta: Date;
}

export async function findHalt(tx: Tx): Promise<Halt | undefined> {
  return tx
    .selectFrom('timbrado')
    .select(['detenido_mensaje as mensaje', 'detenido_hasta as hasta'])
    .where('detenido_hasta', 'is not', null)
    .$narrowType<{ hasta: Date }>()
    .executeTakeFirst();
}

/** Puts the turn to try the account off; false where nothing is halted, or somebody took the turn before. */
export const takeTurn = (tx: Tx, now: Date, until: Date) =>
  anyFrom(tx)`
    UPDATE timbrado SET detenido_hasta = ${until} WHERE detenido_hasta <= ${now} RETURNING 1`;

/** When the account is tried next, where stamping is halted. */
export async function setTurn(tx: Tx, at: Date): Promise<void> {
  await tx.updateTable('timbrado').set({ detenido_hasta: at }).where('detenido_hasta', 'is not', null).execute();
}

/** Leaves the account alone until then at least, where stamping is halted. */
export async function putTurnOff(tx: Tx, until: Date): Promise<void> {
  await sql`
    UPDATE timbrado SET detenido_hasta = greatest(detenido_hasta, ${until}) WHERE detenido_hasta IS NOT NULL`.execute(
    tx,
  );
}

/** Nobody asks the provider until then. Answers whether stamping went on until now. */
export async function haltStamping(tx: Tx, mensaje: string, until: Date, now: Date): Promise<boolean> {
  const { rows } = await sql<{ wentOn: boolean }>`
    UPDATE timbrado SET detenido_at = coalesce(detenido_at, ${now}), detenido_hasta = ${until}, detenido_mensaje = ${mensaje}
    RETURNING old.detenido_at IS NULL AS "wentOn"`.execute(tx);
  return rows[0]?.wentOn ?? false;
}

/** The account serves again. */
export async function resumeStamping(tx: Tx): Promise<void> {
  await tx
    .updateTable('timbrado')
    .set({ detenido_at: null, detenido_hasta: null, detenido_mensaje: '' })
    .where('detenido_at', 'is not', null)
    .execute();
}

/** The lines of an invoice as its document has them. */
export const listConceptos = (tx: Tx, { id, tipo }: Pick<FacturaRow, 'id' | 'tipo'>) =>
  rowsFrom(tx)<ConceptoDocumento>`
    SELECT c.clave_producto_servicio AS "claveProdServ", c.clave_unidad AS "claveUnidad",
      -- A month's invoice has no Unidad, whatever its draft was written with.
      CASE WHEN ${tipo} = 'global' THEN '' ELSE c.unidad END AS unidad,
      -- In a global invoice each line names its own receipt, and so does a credit note of it.
      CASE WHEN ${tipo} = 'global' OR o.tipo = 'global' THEN concat_ws('-', p.recibo_id, p.id)
        WHEN ${tipo} = 'egreso' THEN '' ELSE coalesce(p.recibo_id::text, '') END AS "noIdentificacion", c.cantidad, c.descripcion,
      c.importe_centavos AS importe, c.iva_centavos AS iva, c.tratamiento
    FROM factura_concepto c
    LEFT JOIN factura_concepto a ON a.id = c.acredita_concepto_id
    LEFT JOIN factura o ON o.id = a.factura_id
    LEFT JOIN pago p ON p.id = coalesce(c.pago_id, a.pago_id)
    WHERE c.factura_id = ${id} ORDER BY c.numero`;

interface SettledRow extends DocumentoPagado {
  fecha: string;
  formaPago: string;
}

/** What a payment complement settles. */
export async function listSettled(tx: Tx, facturaId: number): Promise<SettledRow[]> {
  const { rows } = await sql<Omit<SettledRow, 'folio' | 'serie'> & { serie: string; folio: number | null }>`
    SELECT f.uuid, f.serie, f.folio, d.parcialidad, d.saldo_anterior_centavos AS "saldoAnterior",
      d.pagado_centavos AS pagado, d.forma_pago AS "formaPago",
      -- Noon: the hour of a payment is not kept, and the authority asks for one.
      to_char(d.fecha_pago, 'YYYY-MM-DD') || 'T12:00:00' AS fecha, d.partes
    FROM complemento_documento d JOIN factura f ON f.id = d.relacionada_id
    WHERE d.factura_id = ${facturaId} ORDER BY d.fecha_pago, d.forma_pago, d.id`.execute(tx);
  return rows.map((row) => ({ ...row, folio: String(row.folio ?? '') }));
}

/** How the invoices stand that a payment complement settles, here and with the authority. */
export function listSettledStatuses(tx: Tx, facturaId: number): Promise<Liquidada[]> {
  return tx
    .selectFrom('complemento_documento as d')
    .innerJoin('factura as f', 'f.id', 'd.relacionada_id')
    .select(['f.id', 'f.serie', 'f.folio', 'f.status', 'f.sat_estado as satEstado'])
    .where('d.factura_id', '=', facturaId)
    .execute();
}

/** The drafts of complements that an invoice is settled by. */
export const listWaitingComplements = (tx: Tx, facturaId: number) =>
  idsFrom(tx)`
    SELECT id FROM factura WHERE estado = 'borrador'
      AND id IN (SELECT factura_id FROM complemento_documento WHERE relacionada_id = ${facturaId}) ORDER BY id`;

/** Whether an invoice takes the place of a global one that a lot left. */
export async function isOfSalida(tx: Tx, facturaId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('salida_global')
    .select('cancelacion_id')
    .where((eb) => eb.or([eb('global_id', '=', facturaId), eb('factura_id', '=', facturaId)]))
    .executeTakeFirst();
  return found !== undefined;
}

/** The next folio of a series, returned ones first; the series stays locked until the transaction ends. */
export async function takeFolio(tx: Tx, serie: string): Promise<number> {
  await tx
    .insertInto('serie_folio')
    .values({ serie })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { siguiente } = await tx
    .selectFrom('serie_folio')
    .select('siguiente')
    .where('serie', '=', serie)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const free = await tx
    .deleteFrom('folio_libre')
    .where('serie', '=', serie)
    .where('folio', '=', (eb) =>
      eb
        .selectFrom('folio_libre')
        .select(({ fn }) => fn.min('folio').as('folio'))
        .where('serie', '=', serie),
    )
    .returning('folio')
    .executeTakeFirst();
  if (free) return free.folio;
  await tx
    .updateTable('serie_folio')
    .set({ siguiente: siguiente + 1 })
    .where('serie', '=', serie)
    .execute();
  return siguiente;
}

const FREE = { arriendo: null, arriendo_hasta: null };

/** Takes the lease of an invoice unless somebody has it; answers whether it was taken. */
export async function claimFactura(tx: Tx, id: number, lease: string, until: Date, now: Date): Promise<boolean> {
  const claimed = await tx
    .updateTable('factura')
    .set(({ eb }) => ({
      estado: 'enviando',
      arriendo: lease,
      arriendo_hasta: until,
      intentos: eb('intentos', '+', 1),
    }))
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('arriendo_hasta', 'is', null), eb('arriendo_hasta', '<=', now)]))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** How often an invoice was tried, locked; undefined once the lease is somebody else's. */
export async function findIntentosForUpdate(tx: Tx, id: number, lease: string): Promise<number | undefined> {
  const mine = await tx
    .selectFrom('factura')
    .select('intentos')
    .where('id', '=', id)
    .where('arriendo', '=', lease)
    .where('estado', '=', 'enviando')
    .forUpdate()
    .executeTakeFirst();
  return mine?.intentos;
}

/** Keeps what the provider stamped, and what the authority's complement in it says. */
export async function updateStamped(tx: Tx, id: number, xml: Buffer, timbre: Timbre, now: Date): Promise<void> {
  await insertDocument(tx, id, 'timbrado', xml, now);
  await updateFactura(tx, id, {
    estado: 'timbrado',
    uuid: timbre.uuid,
    fecha_certificacion: timbre.fechaTimbrado,
    csd_sat: timbre.noCertificadoSAT,
    sello: timbre.selloCFD,
    sello_sat: timbre.selloSAT,
    cadena_tfd: timbre.cadena,
    codigo: '',
    mensaje: '',
    proximo_intento: null,
    ...FREE,
  });
  await insertEvent(tx, id, 'timbrado', now, { mensaje: timbre.uuid });
}

/** Why an invoice has no stamp: in Spanish, with what to do; the code is who answered's, '' where none was said. */
export interface Rejection {
  codigo: string;
  mensaje: string;
}

/** Nobody knows what the provider did: it is asked again. 'sellado' where it was certainly sent nothing yet. */
export async function updateUncertain(
  tx: Tx,
  id: number,
  { estado, retry, ...why }: Rejection & { estado: 'incierto' | 'sellado'; retry: Date },
  now: Date,
): Promise<void> {
  await updateFactura(tx, id, { estado, ...why, proximo_intento: retry, ...FREE });
  await insertEvent(tx, id, 'incierto', now, why);
}

/** Ends an invoice without a stamp; its folio goes back to the series. */
export async function updateRejected(
  tx: Tx,
  row: Pick<FacturaRow, 'id' | 'serie' | 'folio'>,
  rejection: Rejection,
  now: Date,
  estado: 'rechazado' | 'vencido' | 'abandonado' = 'rechazado',
): Promise<void> {
  await updateFactura(tx, row.id, { estado, ...rejection, proximo_intento: null, ...FREE });
  if (row.folio !== null) {
    await tx
      .insertInto('folio_libre')
      .values({ serie: row.serie, folio: row.folio })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await insertEvent(tx, row.id, estado, now, rejection);
}

/**
 * Invoices whose turn has come, those that the provider may have first: stampings that broke off, and after them the drafts
 * that nobody took up, which lose nothing by waiting. The oldest of each first.
 */
export const listDueStamps = (tx: Tx, now: Date, limit: number) =>
  idsFrom(tx)`
    SELECT id FROM factura
    WHERE estado IN ('borrador', 'sellado', 'enviando', 'incierto') AND proximo_intento <= ${now}
      AND coalesce(arriendo_hasta <= ${now}, true)
    ORDER BY estado = 'borrador', proximo_intento, id LIMIT ${limit}`;

/**
 * Writes the draft of an invoice anew: the same lines, which the old one has to have given up, but for those of payments that
 * fall. Answers its id; undefined where no line is left. `formaPago`: where it is another without them.
 */
export async function insertAnew(
  tx: Tx,
  id: number,
  now: Date,
  { sinPagos = [], formaPago }: { sinPagos?: readonly number[]; formaPago?: string } = {},
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO factura (clave, tipo, lote_id, referencia_receptor, serie, emisor_rfc, emisor_nombre, emisor_regimen,
      emisor_direccion, lugar_expedicion, receptor_rfc, receptor_nombre, receptor_cp, receptor_regimen, receptor_direccion,
      receptor_email, uso_cfdi, metodo_pago, forma_pago, periodicidad, periodo_mes, periodo_year, subtotal_centavos,
      iva_centavos, total_centavos, observacion, direccion_domicilio, numero_cuenta, relacion, relacion_uuid, sustituye_id,
      acredita_id, usuario_id, created_at, proximo_intento)
    SELECT gen_random_uuid(), f.tipo, f.lote_id, f.referencia_receptor, f.serie, f.emisor_rfc, f.emisor_nombre, f.emisor_regimen,
      f.emisor_direccion, f.lugar_expedicion, f.receptor_rfc, f.receptor_nombre, f.receptor_cp, f.receptor_regimen,
      f.receptor_direccion, f.receptor_email, f.uso_cfdi, f.metodo_pago, coalesce(${formaPago ?? null}, f.forma_pago),
      f.periodicidad, f.periodo_mes, f.periodo_year,
      -- A complement's lines say 0: what it settles is kept apart.
      CASE WHEN f.tipo = 'pago' THEN f.subtotal_centavos ELSE k.importe END, CASE WHEN f.tipo = 'pago' THEN f.iva_centavos ELSE k.iva END,
      CASE WHEN f.tipo = 'pago' THEN f.total_centavos ELSE k.importe + k.iva END, f.observacion, f.direccion_domicilio,
      f.numero_cuenta, f.relacion, f.relacion_uuid, f.sustituye_id, f.acredita_id, f.usuario_id, ${now}::timestamptz, ${now}::timestamptz
    FROM factura f
    CROSS JOIN LATERAL (
      SELECT sum(c.importe_centavos) AS importe, sum(c.iva_centavos) AS iva FROM factura_concepto c
      WHERE c.factura_id = f.id AND coalesce(c.pago_id <> ALL (${[...sinPagos]}::int[]), true)
    ) k
    WHERE f.id = ${id} AND k.importe IS NOT NULL RETURNING id`.execute(tx);
  const anew = rows[0]?.id;
  if (anew === undefined) return undefined;
  // Of one that takes another's place the payments are still that one's.
  await sql`
    INSERT INTO factura_concepto (factura_id, numero, pago_id, cargo_id, acredita_concepto_id, tipo, descripcion, clave_producto_servicio, clave_unidad,
      unidad, cantidad, importe_centavos, iva_centavos, tratamiento, viva)
    SELECT ${anew}::int, row_number() OVER (ORDER BY c.numero), c.pago_id, c.cargo_id, c.acredita_concepto_id, c.tipo, c.descripcion,
      c.clave_producto_servicio, c.clave_unidad, c.unidad, c.cantidad, c.importe_centavos, c.iva_centavos, c.tratamiento,
      f.sustituye_id IS NULL
    FROM factura_concepto c JOIN factura f ON f.id = c.factura_id
    WHERE f.id = ${id} AND coalesce(c.pago_id <> ALL (${[...sinPagos]}::int[]), true)`.execute(tx);
  await sql`
    INSERT INTO complemento_documento (factura_id, relacionada_id, fecha_pago, forma_pago, parcialidad, saldo_anterior_centavos,
      pagado_centavos, partes)
    SELECT ${anew}::int, relacionada_id, fecha_pago, forma_pago, parcialidad, saldo_anterior_centavos, pagado_centavos, partes
    FROM complemento_documento WHERE factura_id = ${id}`.execute(tx);
  await insertEvent(tx, anew, 'borrador', now);
  return anew;
}
