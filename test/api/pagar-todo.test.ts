/** All that a lot owes, paid by one receipt: what it books, what it refuses, and that it is what single payments would have done. */
import { describe, expect, it } from 'vitest';
import { documentoDeRecibo } from '#documents/recibo.ts';
import type { ReciboImpreso } from '#documents/recibo-impreso.ts';
import type { Adeudos } from '#libro/adeudos/contract.ts';
import type { PaymentResult } from '#libro/contract.ts';
import type { Explicacion } from '#libro/explicacion/contract.ts';
import { renglonesDe, unexplained } from '#libro/explicacion/rules.ts';
import { startFebruary } from '../february.ts';
import { createCode, insertCharge, refusalOf, SCHEMA, tenderOf } from '../ledger.ts';
import { bodyOf, type Chosen, type PagarTodoBody, payAllOf, readAdeudos, sendAll } from '../pay-all.ts';
import { envelope } from './support.ts';

const { app, cashier, today, february } = await startFebruary();

const anyOf = async (table: string) =>
  (await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.${table}`))[0]?.id ?? 0;

interface Everything {
  lote: number;
  febrero: number;
  multa: number;
  cuota: number;
  extraordinaria: number;
  proyecto: number;
  inicial: number;
}

/** On 5 March: February and March, 25.00 of interest on February, 10.00 on the initial fee, and one charge of every other kind. */
async function owingEverything(): Promise<Everything> {
  const { lote, cargo: febrero } = await february();
  const charge = async (tipo: string, monto_centavos: number, catalogue: string, vence = '2026-02-01') =>
    insertCharge(app, lote, {
      ...{ tipo, concepto: `Cargo ${tipo}`, monto_centavos, fecha: '2026-02-01', vence },
      ...(catalogue !== '' && { [`${catalogue}_id`]: await anyOf(catalogue) }),
    });
  const inicial = await charge('cuota_inicial', 100_000, 'cuota_inicial', '2026-02-28');
  const multa = await charge('sancion', 85_025, 'tipo_multa', '2026-02-03');
  const cuota = await charge('cuota', 40_000, 'tipo_cuota', '2026-02-02');
  const extraordinaria = await charge('cuota_extraordinaria', 30_010, 'cuota_extraordinaria', '2026-02-04');
  const proyecto = await charge('cuota_inicial_proyecto', 20_000, '', '2026-02-05');
  today('2026-03-05');
  await cashier.generateMonths(lote, ['2026-03']);
  await cashier.generateInterest();
  return { lote, febrero, multa, cuota, extraordinaria, proyecto, inicial };
}

const pay = (lote: number, chosen: Partial<Chosen> = {}) => payAllOf(app, lote, { fechaPago: '2026-03-05', ...chosen });
const resultOf = (reply: Awaited<ReturnType<typeof pay>>): PaymentResult => {
  expect(envelope(reply)).toMatchObject({ success: true });
  return envelope(reply).data as PaymentResult;
};
const receiptOf = async (id: number): Promise<ReciboImpreso> =>
  envelope(await app.call('GET', `/recibo/get/${id}`, { as: 'cobranza' })).data as ReciboImpreso;
const countOf = async (table: string, lote: number) =>
  Number(
    (await app.query<{ n: string }>(`SELECT count(*) AS n FROM ${SCHEMA}.${table} WHERE lote_id = $1`, [lote]))[0]?.n,
  );

/** A lot's charges by what they are, with what was done to each. */
async function ledgerOf(lote: number) {
  return app.query(
    `SELECT c.tipo, c.year, c.mes, c.vence::text, b.tipo AS base, c.monto_centavos::int AS monto, c.pagado_centavos::int AS pagado,
       c.ajustado_centavos::int AS ajustado, c.saldo_centavos::int AS saldo, c.status, c.cierre,
       (SELECT json_agg(json_build_array(p.monto_centavos, p.fecha_pago, p.fecha_contable, p.status) ORDER BY p.id)
        FROM ${SCHEMA}.pago p WHERE p.cargo_id = c.id) AS pagos,
       (SELECT json_agg(json_build_array(a.tipo, a.monto_centavos, a.porcentaje, a.razon, a.fecha, a.fecha_valor, a.revertido)
          ORDER BY a.tipo, a.monto_centavos)
        FROM ${SCHEMA}.ajuste a WHERE a.cargo_id = c.id) AS ajustes
     FROM ${SCHEMA}.cargo c LEFT JOIN ${SCHEMA}.cargo b ON b.id = c.base_id
     WHERE c.lote_id = $1 ORDER BY c.tipo, b.tipo, c.year, c.mes, c.vence, c.monto_centavos, c.status`,
    [lote],
  );
}

describe('one receipt', () => {
  it('settles every kind in the order of the ledger, and says so', async () => {
    const { lote } = await owingEverything();
    const { recibo, cobrosIdentificadoresList } = resultOf(await pay(lote));
    // Interest 35.00, February 2,500.00, March in time 2,250.00, the others 2,750.35; 0.65 are rounded up.
    expect(recibo).toMatchObject({ total: 7536, fondo: 0.65 });
    expect(cobrosIdentificadoresList.map(({ name }) => name)).toEqual([
      ...['interes', 'interes', 'mantenimiento', 'mantenimiento', 'cuota', 'sancion', 'cuota_extraordinaria'],
      ...['cuota_inicial_proyecto', 'cuota_inicial', 'fondo'],
    ]);
    expect(await countOf('recibo', lote)).toBe(1);
    const read = await receiptOf(recibo.id);
    const documento = documentoDeRecibo(read);
    expect(documento.titulo).toBe('Recibido $7,536.00');
    // The two of interest are one row.
    expect(documento.renglones).toHaveLength(9);
    expect(documento.renglones.map(({ concepto }) => concepto)).not.toContain('Diferencia con el libro');
    expect(read.debe).toBe(0);
    expect(await cashier.header(lote)).toMatchObject({ deuda: 0, deuda_moratorio: 0, fondo: 0.65 });
    const [trace] = await app.query<{ nota: string }>(
      `SELECT nota FROM ${SCHEMA}.bitacora WHERE entidad = 'recibo' AND entidad_id = $1::text`,
      [recibo.id],
    );
    expect(trace?.nota).toContain('2 intereses moratorios, 2 meses de mantenimiento, 1 otra cuota, 1 sanción');
  });

  it('pays what was chosen of it, so much of each as was asked for, and leaves the rest', async () => {
    const { lote, multa, cuota, febrero } = await owingEverything();
    const chosen = new Set([multa, cuota, febrero]);
    const { recibo } = resultOf(
      await pay(lote, { only: ({ cargoId }) => chosen.has(cargoId), topes: { [multa]: 100.25, [febrero]: 1000 } }),
    );
    const { renglones } = await receiptOf(recibo.id);
    expect(renglones.map(({ cargoId, monto, queda }) => [cargoId, monto, queda])).toEqual([
      [febrero, 1000, 1500],
      [cuota, 400, 0],
      [multa, 100.25, 750],
    ]);
    expect(recibo).toMatchObject({ total: 1501, fondo: 0.75 });
  });

  it('rounds nothing where fines and fees alone are paid', async () => {
    const { lote, multa } = await owingEverything();
    const { recibo } = resultOf(await pay(lote, { only: ({ cargoId }) => cargoId === multa }));
    expect(recibo).toMatchObject({ total: 850.25, fondo: 0 });
  });

  it('spreads less than the total in that order', async () => {
    const { lote } = await owingEverything();
    const { recibo } = resultOf(await pay(lote, { monto: 3000 }));
    expect((await receiptOf(recibo.id)).renglones.map(({ tipo, monto }) => [tipo, monto])).toEqual([
      ['interes', 25],
      ['interes', 10],
      ['mantenimiento', 2500],
      ['mantenimiento', 465],
    ]);
  });

  it('is paid by the fund as far as that goes', async () => {
    const { lote } = await owingEverything();
    await app.query(
      `INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, fecha, created_at)
       VALUES ($1, 'apertura', 260050, '2026-02-01', now())`,
      [lote],
    );
    const { recibo } = resultOf(await pay(lote, { conFondo: true }));
    expect(recibo).toMatchObject({ total: 0, fondo: -2600.5 });
    expect(await cashier.header(lote)).toMatchObject({ fondo: 0, deuda_moratorio: 0 });
  });

  it('takes discounts by code on each line, and one code by one use for all of it', async () => {
    const { lote, multa, cuota } = await owingEverything();
    const codigo = await createCode(app, 1);
    const half = { percent: 50, codigo };
    const { recibo } = resultOf(
      await pay(lote, { descuentos: { [multa]: half, [cuota]: { percent: 100, codigo } }, interes: half }),
    );
    const { renglones } = await receiptOf(recibo.id);
    const offOf = (id: number) => renglones.find(({ cargoId }) => cargoId === id)?.descuento;
    expect([offOf(multa), offOf(cuota)]).toEqual([425.13, 400]);
    const [use] = await app.query<{ usos: number; monto: string; operacion: string; cantidad: number }>(
      `SELECT count(*) AS usos, sum(u.monto_centavos) AS monto, min(u.operacion) AS operacion, min(c.cantidad) AS cantidad
       FROM ${SCHEMA}.codigo_uso u JOIN ${SCHEMA}.codigo_autorizacion c ON c.id = u.codigo_id WHERE c.codigo = $1`,
      [codigo],
    );
    expect(use).toMatchObject({ usos: 1, monto: String(42_513 + 40_000 + 1_750), cantidad: 0 });
    expect(use?.operacion).toBe('Descuento en intereses moratorios y Descuento en cuota y Descuento en sanción');
    expect(await cashier.header(lote)).toMatchObject({ deuda: 0 });
  });

  it('takes off what its date takes off, and asks for a code past the limit', async () => {
    const { lote, febrero } = await owingEverything();
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET limite_sin_codigo_centavos = 10000`);
    const { metodo } = await bankMethod();
    const dated = async (codigoFecha: string) => {
      const body = await bodyOf(app, await readAdeudos(app, lote), { fechaPago: '2026-02-09', codigoFecha });
      return sendAll(app, { ...body, metodoPago: { id: metodo } });
    };
    expect(refusalOf(await dated(''))).toContain('La fecha de pago quita $');
    const codigo = await createCode(app, 1);
    resultOf(await dated(codigo));
    const rows = await ledgerOf(lote);
    expect(rows.filter(({ tipo, cierre }) => tipo === 'interes' && cierre === null)).toEqual([]);
    const [month] = await app.query<{ pagado: number; ajustado: number }>(
      `SELECT pagado_centavos AS pagado, ajustado_centavos AS ajustado FROM ${SCHEMA}.cargo WHERE id = $1`,
      [febrero],
    );
    expect(month).toEqual({ pagado: 225_000, ajustado: 25_000 });
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET limite_sin_codigo_centavos = 1000000000`);
  });
});

/** A method that a bank takes. */
async function bankMethod(): Promise<{ metodo: number }> {
  const [row] = await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.metodo_pago WHERE NOT en_caja`);
  return { metodo: row?.id ?? 0 };
}

describe('what is refused', () => {
  /** Sends a changed body, and sees that nothing was booked. */
  async function refused(
    owed: Everything,
    change: (body: PagarTodoBody) => PagarTodoBody,
    chosen: Partial<Chosen> = {},
  ) {
    const body = await bodyOf(app, await readAdeudos(app, owed.lote), { fechaPago: '2026-03-05', ...chosen });
    const before = await ledgerOf(owed.lote);
    const message = refusalOf(await sendAll(app, change(body)));
    expect(await ledgerOf(owed.lote)).toEqual(before);
    expect(await countOf('recibo', owed.lote)).toBe(0);
    return message;
  }
  const without = (body: PagarTodoBody, ...ids: number[]): PagarTodoBody => {
    const lineas = body.lineas.filter(({ cargoId }) => !ids.includes(cargoId));
    const exact = lineas.reduce((sum, { pago }) => sum + Math.round(pago * 100), 0);
    return { ...body, lineas, monto: Math.ceil(exact / 100) };
  };
  const changed = (
    body: PagarTodoBody,
    id: number,
    change: Partial<PagarTodoBody['lineas'][number]>,
  ): PagarTodoBody => ({
    ...body,
    lineas: body.lineas.map((linea) => (linea.cargoId === id ? { ...linea, ...change } : linea)),
  });

  it('is a screen that shows what is not owed any more', async () => {
    const owed = await owingEverything();
    expect(await refused(owed, (body) => changed(body, owed.multa, { saldo: 900 }))).toMatch(
      /^De «Cargo sancion» se deben \$850\.25 y la pantalla mostraba \$900\.00\./,
    );
    expect(
      await refused(owed, (body) => ({
        ...changed(body, owed.febrero, { pago: 2250, descuento: 250 }),
        monto: body.monto - 250,
      })),
    ).toMatch(
      /^A «Mantenimiento Febrero - 2026» le tocan \$2,250\.00 y la pantalla mostraba \$2,250\.00 con \$250\.00 de descuento/,
    );
    expect(await refused(owed, (body) => ({ ...body, monto: body.monto - 1 }))).toContain('la pantalla mostraba');
    const stale = await readAdeudos(app, owed.lote);
    await cashier.payFine(owed.multa, 850.25, '2026-03-05');
    const reply = await sendAll(app, await bodyOf(app, stale, { fechaPago: '2026-03-05' }));
    expect(refusalOf(reply)).toBe('«Cargo sancion» ya está pagado. Actualice la página; no hay nada que cobrar');
  });

  it('is more than is asked for, centavos of an initial fee, and a fund that has nothing', async () => {
    const owed = await owingEverything();
    expect(await refused(owed, (body) => ({ ...body, monto: body.monto + 1 }))).toBe(
      'El total a pagar es de $7,536.00. Escriba un monto que no lo supere',
    );
    expect(await refused(owed, (body) => ({ ...body, monto: body.monto - 0.65 }))).toBe(
      'Escriba un monto en pesos, sin centavos',
    );
    expect(await refused(owed, (body) => ({ ...body, metodoPago: { id: 'fondo' } }))).toBe(
      'El fondo del lote no tiene saldo. Elija otro método de pago',
    );
  });

  it('is a month before an older one, and an entry before an older one', async () => {
    const owed = await owingEverything();
    expect(await refused(owed, (body) => without(body, owed.febrero))).toBe(
      'El lote debe Febrero - 2026. Pague los meses desde ese en adelante',
    );
    today('2026-04-05');
    await cashier.generateInterest();
    const context = await readAdeudos(app, owed.lote);
    const [first] = context.intereses.filter(({ baseTipo }) => baseTipo === 'mantenimiento');
    expect(await refused(owed, (body) => without(body, first?.id ?? 0), { fechaPago: '2026-04-05' })).toMatch(
      /^Se debe «Interés moratorio Febrero - 2026»\. Pague los intereses desde el más antiguo/,
    );
  });

  it('is a discount without a code or with one that is used up, and of what takes none', async () => {
    const owed = await owingEverything();
    const rejected = 'Código de autorización es incorrecto o no se puede usar más. Intente de nuevo por favor';
    const chosen = (codigo: string, id: number) => ({ descuentos: { [id]: { percent: 10, codigo } } });
    for (const codigo of ['', 'NO EXISTE']) {
      expect(await refused(owed, (body) => body, chosen(codigo, owed.multa))).toBe(rejected);
    }
    expect(await refused(owed, (body) => body, { interes: { percent: 10, codigo: '' } })).toBe(rejected);
    const codigo = await createCode(app, 1);
    expect(await refused(owed, (body) => body, chosen(codigo, owed.extraordinaria))).toContain(
      'no lleva descuento por código',
    );
    expect(await refused(owed, (body) => body, { descuentos: { [owed.multa]: { percent: 0.5, codigo } } })).toBe(
      'El porcentaje debe estar entre 1 y 100, o ser 0 para no dar descuento',
    );
  });

  it('is another lot’s charge, a closed lot, a future date and an unknown register', async () => {
    const owed = await owingEverything();
    const other = await owingEverything();
    expect(
      await refused(owed, (body) => ({
        ...body,
        lineas: [
          ...body.lineas,
          { cargoId: other.multa, saldo: 850.25, descuento: 0, pago: 850.25, applyDescuento: 0, autorizado: '' },
        ],
      })),
    ).toBe('Un adeudo ya no es de este lote. Actualice la página e intente de nuevo');
    expect(await refused(owed, (body) => ({ ...body, fechaPago: '2026-03-06' }))).toContain('no puede ser futura');
    expect(await refused(owed, (body) => ({ ...body, caja: { id: 9_999_999 } }))).toBe('La caja no existe. Elija otra');
    await app.query(`UPDATE ${SCHEMA}.lote SET status = 'inactivo', status_anterior = 'entregado' WHERE id = $1`, [
      owed.lote,
    ]);
    expect(await refused(owed, (body) => body)).toContain('está inactivo');
  });

  it('is what no screen sends: nothing, the same charge twice, a line without anything', async () => {
    const { lote } = await owingEverything();
    const body = await bodyOf(app, await readAdeudos(app, lote), { fechaPago: '2026-03-05' });
    const [first] = body.lineas;
    if (!first) throw new Error('something is owed');
    for (const lineas of [[], [first, first], [{ ...first, pago: 0, descuento: 0 }]]) {
      expect((await sendAll(app, { ...body, lineas })).status).toBe(400);
    }
    expect((await sendAll(app, body, 'tags')).status).toBe(403);
    expect((await app.call('GET', '/lote/get-for-pagartodo/9999999', { as: 'cobranza' })).status).toBe(404);
  });
});

describe('at once', () => {
  const CALLERS = 20;

  it('twenty of the same screen: one receipt, and all others are told', async () => {
    const { lote } = await owingEverything();
    const body = await bodyOf(app, await readAdeudos(app, lote), { fechaPago: '2026-03-05' });
    const replies = await Promise.all(Array.from({ length: CALLERS }, () => sendAll(app, body)));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    const told = replies.filter((reply) => !envelope(reply).success).map((reply) => refusalOf(reply));
    expect(new Set(told.map((message) => message.replace(/«.*»/, '')))).toEqual(
      new Set([' ya está pagado. Actualice la página; no hay nada que cobrar']),
    );
    expect(await countOf('recibo', lote)).toBe(1);
  });

  it('twenty by one key: one receipt and one answer', async () => {
    const { lote } = await owingEverything();
    const body = await bodyOf(app, await readAdeudos(app, lote), { fechaPago: '2026-03-05' });
    const headers = { 'idempotency-key': `pagar-todo-${lote}` };
    const replies = await Promise.all(Array.from({ length: CALLERS }, () => sendAll(app, body, 'cobranza', headers)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(replies.every((reply) => envelope(reply).success)).toBe(true);
    expect(await countOf('recibo', lote)).toBe(1);
  });

  it('with single payments of the same charges: each charge once', async () => {
    const { lote, multa } = await owingEverything();
    const body = await bodyOf(app, await readAdeudos(app, lote), { fechaPago: '2026-03-05' });
    const tender = await tenderOf(app);
    const single = () =>
      app.call('POST', '/pagosmultas/save', {
        as: 'cobranza',
        body: {
          ...{ id: '', multaTransient: { id: multa }, pagado: 850.25, ...tender },
          ...{ applyDescuento: 0, autorizado: '', fecha_pago: '2026-03-05' },
        },
      });
    const replies = await Promise.all([single(), sendAll(app, body), single(), sendAll(app, body), single()]);
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    const [row] = await app.query<{ pagado: number }>(
      `SELECT pagado_centavos AS pagado FROM ${SCHEMA}.cargo WHERE id = $1`,
      [multa],
    );
    expect(row?.pagado).toBe(85_025);
  });
});

describe('the same ledger', () => {
  const tenderAnd = async (more: Record<string, unknown>) => ({ ...(await tenderOf(app)), ...more });

  /** Each debt by the screen of its own kind, in the order of the ledger. */
  async function paySingly(owed: Everything, context: Adeudos, fechaPago: string, percent: number, codigo: string) {
    const done = async (path: string, body: Record<string, unknown>) => {
      const reply = await app.call('POST', path, { as: 'cobranza', body });
      expect([path, reply.body]).toMatchObject([path, { success: true }]);
    };
    const months = context.mantenimientos;
    const dates = [months[0], months.at(-1)].flatMap((month) => (month ? [month.fechaCorte.slice(0, 7)] : []));
    const owes = context.mantenimientos.reduce((sum, month) => {
      const inTime = fechaPago <= month.fechaCorte && !month.excluido;
      return sum + Math.round(month.amount * 100) - (inTime ? Math.round(month.total * 10) : 0);
    }, 0);
    const interest = context.intereses
      .filter(({ baseTipo, fechaCorte }) => baseTipo === 'mantenimiento' && fechaCorte <= fechaPago)
      .reduce((sum, { saldo }) => sum + Math.round(saldo * 100) - Math.round(saldo * percent), 0);
    await done('/cobromantenimiento/save', {
      ...(await tenderAnd({ id: owed.lote, monto: Math.ceil((owes + interest) / 100) })),
      ...{ range: [...new Set(dates)].map((month) => ({ date: `${month}-10` })), payMoratorio: true },
      ...{ apply_descuento: percent, autorizacion: percent > 0 ? codigo : '', fechaPagoReal: fechaPago },
    });
    const simple = { applyDescuento: percent, autorizado: percent > 0 ? codigo : '', fecha_pago: fechaPago };
    const pesosOf = (id: number) => context.cargos.find((cargo) => cargo.id === id)?.saldo ?? 0;
    const less = (pesos: number) => (Math.round(pesos * 100) - Math.round(pesos * percent)) / 100;
    const common = async (id: number, pagado: number) => tenderAnd({ id: '', pagado, fechaPago, charge: id });
    await done('/pagocuota/save', {
      ...(await common(owed.cuota, less(pesosOf(owed.cuota)))),
      ...{ cuotaTransient: { id: owed.cuota }, ...simple },
    });
    await done('/pagosmultas/save', {
      ...(await common(owed.multa, less(pesosOf(owed.multa)))),
      ...{ multaTransient: { id: owed.multa }, ...simple },
    });
    await done('/pagocuotaextraordinaria/save', {
      ...(await common(owed.extraordinaria, pesosOf(owed.extraordinaria))),
      cargoCuotaExtraordinaria: { id: owed.extraordinaria },
    });
    await done('/pagocuotainicialproyecto/cobrar', {
      ...(await common(owed.proyecto, pesosOf(owed.proyecto))),
      cargoCuotaInicialProyecto: { id: owed.proyecto },
    });
    const ofFee = context.intereses
      .filter(({ baseId, fechaCorte }) => baseId === owed.inicial && fechaCorte <= fechaPago)
      .reduce((sum, { saldo }) => sum + Math.round(saldo * 100) - Math.round(saldo * percent), 0);
    await done('/pagocuotainicial/save', {
      ...(await common(owed.inicial, Math.ceil((Math.round(pesosOf(owed.inicial) * 100) + ofFee) / 100))),
      ...{ cargoCuotaInicial: { id: owed.inicial }, cantMoratorios: null },
      ...{ apply_descuento: percent, autorizacion: percent > 0 ? codigo : '' },
    });
  }

  it.each([
    ['today', '2026-03-05', 0],
    ['today, with a third off what takes a discount', '2026-03-05', 33],
    ['later, with more interest', '2026-04-05', 0],
    ['later, with half of what takes a discount off', '2026-04-05', 50],
  ])('is left as by single payments in that order: %s', async (_name, fechaPago, percent) => {
    const [together, singly] = [await owingEverything(), await owingEverything()];
    today(fechaPago);
    await cashier.generateInterest();
    expect(await ledgerOf(together.lote)).toEqual(await ledgerOf(singly.lote));
    const codigo = await createCode(app, 10);
    const by = { percent, codigo };
    const chosen = percent > 0 ? { interes: by, descuentos: { [together.multa]: by, [together.cuota]: by } } : {};
    const { recibo } = resultOf(await pay(together.lote, { fechaPago, ...chosen }));
    await paySingly(singly, await readAdeudos(app, singly.lote), fechaPago, percent, codigo);
    expect(await ledgerOf(together.lote)).toEqual(await ledgerOf(singly.lote));
    expect((await cashier.header(singly.lote)).deuda).toBe(0);
    // The funds differ by what was rounded up, once or for each receipt.
    expect(recibo.fondo).toBeLessThan(1);
  });
});

describe('afterwards', () => {
  const cancel = async (pagoId: number, name: string) =>
    app.call('POST', '/factura/cancelarpago', {
      as: 'administrador',
      body: {
        ...{ id: pagoId, name, codeAutorizacion: await createCode(app, 1), motivoCancelacion: 'Se cobró de más' },
        ...{ idMotivoCancelacion: await anyOf('tipo_motivo_cancelacion') },
        idTipoRelacionFactura: await anyOf('tipo_relacion_factura'),
      },
    });

  it('one of its payments is cancelled, and the others stand', async () => {
    const { lote, multa } = await owingEverything();
    const { recibo } = resultOf(await pay(lote));
    const pago = (await receiptOf(recibo.id)).renglones.find(({ cargoId }) => cargoId === multa)?.pagoId ?? 0;
    expect(envelope(await cancel(pago, 'sancion'))).toMatchObject({ success: true });
    expect(await cashier.header(lote)).toMatchObject({ deuda: 850.25, fondo: 0.65 });
    const after = documentoDeRecibo(await receiptOf(recibo.id));
    expect(after.avisos).toEqual(['CANCELADO EN PARTE: siguen vigentes $6,685.75']);
    expect(after.titulo).toBe('Recibido $7,536.00');
    // Paid again by the same screen, alone.
    expect(resultOf(await pay(lote)).recibo).toMatchObject({ total: 850.25 });
  });

  it('its method is corrected as a whole', async () => {
    const { lote } = await owingEverything();
    const { recibo } = resultOf(await pay(lote));
    const { metodo } = await bankMethod();
    const { caja } = await tenderOf(app);
    const reply = await app.call('POST', '/correccion/recibo', {
      as: 'administrador',
      body: {
        ...{ tipo: 'metodo', reciboId: recibo.id, metodoPago: { id: metodo }, caja, noCuenta: '9876' },
        ...{ codigo: await createCode(app, 1), razon: 'Fue transferencia' },
      },
    });
    expect(envelope(reply)).toMatchObject({ success: true });
    const [nuevo] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.recibo WHERE corrige_id = $1`, [
      recibo.id,
    ]);
    const read = await receiptOf(nuevo?.id ?? 0);
    expect(read).toMatchObject({ recibido: 7536, fondo: 0.65, debe: 0, sustituyeA: recibo.id });
    expect(read.renglones).toHaveLength(9);
  });

  it('lists, statement, cut-off and explanations tell it as of each charge', async () => {
    const { lote, multa } = await owingEverything();
    const { recibo } = resultOf(await pay(lote));
    const listed = envelope(await app.call('GET', `/residente/get/pagos/${lote}`, { as: 'cobranza' })).data as {
      data: { misPagosResponseList: { reciboId: number; amount: number; tipo: string }[] };
    };
    const rows = listed.data.misPagosResponseList;
    expect(new Set(rows.map(({ reciboId }) => reciboId))).toEqual(new Set([recibo.id]));
    expect(rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(753_600);
    expect((await cashier.statement(lote)).every(({ cargo, abono }) => cargo === abono)).toBe(true);
    const body = { fechaInicial: '2026-03-05', fechaFinal: '2026-03-05', metodoPago: '0' };
    const cut = envelope(await app.call('POST', '/operaciones/cortecaja', { as: 'cobranza', body })).data as {
      data: { recibo: number | null; pago: number }[];
    };
    const own = cut.data.filter((row) => row.recibo === recibo.id);
    expect(own).toHaveLength(10);
    expect(own.reduce((sum, { pago }) => sum + Math.round(pago * 100), 0)).toBe(753_600);
    const found = (await app.call('GET', `/recibo/buscar?q=7536.00&limite=10`, { as: 'cobranza' })).body;
    expect(JSON.stringify(found)).toContain(`"id":${recibo.id}`);
    const explained = envelope(await app.call('GET', `/cargo/explicacion/${multa}`, { as: 'cobranza' }))
      .data as Explicacion;
    expect(unexplained(explained.importes.pagado, renglonesDe('pagado', explained))).toBe(0);
    expect(explained.importes).toMatchObject({ pagado: 850.25, saldo: 0 });
  });
});

describe('months of it', () => {
  it('every month all that is owed, once too little, once by the fund, once late: what is owed in the end is nothing', async () => {
    const { lote } = await owingEverything();
    resultOf(await pay(lote, { monto: 1000 }));
    today('2026-04-02');
    await cashier.generateInterest();
    await cashier.generateMonths(lote, ['2026-04']);
    const fine = await cashier.fine(lote, 300.5);
    resultOf(await pay(lote, { fechaPago: '2026-04-02', only: ({ clase }) => clase !== 'cargo' }));
    today('2026-05-20');
    await cashier.generateMonths(lote, ['2026-05']);
    await cashier.generateInterest();
    resultOf(await pay(lote, { fechaPago: '2026-05-20', topes: { [fine]: 100.5 } }));
    const left = await readAdeudos(app, lote);
    expect(left.cargos.map(({ id, saldo }) => [id, saldo])).toEqual([[fine, 200]]);
    expect([left.mantenimientos, left.intereses]).toEqual([[], []]);
    expect((await cashier.header(lote)).deuda).toBe(200);
    resultOf(await pay(lote, { fechaPago: '2026-05-20', conFondo: true }));
    resultOf(await pay(lote, { fechaPago: '2026-05-20' }));
    expect(await cashier.header(lote)).toMatchObject({ deuda: 0, fondo: 0 });
  });
});
