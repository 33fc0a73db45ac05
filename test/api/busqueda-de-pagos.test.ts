import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../app.ts';

let app: TestApp;
let pagos: {
  id: number;
  referencia: string;
  fechaPago: string;
  metodo: string;
  recibido: number;
  lote: { id: number };
}[];
beforeAll(async () => {
  app = await startApp({ now: '2026-11-25T18:00:00Z' });
  pagos = await find('transferencia');
});
afterAll(() => app.close());

async function find(q: string) {
  const reply = await app.call('GET', `/recibo/buscar?q=${encodeURIComponent(q)}`, { as: 'cobranza' });
  expect(reply.status, q).toBe(200);
  return reply.body as typeof pagos;
}

it('finds receipts of any lot by each thing that is known of them, and by all together', async () => {
  const [one] = pagos.filter(({ referencia }) => referencia.length > 5);
  if (!one) throw new Error('the demo has no transfer with a reference');
  const [year, month, day] = one.fechaPago.split('-');
  const known = {
    folio: String(one.id),
    monto: one.recibido.toFixed(2),
    fecha: `${day}-${month}-${year}`,
    referencia: one.referencia.split(' ').at(-1) ?? '',
    metodo: 'transferencia',
  };
  for (const [what, q] of Object.entries(known)) {
    const rows = await find(q);
    expect(rows.length, `${what}: ${q}`).toBeGreaterThan(0);
    if (what !== 'metodo' && rows.length < 100)
      expect(
        rows.map(({ id }) => id),
        what,
      ).toContain(one.id);
  }
  const together = await find(`${known.monto} ${known.fecha} ${known.referencia} transferencia`);
  expect(together.map(({ id }) => id)).toContain(one.id);
  for (const row of together) {
    expect(row).toMatchObject({ recibido: one.recibido, fechaPago: one.fechaPago, metodo: one.metodo });
  }
});

it('finds none that lacks a word of the search', async () => {
  const [one] = pagos;
  if (!one) throw new Error('the demo has no transfer');
  expect(await find(`${one.id} 01-01-1999`)).toEqual([]);
  expect(await find('nada%_tiene_esto')).toEqual([]);
});

it('has the words of a lot and of a person, without accents', async () => {
  const reply = await app.call('GET', `/lote/get-for-sancion/${pagos[0]?.lote.id}`, { as: 'cobranza' });
  const { referencia, name } = (reply.body as { data: { referencia: string; name: string } }).data;
  expect((await find(referencia)).every((row) => (row.lote as { referencia?: string }).referencia === referencia)).toBe(
    true,
  );
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  expect((await find(bare)).map((row) => row.lote.id)).toContain(pagos[0]?.lote.id);
});

it('finds nothing by one letter, and is of those who collect', async () => {
  expect(await find('a')).toEqual([]);
  expect((await app.call('GET', `/recibo/buscar?q=${'9'.repeat(81)}`, { as: 'cobranza' })).status).toBe(400);
  expect((await app.call('GET', '/recibo/buscar?q=2500', { as: 'consultor' })).status).toBe(403);
  expect((await app.call('GET', '/recibo/buscar?q=2500', { as: 'tags' })).status).toBe(403);
});
