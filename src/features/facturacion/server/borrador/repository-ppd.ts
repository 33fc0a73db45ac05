/** Charges that are invoiced before they are paid (PPD), and the payments that their complements tell of. */
import { type RawBuilder, sql } from 'kysely';
import type { Contado } from '#cfdi/comprobante.ts';
import type { Tratamiento } from '#cfdi/documento.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import type { Liquidada } from '../../rules.ts';
import { sinCertificado } from '../repository.ts';
import type { Claves } from './repository-receptor.ts';

export interface CargoPorFacturar {
  id: number;
  loteId: number;
  referencia: string;
  tipo: string;
  concepto: string;
  vence: Fecha;
  /** What is owed of it: what was paid before has invoices of its own. */
  monto: Centavos;
  tratamiento: 'recibo' | Tratamiento;
  /** Of its kind of charge, where somebody has confirmed them. */
  claves: Claves | null;
  /** Its lot's own tax data say that it pays later. */
  ppd: boolean;
  facturado: boolean;
  /** A payment of it that nobody has invoiced stands. */
  pagoSinFactura: boolean;
}

const listCargosWhere = async (tx: Tx, where: RawBuilder<unknown>): Promise<CargoPorFacturar[]> => {
  return rowsFrom(tx)<CargoPorFacturar>`
    SELECT c.id, c.lote_id AS "loteId", l.referencia, c.tipo, c.concepto, c.vence, c.saldo_centavos AS monto, t.tratamiento,
      CASE WHEN t.confirmado_at IS NOT NULL THEN jsonb_build_object('claveProducto', t.clave_producto_servicio,
        'claveUnidad', t.clave_unidad, 'unidad', coalesce(u.name, '')) END AS claves,
      coalesce(m.metodo_pago = 'PPD', false) AS ppd,
      EXISTS (SELECT FROM factura_concepto k WHERE k.cargo_id = c.id AND k.viva) AS facturado,
      EXISTS (
        SELECT FROM pago p WHERE p.cargo_id = c.id AND p.status <> 'cancelado'
          AND NOT EXISTS (SELECT FROM factura_concepto k WHERE k.pago_id = p.id AND k.viva)
          AND NOT EXISTS (SELECT FROM pago_sistema_anterior s WHERE s.pago_id = p.id)
      ) AS "pagoSinFactura"
    FROM cargo c
    JOIN lote l ON l.id = c.lote_id
    JOIN tratamiento_fiscal t ON t.tipo = c.tipo
    LEFT JOIN clave_unidad_cfdi u ON u.clave_unidad = t.clave_unidad
    LEFT JOIN datos_fiscales d ON d.lote_id = c.lote_id
    LEFT JOIN metodo_pago_cfdi m ON m.id = d.metodo_pago_cfdi_id
    WHERE c.saldo_centavos > 0 AND ${where}
    ORDER BY l.referencia COLLATE ext.es, c.vence, c.id`;
};

/** Charges that are owed, of these ids. */
export const listCargos = (tx: Tx, ids: readonly number[]): Promise<CargoPorFacturar[]> =>
  listCargosWhere(tx, sql`c.id = ANY(${[...ids]}::int[])`);

/** The charges that are owed by lots which pay later, and that no invoice has. Late interest is invoiced once it is paid. */
export const listCargosPorFacturar = (tx: Tx): Promise<CargoPorFacturar[]> =>
  listCargosWhere(
    tx,
    sql`m.metodo_pago = 'PPD' AND c.tipo <> 'interes' AND t.tratamiento <> 'recibo'
      AND NOT EXISTS (SELECT FROM factura_concepto k WHERE k.cargo_id = c.id AND k.viva)`,
  );

export interface PagoPorComplementar {
  id: number;
  reciboId: number;
  facturaId: number;
  serie: string;
  folio: number | null;
  loteId: number;
  referencia: string;
  concepto: string;
  fechaPago: Fecha;
  monto: Centavos;
  metodoSinForma: string | null;
  /** What the invoice's complements and credit notes have left of it. */
  saldo: Centavos;
  receptorRfc: string;
  /** Whose tax data its lot has today, '' for nobody's, where no lot has those of the invoice's receiver; null where one has. */
  rfcHoy: string | null;
}

interface EnEspera extends Omit<PagoPorComplementar, 'metodoSinForma' | 'saldo' | 'receptorRfc' | 'rfcHoy'>, Liquidada {
  /** Why it waits for a certificate; '' where it does not. */
  sinCertificado: string;
}

/** The payments on complements that are not sealed yet, with the invoices that they wait for. */
export const listEnEspera = (tx: Tx, now: Date) =>
  rowsFrom(tx)<EnEspera>`
    SELECT p.id, p.recibo_id AS "reciboId", f.id AS "facturaId", f.serie, f.folio, c.lote_id AS "loteId", l.referencia, c.concepto,
      p.fecha_pago AS "fechaPago", p.monto_centavos AS monto, f.status, f.sat_estado AS "satEstado",
      CASE WHEN ${sinCertificado('x', now)} THEN x.mensaje ELSE '' END AS "sinCertificado"
    FROM factura x
    JOIN factura_concepto o ON o.factura_id = x.id AND o.viva
    JOIN pago p ON p.id = o.pago_id
    JOIN cargo c ON c.id = p.cargo_id
    JOIN lote l ON l.id = c.lote_id
    JOIN factura_concepto k ON k.cargo_id = c.id AND k.viva
    JOIN factura f ON f.id = k.factura_id
    WHERE x.tipo = 'pago' AND x.estado = 'borrador' ORDER BY p.fecha_pago, p.id`;

/** What the credit notes of an invoice `f` took back by a relation, and what its complements tell as paid. */
const ACREDITADO = (relaciones: readonly string[]) => sql`coalesce((
    SELECT sum(e.total_centavos) FROM factura e
    WHERE e.acredita_id = f.id AND e.status NOT IN ('rechazada', 'cancelada') AND e.relacion IN (${sql.join(relaciones)})
  ), 0)`;
const LIQUIDADO = sql`coalesce((
    SELECT sum(d.pagado_centavos) FROM complemento_documento d JOIN factura x ON x.id = d.factura_id
    WHERE d.relacionada_id = f.id AND x.status NOT IN ('rechazada', 'cancelada')
  ), 0)`;

/** What is left of an invoice `f` to be paid by complements. A refund is of what they have told already. */
const SALDO = sql`(f.total_centavos - ${ACREDITADO(['01'])} - ${LIQUIDADO}
    - greatest(0, ${ACREDITADO(['03'])} - ${LIQUIDADO}))::bigint`;

/** Payments `p` in force of the charges that line `k` invoices, which no complement tells of. */
const POR_COMPLEMENTAR = sql`factura_concepto k
    JOIN pago p ON p.cargo_id = k.cargo_id AND p.status = 'recibido'
      AND NOT EXISTS (SELECT FROM factura_concepto o WHERE o.pago_id = p.id AND o.viva)
      AND NOT EXISTS (SELECT FROM pago_sistema_anterior s WHERE s.pago_id = p.id)`;

/** How many of them there are, their sum, and the day of the first; up to a day, where one is given. */
export async function countPorComplementar(
  tx: Tx,
  hasta: Fecha | null = null,
): Promise<{ cantidad: number; monto: Centavos; primero: Fecha | null }> {
  const { rows } = await sql<{ cantidad: number; monto: Centavos; primero: Fecha | null }>`
    SELECT count(*)::int AS cantidad, coalesce(sum(p.monto_centavos), 0)::bigint AS monto, min(p.fecha_pago) AS primero
    FROM ${POR_COMPLEMENTAR} WHERE k.cargo_id IS NOT NULL AND k.viva AND p.fecha_pago <= coalesce(${hasta}::date, 'infinity')`.execute(
    tx,
  );
  return rows[0] ?? { cantidad: 0, monto: 0, primero: null };
}

/** The payments in force of invoiced charges that no complement tells of; of one invoice where it is given. */
export const listPorComplementar = (tx: Tx, facturaId?: number) =>
  rowsFrom(tx)<PagoPorComplementar>`
    SELECT p.id, p.recibo_id AS "reciboId", f.id AS "facturaId", f.serie, f.folio, c.lote_id AS "loteId", l.referencia, c.concepto,
      p.fecha_pago AS "fechaPago", p.monto_centavos AS monto, ${SALDO} AS saldo, f.receptor_rfc AS "receptorRfc",
      CASE WHEN NOT EXISTS (SELECT FROM datos_fiscales o WHERE o.rfc = f.receptor_rfc)
        THEN coalesce((SELECT rfc FROM datos_fiscales o WHERE o.lote_id = f.lote_id), '') END AS "rfcHoy",
      CASE WHEN NOT r.es_fondo AND coalesce(fp.forma_pago, '99') = '99' THEN m.name END AS "metodoSinForma"
    FROM ${POR_COMPLEMENTAR}
    JOIN factura f ON f.id = k.factura_id
    JOIN cargo c ON c.id = k.cargo_id
    JOIN lote l ON l.id = c.lote_id
    JOIN recibo r ON r.id = p.recibo_id
    LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
    LEFT JOIN forma_pago_cfdi fp ON fp.id = m.forma_pago_cfdi_id
    WHERE k.cargo_id IS NOT NULL AND k.viva AND ${facturaId === undefined ? sql`true` : sql`k.factura_id = ${facturaId}`}
    ORDER BY p.fecha_pago, l.referencia COLLATE ext.es, p.id`;

export interface ComplementoPorCorregir {
  id: number;
  serie: string;
  folio: number | null;
  referencia: string;
  monto: Centavos;
  /** Its document leaves out the taxes of what it settles; or the invoice that it settles is cancelled. */
  falta: 'impuestos' | 'factura';
  facturaId: number;
  facturaSerie: string;
  facturaFolio: number | null;
}

/** Complements in force that have to be cancelled, once for each invoice that they settle. */
export const listPorCorregir = (tx: Tx) =>
  rowsFrom(tx)<ComplementoPorCorregir>`
    SELECT x.id, x.serie, x.folio, x.referencia_receptor AS referencia, sum(d.pagado_centavos)::bigint AS monto,
      CASE WHEN f.status = 'cancelada' THEN 'factura' ELSE 'impuestos' END AS falta, f.id AS "facturaId",
      f.serie AS "facturaSerie", f.folio AS "facturaFolio"
    FROM complemento_documento d JOIN factura x ON x.id = d.factura_id JOIN factura f ON f.id = d.relacionada_id
    WHERE x.status = 'facturada' AND (d.sin_impuestos OR f.status = 'cancelada')
    GROUP BY x.id, f.id ORDER BY x.id, f.id`;

/** What the lines of an invoice come to by treatment, and what its complements told of them. */
export type Contados = Map<Tratamiento, Contado>;

/** By invoice. What credit notes of discounts took back is not paid, and told by nobody. */
export async function listContados(tx: Tx, ids: readonly number[]): Promise<Map<number, Contados>> {
  const { rows } = await sql<Contado & { id: number; tratamiento: Tratamiento }>`
    SELECT id, tratamiento, sum(total)::bigint AS total, sum(iva)::bigint AS iva, sum(dicho)::bigint AS dicho,
      sum("ivaDicho")::bigint AS "ivaDicho"
    FROM (
      SELECT coalesce(f.acredita_id, f.id) AS id, k.tratamiento,
        CASE WHEN f.acredita_id IS NULL THEN 1 ELSE -1 END * (k.importe_centavos + k.iva_centavos) AS total,
        CASE WHEN f.acredita_id IS NULL THEN 1 ELSE -1 END * k.iva_centavos AS iva, 0 AS dicho, 0 AS "ivaDicho"
      FROM factura f JOIN factura_concepto k ON k.factura_id = f.id
      WHERE f.id = ANY(${[...ids]}::int[])
        OR (f.acredita_id = ANY(${[...ids]}::int[]) AND f.relacion = '01' AND f.status NOT IN ('rechazada', 'cancelada'))
      UNION ALL
      SELECT d.relacionada_id, p.key, 0, 0, (p.value->>'base')::bigint + (p.value->>'iva')::bigint, (p.value->>'iva')::bigint
      FROM complemento_documento d JOIN factura x ON x.id = d.factura_id, jsonb_each(d.partes) p
      WHERE d.relacionada_id = ANY(${[...ids]}::int[]) AND x.status NOT IN ('rechazada', 'cancelada')
    ) t GROUP BY id, tratamiento`.execute(tx);
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
      id,
      new Map(
        own.map(({ tratamiento, total, iva, dicho, ivaDicho }) => [tratamiento, { total, iva, dicho, ivaDicho }]),
      ),
    ]),
  );
}

export interface FacturaPorPagar {
  contados: Contados;
  id: number;
  serie: string;
  folio: number | null;
  emisorRfc: string;
  receptorRfc: string;
  saldo: Centavos;
  /** The number that its next partial payment has. */
  parcialidad: number;
}

/** Invoices of charges, locked, with what is left of each. */
export async function lockPorPagar(tx: Tx, ids: readonly number[]): Promise<Map<number, FacturaPorPagar>> {
  const unique = [...new Set(ids)];
  // Looked at once they are locked: somebody may have settled a part of them meanwhile.
  await sql`SELECT id FROM factura WHERE id = ANY(${unique}::int[]) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql<Omit<FacturaPorPagar, 'contados'>>`
    SELECT f.id, f.serie, f.folio, f.emisor_rfc AS "emisorRfc", f.receptor_rfc AS "receptorRfc", ${SALDO} AS saldo, 1 + coalesce((
        SELECT max(d.parcialidad) FROM complemento_documento d JOIN factura x ON x.id = d.factura_id
        WHERE d.relacionada_id = f.id AND x.status NOT IN ('rechazada', 'cancelada')
      ), 0) AS parcialidad
    FROM factura f WHERE f.id = ANY(${unique}::int[])`.execute(tx);
  const contados = await listContados(tx, unique);
  return new Map(rows.map((row) => [row.id, { ...row, contados: contados.get(row.id) ?? new Map() }]));
}

/** What is still to be paid of the charges of an invoice `f`, or was paid and has no complement. */
const DEBE = sql`(
    SELECT coalesce(sum(c.saldo_centavos + coalesce((
        SELECT sum(p.monto_centavos) FROM pago p
        WHERE p.cargo_id = c.id AND p.status <> 'cancelado'
          AND NOT EXISTS (SELECT FROM factura_concepto o WHERE o.pago_id = p.id AND o.viva)
          AND NOT EXISTS (SELECT FROM pago_sistema_anterior s WHERE s.pago_id = p.id)
      ), 0)), 0)::bigint
    FROM factura_concepto k JOIN cargo c ON c.id = k.cargo_id WHERE k.factura_id = f.id AND k.viva
  )`;

export interface FacturaPorAcreditar {
  id: number;
  serie: string;
  folio: number | null;
  referencia: string;
  receptor: string;
  /** What is left of it, and what is still owed of its charges. */
  saldo: Centavos;
  debe: Centavos;
}

/**
 * Invoices of charges of which more is left than anybody owes: a discount, a condonation or a charge that was cancelled took
 * it. A credit note says so to the authority, or the invoice is cancelled where nothing of it was paid.
 */
export const listPorAcreditar = (tx: Tx) =>
  rowsFrom(tx)<FacturaPorAcreditar>`
    SELECT f.id, f.serie, f.folio, f.referencia_receptor AS referencia, f.receptor_nombre AS receptor, x.saldo, x.debe
    FROM factura f
    CROSS JOIN LATERAL (SELECT ${SALDO} AS saldo, ${DEBE} AS debe) x
    WHERE f.status = 'facturada' AND f.metodo_pago = 'PPD'
      AND EXISTS (SELECT FROM factura_concepto k WHERE k.factura_id = f.id AND k.cargo_id IS NOT NULL)
      AND x.saldo > x.debe
    ORDER BY f.id`;
