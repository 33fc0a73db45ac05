/**
 * Dates are the community's, whatever the zone of the server's process and of the database's connections: 29 February,
 * cut-off days 29 to 31, a minute before and after midnight, and the nights on which Tijuana changes its clocks. One story,
 * told at the same wall-clock times in several zones, has one outcome, worked out by hand.
 */
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { checkLaws } from '#libro/server/laws.ts';
import { startApp, type TestApp } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { clearLedger, createDefinition, createDeliveredLote, inLedger, refusalOf, SCHEMA, setTiie } from '../ledger.ts';

/** Hours from UTC at a wall-clock time of 2028. Only Tijuana still changes: at 2 o'clock on 12 March and on 5 November. */
const OFFSETS: Record<string, (wallClock: string) => number> = {
  'America/Mexico_City': () => -6,
  'America/Cancun': () => -5,
  'America/Tijuana': (wallClock) => (wallClock >= '2028-03-12T03:00' && wallClock < '2028-11-05T02:00' ? -7 : -8),
};

const CUOTA = 250_000;
const DIAS = [29, 30, 31] as const;

const processZone = process.env.TZ;
let app: TestApp;
afterEach(async () => {
  expect(await inLedger(app, checkLaws)).toEqual([]);
  await app.close();
  if (processZone === undefined) delete process.env.TZ;
  else process.env.TZ = processZone;
});

/** The application of a community in `zone`, its process and its database connections in `tz`. */
async function start(zone: string, tz: string): Promise<void> {
  process.env.TZ = tz;
  app = await startApp({
    invoices: false,
    now: '2028-01-01T20:00:00Z',
    sessionLimits: { idleMinutes: 100_000_000, maxHours: 2_000_000 },
  });
  await app.query(`UPDATE porton.comunidad SET zona_horaria = $1 WHERE codigo = 'ENCINOS'`, [zone]);
  const [{ name } = { name: '' }] = await app.query<{ name: string }>('SELECT current_database() AS name');
  await app.query(`ALTER DATABASE ${name} SET timezone = '${tz}'`);
}

const HOUR_MS = 3_600_000;

/** Sets the clock to a wall-clock time of the community. */
function at(zone: string, fecha: string, hora: string): void {
  const wallClock = `${fecha}T${hora}`;
  const offset = OFFSETS[zone]?.(wallClock) ?? Number.NaN;
  app.clock.set(new Date(Date.parse(`${wallClock}:00Z`) - offset * HOUR_MS));
}

/** What stands of a lot's charges: 'kind business-date due-date amount balance status'. */
async function chargesOf(loteId: number): Promise<string[]> {
  const rows = await app.query<{ renglon: string }>(
    `SELECT concat_ws(' ', tipo, fecha, vence, monto_centavos, saldo_centavos, status) AS renglon
     FROM ${SCHEMA}.cargo WHERE lote_id = $1 ORDER BY vence, id`,
    [loteId],
  );
  return rows.map(({ renglon }) => renglon);
}

async function story(zone: string): Promise<void> {
  const now = (fecha: string, hora: string) => at(zone, fecha, hora);
  now('2028-01-05', '12:00');
  const cashier = await Cashier.of(app);
  await clearLedger(app);
  await app.query(`UPDATE ${SCHEMA}.lote SET status = 'disponible' WHERE status = 'entregado'`);
  await setTiie(app, [2028, 2, 12], [2028, 3, 12]);
  const lotes: number[] = [];
  for (const [index, diaCorte] of DIAS.entries()) {
    const desde = 94_000 + index * 100;
    await createDefinition(app, { desde, cuota: CUOTA, diaCorte, rules: [10] });
    lotes.push((await createDeliveredLote(app, { superficie: desde, fecha_entrega: '2028-01-20' })).id);
  }
  const [on29 = 0, on30 = 0, on31 = 0] = lotes;

  // The first minute of 29 February: a charge of that day.
  now('2028-02-29', '00:01');
  await cashier.generateMonth('2028-02');
  const multa = await cashier.fine(on29, 100);

  // The last minute: in time for all three cut-offs, which a leap February puts on the 29th.
  now('2028-02-29', '23:59');
  expect(
    refusalOf(await cashier.tryPayMonths(on29, { meses: ['2028-02'], monto: 2250, fecha: '2028-03-01' })),
  ).toContain('futura');
  await cashier.payMonths(on29, { meses: ['2028-02'], monto: 2250, fecha: '2028-02-29' });
  await cashier.generateInterest();

  // Two minutes later it is March: late, and February's interest is due: 2,500.00 × 12% / 12 = 25.00.
  now('2028-03-01', '00:01');
  await cashier.generateInterest();
  await cashier.payMonths(on30, { meses: ['2028-02'], monto: 2525, fecha: '2028-03-01' });
  await cashier.payFine(multa, 100, '2028-03-01');

  // The night on which Tijuana loses an hour, and the one on which it wins it back, have their own day to the last minute.
  now('2028-03-12', '00:01');
  await cashier.fine(on30, 11);
  now('2028-03-12', '23:59');
  await cashier.fine(on30, 12);

  // March: each cut-off on its own day. On the 30th, one minute before the 31st.
  now('2028-03-30', '23:59');
  await cashier.generateMonth('2028-03');
  await cashier.payMonths(on30, { meses: ['2028-03'], monto: 2250, fecha: '2028-03-30' });
  // On the 29th it would have been in time for the first lot; on the 30th it is not.
  await cashier.payMonths(on29, { meses: ['2028-03'], monto: 2500, fecha: '2028-03-30' });
  now('2028-03-31', '23:59');
  // February is still owed, with its interest; of March the discount: 2,500 + 25 + 2,250.
  await cashier.payMonths(on31, { meses: ['2028-02', '2028-03'], monto: 4775, fecha: '2028-03-31' });

  now('2028-04-01', '00:01');
  await cashier.generateInterest();
  await cashier.generateMonth('2028-04');

  now('2028-11-05', '00:01');
  await cashier.fine(on31, 13);
  now('2028-11-05', '23:59');
  await cashier.fine(on31, 14);

  expect(await chargesOf(on29)).toEqual([
    'mantenimiento 2028-02-29 2028-02-29 250000 0 pagado',
    'sancion 2028-02-29 2028-02-29 10000 0 pagado',
    'mantenimiento 2028-03-30 2028-03-29 250000 0 pagado',
    'mantenimiento 2028-04-01 2028-04-29 250000 250000 vigente',
  ]);
  expect(await chargesOf(on30)).toEqual([
    'mantenimiento 2028-02-29 2028-02-29 250000 0 pagado',
    'interes 2028-03-01 2028-02-29 2500 0 pagado',
    'sancion 2028-03-12 2028-03-12 1100 1100 vigente',
    'sancion 2028-03-12 2028-03-12 1200 1200 vigente',
    'mantenimiento 2028-03-30 2028-03-30 250000 0 pagado',
    'mantenimiento 2028-04-01 2028-04-30 250000 250000 vigente',
  ]);
  // Paid on 31 March, the last day of the month: no interest of March on February.
  expect(await chargesOf(on31)).toEqual([
    'mantenimiento 2028-02-29 2028-02-29 250000 0 pagado',
    'interes 2028-03-01 2028-02-29 2500 0 pagado',
    'mantenimiento 2028-03-30 2028-03-31 250000 0 pagado',
    'mantenimiento 2028-04-01 2028-04-30 250000 250000 vigente',
    'sancion 2028-11-05 2028-11-05 1300 1300 vigente',
    'sancion 2028-11-05 2028-11-05 1400 1400 vigente',
  ]);

  // What was known at the end of a day includes its last minute and not the next day's first.
  const known = async (conocido: string) =>
    (await cashier.statement(on29, conocido)).map(({ cargo, abono, estado }) => `${cargo} ${abono} ${estado}`);
  expect(await known('2028-02-28')).toEqual([]);
  expect(await known('2028-02-29')).toEqual(['2250 2250 pagado', '100 0 vigente']);
  expect(await known('2028-03-01')).toEqual(['2250 2250 pagado', '100 100 pagado']);
}

describe('the same story', () => {
  it.each([
    ['America/Mexico_City', 'UTC'],
    ['America/Tijuana', 'UTC'],
    ['America/Cancun', 'Asia/Tokyo'],
    ['America/Tijuana', 'Pacific/Kiritimati'],
  ])('in %s, with the server in %s', async (zone, tz) => {
    await start(zone, tz);
    // Not a test of the host's zone by chance: the process and its connections really are where they are said to be.
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(tz);
    const connections = await inLedger(app, async (tx) => {
      const { rows } = await sql<{ TimeZone: string }>`SHOW timezone`.execute(tx);
      return rows[0]?.TimeZone;
    });
    expect(connections).toBe(tz);
    await story(zone);
  });
});

it('a cut-off day past the end of a month is its last day', async () => {
  await start('America/Mexico_City', 'UTC');
  const cashier = await Cashier.of(app);
  await clearLedger(app);
  const lotes: number[] = [];
  for (const [index, diaCorte] of DIAS.entries()) {
    const desde = 94_000 + index * 100;
    await createDefinition(app, { desde, cuota: CUOTA, diaCorte });
    lotes.push((await createDeliveredLote(app, { superficie: desde, fecha_entrega: '2027-02-14' })).id);
  }
  const months = ['2027-02', '2027-04', '2028-02', '2100-02'];
  for (const month of months) {
    app.clock.set(`${month}-15T18:00:00Z`);
    for (const lote of lotes) await cashier.generateMonths(lote, [month]);
  }
  const cortesOf = async (lote: number) =>
    (
      await app.query<{ vence: string }>(`SELECT vence::text FROM ${SCHEMA}.cargo WHERE lote_id = $1 ORDER BY vence`, [
        lote,
      ])
    ).map(({ vence }) => vence);
  const [on29 = 0, on30 = 0, on31 = 0] = lotes;
  expect(await cortesOf(on29)).toEqual(['2027-02-28', '2027-04-29', '2028-02-29', '2100-02-28']);
  expect(await cortesOf(on30)).toEqual(['2027-02-28', '2027-04-30', '2028-02-29', '2100-02-28']);
  expect(await cortesOf(on31)).toEqual(['2027-02-28', '2027-04-30', '2028-02-29', '2100-02-28']);
});
