import { expect, it } from 'vitest';
import { type InCentavos, toCentavos, toPesos } from '#core/money.ts';
import { amount } from './codecs.ts';
import { z } from './zod.ts';

const answer = z.object({ id: z.number(), monto: amount, esperado: amount.nullable() });
type Answer = z.input<typeof answer>;

it('takes no centavos for an amount of an answer, before anything runs', () => {
  const pesos: Answer = { id: 1, monto: toPesos(150), esperado: null };
  expect(answer.parse(pesos)).toEqual({ id: 1, monto: 1.5, esperado: null });
  // @ts-expect-error an amount that is known to be in centavos
  const centavos: Answer = { ...pesos, monto: toCentavos(1.5) };
  // @ts-expect-error where there may be none, too
  const expected: Answer = { ...pesos, esperado: toCentavos(1.5) };
  expect([centavos.monto, expected.esperado]).toEqual([150, 150]);
  expect(answer.safeParse({ ...pesos, monto: '1.5' }).success).toBe(false);
});

it('has the row of an answer in centavos, its other numbers as they are', () => {
  const row: InCentavos<Answer> = { id: 1, monto: toCentavos(1.5), esperado: null };
  // @ts-expect-error pesos are not what the database has
  const wrong: InCentavos<Answer> = { ...row, esperado: toPesos(150) };
  expect({ ...row, ...wrong, monto: toPesos(row.monto) }).toEqual({ id: 1, monto: 1.5, esperado: 1.5 });
});
