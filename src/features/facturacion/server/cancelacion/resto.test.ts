/** What else stood on an invoice that falls with one of its payments gets another by itself, and is told before. fiscal.md#rules. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Simulator } from '#cfdi/server/simulator.ts';
import { envelope } from '#test/api/support.ts';
import type { TestApp } from '#test/app.ts';
import { Desk } from '#test/invoicing-desk.ts';
import { refusalOf, SCHEMA } from '#test/ledger.ts';

let desk: Desk;
let app: TestApp;
let pac: Simulator;
beforeAll(async () => {
  desk = await Desk.open();
  ({ app, pac } = desk);
});
afterEach(() => pac.calm());
afterAll(() => app.close());

const choose = (sinDatos: string) =>
  app.query(`UPDATE ${SCHEMA}.receptor_datos_fiscales SET sin_datos = $1`, [sinDatos]);

/** So many payments of lots without tax data on the month's invoice. */
async function global(count: number) {
  await choose('global');
  const pagoIds: number[] = [];
  const recibos: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { pagoId, result } = await desk.pay();
    pagoIds.push(pagoId);
    recibos.push(result.recibo.id);
  }
  await choose('factura');
  const body = { year: 2026, mes: 11, pagos: pagoIds };
  const id = Number(envelope(await app.call('POST', '/factura/global', { as: 'cobranza', body })).data);
  const { folio, serie, uuid } = await desk.facturaRow(id);
  return { id, folio: `${serie}-${folio}`, uuid: uuid ?? '', pagoIds, recibos };
}

/** The live documents of payments, by their ids, in the order of the payments. */
const liveOf = (pagoIds: readonly number[]) =>
  app.query<{ pagoId: number; facturaId: number; tipo: string; status: string }>(
    `SELECT k.pago_id AS "pagoId", f.id AS "facturaId", f.tipo, f.status
     FROM ${SCHEMA}.factura_concepto k JOIN ${SCHEMA}.factura f ON f.id = k.factura_id
     WHERE k.viva AND k.pago_id = ANY($1) ORDER BY k.pago_id`,
    [pagoIds],
  );

const notesAfter = async (id: number) =>
  (await app.query<{ nota: string }>(`SELECT nota FROM ${SCHEMA}.bitacora WHERE id > $1 ORDER BY id`, [id])).map(
    ({ nota }) => nota,
  );
const lastNote = async () =>
  (await app.query<{ id: number }>(`SELECT coalesce(max(id), 0)::int AS id FROM ${SCHEMA}.bitacora`))[0]?.id ?? 0;

const waiting = async (clase: string) => {
  const reply = await app.call('GET', '/inicio/pendientes', { as: 'cobranza' });
  return (envelope(reply).data as { clase: string; cantidad: number; monto: number }[]).find(
    (row) => row.clase === clase,
  );
};

describe("a payment of the month's invoice that is cancelled", () => {
  it('takes it along, and the others get a new one by themselves: told before, audited, and waiting until it is stamped', async () => {
    const { id, folio, pagoIds } = await global(5);
    const [falling = 0, ...rest] = pagoIds;
    const told = envelope(await app.call('GET', `/factura/alcance/${id}`, { as: 'cobranza' })).data;
    expect(told).toEqual({ folio, tipo: 'global', pagos: 5, total: 5000 });

    const before = await lastNote();
    const pending = (await waiting('factura_pendiente'))?.cantidad ?? 0;
    expect(envelope(await desk.cancelPago(falling))).toMatchObject({
      success: true,
      message: `El pago ha sido cancelado. Los otros 4 pagos de la factura global ${folio}, $4,000.00, se facturan en otra, que se timbra sola`,
    });
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'cancelada' });
    expect(await waiting('factura_pendiente')).toMatchObject({ cantidad: pending + 1 });
    const live = await liveOf(pagoIds);
    expect(live.map(({ pagoId }) => pagoId)).toEqual(rest);
    expect(new Set(live.map(({ facturaId }) => facturaId)).size).toBe(1);
    const notes = await notesAfter(before);
    expect(notes.join('\n')).toContain(
      `con la factura global ${folio} de $5,000.00, con 5 pagos, el pago de $1,000.00`,
    );
    expect(notes.join('\n')).toContain(
      `Los otros 4 pagos de la factura global ${folio}, $4,000.00, se facturan en otra`,
    );

    await desk.sweepLater();
    expect(await liveOf(rest)).toMatchObject(rest.map(() => ({ tipo: 'global', status: 'facturada' })));
    const xml = (await desk.bytesOf(live[0]?.facturaId ?? 0, 'timbrado')).toString('utf8');
    expect(xml.match(/<cfdi:Concepto /g)).toHaveLength(4);
    expect(xml).toContain('Periodicidad="04"');
    // The same of the new one: nothing is left behind, however often.
    expect(envelope(await desk.cancelPago(rest[0] ?? 0)).message).toMatch(/Los otros 3 pagos/);
    await desk.sweepLater();
    expect(await liveOf(rest)).toMatchObject(rest.slice(1).map(() => ({ status: 'facturada' })));
  });

  it('does so only once the authority has confirmed, and not where it refuses', async () => {
    const { id, uuid, pagoIds } = await global(3);
    pac.next('cancel', { code: '204' });
    expect(refusalOf(await desk.cancelPago(pagoIds[0] ?? 0))).toMatch(/204/);
    pac.next('cancel', 'async');
    await desk.cancelPago(pagoIds[0] ?? 0);
    expect(new Set((await liveOf(pagoIds)).map(({ facturaId }) => facturaId))).toEqual(new Set([id]));
    await pac.resolve(uuid, 'cancelled');
    await desk.sweepLater();
    await desk.sweepLater();
    expect(await liveOf(pagoIds)).toMatchObject(pagoIds.slice(1).map(() => ({ tipo: 'global', status: 'facturada' })));
  });

  it('alone on it leaves nothing behind', async () => {
    const { id, pagoIds } = await global(1);
    expect(envelope(await desk.cancelPago(pagoIds[0] ?? 0)).message).toBe('El pago ha sido cancelado');
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'cancelada' });
    expect(await liveOf(pagoIds)).toEqual([]);
  });

  it('is refused where the others could not be invoiced again, before anything falls', async () => {
    const { id, folio, pagoIds } = await global(2);
    const form = (clave: string | null) =>
      app.query(
        `UPDATE ${SCHEMA}.metodo_pago SET forma_pago_cfdi_id = (SELECT id FROM ${SCHEMA}.forma_pago_cfdi WHERE forma_pago = $2)
         WHERE id = (SELECT metodo_pago_id FROM ${SCHEMA}.recibo r JOIN ${SCHEMA}.pago p ON p.recibo_id = r.id WHERE p.id = $1)`,
        [pagoIds[1], clave],
      );
    await form(null);
    expect(refusalOf(await desk.cancelPago(pagoIds[0] ?? 0))).toMatch(
      new RegExp(`^Con el pago cae la factura global ${folio}, y la de los demás pagos no se podría generar`),
    );
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });

    // Found out only once it is gone: told by letter and on the home, until they are invoiced.
    await form('02');
    pac.next('cancel', 'async');
    await desk.cancelPago(pagoIds[0] ?? 0);
    await form(null);
    await pac.resolve((await desk.facturaRow(id)).uuid ?? '', 'cancelled');
    await desk.sweepLater();
    expect(await liveOf(pagoIds)).toEqual([]);
    expect(await waiting('factura_por_rehacer')).toMatchObject({ urgencia: 'debe', cantidad: 1, monto: 1000 });
    const letters = await app.query<{ html: string }>(
      `SELECT html FROM ${SCHEMA}.correo_saliente WHERE asunto LIKE '%${folio} se canceló%' ORDER BY id DESC LIMIT 1`,
    );
    expect(letters[0]?.html).toMatch(/no tiene forma de pago CFDI/);
    await form('02');
    const body = { year: 2026, mes: 11, pagos: [pagoIds[1]] };
    expect(envelope(await app.call('POST', '/factura/global', { as: 'cobranza', body })).success).toBe(true);
    expect(await waiting('factura_por_rehacer')).toBeUndefined();
  });
});

it("a receipt of the month's invoice that is corrected goes on in the new one", async () => {
  const { id, pagoIds, recibos } = await global(3);
  const metodos = (await app.call('GET', '/metodopago/all', { as: 'cobranza' })).body as { id: number }[];
  const { codeAutorizacion: codigo, idMotivoCancelacion, idTipoRelacionFactura } = await desk.cancellation();
  const reply = await app.call('POST', '/correccion/recibo', {
    as: 'cobranza',
    body: {
      ...{ tipo: 'metodo', reciboId: recibos[0], metodoPago: { id: metodos[1]?.id }, caja: desk.tender.caja },
      ...{ noCuenta: '4321', razon: 'Otra cuenta', codigo, idMotivoCancelacion, idTipoRelacionFactura },
    },
  });
  expect(envelope(reply)).toMatchObject({ success: true });
  await desk.sweepLater();
  expect(await desk.facturaRow(id)).toMatchObject({ status: 'cancelada' });
  const [anew] = await app.query<{ id: number }>(
    `SELECT p.id FROM ${SCHEMA}.pago p JOIN ${SCHEMA}.recibo r ON r.id = p.recibo_id WHERE r.corrige_id = $1`,
    [recibos[0]],
  );
  const live = await liveOf([...pagoIds.slice(1), anew?.id ?? 0]);
  expect(live).toHaveLength(3);
  expect(new Set(live.map(({ facturaId }) => facturaId)).size).toBe(1);
});

it('of an invoice of several payments of a lot the others are invoiced again', async () => {
  const lote = await desk.chargedLote();
  pac.next('stamp', 'reject', 2);
  const first = await desk.pay(lote);
  const second = await desk.pay({ loteId: lote.loteId, cargoId: await desk.chargeOf(lote.loteId, 100_000) });
  const body = await desk.saveBody(lote.loteId, [first.pagoId, second.pagoId]);
  const id = Number(envelope(await app.call('POST', '/factura/save', { as: 'cobranza', body })).data);
  const { serie, folio } = await desk.facturaRow(id);
  expect(envelope(await desk.cancelPago(first.pagoId)).message).toBe(
    `El pago ha sido cancelado. El otro pago de la factura ${serie}-${folio}, $1,000.00, se factura en otra, que se timbra sola`,
  );
  await desk.sweepLater();
  expect(await liveOf([first.pagoId, second.pagoId])).toMatchObject([
    { pagoId: second.pagoId, tipo: 'ingreso', status: 'facturada' },
  ]);
});
