/** Receipts as they are shown and printed: what the document says is what the ledger has, whatever became of them. */
import { expect, it } from 'vitest';
import { toCentavos } from '#core/money.ts';
import { documentoDeRecibo } from '#documents/recibo.ts';
import type { ReciboImpreso } from '#documents/recibo-impreso.ts';
import { inTx } from '#platform/server/db.ts';
import { purgeGivenUp } from '#platform/server/idempotency.ts';
import { startFebruary } from '../february.ts';
import { createCode, createDeliveredLote, insertCharge, SCHEMA, tenderOf } from '../ledger.ts';
import { envelope } from './support.ts';

const { app, cashier, today, february } = await startFebruary();

async function readRecibo(id: number): Promise<ReciboImpreso> {
  const reply = await app.call('GET', `/recibo/get/${id}`, { as: 'cobranza' });
  expect(envelope(reply)).toMatchObject({ success: true });
  return envelope(reply).data as ReciboImpreso;
}
const documentOf = async (id: number) => documentoDeRecibo(await readRecibo(id));
const lastReceipt = async (loteId: number): Promise<number> => {
  const [row] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.recibo WHERE lote_id = $1`, [
    loteId,
  ]);
  return row?.id ?? 0;
};
const shown = (documento: Awaited<ReturnType<typeof documentOf>>) =>
  documento.renglones.map(({ concepto, monto, cancelado }) => [concepto, monto, cancelado]);

/** February with its interest of 25.21, and 0.79 that are too much. */
async function paidWithExcess() {
  const { lote } = await february();
  today('2026-03-05');
  await cashier.saveTiie('2026-02', 12.1);
  await cashier.generateInterest();
  const { id } = await cashier.payMonths(lote, { meses: ['2026-02'], monto: 2526, fecha: '2026-03-05' });
  return { lote, id };
}

it('tells the month, its interest and what went to the fund: their sum is what was received', async () => {
  const { lote, id } = await paidWithExcess();
  const recibo = await readRecibo(id);
  const documento = documentoDeRecibo(recibo);
  const interest = recibo.renglones.find(({ tipo }) => tipo === 'interes')?.monto ?? 0;
  expect(interest).toBeGreaterThan(0);
  expect(documento.titulo).toBe('Recibido $2,526.00');
  expect(documento.renglones.map(({ monto }) => toCentavos(monto)).reduce((sum, monto) => sum + monto, 0)).toBe(
    252_600,
  );
  expect(documento.renglones.at(-1)).toMatchObject({ concepto: 'A saldo a favor', monto: recibo.saldoAFavor });
  expect(recibo.saldoAFavor).toBe((await cashier.header(lote)).fondo);
  expect(recibo).toMatchObject({
    lote: { id: lote },
    fechaPago: '2026-03-05',
    debe: 0,
    asociado: '',
    fondoCancelado: false,
  });
  expect(recibo.metodo).not.toBe('');
  expect(recibo.caja).not.toBe('');
  expect(recibo.usuario).not.toBe('');
  // Asked for by one of its payments, or by its entry of the fund, it is the whole receipt.
  const pago = recibo.renglones[0]?.pagoId;
  const [abono] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.fondo_movimiento WHERE recibo_id = $1`, [
    id,
  ]);
  for (const cobro of [
    { id: pago, name: 'mantenimiento' },
    { id: abono?.id, name: 'fondo' },
  ]) {
    const reply = await app.call('POST', '/recibo/de-cobros', { as: 'cobranza', body: { dataLists: [cobro] } });
    expect(envelope(reply).data).toEqual([recibo]);
  }
});

it('refuses what there is none of', async () => {
  expect((await app.call('GET', '/recibo/get/999999', { as: 'cobranza' })).status).toBe(404);
  const none = await app.call('POST', '/recibo/de-cobros', {
    as: 'cobranza',
    body: { dataLists: [{ id: 999_999, name: 'mantenimiento' }] },
  });
  expect(envelope(none)).toMatchObject({ success: false, message: 'No hay recibos que mostrar. Actualice la página' });
});

it('says which receipt took its place, and that one which it stands for', async () => {
  const { id } = await paidWithExcess();
  const before = await documentOf(id);
  const { caja } = await tenderOf(app);
  const [metodo] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.metodo_pago`);
  const reply = await app.call('POST', '/correccion/recibo', {
    as: 'superadmin',
    body: {
      ...{ tipo: 'metodo', reciboId: id, metodoPago: { id: metodo?.id }, caja, noCuenta: '9876' },
      ...{ codigo: await createCode(app, 1), razon: 'Otro método' },
    },
  });
  expect(envelope(reply)).toMatchObject({ success: true });
  const [nuevo] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.recibo WHERE corrige_id = $1`, [id]);
  const old = await documentOf(id);
  expect(old.avisos).toEqual([expect.stringContaining(`RECIBO SUSTITUIDO por el ${nuevo?.id} `)]);
  // What it said of the money stands, struck out.
  expect(old.total).toEqual(before.total);
  expect(shown(old)).toEqual(shown(before).map(([concepto, monto]) => [concepto, monto, true]));
  const successor = await documentOf(nuevo?.id ?? 0);
  expect(successor.avisos).toEqual([]);
  expect(successor.datos).toContainEqual(['Sustituye al recibo', String(id)]);
  expect(shown(successor)).toEqual(shown(before));
});

it('says that it was cancelled, wholly or in part, and why', async () => {
  const { id } = await paidWithExcess();
  await cashier.cancelReceipt(id);
  const part = await documentOf(id);
  expect(part.avisos).toEqual([expect.stringMatching(/^CANCELADO EN PARTE: siguen vigentes \$/)]);
  expect(part.renglones[0]?.detalles.join()).toContain('Cheque sin fondos');

  const { lote } = await february();
  const exact = await cashier.payMonths(lote, { meses: ['2026-02'], monto: 1000, fecha: '2026-02-01' });
  expect((await documentOf(exact.id)).renglones[0]?.detalles).toEqual(['Quedan por pagar $1,500.00']);
  await cashier.cancelReceipt(exact.id);
  expect((await documentOf(exact.id)).avisos).toEqual([
    expect.stringMatching(/^RECIBO CANCELADO el \d\d-\d\d-\d{4}: Cheque sin fondos$/),
  ]);
});

it('names the other lot that the money was moved to', async () => {
  const [wrong, right] = [await february(), await february()];
  const { id } = await cashier.payMonths(wrong.lote, { meses: ['2026-02'], monto: 1000, fecha: '2026-02-01' });
  await cashier.moveReceipt(id, right.lote);
  const target = await lastReceipt(right.lote);
  const { referencia } = (await readRecibo(target)).lote;
  expect((await documentOf(id)).avisos[0]).toContain(`por el ${target} del lote ${referencia} `);
  expect(shown(await documentOf(target))).toEqual([['A saldo a favor', 1000, false]]);
  // Its fund pays February: nothing is received, and the receipt says who paid.
  await cashier.payMonths(right.lote, { meses: ['2026-02'], monto: 0, fecha: '2026-02-01', conFondo: true });
  const byFund = await documentOf(await lastReceipt(right.lote));
  expect(byFund.titulo).toBe('Pagado con el fondo $1,000.00');
  expect(byFund.total.monto).toBe(1000);
});

it('tells a discount by code, also one that left nothing to pay, until it is taken back', async () => {
  const { lote } = await february();
  const fine = await cashier.fine(lote, 1000);
  await cashier.payFine(fine, 500, '2026-02-01', { descuento: 50 });
  expect((await documentOf(await lastReceipt(lote))).renglones).toMatchObject([
    { monto: 500, detalles: ['Descuento aplicado $500.00'] },
  ]);
  const waived = await cashier.fine(lote, 300);
  await cashier.payFine(waived, 0, '2026-02-01', { descuento: 100 });
  const documento = await documentOf(await lastReceipt(lote));
  expect(documento.titulo).toBe('Recibido $0.00');
  expect(documento.renglones).toMatchObject([
    { identificador: '', monto: 0, detalles: ['Descuento aplicado $300.00'] },
  ]);
});

it('says the same amounts as the ledger of a payment of each other kind', async () => {
  const tender = await tenderOf(app);
  const { id: lote } = await createDeliveredLote(app);
  const anyOf = async (table: string) =>
    (await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.${table}`))[0]?.id ?? 0;
  const kinds = [
    ['cuota_extraordinaria', '/pagocuotaextraordinaria/save', 'cargoCuotaExtraordinaria', 'cuota_extraordinaria'],
    ['cuota_inicial', '/pagocuotainicial/save', 'cargoCuotaInicial', 'cuota_inicial'],
    ['cuota_inicial_proyecto', '/pagocuotainicialproyecto/cobrar', 'cargoCuotaInicialProyecto', ''],
    ['cuota', '/pagocuota/save', 'cuotaTransient', 'tipo_cuota'],
  ] as const;
  for (const [tipo, path, name, catalogue] of kinds) {
    const cargo = await insertCharge(app, lote, {
      ...{ tipo, monto_centavos: 123_456, fecha: '2026-01-20', vence: '2026-01-20' },
      ...(catalogue !== '' && { [`${catalogue}_id`]: await anyOf(catalogue) }),
    });
    const reply = await app.call('POST', path, {
      as: 'superadmin',
      body: {
        ...{
          id: '',
          [name]: { id: cargo },
          pagado: 1234,
          ...tender,
          fechaPago: '2026-02-01',
          fecha_pago: '2026-02-01',
        },
        ...{ applyDescuento: 0, autorizado: '', apply_descuento: 0, autorizacion: '', cantMoratorios: null },
      },
    });
    expect([tipo, reply.body]).toMatchObject([tipo, { success: true }]);
    const { id } = (envelope(reply).data as { recibo: { id: number } }).recibo;
    const documento = await documentOf(id);
    expect([tipo, documento.titulo]).toEqual([tipo, 'Recibido $1,234.00']);
    expect(documento.renglones).toMatchObject([{ monto: 1234, detalles: ['Quedan por pagar $0.56'] }]);
  }
});

it('tells whoever sent it, and nobody else, what became of an intent whose answer was lost', async () => {
  const { lote } = await february();
  const clave = 'clave-perdida-0001';
  const ask = async (as: 'cobranza' | 'director', key: string) =>
    envelope(await app.call('GET', `/security/peticion/${key}`, { as })).data;
  expect(await ask('cobranza', clave)).toEqual({ hecha: false, reciboId: null, descartada: false });
  const tender = await tenderOf(app);
  const send = (monto: number) =>
    app.call('POST', '/cobromantenimiento/save', {
      as: 'cobranza',
      headers: { 'idempotency-key': clave },
      body: {
        id: lote,
        monto,
        range: [{ date: '2026-02-01' }],
        ...tender,
        apply_descuento: 0,
        fechaPagoReal: '2026-02-01',
      },
    });
  // Refused, its key is free.
  expect(envelope(await send(9999))).toMatchObject({ success: false });
  expect(await ask('cobranza', clave)).toEqual({ hecha: false, reciboId: null, descartada: false });
  const { recibo } = envelope(await send(1000)).data as { recibo: { id: number } };
  expect(await ask('cobranza', clave)).toEqual({ hecha: true, reciboId: recibo.id, descartada: false });
  expect(await ask('director', clave)).toEqual({ hecha: false, reciboId: null, descartada: false });
  expect((await app.call('GET', `/security/peticion/${clave}`)).status).toBe(403);
});

it('gives up so many keys a day and no more, and forgets at night those of days ago, never those that acted', async () => {
  const giveUp = (clave: string) =>
    app.call('POST', `/security/peticion/${clave}/descartar`, { as: 'administrador', body: {} });
  const keys = (which: string) =>
    app.query<{ clave: string }>(
      `SELECT clave FROM ${SCHEMA}.peticion_idempotente WHERE endpoint ${which} 'descartada'`,
    );
  const before = await keys('<>');
  const answers = await Promise.all(
    Array.from({ length: 210 }, async (_, n) => envelope(await giveUp(`clave-descartada-${n}-de-muchas`)).success),
  );
  expect(answers.filter(Boolean)).toHaveLength(200);
  expect(envelope(await giveUp('clave-una-de-mas'))).toEqual({
    success: false,
    message: 'Descartó demasiadas peticiones en un día. Intente de nuevo mañana',
  });
  const now = app.clock.now();
  const purgeAt = (days: number) =>
    inTx(app.pools.jobsPool, { schema: SCHEMA, role: 'porton_jobs' }, (tx) =>
      purgeGivenUp(tx, new Date(now.getTime() + days * 86_400_000)),
    );
  await purgeAt(2);
  expect((await keys('=')).length).toBeGreaterThanOrEqual(200);
  await purgeAt(4);
  expect(await keys('=')).toEqual([]);
  expect(await keys('<>')).toEqual(before);
});

it('refuses what arrives after its sender gave it up, and gives up nothing that was done', async () => {
  const { lote } = await february();
  const tender = await tenderOf(app);
  const send = (clave: string, as: 'cobranza' | 'director' = 'cobranza') =>
    app.call('POST', '/cobromantenimiento/save', {
      as,
      headers: { 'idempotency-key': clave },
      body: {
        ...{ id: lote, monto: 100, range: [{ date: '2026-02-01' }], ...tender },
        ...{ apply_descuento: 0, fechaPagoReal: '2026-02-01' },
      },
    });
  const giveUp = async (clave: string) =>
    envelope(await app.call('POST', `/security/peticion/${clave}/descartar`, { as: 'cobranza', body: {} })).data;
  for (const clave of ['corta', '%20'.repeat(10), 'x'.repeat(101)]) {
    const odd = await app.call('POST', `/security/peticion/${clave}/descartar`, { as: 'cobranza', body: {} });
    expect([clave, odd.status]).toEqual([clave, 400]);
  }
  const givenUp = { hecha: false, reciboId: null, descartada: true };
  expect(await giveUp('clave-descartada-1')).toEqual(givenUp);
  expect(await giveUp('clave-descartada-1')).toEqual(givenUp);
  for (let time = 0; time < 2; time += 1) {
    expect(envelope(await send('clave-descartada-1'))).toEqual({
      success: false,
      message: 'Esta petición se descartó sin que se hiciera nada. Captúrela de nuevo',
    });
  }
  // Another user's key of the same letters is another key.
  expect(envelope(await send('clave-descartada-1', 'director'))).toMatchObject({ success: true });

  const { recibo } = envelope(await send('clave-hecha-0001')).data as { recibo: { id: number } };
  expect(await giveUp('clave-hecha-0001')).toEqual({ hecha: true, reciboId: recibo.id, descartada: false });
  expect(envelope(await send('clave-hecha-0001'))).toMatchObject({ data: { recibo: { id: recibo.id } } });

  // At the same moment one of both wins, and the other knows it.
  for (let time = 0; time < 12; time += 1) {
    const clave = `clave-a-la-vez-${time}`;
    const [paid, fate] = await Promise.all([send(clave), giveUp(clave)]);
    const { success } = envelope(paid);
    expect([time, fate]).toMatchObject([time, { hecha: success, descartada: !success }]);
  }
});
