import { type RawBuilder, sql } from 'kysely';
import type { Centavos, InCentavos } from '#core/money.ts';
import { addMonths, firstDayOf, type Month } from '#core/period.ts';
import type { PaymentResult } from '#libro/contract.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import { REFUSED } from '#libro/server/failed-invoices.ts';
import { facturaDeCuando } from '#libro/server/owners.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { idsFrom, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { FacturaListada } from '../../contract.ts';
import type { DocumentoDelMes } from '../../listings.ts';
import { sinCertificado } from '../repository.ts';

/** The authority's reason of a cancellation, and what whoever cancelled wrote. */
export interface Motivo {
  motivo: string | null;
  descripcionMotivo: string | null;
  razon: string | null;
}

/** What the list leaves out; written as the index `factura_lista` has it. */
const LISTED = sql`f.estado NOT IN ('rechazado', 'vencido', 'abandonado')`;

/** An instant on the wall clock of a zone, or a local timestamp as it stands: 'YYYY-MM-DDTHH:mm:ss'; '' for none. */
const clockText = (value: RawBuilder<unknown>) =>
  sql<string>`coalesce(to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS'), '')`;

/** The fiscal folio as the document itself writes it, which may be in capitals. */
const FOLIO_FISCAL = sql<string>`coalesce(nullif(split_part(f.cadena_tfd, '|', 4), ''), f.uuid::text, '')`;

/** What a search looks at: series and folio, reference, receptor; written as the index `factura_texto` has it. */
const SEARCHED = sql`ext.clave(f.serie || '-' || coalesce(f.folio::text, '') || E'\\n' || f.referencia_receptor || E'\\n' || f.receptor_nombre)`;

export interface ListFilter {
  name: string;
  /** Instants: from (inclusive) and until (exclusive). */
  from: Date | null;
  until: Date | null;
  /** Those that failed alone, which the list leaves out otherwise. */
  fallidas: boolean;
}

function where({ name, from, until, fallidas }: ListFilter) {
  const conditions = [fallidas ? sql`f.id IN (SELECT x.id FROM (${REFUSED}) x)` : LISTED];
  if (from) conditions.push(sql`f.created_at >= ${from}`);
  if (until) conditions.push(sql`f.created_at < ${until}`);
  if (name !== '') {
    // Escaped after `clave`, which turns some characters into the wildcards of LIKE.
    conditions.push(
      sql`${SEARCHED} LIKE '%' || regexp_replace(ext.clave(${name}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
    );
  }
  return sql.join(conditions, sql` AND `);
}

export interface ListedFactura
  extends InCentavos<Omit<FacturaListada, 'folio' | 'tipoMotivoCancelacion' | 'importesList'>> {
  importesList: Centavos[];
  serie: string;
  folio: number | null;
  motivo: string | null;
}

/**
 * The latest first; without `paging` all of them. The ids are picked on the index alone, so that a late page costs
 * little more than the first.
 */
export async function listFacturas(
  tx: Tx,
  filter: ListFilter,
  timeZone: string,
  paging?: { page: number; size: number },
): Promise<ListedFactura[]> {
  const part = paging ? sql`LIMIT ${paging.size} OFFSET ${paging.page * paging.size}` : sql``;
  return rowsFrom(tx)<ListedFactura>`
    WITH elegidas AS MATERIALIZED (
      SELECT f.id, f.created_at FROM factura f WHERE ${where(filter)} ORDER BY f.created_at DESC, f.id DESC ${part}
    )
    SELECT f.id, ${clockText(sql`coalesce(f.fecha_emision, f.created_at AT TIME ZONE ${timeZone})`)} AS "fechaEmision",
      f.serie, f.folio, f.referencia_receptor AS "referenciaReceptor",
      coalesce((
        SELECT array_agg(c.descripcion ORDER BY c.numero) FROM factura_concepto c WHERE c.factura_id = f.id
      ), '{}') AS "conceptosList",
      coalesce((
        SELECT jsonb_agg(c.importe_centavos + c.iva_centavos ORDER BY c.numero)
        FROM factura_concepto c WHERE c.factura_id = f.id
      ), '[]') AS "importesList",
      f.receptor_nombre AS "nombreReceptor", f.total_centavos AS total, f.status,
      CASE WHEN f.cancelacion IS NOT NULL THEN (
        SELECT x.motivo FROM cancelacion_factura x WHERE x.factura_id = f.id AND x.estado <> 'rechazada' LIMIT 1
      ) END AS motivo,
      ${FOLIO_FISCAL} AS "folioFiscal", f.tipo
    FROM elegidas JOIN factura f USING (id)
    ORDER BY elegidas.created_at DESC, elegidas.id DESC`;
}

/** The stamped invoices of a month, by the date that they state, in the order of their folios. */
export const listOfMonth = (tx: Tx, month: Month) =>
  idsFrom(tx)`
    SELECT id FROM factura
    WHERE estado = 'timbrado' AND fecha_emision >= ${firstDayOf(month)}::date
      AND fecha_emision < ${firstDayOf(addMonths(month, 1))}::date
    ORDER BY serie, folio`;

/** The same with what a list of them tells. */
export const listDocumentosOf = (tx: Tx, month: Month) =>
  rowsFrom(tx)<InCentavos<DocumentoDelMes & { id: number }>>`
    SELECT f.id, concat_ws('-', nullif(f.serie, ''), f.folio) AS folio, ${clockText(sql`f.fecha_emision`)} AS fecha, f.tipo,
      f.receptor_nombre AS receptor, f.receptor_rfc AS rfc, ${FOLIO_FISCAL} AS "folioFiscal", f.status,
      f.total_centavos AS total
    FROM factura f
    WHERE f.estado = 'timbrado' AND f.fecha_emision >= ${firstDayOf(month)}::date
      AND f.fecha_emision < ${firstDayOf(addMonths(month, 1))}::date
    ORDER BY f.serie, f.folio`;

/** The documents as they were stamped, by invoice. */
export async function listXml(tx: Tx, ids: readonly number[]): Promise<Map<number, Buffer>> {
  const { rows } = await sql<{ id: number; contenido: Buffer }>`
    SELECT factura_id AS id, contenido FROM factura_documento
    WHERE clase = 'timbrado' AND factura_id = ANY(${[...ids]}::int[])`.execute(tx);
  return new Map(rows.map(({ id, contenido }) => [id, contenido]));
}

/** Invoices that stand here and that the authority has as cancelled, so many at most. */
export const listCanceladasFuera = (tx: Tx, limit: number) =>
  rowsFrom(tx)<{ id: number; folio: string }>`
    SELECT id, concat_ws('-', nullif(serie, ''), folio) AS folio FROM factura
    WHERE sat_estado = 'cancelada' AND cancelacion IS NULL AND estado = 'timbrado' ORDER BY id LIMIT ${limit}`;

/** What falls with an invoice. */
export const findAlcance = (tx: Tx, id: number) =>
  rowFrom(tx)<{
    id: number;
    serie: string;
    folio: number | null;
    tipo: string;
    pagos: number;
    total: Centavos;
  }>`
    SELECT f.id, f.serie, f.folio, f.tipo, f.total_centavos AS total,
      (SELECT count(*)::int FROM factura_concepto k WHERE k.factura_id = f.id AND k.pago_id IS NOT NULL) AS pagos
    FROM factura f WHERE f.id = ${id}`;

/** Why drafts wait for a certificate, the oldest's reason; '' where none does. */
export async function findMissingCertificate(tx: Tx, now: Date): Promise<string> {
  const { rows } = await sql<{ mensaje: string }>`
    SELECT mensaje FROM factura f
    WHERE estado = 'borrador' AND mensaje <> '' AND ${sinCertificado('f', now)} ORDER BY id LIMIT 1`.execute(tx);
  return rows[0]?.mensaje ?? '';
}

/** Why nobody is asked for stamps; '' where the account stands in nobody's way. */
export async function findHaltMessage(tx: Tx): Promise<string> {
  const { detenido_mensaje } = await tx.selectFrom('timbrado').select('detenido_mensaje').executeTakeFirstOrThrow();
  return detenido_mensaje;
}

export async function countFacturas(tx: Tx, filter: ListFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM factura f WHERE ${where(filter)}`.execute(
    tx,
  );
  return rows[0]?.total ?? 0;
}

/** What of an invoice is computed, or asked for apart. */
type Computed =
  | 'folio'
  | 'regimenFiscalEmisor'
  | 'tipoRelacionFactura'
  | 'motivoCancelacion'
  | 'cancelacion'
  | 'sat'
  | 'plazo'
  | 'textoQR'
  | 'impuestos'
  | 'imageQR'
  | 'sinValidez'
  | 'sinRespuesta'
  | 'sustituta'
  | 'sustituida'
  | 'facturaConceptosList'
  | 'documentosRelacionados';

export interface FacturaRow extends InCentavos<Omit<Factura, Computed>>, Motivo {
  serie: string;
  folio: number | null;
  estado: string;
  /** The provider's last, of its stamp. */
  codigo: string;
  loteId: number | null;
  regimenEmisor: string;
  nombreRegimenEmisor: string | null;
  relacion: string | null;
  descripcionRelacion: string | null;
  mensajeCancelacion: string | null;
  codigoCancelacion: string | null;
  intentosCancelacion: number | null;
  vigenteVeces: number | null;
  sinRespuestaAt: Date | null;
  satEstado: string;
  satConsultado: string;
  proveedor: string | null;
}

/** One invoice with the names behind its codes. A catalogue that lacks a code gives '' for its name. */
export const findFactura = (tx: Tx, id: number, timeZone: string) =>
  rowFrom(tx)<FacturaRow>`
    SELECT f.id, f.serie, f.folio, ${FOLIO_FISCAL} AS "folioFiscal", f.status, f.estado, f.codigo, f.version,
      ${fullName('u')} AS usuario, f.tipo, f.lote_id AS "loteId",
      f.emisor_nombre AS "nombreFiscalEmisor", f.emisor_direccion AS "direccionEmisor", f.emisor_rfc AS "rfcEmisor",
      f.lugar_expedicion AS "lugarExpedicion", f.emisor_regimen AS "regimenEmisor", re.name AS "nombreRegimenEmisor",
      f.receptor_nombre AS "nombreReceptor", f.receptor_rfc AS "rfcReceptor",
      f.receptor_direccion AS "direccionReceptor", f.receptor_cp AS "cpReceptor",
      CASE WHEN f.periodicidad IS NOT NULL THEN
        jsonb_build_object('periodicidad', f.periodicidad, 'mes', f.periodo_mes, 'year', f.periodo_year) END AS "periodoGlobal", f.receptor_regimen AS "regimenFiscal", coalesce(rr.name, '') AS "nombreRegimenFiscal",
      f.uso_cfdi AS "usoCFDI", coalesce(uc.name, '') AS "nombreUsoCFDI", f.referencia_receptor AS "referenciaReceptor",
      coalesce(f.csd_sat, '') AS "csdSAT", coalesce(c.numero, '') AS "csdEmisor",
      ${clockText(sql`f.fecha_emision`)} AS "fechaEmision", ${clockText(sql`f.fecha_certificacion`)} AS "fechaCertificacion",
      coalesce(f.cadena_tfd, '') AS "cadenaOriginal", coalesce(f.sello, '') AS "selloDigital",
      coalesce(f.sello_sat, '') AS "selloDigitalSAT", coalesce(split_part(f.cadena_tfd, '|', 6), '') AS "rfcProvCertif",
      coalesce((
        SELECT convert_from(d.contenido, 'UTF8') FROM factura_documento d WHERE d.factura_id = f.id AND d.clase = 'timbrado'
      ), '') AS xml,
      f.subtotal_centavos AS subtotal, f.iva_centavos AS iva, f.total_centavos AS total,
      f.forma_pago AS "formaPago", coalesce(fp.name, '') AS "nombreFormaPago",
      f.metodo_pago AS "metodoPago", coalesce(mp.name, '') AS "nombreMetodoPago",
      f.observacion, f.direccion_domicilio AS "direccionDomicilio", f.numero_cuenta AS "numeroCuenta",
      -- Of a cancelled one both are the cancellation's, of the others the document's own.
      CASE WHEN f.status = 'cancelada' THEN tc.clave ELSE f.relacion END AS relacion,
      CASE WHEN f.status = 'cancelada' THEN tc.descripcion ELSE tr.descripcion END AS "descripcionRelacion",
      CASE WHEN f.status = 'cancelada' THEN coalesce(nullif(f.folio_relacionar, ''), x.folio_sustitucion::text, '')
        ELSE coalesce(f.relacion_uuid::text, '') END AS "folioFiscalRelacionar",
      ${clockText(sql`f.fecha_cancelada AT TIME ZONE ${timeZone}`)} AS "fechaCancelada",
      CASE WHEN f.status = 'en_cancelacion' THEN ${clockText(sql`x.created_at AT TIME ZONE ${timeZone}`)} ELSE '' END
        AS "fechaSolicitudCancelacion",
      x.motivo, tm.descripcion AS "descripcionMotivo", x.razon, x.mensaje AS "mensajeCancelacion",
      x.codigo AS "codigoCancelacion", x.intentos AS "intentosCancelacion", x.vigente_veces AS "vigenteVeces", x.sin_respuesta_at AS "sinRespuestaAt",
      f.sat_estado AS "satEstado", ${clockText(sql`f.sat_at AT TIME ZONE ${timeZone}`)} AS "satConsultado",
      coalesce((
        SELECT convert_from(d.contenido, 'UTF8') FROM factura_documento d WHERE d.factura_id = f.id AND d.clase = 'acuse'
          -- Of a request of before, which was refused, it is none.
          AND d.created_at >= coalesce(x.created_at, '-infinity')
        ORDER BY d.id DESC LIMIT 1
      ), '') AS acuse,
      f.proveedor, f.mensaje,
      (f.metodo_pago = 'PPD' AND f.estado = 'timbrado' AND f.cancelacion IS NULL AND CASE
        WHEN EXISTS (SELECT FROM factura_concepto k WHERE k.factura_id = f.id AND k.cargo_id IS NOT NULL)
        -- Of charges: what of them is paid and has no complement.
        THEN EXISTS (
          SELECT FROM factura_concepto k JOIN pago p ON p.cargo_id = k.cargo_id AND p.status = 'recibido'
          WHERE k.factura_id = f.id AND k.viva AND NOT EXISTS (SELECT FROM factura_concepto o WHERE o.pago_id = p.id AND o.viva)
            AND NOT EXISTS (SELECT FROM pago_sistema_anterior s WHERE s.pago_id = p.id))
        ELSE coalesce((
          SELECT sum(k.pagado_centavos) FROM complemento_documento k JOIN factura p ON p.id = k.factura_id
          WHERE k.relacionada_id = f.id AND p.status NOT IN ('rechazada', 'cancelada')
        ), 0) < f.total_centavos END) AS "faltaComplemento",
      coalesce((
        SELECT coalesce(nullif(split_part(s.cadena_tfd, '|', 4), ''), s.uuid::text)
        FROM factura s WHERE s.sustituye_id = f.id AND s.status = 'facturada'
      ), '') AS "folioSustituto"
    FROM factura f
    LEFT JOIN usuario u ON u.id = f.usuario_id
    LEFT JOIN certificado c ON c.id = f.certificado_id
    LEFT JOIN regimen_fiscal re ON ext.clave(re.clave) = ext.clave(f.emisor_regimen)
    LEFT JOIN regimen_fiscal rr ON ext.clave(rr.clave) = ext.clave(f.receptor_regimen)
    LEFT JOIN uso_cfdi uc ON ext.clave(uc.uso_cfdi) = ext.clave(f.uso_cfdi)
    LEFT JOIN forma_pago_cfdi fp ON ext.clave(fp.forma_pago) = ext.clave(f.forma_pago)
    LEFT JOIN metodo_pago_cfdi mp ON ext.clave(mp.metodo_pago) = ext.clave(f.metodo_pago)
    LEFT JOIN cancelacion_factura x ON x.factura_id = f.id AND x.estado <> 'rechazada' AND f.cancelacion IS NOT NULL
    LEFT JOIN tipo_motivo_cancelacion tm ON tm.id = x.tipo_motivo_cancelacion_id
    LEFT JOIN tipo_relacion_factura tc ON tc.id = x.tipo_relacion_factura_id
    LEFT JOIN tipo_relacion_factura tr ON ext.clave(tr.clave) = ext.clave(f.relacion)
    WHERE f.id = ${id}`;

/** The invoice that a credit note is of; null where it is none. */
export async function findAcreditada(tx: Tx, id: number): Promise<{ id: number; folio: string } | null> {
  const { rows } = await sql<{ id: number; folio: string }>`
    SELECT o.id, concat_ws('-', nullif(o.serie, ''), o.folio) AS folio
    FROM factura f JOIN factura o ON o.id = f.acredita_id WHERE f.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

interface ConceptoRow extends InCentavos<Omit<Factura['facturaConceptosList'][number], 'valorUnitario' | 'impuesto'>> {
  iva: number;
  tratamiento: string;
}

export const listConceptos = (tx: Tx, facturaId: number) =>
  rowsFrom(tx)<ConceptoRow>`
    SELECT k.cantidad, k.unidad, k.clave_unidad AS "claveUnidad", k.clave_producto_servicio AS "claveProductoServicio",
      -- A sale of a global invoice is told with its NoIdentificacion.
      k.descripcion || CASE WHEN f.tipo = 'global' THEN concat(', recibo ', p.recibo_id, '-', p.id) ELSE '' END AS descripcion,
      k.importe_centavos AS importe, k.iva_centavos AS iva, k.tratamiento, k.pago_id AS "referenciaId", k.tipo AS "referenciaTipo"
    FROM factura_concepto k JOIN factura f ON f.id = k.factura_id LEFT JOIN pago p ON p.id = k.pago_id
    WHERE k.factura_id = ${facturaId} ORDER BY k.numero`;

type ReciboRow = InCentavos<PaymentResult['recibo']>;

/** The receipt that an invoice's payments came with; undefined where there is none, or more than one. */
export const findReciboOf = (tx: Tx, facturaId: number) =>
  rowFrom(tx)<ReciboRow>`
    SELECT r.id, r.total_centavos AS total, r.fecha_pago AS "fechaPago", r.fecha_contable AS "fechaContable", coalesce((
        SELECT sum(m.monto_centavos) FROM fondo_movimiento m WHERE m.recibo_id = r.id AND m.tipo IN ('abono', 'uso')
      ), 0)::bigint AS fondo
    FROM recibo r
    WHERE r.id = (
      SELECT min(p.recibo_id) FROM factura_concepto k JOIN pago p ON p.id = k.pago_id WHERE k.factura_id = ${facturaId}
      HAVING min(p.recibo_id) = max(p.recibo_id)
    )`;

interface DocumentoRow extends InCentavos<Omit<Factura['documentosRelacionados'][number], 'folio' | 'saldoInsoluto'>> {
  serie: string;
  folio: number | null;
}

/** What a payment complement settles. */
export const listDocumentos = (tx: Tx, facturaId: number) =>
  rowsFrom(tx)<DocumentoRow>`
    SELECT ${FOLIO_FISCAL} AS "folioFiscal", f.serie, f.folio, k.parcialidad,
      k.saldo_anterior_centavos AS "saldoAnterior", k.pagado_centavos AS pagado, k.fecha_pago AS "fechaPago",
      k.forma_pago || coalesce(' - ' || fp.name, '') AS "formaPago"
    FROM complemento_documento k
    JOIN factura f ON f.id = k.relacionada_id
    LEFT JOIN forma_pago_cfdi fp ON ext.clave(fp.forma_pago) = ext.clave(k.forma_pago)
    WHERE k.factura_id = ${facturaId} ORDER BY k.id`;

type Estado = Pick<Factura, 'status' | 'mensaje'>;

export const findEstado = (tx: Tx, id: number) =>
  rowFrom(tx)<Estado>`
    SELECT f.status, coalesce(nullif(x.mensaje, ''), f.mensaje) AS mensaje
    FROM factura f
    LEFT JOIN LATERAL (
      SELECT mensaje FROM cancelacion_factura WHERE factura_id = f.id ORDER BY id DESC LIMIT 1
    ) x ON true
    WHERE f.id = ${id}`;

export interface Correos {
  email: string;
  /** Of the associate, those marked for invoices. */
  correos: string[];
}

/**
 * Where an invoice is sent: what the associate of its day marked, and the tax data's address. Once the lot is somebody else's the
 * data are too, and it goes to the address that it was issued with.
 */
export const findCorreos = (tx: Tx, facturaId: number) =>
  rowFrom(tx)<Correos>`
    SELECT coalesce(nullif(d.email, ''), f.receptor_email) AS email,
      coalesce((
        SELECT array_agg(e.correo ORDER BY e.id) FROM correo_electronico e WHERE e.residente_id = lr.residente_id AND e.facturar
      ), '{}') AS correos
    FROM factura f
    LEFT JOIN LATERAL (
      SELECT residente_id, active FROM lote_residente
      WHERE lote_id = f.lote_id AND asociado AND (hasta IS NULL OR hasta > ${facturaDeCuando('f')}) ORDER BY desde, id LIMIT 1
    ) lr ON true
    LEFT JOIN datos_fiscales d ON d.lote_id = f.lote_id AND lr.active IS NOT false
    WHERE f.id = ${facturaId}`;

interface CanceladaRow extends Motivo {
  id: number;
  tipo: string;
  loteId: number | null;
  fechaCancelada: string;
  serie: string;
  folio: number | null;
  referencia: string;
  folioFiscalRelacionar: string;
  folioFiscal: string;
  total: Centavos;
}

/** The invoices cancelled between two instants, in their order. */
export const listCanceladas = (tx: Tx, from: Date, until: Date, timeZone: string) =>
  rowsFrom(tx)<CanceladaRow>`
    SELECT f.id, f.tipo, f.lote_id AS "loteId", ${clockText(sql`f.fecha_cancelada AT TIME ZONE ${timeZone}`)} AS "fechaCancelada", f.serie, f.folio,
      f.referencia_receptor AS referencia, x.motivo, tm.descripcion AS "descripcionMotivo", x.razon,
      coalesce(nullif(f.folio_relacionar, ''), x.folio_sustitucion::text, '') AS "folioFiscalRelacionar",
      ${FOLIO_FISCAL} AS "folioFiscal", f.total_centavos AS total
    FROM factura f
    LEFT JOIN cancelacion_factura x ON x.factura_id = f.id AND x.estado = 'cancelada'
    LEFT JOIN tipo_motivo_cancelacion tm ON tm.id = x.tipo_motivo_cancelacion_id
    WHERE f.cancelacion = 'cancelado' AND f.fecha_cancelada >= ${from} AND f.fecha_cancelada < ${until}
    ORDER BY f.fecha_cancelada, f.id`;
