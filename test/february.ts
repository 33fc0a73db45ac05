/** One month of a ledger of its own, over HTTP, in which what depends on the day can be told by heart. */
import { afterAll, beforeEach, expect } from 'vitest';
import { checkLaws } from '#libro/server/laws.ts';
import { startApp, type TestApp } from './app.ts';
import { Cashier, type Receipt } from './cashier.ts';
import { clearLedger, createDefinition, createDeliveredLote, inLedger, SCHEMA } from './ledger.ts';

const SUPERFICIE = 95_400;

export interface February {
  app: TestApp;
  cashier: Cashier;
  /** Noon of a day. */
  today: (fecha: string) => void;
  /** A new lot that owes February 2026: 2,500.00, cut-off on the 10th, 10% for promptness. */
  february: () => Promise<{ lote: number; cargo: number }>;
  /** Pays pesos of February, without late interest. */
  pay: (lote: number, monto: number, fecha: string) => Promise<Receipt>;
}

/** Starts it for a file of tests, each of which begins on 1 February 2026; at their end the ledger must be lawful. A TIIE of 12% is 1% a month. */
export async function startFebruary(): Promise<February> {
  const app = await startApp({
    invoices: false,
    now: '2026-02-01T18:00:00Z',
    sessionLimits: { idleMinutes: 10_000_000, maxHours: 200_000 },
  });
  const cashier = await Cashier.of(app);
  await clearLedger(app);
  await createDefinition(app, { desde: SUPERFICIE, cuota: 250_000, diaCorte: 10, rules: [10] });
  await cashier.saveTiie('2026-02', 12);
  await cashier.saveTiie('2026-03', 12);
  const today = (fecha: string) => app.clock.set(`${fecha}T18:00:00Z`);
  beforeEach(() => today('2026-02-01'));
  afterAll(async () => {
    expect(await inLedger(app, checkLaws)).toEqual([]);
    await app.close();
  });
  return {
    app,
    cashier,
    today,
    february: async () => {
      const { id: lote } = await createDeliveredLote(app, { superficie: SUPERFICIE, fecha_entrega: '2026-01-20' });
      await cashier.generateMonths(lote, ['2026-02']);
      const [row] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.cargo WHERE lote_id = $1`, [lote]);
      return { lote, cargo: row?.id ?? 0 };
    },
    pay: (lote, monto, fecha) => cashier.payMonths(lote, { meses: ['2026-02'], monto, fecha, conInteres: false }),
  };
}
