/** A refusal of the receiver's ends the request that it is of, and no later one: the authority shows it for a while. */
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

/** The requests of an invoice, the oldest first. */
const requests = (id: number) =>
  app.query<{ estado: string; mensaje: string; intentos: number }>(
    `SELECT estado, mensaje, intentos FROM ${SCHEMA}.cancelacion_factura WHERE factura_id = $1 ORDER BY id`,
    [id],
  );

const sweepIn = async (minutes: number) => {
  app.clock.advance(minutes * 60_000);
  await app.invoicing.sweep(await app.community());
};

/** An invoice whose receiver has refused to have it cancelled. */
async function refused() {
  const paid = await desk.payStamped();
  const { uuid } = await desk.facturaRow(paid.id);
  pac.next('cancel', 'async');
  await desk.cancelFactura(paid.id);
  await pac.resolve(uuid ?? '', 'rejected');
  await desk.sweepLater();
  expect(await desk.facturaRow(paid.id)).toMatchObject({ status: 'facturada' });
  return { ...paid, uuid: uuid ?? '' };
}

describe('a request after one that the receiver refused', () => {
  it('goes on while the authority shows the refusal of before, and ends by its own', async () => {
    const { id } = await refused();
    pac.next('cancel', 'lost');
    await desk.cancelFactura(id);
    await desk.sweepLater();
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'en_cancelacion' });
    expect((await requests(id))[1]).toMatchObject({
      estado: 'en_proceso',
      mensaje: expect.stringContaining('el rechazo de una solicitud anterior'),
    });
    // Of which nothing comes: whoever asked chooses, as of any that the authority has nothing of.
    for (let time = 0; time < 5; time += 1) await desk.sweepLater();
    const reply = await app.call('POST', '/factura/repetircancelacion', { as: 'cobranza', body: { id } });
    expect(envelope(reply).message).toBe('La factura ha sido cancelada');
  });

  it('is sent again where nobody knows that it arrived', async () => {
    const { id } = await refused();
    pac.next('cancel', 'timeout-before');
    await desk.cancelFactura(id);
    await desk.sweepLater();
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'cancelada' });
    expect((await requests(id)).map(({ estado }) => estado)).toEqual(['rechazada', 'cancelada']);
  });

  it('is refused by the receiver once it was seen in process, however soon', async () => {
    const { id, uuid } = await refused();
    pac.next('cancel', 'async');
    await desk.cancelFactura(id);
    await sweepIn(1);
    await pac.resolve(uuid, 'rejected');
    await sweepIn(5);
    expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
    expect((await requests(id)).map(({ estado }) => estado)).toEqual(['rechazada', 'rechazada']);
  });

  it('is taken back by somebody as one that the authority has nothing of', async () => {
    const { id } = await refused();
    pac.next('cancel', 'lost');
    await desk.cancelFactura(id);
    for (let time = 0; time < 6; time += 1) await desk.sweepLater();
    const body = { id, razon: 'Se pidió por error' };
    const reply = await app.call('POST', '/factura/retirarcancelacion', { as: 'cobranza', body });
    expect(envelope(reply).message).toMatch(/^La factura sigue vigente\. Se retiró/);
  });
});

it('a refusal of a request that was made at the portal, told when it was looked at, is not of the one asked for here', async () => {
  const { id } = await desk.payStamped();
  const { uuid } = await desk.facturaRow(id);
  pac.next('cancel', 'async');
  await desk.cancelFactura(id);
  await pac.resolve(uuid ?? '', 'rejected');
  await desk.sweepLater();
  // As though all of it had happened elsewhere: of the requests here nothing is known.
  await app.query(`UPDATE ${SCHEMA}.factura SET sat_rechazada = false WHERE id = $1`, [id]);
  await app.call('GET', `/factura/cancelable/${id}`, { as: 'cobranza' });
  pac.next('cancel', 'lost');
  await desk.cancelFactura(id);
  await desk.sweepLater();
  expect(await desk.facturaRow(id)).toMatchObject({ status: 'en_cancelacion' });
});

it('a first request is refused no sooner than anybody answers, unless it was seen in process', async () => {
  const { id } = await desk.payStamped();
  const { uuid } = await desk.facturaRow(id);
  pac.next('cancel', 'async');
  await desk.cancelFactura(id);
  await pac.resolve(uuid ?? '', 'rejected');
  await sweepIn(2);
  expect(await desk.facturaRow(id)).toMatchObject({ status: 'en_cancelacion' });
  await sweepIn(60);
  expect(await desk.facturaRow(id)).toMatchObject({ status: 'facturada' });
  expect(refusalOf(await app.call('POST', '/factura/consultarcancelacion', { as: 'cobranza', body: { id } }))).toMatch(
    /ya no está en cancelación/,
  );
});
