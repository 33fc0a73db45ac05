/** From a draft to a stamped invoice on the simulator, and what holds when the provider fails. confianza.md#outside. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Simulator, SimulatorMode } from '#cfdi/server/simulator.ts';
import { readTimbre } from '#cfdi/server/timbre.ts';
import { envelope, freshText } from '#test/api/support.ts';
import type { TestApp } from '#test/app.ts';
import { Desk } from '#test/invoicing-desk.ts';
import { chargeSums, createCode, refusalOf, SCHEMA } from '#test/ledger.ts';

const HOUR = 3_600_000;
const ofEstado = async (estado: string) =>
  (await app.query(`SELECT 1 FROM ${SCHEMA}.factura WHERE estado = $1`, [estado])).length;

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
    for (let hour = 0; hour < 12; hour += 1) {
      pac.next('recover', { code: 'AU2001' });
      // Whoever comes at the turn, before the one that asks for all has had it, asks nobody either.
      app.clock.advance(HOUR);
      if (hour === 0) await desk.pay();
      await app.invoicing.sweep(await app.community());
    }
    expect(await desk.facturaRow(waiting)).toMatchObject({ estado: 'borrador', folio: null });
    expect(await ofEstado('incierto')).toBe(1);
    expect(await events()).toBe(eventsBefore + 12);
    expect(await letters()).toBe(lettersBefore + 1);
    expect(pac.stamped).toBe(stamped);
    await desk.sweepLater();
    expect(await desk.facturaRow(first.result.idFactura ?? 0)).toMatchObject({ estado: 'timbrado' });
    expect(await desk.facturaRow(waiting)).toMatchObject({ estado: 'timbrado' });
    expect(pac.stamped - stamped).toBe(3);
    expect(await panel()).toMatchObject({ detenido: null });
  });

  it.each<SimulatorMode>([{ code: 'AU2001' }, 'sin-cuenta'])(
    'by the account (%j) for days: each payment is stamped by itself once it serves, with the day of then',
    async (mode) => {
      const stamped = pac.stamped;
      pac.next('stamp', mode, 200);
      pac.next('recover', mode, 200);
      const paid = [await desk.pay(), await desk.pay(), await desk.pay()];
      for (let tens = 0; tens < 8; tens += 1) {
        app.clock.advance(11 * 60_000);
        await app.invoicing.sweep(await app.community());
      }
      // The one that asks grows too old to be stamped meanwhile.
      for (let day = 0; day < 4; day += 1) {
        app.clock.advance(25 * HOUR);
        await app.invoicing.sweep(await app.community());
        expect(await ofEstado('borrador')).toBeGreaterThanOrEqual(2);
        expect((await ofEstado('incierto')) + (await ofEstado('sellado'))).toBeLessThanOrEqual(1);
      }
      pac.calm();
      await desk.sweepLater();
      await desk.sweepLater();
      const rows = await app.query<{ estado: string; dias: number }>(
        `SELECT f.estado, extract(day FROM f.fecha_certificacion - f.fecha_emision)::int AS dias
         FROM ${SCHEMA}.factura_concepto c JOIN ${SCHEMA}.factura f ON f.id = c.factura_id
         WHERE c.viva AND c.pago_id = ANY($1)`,
        [paid.map(({ pagoId }) => pagoId)],
      );
      expect(rows).toEqual(paid.map(() => ({ estado: 'timbrado', dias: 0 })));
      expect(pac.stamped - stamped).toBe(3);
      await desk.expectAudited(/^Se emite de nuevo lo del documento A-\d+, que venció a las 72 horas sin timbrarse$/);
    },
  );

  it('by the account, and never again: only what it may have stamped keeps it, until somebody has looked', async () => {
    const configure = (proveedor: string, from: string) =>
      app.query(`UPDATE ${SCHEMA}.timbrado SET proveedor = $1, usuario = $2, contrasena = NULL`, [proveedor, from]);
    pac.next('stamp', { code: 'AU4101' });
    pac.next('recover', { code: 'AU4101' }, 50);
    const paid = [await desk.pay(), await desk.pay(), await desk.pay()];
    for (let tens = 0; tens < 4; tens += 1) {
      app.clock.advance(11 * 60_000);
      await app.invoicing.sweep(await app.community());
    }
    const id = paid[0]?.result.idFactura ?? 0;
    await configure('sw_pruebas', 'cuenta');
    await app.query(`UPDATE ${SCHEMA}.factura SET proveedor = 'sw_pruebas' WHERE id = $1`, [id]);
    const change = () => app.call('POST', '/timbrado/save', { as: 'director', body: { proveedor: 'simulador' } });
    const { folio } = await desk.facturaRow(id);
    expect(refusalOf(await change())).toMatch(
      new RegExp(`^1 factura espera .*: A-${folio}\\. .* dela por vencida al abrirla; `),
    );
    const shown = await app.call('GET', `/factura/get/${id}`, { as: 'director' });
    expect(envelope(shown).data).toMatchObject({ sinRespuesta: true });
    const given = await app.call('POST', '/factura/vencida', {
      as: 'director',
      body: { id, codeAutorizacion: await createCode(app), razon: 'Se terminó el contrato' },
    });
    expect(envelope(given).success).toBe(true);
    // There is time to change it before another is sealed for the account.
    app.clock.advance(11 * 60_000);
    await app.invoicing.sweep(await app.community());
    expect(await ofEstado('borrador')).toBe(2);
    expect(envelope(await change()).success).toBe(true);
    pac.calm();
    await app.invoicing.sweep(await app.community());
    for (const { result } of paid.slice(1)) {
      expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ estado: 'timbrado' });
    }
  });

  it('by the account, of one that never left: it goes to whoever is chosen instead', async () => {
    pac.next('stamp', 'sin-cuenta', 5);
    const { result } = await desk.pay();
    const id = result.idFactura ?? 0;
    expect(await desk.facturaRow(id)).toMatchObject({ estado: 'sellado', status: 'pendiente' });
    await app.query(`UPDATE ${SCHEMA}.timbrado SET proveedor = 'sw_pruebas', usuario = 'cuenta'`);
    await app.query(`UPDATE ${SCHEMA}.factura SET proveedor = 'sw_pruebas' WHERE id = $1`, [id]);
    const saved = await app.call('POST', '/timbrado/save', { as: 'director', body: { proveedor: 'simulador' } });
    expect(envelope(saved).success).toBe(true);
    pac.calm();
    await app.invoicing.sweep(await app.community());
    expect(await desk.facturaRow(id)).toMatchObject({ estado: 'timbrado' });
  });

  it('by the account, with nothing that could ask but a draft that is refused: the next one has the turn', async () => {
    const receptor = (set: string) => app.query(`UPDATE ${SCHEMA}.factura SET ${set} WHERE estado = 'borrador'`);
    pac.next('stamp', { code: 'AU2001' });
    const first = await desk.pay();
    const wrong = await desk.pay();
    await receptor("uso_cfdi = 'D10'");
    const right = await desk.pay();
    await app.call('POST', '/factura/vencida', {
      as: 'director',
      body: { id: first.result.idFactura, codeAutorizacion: await createCode(app), razon: 'No está en el portal' },
    });
    await desk.sweepLater();
    expect(await desk.facturaRow(wrong.result.idFactura ?? 0)).toMatchObject({ estado: 'rechazado' });
    expect(await desk.facturaRow(right.result.idFactura ?? 0)).toMatchObject({ estado: 'timbrado' });
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

  it('stays away for 72 hours: what it never had expires, and its payment is invoiced anew by itself, once', async () => {
    const before = pac.stamped;
    pac.next('stamp', 'timeout-before');
    const { result, pagoId } = await desk.pay();
    app.clock.advance(73 * HOUR);
    await app.invoicing.sweep(await app.community());
    const old = await desk.facturaRow(result.idFactura ?? 0);
    expect(old).toMatchObject({ estado: 'vencido' });
    await desk.sweepLater();
    const rows = await app.query<{ viva: boolean; estado: string; folio: number; total_centavos: number }>(
      `SELECT c.viva, f.estado, f.folio, f.total_centavos FROM ${SCHEMA}.factura_concepto c
       JOIN ${SCHEMA}.factura f ON f.id = c.factura_id WHERE c.pago_id = $1 ORDER BY f.id`,
      [pagoId],
    );
    expect(rows).toMatchObject([
      { viva: false, estado: 'vencido' },
      { viva: true, estado: 'timbrado', folio: old.folio, total_centavos: 100_000 },
    ]);
    expect(pac.stamped - before).toBe(1);
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

it('is held against the authority’s catalogues once they are loaded, as is what a catalogue is given', async () => {
  const save = (clave: string) =>
    app.call('POST', '/claveproduccionserviciocfdi/save', {
      as: 'director',
      body: { id: '', claveProduccionServicio: clave, name: 'Prueba' },
    });
  const load = (...claves: [string, string | null][]) =>
    app.query(
      `INSERT INTO porton.clave_sat (catalogo, clave, texto, hasta)
       SELECT 'c_ClaveProdServ', k.clave, '', k.hasta::date FROM unnest($1::text[], $2::text[]) AS k (clave, hasta)`,
      [claves.map(([clave]) => clave), claves.map(([, hasta]) => hasta)],
    );
  try {
    expect((await save('12345678')).body).toMatchObject({ success: true });
    await load(['10101501', null], ['10101502', '2025-12-31']);
    expect(refusalOf(await save('12345679'))).toMatch(
      /La clave «12345679» no está en el catálogo c_ClaveProdServ del SAT/,
    );
    expect(refusalOf(await save('10101502'))).toMatch(/dejó de admitir la clave «10101502» .* el 31-12-2025/);
    expect((await save('10101501')).body).toMatchObject({ success: true });
    const { result } = await desk.pay();
    expect(result.seFacturo).toBe(false);
    const [row] = await app.query<{ codigo: string; mensaje: string }>(
      `SELECT codigo, mensaje FROM ${SCHEMA}.factura ORDER BY id DESC LIMIT 1`,
    );
    expect(row).toMatchObject({ codigo: 'CFDI40162', mensaje: expect.stringContaining('Corríjala en Catálogos') });
  } finally {
    await app.query('DELETE FROM porton.clave_sat');
  }
  expect((await desk.pay()).result.seFacturo).toBe(true);
});
