/** Two dates of one receipt: what the value date takes off, the code past the limit, and the day that it is booked on. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Procesado } from '#features/recurrentes/contract.ts';
import type { PayContext } from '#libro/mantenimiento/contract.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { inTx } from '#platform/server/db.ts';
import { appOfFile, type Reply } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { closing } from '../closing.ts';
import {
  clearLedger,
  createCode,
  createDefinition,
  createDeliveredLote,
  inLedger,
  insertCharge,
  refusalOf,
  SCHEMA,
} from '../ledger.ts';
import { envelope } from './support.ts';

const SUPERFICIE = 97_100;

let banco = 0;
let efectivo = 0;
let caja = 0;
/** The payment method of a name. */
const metodo = async (name: string): Promise<number> =>
  (await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.metodo_pago WHERE name = $1`, [name]))[0]?.id ?? 0;
const app = await appOfFile({
  invoices: false,
  now: '2026-08-01T18:00:00Z',
  sessionLimits: { idleMinutes: 10_000_000, maxHours: 200_000 },
});
const cashier = await Cashier.of(app);
beforeAll(async () => {
  await clearLedger(app);
  await createDefinition(app, { desde: SUPERFICIE, cuota: 250_000, diaCorte: 10, rules: [10] });
  for (const month of ['2026-08', '2026-09', '2026-10']) await cashier.saveTiie(month, 12);
  const [ids] = await app.query<{ banco: number; efectivo: number; caja: number }>(
    `SELECT (SELECT min(m.id) FROM ${SCHEMA}.metodo_pago m JOIN ${SCHEMA}.forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id WHERE f.forma_pago = '03') AS banco,
      (SELECT min(m.id) FROM ${SCHEMA}.metodo_pago m JOIN ${SCHEMA}.forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id WHERE f.forma_pago = '01') AS efectivo,
      (SELECT min(id) FROM ${SCHEMA}.caja WHERE active) AS caja`,
  );
  ({ banco, efectivo, caja } = ids ?? { banco: 0, efectivo: 0, caja: 0 });
});
afterAll(async () => {
  expect(await inLedger(app, checkLaws)).toEqual([]);
});

const today = (fecha: string) => app.clock.set(`${fecha}T18:00:00Z`);

/** A lot that owes months of 2026, 2,500.00 each, with the late interest that stands on a day, which is today then. */
async function owing(hoy: string, ...meses: string[]): Promise<number> {
  today('2026-08-01');
  const { id } = await createDeliveredLote(app, { superficie: SUPERFICIE, fecha_entrega: '2026-07-20' });
  await cashier.generateMonths(id, meses);
  today(hoy);
  await cashier.generateInterest();
  return id;
}

interface Pay {
  meses: readonly string[];
  monto: number;
  fecha: string;
  metodo?: number;
  referencia?: string;
  percent?: number;
  codigo?: string;
  codigoFecha?: string;
}

const tryPay = (loteId: number, { meses, monto, fecha, ...asked }: Pay): Promise<Reply> =>
  app.call('POST', '/cobromantenimiento/save', {
    as: 'cobranza',
    body: {
      id: loteId,
      monto,
      range: meses.map((month) => ({ date: `${month}-01` })),
      useFondo: false,
      metodoPago: { id: asked.metodo ?? banco },
      caja: { id: caja },
      noCuenta: '1234',
      referencia: asked.referencia ?? 'SPEI 4411',
      payMoratorio: true,
      apply_descuento: asked.percent ?? 0,
      autorizacion: asked.codigo ?? '',
      ...(asked.codigoFecha !== undefined && { autorizacionFecha: asked.codigoFecha }),
      fechaPagoReal: fecha,
    },
  });

async function pay(loteId: number, asked: Pay): Promise<number> {
  const reply = await tryPay(loteId, asked);
  if (!envelope(reply).success) throw new Error(JSON.stringify(reply.body));
  return (envelope(reply).data as { recibo: { id: number } }).recibo.id;
}

async function receipt(id: number) {
  const [row] = await app.query<{ pago: string; contable: string; quita: string; codigo: string | null }>(
    `SELECT r.fecha_pago::text AS pago, r.fecha_contable::text AS contable, r.quita_fecha_centavos AS quita, c.codigo
     FROM ${SCHEMA}.recibo r LEFT JOIN ${SCHEMA}.codigo_autorizacion c ON c.id = r.codigo_fecha_id WHERE r.id = $1`,
    [id],
  );
  return { ...row, quita: Number(row?.quita) };
}

const context = async (loteId: number): Promise<PayContext> =>
  envelope(await app.call('GET', `/lote/get-for-pagarmantenimiento/${loteId}`, { as: 'cobranza' })).data as PayContext;

const usesLeft = async (codigo: string): Promise<number> => {
  const [row] = await app.query<{ cantidad: number }>(
    `SELECT cantidad FROM ${SCHEMA}.codigo_autorizacion WHERE codigo = $1`,
    [codigo],
  );
  return row?.cantidad ?? -1;
};

const tracesOf = (codigo: string) =>
  app.query<{ operacion: string; detalle: string; monto: number }>(
    `SELECT u.operacion, u.detalle, u.monto_centavos AS monto FROM ${SCHEMA}.codigo_uso u
     JOIN ${SCHEMA}.codigo_autorizacion c ON c.id = u.codigo_id WHERE c.codigo = $1 ORDER BY u.id`,
    [codigo],
  );

const setLimit = (pesos: number) =>
  app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET limite_sin_codigo_centavos = $1`, [pesos * 100]);

describe('what a value date takes off', () => {
  it('is kept with the receipt, and is what the debt differs by from a payment of today', async () => {
    const lote = await owing('2026-10-20', '2026-08');
    // August grew 25.00 in August and in September.
    expect((await cashier.header(lote)).deuda).toBe(2_550);
    const found = await context(lote);
    expect(found.porFecha).toMatchObject({
      limiteSinCodigo: 500,
      intereses: [
        { corte: '2026-08-10', saldo: 25, base: 2_500, alFin: 2_500, porcentaje: 12, factor: 1, tocado: false },
        { corte: '2026-09-10', saldo: 25 },
      ],
    });
    const id = await pay(lote, { meses: ['2026-08'], monto: 2_250, fecha: '2026-08-10' });
    expect(await receipt(id)).toEqual({ pago: '2026-08-10', contable: '2026-08-10', quita: 30_000, codigo: null });
    expect((await cashier.header(lote)).deuda).toBe(0);
  });

  it('is nothing of a payment dated today, nor of one that only brings a part late', async () => {
    const lote = await owing('2026-10-20', '2026-08');
    const part = await pay(lote, { meses: ['2026-08'], monto: 100, fecha: '2026-10-15' });
    expect(await receipt(part)).toMatchObject({ quita: 0 });
    const id = await pay(lote, { meses: ['2026-08'], monto: 2_450, fecha: '2026-10-20' });
    expect(await receipt(id)).toMatchObject({ quita: 0, codigo: null });
  });

  it('past the limit needs a code, which the refusal says; up to it, none', async () => {
    const lote = await owing('2026-10-20', '2026-08', '2026-09');
    const both = { meses: ['2026-08', '2026-09'], monto: 4_500, fecha: '2026-08-10' };
    expect(refusalOf(await tryPay(lote, both))).toBe(
      'La fecha de pago quita $575.00 de lo que se debería hoy, y sin código se quitan hasta $500.00. Escriba un código de autorización para la fecha, o use una fecha posterior',
    );
    const wrong = await tryPay(lote, { ...both, codigoFecha: 'NO-EXISTE' });
    expect(refusalOf(wrong)).toContain('ódigo');
    expect(wrong.body).toMatchObject({ errors: [{ path: 'autorizacionFecha', message: refusalOf(wrong) }] });
    const codigo = await createCode(app);
    const id = await pay(lote, { ...both, codigoFecha: codigo });
    expect(await receipt(id)).toMatchObject({ quita: 57_500, codigo });
    expect(await usesLeft(codigo)).toBe(4);
    expect(await tracesOf(codigo)).toEqual([
      { operacion: 'Fecha de pago anterior', detalle: 'Fecha de pago 10-08-2026', monto: 57_500 },
    ]);

    const small = await owing('2026-10-20', '2026-08');
    const spare = await pay(small, { meses: ['2026-08'], monto: 2_250, fecha: '2026-08-10', codigoFecha: codigo });
    expect(await receipt(spare)).toMatchObject({ quita: 30_000, codigo: null });
    expect(await usesLeft(codigo)).toBe(4);
  });

  it('takes one use of a code for discount and date, and one of each where they differ', async () => {
    const terms = { meses: ['2026-08', '2026-09', '2026-10'], fecha: '2026-09-10', percent: 50 };
    await setLimit(100);
    const codigo = await createCode(app);
    const first = await owing('2026-10-20', '2026-08', '2026-09', '2026-10');
    // August with half of its interest, September and October with their discount.
    const body = { ...terms, monto: 12.5 + 2_500 + 2_250 + 2_250 };
    const id = await pay(first, { ...body, codigo, codigoFecha: codigo });
    expect(await usesLeft(codigo)).toBe(4);
    expect(await tracesOf(codigo)).toEqual([
      {
        operacion: 'Descuento en intereses moratorios y Fecha de pago anterior',
        detalle: '1 intereses: 50%; Fecha de pago 10-09-2026',
        monto: 1_250 + 55_000,
      },
    ]);
    expect(await receipt(id)).toMatchObject({ quita: 55_000, codigo });
    const other = await createCode(app);
    const second = await owing('2026-10-20', '2026-08', '2026-09', '2026-10');
    expect(await receipt(await pay(second, { ...body, codigo, codigoFecha: other }))).toMatchObject({ codigo: other });
    expect([await usesLeft(codigo), await usesLeft(other)]).toEqual([3, 4]);
    await setLimit(500);
  });

  it('leaves what was touched, and says so before', async () => {
    const lote = await owing('2026-10-20', '2026-08');
    await pay(lote, { meses: [], monto: 10, fecha: '2026-10-20' });
    const found = await context(lote);
    expect(found.porFecha.intereses.map(({ tocado }) => tocado)).toEqual([true, false]);
    const id = await pay(lote, { meses: ['2026-08'], monto: 2_250, fecha: '2026-08-05' });
    expect(await receipt(id)).toMatchObject({ quita: 27_500 });
    expect(await cashier.header(lote)).toMatchObject({ deuda: 15, deuda_moratorio: 15 });
  });

  it('is asked of an initial fee with its interest too', async () => {
    today('2026-08-03');
    const { id: lote } = await createDeliveredLote(app, { superficie: SUPERFICIE, fecha_entrega: '2026-07-20' });
    const [cuota] = await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.cuota_inicial`);
    const fee = await insertCharge(app, lote, {
      tipo: 'cuota_inicial',
      monto_centavos: 6_000_000,
      fecha: '2026-08-03',
      vence: '2026-08-31',
      cuota_inicial_id: cuota?.id ?? null,
    });
    today('2026-10-20');
    await cashier.generateInterest();
    const body = {
      id: '',
      cargoCuotaInicial: { id: fee },
      pagado: 60_000,
      metodoPago: { id: banco },
      caja: { id: caja },
      referencia: 'SPEI',
      noCuenta: '1234',
      fechaPago: '2026-08-20',
    };
    const save = (more: Record<string, unknown>) =>
      app.call('POST', '/pagocuotainicial/save', { as: 'cobranza', body: { ...body, ...more } });
    expect(refusalOf(await save({}))).toContain('quita $1,200.00');
    const codigo = await createCode(app);
    const reply = await save({ autorizacionFecha: codigo });
    expect(reply.body).toMatchObject({ success: true });
    const { recibo } = envelope(reply).data as { recibo: { id: number } };
    expect(await receipt(recibo.id)).toMatchObject({ quita: 120_000, codigo });
    expect((await cashier.header(lote)).deuda).toBe(0);
  });
});

describe('a list of deposits', () => {
  it('is let by one use of a code, asked for by the rows whose date takes more; wrong, nothing is applied', async () => {
    await setLimit(100);
    const lotes = [await owing('2026-10-20', '2026-08'), await owing('2026-10-20', '2026-08')];
    const late = await owing('2026-10-20', '2026-10');
    const rows = [...lotes, late].map((id) => ({
      id,
      referencia: '',
      montoDepositado: 2_250,
      fechaPago: id === late ? '2026-10-19' : '2026-08-10',
      observacion: 'SPEI',
      confirmado: true,
    }));
    const apply = async (more: Record<string, unknown> = {}) =>
      app.call('POST', '/mantenimiento/cobrarcargosrecurrentes', {
        as: 'cobranza',
        body: { caja: { id: caja }, metodoPago: { id: banco }, mttoImportadoResponseList: rows, ...more },
      });
    const wrong = await apply({ autorizacionFecha: 'NO-EXISTE' });
    expect(refusalOf(wrong)).toContain('ódigo');
    expect(wrong.body).toMatchObject({ errors: [{ path: 'autorizacionFecha' }] });
    const without = envelope(await apply()).data as Procesado[];
    expect(without.map(({ resultado }) => resultado)).toEqual(['rechazado', 'rechazado', 'aplicado']);
    expect(without[0]?.mensaje).toContain('La fecha de pago quita $300.00');
    const codigo = await createCode(app);
    const again = envelope(await apply({ autorizacionFecha: codigo })).data as Procesado[];
    expect(again.map(({ resultado }) => resultado)).toEqual(['aplicado', 'aplicado', 'ya_aplicado']);
    expect(await usesLeft(codigo)).toBe(4);
    expect(await tracesOf(codigo)).toEqual([
      { operacion: 'Fecha de pago anterior', detalle: 'Importación de pagos: 2 depósitos', monto: 60_000 },
    ]);
    const kept = await app.query(
      `SELECT 1 FROM ${SCHEMA}.recibo r JOIN ${SCHEMA}.codigo_autorizacion c ON c.id = r.codigo_fecha_id
       WHERE c.codigo = $1 AND r.quita_fecha_centavos = 30000`,
      [codigo],
    );
    expect(kept).toHaveLength(2);
    await setLimit(500);
  });
});

describe('a deposit that is found once later money stands on its month', () => {
  it('earns its discount when that money is returned, and captured anew after it', async () => {
    // Both paid August on the 8th and September on the 8th; of one, August's is found on 20 September.
    const [once, late] = [await owing('2026-08-08', '2026-08'), await owing('2026-08-08', '2026-08')];
    await pay(once, { meses: ['2026-08'], monto: 2_250, fecha: '2026-08-08' });
    for (const lote of [once, late]) await cashier.generateMonths(lote, ['2026-09']);
    today('2026-09-08');
    await cashier.generateInterest();
    await pay(once, { meses: ['2026-09'], monto: 2_250, fecha: '2026-09-08' });
    const both = ['2026-08', '2026-09'];
    const misplaced = await pay(late, { meses: both, monto: 2_250, fecha: '2026-09-08' });
    today('2026-09-20');
    await cashier.generateInterest();
    const [row] = envelope(
      await app.call('POST', '/mantenimiento/cobrarcargosrecurrentes', {
        as: 'cobranza',
        body: {
          caja: { id: caja },
          metodoPago: { id: banco },
          mttoImportadoResponseList: [
            { id: late, referencia: '', montoDepositado: 2_250, fechaPago: '2026-08-08', observacion: 'SPEI' },
          ],
        },
      }),
    ).data as Procesado[];
    expect(row).toMatchObject({ resultado: 'rechazado' });
    expect(row?.mensaje).toContain('ya recibió dinero de fecha posterior');
    await cashier.cancelReceipt(misplaced);
    await pay(late, { meses: ['2026-08'], monto: 2_250, fecha: '2026-08-08' });
    await pay(late, { meses: ['2026-09'], monto: 2_250, fecha: '2026-09-08' });
    const nothing = { deuda: 0, deuda_moratorio: 0, fondo: 0 };
    expect([await cashier.header(once), await cashier.header(late)]).toEqual([nothing, nothing]);
  });
});

describe('a deposit that is found once its month is closed', () => {
  it('leaves the debt of one that was found at once, and is booked on the first open day', async () => {
    // Both were paid on 9 October; one deposit is found on 5 November, after October was closed.
    const [once, late, paidIn] = [
      await owing('2026-10-09', '2026-10'),
      await owing('2026-10-09', '2026-10'),
      await owing('2026-10-09', '2026-10'),
    ];
    await pay(once, { meses: ['2026-10'], monto: 2_250, fecha: '2026-10-09' });
    today('2026-11-05');
    await cashier.generateInterest();
    expect((await cashier.header(late)).deuda).toBe(2_525);
    expect(
      (await app.call('POST', '/periodo/cerrar', { as: 'director', body: closing({ year: 2026, mes: 10 }) })).body,
    ).toMatchObject({ success: true });
    const found = { meses: ['2026-10'], monto: 2_250, fecha: '2026-10-09' };
    expect(refusalOf(await tryPay(late, { ...found, referencia: '' }))).toContain('Escriba la referencia del banco');
    expect(refusalOf(await tryPay(late, { ...found, metodo: efectivo }))).toContain('está cerrado');
    // The method decides whether it could be found late, and not its key: cash is paid in at the bank too.
    expect(refusalOf(await tryPay(late, { ...found, metodo: await metodo('Cheque - Oficina') }))).toContain(
      'está cerrado',
    );
    const byBank = await pay(paidIn, { ...found, metodo: await metodo('Efectivo - Banco') });
    expect(await receipt(byBank)).toMatchObject({ pago: '2026-10-09', contable: '2026-11-01' });
    const id = await pay(late, found);
    expect(await receipt(id)).toEqual({ pago: '2026-10-09', contable: '2026-11-01', quita: 27_500, codigo: null });
    expect([await cashier.header(once), await cashier.header(late)]).toEqual([
      { deuda: 0, deuda_moratorio: 0, fondo: 0 },
      { deuda: 0, deuda_moratorio: 0, fondo: 0 },
    ]);

    // Both dates stand wherever the payment does.
    const dates = { fechaPago: '2026-10-09', fechaContable: '2026-11-01' };
    const stated = { pagosFechados: [dates] };
    expect(await cashier.statement(late)).toMatchObject([stated]);
    expect(await cashier.statement(late, '2026-11-05')).toMatchObject([stated]);
    expect((await cashier.statement(late, '2026-11-04'))[0]).not.toHaveProperty('pagosFechados');
    expect((await cashier.statement(once))[0]).not.toHaveProperty('pagosFechados');
    const listed = envelope(await app.call('GET', `/residente/get/pagos/${late}`, { as: 'cobranza' })).data;
    expect(listed).toMatchObject({ data: { misPagosResponseList: [dates] } });
    expect(envelope(await app.call('GET', `/recibo/get/${id}`, { as: 'cobranza' })).data).toMatchObject(dates);
  });

  it('is taken with its date too where its month is being closed meanwhile', async () => {
    const lots: number[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { id } = await createDeliveredLote(app, { superficie: SUPERFICIE, fecha_entrega: '2026-07-20' });
      await cashier.generateMonths(id, ['2026-11']);
      lots.push(id);
    }
    const [one = 0, listed = 0] = lots;
    today('2026-12-05');
    const [paid, imported] = await inTx(app.pools.pool, { schema: SCHEMA }, async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(7202613, hashtext(current_schema()))`.execute(tx);
      await sql`INSERT INTO periodo_cierre (year, mes, cifras, huella, usuario_id, created_at)
        SELECT 2026, 11, '[]', sha256(''), min(id), ${new Date('2026-12-05T18:00:00Z')}::timestamptz FROM usuario`.execute(
        tx,
      );
      const found = { meses: ['2026-11'], monto: 2_250, fecha: '2026-11-09' };
      const row = { id: listed, referencia: '', montoDepositado: 2_250, fechaPago: '2026-11-09', observacion: 'SPEI' };
      const body = { caja: { id: caja }, metodoPago: { id: banco } };
      const both = [
        tryPay(one, found),
        app.call('POST', '/mantenimiento/cobrarcargosrecurrentes', {
          as: 'cobranza',
          body: { ...body, mttoImportadoResponseList: [{ ...row, confirmado: true }] },
        }),
      ];
      await expect
        .poll(() => app.query(`SELECT 1 FROM pg_locks WHERE classid = 7202613 AND NOT granted`), { timeout: 10_000 })
        .toHaveLength(2);
      // Not waited for in here: they wait for this to end.
      return both.map((reply) => async () => reply);
    });
    const { recibo } = envelope((await paid?.()) as Reply).data as { recibo: { id: number } };
    expect(await receipt(recibo.id)).toMatchObject({ pago: '2026-11-09', contable: '2026-12-01' });
    expect(envelope((await imported?.()) as Reply).data).toMatchObject([
      { resultado: 'rechazado', mensaje: expect.stringContaining('Envíelo otra vez con la misma fecha') },
    ]);
  });
});
