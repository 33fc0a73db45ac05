/** Cancelling invoices alone and with payments, substitutes, and corrections of invoiced receipts. dominio.md#cancelling. */
import { connect } from 'node:net';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CODIGOS_DE_RECHAZO } from '#cfdi/codigos.ts';
import type { Simulator } from '#cfdi/server/simulator.ts';
import { wallClockInZone } from '#core/fecha.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { envelope } from '#test/api/support.ts';
import type { Reply, TestApp } from '#test/app.ts';
import { Desk } from '#test/invoicing-desk.ts';
import { chargeSums, createCode, createDeliveredLote, inLedger, refusalOf, SCHEMA } from '#test/ledger.ts';

let desk: Desk;
let app: TestApp;
let pac: Simulator;
beforeAll(async () => {
  desk = await Desk.open();
  ({ app, pac } = desk);
});
afterEach(() => pac.calm());
afterAll(() => app.close());

/** One stamped invoice for the tests that change nothing of it. */
let kept: Promise<{ id: number; pagoId: number }> | undefined;
const shared = () => {
  kept ??= desk.payStamped();
  return kept;
};

/** Asks as somebody who goes so many milliseconds after it was sent. */
const goneAfter = (ms: number, port: number, path: string, token: string) =>
  new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: encinos.test\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      setTimeout(() => socket.destroy(), ms);
    });
    socket.once('close', () => resolve());
  });

describe('cancelling', () => {
  it('an invoiced payment cancels its invoice and reopens its charge', async () => {
    const { result, loteId, pagoId, cargoId } = await desk.pay();
    const reply = await desk.cancelPago(pagoId);
    expect(envelope(reply)).toMatchObject({ success: true, message: 'El pago ha sido cancelado' });
    expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'cancelada' });
    expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 100_000, status: 'vigente' });
    // The list of payments still leads to it.
    const listed = envelope(await app.call('GET', `/residente/get/pagos/${loteId}`, { as: 'cobranza' })).data;
    expect(listed).toMatchObject({
      data: { misPagosResponseList: [{ id: pagoId, status: 'cancelado', facturaId: result.idFactura }] },
    });
  });

  it('waits for a provider that confirms later: payment and invoice are locked until then', async () => {
    const { result, pagoId, cargoId } = await desk.pay();
    const id = result.idFactura ?? 0;
    pac.next('cancel', 'async');
    expect(envelope(await desk.cancelPago(pagoId)).message).toMatch(/en cancelación/);
    expect(await desk.pagoStatus(pagoId)).toBe('en_cancelacion');
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'en_cancelacion' });
    expect(refusalOf(await desk.cancelPago(pagoId))).toMatch(/ya está en cancelación/);
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0 });
    const { uuid } = await desk.facturaRow(id);
    expect(await pac.resolve(uuid ?? '', 'cancelled')).toBe(true);
    await desk.sweepLater();
    expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'cancelada' });
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 100_000 });
  });

  it('is asked for by hand before its turn, by whoever may cancel, and says since when it waits', async () => {
    const { result, pagoId } = await desk.pay();
    const id = result.idFactura ?? 0;
    const ask = (as: 'cobranza' | 'tags' = 'cobranza', which = id) =>
      app.call('POST', '/factura/consultarcancelacion', { as, body: { id: which } });
    const shown = async () => envelope(await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' })).data;
    expect(refusalOf(await ask())).toMatch(/ya no está en cancelación/);
    expect(await shown()).toMatchObject({ fechaSolicitudCancelacion: '' });
    pac.next('cancel', 'async');
    const asked = wallClockInZone(app.clock.now(), 'America/Mexico_City');
    await desk.cancelPago(pagoId);
    expect(await shown()).toMatchObject({ fechaSolicitudCancelacion: asked });
    expect(envelope(await ask())).toMatchObject({
      success: true,
      message: 'La cancelación sigue en proceso. El SAT recibió la solicitud y todavía no la confirma',
    });
    expect(await desk.pagoStatus(pagoId)).toBe('en_cancelacion');
    expect((await ask('tags')).status).toBe(403);
    expect((await ask('cobranza', 999_999)).status).toBe(404);
    await pac.resolve((await desk.facturaRow(id)).uuid ?? '', 'cancelled');
    expect(envelope(await ask())).toMatchObject({ success: true, message: 'La factura ha sido cancelada' });
    expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'cancelada' });
    expect(await shown()).toMatchObject({ fechaSolicitudCancelacion: '' });
    expect(refusalOf(await ask())).toMatch(/ya no está en cancelación/);
  });

  describe('that the authority took and has nothing of', () => {
    const lost = async () => {
      const paid = await desk.payStamped();
      pac.next('cancel', 'lost');
      await desk.cancelPago(paid.pagoId);
      return paid;
    };
    const shown = async (id: number) => envelope(await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' })).data;
    const act = (what: 'retirar' | 'repetir', id: number, as: 'cobranza' | 'tags' = 'cobranza') =>
      app.call('POST', `/factura/${what}cancelacion`, {
        as,
        body: what === 'retirar' ? { id, razon: 'Se pidió por error' } : { id },
      });
    const untilStuck = async () => {
      for (let time = 0; time < 5; time += 1) await desk.sweepLater();
    };

    it('is told as such only after a while, and may be taken back: invoice and payment are as before', async () => {
      const { id, pagoId, cargoId } = await lost();
      expect(refusalOf(await act('retirar', id))).toMatch(/todavía puede contestar/);
      expect(refusalOf(await act('repetir', id))).toMatch(/todavía puede contestar/);
      await untilStuck();
      expect(await shown(id)).toMatchObject({ status: 'en_cancelacion', cancelacion: { atorada: true, veces: 6 } });
      expect((await act('retirar', id, 'tags')).status).toBe(403);
      expect(envelope(await act('retirar', id)).message).toBe(
        'La factura sigue vigente. Se retiró la solicitud: Se pidió por error',
      );
      expect(await desk.pagoStatus(pagoId)).toBe('recibido');
      expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
      expect(await shown(id)).toMatchObject({ cancelacion: null });
      expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
      expect(refusalOf(await act('retirar', id))).toMatch(/ya no está en cancelación/);
      await desk.expectAudited(/^Se retira la solicitud de cancelar la factura A-\d+, .* Se pidió por error$/);
      // It can be cancelled anew.
      expect(envelope(await desk.cancelPago(pagoId)).success).toBe(true);
      expect(await desk.facturaRow(id)).toMatchObject({ status: 'cancelada' });
    });

    it('is no sooner told as such for being asked about often', async () => {
      const { id } = await lost();
      const ask = () => app.call('POST', '/factura/consultarcancelacion', { as: 'cobranza', body: { id } });
      for (let click = 0; click < 6; click += 1) await ask();
      expect(await shown(id)).toMatchObject({ cancelacion: { atorada: false } });
      expect(refusalOf(await act('retirar', id))).toMatch(/todavía puede contestar/);
      for (let minutes = 0; minutes < 45; minutes += 3) {
        app.clock.advance(3 * 60_000);
        await ask();
      }
      expect(await shown(id)).toMatchObject({ cancelacion: { atorada: false } });
      await untilStuck();
      expect(await shown(id)).toMatchObject({ cancelacion: { atorada: true } });
      // Nor where it was sent anew.
      pac.next('cancel', 'lost');
      await act('repetir', id);
      for (let click = 0; click < 6; click += 1) await ask();
      expect(await shown(id)).toMatchObject({ cancelacion: { atorada: false } });
    });

    it('may be asked for again', async () => {
      const { id, pagoId } = await lost();
      await untilStuck();
      expect(envelope(await act('repetir', id)).message).toBe('La factura ha sido cancelada');
      expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
      await desk.expectAudited(/^Se volvió a pedir la cancelación de la factura A-\d+/);
    });

    it('is not taken back once the authority has it', async () => {
      const { id, pagoId } = await lost();
      await untilStuck();
      // It comes through elsewhere, in process first.
      pac.next('cancel', 'async');
      expect(envelope(await act('repetir', id)).message).toMatch(/^Se volvió a pedir/);
      expect(refusalOf(await act('retirar', id))).toMatch(/todavía puede contestar/);
      const { uuid } = await desk.facturaRow(id);
      expect(await pac.resolve(uuid ?? '', 'cancelled')).toBe(true);
      await desk.sweepLater();
      expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
    });

    it('is cancelled after all where the authority says so when it is taken back', async () => {
      const { id, pagoId } = await lost();
      await untilStuck();
      pac.next('status', 'error');
      expect(envelope(await act('retirar', id)).message).toMatch(/^Todavía no se puede retirar/);
      expect(await desk.pagoStatus(pagoId)).toBe('en_cancelacion');
      // Asked again by itself, and taken back then.
      await desk.sweepLater();
      expect(await desk.pagoStatus(pagoId)).toBe('recibido');
      expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
    });
  });

  describe('that somebody decides of while it is being asked about', () => {
    const stuck = async () => {
      const paid = await desk.payStamped();
      pac.next('cancel', 'lost');
      await desk.cancelPago(paid.pagoId);
      for (let time = 0; time < 5; time += 1) await desk.sweepLater();
      return paid;
    };
    const retirar = (id: number) =>
      app.call('POST', '/factura/retirarcancelacion', { as: 'cobranza', body: { id, razon: 'Se pidió por error' } });
    const repetir = (id: number) =>
      app.call('POST', '/factura/repetircancelacion', { as: 'administrador', body: { id } });
    /** The sweep has asked for the state, and has no answer yet. */
    const whileAsked = async (id: number, act: (id: number) => Promise<Reply>) => {
      app.clock.advance(3_600_000);
      pac.next('status', { slow: 140 }, 5);
      const sweep = app.invoicing.sweep(await app.community());
      await vi.waitFor(async () => {
        const leased = await app.query(
          `SELECT 1 FROM ${SCHEMA}.cancelacion_factura WHERE factura_id = $1 AND arriendo IS NOT NULL`,
          [id],
        );
        expect(leased).toHaveLength(1);
      });
      const reply = envelope(await act(id));
      await sweep;
      pac.calm();
      return reply;
    };

    it('is taken back by the next answer', async () => {
      const { id, pagoId } = await stuck();
      expect((await whileAsked(id, retirar)).message).toMatch(/^La factura sigue vigente\. Se retiró/);
      expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
      expect(await desk.pagoStatus(pagoId)).toBe('recibido');
    });

    it('is sent anew', async () => {
      const { id, pagoId } = await stuck();
      expect((await whileAsked(id, repetir)).message).toBe('La factura ha sido cancelada');
      expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
    });

    it.each(['ok', 'slow', 'error'] as const)(
      'in two ways at once (%s): one is accepted and carried out, the others are told',
      async (how) => {
        const { id, pagoId } = await stuck();
        if (how === 'slow') pac.next('status', { slow: 100 });
        if (how === 'error') pac.next('status', 'error', 2);
        const after = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.bitacora`);
        const replies = await Promise.all([retirar(id), repetir(id), retirar(id), repetir(id)]);
        const accepted = replies.map(envelope).filter(({ success }) => success);
        expect(accepted).toHaveLength(1);
        pac.calm();
        await desk.sweepLater();
        const audited = await app.query<{ nota: string }>(
          `SELECT nota FROM ${SCHEMA}.bitacora WHERE id > $1 AND (nota LIKE 'Se retira la%' OR nota LIKE 'Se volvió a%')`,
          [after[0]?.id],
        );
        expect(audited).toHaveLength(1);
        const withdrawn = audited[0]?.nota.startsWith('Se retira');
        expect(await desk.facturaRow(id)).toMatchObject({ status: withdrawn ? 'facturada' : 'cancelada' });
        expect(await desk.pagoStatus(pagoId)).toBe(withdrawn ? 'recibido' : 'cancelado');
      },
    );
  });

  describe('of which nobody tells', () => {
    const shown = async (id: number) => envelope(await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' })).data;
    const act = (what: 'retirar' | 'repetir', id: number, as: 'cobranza' | 'director', codeAutorizacion?: string) =>
      app.call('POST', `/factura/${what}cancelacion`, {
        as,
        body: { id, ...(what === 'retirar' && { razon: 'En el portal sigue vigente' }), codeAutorizacion },
      });
    const silent = async (mode: 'error' | 'missing') => {
      const paid = await desk.payStamped();
      pac.next('cancel', 'lost', 200);
      pac.next('status', mode, 200);
      await desk.cancelPago(paid.pagoId);
      return paid;
    };
    const days = async (count: number) => {
      for (let hours = 0; hours < count * 24; hours += 6) {
        app.clock.advance(6 * 3_600_000);
        await app.invoicing.sweep(await app.community());
      }
    };

    it.each(['error', 'missing'] as const)(
      '(%s) is stuck after 72 hours, and is taken back by whoever directs, with a code',
      async (mode) => {
        const { id, pagoId, cargoId } = await silent(mode);
        const since = wallClockInZone(app.clock.now(), 'America/Mexico_City');
        await days(2);
        expect(await shown(id)).toMatchObject({ cancelacion: { atorada: false, sinRespuesta: '' } });
        expect(refusalOf(await act('retirar', id, 'director', await createCode(app)))).toMatch(
          /todavía puede contestar/,
        );
        await days(2);
        expect(await shown(id)).toMatchObject({ cancelacion: { atorada: true, sinRespuesta: since } });
        expect(refusalOf(await act('retirar', id, 'cobranza', await createCode(app)))).toMatch(
          /la decide quien dirige/,
        );
        expect(refusalOf(await act('retirar', id, 'director'))).toBe('Escriba el código de autorización');
        expect(envelope(await act('retirar', id, 'director', 'no existe')).success).toBe(false);
        expect(await desk.facturaRow(id)).toMatchObject({ status: 'en_cancelacion' });
        expect(envelope(await act('retirar', id, 'director', await createCode(app))).message).toMatch(
          /^La factura sigue vigente\. Se retiró/,
        );
        expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
        expect(await desk.pagoStatus(pagoId)).toBe('recibido');
        expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
        await desk.expectAudited(
          /^Se retira la solicitud .* de la que nadie dice en qué va desde hace 72 horas\. En el /,
        );
      },
    );

    it('is taken back only where the authority, asked once more, does not say otherwise', async () => {
      const { id, pagoId } = await silent('error');
      await days(4);
      pac.calm();
      await pac.cancelElsewhere((await desk.facturaRow(id)).uuid ?? '');
      expect(envelope(await act('retirar', id, 'director', await createCode(app))).message).toMatch(
        /^El SAT ya la había cancelado/,
      );
      expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
    });

    it('is sent anew without asking for the state first', async () => {
      const { id, pagoId } = await silent('error');
      await days(4);
      pac.calm();
      pac.next('status', 'error', 3);
      expect(refusalOf(await act('repetir', id, 'cobranza', await createCode(app)))).toMatch(/la decide quien dirige/);
      expect(envelope(await act('repetir', id, 'director', await createCode(app))).message).toBe(
        'La factura ha sido cancelada',
      );
      expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
      await desk.expectAudited(
        /^Se volvió a pedir la cancelación .* de la que nadie dice en qué va desde hace 72 horas$/,
      );
    });

    it('lets the provider go once it is taken back', async () => {
      const { id } = await silent('error');
      await days(4);
      await app.query(`UPDATE ${SCHEMA}.timbrado SET proveedor = 'sw_pruebas', usuario = 'cuenta'`);
      await app.query(`UPDATE ${SCHEMA}.factura SET proveedor = 'sw' WHERE id = $1`, [id]);
      const change = () => app.call('POST', '/timbrado/save', { as: 'director', body: { proveedor: 'simulador' } });
      expect(refusalOf(await change())).toMatch(/^1 factura espera /);
      await app.query(`UPDATE ${SCHEMA}.factura SET proveedor = 'simulador' WHERE id = $1`, [id]);
      await act('retirar', id, 'director', await createCode(app));
      await app.query(`UPDATE ${SCHEMA}.factura SET proveedor = 'sw' WHERE id = $1`, [id]);
      expect(envelope(await change()).success).toBe(true);
      await app.query(`UPDATE ${SCHEMA}.factura SET proveedor = 'simulador' WHERE id = $1`, [id]);
    });

    it('for once, among answers that it stands, takes none of them back', async () => {
      const { id } = await desk.payStamped();
      pac.next('cancel', 'lost');
      await desk.cancelFactura(id);
      for (let time = 0; time < 5; time += 1) {
        if (time > 0) {
          // Of all that wait here.
          pac.next('status', time % 2 === 0 ? 'error' : 'missing', 20);
          // Not found, it is sent again.
          pac.next('cancel', 'lost', 20);
          await desk.sweepLater();
          pac.calm();
        }
        expect(await shown(id)).toMatchObject({ cancelacion: { atorada: false } });
        await desk.sweepLater();
      }
      expect(await shown(id)).toMatchObject({ cancelacion: { atorada: true, sinRespuesta: '' } });
      expect(envelope(await act('retirar', id, 'cobranza')).message).toMatch(/^La factura sigue vigente/);
    });
  });

  it.each(CODIGOS_DE_RECHAZO)('%s is a refusal with its code, that leaves everything as before', async (code) => {
    const { id, pagoId } = await shared();
    pac.next('cancel', { code });
    expect(refusalOf(await desk.cancelFactura(id))).toMatch(
      new RegExp(`^El proveedor no canceló la factura. ${code}: `),
    );
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
    expect(await desk.pagoStatus(pagoId)).toBe('recibido');
  });

  it.each(['CACFDI33', 'CASD', '708', 'AU2001'])(
    '%s of the provider’s own is no end: it is asked again',
    async (code) => {
      const { id } = await desk.payStamped();
      pac.next('cancel', { code });
      expect(envelope(await desk.cancelFactura(id)).message).toMatch(/^Se solicitó la cancelación/);
      const shown = envelope(await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' })).data;
      expect(shown).toMatchObject({ status: 'en_cancelacion', cancelacion: { codigo: code } });
      await desk.sweepLater();
      expect(await desk.facturaRow(id)).toMatchObject({ status: 'cancelada' });
    },
  );

  it('tells before what the authority asks for', async () => {
    const { id } = await shared();
    const told = async () => envelope(await app.call('GET', `/factura/cancelable/${id}`, { as: 'cobranza' })).data;
    for (const esCancelable of ['sin_aceptacion', 'con_aceptacion', 'no_cancelable'] as const) {
      pac.next('status', { esCancelable });
      expect(await told()).toMatchObject({
        respuesta: esCancelable,
        aviso: expect.stringMatching(/^El (SAT|receptor) /),
      });
    }
    pac.next('status', 'error');
    expect(await told()).toMatchObject({ respuesta: 'sin_respuesta' });
    expect((await app.call('GET', `/factura/cancelable/${id}`, { as: 'tags' })).status).toBe(403);
    expect((await app.call('GET', '/factura/cancelable/999999', { as: 'cobranza' })).status).toBe(404);
  });

  it('tells the legal limit before, and once it has passed what to do instead, and forbids nothing', async () => {
    const { id } = await desk.payStamped();
    const dated = async (fecha: string) => {
      await app.query(`UPDATE ${SCHEMA}.factura SET fecha_emision = $2 WHERE id = $1`, [id, fecha]);
      const told = await app.call('GET', `/factura/plazo/${id}`, { as: 'cobranza' });
      const shown = await app.call('GET', `/factura/get/${id}`, { as: 'tags' });
      const { plazo } = envelope(shown).data as Factura;
      expect(envelope(told).data).toEqual(plazo);
      return plazo;
    };
    // The issuer of the demo is a legal person; today is of 2026, whatever the tests before made of it.
    const year = Number(app.clock.now().toISOString().slice(0, 4));
    expect(await dated(`${year}-01-02 10:00:00`)).toMatchObject({
      limite: `${year + 1}-03-31`,
      vencido: false,
      aviso: expect.stringMatching(
        new RegExp(
          `^Por ley se puede cancelar hasta el 31-03-${year + 1}: quedan \\d+ días\\. Confirme con su contador$`,
        ),
      ),
    });
    expect(await dated(`${year - 2}-12-31 23:00:00`)).toMatchObject({
      limite: `${year - 1}-03-31`,
      vencido: true,
      aviso: expect.stringMatching(/terminó el 31-03-.* CFDI de egreso .*01.*03.* confirme con su contador$/),
    });
    expect((await app.call('GET', `/factura/plazo/${id}`, { as: 'tags' })).status).toBe(403);
    expect((await app.call('GET', '/factura/plazo/999999', { as: 'cobranza' })).status).toBe(404);
    expect(envelope(await desk.cancelFactura(id)).success).toBe(true);
    expect(envelope(await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' })).data).toMatchObject({
      plazo: null,
    });
    pac.next('stamp', 'timeout-before');
    const pending = (await desk.pay()).result.idFactura;
    expect(refusalOf(await app.call('GET', `/factura/plazo/${pending}`, { as: 'cobranza' }))).toMatch(
      /no está timbrada/,
    );
    await desk.sweepLater();
  });

  it.each([
    ['without a certificate', 'activo = false', /Falta el certificado/],
    ['with one that has expired', "valido_hasta = '2026-11-01T00:00:00Z'", /ya venció/],
    ['with another issuer’s', "rfc = 'OTR850101AB1'", /Falta el certificado de sello digital de (?!OTR)/],
  ])('is refused %s, before anything is locked', async (_what, set, words) => {
    const { id } = await shared();
    const [antes] = await app.query<{ id: number; rfc: string; valido_hasta: Date }>(
      `SELECT id, rfc, valido_hasta FROM ${SCHEMA}.certificado WHERE activo`,
    );
    await app.query(`UPDATE ${SCHEMA}.certificado SET ${set} WHERE id = $1`, [antes?.id]);
    expect(refusalOf(await desk.cancelFactura(id))).toMatch(words);
    await app.query(`UPDATE ${SCHEMA}.certificado SET activo = true, rfc = $2, valido_hasta = $3 WHERE id = $1`, [
      antes?.id,
      antes?.rfc,
      antes?.valido_hasta,
    ]);
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
  });

  it('elsewhere is found at night, told once by letter and in the lists, and mended by cancelling here', async () => {
    const { id, pagoId } = await desk.payStamped();
    const other = await desk.payStamped();
    const row = await desk.facturaRow(id);
    const letters = async () =>
      (
        await app.query(
          `SELECT 1 FROM ${SCHEMA}.correo_saliente WHERE asunto = 'La factura A-${row.folio} está cancelada en el SAT'`,
        )
      ).length;
    const night = async () => {
      app.clock.advance(24 * 3_600_000);
      return app.invoicing.watch(await app.community());
    };
    const shown = async (which: number) =>
      envelope(await app.call('GET', `/factura/get/${which}`, { as: 'cobranza' })).data as Factura;
    const listed = async () =>
      (
        (await app.call('GET', '/factura/allpaginable', { as: 'cobranza' })).body as {
          canceladasFuera: { id: number; folio: string }[];
        }
      ).canceladasFuera;
    expect((await shown(id)).sat).toEqual({ estado: '', consultado: '' });
    expect(await night()).toMatchObject({ consultadas: expect.any(Number), canceladas: 0 });
    expect((await shown(id)).sat).toMatchObject({ estado: 'vigente', consultado: expect.stringMatching(/^2026-/) });
    await pac.cancelElsewhere(row.uuid ?? '');
    expect(await night()).toMatchObject({ canceladas: 1 });
    expect(await night()).toMatchObject({ canceladas: 0 });
    expect(await letters()).toBe(1);
    expect(await listed()).toEqual([{ id, folio: `A-${row.folio}` }]);
    expect(await shown(id)).toMatchObject({ status: 'facturada', sat: { estado: 'cancelada' } });
    expect((await shown(other.id)).sat.estado).toBe('vigente');
    await desk.expectAudited(
      new RegExp(`^El SAT tiene por cancelada la factura A-${row.folio}, que aquí sigue vigente$`),
    );
    expect(envelope(await desk.cancelPago(pagoId))).toMatchObject({ success: true });
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'cancelada' });
    expect(await listed()).toEqual([]);
    expect((await shown(id)).acuse).toContain('EstatusUUID="202"');
    expect((await shown(id)).sat.estado).toBe('cancelada');
  });

  it('what the authority says on the way, and confirms, is how it has the invoice from then on', async () => {
    const { id } = await desk.payStamped();
    const sat = async () =>
      (envelope(await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' })).data as Factura).sat;
    app.clock.advance(24 * 3_600_000);
    await app.invoicing.watch(await app.community());
    expect(await sat()).toMatchObject({ estado: 'vigente' });
    pac.next('cancel', 'async');
    await desk.cancelFactura(id);
    await desk.sweepLater();
    expect(await sat()).toMatchObject({ estado: 'en_proceso' });
    pac.next('status', 'error', 20);
    await desk.sweepLater();
    expect(await sat()).toMatchObject({ estado: 'en_proceso' });
    pac.calm();
    await pac.resolve((await desk.facturaRow(id)).uuid ?? '', 'cancelled');
    await desk.sweepLater();
    const confirmed = wallClockInZone(app.clock.now(), 'America/Mexico_City');
    expect(await sat()).toEqual({ estado: 'cancelada', consultado: confirmed });
    app.clock.advance(24 * 3_600_000);
    await app.invoicing.watch(await app.community());
    expect(await sat()).toEqual({ estado: 'cancelada', consultado: confirmed });
  });

  it('what the authority refuses, or somebody takes back, gives its code’s use back, with a trace', async () => {
    const codigo = await createCode(app, 1);
    const left = async () =>
      app.query<{ cantidad: number; usos: string[] }>(
        `SELECT cantidad, (SELECT array_agg(operacion ORDER BY id) FROM ${SCHEMA}.codigo_uso WHERE codigo_id = c.id) AS usos
        FROM ${SCHEMA}.codigo_autorizacion c WHERE codigo = $1`,
        [codigo],
      );
    const { result, pagoId } = await desk.pay();
    const cancel = async (path: string, body: object) =>
      app.call('POST', path, {
        as: 'cobranza',
        body: { ...(await desk.cancellation()), ...body, codeAutorizacion: codigo },
      });
    for (const [path, body] of [
      ['/factura/cancelarpago', { id: pagoId, name: 'sancion' }],
      ['/factura/cancelarfactura', { id: result.idFactura }],
    ] as const) {
      pac.next('cancel', 'reject');
      expect(refusalOf(await cancel(path, body))).not.toMatch(/código/i);
      expect(await left()).toMatchObject([{ cantidad: 1 }]);
    }
    // Later too, when the authority answers at last.
    pac.next('cancel', 'async');
    await cancel('/factura/cancelarpago', { id: pagoId, name: 'sancion' });
    expect(await left()).toMatchObject([{ cantidad: 0 }]);
    await pac.resolve((await desk.facturaRow(result.idFactura ?? 0)).uuid ?? '', 'rejected');
    await desk.sweepLater();
    const [after] = await left();
    expect(after?.cantidad).toBe(1);
    expect(after?.usos.filter((uso) => uso.startsWith('Uso devuelto'))).toHaveLength(3);
    // Done, it is spent.
    expect(envelope(await cancel('/factura/cancelarpago', { id: pagoId, name: 'sancion' })).success).toBe(true);
    expect(await left()).toMatchObject([{ cantidad: 0 }]);
  });

  it('a month is one file: XML and PDF of each, the acknowledgement of the cancelled', async () => {
    const one = await desk.payStamped();
    const two = await desk.payStamped();
    await desk.cancelFactura(two.id);
    const [row] = await app.query<{ mes: string }>(
      `SELECT to_char(fecha_emision, 'MM/YYYY') AS mes FROM ${SCHEMA}.factura WHERE id = $1`,
      [one.id],
    );
    const response = await app.server.inject({
      method: 'GET',
      url: `/api/v1/factura/zip/${row?.mes}`,
      headers: { host: 'encinos.test', authorization: `Bearer ${await app.tokenOf('cobranza')}` },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/zip/);
    const files = unzipSync(response.rawPayload);
    const of = async (id: number) => {
      const { folio } = await desk.facturaRow(id);
      return Object.keys(files).filter((name) => name.startsWith(`A-${folio}_`));
    };
    expect(await of(one.id)).toEqual([expect.stringMatching(/\.xml$/), expect.stringMatching(/\.pdf$/)]);
    const cancelled = await of(two.id);
    expect(cancelled).toHaveLength(3);
    expect(cancelled[2]).toMatch(/_acuse\.xml$/);
    const [xml = '', pdf = ''] = await of(one.id);
    expect(Buffer.from(files[xml] ?? []).equals(await desk.bytesOf(one.id, 'timbrado'))).toBe(true);
    expect(Buffer.from(files[pdf] ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
    // One of each person at a time: the others are told before the first byte, and the next is made.
    const token = await app.tokenOf('cobranza');
    const ask = () =>
      app.server.inject({
        url: `/api/v1/factura/zip/${row?.mes}`,
        headers: { host: 'encinos.test', authorization: `Bearer ${token}` },
      });
    const several = await Promise.all(Array.from({ length: 5 }, ask));
    const whole = several.filter(({ headers }) => headers['content-type'] === 'application/zip');
    expect(whole).toHaveLength(1);
    expect(Object.keys(unzipSync(whole[0]?.rawPayload ?? new Uint8Array())).length).toBeGreaterThan(1);
    for (const other of several.filter((reply) => !whole.includes(reply))) {
      expect(other.json()).toMatchObject({
        success: false,
        message: expect.stringMatching(/^Ya se está haciendo un ZIP/),
      });
      expect(other.headers['content-disposition']).toBeUndefined();
    }
    expect((await ask()).headers['content-type']).toBe('application/zip');
    // Whoever goes at any moment may ask again: before it is read which invoices there are, meanwhile, and afterwards.
    const port = Number(new URL(await app.server.listen({ host: '127.0.0.1', port: 0 })).port);
    for (const ms of [1, 8]) {
      await goneAfter(ms, port, `/api/v1/factura/zip/${row?.mes}`, token);
      await vi.waitFor(async () => expect((await ask()).headers['content-type']).toBe('application/zip'), 15_000);
    }
    const empty = await app.call('GET', '/factura/zip/01/2019', { as: 'cobranza' });
    expect(refusalOf(empty)).toBe('Ese mes no tiene facturas timbradas. Elija otro');
    // Draws every document of the month.
  }, 90_000);

  it('an invoice is asked about by hand; who does not answer leaves what was known', async () => {
    const { id } = await shared();
    const ask = () => app.call('POST', '/factura/consultarsat', { as: 'cobranza', body: { id } });
    expect(envelope(await ask()).message).toBe('El SAT la tiene vigente');
    pac.next('status', 'error');
    expect(refusalOf(await ask())).toMatch(/^El SAT no contestó/);
    expect((await app.call('POST', '/factura/consultarsat', { as: 'cobranza', body: { id: 999_999 } })).status).toBe(
      404,
    );
  });

  it('of a provider that does not answer at night the rest is left for another', async () => {
    pac.next('status', 'error', 100);
    app.clock.advance(24 * 3_600_000);
    const done = await app.invoicing.watch(await app.community());
    expect(done.consultadas).toBeLessThanOrEqual(10);
    expect(done.canceladas).toBe(0);
  });

  it('by motive 04 is of global invoices alone', async () => {
    const { id } = await shared();
    const [motivo] = await app.query<{ id: number }>(
      `SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '04'`,
    );
    const body = { id, ...(await desk.cancellation()), idMotivoCancelacion: motivo?.id };
    expect(refusalOf(await app.call('POST', '/factura/cancelarfactura', { as: 'cobranza', body }))).toMatch(
      /^El motivo 04 es sólo de facturas globales/,
    );
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
  });

  it('refused by the receptor leaves everything as before', async () => {
    const { result, pagoId, cargoId } = await desk.pay();
    const id = result.idFactura ?? 0;
    pac.next('cancel', 'async');
    await desk.cancelPago(pagoId);
    const { uuid } = await desk.facturaRow(id);
    await pac.resolve(uuid ?? '', 'rejected');
    await desk.sweepLater();
    expect(await desk.pagoStatus(pagoId)).toBe('recibido');
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
    expect(envelope(await desk.cancelPago(pagoId))).toMatchObject({
      success: true,
      message: 'El pago ha sido cancelado',
    });
    // The provider acknowledged each of the two, and both are kept.
    const [kept] = await app.query<{ acuses: number }>(
      `SELECT count(*)::int AS acuses FROM ${SCHEMA}.factura_documento WHERE factura_id = $1 AND clase = 'acuse'`,
      [id],
    );
    expect(kept?.acuses).toBe(2);
  });

  it('with a payment takes a folio as it is pasted, and says what is wrong with another text', async () => {
    const { id, pagoId } = await desk.payStamped();
    const cancel = async (folioSustitucion: string) =>
      app.call('POST', '/factura/cancelarpago', {
        as: 'cobranza',
        body: { id: pagoId, name: 'sancion', ...(await desk.cancellation()), folioSustitucion },
      });
    const wrong = await cancel('1984BFA2');
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({
      errors: [{ path: 'folioSustitucion', message: 'Escriba un folio fiscal de 36 caracteres' }],
    });
    // Motive 02 sends none.
    expect(envelope(await cancel(` ${(await desk.facturaRow(id)).uuid} `)).message).toBe('El pago ha sido cancelado');
  });

  it('that is refused at once says why and gives nothing away', async () => {
    const { result, pagoId } = await desk.pay();
    pac.next('cancel', 'reject');
    expect(refusalOf(await desk.cancelFactura(result.idFactura ?? 0))).toMatch(/El proveedor no canceló la factura/);
    expect(await desk.pagoStatus(pagoId)).toBe('recibido');
    expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'facturada' });
  });

  it('with no certain answer is asked after, and carried out once', async () => {
    const { result, pagoId, cargoId } = await desk.pay();
    pac.next('cancel', 'timeout-after');
    await desk.cancelPago(pagoId);
    expect(await desk.pagoStatus(pagoId)).toBe('en_cancelacion');
    await desk.sweepLater();
    expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
    expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'cancelada' });
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 100_000 });
  });

  it('an invoice alone leaves its payment received and free to be invoiced again', async () => {
    const { result, pagoId, loteId } = await desk.pay();
    expect(envelope(await desk.cancelFactura(result.idFactura ?? 0)).message).toBe('La factura ha sido cancelada');
    expect(await desk.pagoStatus(pagoId)).toBe('recibido');
    const again = await app.call('POST', '/factura/save', {
      as: 'cobranza',
      body: await desk.saveBody(loteId, [pagoId]),
    });
    expect(envelope(again).success).toBe(true);
  });

  it('takes a payment whose invoice was not stamped yet without asking anybody', async () => {
    pac.next('stamp', 'reject');
    const { pagoId, cargoId } = await desk.pay();
    expect(envelope(await desk.cancelPago(pagoId))).toMatchObject({ success: true });
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 100_000 });
  });

  it('by motive 01 takes the invoice that takes its place, stamped before', async () => {
    const { result, pagoId } = await desk.pay();
    const id = result.idFactura ?? 0;
    const [motivo] = await app.query<{ id: number }>(
      `SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '01'`,
    );
    const body = { id, ...(await desk.cancellation()), idMotivoCancelacion: motivo?.id };
    const cancel = (folioSustitucion: string) =>
      app.call('POST', '/factura/cancelarfactura', { as: 'cobranza', body: { ...body, folioSustitucion } });
    expect(refusalOf(await cancel(''))).toMatch(/pide el folio fiscal/);
    const substitute = await app.call('POST', '/factura/sustituir', { as: 'cobranza', body: { id } });
    const newId = Number(envelope(substitute).data);
    const { uuid } = await desk.facturaRow(newId);
    expect(envelope(await cancel(uuid ?? ''))).toMatchObject({ success: true });
    const rows = await app.query<{ factura_id: number; viva: boolean }>(
      `SELECT factura_id, viva FROM ${SCHEMA}.factura_concepto WHERE pago_id = $1 ORDER BY factura_id`,
      [pagoId],
    );
    expect(rows).toEqual([
      { factura_id: id, viva: false },
      { factura_id: newId, viva: true },
    ]);
  });
});

describe('another provider than it was stamped with', () => {
  const configure = (proveedor: string) =>
    app.query(`UPDATE ${SCHEMA}.timbrado SET proveedor = $1, usuario = 'cuenta', contrasena = NULL`, [proveedor]);
  const stampedBy = (id: number, proveedor: string) =>
    app.query(`UPDATE ${SCHEMA}.factura SET proveedor = $2 WHERE id = $1`, [id, proveedor]);
  const toSimulator = () => app.call('POST', '/timbrado/save', { as: 'director', body: { proveedor: 'simulador' } });

  it('cancels nothing: it has no account of the one that did', async () => {
    const { id } = await desk.payStamped();
    await stampedBy(id, 'sw');
    expect(refusalOf(await desk.cancelFactura(id))).toMatch(/se timbró con «SW Sapien, producción»/);
    await stampedBy(id, 'simulador');
    expect(envelope(await desk.cancelFactura(id)).success).toBe(true);
  });

  it('is not chosen while one needs the account for its stamp, or for a cancellation that counts', async () => {
    pac.next('stamp', 'timeout-before');
    const pending = (await desk.pay()).result.idFactura ?? 0;
    const { id: cancelled } = await desk.payStamped();
    pac.next('cancel', 'async');
    await desk.cancelFactura(cancelled);
    await configure('sw_pruebas');
    await stampedBy(pending, 'sw_pruebas');
    await stampedBy(cancelled, 'sw');
    const wait = /^2 facturas esperan la respuesta de «SW Sapien, ambiente de pruebas»/;
    expect(refusalOf(await toSimulator())).toMatch(wait);
    await stampedBy(pending, 'simulador');
    expect(refusalOf(await toSimulator())).toMatch(/^1 factura espera /);
    await stampedBy(cancelled, 'simulador');
    expect(envelope(await toSimulator()).success).toBe(true);
    await pac.resolve((await desk.facturaRow(cancelled)).uuid ?? '', 'cancelled');
    await desk.sweepLater();
  });
});

describe('a substitute', () => {
  const motivoId = async (clave: string) =>
    (await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = $1`, [clave]))[0]
      ?.id;
  const cancelBy01 = async (id: number, substituteId: number): Promise<Reply> => {
    const { uuid } = await desk.facturaRow(substituteId);
    const body = {
      id,
      ...(await desk.cancellation()),
      idMotivoCancelacion: await motivoId('01'),
      folioSustitucion: uuid,
    };
    return app.call('POST', '/factura/cancelarfactura', { as: 'cobranza', body });
  };
  const substituteOf = (id: number) => app.call('POST', '/factura/sustituir', { as: 'cobranza', body: { id } });
  /** An invoice and the one that is to take its place. */
  const substituted = async () => {
    const paid = await desk.payStamped();
    const substitute = envelope(await substituteOf(paid.id));
    expect(substitute.success).toBe(true);
    return { ...paid, substituteId: Number(substitute.data) };
  };

  it('stamped, keeps payment and original from being cancelled beside it', async () => {
    const { id, substituteId, pagoId, result } = await substituted();
    const first = /tiene la sustituta A-\d+: cancélela primero/;
    expect(refusalOf(await desk.cancelPago(pagoId))).toMatch(first);
    expect(refusalOf(await desk.cancelFactura(id))).toMatch(first);
    const { uuid } = await desk.facturaRow(substituteId);
    const withFolio = await app.call('POST', '/factura/cancelarpago', {
      as: 'cobranza',
      body: {
        id: pagoId,
        name: 'sancion',
        ...(await desk.cancellation()),
        idMotivoCancelacion: await motivoId('01'),
        folioSustitucion: uuid,
      },
    });
    expect(refusalOf(withFolio)).toMatch(first);
    const correction = await app.call('POST', '/correccion/recibo', {
      as: 'cobranza',
      body: {
        tipo: 'devuelto',
        reciboId: result.recibo.id,
        codigo: await createCode(app),
        razon: 'Captura equivocada',
        idMotivoCancelacion: await motivoId('02'),
        idTipoRelacionFactura: (await desk.cancellation()).idTipoRelacionFactura,
      },
    });
    expect(refusalOf(correction)).toMatch(first);
    expect(await desk.pagoStatus(pagoId)).toBe('recibido');
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
    // The way that is told: the original by 01, and the payment with the substitute.
    expect(envelope(await cancelBy01(id, substituteId)).success).toBe(true);
    expect(envelope(await desk.cancelPago(pagoId)).success).toBe(true);
    expect(await desk.facturaRow(substituteId)).toMatchObject({ status: 'cancelada' });
    expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
  });

  it('still pending, keeps its original, and is the only one', async () => {
    const { id, pagoId } = await desk.payStamped();
    pac.next('stamp', 'timeout-before');
    expect(envelope(await substituteOf(id)).success).toBe(true);
    expect(refusalOf(await desk.cancelFactura(id))).toMatch(/tiene la sustituta A-\d+, que todavía se está timbrando/);
    expect(refusalOf(await desk.cancelPago(pagoId))).toMatch(/todavía se está timbrando/);
    expect(refusalOf(await substituteOf(id))).toMatch(/ya tiene la sustituta A-\d+\. Espere a que se timbre/);
    const shown = await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' });
    expect(envelope(shown).data).toMatchObject({ sustituta: { status: 'pendiente' }, sustituida: null });
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
  });

  it('is not substituted, and not cancelled, before its original has fallen', async () => {
    const { id, substituteId, pagoId } = await substituted();
    expect(refusalOf(await substituteOf(substituteId))).toMatch(/sustituye a la A-\d+, que aún no está cancelada/);
    pac.next('cancel', 'async');
    expect(envelope(await cancelBy01(id, substituteId)).message).toMatch(/en cancelación/);
    expect(refusalOf(await desk.cancelFactura(substituteId))).toMatch(/sustituye a la A-\d+, que está en cancelación/);
    expect(await pac.resolve((await desk.facturaRow(id)).uuid ?? '', 'cancelled')).toBe(true);
    await desk.sweepLater();
    const third = envelope(await substituteOf(substituteId));
    expect(third.success).toBe(true);
    expect(envelope(await cancelBy01(substituteId, Number(third.data))).message).toBe('La factura ha sido cancelada');
    const live = await app.query<{ factura_id: number }>(
      `SELECT factura_id FROM ${SCHEMA}.factura_concepto WHERE pago_id = $1 AND viva`,
      [pagoId],
    );
    expect(live).toEqual([{ factura_id: Number(third.data) }]);
  });

  it('that was cancelled leaves its original to be cancelled, and the payment free', async () => {
    const { id, substituteId, pagoId, loteId } = await substituted();
    const shown = async () => envelope(await app.call('GET', `/factura/get/${substituteId}`, { as: 'cobranza' })).data;
    expect(await shown()).toMatchObject({
      tipoRelacionFactura: { clave: '04' },
      folioFiscalRelacionar: (await desk.facturaRow(id)).uuid,
    });
    expect(envelope(await desk.cancelFactura(substituteId)).success).toBe(true);
    // What it is related with is the cancellation's now, type and folio alike.
    expect(await shown()).toMatchObject({ tipoRelacionFactura: { clave: '01' }, folioFiscalRelacionar: '' });
    expect(envelope(await desk.cancelFactura(id)).success).toBe(true);
    const again = await app.call('POST', '/factura/save', {
      as: 'cobranza',
      body: await desk.saveBody(loteId, [pagoId]),
    });
    expect(envelope(again).success).toBe(true);
  });

  it('that was cancelled leaves its original to be substituted anew, once', async () => {
    const { id, substituteId, pagoId } = await substituted();
    expect(envelope(await desk.cancelFactura(substituteId)).message).toBe('La factura ha sido cancelada');
    const asked = (await Promise.all([substituteOf(id), substituteOf(id)])).map(envelope);
    expect(asked.filter(({ success }) => success)).toHaveLength(1);
    expect(asked.find(({ success }) => !success)?.message).toMatch(/ya tiene la sustituta /);
    const second = Number(asked.find(({ success }) => success)?.data);
    const shown = await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' });
    expect(envelope(shown).data).toMatchObject({
      sustituta: { status: 'facturada' },
      folioSustituto: expect.stringMatching(new RegExp((await desk.facturaRow(second)).uuid ?? 'none', 'i')),
    });
    // The one that fell takes no place any more; the second does.
    expect(refusalOf(await cancelBy01(id, substituteId))).toMatch(/no es de una factura vigente que sustituya a ésta/);
    expect(envelope(await cancelBy01(id, second)).message).toBe('La factura ha sido cancelada');
    const live = await app.query<{ factura_id: number }>(
      `SELECT factura_id FROM ${SCHEMA}.factura_concepto WHERE pago_id = $1 AND viva`,
      [pagoId],
    );
    expect(live).toEqual([{ factura_id: second }]);
  });

  it('stands while its cancellation waits, and after it was refused', async () => {
    const { id, substituteId } = await substituted();
    pac.next('cancel', 'async');
    expect(envelope(await desk.cancelFactura(substituteId)).message).toMatch(/en cancelación/);
    expect(refusalOf(await substituteOf(id))).toMatch(/ya tiene la sustituta A-\d+, que está en cancelación/);
    await pac.resolve((await desk.facturaRow(substituteId)).uuid ?? '', 'rejected');
    await desk.sweepLater();
    expect(await desk.facturaRow(substituteId)).toMatchObject({ status: 'facturada' });
    expect(refusalOf(await substituteOf(id))).toMatch(
      /ya tiene la sustituta A-\d+\. Cancele la A-\d+ con el motivo 01/,
    );
  });
});

describe('correcting an invoiced receipt', () => {
  const correct = async (body: Record<string, unknown>, reasons: Record<string, unknown> = {}): Promise<Reply> => {
    const { idMotivoCancelacion, idTipoRelacionFactura } = await desk.cancellation();
    return app.call('POST', '/correccion/recibo', {
      as: 'cobranza',
      body: {
        codigo: await createCode(app),
        razon: 'Captura equivocada',
        idMotivoCancelacion,
        idTipoRelacionFactura,
        ...body,
        ...reasons,
      },
    });
  };
  const otherMethod = async () => {
    const metodos = (await app.call('GET', '/metodopago/all', { as: 'cobranza' })).body as { id: number }[];
    return { metodoPago: { id: metodos[1]?.id }, caja: desk.tender.caja, noCuenta: '9876' };
  };
  const receiptsOf = (loteId: number) =>
    app.query<{ id: number; corrige_id: number | null; total_centavos: number }>(
      `SELECT id, corrige_id, total_centavos FROM ${SCHEMA}.recibo WHERE lote_id = $1 ORDER BY id`,
      [loteId],
    );
  const fundOf = async (loteId: number) => {
    const [row] = await app.query<{ saldo: string }>(
      `SELECT coalesce(sum(monto_centavos), 0) AS saldo FROM ${SCHEMA}.fondo_movimiento WHERE lote_id = $1`,
      [loteId],
    );
    return Number(row?.saldo);
  };

  const lawsBroken = () => inLedger(app, (tx) => checkLaws(tx));

  it('cancels its invoice and books the receipt as it should have been, in one operation', async () => {
    const { result, pagoId, cargoId, loteId } = await desk.pay();
    const reply = await correct({ tipo: 'metodo', reciboId: result.recibo.id, ...(await otherMethod()) });
    expect(envelope(reply)).toMatchObject({
      success: true,
      message: 'La factura se canceló y el recibo quedó corregido',
    });
    expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'cancelada' });
    expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
    expect(await receiptsOf(loteId)).toMatchObject([{ corrige_id: null }, { corrige_id: result.recibo.id }]);
    expect(await lawsBroken()).toEqual([]);
  });

  it('asks for the reasons, and takes no substitution; nothing is changed', async () => {
    const { result, pagoId } = await desk.pay();
    const body = { tipo: 'devuelto', reciboId: result.recibo.id };
    expect(refusalOf(await correct(body, { idMotivoCancelacion: '', idTipoRelacionFactura: '' }))).toMatch(
      /está en la factura A-\d+. Elija el motivo/,
    );
    const [substituted] = await app.query<{ id: number }>(
      `SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '01'`,
    );
    expect(refusalOf(await correct(body, { idMotivoCancelacion: substituted?.id }))).toMatch(/motivo 02, 03 o 04/);
    expect(await desk.pagoStatus(pagoId)).toBe('recibido');
    expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'facturada' });
  });

  it('waits for a provider that confirms later; until then nothing else touches the receipt', async () => {
    const { result, pagoId, cargoId, loteId } = await desk.pay();
    const right = await createDeliveredLote(app);
    const body = { tipo: 'lote', reciboId: result.recibo.id, lote: { id: right.id } };
    pac.next('cancel', 'async');
    expect(envelope(await correct(body))).toMatchObject({
      success: true,
      message: expect.stringContaining('queda en cancelación'),
    });
    expect(await desk.pagoStatus(pagoId)).toBe('en_cancelacion');
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0 });
    expect(await fundOf(right.id)).toBe(0);
    expect(refusalOf(await correct(body))).toMatch(/en cancelación/);
    expect(refusalOf(await desk.cancelPago(pagoId))).toMatch(/ya está en cancelación/);
    const { uuid } = await desk.facturaRow(result.idFactura ?? 0);
    await pac.resolve(uuid ?? '', 'cancelled');
    await desk.sweepLater();
    expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 100_000, status: 'vigente' });
    expect(await fundOf(right.id)).toBe(100_000);
    expect(await receiptsOf(loteId)).toHaveLength(1);
    expect(await receiptsOf(right.id)).toMatchObject([{ corrige_id: result.recibo.id, total_centavos: 100_000 }]);
    expect(refusalOf(await correct(body))).toMatch(/ya fue corregido/);
    expect(await lawsBroken()).toEqual([]);
  });

  it('refused by the receptor leaves receipt and invoice as before', async () => {
    const { result, pagoId } = await desk.pay();
    pac.next('cancel', 'async');
    await correct({ tipo: 'devuelto', reciboId: result.recibo.id });
    const { uuid } = await desk.facturaRow(result.idFactura ?? 0);
    await pac.resolve(uuid ?? '', 'rejected');
    await desk.sweepLater();
    expect(await desk.pagoStatus(pagoId)).toBe('recibido');
    expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'facturada' });
    pac.next('cancel', 'reject');
    expect(refusalOf(await correct({ tipo: 'devuelto', reciboId: result.recibo.id }))).toMatch(/sigue como estaba/);
    expect(await desk.pagoStatus(pagoId)).toBe('recibido');
  });

  it('confirmed when the ledger no longer allows it, leaves the payments received and says why', async () => {
    const { result, pagoId, cargoId } = await desk.pay();
    const right = await createDeliveredLote(app);
    pac.next('cancel', 'async');
    await correct({ tipo: 'lote', reciboId: result.recibo.id, lote: { id: right.id } });
    await app.query(`UPDATE ${SCHEMA}.lote SET status = 'inactivo', status_anterior = 'entregado' WHERE id = $1`, [
      right.id,
    ]);
    const { uuid } = await desk.facturaRow(result.idFactura ?? 0);
    await pac.resolve(uuid ?? '', 'cancelled');
    await desk.sweepLater();
    expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ status: 'cancelada' });
    expect(await desk.pagoStatus(pagoId)).toBe('recibido');
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 0, status: 'pagado' });
    const [told] = await app.query<{ estado: string; mensaje: string }>(
      `SELECT estado, mensaje FROM ${SCHEMA}.correccion_recibo WHERE recibo_id = $1`,
      [result.recibo.id],
    );
    expect(told).toMatchObject({ estado: 'no_aplicada', mensaje: expect.stringContaining('está inactivo') });
    // Without its invoice it is corrected like any other.
    expect(envelope(await correct({ tipo: 'devuelto', reciboId: result.recibo.id })).success).toBe(true);
    expect(await chargeSums(app, cargoId)).toMatchObject({ saldo: 100_000 });
    expect(await lawsBroken()).toEqual([]);
  });
});

it('leaves a row in the audit log for everything that was asked for', () =>
  desk.expectAudited(
    /^Factura que sustituye a la A-\d+$/,
    /^Se solicitó cancelar la factura A-\d+ de \$1,000\.00\. /,
    /^El proveedor confirmó la cancelación de la factura A-\d+$/,
  ));

describe('lots without tax data, where they are left to the month', () => {
  const choose = (sinDatos: string) =>
    app.query(`UPDATE ${SCHEMA}.receptor_datos_fiscales SET sin_datos = $1`, [sinDatos]);
  const ofMonth = async (pagos: number[]) => {
    const [now] = [wallClockInZone(app.clock.now(), 'America/Mexico_City')];
    const [pago] = await app.query<{ mes: string }>(
      `SELECT to_char(fecha_pago, 'YYYY-MM') AS mes FROM ${SCHEMA}.pago WHERE id = $1`,
      [pagos[0]],
    );
    const [year, mes] = (pago?.mes ?? now).split('-').map(Number);
    return envelope(await app.call('POST', '/factura/global', { as: 'cobranza', body: { year, mes, pagos } }));
  };
  const global = async () => {
    await choose('global');
    const paid = [await desk.pay(), await desk.pay(), await desk.pay()];
    await choose('factura');
    const made = await ofMonth(paid.map(({ pagoId }) => pagoId));
    expect(made).toMatchObject({ success: true });
    return { paid, id: Number(made.data) };
  };
  const leave = async (id: number, loteId: number, as: 'cobranza' | 'tags' = 'cobranza') =>
    app.call('POST', '/factura/salirdeglobal', {
      as,
      body: { id, loteId, codeAutorizacion: await createCode(app), razon: 'Pidió su factura' },
    });
  const data = { nombre: 'JOSÉ MUÑOZ ÁVILA', rfc: 'MUAJ800101AB1', regimen: '605', uso: 'S01' };
  /** The live invoices of payments. */
  const liveOf = (pagoIds: number[]) =>
    app.query<{ pagoId: number; facturaId: number; tipo: string; status: string; rfc: string }>(
      `SELECT k.pago_id AS "pagoId", f.id AS "facturaId", f.tipo, f.status, f.receptor_rfc AS rfc
       FROM ${SCHEMA}.factura_concepto k JOIN ${SCHEMA}.factura f ON f.id = k.factura_id
       WHERE k.viva AND k.pago_id = ANY($1) ORDER BY k.pago_id`,
      [pagoIds],
    );

  it('get none at once, and lines of the global invoice as the authority asks for them', async () => {
    const { paid, id } = await global();
    for (const { result } of paid) {
      expect(result).toMatchObject({
        seFacturo: false,
        idFactura: null,
        responseFromProveedor: 'El lote no tiene datos fiscales: su pago va en la factura global del mes',
      });
    }
    const xml = (await desk.bytesOf(id, 'timbrado')).toString('utf8');
    const lines = xml.match(/<cfdi:Concepto [^>]*>/g) ?? [];
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toContain('ClaveProdServ="01010101"');
      expect(line).toContain('ClaveUnidad="ACT"');
      expect(line).toContain('Descripcion="Venta"');
      expect(line).toMatch(/NoIdentificacion="\d+-\d+"/);
    }
    const shown = envelope(await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' })).data as Factura;
    expect(shown.facturaConceptosList[0]?.descripcion).toMatch(/^Venta, recibo \d+-\d+$/);
    expect(shown.periodoGlobal).toMatchObject({ periodicidad: '04' });
    // A lot with its own data is invoiced at once all the same.
    await choose('global');
    const lote = await desk.chargedLote();
    await desk.giveTaxData(lote.loteId, data);
    expect((await desk.pay(lote)).result).toMatchObject({ seFacturo: true });
    await choose('factura');
  });

  it('leave it by one act: cancelled by 04, global again without them, and their own', async () => {
    const { paid, id } = await global();
    const [first] = paid;
    const loteId = first?.loteId ?? 0;
    expect(refusalOf(await leave(id, loteId))).toMatch(/no tiene datos fiscales. Captúrelos/);
    await desk.giveTaxData(loteId, data);
    expect((await leave(id, loteId, 'tags')).status).toBe(403);
    expect(refusalOf(await leave(id, (await desk.chargedLote()).loteId))).toMatch(/no tiene pagos en la factura/);
    expect(refusalOf(await leave((await shared()).id, loteId))).toMatch(/no es global/);
    expect(envelope(await leave(id, loteId)).message).toMatch(/^La factura global se canceló/);
    await desk.sweepLater();
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'cancelada' });
    const live = await liveOf(paid.map(({ pagoId }) => pagoId));
    expect(live).toMatchObject([
      { pagoId: first?.pagoId, tipo: 'ingreso', status: 'facturada', rfc: data.rfc },
      { pagoId: paid[1]?.pagoId, tipo: 'global', status: 'facturada' },
      { pagoId: paid[2]?.pagoId, tipo: 'global', status: 'facturada' },
    ]);
    expect(live[1]?.facturaId).toBe(live[2]?.facturaId);
    const [request] = await app.query<{ motivo: string }>(
      `SELECT motivo FROM ${SCHEMA}.cancelacion_factura WHERE factura_id = $1`,
      [id],
    );
    expect(request?.motivo).toBe('04');
    await desk.expectAudited(/^El lote .* sale de la factura global A-\d+ con \$1,000\.00\. Pidió su factura$/);
  });

  it('leave it once the authority has confirmed, and not where it refuses', async () => {
    const { paid, id } = await global();
    const pagoIds = paid.map(({ pagoId }) => pagoId);
    const loteId = paid[2]?.loteId ?? 0;
    await desk.giveTaxData(loteId, data);
    pac.next('cancel', { code: '204' });
    expect(refusalOf(await leave(id, loteId))).toMatch(/no canceló la factura global. 204/);
    expect(new Set((await liveOf(pagoIds)).map(({ facturaId }) => facturaId))).toEqual(new Set([id]));
    pac.next('cancel', 'async');
    expect(envelope(await leave(id, loteId)).message).toMatch(/^Se solicitó la cancelación/);
    expect(new Set((await liveOf(pagoIds)).map(({ facturaId }) => facturaId))).toEqual(new Set([id]));
    await pac.resolve((await desk.facturaRow(id)).uuid ?? '', 'cancelled');
    await desk.sweepLater();
    await desk.sweepLater();
    expect(await liveOf(pagoIds)).toMatchObject([
      { tipo: 'global', status: 'facturada' },
      { tipo: 'global', status: 'facturada' },
      { tipo: 'ingreso', status: 'facturada', rfc: data.rfc },
    ]);
  });

  it('keep the new global invoice when one of its payments falls before it is stamped', async () => {
    const { paid, id } = await global();
    const [leaving, falling, stays] = paid;
    await desk.giveTaxData(leaving?.loteId ?? 0, data);
    expect((await leave(id, leaving?.loteId ?? 0)).body).toMatchObject({ success: true });
    expect(envelope(await desk.cancelPago(falling?.pagoId ?? 0)).success).toBe(true);
    await desk.sweepLater();
    const [live] = await liveOf([stays?.pagoId ?? 0]);
    expect(live).toMatchObject({ tipo: 'global', status: 'facturada' });
    expect(await liveOf([falling?.pagoId ?? 0])).toEqual([]);
    expect((await desk.bytesOf(live?.facturaId ?? 0, 'timbrado')).toString('utf8')).toContain('Total="1000.00"');
    const [salida] = await app.query<{ id: number }>(
      `SELECT s.global_id AS id FROM ${SCHEMA}.salida_global s JOIN ${SCHEMA}.cancelacion_factura c ON c.id = s.cancelacion_id
       WHERE c.factura_id = $1`,
      [id],
    );
    expect(salida?.id).toBe(live?.facturaId);
  });

  it('do not leave it where what takes its place could not be stamped, which is told before', async () => {
    const { paid, id } = await global();
    const loteId = paid[0]?.loteId ?? 0;
    await desk.giveTaxData(loteId, { ...data, uso: 'G03' });
    expect(refusalOf(await leave(id, loteId))).toMatch(/^La factura del lote .* no se podría timbrar\. CFDI40161/);
    await app.query(
      `UPDATE ${SCHEMA}.datos_fiscales SET uso_cfdi_id = (SELECT id FROM ${SCHEMA}.uso_cfdi WHERE uso_cfdi = 'S01') WHERE lote_id = $1`,
      [loteId],
    );
    const form = (clave: string | null) =>
      app.query(
        `UPDATE ${SCHEMA}.metodo_pago SET forma_pago_cfdi_id = (SELECT id FROM ${SCHEMA}.forma_pago_cfdi WHERE forma_pago = $2)
         WHERE id = (SELECT metodo_pago_id FROM ${SCHEMA}.recibo r JOIN ${SCHEMA}.pago p ON p.recibo_id = r.id WHERE p.id = $1)`,
        [paid[1]?.pagoId, clave],
      );
    await form(null);
    expect(refusalOf(await leave(id, loteId))).toMatch(
      /no se podría generar\. El método «.*» no tiene forma de pago CFDI/,
    );
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
    expect(new Set((await liveOf(paid.map(({ pagoId }) => pagoId))).map(({ facturaId }) => facturaId))).toEqual(
      new Set([id]),
    );
    // Found out only once it is gone: nothing is guessed, and whoever answers for invoicing is written to.
    await form('02');
    pac.next('cancel', 'async');
    await leave(id, loteId);
    await form(null);
    await pac.resolve((await desk.facturaRow(id)).uuid ?? '', 'cancelled');
    await desk.sweepLater();
    await desk.sweepLater();
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'cancelada' });
    expect(await liveOf(paid.slice(1).map(({ pagoId }) => pagoId))).toEqual([]);
    const letters = await app.query<{ asunto: string; html: string }>(
      `SELECT asunto, html FROM ${SCHEMA}.correo_saliente WHERE asunto LIKE 'La factura global %' ORDER BY id DESC LIMIT 1`,
    );
    expect(letters[0]?.html).toMatch(/no tiene forma de pago CFDI/);
    await form('02');
  });
});
