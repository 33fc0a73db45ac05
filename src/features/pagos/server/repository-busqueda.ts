/** Receipts of any lot, found by what somebody knows of them. */
import { type RawBuilder, sql } from 'kysely';
import type { Parte } from '#core/conceptos.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Termino } from '#libro/recibos/busqueda.ts';
import { associateAt } from '#libro/server/owners.ts';
import { anywhere, type Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';

export interface ReciboHalladoRow {
  id: number;
  loteId: number;
  loteReferencia: string;
  asociado: string;
  fechaPago: Fecha;
  metodo: string;
  caja: string;
  referencia: string;
  /** What it paid of charges, in centavos. */
  partes: Parte[];
  recibido: Centavos;
  cancelado: boolean;
}

/** Two letters would be in half of all references. */
const REFERENCE_LETTERS_MIN = 3;

/** Of an invoice, as it is written on it: 'A-81'. */
const FOLIO_FISCAL = /^([a-z]{1,10})-(\d{1,9})$/i;

/** What stands in place of a method where the fund paid. */
const FUND = 'fondo';

/** A term of text with what it names: its lots and people, its methods. */
interface Named extends Termino {
  /** Those that stand on the invoice of this folio. */
  recibos: number[];
  lotes: number[];
  metodos: number[];
}

/** What the words of a search name, asked for once: of a method any of its words, by its beginning. */
async function namesOf(tx: Tx, { texto }: Termino): Promise<Pick<Named, 'lotes' | 'metodos' | 'recibos'>> {
  const pattern = anywhere(texto);
  const [, serie = '', folio = null] = FOLIO_FISCAL.exec(texto) ?? [];
  const { rows } = await sql<{ lotes: number[]; metodos: number[]; recibos: number[] }>`
    SELECT
      ARRAY(
        SELECT id FROM lote WHERE referencia_clave LIKE ${pattern}
        UNION
        SELECT t.lote_id FROM residente r JOIN lote_residente t ON t.residente_id = r.id AND t.asociado
        WHERE r.name_clave LIKE ${pattern}
      ) AS lotes,
      ARRAY(
        SELECT id FROM metodo_pago WHERE ' ' || regexp_replace(ext.clave(name), '[^[:alnum:]]+', ' ', 'g') LIKE '% ' || ltrim(${pattern}, '%')
      ) AS metodos,
      ARRAY(
        SELECT p.recibo_id FROM factura f
        JOIN factura_concepto k ON k.factura_id = f.id
        JOIN pago p ON p.id = k.pago_id
        WHERE f.serie = upper(${serie}::text) AND f.folio = ${folio}::int
          AND f.estado IN ('sellado', 'enviando', 'incierto', 'timbrado')
      ) AS recibos`.execute(tx);
  return rows[0] ?? { lotes: [], metodos: [], recibos: [] };
}

/** A receipt `r` that has a term, each way by an index. */
function has({ texto, monto, folio, fecha, lotes, metodos, recibos }: Named): RawBuilder<unknown> {
  if (fecha !== undefined) return sql`r.fecha_pago = ${fecha}`;
  const ways = [
    ...(folio === undefined ? [] : [sql`r.id = ${folio}`]),
    ...(recibos.length === 0 ? [] : [sql`r.id = ANY(${recibos}::int[])`]),
    ...(monto === undefined ? [] : [sql`r.total_centavos = ${monto}`]),
    ...(metodos.length === 0 ? [] : [sql`r.metodo_pago_id = ANY(${metodos}::int[])`]),
    ...(texto.toLowerCase() === FUND ? [sql`r.es_fondo`] : []),
    ...(lotes.length === 0 ? [] : [sql`r.lote_id = ANY(${lotes}::int[])`]),
    ...(texto.length < REFERENCE_LETTERS_MIN
      ? []
      : [sql`(r.referencia <> '' AND ext.clave(r.referencia) LIKE ${anywhere(texto)})`]),
  ];
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` OR `)})`;
}

/** The latest receipts that have every term; the associate is the one of that day. */
export async function searchRecibos(tx: Tx, terms: readonly Termino[], limit: number): Promise<ReciboHalladoRow[]> {
  if (terms.length === 0) return [];
  const named = await Promise.all(terms.map(async (term) => ({ ...term, ...(await namesOf(tx, term)) })));
  return rowsFrom(tx)<ReciboHalladoRow>`
    WITH hallados AS (
      SELECT r.* FROM recibo r WHERE ${sql.join(named.map(has), sql` AND `)}
      ORDER BY r.fecha_pago DESC, r.id DESC LIMIT ${limit}
    )
    SELECT r.id, l.id AS "loteId", l.referencia AS "loteReferencia", ${associateAt(sql`l.id`, sql`r.created_at`)} AS asociado,
      r.fecha_pago AS "fechaPago", coalesce(m.name, 'Fondo') AS metodo, k.name AS caja, r.referencia,
      coalesce(p.partes, '[]') AS partes,
      r.total_centavos AS recibido, coalesce(p.cancelado, false) AS cancelado
    FROM hallados r
    JOIN lote l ON l.id = r.lote_id
    JOIN caja k ON k.id = r.caja_id
    LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
    LEFT JOIN LATERAL (
      SELECT bool_and(p.status = 'cancelado') AS cancelado,
        jsonb_agg(jsonb_build_object('concepto', c.concepto, 'monto', p.monto_centavos) ORDER BY p.id) AS partes
      FROM pago p JOIN cargo c ON c.id = p.cargo_id WHERE p.recibo_id = r.id
      HAVING count(*) > 0
    ) p ON true
    ORDER BY r.fecha_pago DESC, r.id DESC`;
}
