import { type Insertable, sql } from 'kysely';
import { RFC_EXTRANJERO, RFC_NACIONAL } from '#cfdi/catalogos.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { facturaDeCuando } from '#libro/server/owners.ts';
import type { CambioPropietario } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertedId, rowFrom, rowsFrom } from '#platform/server/rows.ts';

export interface AdeudoRow {
  id: number;
  concepto: string;
  tipo: string;
  fecha: Fecha;
  vence: Fecha;
  saldo: Centavos;
  year: number | null;
  mes: number | null;
}

/** What a lot itself owes, the oldest first. */
export const listAdeudos = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<AdeudoRow>`
    SELECT id, concepto, tipo, fecha, vence, saldo_centavos AS saldo, year, mes FROM cargo
    WHERE lote_id = ${loteId} AND saldo_centavos > 0 ORDER BY vence, id`;

/** What a lot has besides that stays with it: notes and alerts, and its special percentage. */
export async function findLoQueQueda(tx: Tx, loteId: number): Promise<{ notas: number; descuento: number | null }> {
  const { rows } = await sql<{ notas: number; descuento: number | null }>`
    SELECT (SELECT count(*)::int FROM nota_alerta WHERE lote_id = l.id AND activa) AS notas,
      l.plus_percent_mtto::float8 AS descuento
    FROM lote l WHERE l.id = ${loteId}`.execute(tx);
  return rows[0] ?? { notas: 0, descuento: null };
}

export interface FiscalRow {
  razonSocial: string;
  rfc: string;
  codigoPostal: string;
  email: string;
  regimenFiscal: { id: number; name: string };
  usoCFDI: { id: number; name: string };
  constancia: boolean;
}

/** Of a lot's tax data what another receiver changes. */
export const findFiscal = (tx: Tx, loteId: number) =>
  rowFrom(tx)<FiscalRow>`
    SELECT d.razon_social AS "razonSocial", d.rfc, d.codigo_postal AS "codigoPostal", d.email,
      jsonb_build_object('id', g.id, 'name', g.name) AS "regimenFiscal",
      jsonb_build_object('id', s.id, 'name', s.name) AS "usoCFDI", d.constancia_id IS NOT NULL AS constancia
    FROM datos_fiscales d
    JOIN regimen_fiscal g ON g.id = d.regimen_fiscal_id
    JOIN uso_cfdi s ON s.id = d.uso_cfdi_id
    WHERE d.lote_id = ${loteId}`;

export interface FacturaPorPagarRow {
  id: number;
  /** With its series. */
  folio: string;
  receptor: string;
  saldo: Centavos;
}

/** Invoices of charges of a lot (PPD) that stand while something of them is owed: who pays it later, their complements name whom they do. */
export const listFacturasPorPagar = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<FacturaPorPagarRow>`
    SELECT f.id, concat_ws('-', nullif(f.serie, ''), f.folio) AS folio, f.receptor_nombre AS receptor,
      sum(c.saldo_centavos)::bigint AS saldo
    FROM factura f JOIN factura_concepto k ON k.factura_id = f.id AND k.viva JOIN cargo c ON c.id = k.cargo_id
    WHERE f.lote_id = ${loteId} AND f.metodo_pago = 'PPD' AND c.saldo_centavos > 0
    GROUP BY f.id ORDER BY f.id`;

export const insertCambio = (tx: Tx, values: Omit<Insertable<CambioPropietario>, 'id'>) =>
  insertedId(tx.insertInto('cambio_propietario').values(values).returning('id'));

export const findCambio = (tx: Tx, id: number) =>
  tx
    .selectFrom('cambio_propietario as c')
    .leftJoin('cambio_propietario_reverso as v', 'v.cambio_id', 'c.id')
    .select(['c.id', 'c.lote_id', 'c.fecha', 'c.lazo_anterior_id', 'c.lazo_nuevo_id', 'c.terminado', 'c.created_at'])
    .select(['v.created_at as deshecho_at'])
    .where('c.id', '=', id)
    .executeTakeFirst();

export type CambioRow = NonNullable<Awaited<ReturnType<typeof findCambio>>>;

export async function insertReverso(
  tx: Tx,
  values: { cambio_id: number; razon: string; usuario_id: number | null; created_at: Date },
): Promise<void> {
  await tx.insertInto('cambio_propietario_reverso').values(values).execute();
}

export interface HechoDesde {
  recibo: boolean;
  reembolso: boolean;
  /** Folio of an invoice of what nobody had paid before, which stands or is under way; '' while it has none. */
  factura: string | null;
  convenio: number | null;
  constancia: number | null;
}

/**
 * What was made out to a lot from an instant on: a receipt, a refund of its fund, an invoice that has not fallen, an agreement that
 * is in force, a certificate that is valid. An invoice of what was paid before names who paid, and is none; nor is one that names
 * who sold, by the tax data that the sale took away, or kept and nobody has changed since.
 */
export async function findHechoDesde(
  tx: Tx,
  { id, lote_id: loteId, created_at: since }: Pick<CambioRow, 'id' | 'lote_id' | 'created_at'>,
  hoy: Fecha,
): Promise<HechoDesde> {
  const row = await rowFrom(tx)<HechoDesde>`
    WITH vende AS (
      SELECT coalesce(c.terminado #>> '{fiscal,fila,rfc}', d.rfc) AS rfc FROM cambio_propietario c
      LEFT JOIN datos_fiscales d ON d.lote_id = c.lote_id AND d.updated_at < c.created_at WHERE c.id = ${id})
    SELECT EXISTS (SELECT FROM recibo WHERE lote_id = ${loteId} AND created_at >= ${since}) AS recibo,
      EXISTS (SELECT FROM fondo_movimiento
        WHERE lote_id = ${loteId} AND created_at >= ${since} AND tipo = 'reembolso') AS reembolso,
      (SELECT max(concat_ws('-', nullif(f.serie, ''), f.folio)) FROM factura f
        WHERE f.lote_id = ${loteId} AND f.created_at >= ${since} AND ${facturaDeCuando('f')} >= ${since}
          AND f.receptor_rfc IS DISTINCT FROM (SELECT nullif(nullif(rfc, ${RFC_NACIONAL}), ${RFC_EXTRANJERO}) FROM vende)
          AND EXISTS (SELECT FROM factura_concepto k WHERE k.factura_id = f.id AND k.viva)) AS factura,
      (SELECT max(folio) FROM convenio
        WHERE lote_id = ${loteId} AND created_at >= ${since} AND estado = 'vigente') AS convenio,
      (SELECT max(folio) FROM no_adeudo n WHERE lote_id = ${loteId} AND created_at >= ${since} AND vence >= ${hoy}
        AND NOT EXISTS (SELECT FROM no_adeudo_revocacion v WHERE v.no_adeudo_id = n.id)) AS constancia`;
  return row ?? { recibo: false, reembolso: false, factura: null, convenio: null, constancia: null };
}
