/** From a draft to a stamped invoice on the simulator, and what holds when the provider fails. confianza.md#outside. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Simulator, SimulatorMode } from '#cfdi/server/simulator.ts';
import { readTimbre } from '#cfdi/server/timbre.ts';
import { envelope, freshText } from '#test/api/support.ts';
import type { TestApp } from '#test/app.ts';
import { Desk } from '#test/invoicing-desk.ts';
import { chargeSums, createCode, refusalOf, SCHEMA } from '#test/ledger.ts';

const HOUR = 3_600_000;

let desk: Desk;
let app: TestApp;
let pac: Simulator;
beforeAll(async () => {
  desk = await Desk.open();
  ({ app, pac } = desk);
});
afterEach(() => pac.calm());
afterAll(() => app.close());

describe('a payment', () => {
  it('is invoiced: sealed, stamped, kept as the provider gave it', async () => {
    const { result } = await desk.pay();
    expect(result.seFacturo).toBe(true);
    const row = await desk.facturaRow(result.idFactura ?? 0);
    expect(row).toMatchObject({ estado: 'timbrado', status: 'facturada', serie: 'A' });
    const timbre = readTimbre(await desk.bytesOf(row.id, 'timbrado'), await desk.bytesOf(row.id, 'sellado'));
    expect(timbre.uuid.toLowerCase()).toBe(row.uuid);
    expect((await desk.bytesOf(row.id, 'timbrado')).toString('utf8')).toContain('Total="1000.00"');
  });

  it('answers the same again for the same key and stamps once', async () => {
    const lote = await desk.chargedLote();
    const key = freshText('clave-de-prueba-');
    const before = pac.stamped;
    const results = await Promise.all(Array.from({ length: 12 }, () => desk.pay(lote, { key })));
    expect(new Set(results.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    expect(results[0]?.result.seFacturo).toBe(true);
    expect(pac.stamped - before).toBe(1);
  });

  it('stays when the authority would refuse the receptor, and says what to correct', async () => {
    const lote = await desk.chargedLote();
    await desk.giveTaxData(lote.loteId, {
      nombre: 'Transportes del Bajío SA DE CV',
      rfc: 'TBA010101AB1',
      regimen: '601',
      uso: 'G03',
    });
    const { result, cargoId } = await desk.pay(lote);
    expect(result).toMatchObject({ seFacturo: false, idFactura: null });
    expect(result.responseFromProveedor).toMatch(/razón social|nombre/i);
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
  });
});

it('says when the certificate has expired, before anything is sent, and takes the payment', async () => {
  const until = async (text: string) =>
    (
      await app.query<{ antes: string }>(
        `UPDATE ${SCHEMA}.certificado c SET valido_hasta = $1 FROM ${SCHEMA}.certificado antes
         WHERE c.activo AND antes.id = c.id RETURNING antes.valido_hasta::text AS antes`,
        [text],
      )
    )[0]?.antes ?? '';
  const before = pac.stamped;
  const usual = await until('2026-11-05T12:00:00Z');
  const { result, cargoId, pagoId, loteId } = await desk.pay();
  await until(usual);
  expect(result).toMatchObject({
    seFacturo: false,
    idFactura: null,
    responseFromProveedor:
      'El certificado de sello digital venció el 05-11-2026. Cargue uno vigente en Administración, Certificado y timbrado, y facture de nuevo',
  });
  expect(pac.stamped).toBe(before);
  expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
  const again = await app.call('POST', '/factura/save', {
    as: 'cobranza',
    body: await desk.saveBody(loteId, [pagoId]),
  });
  expect(envelope(again).success).toBe(true);
});

describe('a provider that fails', () => {
  const unknown: SimulatorMode[] = ['timeout-before', 'timeout-after', 'error', 'garbage', 'reset', 'altered'];
  it.each(unknown)('%s: the payment stays, the invoice is pending and recovered with one stamp', async (mode) => {
    const before = pac.stamped;
    pac.next('stamp', mode);
    const { result, cargoId } = await desk.pay();
    expect(result).toMatchObject({ seFacturo: false });
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
    const id = result.idFactura ?? 0;
    const uncertain = await desk.facturaRow(id);
    expect(uncertain).toMatchObject({ estado: 'incierto', status: 'pendiente' });
    // What the screen tells is for whoever reads it.
    expect(uncertain.mensaje).toMatch(/^El (proveedor|simulador) /);
    await desk.sweepLater();
    expect(await desk.facturaRow(id)).toMatchObject({ estado: 'timbrado' });
    expect(pac.stamped - before).toBe(1);
  });

  it.each(['CO1000', 'CC3001', 'XX9999', '999'])(
    '%s of its own: the invoice keeps its folio, is asked for by the same bytes, and gets one stamp',
    async (code) => {
      const before = pac.stamped;
      pac.next('stamp', { code });
      const { result } = await desk.pay();
      const id = result.idFactura ?? 0;
      const uncertain = await desk.facturaRow(id);
      expect(uncertain).toMatchObject({ estado: 'incierto', status: 'pendiente' });
      // Whoever pays next gets another folio, whatever the provider has done with this one.
      const next = await desk.payStamped();
      expect((await desk.facturaRow(next.id)).folio).not.toBe(uncertain.folio);
      pac.next('recover', { code });
      await desk.sweepLater();
      expect(await desk.facturaRow(id)).toMatchObject({ estado: 'incierto', folio: uncertain.folio });
      await desk.sweepLater();
      expect(await desk.facturaRow(id)).toMatchObject({ estado: 'timbrado', folio: uncertain.folio });
      expect(pac.stamped - before).toBe(2);
    },
  );

  it('by the account: all stamps stop with a letter, none is lost, one asks for all, and they go on by themselves', async () => {
    const letters = async () =>
      (
        await app.query<{ para: string[]; texto: string }>(
          `SELECT para, texto FROM ${SCHEMA}.correo_saliente WHERE asunto = 'El timbrado de facturas está detenido'`,
        )
      ).length;
    const [lettersBefore, stamped] = [await letters(), pac.stamped];
    pac.next('stamp', { code: 'AU2001' });
    const first = await desk.pay();
    expect(await desk.facturaRow(first.result.idFactura ?? 0)).toMatchObject({ estado: 'incierto' });
    // Whoever pays now is told at once; nothing is sealed, so that it keeps the day on which it will be stamped.
    const second = await desk.pay();
    expect(second.result).toMatchObject({ seFacturo: false, responseFromProveedor: expect.stringContaining('AU2001') });
    const waiting = second.result.idFactura ?? 0;
    expect(await desk.facturaRow(waiting)).toMatchObject({ estado: 'borrador', folio: null, status: 'pendiente' });
    expect(await letters()).toBe(lettersBefore + 1);
    const panel = async () => envelope(await app.call('GET', '/timbrado/get', { as: 'director' })).data;
    expect(await panel()).toMatchObject({ detenido: { mensaje: expect.stringContaining('AU2001') } });
    const list = await app.call('GET', '/factura/allpaginable', { as: 'cobranza' });
    expect(list.body).toMatchObject({ timbradoDetenido: expect.stringContaining('AU2001') });
    // One asks, and is answered the same: the others are not asked for, nobody is written to again.
    const events = async () =>
      (await app.query(`SELECT 1 FROM ${SCHEMA}.factura_evento WHERE factura_id = $1`, [first.result.idFactura]))
        .length;
    const eventsBefore = await events();
    pac.next('stamp', { code: 'AU2001' });
    await desk.sweepLater();
    expect(await desk.facturaRow(waiting)).toMatchObject({ estado: 'incierto' });
    expect(await events()).toBe(eventsBefore);
    expect(await letters()).toBe(lettersBefore + 1);
    expect(pac.stamped).toBe(stamped);
    await desk.sweepLater();
    expect(await desk.facturaRow(first.result.idFactura ?? 0)).toMatchObject({ estado: 'timbrado' });
    expect(await desk.facturaRow(waiting)).toMatchObject({ estado: 'timbrado' });
    expect(pac.stamped - stamped).toBe(2);
    expect(await panel()).toMatchObject({ detenido: null });
  });

  it('by the account goes on as soon as the account is saved anew', async () => {
    pac.next('stamp', { code: 'AU4101' });
    const { result } = await desk.pay();
    const id = result.idFactura ?? 0;
    expect(await desk.facturaRow(id)).toMatchObject({ estado: 'incierto' });
    const saved = await app.call('POST', '/timbrado/save', { as: 'director', body: { proveedor: 'simulador' } });
    expect(envelope(saved).success).toBe(true);
    await app.invoicing.sweep(await app.community());
    expect(await desk.facturaRow(id)).toMatchObject({ estado: 'timbrado' });
  });

  it.each<SimulatorMode>(['307', '307-empty'])('%s: it was stamped before, and that is the invoice', async (mode) => {
    const before = pac.stamped;
    pac.next('stamp', mode);
    const { result } = await desk.pay();
    expect(result.seFacturo).toBe(true);
    expect(pac.stamped - before).toBe(1);
  });

  it('slow: the cashier waits no longer than told, and the invoice finishes by itself', async () => {
    const hasty = await Desk.open({ settleMs: 0 });
    try {
      hasty.pac.next('stamp', { slow: 100 });
      const { result } = await hasty.pay();
      expect(result).toMatchObject({ seFacturo: false, idFactura: expect.any(Number) });
      const stamped = async () =>
        expect(await hasty.facturaRow(result.idFactura ?? 0)).toMatchObject({ estado: 'timbrado' });
      await vi.waitFor(stamped, 20_000);
    } finally {
      await hasty.app.close();
    }
  });

  it('rejects: the folio is the next invoice’s and the payment can be invoiced again', async () => {
    pac.next('stamp', 'reject');
    const { result, pagoId, loteId } = await desk.pay();
    expect(result).toMatchObject({ seFacturo: false, idFactura: null });
    expect(result.responseFromProveedor).not.toBe('');
    const [rejected] = await app.query<{ folio: number }>(
      `SELECT folio FROM ${SCHEMA}.factura WHERE estado = 'rechazado' ORDER BY id DESC LIMIT 1`,
    );
    const reply = await app.call('POST', '/factura/save', {
      as: 'cobranza',
      body: await desk.saveBody(loteId, [pagoId]),
    });
    expect(envelope(reply).success).toBe(true);
    expect((await desk.facturaRow(Number(envelope(reply).data))).folio).toBe(rejected?.folio);
  });

  it('stays away for 72 hours: what it never had may not be stamped any more, and the payment is free', async () => {
    pac.next('stamp', 'timeout-before');
    const { result, pagoId } = await desk.pay();
    app.clock.advance(73 * HOUR);
    await app.invoicing.sweep(await app.community());
    expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ estado: 'vencido' });
    const [free] = await app.query<{ viva: boolean }>(
      `SELECT viva FROM ${SCHEMA}.factura_concepto WHERE pago_id = $1`,
      [pagoId],
    );
    expect(free?.viva).toBe(false);
  });

  it('had stamped it and is back after 72 hours: the invoice is recovered', async () => {
    pac.next('stamp', 'timeout-after');
    const { result } = await desk.pay();
    app.clock.advance(73 * HOUR);
    await app.invoicing.sweep(await app.community());
    expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ estado: 'timbrado' });
  });
});

it('whose work fails by a fault of ours waits its turn, and the sweep goes on to the others', async () => {
  pac.next('stamp', 'timeout-before', 2);
  const [broken, other] = [await desk.pay(), await desk.pay()].map(({ result }) => result.idFactura ?? 0);
  const bytes = await desk.bytesOf(broken ?? 0, 'sellado');
  await app.query(`DELETE FROM ${SCHEMA}.factura_documento WHERE factura_id = $1 AND clase = 'sellado'`, [broken]);
  app.clock.advance(HOUR);
  expect(await app.invoicing.sweep(await app.community())).toMatchObject({ facturas: 2 });
  expect(await desk.facturaRow(other ?? 0)).toMatchObject({ estado: 'timbrado' });
  const [waiting] = await app.query<{ id: number; proximo_intento: Date }>(
    `SELECT id, proximo_intento FROM ${SCHEMA}.factura WHERE id = $1`,
    [broken],
  );
  expect(waiting?.proximo_intento.getTime()).toBeGreaterThan(app.clock.now().getTime());
  await app.query(
    `INSERT INTO ${SCHEMA}.factura_documento (factura_id, clase, contenido, huella, created_at)
     VALUES ($1, 'sellado', $2::bytea, sha256($2::bytea), now())`,
    [broken, bytes],
  );
  await desk.sweepLater();
  expect(await desk.facturaRow(broken ?? 0)).toMatchObject({ estado: 'timbrado' });
});

describe('an invoice that the provider tells nothing of', () => {
  const expire = async (id: number, as: 'director' | 'cobranza' = 'director') =>
    app.call('POST', '/factura/vencida', {
      as,
      body: { id, codeAutorizacion: await createCode(app), razon: 'No está en el portal del proveedor' },
    });

  it('is given up after 72 hours, by whoever directs, with a code and a reason; its payment is free', async () => {
    pac.next('stamp', 'timeout-before');
    const { result, pagoId, loteId } = await desk.pay();
    const id = result.idFactura ?? 0;
    expect(refusalOf(await expire(id))).toMatch(/todavía se puede timbrar/);
    app.clock.advance(73 * HOUR);
    pac.next('recover', 'error');
    await app.invoicing.sweep(await app.community());
    expect(await desk.facturaRow(id)).toMatchObject({ estado: 'incierto' });
    const shown = await app.call('GET', `/factura/get/${id}`, { as: 'director' });
    expect(envelope(shown).data).toMatchObject({ sinRespuesta: true });
    expect((await expire(id, 'cobranza')).status).toBe(403);
    const wrong = await app.call('POST', '/factura/vencida', {
      as: 'director',
      body: { id, codeAutorizacion: 'no existe', razon: 'x' },
    });
    expect(envelope(wrong).success).toBe(false);
    expect(await desk.facturaRow(id)).toMatchObject({ estado: 'incierto' });
    expect(envelope(await expire(id)).success).toBe(true);
    expect(await desk.facturaRow(id)).toMatchObject({ estado: 'vencido', status: 'rechazada' });
    expect(refusalOf(await expire(id))).toMatch(/ya no está pendiente/);
    const again = await app.call('POST', '/factura/save', {
      as: 'cobranza',
      body: await desk.saveBody(loteId, [pagoId]),
    });
    expect(envelope(again).success).toBe(true);
  });
});

it('leaves a row in the audit log for everything that was asked for', () =>
  desk.expectAudited(/^Se dio por vencida la factura A-\d+ de \$1,000\.00, que el proveedor no confirmó\. /));
