/**
 * What deposits ask of payments. It is given where the features are put together (src/features.ts), so that a deposit
 * is decided and booked by the very functions that a cashier's payment goes through.
 */

import type { Fecha } from '#core/fecha.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import type { PaymentResult } from '../../contract.ts';
import type { Owed } from '../../mantenimiento/rules.ts';
import type { LedgerLote } from '../lotes.ts';
import type { Definition, DefinitionScope } from '../maintenance.ts';
import type { MaintenanceBooking } from '../receive.ts';

export interface Collector {
  /** What lots owe of maintenance, by their ids; `desde` is the oldest day that something is to be paid with. */
  owedBy(
    tx: Tx,
    lotes: readonly LedgerLote[],
    definitions: readonly (Definition & DefinitionScope)[],
    desde?: Fecha,
  ): Promise<Map<number, Owed>>;
  /**
   * Books decided payments on locked lots, all or none: receipts, payments, discounts, fund, audit rows and the invoices'
   * drafts. Answers them in their order.
   */
  bookMaintenances(ctx: Context, bookings: readonly MaintenanceBooking[]): Promise<PaymentResult[]>;
  /** Takes a receipt back whose money the bank had back. Refuses one that stands on an invoice: a person cancels that. */
  giveBack(ctx: Context, reciboId: number, razon: string): Promise<void>;
}
