/** What is invoiced, to whom and how: drafts of payments, of a month, and of complements, stamped by the simulator. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Simulator } from '#cfdi/server/simulator.ts';
import { envelope } from '#test/api/support.ts';
import type { Reply, TestApp } from '#test/app.ts';
import { cancelInserted, insertFactura, insertPago } from '#test/facturas.ts';
import { Desk } from '#test/invoicing-desk.ts';
import { chargeSums, createDeliveredLote, inLedger, refusalOf, SCHEMA } from '#test/ledger.ts';
import { findReceptor } from './repository-receptor.ts';

let desk: Desk;
let app: TestApp;
let pac: Simulator;
beforeAll(async () => {
  desk = await Desk.open();
  ({ app, pac } = desk);
});
afterEach(() => pac.calm());
afterAll(() => app.close());

it('bears the keys that were confirmed for its kind of charge, also in its substitute', async () => {
  const keysOf = async (id: number) =>
    app.query(`SELECT clave_producto_servicio, clave_unidad FROM ${SCHEMA}.factura_concepto WHERE factura_id = $1`, [
      id,
    ]);
  const [usual] = await keysOf((await desk.pay()).result.idFactura ?? 0);
  const body = { tipo: 'sancion', tratamiento: 'no_objeto', claveProductoServicio: '84101600', claveUnidad: 'ACT' };
  const [before] = await app.query(`SELECT * FROM ${SCHEMA}.tratamiento_fiscal WHERE tipo = 'sancion'`);
  await app.query(
    `INSERT INTO ${SCHEMA}.clave_producto_servicio (clave_produccion_servicio, name) VALUES ('84101600', 'Multas')
     ON CONFLICT DO NOTHING`,
  );
  const saved = await app.call('POST', '/tratamientofiscal/save', { as: 'director', body });
  expect(saved.body).toMatchObject({ success: true });
  const id = (await desk.pay()).result.idFactura ?? 0;
  const keys = [{ clave_producto_servicio: '84101600', clave_unidad: 'ACT' }];
  expect(await keysOf(id)).toEqual(keys);
  expect(usual).not.toEqual(keys[0]);
  expect((await desk.bytesOf(id, 'timbrado')).toString('utf8')).toContain('ClaveProdServ="84101600"');
  await app.query(
    `UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = $1, clave_producto_servicio = $2, clave_unidad = $3,
       usuario_id = NULL, confirmado_at = NULL WHERE tipo = 'sancion'`,
    [before?.tratamiento, before?.clave_producto_servicio, before?.clave_unidad],
  );
  const substitute = await app.call('POST', '/factura/sustituir', { as: 'cobranza', body: { id } });
  expect(await keysOf(Number(envelope(substitute).data))).toEqual(keys);
});

it.each([
  ['iva16', '0.160000', '862.07', '137.93'],
  ['iva8', '0.080000', '925.93', '74.07'],
  ['iva0', '0.000000', '1000.00', '0.00'],
])('bears %s where its kind of charge was confirmed so, within what was paid', async (tratamiento, tasa, base, iva) => {
  const save = (as: string) =>
    app.call('POST', '/tratamientofiscal/save', {
      as: 'director',
      body: { tipo: 'sancion', tratamiento: as, claveProductoServicio: '80131801', claveUnidad: 'E48' },
    });
  expect((await save(tratamiento)).body).toMatchObject({ success: true });
  const id = (await desk.pay()).result.idFactura ?? 0;
  await save('no_objeto');
  const xml = (await desk.bytesOf(id, 'timbrado')).toString('utf8');
  expect(xml).toContain(`SubTotal="${base}"`);
  expect(xml).toContain('Total="1000.00"');
  expect(xml).toContain(
    `<cfdi:Traslado Base="${base}" Impuesto="002" TipoFactor="Tasa" TasaOCuota="${tasa}" Importe="${iva}"/>`,
  );
});

it('is not guessed how a method without its CFDI form was paid', async () => {
  const [metodo] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.metodo_pago (name, forma_pago_cfdi_id) VALUES ('Vales', NULL) RETURNING id`,
  );
  const usual = desk.tender;
  desk.tender = { ...usual, metodoPago: { id: metodo?.id ?? 0 } };
  const { result, pagoId, cargoId } = await desk.pay().finally(() => {
    desk.tender = usual;
  });
  const words = 'El método «Vales» no tiene forma de pago CFDI. Complétela en Catálogos, Métodos de pago';
  expect(result).toMatchObject({ seFacturo: false, idFactura: null, responseFromProveedor: words });
  expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
  const month = () =>
    app.call('POST', '/factura/global', { as: 'cobranza', body: { year: 2026, mes: 11, pagos: [pagoId] } });
  expect(refusalOf(await month())).toBe(words);
  await app.query(
    `UPDATE ${SCHEMA}.metodo_pago SET forma_pago_cfdi_id = (SELECT id FROM ${SCHEMA}.forma_pago_cfdi WHERE forma_pago = '08')
     WHERE id = $1`,
    [metodo?.id],
  );
  const invoiced = envelope(await month());
  expect(invoiced.success).toBe(true);
  expect((await desk.bytesOf(Number(invoiced.data), 'timbrado')).toString('utf8')).toContain('FormaPago="08"');
});

describe('invoicing chosen payments', () => {
  it('refuses what is invoiced already, another lot’s, a cancelled one', async () => {
    const { pagoId, loteId } = await desk.pay();
    const save = async (lote: number) =>
      refusalOf(await app.call('POST', '/factura/save', { as: 'cobranza', body: await desk.saveBody(lote, [pagoId]) }));
    expect(await save(loteId)).toMatch(/ya está facturado/);
    const other = await createDeliveredLote(app);
    expect(await save(other.id)).toMatch(/no es de este lote/);
  });

  it('gives one invoice to two who ask at once', async () => {
    pac.next('stamp', 'reject');
    const { pagoId, loteId } = await desk.pay();
    const body = await desk.saveBody(loteId, [pagoId]);
    const replies = await Promise.all([1, 2, 3].map(() => app.call('POST', '/factura/save', { as: 'cobranza', body })));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
  });

  it('of 30 at once leaves folios without a gap', async () => {
    const lotes = await Promise.all(Array.from({ length: 30 }, () => desk.chargedLote()));
    pac.next('stamp', 'reject', 5);
    await Promise.all(lotes.map((lote) => desk.pay(lote)));
    const [gaps] = await app.query<{ gaps: number }>(
      `SELECT (s.siguiente - 1 - (SELECT count(*) FROM ${SCHEMA}.folio_libre f WHERE f.serie = s.serie)
         - (SELECT count(DISTINCT folio) FROM ${SCHEMA}.factura x WHERE x.serie = s.serie
            AND x.estado IN ('sellado', 'enviando', 'incierto', 'timbrado')))::int AS gaps
       FROM ${SCHEMA}.serie_folio s WHERE s.serie = 'A'`,
    );
    expect(gaps?.gaps).toBe(0);
  });
});

describe('our additions', () => {
  /** An invoice that is to be paid later, by a complement. */
  const invoicedPpd = async (): Promise<number> => {
    pac.next('stamp', 'reject');
    const lote = await desk.chargedLote();
    await desk.giveTaxData(lote.loteId, {
      nombre: 'JOSÉ MUÑOZ ÁVILA',
      rfc: 'MUAJ800101AB1',
      regimen: '612',
      uso: 'G03',
    });
    const { pagoId, loteId } = await desk.pay(lote);
    const body = await desk.saveBody(loteId, [pagoId], { metodoPagoCFDI: 'PPD', formaPagoCFDI: '99', usoCFDI: 'G03' });
    const saved = await app.call('POST', '/factura/save', { as: 'cobranza', body });
    expect(saved.body).toMatchObject({ success: true });
    return Number(envelope(saved).data);
  };
  const complementOf = (id: number) => app.call('POST', '/factura/complemento', { as: 'cobranza', body: { id } });

  it('complements a PPD invoice once', async () => {
    const id = await invoicedPpd();
    const complement = () => complementOf(id);
    const reply = await complement();
    expect(reply.body).toMatchObject({ success: true });
    const xml = (await desk.bytesOf(Number(envelope(reply).data), 'timbrado')).toString('utf8');
    expect(xml).toContain('<pago20:DoctoRelacionado');
    expect(refusalOf(await complement())).toMatch(/ya tiene su complemento/);
    expect(refusalOf(await desk.cancelFactura(id))).toMatch(/Cancélelo primero/);
  });

  it('complements the substitute of a PPD invoice once that one has fallen', async () => {
    const id = await invoicedPpd();
    const substituteId = Number(
      envelope(await app.call('POST', '/factura/sustituir', { as: 'cobranza', body: { id } })).data,
    );
    expect(refusalOf(await complementOf(substituteId))).toMatch(
      /sustituye a la A-\d+, que aún no está cancelada\. Cancele primero la A-\d+/,
    );
    const [motivo] = await app.query<{ id: number }>(
      `SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '01'`,
    );
    const cancelled = await app.call('POST', '/factura/cancelarfactura', {
      as: 'cobranza',
      body: {
        id,
        ...(await desk.cancellation()),
        idMotivoCancelacion: motivo?.id,
        folioSustitucion: (await desk.facturaRow(substituteId)).uuid,
      },
    });
    expect(envelope(cancelled).message).toBe('La factura ha sido cancelada');
    expect(envelope(await complementOf(substituteId)).success).toBe(true);
  });

  it('invoices a month’s remaining payments to the general public', async () => {
    pac.next('stamp', 'reject', 2);
    const [one, two] = [await desk.pay(), await desk.pay()];
    const reply = await app.call('POST', '/factura/global', {
      as: 'cobranza',
      body: { year: 2026, mes: 11, pagos: [one.pagoId, two.pagoId] },
    });
    expect(envelope(reply).success).toBe(true);
    const xml = (await desk.bytesOf(Number(envelope(reply).data), 'timbrado')).toString('utf8');
    expect(xml).toContain('<cfdi:InformacionGlobal Periodicidad="04" Meses="11" Año="2026"/>');
    expect(xml).toContain('Total="2000.00"');
    // Neither by its terms nor by those of a draft of before.
    expect(xml).toMatch(/NoIdentificacion="\d+-\d+" Cantidad="1" ClaveUnidad="ACT" Descripcion="Venta"/);
    expect(xml).not.toContain(' Unidad=');
  });
});

describe('who receives an invoice', () => {
  const receptorOf = (loteId: number) => inLedger(app, (tx) => findReceptor(tx, loteId));
  const ofOthers = (rfc: string) => app.query(`UPDATE ${SCHEMA}.receptor_datos_fiscales SET rfc = $1`, [rfc]);

  it('is whom the lot’s tax data name, else the general public where the issuer is', async () => {
    const [own, other] = [await createDeliveredLote(app), await createDeliveredLote(app)];
    await desk.giveTaxData(own.id, { nombre: 'ANA RUIZ LARA', rfc: 'RULA800101AB1', regimen: '612', uso: 'G03' });
    expect(await receptorOf(own.id)).toMatchObject({
      rfc: 'RULA800101AB1',
      nombre: 'ANA RUIZ LARA',
      cp: '76230',
      regimen: '612',
      uso: 'G03',
      direccion: 'd 1, c, m, e, México',
      domicilio: 'd 1, c, m, e, C.P. 76230',
    });
    const [emisor] = await app.query<{ cp: string }>(`SELECT codigo_postal AS cp FROM ${SCHEMA}.emisor`);
    const publico = {
      rfc: 'XAXX010101000',
      nombre: 'PUBLICO EN GENERAL',
      cp: emisor?.cp,
      direccion: '',
      domicilio: '',
    };
    expect(await receptorOf(other.id)).toMatchObject(publico);
  });

  it('is a default receiver of another RFC, named as tax data somewhere name it', async () => {
    const [own, other] = [await createDeliveredLote(app), await createDeliveredLote(app)];
    await desk.giveTaxData(own.id, { nombre: 'LUZ DÍAZ SOTO', rfc: 'DISL800101AB1', regimen: '612', uso: 'G03' });
    await ofOthers('DISL800101AB1');
    expect(await receptorOf(other.id)).toMatchObject({ nombre: 'LUZ DÍAZ SOTO', cp: '76230', direccion: '' });
    await ofOthers('AAA010101AAA');
    expect(await receptorOf(other.id)).toMatchObject({ rfc: 'AAA010101AAA', nombre: '', cp: '' });
    await ofOthers('XAXX010101000');
  });
});

describe('what is still to be invoiced', () => {
  const read = (path: string) => app.call('GET', path, { as: 'cobranza' });
  const dataOf = <T>(reply: Reply): T => envelope(reply).data as T;

  it('is what is in force, on no live invoice, and not of the system before', async () => {
    const lote = await createDeliveredLote(app);
    const free = await insertPago(app, lote.id, { mes: 1 });
    const withoutAccount = await insertPago(app, lote.id, { mes: 2, cuenta: '', monto: 12_345 });
    const invoiced = await insertPago(app, lote.id, { mes: 3 });
    const factura = await insertFactura(app, [{ importe: 50_000, pagoId: invoiced }], {
      lote_id: lote.id,
    });
    const before = await insertPago(app, lote.id, { mes: 4 });
    await app.query(
      `INSERT INTO ${SCHEMA}.pago_sistema_anterior (pago_id, referencia, usuario_id, created_at)
       SELECT $1, 'SA-9', min(id), now() FROM ${SCHEMA}.usuario`,
      [before],
    );
    const locked = await insertPago(app, lote.id, { mes: 5 });
    await app.query(`UPDATE ${SCHEMA}.pago SET status = 'en_cancelacion' WHERE id = $1`, [locked]);

    const source = async () =>
      dataOf<{ misPagosResponseList: { id: number }[]; direccion: { id: number } }>(
        await read(`/lote/getforgenerarfactura/${lote.id}`),
      );
    const found = await source();
    expect(found.direccion).toEqual({ id: lote.id });
    expect(found.misPagosResponseList).toMatchObject([
      { id: free, amount: 500, noCuenta: '1234', formaPago: '03', tipo: 'mantenimiento' },
      { id: withoutAccount, amount: 123.45, noCuenta: null },
    ]);
    const november = ((await read('/factura/porglobal/11/2026')).body as { id: number; referencia: string }[]).filter(
      ({ referencia }) => referencia === lote.referencia,
    );
    expect(november.map(({ id }) => id)).toEqual([free, withoutAccount]);

    const list = dataOf<{ data: { misPagosResponseList: Record<string, unknown>[] } }>(
      await read(`/residente/get/pagos/${lote.id}`),
    ).data.misPagosResponseList;
    expect(list.find(({ id }) => id === invoiced)).toMatchObject({
      facturaId: factura.id,
      folioFactura: expect.stringMatching(/^T-\d+$/),
    });
    expect(list.find(({ id }) => id === free)).toMatchObject({ facturaId: null, folioFactura: '' });
    expect(list.find(({ id }) => id === locked)).toMatchObject({ status: 'en_cancelacion' });

    await cancelInserted(app, factura);
    expect((await source()).misPagosResponseList.map(({ id }) => id)).toContain(invoiced);
    expect((await read('/lote/getforgenerarfactura/999999')).status).toBe(404);
  });

  it('is prepared with issuer, receptor and concept; another kind or no payment: 404', async () => {
    const lote = await createDeliveredLote(app);
    const pago = await insertPago(app, lote.id, { monto: 250_000 });
    const prepared = dataOf(await read(`/factura/pagofacturar/${pago}/mantenimiento`));
    expect(prepared).toMatchObject({
      datosFiscalesReceptor: { loteReferencia: lote.referencia, loteId: lote.id },
      conceptos: [{ id: pago, tipo: 'mantenimiento', description: 'Mantenimiento 11 - 2026', monto: 2500 }],
    });
    expect((await read(`/factura/pagofacturar/${pago}/sancion`)).status).toBe(404);
    expect((await read('/factura/pagofacturar/999999/mantenimiento')).status).toBe(404);
  });
});

it('leaves a row in the audit log for everything that was asked for', () =>
  desk.expectAudited(
    /^Factura de \$1,000\.00 a /,
    /^Factura global de 2026-11 por \$2,000\.00: 2 pagos$/,
    /^Complemento de pago de la factura A-\d+ por \$1,000\.00$/,
  ));
