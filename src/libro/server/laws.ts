/**
 * The laws of the ledger, recomputed from its rows: what the triggers keep, what handlers promise. Every answer should be
 * empty. Read by tests after each operation, and by whoever doubts a balance. Source: dominio.md#ledger, #maintenance,
 * #interest and #codes-fund-fees.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';

export interface Violation {
  /** The law, in words. */
  ley: string;
  /** The table and the id of the row that breaks it. */
  tabla: 'cargo' | 'recibo' | 'pago' | 'ajuste' | 'lote' | 'fondo_movimiento';
  id: number;
}

/** Each law: the table, and SQL that selects the `id` of the rows that break it. `suma` is what a charge's rows add up to. */
const LAWS: readonly [ley: string, tabla: Violation['tabla'], broken: RawBuilder<unknown>][] = [
  [
    'las sumas de un cargo son las de sus pagos y ajustes en vigor',
    'cargo',
    sql`SELECT id FROM suma WHERE pagado_centavos <> pagado OR ajustado_centavos <> ajustado OR condonado_centavos <> condonado
      OR ultimo_pago IS DISTINCT FROM ultimo`,
  ],
  [
    'el saldo es monto menos pagos menos ajustes, entre 0 y el monto',
    'cargo',
    sql`SELECT id FROM suma WHERE saldo_centavos <> monto_centavos - pagado - ajustado
      OR saldo_centavos NOT BETWEEN 0 AND monto_centavos`,
  ],
  [
    'el estado se sigue de los renglones',
    'cargo',
    sql`SELECT id FROM suma WHERE status <> CASE
      WHEN anulado THEN 'anulado'
      WHEN cerrado THEN 'cancelado'
      WHEN monto_centavos = pagado + ajustado THEN CASE WHEN condonado > 0 AND pagado = 0 THEN 'condonado' ELSE 'pagado' END
      WHEN pagado = 0 AND condonado = 0 THEN 'vigente'
      ELSE 'incompleto' END`,
  ],
  [
    'un cargo cerrado tiene su ajuste de cierre y no debe nada',
    'cargo',
    sql`SELECT id FROM suma WHERE (cierre IS NOT NULL) <> cerrado OR (cierre IS NOT NULL AND saldo_centavos <> 0)`,
  ],
  [
    'un cargo es de su lote de origen o del último al que pasó',
    'cargo',
    sql`SELECT c.id FROM cargo c
      LEFT JOIN (SELECT DISTINCT ON (cargo_id) cargo_id, a_lote_id FROM cargo_traslado ORDER BY cargo_id, id DESC) t ON t.cargo_id = c.id
      WHERE c.lote_id <> coalesce(t.a_lote_id, c.lote_origen_id)`,
  ],
  [
    'lo recibido es lo pagado, más lo que fue al fondo, menos lo que vino de él',
    'recibo',
    sql`SELECT r.id FROM recibo r
      LEFT JOIN (SELECT recibo_id, sum(monto_centavos) AS monto FROM pago GROUP BY recibo_id) p ON p.recibo_id = r.id
      LEFT JOIN (
        SELECT recibo_id, sum(monto_centavos) AS monto FROM fondo_movimiento WHERE tipo IN ('abono', 'uso') GROUP BY recibo_id
      ) f ON f.recibo_id = r.id
      WHERE r.total_centavos <> coalesce(p.monto, 0) + coalesce(f.monto, 0) OR (r.es_fondo AND coalesce(f.monto, 0) > 0)`,
  ],
  [
    'un pago está cancelado si tiene su cancelación, y es de las fechas de su recibo',
    'pago',
    sql`SELECT p.id FROM pago p JOIN recibo r ON r.id = p.recibo_id
      LEFT JOIN pago_cancelacion x ON x.pago_id = p.id
      WHERE (p.status = 'cancelado') <> (x.pago_id IS NOT NULL) OR p.fecha_pago <> r.fecha_pago OR p.fecha_contable <> r.fecha_contable`,
  ],
  [
    'un pago hecho con el fondo y cancelado le devuelve su monto; ningún otro',
    'pago',
    sql`SELECT p.id FROM pago p JOIN recibo r ON r.id = p.recibo_id
      LEFT JOIN fondo_movimiento f ON f.pago_id = p.id
      WHERE CASE WHEN r.es_fondo AND p.status = 'cancelado' THEN p.monto_centavos ELSE 0 END <> coalesce(f.monto_centavos, 0)`,
  ],
  [
    'un ajuste está revertido si tiene su reverso',
    'ajuste',
    sql`SELECT a.id FROM ajuste a LEFT JOIN ajuste_reverso x ON x.ajuste_id = a.id
      WHERE a.revertido <> (x.ajuste_id IS NOT NULL)`,
  ],
  [
    'un descuento por pronto pago lo cubre lo pagado a más tardar en el corte',
    'ajuste',
    sql`SELECT a.id FROM ajuste a JOIN cargo c ON c.id = a.cargo_id
      WHERE a.tipo = 'regla' AND NOT a.revertido AND c.cierre IS NULL
        AND a.monto_centavos + (
          -- What had come in late before, cancelled since or not, left the discount less to take off.
          SELECT coalesce(sum(p.monto_centavos), 0) FROM pago p
          WHERE p.cargo_id = c.id AND CASE WHEN p.fecha_pago <= c.vence
            THEN p.status <> 'cancelado' ELSE p.recibo_id < a.recibo_id END
        ) < c.monto_centavos`,
  ],
  [
    'el fondo de un lote es la suma de sus movimientos, nunca menos de 0',
    'lote',
    sql`SELECT coalesce(f.lote_id, m.lote_id) AS id FROM fondo f
      FULL JOIN (SELECT lote_id, sum(monto_centavos) AS monto FROM fondo_movimiento GROUP BY lote_id) m ON m.lote_id = f.lote_id
      WHERE coalesce(f.saldo_centavos, -1) <> coalesce(m.monto, 0) OR coalesce(f.saldo_centavos, 0) < 0`,
  ],
  [
    'la cancelación de un abono quita lo que el abono puso',
    'fondo_movimiento',
    sql`SELECT x.id FROM fondo_movimiento x JOIN fondo_movimiento a ON a.id = x.cancela_id
      WHERE a.tipo <> 'abono' OR x.monto_centavos <> -a.monto_centavos`,
  ],
  [
    'un interés es único en su cargo y mes',
    'cargo',
    sql`SELECT max(id) AS id FROM cargo WHERE tipo = 'interes' AND (cierre IS NULL OR cierre = 'cancelado')
      GROUP BY base_id, year, mes HAVING count(*) > 1`,
  ],
  [
    'un interés es su base por su tasa, sobre un mantenimiento o una cuota inicial, con fecha de corte de su mes',
    'cargo',
    sql`SELECT i.id FROM cargo i JOIN cargo b ON b.id = i.base_id
      WHERE i.tipo = 'interes' AND (
        i.monto_centavos <> round(i.interes_base_centavos * i.interes_porcentaje * i.interes_factor / 1200)
        OR i.interes_base_centavos > b.monto_centavos
        OR b.tipo NOT IN ('mantenimiento', 'cuota_inicial')
        OR i.vence <> least(make_date(i.year, i.mes, 1) + (i.dia_corte - 1),
          (make_date(i.year, i.mes, 1) + interval '1 month' - interval '1 day')::date)
        OR date_trunc('month', i.vence::timestamp) < date_trunc('month', b.vence::timestamp))`,
  ],
];

const selects = sql.join(
  LAWS.map(
    ([ley, tabla, broken]) => sql`SELECT ${ley}::text AS ley, ${tabla}::text AS tabla, roto.id FROM (${broken}) roto`,
  ),
  sql` UNION ALL `,
);

/** Everything in the community's ledger that breaks a law. Reads the whole ledger. */
export const checkLaws = (tx: Tx) =>
  rowsFrom(tx)<Violation>`
    WITH suma AS (
      SELECT c.*, coalesce(p.pagado, 0) AS pagado, p.ultimo, coalesce(a.ajustado, 0) AS ajustado,
        coalesce(a.condonado, 0) AS condonado, coalesce(a.cerrado, false) AS cerrado, coalesce(a.anulado, false) AS anulado
      FROM cargo c
      LEFT JOIN (
        SELECT cargo_id, sum(monto_centavos) AS pagado, max(fecha_pago) AS ultimo
        FROM pago WHERE status <> 'cancelado' GROUP BY cargo_id
      ) p ON p.cargo_id = c.id
      LEFT JOIN (
        SELECT cargo_id, sum(monto_centavos) AS ajustado,
          sum(monto_centavos) FILTER (WHERE tipo = 'condonacion') AS condonado,
          bool_or(tipo IN ('cancelacion', 'anulacion', 'reemplazo')) AS cerrado,
          bool_or(tipo = 'anulacion') AS anulado
        FROM ajuste WHERE NOT revertido GROUP BY cargo_id
      ) a ON a.cargo_id = c.id
    )
    ${selects}
    ORDER BY tabla, id`;
