/** The lines of an invoice as its credit notes take them back. */
import { sql } from 'kysely';
import type { Tratamiento } from '#cfdi/documento.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import type { LineaDeFactura } from '../../rules.ts';

export interface LineaAcreditable extends LineaDeFactura {
  id: number;
  descripcion: string;
  tratamiento: Tratamiento;
  /** The VAT within its total, and within what its notes took back. */
  iva: Centavos;
  ivaAcreditado: Centavos;
}

/** Credit notes of which nobody wrote which line they are of: what they took back by treatment. */
interface SinLinea {
  tratamiento: Tratamiento;
  descontado: Centavos;
  devuelto: Centavos;
  iva: Centavos;
}

const EN_FUERZA = sql`e.status NOT IN ('rechazada', 'cancelada')`;

/** A payment `p` of a charge is told, or to be told, by a complement: it stands on no invoice of its own. */
const DE_COMPLEMENTO = sql`p.status <> 'cancelado'
  AND NOT EXISTS (SELECT FROM pago_sistema_anterior s WHERE s.pago_id = p.id)
  AND NOT EXISTS (
    SELECT FROM factura_concepto o JOIN factura x ON x.id = o.factura_id WHERE o.pago_id = p.id AND o.viva AND x.tipo <> 'pago')`;

/** The lines of an invoice in their order, with what was taken back of each, and of charges what became of them. */
export async function listLineas(tx: Tx, facturaId: number): Promise<LineaAcreditable[]> {
  const { rows } = await sql<LineaAcreditable>`
    SELECT k.id, k.tratamiento, k.importe_centavos + k.iva_centavos AS total, k.iva_centavos AS iva,
      CASE WHEN f.tipo = 'global' THEN concat('recibo ', r.recibo_id, '-', r.id) ELSE k.descripcion END AS descripcion,
      coalesce(n.descontado, 0)::bigint AS descontado, coalesce(n.devuelto, 0)::bigint AS devuelto,
      coalesce(n.iva, 0)::bigint AS "ivaAcreditado", c.saldo_centavos AS debe,
      coalesce((SELECT sum(p.monto_centavos) FROM pago p WHERE p.cargo_id = c.id AND ${DE_COMPLEMENTO}), 0)::bigint AS pagado,
      coalesce((
        SELECT sum(p.monto_centavos) FROM pago p WHERE p.cargo_id = c.id AND ${DE_COMPLEMENTO}
          AND EXISTS (SELECT FROM factura_concepto o WHERE o.pago_id = p.id AND o.viva)
      ), 0)::bigint AS dicho
    FROM factura_concepto k
    JOIN factura f ON f.id = k.factura_id
    LEFT JOIN cargo c ON c.id = k.cargo_id
    LEFT JOIN pago r ON r.id = k.pago_id
    LEFT JOIN LATERAL (
      SELECT sum(a.importe_centavos + a.iva_centavos) FILTER (WHERE e.relacion <> '03') AS descontado,
        sum(a.importe_centavos + a.iva_centavos) FILTER (WHERE e.relacion = '03') AS devuelto, sum(a.iva_centavos) AS iva
      FROM factura_concepto a JOIN factura e ON e.id = a.factura_id
      WHERE a.acredita_concepto_id = k.id AND ${EN_FUERZA}
    ) n ON true
    WHERE k.factura_id = ${facturaId} ORDER BY k.numero`.execute(tx);
  return spread(rows, await listSinLinea(tx, facturaId));
}

const listSinLinea = (tx: Tx, facturaId: number) =>
  rowsFrom(tx)<SinLinea>`
    SELECT a.tratamiento, coalesce(sum(a.importe_centavos + a.iva_centavos) FILTER (WHERE e.relacion <> '03'), 0)::bigint AS descontado,
      coalesce(sum(a.importe_centavos + a.iva_centavos) FILTER (WHERE e.relacion = '03'), 0)::bigint AS devuelto,
      sum(a.iva_centavos)::bigint AS iva
    FROM factura_concepto a JOIN factura e ON e.id = a.factura_id
    WHERE e.acredita_id = ${facturaId} AND a.acredita_concepto_id IS NULL AND ${EN_FUERZA} GROUP BY a.tratamiento`;

/** What no line is named for counts as taken back of the first lines of its treatment that have as much left. */
function spread(lineas: readonly LineaAcreditable[], sinLinea: readonly SinLinea[]): LineaAcreditable[] {
  const rests = new Map(sinLinea.map((one) => [one.tratamiento, { ...one }]));
  return lineas.map((linea) => {
    const rest = rests.get(linea.tratamiento);
    if (!rest) return linea;
    const descontado = Math.min(rest.descontado, linea.total - linea.descontado - linea.devuelto);
    const devuelto = Math.min(rest.devuelto, linea.total - linea.descontado - linea.devuelto - descontado);
    const iva = Math.min(rest.iva, linea.iva - linea.ivaAcreditado);
    rest.descontado -= descontado;
    rest.devuelto -= devuelto;
    rest.iva -= iva;
    return {
      ...linea,
      descontado: linea.descontado + descontado,
      devuelto: linea.devuelto + devuelto,
      ivaAcreditado: linea.ivaAcreditado + iva,
    };
  });
}

/** A complement of an invoice whose cancellation waits. */
export function findComplementoEnCancelacion(tx: Tx, facturaId: number) {
  return tx
    .selectFrom('factura')
    .select(['id', 'serie', 'folio'])
    .where('status', '=', 'en_cancelacion')
    .where('id', 'in', (eb) =>
      eb.selectFrom('complemento_documento').select('factura_id').where('relacionada_id', '=', facturaId),
    )
    .orderBy('id')
    .executeTakeFirst();
}
