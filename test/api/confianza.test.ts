/**
 * What must hold of the ledger when many act at once: races on a real database, with as many connections as callers. The
 * suite runs small counts; `npm run trust` the full ones. Each prints violations / trials; the aim is 0.
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkLaws } from '#libro/server/laws.ts';
import { appOfFile, type Reply } from '../app.ts';
import {
  chargeSums,
  createCode,
  createDefinition,
  createDeliveredLote,
  inLedger,
  insertCharge,
  insertMonth,
  SCHEMA,
  setTiie,
  tenderOf,
} from '../ledger.ts';
import { FULL } from '../trust.ts';
import { envelope, freshText } from './support.ts';

const CALLERS = FULL ? 50 : 12;
const ROUNDS = FULL ? 20 : 1;
const TIMEOUT = FULL ? 1_200_000 : 60_000;

const SUPERFICIE = 91_300;
const MONTO = 100_000;

const app = await appOfFile({ invoices: false, now: '2026-05-20T18:00:00Z', connections: CALLERS });
const tender = await tenderOf(app);
beforeAll(async () => {
  await createDefinition(app, { desde: SUPERFICIE, cuota: MONTO, rules: [] });
  await setTiie(app, [2026, 2, 7.25], [2026, 3, 7], [2026, 4, 7]);
});
afterEach(async () => {
  expect(await inLedger(app, checkLaws)).toEqual([]);
});

/** Runs rounds of a race and counts those that broke a rule. */
async function race(name: string, round: () => Promise<number>): Promise<void> {
  let violations = 0;
  for (let i = 0; i < ROUNDS; i += 1) {
    // The tries of codes that were used up in a round are no guesses.
    await app.query(`DELETE FROM ${SCHEMA}.intento_acceso WHERE clave LIKE 'codigo:%'`);
    violations += await round();
  }
  console.log(`${name}: ${violations} violaciones / ${ROUNDS} intentos de ${CALLERS} a la vez`);
  expect(violations).toBe(0);
}

const everybody = (act: (index: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: CALLERS }, (_, index) => act(index)));

const accepted = (replies: readonly Reply[]) => replies.filter((reply) => envelope(reply).success);

const post = (path: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  app.call('POST', path, { as: 'cobranza', body, headers });

/** Whose tries of codes are counted apart: one of them alone may have twenty at once. */
const STAFF = ['cobranza', 'administrador', 'director', 'superadmin'] as const;
const postAs = (index: number, path: string, body: Record<string, unknown>) =>
  app.call('POST', path, { as: STAFF[index % STAFF.length] ?? 'cobranza', body });

async function firstId(table: string): Promise<number> {
  const [row] = await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.${table}`);
  if (row?.id) return row.id;
  throw new Error(`no row in ${table}`);
}

/** A fee's definition, made where the demo has none. */
async function feeId(table: 'cuota_inicial' | 'cuota_extraordinaria'): Promise<number> {
  const [row] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.${table} (name, condominal_centavos, habitacional_centavos, comercial_centavos)
     VALUES ($1, 1, 1, 1) RETURNING id`,
    [freshText('CU ')],
  );
  return row?.id ?? 0;
}

const DATE = '2026-05-20';
const discount = { applyDescuento: 0, autorizado: '' };

/** For each kind of charge: how one of MONTO is made, and how it is paid. */
const KINDS: Record<
  string,
  { make: (loteId: number) => Promise<number>; pay: (id: number, loteId: number, pesos: number) => Promise<Reply> }
> = {
  mantenimiento: {
    make: (loteId) => insertMonth(app, loteId, 2026, 4, MONTO),
    pay: (_id, loteId, monto) =>
      post('/cobromantenimiento/save', {
        id: loteId,
        monto,
        range: [{ date: '2026-04-10' }],
        ...tender,
        payMoratorio: false,
        apply_descuento: 0,
        autorizacion: '',
        fechaPagoReal: DATE,
      }),
  },
  sancion: {
    make: async (loteId) =>
      insertCharge(app, loteId, { tipo: 'sancion', monto_centavos: MONTO, tipo_multa_id: await firstId('tipo_multa') }),
    pay: (id, loteId, pagado) =>
      post('/pagosmultas/save', {
        id: '',
        loteTransient: { id: loteId },
        multaTransient: { id },
        pagado,
        ...tender,
        ...discount,
        fecha_pago: DATE,
      }),
  },
  cuota: {
    make: async (loteId) =>
      insertCharge(app, loteId, { tipo: 'cuota', monto_centavos: MONTO, tipo_cuota_id: await firstId('tipo_cuota') }),
    pay: (id, _loteId, pagado) =>
      post('/pagocuota/save', { id: '', cuotaTransient: { id }, pagado, ...tender, ...discount, fecha_pago: DATE }),
  },
  cuota_inicial: {
    make: async (loteId) =>
      insertCharge(app, loteId, {
        tipo: 'cuota_inicial',
        monto_centavos: MONTO,
        vence: '2026-05-31',
        cuota_inicial_id: await feeId('cuota_inicial'),
      }),
    pay: (id, _loteId, pagado) =>
      post('/pagocuotainicial/save', {
        id: '',
        cargoCuotaInicial: { id },
        apply_descuento: 0,
        autorizacion: '',
        pagado,
        ...tender,
        fechaPago: DATE,
      }),
  },
  cuota_extraordinaria: {
    make: async (loteId) =>
      insertCharge(app, loteId, {
        tipo: 'cuota_extraordinaria',
        monto_centavos: MONTO,
        cuota_extraordinaria_id: await feeId('cuota_extraordinaria'),
      }),
    pay: (id, _loteId, pagado) =>
      post('/pagocuotaextraordinaria/save', {
        id: '',
        cargoCuotaExtraordinaria: { id },
        pagado,
        ...tender,
        fechaPago: DATE,
      }),
  },
  cuota_inicial_proyecto: {
    make: (loteId) => insertCharge(app, loteId, { tipo: 'cuota_inicial_proyecto', monto_centavos: MONTO }),
    pay: (id, _loteId, pagado) =>
      post('/pagocuotainicialproyecto/cobrar', {
        id: '',
        cargoCuotaInicialProyecto: { id },
        pagado,
        ...tender,
        fechaPago: DATE,
      }),
  },
};

const newLote = () => createDeliveredLote(app, { superficie: SUPERFICIE, fecha_entrega: '2026-03-20' });

describe('the ledger under many hands', () => {
  it.each(Object.keys(KINDS))(
    'cashiers on one charge (%s): never more than it is',
    async (kind) => {
      const { make, pay } = KINDS[kind] ?? { make: undefined, pay: undefined };
      if (!make || !pay) throw new Error(kind);
      await race(`cajeros sobre un cargo (${kind})`, async () => {
        const { id: loteId } = await newLote();
        const id = await make(loteId);
        // Seven parts of which three fit, so that some are accepted and some are refused.
        const part = 300;
        const replies = await everybody(() => pay(id, loteId, part));
        const sums = await chargeSums(app, id);
        const taken = accepted(replies).length;
        const right = sums.pagado === taken * part * 100 && sums.pagado + sums.ajustado <= MONTO && taken === 3;
        return right ? 0 : 1;
      });
    },
    TIMEOUT,
  );

  it(
    'two full payments at once without a key: one is accepted',
    async () => {
      await race('pagos completos sin clave', async () => {
        const { id: loteId } = await newLote();
        const id = await insertMonth(app, loteId, 2026, 4, MONTO);
        const replies = await everybody(() => (KINDS.mantenimiento as (typeof KINDS)[string]).pay(id, loteId, 1000));
        return accepted(replies).length === 1 ? 0 : 1;
      });
    },
    TIMEOUT,
  );

  it(
    'a code with three uses is spent three times; checking spends none; a refused action gives its use back',
    async () => {
      await race('código con tres usos', async () => {
        const codigo = await createCode(app, 3);
        const charges = await Promise.all(
          Array.from({ length: CALLERS }, async () => {
            const { id: loteId } = await newLote();
            return insertCharge(app, loteId, {
              tipo: 'sancion',
              monto_centavos: MONTO,
              tipo_multa_id: await firstId('tipo_multa'),
            });
          }),
        );
        await everybody((index) =>
          app.call('GET', `/codigoautorizacion/checkcodigo/${codigo}`, {
            as: STAFF[index % STAFF.length] ?? 'cobranza',
          }),
        );
        // Unknown charge: refused after the code would have served.
        await post('/multa/cancelar', { id: 2_000_000_000, codigo, razon: 'No existe' });
        const replies = await everybody((index) =>
          postAs(index, '/multa/cancelar', { id: charges[index], codigo, razon: 'Prueba' }),
        );
        const [row] = await app.query<{ cantidad: number; usos: string }>(
          `SELECT c.cantidad, (SELECT count(*) FROM ${SCHEMA}.codigo_uso u WHERE u.codigo_id = c.id) AS usos
           FROM ${SCHEMA}.codigo_autorizacion c WHERE codigo = $1`,
          [codigo],
        );
        return accepted(replies).length === 3 && row?.cantidad === 0 && Number(row.usos) === 3 ? 0 : 1;
      });
    },
    TIMEOUT,
  );

  it(
    'one Idempotency-Key from all: one payment, identical answers',
    async () => {
      await race('una clave de petición', async () => {
        const { id: loteId } = await newLote();
        const id = await insertMonth(app, loteId, 2026, 4, MONTO);
        const headers = { 'idempotency-key': freshText('confianza-') };
        const body = {
          id: loteId,
          monto: 100,
          range: [{ date: '2026-04-10' }],
          ...tender,
          payMoratorio: false,
          apply_descuento: 0,
          autorizacion: '',
          fechaPagoReal: DATE,
        };
        const replies = await everybody(() => post('/cobromantenimiento/save', body, headers));
        const alike = new Set(replies.map((reply) => JSON.stringify(reply.body))).size === 1;
        return alike && accepted(replies).length === CALLERS && (await chargeSums(app, id)).pagado === 10_000 ? 0 : 1;
      });
    },
    TIMEOUT,
  );

  it(
    'withdrawals from one fund never take it below 0',
    async () => {
      await race('retiros del fondo', async () => {
        const { id: loteId } = await newLote();
        const codigo = await createCode(app, CALLERS);
        await app.query(
          `INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, fecha, created_at)
           VALUES ($1, 'apertura', 100000, '2026-05-01', now())`,
          [loteId],
        );
        const replies = await everybody((index) =>
          postAs(index, '/correccion/fondo', {
            tipo: 'reembolso',
            lote: { id: loteId },
            monto: 300,
            codigo,
            razon: 'Prueba',
          }),
        );
        const [row] = await app.query<{ saldo: string }>(
          `SELECT saldo_centavos AS saldo FROM ${SCHEMA}.fondo WHERE lote_id = $1`,
          [loteId],
        );
        return accepted(replies).length === 3 && Number(row?.saldo) === 10_000 ? 0 : 1;
      });
    },
    TIMEOUT,
  );

  it(
    'months and interest generated twice at once: nothing twice',
    async () => {
      let month = 0;
      await race('generación a la vez', async () => {
        const { id: loteId } = await newLote();
        month += 1;
        const body = { mes: ((month - 1) % 5) + 1, year: 2026 };
        const runs = await Promise.all(
          Array.from({ length: 4 }, () => app.call('POST', '/mtto-generado/save', { as: 'director', body })),
        );
        const interest = await Promise.all(
          Array.from({ length: 4 }, () =>
            app.call('POST', '/lote/generarinteresesmoratorios', { as: 'director', body: {} }),
          ),
        );
        const [twice] = await app.query<{ n: string }>(
          `SELECT count(*) AS n FROM (
             SELECT 1 FROM ${SCHEMA}.cargo WHERE tipo IN ('mantenimiento', 'interes') AND cierre IS NULL
             GROUP BY tipo, coalesce(base_id, lote_origen_id), year, mes HAVING count(*) > 1) doble`,
        );
        const [own] = await app.query<{ n: string }>(
          `SELECT count(*) AS n FROM ${SCHEMA}.cargo WHERE lote_id = $1 AND tipo = 'mantenimiento' AND mes = $2`,
          [loteId, body.mes],
        );
        const failed = [...runs, ...interest].filter((reply) => reply.status !== 200).length;
        const expectedOwn = body.mes >= 4 ? 1 : 0;
        return failed === 0 && Number(twice?.n) === 0 && Number(own?.n) === expectedOwn ? 0 : 1;
      });
    },
    TIMEOUT,
  );

  it(
    'pay, condone and cancel at once on one charge: some legal order of them',
    async () => {
      await race('pagar, condonar y cancelar', async () => {
        const { id: loteId } = await newLote();
        const codigo = await createCode(app, CALLERS);
        const id = await insertCharge(app, loteId, {
          tipo: 'sancion',
          monto_centavos: MONTO,
          tipo_multa_id: await firstId('tipo_multa'),
        });
        const sancion = KINDS.sancion as (typeof KINDS)[string];
        const replies = await everybody((index) => {
          if (index % 3 === 0) return sancion.pay(id, loteId, 100);
          if (index % 3 === 1) {
            return postAs(index, '/multa/condonar', {
              id,
              codigo,
              razon: 'Prueba',
              porcentaje: 10,
              monto: 0,
              montoCondonado: 0,
            });
          }
          return postAs(index, '/multa/cancelar', { id, codigo, razon: 'Prueba' });
        });
        const sums = await chargeSums(app, id);
        const cancelled = replies.filter((reply, index) => index % 3 === 2 && envelope(reply).success).length;
        const served = replies.every((reply) => reply.status === 200);
        return served && cancelled === 1 && sums.saldo === 0 && sums.status === 'cancelado' ? 0 : 1;
      });
    },
    TIMEOUT,
  );
});
