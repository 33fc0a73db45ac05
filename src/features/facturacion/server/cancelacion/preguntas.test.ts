/** What the authority is asked, and until when; and acknowledgements whose answer was lost. fiscal.md#answers. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Simulator } from '#cfdi/server/simulator.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import { envelope } from '#test/api/support.ts';
import type { TestApp } from '#test/app.ts';
import { Desk } from '#test/invoicing-desk.ts';
import { SCHEMA } from '#test/ledger.ts';

let desk: Desk;
let app: TestApp;
let pac: Simulator;
beforeAll(async () => {
  desk = await Desk.open();
  ({ app, pac } = desk);
});
afterEach(() => pac.calm());
afterAll(() => app.close());

const shown = async (id: number) =>
  envelope(await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' })).data as Factura;
const askSat = (id: number) => app.call('POST', '/factura/consultarsat', { as: 'cobranza', body: { id } });

it('a cancellation whose answer was lost has its acknowledgement all the same', async () => {
  const { id } = await desk.payStamped();
  pac.next('cancel', 'timeout-after');
  await desk.cancelFactura(id);
  await desk.sweepLater();
  expect(await shown(id)).toMatchObject({ status: 'cancelada', acuse: expect.stringMatching(/<Acuse/) });
});

it('where the provider gives none, none is shown, and it is asked for again by hand', async () => {
  const { id } = await desk.payStamped();
  const { uuid } = await desk.facturaRow(id);
  // Of a request that was refused there is one, which is not this one's.
  pac.next('cancel', 'async');
  await desk.cancelFactura(id);
  await pac.resolve(uuid ?? '', 'rejected');
  await desk.sweepLater();
  pac.next('cancel', 'timeout-after');
  pac.next('acuse', 'error', 2);
  await desk.cancelFactura(id);
  await desk.sweepLater();
  expect(await shown(id)).toMatchObject({ status: 'cancelada', acuse: '' });
  expect(envelope(await askSat(id)).message).toBe('El SAT la tiene cancelada');
  expect((await shown(id)).acuse).toBe('');
  await askSat(id);
  await askSat(id);
  expect((await shown(id)).acuse).toMatch(/<Acuse/);
  const [kept] = await app.query<{ acuses: number }>(
    `SELECT count(*)::int AS acuses FROM ${SCHEMA}.factura_documento WHERE factura_id = $1 AND clase = 'acuse'`,
    [id],
  );
  expect(kept?.acuses).toBe(2);
});

it('a question that the authority cannot read is told as such, and not as a document that is still to appear', async () => {
  const { id } = await desk.payStamped();
  pac.next('status', { code: '601' }, 2);
  expect(envelope(await askSat(id)).message).toMatch(/no entendió la pregunta por la factura \(601\)/);
  const told = envelope(await app.call('GET', `/factura/cancelable/${id}`, { as: 'cobranza' })).data;
  expect(told).toMatchObject({ respuesta: 'pregunta_no_valida' });
  expect((await shown(id)).sat.estado).toBe('');
  pac.next('status', { code: '602' });
  expect(envelope(await askSat(id)).message).toMatch(/puede tardar hasta 48 horas/);
});

it('at night the authority is asked for as long as an invoice may be cancelled', async () => {
  const { id } = await desk.payStamped();
  // Of 1 January, asked about on 30 April of the next year: a natural person's limit.
  const issued = new Date(app.clock.now());
  issued.setUTCMonth(issued.getUTCMonth() - 16);
  await app.query(`UPDATE ${SCHEMA}.factura SET created_at = $2, sat_estado = '', sat_at = NULL WHERE id = $1`, [
    id,
    issued,
  ]);
  await pac.cancelElsewhere((await desk.facturaRow(id)).uuid ?? '');
  await app.invoicing.watch(await app.community());
  expect((await shown(id)).sat.estado).toBe('cancelada');
});

it('what the provider refuses now for what may have been right when it was sent frees no folio, and somebody may look', async () => {
  pac.next('stamp', 'timeout-after');
  const { result } = await desk.pay();
  const id = result.idFactura ?? 0;
  pac.next('recover', { code: 'CFDI40145' });
  await desk.sweepLater();
  expect(await desk.facturaRow(id)).toMatchObject({ estado: 'incierto', folio: expect.any(Number) });
  expect(await shown(id)).toMatchObject({ sinRespuesta: true });
  await desk.sweepLater();
  expect(await desk.facturaRow(id)).toMatchObject({ estado: 'timbrado' });
});
