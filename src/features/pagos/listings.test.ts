import { expect, test } from 'vitest';
import { HALLADOS_MAX, type ReciboHallado } from '#libro/recibos/contract.ts';
import { hallazgosReport } from './listings.ts';

const found = (count: number): ReciboHallado[] =>
  Array.from({ length: count }, (_, id) => ({
    ...{ id, lote: { id: 1, referencia: 'M01-L02' }, asociado: 'Ana Ñandú', fechaPago: '2026-11-05' },
    ...{ metodo: 'Transferencia', caja: 'Oficina', referencia: '', aplicado: 'Mantenimiento nov 2026' },
    ...{ recibido: 2500, cancelado: false },
  }));

test('a file of found payments that leaves some out says so, and has no more than the screen', () => {
  for (const count of [0, 1, HALLADOS_MAX, HALLADOS_MAX + 1]) {
    const { facts, rows } = hallazgosReport('transferencia', found(count)).report;
    expect(rows).toHaveLength(Math.min(count, HALLADOS_MAX));
    expect(facts?.some(([, words]) => words.includes('hay más'))).toBe(count > HALLADOS_MAX);
  }
});
