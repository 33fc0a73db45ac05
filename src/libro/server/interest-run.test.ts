/** Runs in proportion to what changed, against the whole computation, over random histories on a real database. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, type Fecha } from '#core/fecha.ts';
import { percentageOf } from '#core/money.ts';
import { addMonths, dayOfMonth, monthOf } from '#core/period.ts';
import { sqlState } from '#platform/server/db.ts';
import { appOfFile } from '#test/app.ts';
import { clearLedger, createDeliveredLote, inLedger, insertMonth, SCHEMA, setTiie, tenderOf } from '#test/ledger.ts';
import { TRUST_TIMEOUT_MS, tries } from '#test/trust.ts';
import { findUnsettled, generateInterest, replaceInterest } from './interest.ts';

let caja: number;
let metodo: number;
let lotes: number[];

const app = await appOfFile({ now: '2026-05-20T18:00:00Z' });
beforeAll(async () => {
  const tender = await tenderOf(app);
  caja = tender.caja.id;
  metodo = tender.metodoPago.id;
  lotes = [];
  for (let n = 0; n < 4; n += 1) lotes.push((await createDeliveredLote(app)).id);
});
beforeEach(() => emptied());

/** As no history has touched it. */
async function emptied(): Promise<void> {
  await clearLedger(app);
  await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET factor_moratorio = 1`);
}

const START = '2026-02-01';
/** Half a year that a history begins with, and as much that it runs into. */
const RATED = Array.from({ length: 12 }, (_, n) => addMonths(monthOf(START), n - 6));
const WHOLE = [0, 1] as const;
const RAZON = "'', NULL, now()";

const run = (today: Fecha) =>
  inLedger(app, async (tx, stamp) => {
    const done = await generateInterest(tx, { ...stamp, today });
    return { ...done, distintos: await findUnsettled(tx, { today }, WHOLE) };
  });

/** What the database refuses is no history. */
async function tell(statement: string): Promise<void> {
  await app.query(statement).catch((error: unknown) => {
    if (!['23514', '23505', '23503'].includes(sqlState(error) ?? '')) throw error;
  });
}

interface Row {
  id: number;
  monto: number;
}
const rowsOf = (of: string) => app.query<Row>(`${of} ORDER BY id`);
const OPEN = `SELECT id, saldo_centavos::int AS monto FROM ${SCHEMA}.cargo WHERE saldo_centavos > 0`;
const PRINCIPALS = `SELECT id, monto_centavos::int AS monto FROM ${SCHEMA}.cargo WHERE tipo = 'mantenimiento'`;
const PAYMENTS = `SELECT id, monto_centavos::int AS monto FROM ${SCHEMA}.pago WHERE status <> 'cancelado'`;
const ADJUSTMENTS = `SELECT id, monto_centavos::int AS monto FROM ${SCHEMA}.ajuste WHERE NOT revertido`;

/** One step: what is done, to which row, with what. */
const step = fc.record({
  op: fc.constantFrom(
    ...['cargo', 'cargo', 'pago', 'pago', 'pago', 'pago', 'cancelar pago', 'cancelar pago', 'ajuste', 'ajuste'],
    ...['cancelar cargo', 'reverso', 'tiie', 'sin tiie', 'factor', 'inactivo', 'activo', 'traslado', 'reemplazo'],
    ...['detener', 'detener', 'reanudar'],
    ...['vencimiento', 'fecha de pago', 'pago borrado', 'importe', 'días', 'días', 'corrida', 'corrida', 'corrida'],
  ),
  which: fc.nat(),
  percent: fc.constantFrom(10, 33, 100, 100),
  days: fc.oneof(fc.nat(25), fc.nat(150)),
  kind: fc.constantFrom('descuento', 'condonacion', 'especial'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does one step on a day; what it takes is picked of what stands by then. */
async function perform({ op, which, percent, days, kind }: Step, today: Fecha): Promise<void> {
  const pick = async (of: string) => {
    const rows = await rowsOf(of);
    return rows[which % Math.max(rows.length, 1)];
  };
  const on = async (of: string, statement: (row: Row) => string) => {
    const row = await pick(of);
    if (row) await tell(statement(row));
  };
  const fecha = addDays(today, -days);
  const lote = lotes[which % lotes.length] ?? 0;
  const paidAgain = `UPDATE ${SCHEMA}.cargo c SET ultimo_pago = (SELECT max(fecha_pago) FROM ${SCHEMA}.pago WHERE cargo_id = c.id AND status <> 'cancelado'),
    pagado_centavos = coalesce((SELECT sum(monto_centavos) FROM ${SCHEMA}.pago WHERE cargo_id = c.id AND status <> 'cancelado'), 0)`;
  switch (op) {
    case 'cargo': {
      const month = monthOf(fecha);
      const vence = dayOfMonth(month, [1, 10, 31][which % 3] ?? 1);
      return tell(`INSERT INTO ${SCHEMA}.cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, created_at)
        VALUES (${lote}, ${lote}, 'mantenimiento', 'M', ${[1, 99, 250_000][which % 3]}, '${vence}', '${vence}', ${month.year}, ${month.mes}, ${Number(vence.slice(-2))}, now())`);
    }
    case 'pago':
      return on(OPEN, ({ id, monto }) => {
        const paid = Math.max(1, percentageOf(monto, percent));
        return `WITH r AS (
            INSERT INTO ${SCHEMA}.recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, created_at)
            VALUES (${lote}, '${fecha}', ${caja}, ${metodo}, ${paid}, now()) RETURNING id
          )
          INSERT INTO ${SCHEMA}.pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
          SELECT id, ${id}, ${paid}, '${fecha}', now() FROM r`;
      });
    case 'cancelar pago':
      return on(
        PAYMENTS,
        ({ id }) => `INSERT INTO ${SCHEMA}.pago_cancelacion (pago_id, motivo, razon, fecha, created_at)
          VALUES (${id}, 'cancelado', '', '${today}', now())`,
      );
    case 'ajuste':
      return on(kind === 'especial' ? `${OPEN} AND tipo = 'mantenimiento'` : OPEN, ({ id, monto }) => {
        const valor = which % 2 ? 'NULL' : `'${fecha}'`;
        return `INSERT INTO ${SCHEMA}.ajuste (cargo_id, tipo, monto_centavos, fecha, fecha_valor, created_at)
          VALUES (${id}, '${kind}', ${Math.max(1, percentageOf(monto, percent))}, '${which % 2 ? fecha : today}', ${valor}, now())`;
      });
    case 'cancelar cargo':
      return on(
        OPEN,
        ({ id, monto }) => `INSERT INTO ${SCHEMA}.ajuste (cargo_id, tipo, monto_centavos, fecha, created_at)
          VALUES (${id}, 'cancelacion', ${monto}, '${today}', now())`,
      );
    case 'reverso':
      return on(
        `${ADJUSTMENTS} AND tipo NOT IN ('cancelacion', 'anulacion', 'reemplazo')`,
        ({ id }) =>
          `INSERT INTO ${SCHEMA}.ajuste_reverso (ajuste_id, razon, usuario_id, created_at, fecha) VALUES (${id}, ${RAZON}, '${today}')`,
      );
    case 'tiie':
    case 'sin tiie': {
      const { year, mes } = monthOf(fecha);
      if (op === 'tiie') return setTiie(app, [year, mes, 5 + (which % 9)]);
      return tell(`DELETE FROM ${SCHEMA}.tiie WHERE year = ${year} AND mes = ${mes}`);
    }
    case 'factor':
      return tell(`UPDATE ${SCHEMA}.configuracion_residencial SET factor_moratorio = ${[0, 0.333, 1, 2][which % 4]}`);
    case 'inactivo': {
      const hasta = which % 2 ? 'NULL' : `'${addDays(fecha, which % 90)}'`;
      return tell(
        `INSERT INTO ${SCHEMA}.lote_inactividad (lote_id, desde, hasta) VALUES (${lote}, '${fecha}', ${hasta})`,
      );
    }
    case 'activo':
      if (which % 2)
        return tell(
          `UPDATE ${SCHEMA}.lote_inactividad SET hasta = greatest(desde, '${fecha}') WHERE lote_id = ${lote}`,
        );
      return tell(`DELETE FROM ${SCHEMA}.lote_inactividad WHERE lote_id = ${lote}`);
    case 'detener':
      return on(
        PRINCIPALS,
        ({ id }) => `WITH v AS (
            INSERT INTO ${SCHEMA}.convenio (folio, lote_id, fecha, estado, estado_desde, interes, tolerancia_dias, firmante, observacion,
              adeudo_centavos, condonado_centavos, created_at)
            SELECT coalesce(max(folio), 0) + 1, ${lote}, '${fecha}', 'cumplido', '${fecha}', 'se_detiene', 5, 'F', '', 1, 0, now()
            FROM ${SCHEMA}.convenio RETURNING id
          )
          INSERT INTO ${SCHEMA}.interes_detenido (convenio_id, cargo_id, desde) SELECT id, ${id}, '${fecha}' FROM v`,
      );
    case 'reanudar':
      return on(
        `SELECT cargo_id AS id, 0 AS monto FROM ${SCHEMA}.interes_detenido`,
        ({ id }) => `DELETE FROM ${SCHEMA}.interes_detenido WHERE cargo_id = ${id}`,
      );
    case 'traslado':
      return on(
        OPEN,
        ({ id }) => `INSERT INTO ${SCHEMA}.cargo_traslado (cargo_id, de_lote_id, a_lote_id, fecha, created_at)
          SELECT ${id}, lote_id, ${lote}, '${today}', now() FROM ${SCHEMA}.cargo WHERE id = ${id}`,
      );
    case 'reemplazo': {
      const row = await pick(PRINCIPALS);
      if (row) await inLedger(app, (tx, stamp) => replaceInterest(tx, { ...stamp, today }, [row.id]));
      return;
    }
    // By the database's owner: a migration, or somebody who mends something.
    case 'vencimiento':
      return on(
        PRINCIPALS,
        ({ id }) => `UPDATE ${SCHEMA}.cargo SET vence = '${fecha}', dia_corte = ${(which % 31) + 1} WHERE id = ${id}`,
      );
    case 'fecha de pago':
      return on(
        PAYMENTS,
        ({ id }) => `UPDATE ${SCHEMA}.pago SET fecha_pago = '${fecha}' WHERE id = ${id};
          ${paidAgain} WHERE id = (SELECT cargo_id FROM ${SCHEMA}.pago WHERE id = ${id})`,
      );
    case 'pago borrado':
      return on(
        PAYMENTS,
        ({ id }) => `CREATE TEMP TABLE borrado ON COMMIT DROP AS SELECT cargo_id FROM ${SCHEMA}.pago WHERE id = ${id};
          DELETE FROM ${SCHEMA}.pago WHERE id = ${id}; ${paidAgain} WHERE id IN (SELECT cargo_id FROM borrado)`,
      );
    case 'importe':
      return on(
        PRINCIPALS,
        ({ id }) =>
          `UPDATE ${SCHEMA}.cargo SET monto_centavos = monto_centavos + 5000 WHERE id = ${id} AND cierre IS NULL`,
      );
  }
}

describe('a run over what is open and what changed', () => {
  it(
    'leaves what the whole computation gives, whatever happened since the last one',
    async () => {
      let runs = 0;
      let made = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 60 }), async (steps) => {
          await emptied();
          for (const of of RATED) await setTiie(app, [of.year, of.mes, 7]);
          for (const [n, lote] of lotes.entries())
            for (const mes of [1, 2]) await insertMonth(app, lote, 2026, mes, 250_000 + n);
          let today: Fecha = START;
          const settle = async () => {
            const { distintos, creados } = await run(today);
            expect(distintos).toEqual([]);
            runs += 1;
            made += creados;
          };
          await settle();
          for (const one of steps) {
            if (one.op === 'días') today = addDays(today, one.days % 45);
            else if (one.op === 'corrida') await settle();
            else await perform(one, today);
          }
          await settle();
        }),
        { numRuns: tries(8, 300) },
      );
      expect(runs).toBeGreaterThan(25);
      expect(made).toBeGreaterThan(30);
    },
    TRUST_TIMEOUT_MS,
  );

  const paysFebruary = (cargo: number) => sql`
    WITH r AS (
      INSERT INTO recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, created_at)
      SELECT lote_id, '2026-02-05', ${caja}, ${metodo}, 50000, now() FROM cargo WHERE id = ${cargo} RETURNING id
    )
    INSERT INTO pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
    SELECT id, ${cargo}, 50000, '2026-02-05', now() FROM r`;
  const MARCH = '2026-03-05';

  /** A month of January, and what is done with it up to the end of February. */
  async function owedSinceJanuary(): Promise<number> {
    await setTiie(app, [2026, 1, 7], [2026, 2, 7]);
    const cargo = await insertMonth(app, lotes[0] ?? 0, 2026, 1, 250_000);
    expect(await run('2026-02-20')).toMatchObject({ creados: 1 });
    return cargo;
  }

  it('is told of whoever pays while it works', async () => {
    const cargo = await owedSinceJanuary();
    await inLedger(app, async (tx, stamp) => {
      expect(await generateInterest(tx, { ...stamp, today: MARCH })).toMatchObject({ creados: 1 });
      await inLedger(app, (other) => paysFebruary(cargo).execute(other));
    });
    expect(await run(MARCH)).toMatchObject({ creados: 1, reemplazados: 1, distintos: [] });
  });

  it('comes after whoever is paying', async () => {
    const cargo = await owedSinceJanuary();
    let coming: ReturnType<typeof run> | undefined;
    await inLedger(app, async (tx) => {
      await paysFebruary(cargo).execute(tx);
      coming = run(MARCH);
      await expect(Promise.race([coming, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))])).resolves.toBe(
        'waits',
      );
    });
    expect(await coming).toMatchObject({ creados: 1, reemplazados: 0, distintos: [] });
    const bases = await app.query<{ base: string }>(
      `SELECT interes_base_centavos AS base FROM ${SCHEMA}.cargo WHERE base_id = ${cargo} ORDER BY mes`,
    );
    expect(bases.map(({ base }) => Number(base))).toEqual([250_000, 200_000]);
  });
});
