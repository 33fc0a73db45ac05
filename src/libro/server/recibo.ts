/** Receipts as they are shown and printed: what each did to its charges and to the fund, and what became of it since. */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, type InCentavos, toCentavos, toPesos } from '#core/money.ts';
import { totalDe } from '#documents/recibo.ts';
import type { ReciboImpreso } from '#documents/recibo-impreso.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { idsFrom, rowsFrom } from '#platform/server/rows.ts';
import { debtOfLote } from './debt.ts';
import { associateAt } from './owners.ts';
import { firmanteOf } from './verificacion.ts';

interface HeadRow
  extends InCentavos<Omit<ReciboImpreso, 'lote' | 'renglones' | 'sustituidoPor' | 'creado' | 'verificacion'>> {
  creado: Date;
  loteId: number;
  referencia: string;
  direccion: string;
  sustitutoId: number | null;
  sustitutoCreado: Date | null;
  sustitutoReferencia: string | null;
}

/** Whether a deposit was applied by a receipt; one that was only said to be its money is separated from it instead. */
export const ofDeposit = (recibo: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  EXISTS (SELECT FROM deposito_aplicacion a WHERE a.recibo_id = ${recibo} AND NOT a.deshecha AND a.antes IS NULL)`;

/** The associate is the one of that day. */
const listHeads = (tx: Tx, ids: readonly number[]) =>
  rowsFrom(tx)<HeadRow>`
    SELECT r.id, l.id AS "loteId", l.referencia, l.direccion, ${associateAt(sql`l.id`, sql`r.created_at`)} AS asociado,
      r.fecha_pago AS "fechaPago", r.fecha_contable AS "fechaContable", r.created_at AS creado, ${fullName('u')} AS usuario,
      coalesce(m.name, 'Fondo') AS metodo, k.name AS caja, r.no_cuenta AS "noCuenta", r.referencia AS observacion,
      r.total_centavos AS recibido, coalesce(v.monto, 0)::bigint AS fondo, coalesce(v.cancelado, false) AS "fondoCancelado",
      ${ofDeposit(sql.ref('r.id'))} AS "deDeposito",
      r.corrige_id AS "sustituyeA", s.id AS "sustitutoId",
      s.created_at AS "sustitutoCreado",
      CASE WHEN s.lote_id <> r.lote_id THEN ls.referencia ELSE '' END AS "sustitutoReferencia",
      coalesce(f.saldo_centavos, 0)::bigint AS "saldoAFavor", coalesce(d.deuda, 0)::bigint AS debe
    FROM recibo r
    JOIN lote l ON l.id = r.lote_id
    JOIN caja k ON k.id = r.caja_id
    LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
    LEFT JOIN usuario u ON u.id = r.usuario_id
    LEFT JOIN recibo s ON s.corrige_id = r.id
    LEFT JOIN lote ls ON ls.id = s.lote_id
    LEFT JOIN fondo f ON f.lote_id = l.id
    LEFT JOIN LATERAL (
      SELECT sum(m.monto_centavos) AS monto,
        bool_or(EXISTS (SELECT 1 FROM fondo_movimiento x WHERE x.cancela_id = m.id)) AS cancelado
      FROM fondo_movimiento m WHERE m.recibo_id = r.id AND m.tipo IN ('abono', 'uso')
    ) v ON true
    LEFT JOIN LATERAL (SELECT sum(d.saldo_centavos) AS deuda FROM ${debtOfLote}) d ON true
    WHERE r.id = ANY(${[...ids]}::int[])
    ORDER BY r.id`;

interface LineRow {
  reciboId: number;
  pagoId: number | null;
  cargoId: number;
  tipo: string;
  concepto: string;
  referencia: string;
  monto: Centavos;
  descuento: Centavos;
  queda: Centavos;
  status: string;
  razon: string;
  fechaCancelado: Fecha | '';
}

/** What receipts paid of charges, and what they took off with or without a payment; in the order of their posting. */
const listLines = (tx: Tx, ids: readonly number[]) =>
  rowsFrom(tx)<LineRow>`
    SELECT coalesce(p.recibo_id, a.recibo_id) AS "reciboId", p.id AS "pagoId", c.id AS "cargoId", c.tipo, c.concepto,
      CASE WHEN c.lote_id <> r.lote_id THEN l.referencia ELSE '' END AS referencia,
      coalesce(p.monto_centavos, 0)::bigint AS monto, coalesce(a.monto, 0)::bigint AS descuento, c.saldo_centavos AS queda,
      coalesce(p.status, CASE WHEN a.revertido THEN 'cancelado' ELSE 'recibido' END) AS status,
      coalesce(x.razon, a.razon, '') AS razon, coalesce(x.fecha, a.fecha)::text AS "fechaCancelado"
    FROM (SELECT * FROM pago WHERE recibo_id = ANY(${[...ids]}::int[])) p
    FULL JOIN (
      SELECT a.recibo_id, a.cargo_id, sum(a.monto_centavos) AS monto, bool_and(a.revertido) AS revertido,
        max(v.razon) AS razon, max(v.fecha) AS fecha
      FROM ajuste a LEFT JOIN ajuste_reverso v ON v.ajuste_id = a.id
      WHERE a.recibo_id = ANY(${[...ids]}::int[])
      GROUP BY a.recibo_id, a.cargo_id
    ) a ON a.recibo_id = p.recibo_id AND a.cargo_id = p.cargo_id
    JOIN cargo c ON c.id = coalesce(p.cargo_id, a.cargo_id)
    JOIN lote l ON l.id = c.lote_id
    JOIN recibo r ON r.id = coalesce(p.recibo_id, a.recibo_id)
    LEFT JOIN pago_cancelacion x ON x.pago_id = p.id
    ORDER BY p.id NULLS LAST, c.id`;

/** The receipts of these numbers, in their order; unknown ones are missing. None is signed yet. */
export async function listRecibos(tx: Tx, ids: readonly number[]): Promise<ReciboImpreso[]> {
  const heads = await listHeads(tx, ids);
  const lines = Map.groupBy(await listLines(tx, ids), ({ reciboId }) => reciboId);
  return heads.map(({ loteId, referencia, direccion, sustitutoId, sustitutoCreado, sustitutoReferencia, ...row }) => ({
    ...row,
    creado: row.creado.toISOString(),
    lote: { id: loteId, referencia, direccion },
    recibido: toPesos(row.recibido),
    fondo: toPesos(row.fondo),
    saldoAFavor: toPesos(row.saldoAFavor),
    debe: toPesos(row.debe),
    verificacion: '',
    sustituidoPor:
      sustitutoId === null
        ? null
        : { id: sustitutoId, creado: sustitutoCreado?.toISOString() ?? '', referencia: sustitutoReferencia ?? '' },
    renglones: (lines.get(row.id) ?? []).map(({ reciboId: _, ...line }) => ({
      ...line,
      monto: toPesos(line.monto),
      descuento: toPesos(line.descuento),
      queda: toPesos(line.queda),
      razon: line.status === 'cancelado' ? line.razon : '',
      fechaCancelado: line.status === 'cancelado' ? (line.fechaCancelado ?? '') : '',
    })),
  }));
}

/** The same, each with what it is verified by. */
export async function listRecibosFirmados(
  here: { tx: Tx } & Parameters<typeof firmanteOf>[1],
  ids: readonly number[],
): Promise<ReciboImpreso[]> {
  return signRecibos(here.tx, here, await listRecibos(here.tx, ids));
}

/** Signs what was read, by whatever transaction may read the key. */
export async function signRecibos(
  tx: Tx,
  here: Parameters<typeof firmanteOf>[1],
  recibos: readonly ReciboImpreso[],
): Promise<ReciboImpreso[]> {
  const firmar = await firmanteOf(tx, here);
  return recibos.map((recibo) => ({
    ...recibo,
    verificacion: firmar({
      ...{ tipo: 'R', folio: String(recibo.id), fecha: recibo.fechaPago, hasta: null },
      ...{ monto: toCentavos(totalDe(recibo).monto), referencia: recibo.lote.referencia },
    }),
  }));
}

/** The receipts that payments and entries of the fund came with. */
export const listReciboIdsOf = (tx: Tx, pagoIds: readonly number[], abonoIds: readonly number[]) =>
  idsFrom(tx)`
    SELECT recibo_id AS id FROM pago WHERE id = ANY(${[...pagoIds]}::int[])
    UNION
    SELECT recibo_id FROM fondo_movimiento WHERE id = ANY(${[...abonoIds]}::int[]) AND tipo = 'abono'
    ORDER BY id`;
