/** Credit notes (CFDI de egreso): through HTTP on the simulator. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Simulator } from '#cfdi/server/simulator.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { envelope } from '#test/api/support.ts';
import type { DemoUser, Reply, TestApp } from '#test/app.ts';
import { Desk } from '#test/invoicing-desk.ts';
import { createCode, refusalOf, SCHEMA } from '#test/ledger.ts';
import { heldAgainstSchemas } from '#test/sat-schemas.ts';

let desk: Desk;
let app: TestApp;
let pac: Simulator;
beforeAll(async () => {
  desk = await Desk.open();
  ({ app, pac } = desk);
});
afterEach(() => pac.calm());
afterAll(() => app.close());

const get = async <T>(path: string, as: DemoUser = 'cobranza'): Promise<T> =>
  envelope(await app.call('GET', path, { as })).data as T;
const post = (path: string, body: object, as: DemoUser = 'cobranza'): Promise<Reply> =>
  app.call('POST', path, { as, body });

async function ask(id: number, monto: number, over: Record<string, unknown> = {}): Promise<Reply> {
  const codeAutorizacion = await createCode(app);
  const body = { id, monto, tipoRelacion: '01', formaPagoCFDI: '03', razon: 'Descuento acordado', codeAutorizacion };
  return post('/factura/notacredito', { ...body, ...over });
}
async function credited(id: number, monto: number, over: Record<string, unknown> = {}): Promise<number> {
  const reply = await ask(id, monto, over);
  expect(reply.body).toMatchObject({ success: true });
  return envelope(reply).data as number;
}
interface Source {
  limite: number;
  devolucion: number;
  propuesta: number;
  motivo: string;
  formaPagoCFDI: string;
  lineas: {
    id: number;
    descripcion: string;
    impuesto: string;
    descuento: number;
    devolucion: number;
    propuesta: number;
  }[];
}
const limitOf = (id: number) => get<Source>(`/factura/notacredito/${id}`);
const treat = (tratamiento: string) =>
  app.query(`UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = $1 WHERE tipo = 'sancion'`, [tratamiento]);

const schemas = heldAgainstSchemas();

/** Of stamped bytes, which are valid by the authority's schema wherever it is found. */
async function xmlOf(id: number): Promise<string> {
  const bytes = await desk.bytesOf(id, 'timbrado');
  schemas.hold(bytes);
  return bytes.toString('utf8');
}

const forgive = (cargoId: number, pesos: number) =>
  app.query(`UPDATE ${SCHEMA}.cargo SET ajustado_centavos = $2 WHERE id = $1`, [cargoId, pesos * 100]);

const PPD = { nombre: 'JOSÉ MUÑOZ ÁVILA', rfc: 'MUAJ800101AB1', regimen: '612', uso: 'G03', metodo: 'PPD' } as const;

/** A charge of $1,000.00 that was invoiced before it is paid. */
async function ofCharge(...others: number[]) {
  const lote = await desk.chargedLote();
  await desk.giveTaxData(lote.loteId, PPD);
  const more: number[] = [];
  for (const monto of others) more.push(await desk.chargeOf(lote.loteId, monto));
  const reply = await post('/factura/cargos', { cargos: [lote.cargoId, ...more] });
  return { lote, more, id: (envelope(reply).data as number[])[0] ?? 0 };
}

it('takes a part of an invoice back, related to it, and moves no money', async () => {
  const { id, cargoId, pagoId } = await desk.payStamped();
  const { uuid, folio } = await desk.facturaRow(id);
  const [before] = await app.query(`SELECT * FROM ${SCHEMA}.cargo WHERE id = $1`, [cargoId]);
  expect(await limitOf(id)).toMatchObject({ limite: 1000, motivo: '' });
  const nota = await credited(id, 250.5);
  const xml = await xmlOf(nota);
  expect(xml).toMatch(/FormaPago="03"[^>]* Total="250.50" TipoDeComprobante="E"[^>]* MetodoPago="PUE"/);
  expect(xml.toUpperCase()).toContain(`TIPORELACION="01"><CFDI:CFDIRELACIONADO UUID="${uuid?.toUpperCase()}"`);
  expect(xml).toContain(`ClaveProdServ="84111506" Cantidad="1" ClaveUnidad="ACT"`);
  expect(xml).toContain(`Descripcion="Nota de crédito de la factura A-${folio}: Descuento acordado"`);
  expect(await app.query(`SELECT * FROM ${SCHEMA}.cargo WHERE id = $1`, [cargoId])).toEqual([before]);
  expect(await desk.pagoStatus(pagoId)).toBe('recibido');
  const seen = await get<{ notasCredito: object[]; acredita: object | null }>(`/factura/get/${id}`);
  expect(seen).toMatchObject({ acredita: null, notasCredito: [{ id: nota, total: 250.5, status: 'facturada' }] });
  expect(await get(`/factura/get/${nota}`)).toMatchObject({
    tipo: 'egreso',
    acredita: { id, folio: `A-${folio}` },
    tipoRelacionFactura: { clave: '01' },
  });
  expect(await limitOf(id)).toMatchObject({ limite: 749.5, motivo: '' });
});

it('takes VAT back as it was charged, and the last one all that is left', async () => {
  await app.query(`UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = 'iva16' WHERE tipo = 'sancion'`);
  const { id } = await desk.payStamped();
  await app.query(`UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = 'no_objeto' WHERE tipo = 'sancion'`);
  expect(await xmlOf(await credited(id, 333.33, { tipoRelacion: '03' }))).toMatch(
    /SubTotal="287.35"[^>]* Total="333.33".*TipoRelacion="03".*TasaOCuota="0.160000" Importe="45.98"/,
  );
  expect(await xmlOf(await credited(id, 666.67))).toContain('Total="666.67"');
  expect(await limitOf(id)).toMatchObject({ limite: 0, motivo: expect.stringContaining('ya la cubren toda') });
  expect(refusalOf(await ask(id, 0.01))).toMatch(/puede ser de \$0\.00 a lo más. Las notas de crédito/);
});

it('of a month’s invoice names the receipt that it takes back', async () => {
  await treat('iva16');
  pac.next('stamp', 'reject', 2);
  const one = await desk.pay();
  await treat('no_objeto');
  const other = await desk.pay();
  const reply = await post('/factura/global', { year: 2026, mes: 11, pagos: [one.pagoId, other.pagoId] });
  const id = Number(envelope(reply).data);
  await app.query(
    `UPDATE ${SCHEMA}.factura_concepto SET tratamiento = 'iva16', importe_centavos = 86207, iva_centavos = 13793
     WHERE factura_id = $1 AND pago_id = $2`,
    [id, one.pagoId],
  );
  const { lineas, propuesta } = await limitOf(id);
  expect(propuesta).toBe(0);
  const line = lineas.find(({ descripcion }) => descripcion.endsWith(`-${one.pagoId}`));
  expect(line).toMatchObject({ impuesto: 'IVA 16%', descuento: 1000, devolucion: 1000, propuesta: 0 });
  expect(refusalOf(await ask(id, 116, { tipoRelacion: '03' }))).toMatch(/Elija de cuáles/);
  const over = { monto: undefined, lineas: [{ id: line?.id, monto: 116 }], tipoRelacion: '03' };
  const xml = await xmlOf(await credited(id, 0, over));
  expect(xml).toMatch(new RegExp(`NoIdentificacion="\\d+-${one.pagoId}"[^>]*Importe="100.00" ObjetoImp="02"`));
  expect(xml.match(/<cfdi:Concepto /g)).toHaveLength(1);
});

it('that would not be sealed spends no code, and says at which field', async () => {
  const { id } = await desk.payStamped();
  const codeAutorizacion = await createCode(app);
  const bar = await ask(id, 10, { codeAutorizacion, razon: 'Descuento | acordado' });
  expect([bar.status, bar.body]).toMatchObject([
    400,
    { errors: [{ path: 'razon', message: expect.stringContaining('«|»') }] },
  ]);
  expect((await ask(id, 10, { codeAutorizacion, razon: 'Descuento \u0007' })).body).toMatchObject({
    errors: [{ path: 'razon' }],
  });
  await asOwner(app.urls.owner, (client) =>
    client.query(
      `INSERT INTO porton.clave_sat (catalogo, clave, texto, hasta) VALUES ('c_FormaPago', '03', 'x', NULL)`,
    ),
  );
  const lacks = await ask(id, 10, { codeAutorizacion, formaPagoCFDI: '02' });
  await asOwner(app.urls.owner, (client) => client.query(`DELETE FROM porton.clave_sat`));
  expect(lacks.body).toMatchObject({
    success: false,
    errors: [{ path: 'formaPagoCFDI', message: expect.stringContaining('«02» no está en el catálogo c_FormaPago') }],
  });
  expect(await limitOf(id)).toMatchObject({ limite: 1000 });
  await credited(id, 10, { codeAutorizacion });
});

describe('the invoice', () => {
  it('is taken back at most once, whoever asks at the same time', async () => {
    const { id } = await desk.payStamped();
    const replies = await Promise.all([600, 600, 600].map((monto) => ask(id, monto)));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    expect(await limitOf(id)).toMatchObject({ limite: 400 });
  });

  it('neither falls nor is substituted while its note stands, nor its payment; then it does', async () => {
    const { id, pagoId } = await desk.payStamped();
    const nota = await credited(id, 100);
    const first = /tiene la nota de crédito A-\d+. Cancélela primero/;
    expect(refusalOf(await desk.cancelFactura(id))).toMatch(first);
    expect(refusalOf(await desk.cancelPago(pagoId))).toMatch(first);
    expect(refusalOf(await post('/factura/sustituir', { id }))).toMatch(first);
    expect(refusalOf(await ask(nota, 10))).toMatch(/Sólo una factura de pagos o de cargos/);
    expect(envelope(await desk.cancelFactura(nota)).success).toBe(true);
    expect(await limitOf(id)).toMatchObject({ limite: 1000 });
    expect(envelope(await desk.cancelFactura(id)).success).toBe(true);
    expect(refusalOf(await ask(id, 10))).toMatch(/no está vigente/);
    const other = await desk.payStamped();
    await app.query(`UPDATE ${SCHEMA}.factura SET sat_estado = 'cancelada' WHERE id = $1`, [other.id]);
    expect(refusalOf(await ask(other.id, 10))).toMatch(/El SAT ya tiene cancelada/);
  });

  it('is free again of a note that the authority refused, and keeps one that nobody tells of', async () => {
    const { id } = await desk.payStamped();
    pac.next('stamp', 'reject');
    expect(refusalOf(await ask(id, 400))).not.toBe('');
    expect(await limitOf(id)).toMatchObject({ limite: 1000 });
    pac.next('stamp', 'timeout-after');
    const nota = await credited(id, 400);
    expect(await limitOf(id)).toMatchObject({ limite: 600 });
    await desk.sweepLater();
    expect(await desk.facturaRow(nota)).toMatchObject({ status: 'facturada' });
    expect(await limitOf(id)).toMatchObject({ limite: 600 });
  });

  it('of the general public is taken back of its own day', async () => {
    const { id } = await desk.payStamped();
    await app.query(
      `UPDATE ${SCHEMA}.factura SET tipo = 'global', receptor_rfc = 'XAXX010101000', receptor_nombre = 'PUBLICO EN GENERAL',
         receptor_regimen = '616', uso_cfdi = 'S01', receptor_cp = lugar_expedicion, periodicidad = '04', periodo_mes = '05', periodo_year = 2019
       WHERE id = $1`,
      [id],
    );
    expect(await xmlOf(await credited(id, 10))).toMatch(
      /<cfdi:InformacionGlobal Periodicidad="04" Meses="\d\d" Año="20(?!19)\d\d"\/>.*UsoCFDI="S01"/,
    );
  });
});

describe('of a PPD invoice', () => {
  it('is of what is not owed any more, and its complements go on from what is left', async () => {
    const { id, lote } = await ofCharge();
    expect(await limitOf(id)).toMatchObject({
      limite: 0,
      devolucion: 0,
      propuesta: 0,
      motivo: expect.stringContaining('se deben todavía $1,000.00'),
      formaPagoCFDI: '15',
    });
    expect(refusalOf(await ask(id, 100))).toMatch(/Aplique antes el descuento/);
    await desk.pay(lote, { pagado: 400 });
    await app.query(`UPDATE ${SCHEMA}.cargo SET ajustado_centavos = 20000 WHERE id = $1`, [lote.cargoId]);
    expect(await limitOf(id)).toMatchObject({ limite: 200, propuesta: 200 });
    expect(refusalOf(await ask(id, 200.01))).toMatch(/\$200\.00 a lo más/);
    const xml = await xmlOf(await credited(id, 200, { formaPagoCFDI: '15' }));
    expect(xml).toMatch(/FormaPago="15".*UsoCFDI="G02"/);
    const listed = (await app.call('GET', '/factura/poracreditar', { as: 'cobranza' })).body as { id: number }[];
    expect(listed.filter((one) => one.id === id)).toEqual([]);
    const { result } = await desk.pay(lote, { pagado: 400 });
    expect(await xmlOf(result.idFactura ?? 0)).toContain(
      'NumParcialidad="2" ImpSaldoAnt="400.00" ImpPagado="400.00" ImpSaldoInsoluto="0.00"',
    );
  });

  it('is a discount of what was forgiven, once, and a refund of what was paid', async () => {
    const { id, lote } = await ofCharge();
    await desk.pay(lote, { pagado: 400 });
    await forgive(lote.cargoId, 600);
    expect(await limitOf(id)).toMatchObject({ limite: 600, devolucion: 400, propuesta: 600 });
    expect(refusalOf(await ask(id, 600.01))).toMatch(/\$600\.00 a lo más.*como devolución \(03\)/);
    await credited(id, 600, { formaPagoCFDI: '15' });
    expect(await limitOf(id)).toMatchObject({ limite: 0, devolucion: 400, propuesta: 0 });
    expect(refusalOf(await ask(id, 600))).toMatch(/\$0\.00 a lo más/);
    expect(refusalOf(await ask(id, 400.01, { tipoRelacion: '03' }))).toMatch(/\$400\.00 a lo más/);
    await credited(id, 400, { tipoRelacion: '03' });
    expect(await limitOf(id)).toMatchObject({
      limite: 0,
      devolucion: 0,
      motivo: expect.stringMatching(/ya la cubren/),
    });
  });

  it('a refund leaves to the complements what is owed still', async () => {
    const { id, lote } = await ofCharge();
    await desk.pay(lote, { pagado: 400 });
    await credited(id, 400, { tipoRelacion: '03' });
    expect(await limitOf(id)).toMatchObject({ limite: 0, devolucion: 0 });
    const { result } = await desk.pay(lote, { pagado: 600 });
    expect(await xmlOf(result.idFactura ?? 0)).toContain('ImpSaldoAnt="600.00" ImpPagado="600.00"');
  });

  it('never takes back more than was discounted, whoever asks and pays at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, lote } = await ofCharge();
      await forgive(lote.cargoId, 200);
      const replies = await Promise.all([
        ask(id, 200, { formaPagoCFDI: '15' }),
        desk.tryToPay(lote, 500),
        ask(id, 150, { formaPagoCFDI: '15' }),
        desk.tryToPay(lote, 300),
      ]);
      expect(replies.filter((reply) => !envelope(reply).success)).toHaveLength(1);
      const [told] = await app.query<{ notas: number; pagos: number }>(
        `SELECT (SELECT sum(total_centavos) FROM ${SCHEMA}.factura WHERE acredita_id = $1 AND status <> 'rechazada')::int AS notas,
           (SELECT sum(d.pagado_centavos) FROM ${SCHEMA}.complemento_documento d WHERE d.relacionada_id = $1)::int AS pagos`,
        [id],
      );
      expect(told?.pagos).toBe(80_000);
      expect(told?.notas).toBeLessThanOrEqual(20_000);
    }
  });

  it('of all of it is refused while its complement falls', async () => {
    const { id, lote } = await ofCharge();
    const { result } = await desk.pay(lote);
    pac.next('cancel', 'async');
    await desk.cancelFactura(result.idFactura ?? 0);
    expect(await limitOf(id)).toMatchObject({
      limite: 0,
      devolucion: 0,
      motivo: expect.stringMatching(/en cancelación/),
    });
    expect(refusalOf(await ask(id, 1000, { tipoRelacion: '03' }))).toMatch(/A-\d+ está en cancelación/);
  });

  it('takes back the VAT of the charge that was discounted, and of no other', async () => {
    await treat('iva16');
    const { id, lote, more } = await ofCharge(50_000);
    await treat('no_objeto');
    await app.query(
      `UPDATE ${SCHEMA}.factura_concepto SET tratamiento = 'no_objeto', importe_centavos = 50000, iva_centavos = 0
       WHERE factura_id = $1 AND cargo_id = $2`,
      [id, more[0]],
    );
    await forgive(lote.cargoId, 116);
    const { lineas } = await limitOf(id);
    expect(lineas).toMatchObject([
      { impuesto: 'IVA 16%', descuento: 116, propuesta: 116 },
      { descuento: 0, devolucion: 0, propuesta: 0 },
    ]);
    const [taxed, free] = lineas.map((linea) => linea.id);
    expect(refusalOf(await ask(id, 50))).toMatch(/conceptos con distinto IVA. Elija de cuáles/);
    const lines = (...montos: number[]) => ({
      lineas: montos.map((monto, n) => ({ id: lineas[n]?.id, monto })),
      monto: undefined,
    });
    const wrong = await ask(id, 0, lines(0, 50));
    expect(wrong.body).toMatchObject({ errors: [{ path: 'lineas.1.monto' }] });
    expect(refusalOf(await ask(id, 0, { lineas: [{ id: 1, monto: 1 }], monto: undefined }))).toMatch(
      /no es de la factura/,
    );
    expect((await ask(id, 0, lines(0, 0))).body).toMatchObject({ errors: [{ path: 'lineas.0.monto' }] });
    expect((await ask(id, 2, { lineas: [{ id: taxed, monto: 1 }] })).body).toMatchObject({
      errors: [{ path: 'monto' }],
    });
    expect([taxed, free].every((one) => one !== undefined)).toBe(true);
    const nota = await xmlOf(await credited(id, 0, { ...lines(58, 0), formaPagoCFDI: '15' }));
    expect(nota).toMatch(/SubTotal="50.00"[^>]* Total="58.00".*Base="50.00"[^>]*Importe="8.00"/);
    expect(nota).toMatch(/Descripcion="Nota de crédito de la factura A-\d+, Sanción de prueba: Descuento acordado"/);
    expect(nota.match(/<cfdi:Concepto /g)).toHaveLength(1);
    // All that was discounted says of itself of which charge it is.
    expect(await xmlOf(await credited(id, 58))).toMatch(/SubTotal="50.00"[^>]* Total="58.00"/);
    expect(await limitOf(id)).toMatchObject({ limite: 0, propuesta: 0 });
  });

  it('waits for the complement of payments that were received', async () => {
    const { id } = await desk.payStamped();
    await app.query(`UPDATE ${SCHEMA}.factura SET metodo_pago = 'PPD', forma_pago = '99' WHERE id = $1`, [id]);
    expect(refusalOf(await ask(id, 100))).toMatch(/sus pagos no tienen complemento. Emítalo primero/);
    expect((await post('/factura/complemento', { id })).body).toMatchObject({ success: true });
    await credited(id, 100);
  });
});

describe('taken back whole, an invoice and its note stay, and its payment may fall', () => {
  it('of a payment: it is owed again, and what is paid then gets its own invoice', async () => {
    const { id, pagoId, loteId, cargoId } = await desk.payStamped();
    const part = await credited(id, 400, { tipoRelacion: '03' });
    expect(refusalOf(await desk.cancelPago(pagoId))).toMatch(/Cancélela primero/);
    pac.next('stamp', 'timeout-before');
    const rest = await credited(id, 600, { tipoRelacion: '03' });
    // A note that is not stamped yet has given nothing back.
    expect(refusalOf(await desk.cancelPago(pagoId))).toMatch(/Cancélela primero/);
    await desk.sweepLater();
    expect(envelope(await desk.cancelPago(pagoId))).toMatchObject({ success: true });
    expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
    for (const one of [id, part, rest]) expect((await desk.facturaRow(one)).status).toBe('facturada');
    expect(refusalOf(await desk.cancelFactura(rest))).toMatch(/de pagos que ya se cancelaron o devolvieron/);
    const again = await desk.pay({ loteId, cargoId });
    expect(again.result.seFacturo).toBe(true);
    expect(again.result.idFactura).not.toBe(id);
  });

  it('of a charge: its complement stays too, and the charge may be invoiced anew', async () => {
    const { id, lote } = await ofCharge();
    const { pagoId, result } = await desk.pay(lote);
    const complementoId = result.idFactura ?? 0;
    const half = await credited(id, 500, { tipoRelacion: '03' });
    expect(refusalOf(await desk.cancelPago(pagoId))).toMatch(/nota de crédito \(03\) de lo que este complemento dice/);
    await credited(id, 500, { tipoRelacion: '03' });
    expect(envelope(await desk.cancelPago(pagoId))).toMatchObject({ success: true });
    for (const one of [id, half, complementoId]) expect((await desk.facturaRow(one)).status).toBe('facturada');
    const anew = await post('/factura/cargos', { cargos: [lote.cargoId] });
    const anewId = (envelope(anew).data as number[])[0] ?? 0;
    const second = await desk.pay(lote);
    expect(await xmlOf(second.result.idFactura ?? 0)).toContain('NumParcialidad="1" ImpSaldoAnt="1000.00"');
    expect(await get(`/factura/get/${anewId}`)).toMatchObject({ faltaComplemento: false });
    expect(await get(`/factura/get/${id}`)).toMatchObject({ faltaComplemento: false });
  });

  it('of a line of a month: the payments of the other lines do not', async () => {
    pac.next('stamp', 'reject', 2);
    const [one, other] = [await desk.pay(), await desk.pay()];
    const reply = await post('/factura/global', { year: 2026, mes: 11, pagos: [one.pagoId, other.pagoId] });
    const id = Number(envelope(reply).data);
    const line = (await limitOf(id)).lineas.find(({ descripcion }) => descripcion.endsWith(`-${one.pagoId}`));
    const over = { monto: undefined, lineas: [{ id: line?.id, monto: 1000 }], tipoRelacion: '03' };
    await credited(id, 0, over);
    expect(envelope(await desk.cancelPago(one.pagoId))).toMatchObject({ success: true });
    expect(refusalOf(await desk.cancelPago(other.pagoId))).toMatch(/Cancélela primero/);
  });

  it('of a receipt that the bank took back', async () => {
    const { id, pagoId, result } = await desk.payStamped();
    await credited(id, 1000, { tipoRelacion: '03' });
    const reply = await app.call('POST', '/correccion/recibo', {
      as: 'cobranza',
      body: {
        reciboId: result.recibo.id,
        tipo: 'devuelto',
        razon: 'Transferencia devuelta',
        codigo: await createCode(app),
      },
    });
    expect(reply.body).toMatchObject({ success: true });
    expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
    expect((await desk.facturaRow(id)).status).toBe('facturada');
  });
});

it('that nobody stamped for 72 hours is issued anew, and says so', async () => {
  const { id } = await desk.payStamped();
  pac.next('stamp', 'timeout-before');
  const nota = await credited(id, 100);
  app.clock.advance(80 * 3_600_000);
  await desk.sweepLater();
  await desk.sweepLater();
  expect(await desk.facturaRow(nota)).toMatchObject({
    estado: 'vencido',
    mensaje: expect.stringContaining('la nota de crédito se emite de nuevo sola'),
  });
  expect(await get(`/factura/get/${id}`)).toMatchObject({ notasCredito: [{ total: 100, status: 'facturada' }] });
});

it.each([
  ['no amount', { monto: 0 }, /mayor que cero/],
  ['a fraction of a centavo', { monto: 10.001 }, /dos decimales/],
  ['another relation', { tipoRelacion: '04' }, /tipoRelacion/],
  ['no form', { formaPagoCFDI: '99' }, /Elija con qué se devuelve/],
  ['a wrong code', { codeAutorizacion: 'NO-ES' }, /código/i],
])('is refused with %s', async (_what, over, words) => {
  const { id } = await desk.payStamped();
  const { body } = await ask(id, 100, over);
  expect(body).toMatchObject({ success: false });
  expect(JSON.stringify(body)).toMatch(words);
  expect(await limitOf(id)).toMatchObject({ limite: 1000 });
});

it('is for those who invoice', async () => {
  const { id } = await desk.payStamped();
  for (const as of ['tags', 'consultor'] as const) {
    expect((await post('/factura/notacredito', { id }, as)).status).toBe(403);
    expect((await app.call('GET', `/factura/notacredito/${id}`, { as })).status).toBe(403);
  }
});

it('leaves a row in the audit log', () =>
  desk.expectAudited(/^Nota de crédito de \$250\.50 de la factura A-\d+\. Descuento acordado$/));

schemas.told();
