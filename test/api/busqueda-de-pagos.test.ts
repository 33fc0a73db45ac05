import { beforeAll, expect, it } from 'vitest';
import { appOfFile } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { insertFactura } from '../facturas.ts';
import { createDeliveredLote, SCHEMA } from '../ledger.ts';

let pagos: {
  id: number;
  referencia: string;
  fechaPago: string;
  metodo: string;
  asociado: string;
  recibido: number;
  lote: { id: number };
}[];
const app = await appOfFile({ now: '2026-11-25T18:00:00Z' });
beforeAll(async () => {
  pagos = await find('transferencia');
});

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

it('finds the receipt that stands on an invoice by its folio', async () => {
  const [pago] = await app.query<{ id: number; recibo: number; monto: number }>(
    `SELECT id, recibo_id AS recibo, monto_centavos::int AS monto FROM c_encinos.pago p
     WHERE NOT EXISTS (SELECT FROM c_encinos.factura_concepto k WHERE k.pago_id = p.id) LIMIT 1`,
  );
  if (!pago) throw new Error('the demo has no payment without an invoice');
  const factura = await insertFactura(app, [{ pagoId: pago.id, importe: pago.monto }]);
  const [{ folio } = { folio: 0 }] = await app.query<{ folio: number }>(
    'SELECT folio FROM c_encinos.factura WHERE id = $1',
    [factura.id],
  );
  for (const q of [`T-${folio}`, `t-${folio}`]) expect((await find(q)).map(({ id }) => id)).toEqual([pago.recibo]);
  expect(await find(`T-${folio + 1}`)).toEqual([]);
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

it('finds a method by its whole name and by each of its words, and takes no word from a person for it', async () => {
  const metodos = (await app.call('GET', '/metodopago/all', { as: 'superadmin' })).body as { formaPagoCFDI: object }[];
  const used = new Set((await find('efectivo')).concat(pagos).map(({ metodo }) => metodo));
  expect(used.size).toBeGreaterThan(1);
  for (const name of used) {
    for (const q of [name, ...name.split(/[^\p{L}]+/u).filter((word) => word.length > 3)]) {
      const metodosFound = (await find(q)).map(({ metodo }) => metodo);
      expect(metodosFound, q).toContain(name);
    }
  }
  // Of a method whose name begins as somebody's does, the payments are found, and the person's too.
  const [somebody] = pagos;
  const first = somebody?.asociado.split(' ')[0] ?? '';
  const before = (await find(first)).length;
  const { formaPagoCFDI } = metodos[0] ?? {};
  const body = { id: '', name: `${first} en línea`, formaPagoCFDI, enCaja: false };
  expect((await app.call('POST', '/metodopago/save', { as: 'superadmin', body })).status).toBe(200);
  expect((await find(first)).length).toBe(before);
});

it('finds what the fund paid', async () => {
  const cashier = await Cashier.of(app);
  const lote = await createDeliveredLote(app);
  const multa = await cashier.fine(lote.id, 321);
  await app.query(
    `INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, fecha, created_at) VALUES ($1, 'apertura', 32100, $2, now())`,
    [lote.id, '2026-11-25'],
  );
  await cashier.payFine(multa, 0, '2026-11-25', { conFondo: true });
  expect((await find('fondo')).map((row) => row.lote.id)).toContain(lote.id);
});

it('finds nothing by one letter, and is of those who collect', async () => {
  expect(await find('a')).toEqual([]);
  expect((await app.call('GET', `/recibo/buscar?q=${'9'.repeat(81)}`, { as: 'cobranza' })).status).toBe(400);
  expect((await app.call('GET', '/recibo/buscar?q=2500', { as: 'consultor' })).status).toBe(403);
  expect((await app.call('GET', '/recibo/buscar?q=2500', { as: 'tags' })).status).toBe(403);
});
