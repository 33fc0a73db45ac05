/** Credit notes (CFDI de egreso): through HTTP on the simulator. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Simulator } from '#cfdi/server/simulator.ts';
import { validateXsd } from '#cfdi/server/xsd.ts';
import { envelope } from '#test/api/support.ts';
import type { DemoUser, Reply, TestApp } from '#test/app.ts';
import { Desk } from '#test/invoicing-desk.ts';
import { createCode, refusalOf, SCHEMA } from '#test/ledger.ts';
import { SCHEMAS } from '#test/sat-schemas.ts';

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
const limitOf = (id: number) =>
  get<{ limite: number; motivo: string; formaPagoCFDI: string }>(`/factura/notacredito/${id}`);

/** Of stamped bytes, which are valid by the authority's schema wherever it is found. */
async function xmlOf(id: number): Promise<string> {
  const bytes = await desk.bytesOf(id, 'timbrado');
  if (SCHEMAS !== '') expect(validateXsd(bytes, SCHEMAS)).toEqual([]);
  return bytes.toString('utf8');
}

const PPD = { nombre: 'JOSÉ MUÑOZ ÁVILA', rfc: 'MUAJ800101AB1', regimen: '612', uso: 'G03', metodo: 'PPD' } as const;

/** A charge of $1,000.00 that was invoiced before it is paid. */
async function ofCharge() {
  const lote = await desk.chargedLote();
  await desk.giveTaxData(lote.loteId, PPD);
  const reply = await post('/factura/cargos', { cargos: [lote.cargoId] });
  return { lote, id: (envelope(reply).data as number[])[0] ?? 0 };
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
    expect(await limitOf(id)).toEqual({
      limite: 0,
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

  it('is offered of what nobody owes or paid, and may be of what was paid, once nothing is owed', async () => {
    const { id, lote } = await ofCharge();
    await desk.pay(lote, { pagado: 400 });
    await app.query(`UPDATE ${SCHEMA}.cargo SET ajustado_centavos = 60000 WHERE id = $1`, [lote.cargoId]);
    expect(await limitOf(id)).toMatchObject({ limite: 1000, propuesta: 600 });
    await credited(id, 600, { formaPagoCFDI: '15' });
    expect(await limitOf(id)).toMatchObject({ limite: 400, propuesta: 400 });
    await credited(id, 400, { tipoRelacion: '03' });
    expect(await limitOf(id)).toMatchObject({ limite: 0 });
  });

  it('waits for the complement of payments that were received', async () => {
    const { id } = await desk.payStamped();
    await app.query(`UPDATE ${SCHEMA}.factura SET metodo_pago = 'PPD', forma_pago = '99' WHERE id = $1`, [id]);
    expect(refusalOf(await ask(id, 100))).toMatch(/sus pagos no tienen complemento. Emítalo primero/);
    expect((await post('/factura/complemento', { id })).body).toMatchObject({ success: true });
    await credited(id, 100);
  });
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
