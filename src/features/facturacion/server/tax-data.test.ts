/**
 * Whose document it is, and when: issuer and receiver as they are on the day of the stamp, at the hour of the issuer's postal code,
 * by the certificate of whoever issued. fiscal.md#sealing.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestCertificate } from '#cfdi/server/certificate.ts';
import type { Simulator } from '#cfdi/server/simulator.ts';
import { envelope } from '#test/api/support.ts';
import type { Reply, TestApp } from '#test/app.ts';
import { Desk } from '#test/invoicing-desk.ts';
import { createCode, refusalOf, SCHEMA } from '#test/ledger.ts';
import { payAllOf } from '#test/pay-all.ts';

const OTRO = 'CRO850101AB1';
const MUNOZ = { nombre: 'JOSÉ MUÑOZ ÁVILA', rfc: 'MUAJ800101AB1', regimen: '612', uso: 'G03', metodo: 'PPD' } as const;

let desk: Desk;
let app: TestApp;
let pac: Simulator;
let emisor: Record<string, string>;
beforeAll(async () => {
  desk = await Desk.open();
  ({ app, pac } = desk);
});
afterAll(() => app.close());

const post = (path: string, body: object, as: 'cobranza' | 'director' = 'director'): Promise<Reply> =>
  app.call('POST', path, { as, body });
const saveEmisor = async (changes: Record<string, string> = {}) => {
  const reply = await post('/emisor/save', { ...emisor, ...changes });
  expect(envelope(reply).success).toBe(true);
  return envelope(reply).data as { aviso: string };
};
const certify = async (rfc?: string) =>
  expect(envelope(await post('/certificado/prueba', rfc ? { rfc } : {}))).toMatchObject({ success: true });
const retire = async (rfc?: string) =>
  expect(envelope(await post('/certificado/retirar', rfc ? { rfc } : {}))).toMatchObject({ success: true });

beforeEach(async () => {
  emisor = envelope(await app.call('GET', '/emisor/get', { as: 'director' })).data as Record<string, string>;
});
afterEach(async () => {
  pac.calm();
  await saveEmisor();
  await certify();
  await desk.sweepLater();
});

const xmlOf = async (id: number) => (await desk.bytesOf(id, 'timbrado')).toString('utf8');
const attributes = (xml: string, node: string): Record<string, string> => {
  const tag = new RegExp(`<cfdi:${node}\\b[^>]*>`).exec(xml)?.[0] ?? '';
  return Object.fromEntries([...tag.matchAll(/ (\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
};
const invoicedPpd = async () => {
  const lote = await desk.chargedLote();
  await desk.giveTaxData(lote.loteId, MUNOZ);
  const [id] = envelope(await post('/factura/cargos', { cargos: [lote.cargoId] }, 'cobranza')).data as number[];
  return { lote, id: id ?? 0 };
};
const setData = (loteId: number, set: string) =>
  app.query(`UPDATE ${SCHEMA}.datos_fiscales SET ${set} WHERE lote_id = $1`, [loteId]);
type Pendiente = { id: number; facturaId: number; motivo: string; aviso: string };
const pendingOf = async (facturaId: number) =>
  ((await app.call('GET', '/factura/complementospendientes', { as: 'cobranza' })).body as Pendiente[]).filter(
    (pago) => pago.facturaId === facturaId,
  );
const note = async (id: number) =>
  post(
    '/factura/notacredito',
    {
      ...{ id, monto: 10, tipoRelacion: '01', formaPagoCFDI: '15', razon: 'Descuento' },
      codeAutorizacion: await createCode(app),
    },
    'cobranza',
  );

describe('a complement says who both are today', () => {
  it('the receiver, by itself and issued again after a refusal', async () => {
    const { lote, id } = await invoicedPpd();
    await setData(lote.loteId, "codigo_postal = '76999', razon_social = 'JOSÉ MUÑOZ NUEVO'");
    const first = await desk.pay(lote, { pagado: 300 });
    const today = { Rfc: MUNOZ.rfc, Nombre: 'JOSÉ MUÑOZ NUEVO', DomicilioFiscalReceptor: '76999', UsoCFDI: 'CP01' };
    expect(attributes(await xmlOf(first.result.idFactura ?? 0), 'Receptor')).toMatchObject(today);
    pac.next('stamp', { code: 'CFDI40147' });
    await desk.pay(lote, { pagado: 300 });
    await setData(lote.loteId, "codigo_postal = '76000'");
    const [pending] = await pendingOf(id);
    expect(pending).toMatchObject({ motivo: '', aviso: '' });
    const again = envelope(await post('/factura/complementos', { pagos: [pending?.id] }, 'cobranza'));
    expect(again.success).toBe(true);
    const [complement] = again.data as number[];
    expect(attributes(await xmlOf(complement ?? 0), 'Receptor')).toMatchObject({
      ...today,
      DomicilioFiscalReceptor: '76000',
    });
  });

  it('the issuer, and where it is now', async () => {
    const { lote } = await invoicedPpd();
    await saveEmisor({ compania: 'LOS ENCINOS NUEVO', regimenFiscal: '601', codigoPostal: '64000' });
    const xml = await xmlOf((await desk.pay(lote, { pagado: 300 })).result.idFactura ?? 0);
    expect(attributes(xml, 'Emisor')).toMatchObject({ Nombre: 'LOS ENCINOS NUEVO', RegimenFiscal: '601' });
    expect(attributes(xml, 'Comprobante')).toMatchObject({ LugarExpedicion: '64000' });
  });

  it('of an RFC that its lot has no more, that RFC; the list says what to do', async () => {
    const { lote, id } = await invoicedPpd();
    await app.query(`UPDATE ${SCHEMA}.datos_fiscales SET rfc = 'XEXX010101000' WHERE rfc = $1 AND lote_id <> $2`, [
      MUNOZ.rfc,
      lote.loteId,
    ]);
    await setData(lote.loteId, "rfc = 'PEGL900202XY1', razon_social = 'LUISA PÉREZ', codigo_postal = '76111'");
    pac.next('stamp', { code: 'CFDI40147' });
    await desk.pay(lote, { pagado: 300 });
    const [pending] = await pendingOf(id);
    expect(pending?.aviso).toMatch(
      /^La factura es de MUAJ800101AB1 y el lote tiene hoy los de PEGL900202XY1: .*emítalo/,
    );
    const [complement] = envelope(await post('/factura/complementos', { pagos: [pending?.id] }, 'cobranza'))
      .data as number[];
    expect(attributes(await xmlOf(complement ?? 0), 'Receptor')).toMatchObject({
      ...{ Rfc: MUNOZ.rfc, Nombre: MUNOZ.nombre, DomicilioFiscalReceptor: '76230' },
    });
  });

  it('and so does every draft that waited, and what is drafted anew', async () => {
    pac.next('stamp', 'sin-cuenta', 3);
    const lote = await desk.chargedLote();
    await desk.giveTaxData(lote.loteId, { ...MUNOZ, metodo: 'PUE' });
    await desk.pay();
    const { result } = await desk.pay(lote);
    const id = result.idFactura ?? 0;
    expect(await desk.facturaRow(id)).toMatchObject({ estado: 'borrador' });
    await setData(lote.loteId, "codigo_postal = '76998'");
    await saveEmisor({ codigoPostal: '64000' });
    pac.calm();
    await desk.sweepLater();
    const xml = await xmlOf(id);
    expect(attributes(xml, 'Receptor')).toMatchObject({ DomicilioFiscalReceptor: '76998', UsoCFDI: 'G03' });
    expect(attributes(xml, 'Comprobante')).toMatchObject({ LugarExpedicion: '64000' });
    // The one to the general public, whose domicile is the place of issue, too.
    pac.next('stamp', 'timeout-before');
    const old = await desk.pay();
    await saveEmisor({ codigoPostal: '64010' });
    app.clock.advance(73 * 3_600_000);
    await desk.sweepLater();
    await desk.sweepLater();
    const [anew] = await app.query<{ id: number }>(
      `SELECT factura_id AS id FROM ${SCHEMA}.factura_concepto WHERE pago_id = $1 AND viva`,
      [old.pagoId],
    );
    expect(anew?.id).not.toBe(old.result.idFactura);
    const second = await xmlOf(anew?.id ?? 0);
    expect(attributes(second, 'Comprobante')).toMatchObject({ LugarExpedicion: '64010' });
    expect(attributes(second, 'Receptor')).toMatchObject({ DomicilioFiscalReceptor: '64010' });
  });

  it('but what has been sealed says what it said', async () => {
    const { id } = await desk.payStamped();
    await expect(
      app.query(`UPDATE ${SCHEMA}.factura SET receptor_nombre = 'OTRO' WHERE id = $1`, [id]),
    ).rejects.toThrow(/does not change/);
  });
});

describe('the hour of the postal code', () => {
  it.each([
    ['22000', 'America/Tijuana'],
    ['77500', 'America/Cancun'],
    ['31840', 'America/Ciudad_Juarez'],
  ])('of %s is the document’s, in a community of Mexico City', async (codigoPostal, timeZone) => {
    const { aviso } = await saveEmisor({ codigoPostal });
    expect(aviso).toContain(timeZone);
    const { id } = await desk.payStamped();
    const local = new Date(`${attributes(await xmlOf(id), 'Comprobante').Fecha}Z`);
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    expect(local.toISOString().slice(0, 19)).toBe(format.format(app.clock.now()).replace(' ', 'T'));
    expect(envelope(await desk.cancelFactura(id))).toMatchObject({ success: true });
    // Told as too old, or not, by the same hour.
    pac.next('stamp', 'timeout-before');
    const { result } = await desk.pay();
    app.clock.advance(71.5 * 3_600_000);
    await app.invoicing.sweep(await app.community());
    expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ estado: 'timbrado' });
  });

  it('is warned about where it is saved, and nowhere else', async () => {
    expect((await saveEmisor()).aviso).toBe('');
  });
});

describe('an issuer with another RFC', () => {
  const become = async () => {
    const before = emisor.rfc ?? '';
    await saveEmisor({ rfc: OTRO });
    await certify();
    return before;
  };

  it('keeps the certificate of the one before: what that one issued is cancelled, credited and complemented with it', async () => {
    const { lote } = await invoicedPpd();
    const [plain, credited] = [await desk.payStamped(), await desk.payStamped()];
    const before = await become();
    expect(await app.call('GET', '/certificado/otros', { as: 'director' })).toMatchObject({
      body: [{ rfc: before, certificado: { rfc: before }, facturas: expect.any(Number) }],
    });
    expect(attributes(await xmlOf((await desk.payStamped()).id), 'Emisor')).toMatchObject({ Rfc: OTRO });
    const paid = await desk.pay(lote, { pagado: 300 });
    expect(attributes(await xmlOf(paid.result.idFactura ?? 0), 'Emisor')).toMatchObject({ Rfc: before });
    const nota = envelope(await note(credited.id));
    expect(nota.success).toBe(true);
    expect(attributes(await xmlOf(Number(nota.data)), 'Emisor')).toMatchObject({ Rfc: before });
    const substitute = envelope(await post('/factura/sustituir', { id: plain.id }, 'cobranza'));
    expect(attributes(await xmlOf(Number(substitute.data)), 'Emisor')).toMatchObject({ Rfc: before });
    await desk.cancelFactura(Number(substitute.data));
    expect(envelope(await desk.cancelPago(plain.pagoId))).toMatchObject({ success: true });
    expect(await desk.facturaRow(plain.id)).toMatchObject({ status: 'cancelada' });
  });

  it('without that certificate says whose is missing and where to load it, and goes on once it is there', async () => {
    const { lote, id } = await invoicedPpd();
    const plain = await desk.payStamped();
    const before = await become();
    await retire(before);
    const words = new RegExp(`Falta el certificado de sello digital de ${before}.*Certificado y timbrado`);
    expect(refusalOf(await desk.cancelFactura(plain.id))).toMatch(words);
    expect(refusalOf(await desk.cancelPago(plain.pagoId))).toMatch(words);
    expect(refusalOf(await note(plain.id))).toMatch(words);
    const paid = await desk.pay(lote, { pagado: 300 });
    expect(paid.result.responseFromProveedor).toMatch(words);
    expect(await desk.facturaRow(paid.result.idFactura ?? 0)).toMatchObject({ estado: 'borrador', folio: null });
    expect((await pendingOf(id))[0]?.motivo).toMatch(words);
    const files = await makeTestCertificate({ rfc: before, nombre: 'ANTES', ahora: app.clock.now() });
    const sent = await post('/certificado/save', {
      cer: files.cer.toString('base64'),
      llave: files.llave.toString('base64'),
      contrasena: files.contrasena,
    });
    expect(envelope(sent)).toMatchObject({ success: true, data: { rfc: before } });
    expect(envelope(await app.call('GET', '/certificado/get', { as: 'director' })).data).toMatchObject({ rfc: OTRO });
    await app.invoicing.sweep(await app.community());
    expect(attributes(await xmlOf(paid.result.idFactura ?? 0), 'Emisor')).toMatchObject({ Rfc: before });
    expect(envelope(await desk.cancelFactura(plain.id))).toMatchObject({ success: true });
  });

  it('has a complement of its own of a receipt that pays invoices of both', async () => {
    const { lote } = await invoicedPpd();
    const before = await become();
    const second = await desk.chargeOf(lote.loteId, 50_000);
    await post('/factura/cargos', { cargos: [second] }, 'cobranza');
    expect(envelope(await payAllOf(app, lote.loteId, { fechaPago: '2026-11-20' }))).toMatchObject({ success: true });
    await desk.sweepLater();
    const rows = await app.query<{ id: number; rfc: string }>(
      `SELECT DISTINCT x.id, x.emisor_rfc AS rfc FROM ${SCHEMA}.factura_concepto k JOIN ${SCHEMA}.factura x ON x.id = k.factura_id
       JOIN ${SCHEMA}.pago p ON p.id = k.pago_id WHERE p.cargo_id = ANY($1) AND x.tipo = 'pago' ORDER BY x.id`,
      [[lote.cargoId, second]],
    );
    expect(rows.map(({ rfc }) => rfc)).toEqual([before, OTRO]);
    for (const { id, rfc } of rows) expect(attributes(await xmlOf(id), 'Emisor')).toMatchObject({ Rfc: rfc });
  });

  it('takes over what nobody has sealed yet', async () => {
    pac.next('stamp', 'sin-cuenta', 2);
    await desk.pay();
    const waiting = (await desk.pay()).result.idFactura ?? 0;
    expect(await desk.facturaRow(waiting)).toMatchObject({ estado: 'borrador' });
    await become();
    pac.calm();
    await desk.sweepLater();
    expect(attributes(await xmlOf(waiting), 'Emisor')).toMatchObject({ Rfc: OTRO });
  });

  it('whose invoice the authority has cancelled already: nothing is signed', async () => {
    const [first, second] = [await desk.payStamped(), await desk.payStamped()];
    const before = await become();
    await retire(before);
    for (const { id } of [first, second]) {
      await pac.cancelElsewhere((await desk.facturaRow(id)).uuid ?? '');
      await post('/factura/consultarsat', { id }, 'cobranza');
    }
    expect(envelope(await desk.cancelFactura(first.id))).toMatchObject({ message: 'La factura ha sido cancelada' });
    expect(envelope(await desk.cancelPago(second.pagoId))).toMatchObject({ success: true });
    expect(await desk.facturaRow(second.id)).toMatchObject({ status: 'cancelada' });
    expect(await desk.pagoStatus(second.pagoId)).toBe('cancelado');
  });
});

describe('a certificate that is missing', () => {
  const letters = async () =>
    (
      await app.query(
        `SELECT 1 FROM ${SCHEMA}.correo_saliente WHERE asunto = 'Las facturas esperan un certificado de sello digital'`,
      )
    ).length;
  const expire = () => app.query(`UPDATE ${SCHEMA}.certificado SET valido_hasta = '2026-01-05T12:00:00Z' WHERE activo`);

  it.each([
    ['retired', () => retire(), 'Falta el certificado de sello digital de '],
    ['expired', expire, 'El certificado de sello digital de '],
  ])('%s: drafts wait, told once, and go on by themselves with the day of then', async (_what, end, words) => {
    const before = await letters();
    await end();
    const { result, pagoId } = await desk.pay();
    const id = result.idFactura ?? 0;
    expect(result).toMatchObject({ seFacturo: false, responseFromProveedor: expect.stringContaining(words) });
    await desk.pay();
    for (let hour = 0; hour < 80; hour += 20) {
      app.clock.advance(19 * 3_600_000);
      await desk.sweepLater();
    }
    expect(await desk.facturaRow(id)).toMatchObject({ estado: 'borrador', status: 'pendiente', folio: null });
    expect(await letters()).toBe(before + 1);
    const list = await app.call('GET', '/factura/allpaginable', { as: 'cobranza' });
    expect(list.body).toMatchObject({ timbradoDetenido: expect.stringContaining(words) });
    await certify();
    await app.invoicing.sweep(await app.community());
    expect(await desk.facturaRow(id)).toMatchObject({ estado: 'timbrado', mensaje: '' });
    const fecha = attributes(await xmlOf(id), 'Comprobante').Fecha ?? '';
    expect(new Date(`${fecha}Z`).getTime()).toBeGreaterThan(app.clock.now().getTime() - 7 * 3_600_000);
    const again = await app.call('GET', '/factura/allpaginable', { as: 'cobranza' });
    expect(again.body).toMatchObject({ timbradoDetenido: '' });
    expect(await desk.pagoStatus(pagoId)).toBe('recibido');
  });

  it('while the account stops everything too: none is lost', async () => {
    pac.next('stamp', 'sin-cuenta', 4);
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await desk.pay()).result.idFactura ?? 0);
    await retire();
    pac.calm();
    await desk.sweepLater();
    await desk.sweepLater();
    for (const id of ids) expect(['borrador', 'timbrado']).toContain((await desk.facturaRow(id)).estado);
    await certify();
    await desk.sweepLater();
    for (const id of ids) expect(await desk.facturaRow(id)).toMatchObject({ estado: 'timbrado' });
  });

  it('stands in no draft’s way that would be refused anyway, nor in that of cancelling its payment', async () => {
    await retire();
    const lote = await desk.chargedLote();
    await desk.giveTaxData(lote.loteId, { ...MUNOZ, metodo: 'PUE', nombre: 'EMPRESA SA DE CV', rfc: 'TBA010101AB1' });
    expect((await desk.pay(lote)).result).toMatchObject({ seFacturo: false, idFactura: null });
    const { result, pagoId } = await desk.pay();
    expect(envelope(await desk.cancelPago(pagoId))).toMatchObject({ success: true });
    expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ estado: 'abandonado' });
  });

  it('lets through what the authority has cancelled', async () => {
    for (const end of [() => retire(), expire]) {
      const { id, pagoId } = await desk.payStamped();
      await pac.cancelElsewhere((await desk.facturaRow(id)).uuid ?? '');
      await post('/factura/consultarsat', { id }, 'cobranza');
      await end();
      expect(envelope(await desk.cancelPago(pagoId))).toMatchObject({ success: true });
      expect(await desk.facturaRow(id)).toMatchObject({ status: 'cancelada' });
      await certify();
    }
  });

  it('that nobody ever had leaves nothing waiting: such a community does not invoice yet', async () => {
    const kept = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.certificado`);
    await app.query(`UPDATE ${SCHEMA}.factura SET certificado_id = NULL`);
    await app.query(`DELETE FROM ${SCHEMA}.certificado`);
    expect(kept.length).toBeGreaterThan(0);
    const { result } = await desk.pay();
    expect(result).toMatchObject({
      idFactura: null,
      responseFromProveedor: expect.stringMatching(/facture de nuevo$/),
    });
  });
});
