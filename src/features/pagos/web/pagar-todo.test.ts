import { expect, it } from 'vitest';
import type { OwedMonth } from '#core/settlement.ts';
import type { Chosen } from '#libro/web/cobro.ts';
import { lineaOf, refusalOf, type Todo } from './pagar-todo.ts';

const mes = (cargoId: number): OwedMonth => {
  const corte = `2026-0${cargoId}-25`;
  const open = { pagado: 0, pagadoEnTiempo: 0, ajustado: 0, excluido: false };
  const month = { id: cargoId, year: 2026, mes: cargoId, total: 250_000, corte, ...open };
  return { clase: 'mes', cargoId, concepto: `mes ${cargoId}`, vence: corte, saldo: 250_000, month };
};

it('a month that is paid in part is passed over by those after it, once the amount reaches them', () => {
  const todo: Todo = { loteId: 1, debts: [mes(1), mes(2), mes(3), mes(4)], rules: [] };
  const chosen: Chosen = {
    ...{ fechaPago: '2026-11-22', hasta: '', choice: { cantidad: 0, descuento: { percent: 0, codigo: '' } } as never },
    lineas: [{ ...lineaOf([], 3), monto: 100 }],
  };
  // All of it would pay the fourth month past the third.
  expect(refusalOf(todo, chosen, 0)).toMatch(/^El lote debe Marzo/);
  expect(refusalOf(todo, chosen, 760_000)).toMatch(/^El lote debe Marzo/);
  for (const monto of [100_000, 500_000, 505_000, 510_000]) expect(refusalOf(todo, chosen, monto)).toBeUndefined();
});
