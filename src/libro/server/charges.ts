/** Charges: created, found, and closed. Rows are only added; sums and status come from the triggers of 0006. */
import type { Insertable } from 'kysely';
import type { ChargeStatus } from '#core/charge-status.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Cargo } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { TIPOS_CARGO } from '../rules.ts';
import { type LedgerLote, lockLotes } from './lotes.ts';
import type { Stamp } from './stamp.ts';

export type ChargeKind = (typeof TIPOS_CARGO)[number];

export interface Charge {
  id: number;
  loteId: number;
  loteOrigenId: number;
  tipo: ChargeKind;
  concepto: string;
  monto: Centavos;
  pagado: Centavos;
  ajustado: Centavos;
  condonado: Centavos;
  saldo: Centavos;
  status: ChargeStatus | 'anulado';
  fecha: Fecha;
  vence: Fecha;
  year: number | null;
  mes: number | null;
  baseId: number | null;
  folio: string;
  observacion: string;
}

/** Charges as the ledger reads them, to be narrowed by the caller; undone ones are among them. */
export function selectCharges(tx: Tx) {
  return tx
    .selectFrom('cargo')
    .select([
      'cargo.id',
      'cargo.lote_id as loteId',
      'cargo.lote_origen_id as loteOrigenId',
      'cargo.tipo',
      'cargo.concepto',
      'cargo.monto_centavos as monto',
      'cargo.pagado_centavos as pagado',
      'cargo.ajustado_centavos as ajustado',
      'cargo.condonado_centavos as condonado',
      'cargo.saldo_centavos as saldo',
      'cargo.status',
      'cargo.fecha',
      'cargo.vence',
      'cargo.year',
      'cargo.mes',
      'cargo.base_id as baseId',
      'cargo.folio',
      'cargo.observacion',
    ])
    .$castTo<Charge>();
}

/** One charge of a kind; undone ones do not exist. Unknown: 404. */
export async function loadCharge(tx: Tx, tipo: ChargeKind, id: number): Promise<Charge> {
  const charge = await selectCharges(tx)
    .where('cargo.id', '=', id)
    .where('cargo.tipo', '=', tipo)
    .where('cargo.status', '<>', 'anulado')
    .executeTakeFirst();
  if (!charge) throw new NotFound('No existe el cargo solicitado');
  return charge;
}

const GONE = 'El cargo no existe. Actualice la página e intente de nuevo';

/**
 * Locks the lot of a charge that a body names and reads the charge after the lock. Unknown or undone: a refusal.
 */
export async function lockCharge(tx: Tx, tipo: ChargeKind, id: number): Promise<{ charge: Charge; lote: LedgerLote }> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const before = await tx.selectFrom('cargo').select('lote_id').where('id', '=', id).executeTakeFirst();
    if (!before) break;
    const [lote] = await lockLotes(tx, [before.lote_id]);
    const charge = await selectCharges(tx)
      .where('cargo.id', '=', id)
      .where('cargo.tipo', '=', tipo)
      .where('cargo.status', '<>', 'anulado')
      .executeTakeFirst();
    if (!charge || !lote) break;
    // A merge may have moved it while the lock was waited for.
    if (charge.loteId === lote.id) return { charge, lote };
  }
  throw new Refusal(GONE);
}

/** Refuses to pay, condone or cancel what is closed already. */
export function refuseClosedCharge(charge: Charge): void {
  if (charge.status === 'cancelado') {
    throw new Refusal(`«${charge.concepto}» está cancelado. Actualice la página; no hay nada que cobrar`);
  }
  if (charge.saldo === 0) {
    throw new Refusal(`«${charge.concepto}» ya está ${charge.status}. Actualice la página; no hay nada que cobrar`);
  }
}

export type NewCharge = Omit<
  Insertable<Cargo>,
  'id' | 'lote_origen_id' | 'usuario_id' | 'created_at' | 'fecha' | 'saldo_centavos' | 'status'
>;

/** Creates charges on their lots, dated today; returns their ids in the order given. */
export async function createCharges(tx: Tx, stamp: Stamp, charges: readonly NewCharge[]): Promise<number[]> {
  if (charges.length === 0) return [];
  const rows = await tx
    .insertInto('cargo')
    .values(
      charges.map((charge) => ({
        ...charge,
        lote_origen_id: charge.lote_id,
        fecha: stamp.today,
        usuario_id: stamp.usuarioId,
        created_at: stamp.now,
      })),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
