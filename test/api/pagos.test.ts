/** Paying maintenance, a lot's payments, their cancellation and correction: the worked cases of the design, over HTTP. */
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { appOfFile, type TestApp } from '../app.ts';
import { chargeSums, createCode, createDeliveredLote, insertMonth, refusalOf, SCHEMA, tenderOf } from '../ledger.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

/** The surface that this file's definition begins at, so that other files' definitions do not apply to its lots. */
const SUPERFICIE = 90_210;
const CUOTA = 250_000;

const app = await appOfFile({ invoices: false, now: '2026-05-20T18:00:00Z' });
const tender = await tenderOf(app);
beforeAll(async () => {
  await app.query(`
    WITH d AS (
      INSERT INTO ${SCHEMA}.mantenimiento (name, cuota_centavos, dia_corte, tipo_lote, valido_metros_vivienda)
      VALUES ('Pagos de prueba', ${CUOTA}, 10, 'habitacional', ${SUPERFICIE}) RETURNING id
    ), r AS (
      INSERT INTO ${SCHEMA}.regla_descuento (name, percent_discount) VALUES ('Pronto pago de prueba', 10) RETURNING id
    )
    INSERT INTO ${SCHEMA}.mantenimiento_regla SELECT d.id, r.id FROM d, r`);
  await app.query(`DELETE FROM ${SCHEMA}.tiie WHERE year = 2026`).catch(() => undefined);
  await app.query(
    `INSERT INTO ${SCHEMA}.tiie (year, mes, porcentaje) VALUES (2026, 2, 7.25), (2026, 3, 7), (2026, 4, 7)
     ON CONFLICT (year, mes) DO UPDATE SET porcentaje = excluded.porcentaje`,
  );
});

interface Result {
  seFacturo: boolean;
  cobrosIdentificadoresList: { id: number; name: string }[];
  recibo: { id: number; total: number; fondo: number };
}

interface Context {
  fondo: number;
  mantenimientos: { id: number; mes: number; year: number; amount: number; fechaCorte: string }[];
  interesesMoratoriosList: { id: number; saldo: number; tiie: { mes: number } }[];
  siguiente: string | null;
}

async function lotWith(...months: number[]) {
  const lote = await createDeliveredLote(app, { superficie: SUPERFICIE, fecha_entrega: '2026-01-20' });
  const ids: number[] = [];
  for (const mes of months) ids.push(await insertMonth(app, lote.id, 2026, mes, CUOTA));
  return { ...lote, months: ids };
}

const contextOf = async (id: number) =>
  envelope(await app.call('GET', `/lote/get-for-pagarmantenimiento/${id}`, { as: 'cobranza' })).data as Context;

const day = (mes: number) => ({ date: `2026-${String(mes).padStart(2, '0')}-10` });

function pay(
  lote: { id: number },
  changes: Record<string, unknown>,
  headers: Record<string, string> = {},
): ReturnType<TestApp['call']> {
  return app.call('POST', '/cobromantenimiento/save', {
    as: 'cobranza',
    headers,
    body: {
      id: lote.id,
      monto: 2500,
      range: [day(2)],
      useFondo: false,
      ...tender,
      payMoratorio: true,
      apply_descuento: 0,
      autorizacion: '',
      fechaPagoReal: '2026-05-20',
      interesesMoratoriosList: [],
      ...changes,
    },
  });
}

const resultOf = async (reply: ReturnType<typeof pay>) => {
  const body = envelope(await reply);
  expect(body).toMatchObject({ success: true });
  return body.data as Result;
};

const generate = async () => {
  expect(
    envelope(await app.call('POST', '/lote/generarinteresesmoratorios', { as: 'administrador', body: {} })),
  ).toMatchObject({
    success: true,
  });
};

const fondoOf = async (id: number) =>
  Number(
    (
      await app.query<{ saldo: string }>(`SELECT saldo_centavos AS saldo FROM ${SCHEMA}.fondo WHERE lote_id = $1`, [id])
    )[0]?.saldo ?? 0,
  );

describe('the worked cases of the design', () => {
  it('a month paid on or before its cut-off takes 10%: 2,250.00 closes 2,500.00', async () => {
    const lote = await lotWith(2);
    const result = await resultOf(pay(lote, { monto: 2250, fechaPagoReal: '2026-02-10' }));
    expect(result.recibo).toMatchObject({ total: 2250, fondo: 0 });
    expect(await chargeSums(app, lote.months[0] ?? 0)).toEqual({
      saldo: 0,
      pagado: 225_000,
      ajustado: 25_000,
      condonado: 0,
      status: 'pagado',
    });
  });

  it('two part payments in time take the discount with the second', async () => {
    const lote = await lotWith(2);
    await resultOf(pay(lote, { monto: 1000, fechaPagoReal: '2026-02-05' }));
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({
      saldo: 150_000,
      ajustado: 0,
      status: 'incompleto',
    });
    await resultOf(pay(lote, { monto: 1250, fechaPagoReal: '2026-02-10' }));
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({ saldo: 0, ajustado: 25_000, status: 'pagado' });
  });

  it('paid on 28 February it costs 2,500.00 and bears no interest, then or later', async () => {
    const lote = await lotWith(2);
    await resultOf(pay(lote, { fechaPagoReal: '2026-02-28' }));
    await generate();
    expect((await contextOf(lote.id)).interesesMoratoriosList).toEqual([]);
  });

  it('February and March paid on 20 May: 73.42 of interest, 5,074 in all, 0.58 to the fund', async () => {
    const lote = await lotWith(2, 3);
    await generate();
    const context = await contextOf(lote.id);
    expect(context.interesesMoratoriosList.map((entry) => entry.saldo)).toEqual([15.1, 14.58, 14.58, 14.58, 14.58]);
    const result = await resultOf(pay(lote, { monto: 5074, range: [day(2), day(3)] }));
    expect(result.recibo).toMatchObject({ total: 5074, fondo: 0.58 });
    expect(result.cobrosIdentificadoresList.map(({ name }) => name).sort()).toEqual([
      'fondo',
      ...Array.from({ length: 5 }, () => 'interes'),
      'mantenimiento',
      'mantenimiento',
    ]);
    const nota = await app.call('POST', '/factura/nota', {
      as: 'cobranza',
      body: { dataLists: result.cobrosIdentificadoresList },
    });
    const lines = envelope(nota).data as { concepto: string; monto: number }[];
    expect(lines.reduce((sum, { monto }) => sum + Math.round(monto * 100), 0)).toBe(507_400);
    expect(lines.at(-1)).toMatchObject({ concepto: 'Abono a fondo', monto: 0.58 });
    expect(await contextOf(lote.id)).toMatchObject({ mantenimientos: [], interesesMoratoriosList: [], fondo: 0.58 });
  });

  it('33% off the 73.42 is 49.20, entry by entry, and spends one use of the code', async () => {
    const lote = await lotWith(2, 3);
    await generate();
    const codigo = await createCode(app, 1);
    const refused = await pay(lote, {
      monto: 5050,
      range: [day(2), day(3)],
      apply_descuento: 33,
      autorizacion: 'NO-ES',
    });
    expect(refusalOf(refused)).toBe(
      'Código de autorización es incorrecto o no se puede usar más. Intente de nuevo por favor',
    );
    const less = await pay(lote, {
      monto: 5074,
      range: [day(2), day(3)],
      apply_descuento: 0.5,
      autorizacion: codigo,
    });
    expect([less.status, envelope(less).errors]).toMatchObject([400, [{ path: 'apply_descuento' }]]);
    const result = await resultOf(
      pay(lote, { monto: 5050, range: [day(2), day(3)], apply_descuento: 33, autorizacion: codigo }),
    );
    expect(result.recibo).toMatchObject({ total: 5050, fondo: 0.8 });
    const check = await app.call('GET', `/codigoautorizacion/checkcodigo/${codigo}`, { as: 'cobranza' });
    expect(check.body).toBe(false);
  });

  it('1,000 of principal paid on 15 March and the rest on 20 May: 15.10 + 14.58 + 8.75', async () => {
    const lote = await lotWith(2);
    await resultOf(pay(lote, { monto: 1000, fechaPagoReal: '2026-03-15', payMoratorio: false }));
    await generate();
    const entries = (await contextOf(lote.id)).interesesMoratoriosList;
    expect(entries.map((entry) => entry.saldo)).toEqual([15.1, 14.58, 8.75]);
  });
});

describe('what is paid ahead', () => {
  it('future months of the range become charges when money reaches them', async () => {
    const lote = await lotWith(4);
    await app.query(`UPDATE ${SCHEMA}.cargo SET vence = vence WHERE id = $1`, [lote.months[0]]);
    const result = await resultOf(
      pay(lote, { monto: 5000, range: [day(4), day(5), day(6), day(7)], payMoratorio: false }),
    );
    // April in full (late), May in full (late on the 20th), June discounted only if its money covers it: none is left.
    expect(result.recibo).toMatchObject({ total: 5000, fondo: 0 });
    const months = await app.query<{ mes: number; status: string }>(
      `SELECT mes, status FROM ${SCHEMA}.cargo WHERE lote_id = $1 AND tipo = 'mantenimiento' ORDER BY mes`,
      [lote.id],
    );
    expect(months).toEqual([
      { mes: 4, status: 'pagado' },
      { mes: 5, status: 'pagado' },
    ]);
    expect((await contextOf(lote.id)).siguiente).toBe('2026-06-01');
  });

  it('June paid in May takes its discount', async () => {
    const lote = await lotWith(5);
    await resultOf(pay(lote, { monto: 2500 + 2250, range: [day(5), day(6)], payMoratorio: false }));
    const [june] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.cargo WHERE lote_id = $1 AND mes = 6`, [
      lote.id,
    ]);
    expect(await chargeSums(app, june?.id ?? 0)).toMatchObject({ saldo: 0, pagado: 225_000, ajustado: 25_000 });
  });

  it('a range goes from its first month to its last, whatever of it was paid, and names a month once', async () => {
    const lote = await lotWith(2, 3, 4);
    const [, march] = lote.months;
    const codigo = await createCode(app, 1);
    const body = { id: march, tipo: 'mantenimiento', codigo, razon: 'No corresponde' };
    const cancelled = await app.call('POST', '/lote/cancelardeudaglobal', { as: 'administrador', body });
    expect(cancelled.body).toMatchObject({ success: true });
    await resultOf(pay(lote, { monto: 5000, range: [day(2), day(3), day(3), day(4)], payMoratorio: false }));
    expect(await contextOf(lote.id)).toMatchObject({ mantenimientos: [] });
  });

  it('a range that skips what is owed, or has gaps, is refused', async () => {
    const lote = await lotWith(2, 3);
    expect(refusalOf(await pay(lote, { range: [day(3)] }))).toContain('El lote debe Febrero - 2026');
    expect(refusalOf(await pay(lote, { range: [day(2), day(4)] }))).toContain('deben ir seguidos');
  });

  it('a range that skips months to come is refused, and none of them is created', async () => {
    const lote = await lotWith(2);
    await resultOf(pay(lote, { range: [day(2)], payMoratorio: false }));
    const late = { range: [{ date: '2199-12-10' }], monto: 7500, payMoratorio: false };
    expect(refusalOf(await pay(lote, late))).toBe(
      'El siguiente mes del lote es Marzo - 2026. Pague los meses desde ese en adelante',
    );
    expect(await contextOf(lote.id)).toMatchObject({ mantenimientos: [], siguiente: '2026-03-01' });
    await resultOf(pay(lote, { range: [day(3), day(4)], monto: 5000, payMoratorio: false }));
    expect((await contextOf(lote.id)).siguiente).toBe('2026-05-01');
  });
});

describe('what is refused changes nothing', () => {
  it('more than the total, a future date, a closed register, an unknown lot', async () => {
    const lote = await lotWith(4);
    const range = [day(4)];
    expect(refusalOf(await pay(lote, { range, monto: 2501, payMoratorio: false }))).toContain('$2,500.00');
    expect(refusalOf(await pay(lote, { range, fechaPagoReal: '2026-05-21' }))).toContain('no puede ser futura');
    const [closed] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.caja (name, no_cuenta, no_convenio, no_clabe, banco_id, active)
       SELECT $1, '1', '1', '1', id, false FROM ${SCHEMA}.banco LIMIT 1 RETURNING id`,
      [freshText('CAJA')],
    );
    expect(refusalOf(await pay(lote, { range, caja: { id: closed?.id } }))).toContain('está cerrada');
    expect(refusalOf(await pay({ id: 999_999_9 }, { range }))).toContain('El lote no existe');
    expect((await pay(lote, { range, monto: 0 })).status).toBe(400);
    expect((await pay(lote, { range, noCuenta: '12' })).status).toBe(400);
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({ saldo: CUOTA, pagado: 0 });
  });

  it('a second full payment without a key finds nothing owed', async () => {
    const lote = await lotWith(4);
    const both = await Promise.all([pay(lote, { range: [day(4)] }), pay(lote, { range: [day(4)] })]);
    expect(both.map((reply) => envelope(reply).success).sort()).toEqual([false, true]);
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({ saldo: 0, pagado: CUOTA });
  });
});

describe('one intent, one payment', () => {
  it('twenty requests with one key book one receipt and answer alike; another body is refused', async () => {
    const lote = await lotWith(4);
    const headers = { 'idempotency-key': freshText('clave-de-prueba-') };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => pay(lote, { range: [day(4)], monto: 1000, payMoratorio: false }, headers)),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(envelope(replies[0] as never).success).toBe(true);
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({ pagado: 100_000 });
    const other = await pay(lote, { range: [day(4)], monto: 500, payMoratorio: false }, headers);
    expect(refusalOf(other)).toContain('ya se hizo con otros datos');
  });

  it('waits four times for the database: who asks, what is owed, what is booked, the commit', async () => {
    const lote = await lotWith(4);
    const asked = () =>
      pay(
        lote,
        { range: [day(4)], monto: 1000, payMoratorio: false },
        { 'idempotency-key': freshText('clave-de-prueba-') },
      );
    await resultOf(asked());
    // What is asked before an answer came has not waited for it; the pulse asks on a connection of its own.
    let waits = 0;
    let answered = true;
    const own = pg.Client.prototype.query;
    const ask = own as (...asking: unknown[]) => unknown;
    const counted = function (this: pg.Client, ...asking: unknown[]): unknown {
      const [{ text = asking[0] }, callback] = asking as [{ text?: unknown }, unknown];
      if (String(text).includes('transaction_read_only')) return ask.apply(this, asking);
      if (answered) waits += 1;
      answered = false;
      const told = () => {
        answered = true;
      };
      if (typeof callback !== 'function') return (ask.apply(this, asking) as Promise<unknown>).finally(told);
      const heard = (...answer: unknown[]) => {
        told();
        callback(...answer);
      };
      return ask.call(this, asking[0], heard);
    };
    pg.Client.prototype.query = counted as typeof own;
    try {
      await resultOf(asked());
    } finally {
      pg.Client.prototype.query = own;
    }
    expect(waits).toBe(4);
  });

  it('a refused attempt does not use up its key', async () => {
    const lote = await lotWith(4);
    const headers = { 'idempotency-key': freshText('clave-de-prueba-') };
    refusalOf(await pay(lote, { range: [day(4)], monto: 9999 }, headers));
    await resultOf(pay(lote, { range: [day(4)], monto: 2500, payMoratorio: false }, headers));
  });
});

describe('the fund', () => {
  it('pays what it can whatever amount is sent, and never falls below 0', async () => {
    const lote = await lotWith(4);
    await app.query(
      `INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, fecha, created_at)
       VALUES ($1, 'apertura', 100000, '2026-05-01', now())`,
      [lote.id],
    );
    const fromFund = { range: [day(4)], useFondo: true, metodoPago: { id: 'fondo' }, monto: 2500, payMoratorio: false };
    const replies = await Promise.all(Array.from({ length: 5 }, () => pay(lote, fromFund)));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({ pagado: 100_000, status: 'incompleto' });
    expect(await fondoOf(lote.id)).toBe(0);
  });

  it('pays all of it when the form tells that nothing stays owed; by hand 0 is no payment', async () => {
    const lote = await lotWith(4);
    await app.query(
      `INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, fecha, created_at)
       VALUES ($1, 'apertura', 300000, '2026-05-01', now())`,
      [lote.id],
    );
    const nothingLeft = { range: [day(4)], monto: 0, payMoratorio: false };
    const byHand = await pay(lote, nothingLeft);
    expect([byHand.status, byHand.body]).toMatchObject([
      400,
      { errors: [{ path: 'monto', message: 'Campo inválido' }] },
    ]);
    const { recibo } = await resultOf(pay(lote, { ...nothingLeft, useFondo: true, metodoPago: { id: 'fondo' } }));
    expect(recibo).toMatchObject({ total: 0, fondo: -2500 });
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({ saldo: 0, status: 'pagado' });
    expect(await fondoOf(lote.id)).toBe(50_000);
  });
});

interface Pago {
  id: number;
  tipo: string;
  amount: number;
  status: string;
  reciboId: number | null;
  isFacturado: boolean;
  refSistemaAnterior: string;
  tipoPago: string;
}

/** What is listed, which is what the tab of the lot's head counts. */
async function listOf(id: number) {
  const listed = envelope(await app.call('GET', `/residente/get/pagos/${id}`, { as: 'cobranza' })).data as {
    data: { misPagosResponseList: Pago[] };
  };
  const pagos = listed.data.misPagosResponseList;
  const recibos = new Set(pagos.flatMap(({ reciboId }) => reciboId ?? [])).size;
  const head = envelope(await app.call('GET', `/lote/get-for-sancion/${id}`, { as: 'cobranza' })).data;
  expect(head).toMatchObject({ cuantos: { recibos } });
  return pagos;
}

async function reasons() {
  const [motivo] = (await app.call('GET', '/tipomotivocancelacion/all', { as: 'cobranza' })).body as { id: number }[];
  const [relacion] = (await app.call('GET', '/tiporelacionfactura/all', { as: 'cobranza' })).body as { id: number }[];
  return { idMotivoCancelacion: motivo?.id, idTipoRelacionFactura: relacion?.id };
}

const cancel = async (pago: Pago, changes: Record<string, unknown> = {}) =>
  app.call('POST', '/factura/cancelarpago', {
    as: 'cobranza',
    body: {
      id: pago.id,
      name: pago.tipo,
      codeAutorizacion: '',
      motivoCancelacion: 'Se capturó dos veces',
      ...(await reasons()),
      ...changes,
    },
  });

describe('cancelling a payment', () => {
  it('reopens its charge, takes the discount back, and shows it cancelled', async () => {
    const lote = await lotWith(2);
    await resultOf(pay(lote, { monto: 2250, fechaPagoReal: '2026-02-10' }));
    const [pago] = await listOf(lote.id);
    if (!pago) throw new Error('no payment');
    const codeAutorizacion = await createCode(app, 1);
    expect(envelope(await cancel(pago, { codeAutorizacion }))).toMatchObject({
      success: true,
      message: 'El pago ha sido cancelado',
    });
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({
      saldo: CUOTA,
      pagado: 0,
      ajustado: 0,
      status: 'vigente',
    });
    expect((await listOf(lote.id)).map(({ status }) => status)).toEqual(['cancelado']);
    expect(refusalOf(await cancel(pago, { codeAutorizacion: await createCode(app, 1) }))).toContain(
      'ya está cancelado',
    );
  });

  it('asks for everything, and a wrong code changes nothing', async () => {
    const lote = await lotWith(4);
    await resultOf(pay(lote, { range: [day(4)], monto: 1000, payMoratorio: false }));
    const [pago] = await listOf(lote.id);
    if (!pago) throw new Error('no payment');
    for (const missing of ['codeAutorizacion', 'motivoCancelacion', 'idMotivoCancelacion', 'idTipoRelacionFactura']) {
      const reply = await cancel(pago, { codeAutorizacion: 'X', [missing]: '' });
      expect(reply.status).toBe(400);
      expect(JSON.stringify(reply.body)).toContain('Todos los campos son requeridos');
    }
    refusalOf(await cancel(pago, { codeAutorizacion: 'EQUIVOCADO' }));
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({ pagado: 100_000 });
  });

  it('an excess is cancelled by itself, once', async () => {
    const lote = await lotWith(2, 3);
    await generate();
    await resultOf(pay(lote, { monto: 5074, range: [day(2), day(3)] }));
    const excess = (await listOf(lote.id)).find(({ tipo }) => tipo === 'fondo');
    if (!excess) throw new Error('no excess');
    expect(excess.amount).toBe(0.58);
    expect(envelope(await cancel(excess, { codeAutorizacion: await createCode(app, 1) })).success).toBe(true);
    expect(await fondoOf(lote.id)).toBe(0);
    refusalOf(await cancel(excess, { codeAutorizacion: await createCode(app, 1) }));
  });
});

describe('corrections', () => {
  const correct = (body: Record<string, unknown>) =>
    app.call('POST', '/correccion/recibo', { as: 'cobranza', body: { razon: 'Captura equivocada', ...body } });

  it('a wrong register keeps charges, discount and date, under a receipt that refers to the first', async () => {
    const lote = await lotWith(2);
    const { recibo } = await resultOf(pay(lote, { monto: 2250, fechaPagoReal: '2026-02-10' }));
    const metodos = (await app.call('GET', '/metodopago/all', { as: 'cobranza' })).body as {
      id: number;
      name: string;
    }[];
    const other = metodos[1];
    const body = {
      tipo: 'metodo',
      reciboId: recibo.id,
      metodoPago: { id: other?.id },
      caja: tender.caja,
      noCuenta: '9876',
    };
    const codigo = await createCode(app, 1);
    // What changes nothing spends no code.
    const same = { metodoPago: tender.metodoPago, noCuenta: tender.noCuenta };
    expect(refusalOf(await correct({ ...body, ...same, codigo }))).toMatch(
      /ya tiene ese método, esa caja y esa cuenta/,
    );
    expect(envelope(await correct({ ...body, codigo })).success).toBe(true);
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({ saldo: 0, pagado: 225_000, ajustado: 25_000 });
    const pagos = await listOf(lote.id);
    expect(pagos.map(({ status, tipoPago }) => [status, tipoPago === other?.name])).toEqual([
      ['recibido', true],
      ['cancelado', false],
    ]);
    refusalOf(await correct({ ...body, codigo: await createCode(app, 1) }));
  });

  it('a payment on the wrong lot becomes the right lot’s fund', async () => {
    const wrong = await lotWith(4);
    const right = await lotWith(4);
    const { recibo } = await resultOf(pay(wrong, { range: [day(4)], payMoratorio: false }));
    const reply = await correct({
      tipo: 'lote',
      reciboId: recibo.id,
      lote: { id: right.id },
      codigo: await createCode(app, 1),
    });
    expect(envelope(reply).success).toBe(true);
    expect(await chargeSums(app, wrong.months[0] ?? 0)).toMatchObject({ saldo: CUOTA, pagado: 0 });
    expect(await fondoOf(right.id)).toBe(CUOTA);
    const funds = await app.call('POST', '/correccion/fondo', {
      as: 'cobranza',
      body: {
        tipo: 'traslado',
        lote: { id: right.id },
        destino: { id: wrong.id },
        monto: 500.5,
        codigo: await createCode(app, 1),
        razon: 'Era de los dos',
      },
    });
    expect(envelope(funds).success).toBe(true);
    expect([await fondoOf(right.id), await fondoOf(wrong.id)]).toEqual([199_950, 50_050]);
  });

  it('what it put into the fund is not cancelled once a part was spent, and the refusal tells what is left', async () => {
    const wrong = await lotWith(4, 5);
    const right = await lotWith(4);
    const months = { range: [day(4), day(5)], monto: 5000, payMoratorio: false };
    const { recibo } = await resultOf(pay(wrong, months));
    const lote = { id: right.id };
    const codigo = await createCode(app, 1);
    expect(envelope(await correct({ tipo: 'lote', reciboId: recibo.id, lote, codigo })).success).toBe(true);
    const excess = (await listOf(right.id)).find(({ tipo }) => tipo === 'fondo');
    if (!excess) throw new Error('no excess');
    await resultOf(pay(right, { range: [day(4)], useFondo: true, metodoPago: { id: 'fondo' }, payMoratorio: false }));
    expect(refusalOf(await cancel(excess, { codeAutorizacion: await createCode(app, 1) }))).toContain(
      'quedan $2,500.00 en el fondo',
    );
    expect(await fondoOf(right.id)).toBe(CUOTA);
  });

  it('a returned cheque opens the charges again; a refund above the balance is refused', async () => {
    const lote = await lotWith(4);
    const { recibo } = await resultOf(pay(lote, { range: [day(4)], payMoratorio: false }));
    expect(
      envelope(await correct({ tipo: 'devuelto', reciboId: recibo.id, codigo: await createCode(app, 1) })).success,
    ).toBe(true);
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({ saldo: CUOTA, status: 'vigente' });
    const refund = await app.call('POST', '/correccion/fondo', {
      as: 'cobranza',
      body: { tipo: 'reembolso', lote: { id: lote.id }, monto: 1, codigo: await createCode(app, 1), razon: 'Sobra' },
    });
    expect(refusalOf(refund)).toContain('$0.00');
  });
});

describe('the audit log', () => {
  it('has one row for each movement, with the lot and the figures', async () => {
    const lote = await lotWith(4);
    const other = await lotWith(4);
    const after = await lastAuditId(app);
    const first = await resultOf(pay(lote, { range: [day(4)], monto: 1000, payMoratorio: false }));
    const second = await resultOf(pay(lote, { range: [day(4)], monto: 500, payMoratorio: false }));
    const codes = [await createCode(app, 1), await createCode(app, 1), await createCode(app, 1)];
    const pago = (await listOf(lote.id)).find(({ reciboId }) => reciboId === first.recibo.id);
    if (!pago) throw new Error('no payment');
    await cancel(pago, { codeAutorizacion: codes[0] });
    await app.call('POST', '/correccion/recibo', {
      as: 'cobranza',
      body: { tipo: 'lote', reciboId: second.recibo.id, lote: { id: other.id }, codigo: codes[1], razon: 'Otro lote' },
    });
    await app.call('POST', '/correccion/fondo', {
      as: 'cobranza',
      body: { tipo: 'reembolso', lote: { id: other.id }, monto: 500, codigo: codes[2], razon: 'Lo pidió' },
    });
    const rows = (await auditRows(app, after)).filter(({ entidad }) => ['recibo', 'pago', 'fondo'].includes(entidad));
    expect(rows.map(({ status, entidad, referencia }) => [status, entidad, referencia])).toEqual([
      ['creado', 'recibo', lote.referencia],
      ['creado', 'recibo', lote.referencia],
      ['cancelado', 'pago', lote.referencia],
      ['cancelado', 'recibo', lote.referencia],
      ['actualizado', 'fondo', other.referencia],
    ]);
    expect(rows.map(({ nota }) => nota)).toEqual([
      expect.stringContaining('$1,000.00'),
      expect.stringContaining('$500.00'),
      expect.stringContaining('Se capturó dos veces'),
      expect.stringContaining(other.referencia),
      expect.stringContaining('Reembolso de $500.00'),
    ]);
    // A supervisor's code is a secret: it never reaches the log.
    const text = JSON.stringify(await auditRows(app, after));
    for (const code of codes) expect(text).not.toContain(code);
  });
});

describe('notes and earlier invoices', () => {
  it('a note has a line per payment, with who issues it', async () => {
    const lote = await lotWith(4);
    const { cobrosIdentificadoresList } = await resultOf(pay(lote, { range: [day(4)], payMoratorio: false }));
    const reply = await app.call('POST', '/factura/nota', {
      as: 'cobranza',
      body: { dataLists: cobrosIdentificadoresList },
    });
    expect(envelope(reply).data).toEqual([
      expect.objectContaining({
        concepto: 'Mantenimiento 4 - 2026',
        monto: 2500,
        referencia: lote.referencia,
        fecha: '2026-05-20',
        emitido: expect.stringMatching(/\S+ \S+/),
      }),
    ]);
  });

  it('a payment is marked as invoiced in the previous system once, by role A', async () => {
    const lote = await lotWith(4);
    await resultOf(pay(lote, { range: [day(4)], payMoratorio: false }));
    const [pago] = await listOf(lote.id);
    const body = { id: pago?.id, tipo: pago?.tipo, refSistemaAnterior: 'F-1234' };
    const mark = () => app.call('POST', '/operaciones/marcarfacturado', { as: 'director', body });
    expect(envelope(await mark()).success).toBe(true);
    expect((await listOf(lote.id))[0]).toMatchObject({ isFacturado: true, refSistemaAnterior: 'F-1234' });
    expect(refusalOf(await mark())).toContain('ya está marcado');
  });

  const markAs = (pago: Pago, refSistemaAnterior: string) =>
    app.call('POST', '/operaciones/marcarfacturado', {
      as: 'director',
      body: { id: pago.id, tipo: pago.tipo, refSistemaAnterior },
    });

  it('a payment that is cancelled, or being cancelled, is not marked', async () => {
    const lote = await lotWith(3, 4);
    await resultOf(pay(lote, { range: [day(3), day(4)], monto: 5000, payMoratorio: false }));
    const [first, second] = await listOf(lote.id);
    if (!first || !second) throw new Error('no payments');
    expect(envelope(await cancel(first, { codeAutorizacion: await createCode(app, 1) })).success).toBe(true);
    expect(refusalOf(await markAs(first, 'F-1'))).toContain('está cancelado');
    await app.query(`UPDATE ${SCHEMA}.pago SET status = 'en_cancelacion' WHERE id = $1`, [second.id]);
    expect(refusalOf(await markAs(second, 'F-2'))).toContain('está en cancelación');
    expect((await listOf(lote.id)).map(({ isFacturado }) => isFacturado)).toEqual([false, false]);
  });

  it('a mark made by mistake is taken off by an empty reference, by role A, and kept in the audit log', async () => {
    const lote = await lotWith(4);
    await resultOf(pay(lote, { range: [day(4)], payMoratorio: false }));
    const [pago] = await listOf(lote.id);
    if (!pago) throw new Error('no payment');
    expect(refusalOf(await markAs(pago, ''))).toContain('no está marcado');
    expect(envelope(await markAs(pago, 'F-8')).success).toBe(true);
    const body = { id: pago.id, tipo: pago.tipo };
    const unsaid = await app.call('POST', '/operaciones/marcarfacturado', { as: 'director', body });
    expect(unsaid.status).toBe(400);
    const other = await app.call('POST', '/operaciones/marcarfacturado', {
      as: 'cobranza',
      body: { ...body, refSistemaAnterior: '' },
    });
    expect(other.status).toBe(403);
    expect((await listOf(lote.id))[0]).toMatchObject({ isFacturado: true, refSistemaAnterior: 'F-8' });

    expect(envelope(await markAs(pago, '')).success).toBe(true);
    expect((await listOf(lote.id))[0]).toMatchObject({ isFacturado: false, refSistemaAnterior: '' });
    const rows = await app.query<{ nota: string; antes: unknown; despues: unknown }>(
      `SELECT nota, antes, despues FROM ${SCHEMA}.bitacora WHERE entidad = 'pago' AND entidad_id = $1 ORDER BY id DESC LIMIT 1`,
      [String(pago.id)],
    );
    expect(rows).toEqual([
      {
        nota: 'Se quitó al pago la marca de facturado en el sistema anterior: F-8',
        antes: { refSistemaAnterior: 'F-8' },
        despues: { refSistemaAnterior: '' },
      },
    ]);
    // It may be marked again, rightly, and a payment that was unmarked is cancelled like any other.
    expect(envelope(await markAs(pago, 'F-9')).success).toBe(true);
    expect(envelope(await markAs(pago, '')).success).toBe(true);
    expect(envelope(await cancel(pago, { codeAutorizacion: await createCode(app, 1) })).success).toBe(true);
  });

  it('a mark stays where its payment is cancelled or waits for a cancellation', async () => {
    const lote = await lotWith(4);
    await resultOf(pay(lote, { range: [day(4)], payMoratorio: false }));
    const [pago] = await listOf(lote.id);
    if (!pago) throw new Error('no payment');
    expect(envelope(await markAs(pago, 'F-10')).success).toBe(true);
    await app.query(`UPDATE ${SCHEMA}.pago SET status = 'en_cancelacion' WHERE id = $1`, [pago.id]);
    expect(refusalOf(await markAs(pago, ''))).toContain('está en cancelación');
    await app.query(`UPDATE ${SCHEMA}.pago SET status = 'cancelado' WHERE id = $1`, [pago.id]);
    expect(refusalOf(await markAs(pago, ''))).toContain('está cancelado');
    expect((await listOf(lote.id))[0]).toMatchObject({ isFacturado: true, refSistemaAnterior: 'F-10' });
  });

  it('a payment invoiced there is not taken back; another register or method keeps the mark', async () => {
    const lote = await lotWith(3, 4);
    const other = await lotWith(4);
    const { recibo } = await resultOf(pay(lote, { range: [day(3), day(4)], monto: 5000, payMoratorio: false }));
    const [marked, unmarked] = await listOf(lote.id);
    if (!marked || !unmarked) throw new Error('no payments');
    expect(envelope(await markAs(marked, 'F-77')).success).toBe(true);
    const codigo = await createCode(app, 1);
    expect(refusalOf(await cancel(marked, { codeAutorizacion: codigo }))).toContain('sistema anterior (F-77)');
    const correct = (body: Record<string, unknown>) =>
      app.call('POST', '/correccion/recibo', {
        as: 'cobranza',
        body: { reciboId: recibo.id, codigo, razon: 'Captura equivocada', ...body },
      });
    expect(refusalOf(await correct({ tipo: 'lote', lote: { id: other.id } }))).toContain('sistema anterior (F-77)');
    expect(refusalOf(await correct({ tipo: 'devuelto' }))).toContain('sistema anterior (F-77)');
    expect((await listOf(lote.id)).map(({ status }) => status)).toEqual(['recibido', 'recibido']);

    const metodos = (await app.call('GET', '/metodopago/all', { as: 'cobranza' })).body as { id: number }[];
    const reply = await correct({
      tipo: 'metodo',
      metodoPago: { id: metodos[1]?.id },
      caja: tender.caja,
      noCuenta: '9876',
    });
    expect(envelope(reply).success).toBe(true);
    const pagos = (await listOf(lote.id)).filter(({ status }) => status === 'recibido');
    expect(pagos.map(({ refSistemaAnterior }) => refSistemaAnterior).sort()).toEqual(['', 'F-77']);
    expect(pagos.every(({ reciboId }) => reciboId !== recibo.id)).toBe(true);
  });
});
