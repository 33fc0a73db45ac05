/** A receipt with everything it settled, granted and put into the fund: for corrections. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { rowFrom, rowsFrom } from '#platform/server/rows.ts';
import { type LedgerLote, lockLotes } from './lotes.ts';
import { referenceOf } from './merge.ts';
import type { Tender } from './receive.ts';
import type { Stamp } from './stamp.ts';

export interface AbonoRef {
  id: number;
  loteId: number;
  monto: Centavos;
  reciboId: number;
}

export interface ReceiptParts {
  id: number;
  loteId: number;
  referencia: string;
  fechaPago: Fecha;
  fechaContable: Fecha;
  /** Null where it came in by none. */
  turnoId: number | null;
  cajaId: number;
  metodoPagoId: number | null;
  esFondo: boolean;
  noCuenta: string;
  observacion: string;
  total: Centavos;
  corregido: boolean;
}

const findReceipt = (tx: Tx, id: number) =>
  rowFrom(tx)<ReceiptParts>`
    SELECT r.id, r.lote_id AS "loteId", l.referencia, r.fecha_pago AS "fechaPago",
      r.fecha_contable AS "fechaContable", r.turno_id AS "turnoId", r.caja_id AS "cajaId",
      r.metodo_pago_id AS "metodoPagoId", r.es_fondo AS "esFondo", r.no_cuenta AS "noCuenta",
      r.referencia AS observacion, r.total_centavos AS total,
      EXISTS (SELECT 1 FROM recibo x WHERE x.corrige_id = r.id) AS corregido
    FROM recibo r JOIN lote l ON l.id = r.lote_id
    WHERE r.id = ${id}`;

export interface ReceiptLine {
  pagoId: number;
  cargoId: number;
  loteId: number;
  monto: Centavos;
  status: string;
  concepto: string;
  /** Its invoice in the system that was used before. */
  refSistemaAnterior: string | null;
}

/** The payments of a receipt that are in force. */
const listReceiptLines = (tx: Tx, reciboId: number) =>
  rowsFrom(tx)<ReceiptLine>`
    SELECT p.id AS "pagoId", p.cargo_id AS "cargoId", c.lote_id AS "loteId", p.monto_centavos AS monto, p.status,
      c.concepto, s.referencia AS "refSistemaAnterior"
    FROM pago p JOIN cargo c ON c.id = p.cargo_id LEFT JOIN pago_sistema_anterior s ON s.pago_id = p.id
    WHERE p.recibo_id = ${reciboId} AND p.status <> 'cancelado' ORDER BY p.id`;

/** Carries over to a receipt what the one that it corrects was invoiced with in the system used before. */
export async function copySistemaAnterior(
  tx: Tx,
  stamp: Pick<Stamp, 'now'>,
  { deReciboId, aReciboId }: { deReciboId: number; aReciboId: number },
): Promise<void> {
  await sql`
    INSERT INTO pago_sistema_anterior (pago_id, referencia, usuario_id, created_at)
    SELECT nuevo.id, s.referencia, s.usuario_id, ${stamp.now}
    FROM pago nuevo JOIN pago viejo ON viejo.cargo_id = nuevo.cargo_id AND viejo.recibo_id = ${deReciboId}
    JOIN pago_sistema_anterior s ON s.pago_id = viejo.id
    WHERE nuevo.recibo_id = ${aReciboId}
    -- What its charge was invoiced with is on it already.
    ON CONFLICT DO NOTHING`.execute(tx);
}

export interface GrantedDiscount {
  cargoId: number;
  tipo: 'descuento';
  monto: Centavos;
  porcentaje: number | null;
  razon: string;
  codigoId: number | null;
}

/** The coded discounts in force that a receipt granted. */
export const listGranted = (tx: Tx, reciboId: number) =>
  rowsFrom(tx)<GrantedDiscount>`
    SELECT cargo_id AS "cargoId", tipo, monto_centavos AS monto, porcentaje::float8 AS porcentaje, razon,
      codigo_id AS "codigoId"
    FROM ajuste
    WHERE recibo_id = ${reciboId} AND tipo = 'descuento' AND NOT revertido
    ORDER BY id`;

/** What a receipt put into the fund and is still there in force. */
const findExcess = (tx: Tx, reciboId: number) =>
  rowFrom(tx)<AbonoRef>`
    SELECT v.id, v.lote_id AS "loteId", v.monto_centavos AS monto, v.recibo_id AS "reciboId"
    FROM fondo_movimiento v
    WHERE v.recibo_id = ${reciboId} AND v.tipo = 'abono'
      AND NOT EXISTS (SELECT 1 FROM fondo_movimiento x WHERE x.cancela_id = v.id)`;

export interface LockedReceipt {
  receipt: ReceiptParts;
  lines: ReceiptLine[];
  excess: AbonoRef | undefined;
  lotes: LedgerLote[];
}

const GONE = 'El recibo no existe. Actualice la página e intente de nuevo';

/** The lots that a receipt touches: its own, the one whose fund its excess is in, and those of the charges it settled. */
export async function lotesOfReceipt(tx: Tx, reciboId: number): Promise<number[]> {
  const head = await findReceipt(tx, reciboId);
  if (!head) throw new Refusal(GONE);
  return [
    head.loteId,
    await referenceOf(tx, head.loteId),
    ...(await listReceiptLines(tx, reciboId)).map((line) => line.loteId),
  ];
}

/**
 * The receipt, read after its lots and the further ones are locked. Refuses one that is unknown, corrected already, or has
 * nothing left in force; and, unless it is `waiting` for that, one whose payments are being cancelled.
 */
export async function lockReceipt(
  tx: Tx,
  reciboId: number,
  { further = [], waiting = false }: { further?: readonly number[]; waiting?: boolean } = {},
): Promise<LockedReceipt> {
  let lotes: LedgerLote[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const wanted = await lotesOfReceipt(tx, reciboId);
    // A merge may have moved a charge while the locks were waited for.
    if (wanted.every((id) => lotes.some((lote) => lote.id === id))) break;
    lotes = await lockLotes(tx, [...wanted, ...further]);
  }
  const receipt = await findReceipt(tx, reciboId);
  if (!receipt) throw new Refusal(GONE);
  const lines = await listReceiptLines(tx, reciboId);
  const excess = await findExcess(tx, reciboId);
  if (receipt.corregido) throw new Refusal('El recibo ya fue corregido. Corrija el que tomó su lugar');
  if (lines.some((line) => line.status === 'en_cancelacion') && !waiting) {
    throw new Refusal('El recibo tiene pagos en cancelación. Espere la respuesta del proveedor');
  }
  if (lines.length === 0 && !excess) throw new Refusal('El recibo ya está cancelado. No hay nada que corregir');
  return { receipt, lines, excess, lotes };
}

/** How a receipt was paid. */
export function tenderOf(receipt: ReceiptParts): Tender {
  return {
    metodo: receipt.metodoPagoId ?? 'fondo',
    cajaId: receipt.cajaId,
    fechaPago: receipt.fechaPago,
    noCuenta: receipt.noCuenta,
    referencia: receipt.observacion,
  };
}
