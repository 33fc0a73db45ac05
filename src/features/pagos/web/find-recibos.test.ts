import { expect, it } from 'vitest';
import type { ReciboHallado } from '#libro/recibos/contract.ts';
import { itemsOf } from './find-recibos.ts';

const recibos = (count: number): ReciboHallado[] =>
  Array.from(
    { length: count },
    (_, id) =>
      ({
        ...{ id, lote: { id: 1, referencia: 'M01-L02' }, asociado: 'Ana', fechaPago: '2026-11-05', metodo: 'Efectivo' },
        recibido: 2500,
      }) as ReciboHallado,
  );

it('ends with the way to all that are found, and says where there are more than it shows', () => {
  const all = { id: 'todos', label: 'Ver todos los pagos con «2,500 SPEI»', to: '/cobranza/pagos?q=2%2C500%20SPEI' };
  const last = (count: number) => itemsOf(recibos(count), '2,500 SPEI').at(-1);
  expect(last(1)).toEqual(all);
  expect(last(5)).toEqual(all);
  expect(last(6)).toEqual({ ...all, hint: 'y más' });
  expect(itemsOf(recibos(6), 'SPEI').map(({ id }) => id)).toEqual([
    ...['recibo-0', 'recibo-1', 'recibo-2', 'recibo-3', 'recibo-4'],
    'todos',
  ]);
  expect(itemsOf([], 'SPEI')).toEqual([]);
});
