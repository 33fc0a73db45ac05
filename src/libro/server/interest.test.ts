/** Late interest: the set-based SQL against core/interest.ts, over random ledgers on a real database. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { interestEntries, type Principal } from '#core/interest.ts';
import { percentageOf } from '#core/money.ts';
import { addMonths, dayOfMonth, type Month, monthFromNumber, monthNumber, monthOf } from '#core/period.ts';
import type { Tx } from '#platform/server/db.ts';
import { appOfFile } from '#test/app.ts';
import { clearLedger, inLedger, tenderOf, tryInLedger } from '#test/ledger.ts';
import { reverseAdjustments } from './adjust.ts';
import { createCharges } from './charges.ts';
import { generateInterest } from './interest.ts';
import { checkLaws } from './laws.ts';
import type { Stamp } from './stamp.ts';

let caja: number;
let metodo: number;

const app = await appOfFile({ now: '2026-05-20T18:00:00Z' });
beforeAll(async () => {
  const tender = await tenderOf(app);
  caja = tender.caja.id;
  metodo = tender.metodoPago.id;
  await clearLedger(app);
});

const liveInterest = async (tx: Tx, baseId: number) =>
  (
    await sql<{ year: number; mes: number; monto: number; base: number }>`
      SELECT year, mes, monto_centavos AS monto, interes_base_centavos AS base FROM cargo
      WHERE base_id = ${baseId} AND cierre IS NULL ORDER BY year, mes`.execute(tx)
  ).rows;

/** As an agreement of that day does. */
async function stopInterest(
  tx: Tx,
  { cargoId, loteId, desde }: { cargoId: number; loteId: number; desde: string },
  now: Date,
) {
  const { id } = await tx
    .insertInto('convenio')
    .values({
      ...{
        folio: cargoId,
        lote_id: loteId,
        fecha: desde,
        estado_desde: desde,
        interes: 'se_detiene',
        tolerancia_dias: 5,
      },
      ...{ firmante: 'Gemelo', observacion: '', adeudo_centavos: 1, condonado_centavos: 0, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('interes_detenido').values({ convenio_id: id, cargo_id: cargoId, desde }).execute();
}

describe('the SQL of late interest', () => {
  const FIRST = 2024 * 12;
  const month = fc.integer({ min: FIRST, max: FIRST + 30 }).map(monthFromNumber);
  const fecha = fc.tuple(month, fc.integer({ min: 1, max: 31 })).map(([of, day]) => dayOfMonth(of, day));
  const reduction = fc.record({
    kind: fc.constantFrom<('pago' | 'descuento' | 'condonacion' | 'regla' | 'especial')[]>(
      'pago',
      'pago',
      'pago',
      'descuento',
      'condonacion',
      'regla',
      'especial',
    ),
    fecha,
    percent: fc.constantFrom(1, 10, 33, 50, 100),
    /** Taken back before the first generation, or between the two. */
    takenBack: fc.constantFrom('never', 'never', 'never', 'before', 'between'),
    /** Booked only between the two generations. */
    late: fc.boolean(),
  });
  const principal = fc.record({
    vence: month,
    diaCorte: fc.constantFrom(1, 10, 15, 28, 29, 30, 31),
    inicial: fc.boolean(),
    monto: fc.constantFrom(1, 99, 120, 250_000, 333_333, 99_999_999),
    reductions: fc.array(reduction, { maxLength: 5 }),
    spell: fc.option(fc.tuple(fecha, fc.option(fc.integer({ min: 0, max: 200 }))), { freq: 3 }),
    /** An agreement stops it, for good or until the second generation. */
    stopped: fc.option(fc.record({ desde: fecha, broken: fc.boolean() }), { freq: 3 }),
  });
  const scenario = fc.record({
    principals: fc.array(principal, { minLength: 8, maxLength: 16 }),
    tiie: fc.array(fc.option(fc.integer({ min: 10_000, max: 1_000_000 }), { freq: 5 }), {
      minLength: 31,
      maxLength: 31,
    }),
    corrected: fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 10_000, max: 1_000_000 })), { maxLength: 3 }),
    factor: fc.constantFrom(0, 0.333, 1, 2, 10),
    today: fecha,
  });

  interface Case {
    id: number;
    monto: number;
    vence: string;
    diaCorte: number;
    spell: { desde: string; hasta: string | null } | null;
    detenido: string | undefined;
    booked: Booked[];
    between: (() => Promise<unknown>)[];
    hadEntries: boolean;
  }

  interface Booked {
    fecha: string;
    monto: number;
    especial: boolean;
    esPago: boolean;
    inForce: boolean;
    takeBack?: () => Promise<void>;
  }

  it('gives what core gives, whatever was paid, adjusted, taken back or corrected; twice gives nothing more', async () => {
    const { cuotaId } = await inLedger(app, async (tx) => {
      const row = await tx
        .insertInto('cuota_inicial')
        .values({ name: 'Gemelo', condominal_centavos: 1, habitacional_centavos: 1, comercial_centavos: 1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { cuotaId: row.id };
    });
    await fc.assert(
      fc.asyncProperty(scenario, (given) =>
        tryInLedger(app, async (tx, { now }) => {
          const stamp: Stamp = { usuarioId: null, now, today: given.today };
          await tx.deleteFrom('tiie').execute();
          await tx.updateTable('configuracion_residencial').set({ factor_moratorio: given.factor }).execute();
          const rates = new Map<number, number>();
          const setRate = async (offset: number, rate: number) => {
            const { year, mes } = monthFromNumber(FIRST + offset);
            rates.set(FIRST + offset, rate / 10_000);
            await sql`INSERT INTO tiie (year, mes, porcentaje) VALUES (${year}, ${mes}, ${rate / 10_000})
              ON CONFLICT (year, mes) DO UPDATE SET porcentaje = excluded.porcentaje`.execute(tx);
          };
          for (const [offset, rate] of given.tiie.entries()) if (rate !== null) await setRate(offset, rate);

          const charges: Case[] = [];
          for (const [index, one] of given.principals.entries()) {
            const lote = await tx
              .insertInto('lote')
              .values({
                referencia: `GEMELO ${index}`,
                tipo: 'habitacional',
                status: 'entregado',
                superficie: 1,
                fecha_entrega: '2024-01-01',
              })
              .returning('id')
              .executeTakeFirstOrThrow();
            const spell = one.spell && {
              desde: one.spell[0],
              hasta:
                one.spell[1] === null
                  ? null
                  : dayOfMonth(addMonths(monthOf(one.spell[0]), 1 + (one.spell[1] % 7)), 1 + (one.spell[1] % 28)),
            };
            if (spell)
              await tx
                .insertInto('lote_inactividad')
                .values({ lote_id: lote.id, ...spell })
                .execute();
            const diaCorte = one.inicial ? 31 : one.diaCorte;
            const vence = dayOfMonth(one.vence, diaCorte);
            const kind = one.inicial
              ? { tipo: 'cuota_inicial' as const, cuota_inicial_id: cuotaId }
              : { tipo: 'mantenimiento' as const, ...one.vence, dia_corte: diaCorte };
            const [id = 0] = await createCharges(tx, stamp, [
              { ...kind, lote_id: lote.id, concepto: 'Gemelo', monto_centavos: one.monto, vence },
            ]);
            const booked: Booked[] = [];
            const book = async (part: (typeof one.reductions)[number]) => {
              const left = one.monto - booked.reduce((sum, entry) => sum + (entry.inForce ? entry.monto : 0), 0);
              const monto = percentageOf(left, part.percent);
              const twice = booked.some((entry) => entry.inForce && entry.especial) && part.kind === 'especial';
              if (monto === 0 || twice) return;
              const entry: Booked = {
                fecha: part.fecha,
                monto,
                especial: part.kind === 'especial',
                esPago: part.kind === 'pago',
                inForce: true,
              };
              if (part.kind === 'pago') {
                // The trigger sees rows; the libro functions would replace interest along the way.
                const { rows } = await sql<{ id: number }>`
                  WITH r AS (
                    INSERT INTO recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, created_at)
                    VALUES (${lote.id}, ${part.fecha}, ${caja}, ${metodo}, ${monto}, ${now}) RETURNING id
                  )
                  INSERT INTO pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
                  SELECT id, ${id}, ${monto}, ${part.fecha}, ${now} FROM r RETURNING id`.execute(tx);
                entry.takeBack = async () => {
                  await tx
                    .insertInto('pago_cancelacion')
                    .values({
                      pago_id: rows[0]?.id ?? 0,
                      motivo: 'cancelado',
                      razon: '',
                      fecha: given.today,
                      created_at: now,
                    })
                    .execute();
                };
              } else {
                const ajuste = await tx
                  .insertInto('ajuste')
                  .values({
                    cargo_id: id,
                    tipo: part.kind === 'regla' ? 'descuento' : part.kind,
                    monto_centavos: monto,
                    fecha: part.fecha,
                    created_at: now,
                  })
                  .returning('id')
                  .executeTakeFirstOrThrow();
                entry.takeBack = () => reverseAdjustments(tx, stamp, [ajuste.id], '');
              }
              booked.push(entry);
              return entry;
            };
            const takeBack = async (entry: Booked | undefined) => {
              if (!entry) return;
              await entry.takeBack?.();
              entry.inForce = false;
            };
            const between: (() => Promise<unknown>)[] = [];
            for (const part of one.reductions) {
              if (part.late) {
                between.push(async () => {
                  const entry = await book(part);
                  if (part.takenBack === 'before') await takeBack(entry);
                });
                continue;
              }
              const entry = await book(part);
              if (part.takenBack === 'before') await takeBack(entry);
              else if (part.takenBack === 'between') between.push(() => takeBack(entry));
            }
            const of: Case = {
              ...{ id, monto: one.monto, vence, diaCorte, spell, booked, between, hadEntries: false },
              detenido: one.stopped?.desde,
            };
            if (one.stopped) {
              await stopInterest(tx, { cargoId: id, loteId: lote.id, desde: one.stopped.desde }, now);
              if (one.stopped.broken) {
                between.push(async () => {
                  await tx.deleteFrom('interes_detenido').where('cargo_id', '=', id).execute();
                  of.detenido = undefined;
                });
              }
            }
            charges.push(of);
          }

          const compare = async () => {
            for (const charge of charges) {
              const inForce = charge.booked.filter((entry) => entry.inForce);
              const sum = (entries: readonly Booked[]) => entries.reduce((total, entry) => total + entry.monto, 0);
              const of: Principal = {
                monto: charge.monto,
                vence: charge.vence,
                diaCorte: charge.diaCorte,
                siempre: sum(inForce.filter((entry) => entry.especial)),
                reducciones: inForce.filter((entry) => !entry.especial),
                detenido: charge.detenido,
              };
              const nextMonth = dayOfMonth(addMonths(monthOf(charge.vence), 1), 1);
              // What discounts closed before any interest was generated is left alone.
              const looked =
                sum(inForce) < charge.monto ||
                inForce.some((entry) => entry.esPago && entry.fecha >= nextMonth) ||
                charge.hadEntries;
              const { spell } = charge;
              const expected = looked
                ? interestEntries(of, {
                    tiieOf: (m: Month) => rates.get(monthNumber(m)),
                    factor: given.factor,
                    today: given.today,
                    inactivoEn: (on) =>
                      spell !== null && on >= spell.desde && (spell.hasta === null || on <= spell.hasta),
                  })
                : [];
              const found = await liveInterest(tx, charge.id);
              expect(found.map(({ year, mes, base, monto }) => ({ year, mes, base, monto }))).toEqual(
                expected.map(({ year, mes, base, monto }) => ({ year, mes, base, monto })),
              );
              charge.hadEntries = found.length > 0;
            }
          };

          await generateInterest(tx, stamp);
          await compare();
          expect(await generateInterest(tx, stamp)).toMatchObject({ creados: 0, reemplazados: 0 });

          for (const charge of charges) for (const step of charge.between) await step();
          for (const [offset, rate] of given.corrected) await setRate(offset, rate);
          await generateInterest(tx, stamp);
          await compare();
          expect(await generateInterest(tx, stamp)).toMatchObject({ creados: 0, reemplazados: 0 });
          expect(await checkLaws(tx)).toEqual([]);
        }),
      ),
      { numRuns: 8 },
    );
  });
});
