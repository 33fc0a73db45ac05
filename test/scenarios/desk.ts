/** The cash desk at which a story plays: a community with no charges, one definition of maintenance, its own clock. */
import { afterAll, beforeAll, expect } from 'vitest';
import { checkLaws } from '#libro/server/laws.ts';
import { startApp, type TestApp } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { clearLedger, createDefinition, inLedger } from '../ledger.ts';

export interface Desk {
  /** From the first test on. */
  readonly app: TestApp;
  readonly cashier: Cashier;
  /** Puts the clock at noon of a day, 'YYYY-MM-DD'. */
  today(fecha: string): void;
}

interface DeskOptions {
  /** The surface in m² from which the definition applies; each story has one of its own. */
  superficie: number;
  /** 'YYYY-MM-DD' */
  starts: string;
}

const noon = (fecha: string) => `${fecha}T18:00:00Z`;

/** Opens the desk before the file's tests and closes it after them, when the ledger must keep its laws. */
export function openDesk({ superficie, starts }: DeskOptions): Desk {
  let opened: { app: TestApp; cashier: Cashier } | undefined;
  const desk = () => {
    if (!opened) throw new Error('the desk opens before the first test');
    return opened;
  };
  beforeAll(async () => {
    const app = await startApp({
      invoices: false,
      now: noon(starts),
      sessionLimits: { idleMinutes: 10_000_000, maxHours: 200_000 },
    });
    opened = { app, cashier: await Cashier.of(app) };
    await clearLedger(app);
    // 2,500.00 a month, cut-off on the 10th, 10% for promptness: 2,250.00.
    await createDefinition(app, { desde: superficie, cuota: 250_000, diaCorte: 10, rules: [10] });
  });
  afterAll(async () => {
    const { app } = desk();
    expect(await inLedger(app, checkLaws)).toEqual([]);
    await app.close();
  });
  return {
    get app() {
      return desk().app;
    },
    get cashier() {
      return desk().cashier;
    },
    today: (fecha) => desk().app.clock.set(noon(fecha)),
  };
}
