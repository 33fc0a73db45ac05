/**
 * Every amount that opens, of every charge of every lot: what the screens show is what its explanation adds up. What is new
 * and opens has to be shown here by a call of its own (`PANTALLAS`, `DETALLES`). The browser's part is in test/e2e.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { toCentavos } from '#core/money.ts';
import type { DebtRow } from '#features/estado-cuenta/contract.ts';
import type { MoratorioRow } from '#features/intereses/contract.ts';
import type { MesDeLote } from '#features/mantenimiento/contract.ts';
import type { Adeudos } from '#libro/adeudos/contract.ts';
import {
  type DeudaExplicada,
  type Explicacion,
  type FondoExplicado,
  MONTOS_DE_CARGO,
  type MontoDeCargo,
} from '#libro/explicacion/contract.ts';
import {
  type Renglon,
  renglonesDe,
  renglonesDeDeuda,
  renglonesDeFondo,
  unexplained,
} from '#libro/explicacion/rules.ts';
import type { PayContext } from '#libro/mantenimiento/contract.ts';
import { appOfFile } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { DAY } from '../day.ts';
import { ABREN } from '../e2e/explicaciones.ts';
import { createCode, createDeliveredLote, insertMonth, SCHEMA, tenderOf } from '../ledger.ts';
import { payAllOf } from '../pay-all.ts';
import { envelope } from './support.ts';

const errors: Record<string, unknown>[] = [];
const app = await appOfFile({ invoices: false, onLog: (line) => Number(line.level) >= 50 && errors.push(line) });
beforeAll(async () => {
  await history(await Cashier.of(app));
});

const post = async (path: string, body: Record<string, unknown>) => {
  const reply = await app.call('POST', path, { as: 'director', body });
  if (!envelope(reply).success) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
  return envelope(reply).data as { id: number };
};
const bare = async <T>(path: string): Promise<T> => (await app.call('GET', path, { as: 'director' })).body as T;
const get = async <T>(path: string): Promise<T> => envelope(await app.call('GET', path, { as: 'director' })).data as T;
const idsOf = async (table: string, where = 'true'): Promise<number[]> =>
  (await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.${table} WHERE ${where} ORDER BY id`)).map(({ id }) => id);

/** What the demo may not have: interest discounted and paid in part, payments cancelled, specials, merged lots, refunds. */
async function history(cashier: Cashier): Promise<void> {
  const codigo = await createCode(app, 50);
  const coded = { codigo, razon: 'Acuerdo del comité' };
  const lote = await createDeliveredLote(app);
  const condominal = await createDeliveredLote(app, { tipo: 'condominal' });
  const unit = await createDeliveredLote(app, { parent_id: condominal.id });
  const special = await createDeliveredLote(app);
  const merged = await createDeliveredLote(app);
  for (const each of [lote, condominal, special, merged]) {
    for (const mes of [8, 9, 10]) await insertMonth(app, each.id, 2026, mes, 250_000);
  }
  await cashier.generateInterest();
  await cashier.payMonths(lote.id, { meses: ['2026-08'], monto: 25, fecha: DAY, descuento: 33 });
  const bounced = await cashier.payMonths(lote.id, { meses: ['2026-08'], monto: 900, fecha: DAY });
  await cashier.cancelReceipt(bounced.id);
  await cashier.payMonths(lote.id, { meses: ['2026-08'], monto: 400, fecha: DAY });

  const fine = await cashier.fine(unit.id, 1000);
  await cashier.payFine(fine, 300, DAY, { descuento: 10 });
  await cashier.condoneFine(fine, 25);
  await post('/multa/cancelar', { id: fine, ...coded });

  const [tipoCuota] = await bare<{ id: number }[]>('/tipocuota/all-active');
  const cuota = await post('/cuota/save', {
    id: '',
    loteTransient: { id: lote.id },
    tipoCuota,
    costo: 800,
    observacion: '',
  });
  for (const porcentaje of [10, 20]) {
    await post('/cuota/condonar', { id: cuota.id, porcentaje, monto: 0, montoCondonado: 0, ...coded });
  }
  await post('/pagocuota/save', {
    id: '',
    cuotaTransient: { id: cuota.id },
    pagado: 100,
    applyDescuento: 5,
    autorizado: codigo,
    fecha_pago: DAY,
    ...(await tenderOf(app)),
  });

  // One receipt of every kind that the lot owes, each in part or with something off.
  const terms = { fechaPago: DAY, monto: 1000, descuentos: { [cuota.id]: { percent: 5, codigo } } };
  if (!envelope(await payAllOf(app, lote.id, terms)).success) throw new Error('all that the lot owes was not paid');

  await cashier.setSpecial(special.id, 12.5);
  await cashier.merge(merged.id, lote.id);
  const apart = await createDeliveredLote(app);
  const wrong = await cashier.payMonths(apart.id, { meses: ['2026-01'], monto: 1_000, fecha: DAY });
  await cashier.moveReceipt(wrong.id, lote.id);
  await cashier.refundFund(lote.id, 123.45);
}

type Shown = readonly [cargoId: number, que: MontoDeCargo, pesos: number];
const each = (id: number, shown: Partial<Record<MontoDeCargo, number>>): Shown[] =>
  Object.entries(shown).map(([que, pesos]) => [id, que as MontoDeCargo, pesos] as const);

const ALL = { fechaInicial: '2000-01-01', fechaFinal: '2100-12-31' };
const ofLote = (id: number) => ({ id, variante: 0, email: false, correoElectronico: '', correoAdicional: '' });

/** What each screen of a lot shows of its charges. */
const PANTALLAS: Readonly<Record<string, (loteId: number) => Promise<Shown[]>>> = {
  async estadoDeCuenta(id) {
    const asked = { as: 'director', body: { ...ofLote(id), ...ALL } } as const;
    const rows = (await app.call('POST', '/residente/get/estadocuenta/detail', asked)).body as {
      id: number;
      cargo: number;
      abono: number;
      saldo: number;
    }[];
    return rows.flatMap((row) => each(row.id, { neto: row.cargo, abono: row.abono, saldo: row.saldo }));
  },
  async deudas(id) {
    const reply = await app.call('POST', '/residente/get/deudas/detail', { as: 'director', body: ofLote(id) });
    return (reply.body as DebtRow[]).flatMap((row) => each(row.id, { saldo: row.saldo }));
  },
  async intereses(id) {
    const rows = await bare<MoratorioRow[]>(`/lote/getmttobylote/${id}`);
    return rows.flatMap((row) => each(row.id, { interesNeto: row.interesMoratorio, pagado: row.pagado }));
  },
  async pagarMantenimiento(id) {
    const { mantenimientos, interesesMoratoriosList } = await get<PayContext>(`/lote/get-for-pagarmantenimiento/${id}`);
    return [
      ...mantenimientos.flatMap((mes) =>
        each(mes.id, {
          monto: mes.total,
          ajustado: mes.ajustado,
          pagado: mes.pagado,
          saldo: mes.amount,
          interes: mes.deuda_moratoria,
        }),
      ),
      ...interesesMoratoriosList.flatMap((entry) =>
        each(entry.id, { monto: entry.deudaMoratoria, pagado: entry.pagado, saldo: entry.saldo }),
      ),
    ];
  },
  async pagarTodo(id) {
    const { mantenimientos, intereses, cargos } = await get<Adeudos>(`/lote/get-for-pagartodo/${id}`);
    return [
      ...mantenimientos.flatMap((mes) => each(mes.id, { saldo: mes.amount })),
      ...intereses.flatMap((entry) => each(entry.id, { saldo: entry.saldo })),
      ...cargos.flatMap((cargo) => each(cargo.id, { monto: cargo.monto, pagado: cargo.pagado, saldo: cargo.saldo })),
    ];
  },
  async meses(id) {
    const rows = await bare<MesDeLote[]>(`/lote/get-for-mantenimiento/deuda/${id}/0`);
    return rows.flatMap((mes) => each(mes.id, { saldo: mes.amount, interes: mes.deuda_moratoria }));
  },
  async deudaGlobal(id) {
    const rows = await bare<{ id: number; deuda: number }[]>(`/lote/getCancelardeudaglobal/mantenimiento/${id}`);
    return rows.flatMap((row) => each(row.id, { saldo: row.deuda }));
  },
};

const sum = (pesos: readonly number[]): number => pesos.reduce((all, one) => all + toCentavos(one), 0) / 100;
const condonadoDe = (rows: readonly { montoCondonado: number }[]) => sum(rows.map((row) => row.montoCondonado));
type Cobro = { monto: number; ajustado: number; saldo: number; interesMoratorio?: number };
const cobro = ({ monto, ajustado, saldo, interesMoratorio = 0 }: Cobro) => ({
  monto,
  ajustado,
  saldo,
  interes: interesMoratorio,
});

/** What the screen of one charge of a kind shows. */
const DETALLES: Readonly<Record<string, (id: number) => Promise<Partial<Record<MontoDeCargo, number>>>>> = {
  async sancion(id) {
    const { costo, saldo, descuento, condonadasMultas, pagosMultas } = await get<{
      costo: number;
      saldo: number;
      descuento: number;
      condonadasMultas: { montoCondonado: number }[];
      pagosMultas: { pagado: number; pagoStatus: string }[];
    }>(`/multa/get/${id}`);
    const pagado = sum(pagosMultas.filter((pago) => pago.pagoStatus !== 'cancelado').map((pago) => pago.pagado));
    const condonado = condonadoDe(condonadasMultas);
    const cancelado = sum([costo, -pagado, -condonado, -descuento, -saldo]);
    return { monto: costo, saldo, descuento, condonado, pagado, cancelado };
  },
  async cuota(id) {
    const { costo, saldo, descuento, condonadasCuotas } = await get<{
      costo: number;
      saldo: number;
      descuento: number;
      condonadasCuotas: { montoCondonado: number }[];
    }>(`/cuota/get/${id}`);
    return { monto: costo, saldo, descuento, condonado: condonadoDe(condonadasCuotas) };
  },
  cuota_inicial: async (id) => cobro(await get<Cobro>(`/cargocuotainicial/get/${id}`)),
  cuota_extraordinaria: async (id) => cobro(await get<Cobro>(`/cargocuotaextraordinaria/get/${id}`)),
  cuota_inicial_proyecto: async (id) => cobro(await get<Cobro>(`/cargocuotainicialproyecto/get/${id}`)),
};

const explained = (id: number) => get<Explicacion>(`/cargo/explicacion/${id}`);
const differing = (que: unknown, pesos: number, renglones: readonly Renglon[]) =>
  unexplained(pesos, renglones) === 0 ? [] : [{ que, pesos, renglones }];

/** A few at a time, as a busy desk asks. */
async function ofAll<T, R>(all: readonly T[], work: (one: T) => Promise<readonly R[]>): Promise<R[]> {
  const found: R[] = [];
  const left = [...all];
  const next = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) found.push(...(await work(one)));
  };
  await Promise.all(Array.from({ length: 6 }, next));
  return found;
}

it('each amount of each charge that a screen shows is the sum of the rows of its explanation', async () => {
  const onLotes = await ofAll(await idsOf('lote'), async (id) =>
    (await Promise.all(Object.values(PANTALLAS).map((pantalla) => pantalla(id)))).flat(),
  );
  const cargos = await app.query<{ id: number; tipo: string }>(
    `SELECT id, tipo FROM ${SCHEMA}.cargo WHERE cierre IS NULL OR cierre = 'cancelado' ORDER BY id`,
  );
  const onDetails = await ofAll(cargos, async ({ id, tipo }) => each(id, (await DETALLES[tipo]?.(id)) ?? {}));
  const shown = Map.groupBy([...onLotes, ...onDetails], ([id]) => id);
  // No charge is nowhere.
  expect([...shown.keys()].sort((a, b) => a - b)).toEqual(cargos.map(({ id }) => id));
  const seen = new Set<MontoDeCargo>();
  const faults = await ofAll([...shown], async ([id, amounts]) => {
    const charge = await explained(id);
    for (const [, que, pesos] of amounts) if (pesos > 0) seen.add(que);
    // Each as the screens show it, and as the explanation itself says that they do.
    return [
      ...amounts.flatMap(([, que, pesos]) => differing([id, que], pesos, renglonesDe(que, charge))),
      ...MONTOS_DE_CARGO.flatMap((que) => differing([id, que], charge.importes[que], renglonesDe(que, charge))),
    ];
  });
  expect(faults).toEqual([]);
  // Fails for the next amount that opens and that no call here shows, or of which the history has none.
  expect([...seen].sort()).toEqual([...MONTOS_DE_CARGO].sort());
  expect(errors).toEqual([]);
});

it('each amount of each lot that its header shows is the sum of the rows of its explanation', async () => {
  const seen = { deuda: 0, moratorio: 0, fondo: 0 };
  const faults = await ofAll(await idsOf('lote'), async (id) => {
    const [{ header }, debt, fund] = await Promise.all([
      get<PayContext>(`/lote/get-for-pagarmantenimiento/${id}`),
      get<DeudaExplicada>(`/lote/explicacion/deuda/${id}`),
      get<FondoExplicado>(`/lote/explicacion/fondo/${id}`),
    ]);
    seen.deuda += header.deuda;
    seen.moratorio += header.deuda_moratorio;
    seen.fondo += header.fondo;
    return [
      ...differing([id, 'deuda'], header.deuda, renglonesDeDeuda(debt, false)),
      ...differing([id, 'moratorio'], header.deuda_moratorio, renglonesDeDeuda(debt, true)),
      ...differing([id, 'fondo'], header.fondo, renglonesDeFondo(fund)),
    ];
  });
  expect(faults).toEqual([]);
  for (const pesos of Object.values(seen)) expect(pesos).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});

it('as known at the end of today a charge is explained as it is now', async () => {
  for (const id of (await idsOf('cargo', "cierre IS NULL OR cierre = 'cancelado'")).filter((_, n) => n % 15 === 0)) {
    expect(await get(`/cargo/explicacion/${id}?conocido=${DAY}`)).toEqual(await explained(id));
  }
});

it('tells what the rows leave unexplained, in the log too', async () => {
  const [cargo] = await app.query<{ id: number; lote_id: number; interes: number }>(
    `SELECT b.id, b.lote_id, i.id AS interes FROM ${SCHEMA}.cargo i JOIN ${SCHEMA}.cargo b ON b.id = i.base_id
     WHERE i.saldo_centavos > 1000 AND i.ajustado_centavos = 0 LIMIT 1`,
  );
  if (!cargo) throw new Error('no charge bears late interest');
  // As only a fault of the program, or a hand in the database, could have it.
  await app.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
     UPDATE ${SCHEMA}.cargo SET pagado_centavos = pagado_centavos + 700 WHERE id = ${cargo.interes};
     INSERT INTO ${SCHEMA}.fondo (lote_id, saldo_centavos) VALUES (${cargo.lote_id}, 500)
       ON CONFLICT (lote_id) DO UPDATE SET saldo_centavos = fondo.saldo_centavos + 500;
     UPDATE ${SCHEMA}.recibo SET total_centavos = total_centavos + 300 WHERE id = (SELECT min(id) FROM ${SCHEMA}.recibo);
     COMMIT`,
  );
  const [recibo = 0] = await idsOf('recibo');
  const entry = await explained(cargo.interes);
  expect(unexplained(entry.importes.pagado, renglonesDe('pagado', entry))).toBe(7);
  expect(unexplained(entry.importes.saldo, renglonesDe('saldo', entry))).toBe(-7);
  const base = await explained(cargo.id);
  expect(unexplained(base.importes.interes, renglonesDe('interes', base))).toBe(-7);
  await get(`/lote/explicacion/fondo/${cargo.lote_id}`);
  await get(`/recibo/get/${recibo}`);
  const told = errors.map((line) => ({
    evento: line.evento,
    id: line.cargo ?? line.lote ?? line.recibo,
    que: line.que,
    diferencia: line.diferencia,
  }));
  const evento = 'importe sin explicar';
  expect(told).toEqual(
    expect.arrayContaining([
      { evento, id: cargo.interes, que: 'pagado', diferencia: 7 },
      { evento, id: cargo.interes, que: 'saldo', diferencia: -7 },
      { evento, id: cargo.id, que: 'interes', diferencia: -7 },
      { evento, id: cargo.lote_id, que: 'fondo', diferencia: 5 },
      { evento, id: recibo, que: 'recibido', diferencia: 3 },
    ]),
  );
});

it('every source that opens an amount is opened in the browser’s test', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
  const opening = sources
    .map((path) => join('src', path))
    .filter((path) => /<(AmountButton|SumButton|LoteAmountButton)\b/.test(readFileSync(path, 'utf8')));
  expect(opening.sort()).toEqual(Object.keys(ABREN).sort());
});
