/**
 * What this feature asks of payments. It is given where the features are put together (src/features.ts), so that a deposit of
 * a file is decided and booked by the very functions that a cashier's payment goes through.
 */

import type { Fecha } from '#core/fecha.ts';
import type { PaymentResult } from '#libro/contract.ts';
import type { Owed } from '#libro/mantenimiento/rules.ts';
import type { LedgerLote } from '#libro/server/lotes.ts';
import type { Definition, DefinitionScope } from '#libro/server/maintenance.ts';
import type { MaintenanceBooking } from '#libro/server/receive.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';

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
}
