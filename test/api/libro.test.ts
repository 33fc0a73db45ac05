/** The ledger itself: its laws after every operation, what its rows refuse, and how cancellations undo what was done. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { saldoOf, statusOf } from '#core/charge-status.ts';
import { percentageOf } from '#core/money.ts';
import { adjust, cancelCharge } from '#libro/server/adjust.ts';
import { cancelExcess, cancelPayments } from '#libro/server/cancel.ts';
import { type Charge, createCharges, selectCharges } from '#libro/server/charges.ts';
import { fundOf } from '#libro/server/fund.ts';
import { generateInterest, replaceInterest } from '#libro/server/interest.ts';
import { checkLaws, type Violation } from '#libro/server/laws.ts';
import { type PaymentLine, receivePayment } from '#libro/server/receive.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { sqlState, type Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { appOfFile } from '../app.ts';
import {
  chargeSums,
  clearLedger,
  createDeliveredLote,
  inLedger,
  insertCharge,
  insertMonth,
  refusalOf,
  SCHEMA,
  setTiie,
  tenderOf,
  tryInLedger,
} from '../ledger.ts';

const TODAY = '2026-05-20T18:00:00Z';
const CUOTA = 250_000;

let caja: number;
let metodo: number;
let demoViolations: Violation[];

const app = await appOfFile({ invoices: false, now: TODAY });
beforeAll(async () => {
  const tender = await tenderOf(app);
  caja = tender.caja.id;
  metodo = tender.metodoPago.id;
  demoViolations = await inLedger(app, checkLaws);
  await clearLedger(app);
  await setTiie(app, [2026, 2, 7.25], [2026, 3, 7], [2026, 4, 7]);
});
afterEach(async () => {
  app.clock.set(TODAY);
  expect(await inLedger(app, checkLaws)).toEqual([]);
});

const CANCELLED = { motivo: 'cancelado', razon: 'Prueba' } as const;

/** A payment as a handler books it. */
function pay(
  tx: Tx,
  stamp: Stamp,
  loteId: number,
  lines: readonly PaymentLine[],
  { fechaPago = '2026-05-20', excedente = 0, how = metodo as number | 'fondo' } = {},
) {
  const tender = { metodo: how, cajaId: caja, fechaPago, noCuenta: '1234', referencia: '' };
  return receivePayment(tx, stamp, {
    ...{ loteId, lines, excedente },
    tender: { ...tender, turnoId: null, fechaContable: fechaPago },
  });
}

const chargeOf = (tx: Tx, id: number): Promise<Charge> =>
  selectCharges(tx).where('cargo.id', '=', id).executeTakeFirstOrThrow();

/** The entries on a principal that are in force, oldest first: 'month amount'. */
const entriesOf = async (tx: Tx, baseId: number) =>
  (await selectCharges(tx).where('base_id', '=', baseId).where('cierre', 'is', null).orderBy('vence').execute()).map(
    ({ id, mes, monto }) => ({ id, mes, monto }),
  );
const amountsOf = async (tx: Tx, baseId: number) => (await entriesOf(tx, baseId)).map(({ monto }) => monto);

async function monthOfLote(mes = 2) {
  const lote = await createDeliveredLote(app);
  return { lote: lote.id, cargo: await insertMonth(app, lote.id, 2026, mes, CUOTA) };
}

const idsOf = (receipt: { pagos: { id: number }[] }) => receipt.pagos.map((pago) => pago.id);

describe('the laws', () => {
  const step = fc.record({
    op: fc.constantFrom(
      'cargo',
      'pago',
      'pago',
      'pago',
      'pago con excedente',
      'pago con el fondo',
      'descuento',
      'condonación',
      'cancelar cargo',
      'cancelar pago',
      'cancelar pago',
      'cancelar abono',
      'intereses',
    ),
    pick: fc.nat(20),
    percent: fc.constantFrom(1, 10, 33, 50, 100),
    mes: fc.integer({ min: 2, max: 5 }),
    day: fc.integer({ min: 1, max: 20 }),
  });
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  const pickOf = <T>(rows: readonly T[], { pick }: Step): T | undefined => rows[pick % rows.length];

  /** One operation as handlers carry it out: on what there is, never more than what is owed. */
  async function run(tx: Tx, stamp: Stamp, loteId: number, given: Step): Promise<void> {
    const fecha = `2026-${String(given.mes).padStart(2, '0')}-${String(given.day).padStart(2, '0')}`;
    const open = await selectCharges(tx).where('cargo.lote_id', '=', loteId).where('saldo_centavos', '>', 0).execute();
    const charge = pickOf(open, given);
    const part = charge ? Math.max(1, percentageOf(charge.saldo, given.percent)) : 0;
    switch (given.op) {
      case 'cargo': {
        const { rows } =
          await sql`SELECT 1 FROM cargo WHERE lote_id = ${loteId} AND mes = ${given.mes} AND tipo = 'mantenimiento'`.execute(
            tx,
          );
        if (rows.length > 0) return;
        const vence = `2026-0${given.mes}-10`;
        await createCharges(tx, stamp, [
          {
            lote_id: loteId,
            tipo: 'mantenimiento',
            concepto: 'Mes',
            monto_centavos: CUOTA + given.pick,
            vence,
            year: 2026,
            mes: given.mes,
            dia_corte: 10,
          },
        ]);
        return;
      }
      case 'pago':
      case 'pago con excedente':
        if (charge) {
          const excedente = given.op === 'pago' ? 0 : 100 + given.pick;
          await pay(tx, stamp, loteId, [{ cargoId: charge.id, monto: part }], { fechaPago: fecha, excedente });
        }
        return;
      case 'pago con el fondo': {
        const monto = Math.min(part, await fundOf(tx, loteId));
        if (charge && monto > 0)
          await pay(tx, stamp, loteId, [{ cargoId: charge.id, monto }], { fechaPago: fecha, how: 'fondo' });
        return;
      }
      case 'descuento':
        if (charge) {
          const ajustes = [{ tipo: 'descuento' as const, monto: part, porcentaje: given.percent }];
          await pay(tx, stamp, loteId, [{ cargoId: charge.id, monto: charge.saldo - part, ajustes }], {
            fechaPago: fecha,
          });
        }
        return;
      case 'condonación':
        if (charge) await adjust(tx, stamp, [{ cargoId: charge.id, tipo: 'condonacion', monto: part }]);
        return;
      case 'cancelar cargo':
        if (charge) {
          await cancelCharge(tx, stamp, charge, { razon: 'Prueba' });
          await replaceInterest(tx, stamp, [charge.id]);
        }
        return;
      case 'cancelar pago': {
        const { rows } = await sql<{ id: number }>`
          SELECT p.id FROM pago p JOIN cargo c ON c.id = p.cargo_id
          WHERE c.lote_id = ${loteId} AND p.status = 'recibido' ORDER BY p.id`.execute(tx);
        const pago = pickOf(rows, given);
        if (pago) await cancelPayments(tx, stamp, [pago.id], CANCELLED);
        return;
      }
      case 'cancelar abono': {
        const { rows } = await sql<{ id: number; monto: number; reciboId: number }>`
          SELECT id, monto_centavos AS monto, recibo_id AS "reciboId" FROM fondo_movimiento
          WHERE lote_id = ${loteId} AND tipo = 'abono' ORDER BY id`.execute(tx);
        const abono = pickOf(rows, given);
        if (!abono) return;
        await cancelExcess(tx, stamp, { ...abono, loteId }, CANCELLED).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
        return;
      }
      default:
        await generateInterest(tx, { ...stamp, today: fecha });
    }
  }

  it('hold after every operation, in any order', async () => {
    const { id } = await createDeliveredLote(app);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), (steps) =>
        tryInLedger(app, async (tx, stamp) => {
          for (const given of [{ ...steps[0], op: 'cargo' } as Step, ...steps]) {
            await run(tx, stamp, id, given);
            expect(await checkLaws(tx)).toEqual([]);
          }
          const charges = await selectCharges(tx).select('cargo.cierre').where('cargo.lote_id', '=', id).execute();
          for (const { cierre, ...charge } of charges) {
            expect(charge.saldo).toBe(saldoOf(charge));
            expect(charge.status).toBe(statusOf({ ...charge, cancelado: cierre !== null }));
          }
        }),
      ),
      { numRuns: 6 },
    );
  });

  it('hold in the demo', () => {
    expect(demoViolations).toEqual([]);
  });

  it('are seen to be broken when a sum, a status or a movement is', async () => {
    const { lote, cargo } = await monthOfLote();
    await inLedger(app, (tx, stamp) => pay(tx, stamp, lote, [{ cargoId: cargo, monto: 100 }], { excedente: 50 }));
    const broken = async (...statements: string[]) => {
      const client = `BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL search_path TO ${SCHEMA}, ext; ${statements.join('; ')}`;
      await app.query(client);
      const found = await inLedger(app, checkLaws);
      return new Set(found.map(({ tabla, id }) => `${tabla} ${id}`));
    };
    const recibo = (await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.recibo`))[0]?.id;
    // Each is mended by the next statement.
    expect(await broken(`UPDATE cargo SET pagado_centavos = 99 WHERE id = ${cargo}`, 'COMMIT')).toEqual(
      new Set([`cargo ${cargo}`]),
    );
    expect(
      await broken(
        `UPDATE cargo SET pagado_centavos = 100 WHERE id = ${cargo}`,
        `UPDATE recibo SET total_centavos = 149 WHERE id = ${recibo}`,
        'COMMIT',
      ),
    ).toEqual(new Set([`recibo ${recibo}`]));
    expect(
      await broken(
        `UPDATE recibo SET total_centavos = 150 WHERE id = ${recibo}`,
        `UPDATE fondo SET saldo_centavos = 51 WHERE lote_id = ${lote}`,
        'COMMIT',
      ),
    ).toEqual(new Set([`lote ${lote}`]));
    expect(await broken(`UPDATE fondo SET saldo_centavos = 50 WHERE lote_id = ${lote}`, 'COMMIT')).toEqual(new Set());
  });
});

describe('the rows themselves', () => {
  const refused = async (work: (tx: Tx, stamp: Stamp) => Promise<unknown>) => {
    const error = await inLedger(app, work).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    return sqlState(error);
  };
  const CHECK = '23514';
  const DENIED = '42501';
  const UNIQUE = '23505';

  it('refuse to be overpaid, over-adjusted or drawn below an empty fund', async () => {
    const { lote, cargo } = await monthOfLote();
    expect(await refused((tx, stamp) => pay(tx, stamp, lote, [{ cargoId: cargo, monto: CUOTA + 1 }]))).toBe(CHECK);
    expect(
      await refused((tx, stamp) => adjust(tx, stamp, [{ cargoId: cargo, tipo: 'condonacion', monto: CUOTA + 1 }])),
    ).toBe(CHECK);
    expect(await refused((tx, stamp) => pay(tx, stamp, lote, [{ cargoId: cargo, monto: 1 }], { how: 'fondo' }))).toBe(
      CHECK,
    );
    expect(await chargeSums(app, cargo)).toMatchObject({ saldo: CUOTA, status: 'vigente' });
  });

  it('are not edited or deleted by the product', async () => {
    const { cargo } = await monthOfLote();
    for (const statement of [
      sql`UPDATE cargo SET monto_centavos = 1 WHERE id = ${cargo}`,
      sql`DELETE FROM cargo WHERE id = ${cargo}`,
      sql`UPDATE pago SET status = 'cancelado'`,
      sql`DELETE FROM ajuste`,
      sql`UPDATE fondo SET saldo_centavos = 0`,
      sql`INSERT INTO fondo VALUES (1, 0)`,
      sql`DELETE FROM recibo`,
    ]) {
      expect(await refused((tx) => statement.execute(tx))).toBe(DENIED);
    }
  });

  it('close a charge only with everything that was left of it', async () => {
    const { cargo } = await monthOfLote();
    expect(
      await refused((tx, stamp) => adjust(tx, stamp, [{ cargoId: cargo, tipo: 'cancelacion', monto: CUOTA - 1 }])),
    ).toBe(CHECK);
  });

  it('keep a month once per lot: cancelled it stays taken, undone it does not', async () => {
    const { lote, cargo } = await monthOfLote();
    const again = () =>
      refused((tx, stamp) =>
        createCharges(tx, stamp, [
          {
            lote_id: lote,
            tipo: 'mantenimiento',
            concepto: 'Otra vez',
            monto_centavos: 1,
            vence: '2026-02-10',
            year: 2026,
            mes: 2,
            dia_corte: 10,
          },
        ]),
      );
    expect(await again()).toBe(UNIQUE);
    await inLedger(app, async (tx, stamp) => cancelCharge(tx, stamp, await chargeOf(tx, cargo), { razon: 'Prueba' }));
    expect(await again()).toBe(UNIQUE);
    const other = await insertMonth(app, lote, 2026, 3, CUOTA);
    await inLedger(app, (tx, stamp) => adjust(tx, stamp, [{ cargoId: other, tipo: 'anulacion', monto: CUOTA }]));
    expect(await chargeSums(app, other)).toMatchObject({ saldo: 0, status: 'anulado' });
    await insertMonth(app, lote, 2026, 3, CUOTA);
  });

  it('sum up whole sets in one statement', async () => {
    const { lote, cargo } = await monthOfLote();
    const second = await insertMonth(app, lote, 2026, 3, CUOTA);
    await inLedger(app, async (tx, stamp) => {
      await pay(tx, stamp, lote, [
        {
          cargoId: cargo,
          monto: 100_000,
          ajustes: [
            { tipo: 'descuento', monto: 1_000 },
            { tipo: 'condonacion', monto: 2_000 },
          ],
        },
        { cargoId: second, monto: 5 },
      ]);
    });
    expect(await chargeSums(app, cargo)).toEqual({
      saldo: 147_000,
      pagado: 100_000,
      ajustado: 3_000,
      condonado: 2_000,
      status: 'incompleto',
    });
    expect(await chargeSums(app, second)).toMatchObject({ saldo: CUOTA - 5, status: 'incompleto' });
  });
});

describe('cancelling a payment', () => {
  it('reopens the charge and takes its prompt-payment discount back', async () => {
    const { lote, cargo } = await monthOfLote();
    const regla = { tipo: 'regla' as const, monto: 25_000 };
    const first = await inLedger(app, (tx, stamp) =>
      pay(tx, stamp, lote, [{ cargoId: cargo, monto: 100_000 }], { fechaPago: '2026-02-05' }),
    );
    await inLedger(app, (tx, stamp) =>
      pay(tx, stamp, lote, [{ cargoId: cargo, monto: 125_000, ajustes: [regla] }], { fechaPago: '2026-02-10' }),
    );
    expect(await chargeSums(app, cargo)).toMatchObject({ saldo: 0, ajustado: 25_000, status: 'pagado' });
    // The discount was booked with the second receipt, but what is left on time no longer covers it.
    await inLedger(app, (tx, stamp) => cancelPayments(tx, stamp, idsOf(first), CANCELLED));
    expect(await chargeSums(app, cargo)).toMatchObject({
      saldo: 125_000,
      pagado: 125_000,
      ajustado: 0,
      status: 'incompleto',
    });
  });

  it('takes back the coded discount of its own receipt and leaves that of another', async () => {
    const { lote, cargo } = await monthOfLote();
    const discounted = (monto: number) => ({ tipo: 'descuento' as const, monto, porcentaje: 1 });
    const [first] = await inLedger(app, async (tx, stamp) => [
      await pay(tx, stamp, lote, [{ cargoId: cargo, monto: 10_000, ajustes: [discounted(2_500)] }]),
      await pay(tx, stamp, lote, [{ cargoId: cargo, monto: 20_000, ajustes: [discounted(1_000)] }]),
    ]);
    await inLedger(app, (tx, stamp) => cancelPayments(tx, stamp, idsOf(first ?? { pagos: [] }), CANCELLED));
    expect(await chargeSums(app, cargo)).toMatchObject({ pagado: 20_000, ajustado: 1_000, saldo: 229_000 });
  });

  it('gives the fund back what it had paid, and refuses a second time', async () => {
    const { lote, cargo } = await monthOfLote();
    const paid = await inLedger(app, async (tx, stamp) => {
      await pay(tx, stamp, lote, [{ cargoId: cargo, monto: 50_000 }], { excedente: 80_000 });
      return pay(tx, stamp, lote, [{ cargoId: cargo, monto: 60_000 }], { how: 'fondo' });
    });
    expect(paid).toMatchObject({ total: 0, aFondo: -60_000 });
    expect(await inLedger(app, (tx) => fundOf(tx, lote))).toBe(20_000);
    await inLedger(app, (tx, stamp) => cancelPayments(tx, stamp, idsOf(paid), CANCELLED));
    expect(await inLedger(app, (tx) => fundOf(tx, lote))).toBe(80_000);
    expect(await chargeSums(app, cargo)).toMatchObject({ pagado: 50_000 });
    await expect(inLedger(app, (tx, stamp) => cancelPayments(tx, stamp, idsOf(paid), CANCELLED))).rejects.toThrow(
      /ya está cancelado/,
    );
  });

  it('leaves a cancelled charge cancelled', async () => {
    const { lote, cargo } = await monthOfLote();
    const paid = await inLedger(app, async (tx, stamp) => {
      const receipt = await pay(tx, stamp, lote, [{ cargoId: cargo, monto: 100_000 }]);
      await cancelCharge(tx, stamp, await chargeOf(tx, cargo), { razon: 'Prueba' });
      return receipt;
    });
    expect(await chargeSums(app, cargo)).toMatchObject({ pagado: 100_000, ajustado: 150_000, status: 'cancelado' });
    await inLedger(app, (tx, stamp) => cancelPayments(tx, stamp, idsOf(paid), CANCELLED));
    expect(await chargeSums(app, cargo)).toMatchObject({ pagado: 0, ajustado: CUOTA, saldo: 0, status: 'cancelado' });
  });

  it('cancels several payments of one receipt at once', async () => {
    const { lote, cargo } = await monthOfLote();
    const fine = await insertCharge(app, lote, { tipo: 'cuota_inicial_proyecto', monto_centavos: 30_000 });
    const paid = await inLedger(app, (tx, stamp) =>
      pay(tx, stamp, lote, [
        { cargoId: cargo, monto: 10_000 },
        { cargoId: fine, monto: 30_000 },
      ]),
    );
    await inLedger(app, (tx, stamp) => cancelPayments(tx, stamp, idsOf(paid), CANCELLED));
    expect(await chargeSums(app, cargo)).toMatchObject({ saldo: CUOTA, status: 'vigente' });
    expect(await chargeSums(app, fine)).toMatchObject({ saldo: 30_000, status: 'vigente' });
  });
});

describe('cancelling an excess', () => {
  it('takes it out of the fund once, and not once it was spent', async () => {
    const { lote, cargo } = await monthOfLote();
    const abono = await inLedger(app, async (tx, stamp) => {
      const receipt = await pay(tx, stamp, lote, [{ cargoId: cargo, monto: 1_000 }], { excedente: 500 });
      const row = await tx
        .selectFrom('fondo_movimiento')
        .select('id')
        .where('recibo_id', '=', receipt.reciboId)
        .executeTakeFirstOrThrow();
      return { id: row.id, loteId: lote, monto: 500, reciboId: receipt.reciboId };
    });
    const cancel = () => inLedger(app, (tx, stamp) => cancelExcess(tx, stamp, abono, CANCELLED));
    const paid = await inLedger(app, (tx, stamp) =>
      pay(tx, stamp, lote, [{ cargoId: cargo, monto: 1 }], { how: 'fondo' }),
    );
    await expect(cancel()).rejects.toThrow(/quedan \$4\.99 en el fondo/);
    await inLedger(app, (tx, stamp) => cancelPayments(tx, stamp, idsOf(paid), CANCELLED));
    await cancel();
    expect(await inLedger(app, (tx) => fundOf(tx, lote))).toBe(0);
    await expect(cancel()).rejects.toThrow(/ya está cancelado/);
  });
});

describe('late interest', () => {
  const generate = () => inLedger(app, (tx, stamp) => generateInterest(tx, stamp));

  it('is generated once: a second run, and two at the same time, create nothing more', async () => {
    const { cargo } = await monthOfLote();
    await Promise.all([generate(), generate()]);
    expect(await generate()).toMatchObject({ creados: 0, reemplazados: 0 });
    expect(await inLedger(app, (tx) => amountsOf(tx, cargo))).toEqual([1_510, 1_458, 1_458]);
  });

  it('outlives the principal, and an entry survives being looked at again', async () => {
    const { lote, cargo } = await monthOfLote();
    await generate();
    await inLedger(app, (tx, stamp) => pay(tx, stamp, lote, [{ cargoId: cargo, monto: CUOTA }]));
    expect(await generate()).toMatchObject({ creados: 0, reemplazados: 0 });
    expect(await inLedger(app, (tx) => amountsOf(tx, cargo))).toEqual([1_510, 1_458, 1_458]);
  });

  it('is replaced at once by a backdated payment, and is back when that is cancelled', async () => {
    const { lote, cargo } = await monthOfLote();
    await generate();
    const paid = await inLedger(app, (tx, stamp) =>
      pay(tx, stamp, lote, [{ cargoId: cargo, monto: 100_000 }], { fechaPago: '2026-03-15' }),
    );
    expect(await inLedger(app, (tx) => amountsOf(tx, cargo))).toEqual([1_510, 1_458, 875]);
    await inLedger(app, (tx, stamp) => cancelPayments(tx, stamp, idsOf(paid), CANCELLED));
    expect(await inLedger(app, (tx) => amountsOf(tx, cargo))).toEqual([1_510, 1_458, 1_458]);
  });

  it('disappears when a backdated payment turns out to have been in time', async () => {
    const { lote, cargo } = await monthOfLote();
    await generate();
    await inLedger(app, (tx, stamp) =>
      pay(tx, stamp, lote, [{ cargoId: cargo, monto: 225_000, ajustes: [{ tipo: 'regla', monto: 25_000 }] }], {
        fechaPago: '2026-02-10',
      }),
    );
    expect(await inLedger(app, (tx) => amountsOf(tx, cargo))).toEqual([]);
  });

  it('stays where somebody touched it, whatever happens to its base', async () => {
    const { lote, cargo } = await monthOfLote();
    await generate();
    await inLedger(app, async (tx, stamp) => {
      const [february, march] = await entriesOf(tx, cargo);
      await pay(tx, stamp, lote, [{ cargoId: february?.id ?? 0, monto: 10 }]);
      await adjust(tx, stamp, [{ cargoId: march?.id ?? 0, tipo: 'condonacion', monto: 8 }]);
      await pay(tx, stamp, lote, [{ cargoId: cargo, monto: 100_000 }], { fechaPago: '2026-02-01' });
    });
    await generate();
    expect(await inLedger(app, (tx) => amountsOf(tx, cargo))).toEqual([1_510, 1_458, 875]);
  });

  it('is replaced once what had touched it is cancelled, by the factor that it had', async () => {
    const { lote, cargo } = await monthOfLote();
    await generate();
    const touched = await inLedger(app, async (tx, stamp) => {
      const [, march] = await entriesOf(tx, cargo);
      const receipt = await pay(tx, stamp, lote, [{ cargoId: march?.id ?? 0, monto: 10 }]);
      await pay(tx, stamp, lote, [{ cargoId: cargo, monto: 100_000 }], { fechaPago: '2026-02-20' });
      return receipt;
    });
    expect(await inLedger(app, (tx) => amountsOf(tx, cargo))).toEqual([1_510, 1_458, 875]);
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET factor_moratorio = 2`);
    try {
      await inLedger(app, (tx, stamp) => cancelPayments(tx, stamp, idsOf(touched), CANCELLED));
      expect(await inLedger(app, (tx) => amountsOf(tx, cargo))).toEqual([1_510, 875, 875]);
      await generate();
      expect(await inLedger(app, (tx) => amountsOf(tx, cargo))).toEqual([1_510, 875, 875]);
      const later = await monthOfLote(4);
      await generate();
      expect(await inLedger(app, (tx) => amountsOf(tx, later.cargo))).toEqual([2_917]);
    } finally {
      await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET factor_moratorio = 1`);
    }
  });

  it('is not created again where it was cancelled', async () => {
    const { cargo } = await monthOfLote();
    await generate();
    await inLedger(app, async (tx, stamp) => {
      const [february] = await entriesOf(tx, cargo);
      await cancelCharge(tx, stamp, await chargeOf(tx, february?.id ?? 0), { razon: 'Prueba' });
    });
    await generate();
    expect(await inLedger(app, (tx) => amountsOf(tx, cargo))).toEqual([1_458, 1_458]);
  });

  it('follows a corrected rate, even where the principal owes nothing any more', async () => {
    const open = await monthOfLote();
    const condoned = await monthOfLote();
    await generate();
    await inLedger(app, (tx, stamp) =>
      adjust(tx, stamp, [{ cargoId: condoned.cargo, tipo: 'condonacion', monto: CUOTA }]),
    );
    await setTiie(app, [2026, 2, 7.5], [2026, 3, 7.75], [2026, 4, 8]);
    try {
      await generate();
      for (const { cargo } of [open, condoned]) {
        expect(await inLedger(app, (tx) => amountsOf(tx, cargo))).toEqual([1_563, 1_615, 1_667]);
      }
    } finally {
      await setTiie(app, [2026, 2, 7.25], [2026, 3, 7], [2026, 4, 7]);
    }
  });

  it('does not grow on other charges, nor on itself', async () => {
    const { lote } = await monthOfLote();
    const fine = await insertCharge(app, lote, {
      tipo: 'cuota_inicial_proyecto',
      monto_centavos: CUOTA,
      fecha: '2026-01-01',
      vence: '2026-01-01',
    });
    await generate();
    await generate();
    expect(await inLedger(app, (tx) => amountsOf(tx, fine))).toEqual([]);
    const { rows } = await inLedger(app, (tx) =>
      sql`SELECT 1 FROM cargo i JOIN cargo b ON b.id = i.base_id WHERE b.tipo = 'interes'`.execute(tx),
    );
    expect(rows).toEqual([]);
  });
});

describe('a lot that was inactive', () => {
  const change = async (path: string, day: string) => {
    app.clock.set(`${day}T18:00:00Z`);
    // Sessions do not last from one month to the next.
    app.forgetTokens();
    const reply = await app.call('GET', path, { as: 'superadmin' });
    expect(reply.body).toEqual({ success: true, message: 'Acción exitosa' });
  };
  const spells = (lote: number) =>
    app.query(`SELECT desde::text, hasta::text FROM ${SCHEMA}.lote_inactividad WHERE lote_id = $1 ORDER BY id`, [lote]);

  it('bears no interest for the cut-offs of its spell, from the day of inactivating to the day before activating', async () => {
    const { lote, cargo } = await monthOfLote();
    await change(`/lote/inactivarlote/${lote}`, '2026-03-10');
    expect(await spells(lote)).toEqual([{ desde: '2026-03-10', hasta: null }]);
    await change(`/lote/activarlote/${lote}`, '2026-04-10');
    expect(await spells(lote)).toEqual([{ desde: '2026-03-10', hasta: '2026-04-09' }]);
    app.clock.set(TODAY);
    await inLedger(app, generateInterest);
    expect((await inLedger(app, (tx) => entriesOf(tx, cargo))).map(({ mes }) => mes)).toEqual([2, 4]);
  });

  it('that was activated on the same day was not inactive', async () => {
    const { lote } = await monthOfLote();
    await change(`/lote/inactivarlote/${lote}`, '2026-03-10');
    await change(`/lote/activarlote/${lote}`, '2026-03-10');
    expect(await spells(lote)).toEqual([]);
    await change(`/lote/inactivarlote/${lote}`, '2026-03-10');
    expect(await spells(lote)).toEqual([{ desde: '2026-03-10', hasta: null }]);
  });
});

describe('a merged lot', () => {
  it('hands its open charges and its fund over, and what a cancellation opens again follows', async () => {
    const { lote: from, cargo: open } = await monthOfLote(2);
    const settled = await insertMonth(app, from, 2026, 5, CUOTA);
    const { lote: to } = await monthOfLote(2);
    const { lote: last } = await monthOfLote(2);
    await inLedger(app, generateInterest);
    const paid = await inLedger(app, async (tx, stamp) => {
      await pay(tx, stamp, from, [{ cargoId: settled, monto: 200_000 }], { excedente: 60_000 });
      return pay(tx, stamp, from, [{ cargoId: settled, monto: 50_000 }], { how: 'fondo' });
    });
    const merge = async (id: number, into: number) => {
      const option = (lote: number) => ({ id: lote, name: '' });
      app.forgetTokens();
      const reply = await app.call('POST', '/lote/fusionarlotes', {
        as: 'superadmin',
        body: { lotesFusiones: [option(id), option(into)], loteReferencia: option(into) },
      });
      expect(reply.body).toMatchObject({ success: true });
      return (reply.body as { message: string }).message;
    };
    const told = await merge(from, to);
    const ownerOf = (cargo: number) => inLedger(app, async (tx) => (await chargeOf(tx, cargo)).loteId);
    const [entry] = await inLedger(app, (tx) => entriesOf(tx, open));
    expect(await ownerOf(open)).toBe(to);
    expect(await ownerOf(entry?.id ?? 0)).toBe(to);
    expect(await ownerOf(settled)).toBe(from);
    expect(await inLedger(app, (tx) => fundOf(tx, from))).toBe(0);
    expect(await inLedger(app, (tx) => fundOf(tx, to))).toBe(10_000);
    const [note] = await app.query<{ nota: string }>(
      `SELECT nota FROM ${SCHEMA}.bitacora WHERE entidad = 'lote' AND entidad_id = '${from}' ORDER BY id DESC LIMIT 1`,
    );
    expect(note?.nota).toMatch(/; pasan 4 cargos por \$2,544\.26 y \$100\.00 de fondo$/);
    expect(told).toBe(note?.nota);

    // The reference lot is merged in turn; then a payment of the first lot, made with its fund, is cancelled.
    await merge(to, last);
    await inLedger(app, (tx, stamp) => cancelPayments(tx, stamp, idsOf(paid), CANCELLED));
    expect(await ownerOf(open)).toBe(last);
    expect(await ownerOf(settled)).toBe(last);
    expect(await chargeSums(app, settled)).toMatchObject({ saldo: 50_000, status: 'incompleto' });
    expect(await inLedger(app, (tx) => fundOf(tx, last))).toBe(60_000);
  });
});

describe('a unit with charges', () => {
  it('is not deleted, and the refusal says why', async () => {
    const parent = await createDeliveredLote(app, { tipo: 'condominal' });
    const unit = await createDeliveredLote(app, { parent_id: parent.id });
    const cargo = await insertCharge(app, unit.id, { tipo: 'cuota_inicial_proyecto', monto_centavos: 100 });
    await inLedger(app, (tx, stamp) => pay(tx, stamp, unit.id, [{ cargoId: cargo, monto: 100 }], { excedente: 1 }));
    app.forgetTokens();
    const reply = await app.call('DELETE', `/lote/habitacional/delete/${encodeURIComponent(unit.referencia)}`, {
      as: 'superadmin',
    });
    expect(refusalOf(reply)).toBe(
      `La vivienda «${unit.referencia}» no se puede eliminar porque tiene o tuvo cargos (1), pagos (1), movimientos de fondo (1)`,
    );
  });
});
