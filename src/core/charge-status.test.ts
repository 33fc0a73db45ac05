import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChargeSums, isOwed, saldoOf, statusOf } from './charge-status.ts';

const NEW: ChargeSums = { monto: 100_00, pagado: 0, ajustado: 0, condonado: 0, cancelado: false };

describe('statusOf', () => {
  it.each<[string, Partial<ChargeSums>, string]>([
    ['untouched', {}, 'vigente'],
    ['only discounted', { ajustado: 40_00 }, 'vigente'],
    ['paid in part', { pagado: 1 }, 'incompleto'],
    ['condoned in part', { ajustado: 1, condonado: 1 }, 'incompleto'],
    ['paid', { pagado: 100_00 }, 'pagado'],
    ['paid with a discount', { pagado: 90_00, ajustado: 10_00 }, 'pagado'],
    ['closed by a discount alone', { ajustado: 100_00 }, 'pagado'],
    ['closed by condonations alone', { ajustado: 100_00, condonado: 100_00 }, 'condonado'],
    ['closed by a condonation after a discount', { ajustado: 100_00, condonado: 60_00 }, 'condonado'],
    ['paid after a condonation', { pagado: 40_00, ajustado: 60_00, condonado: 60_00 }, 'pagado'],
    ['cancelled', { ajustado: 100_00, cancelado: true }, 'cancelado'],
    ['cancelled after a part payment', { pagado: 30_00, ajustado: 70_00, cancelado: true }, 'cancelado'],
  ])('%s', (_name, sums, expected) => {
    expect(statusOf({ ...NEW, ...sums })).toBe(expected);
  });

  it('is owed exactly while a balance is left', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.nat(10_000),
        fc.nat(10_000),
        fc.nat(10_000),
        (monto, paid, adjusted, condoned) => {
          const pagado = Math.min(paid, monto);
          const ajustado = Math.min(adjusted, monto - pagado);
          const sums = { monto, pagado, ajustado, condonado: Math.min(condoned, ajustado), cancelado: false };
          expect(isOwed(statusOf(sums))).toBe(saldoOf(sums) > 0);
        },
      ),
    );
  });
});
