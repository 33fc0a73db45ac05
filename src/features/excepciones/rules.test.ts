import { expect, it } from 'vitest';
import { describeDates, describeReview, describeSpecial } from './rules.ts';

it('tells the two dates of a receipt, what its date took off, and what stays', () => {
  const receipt = { fechaPago: '2026-10-09', fechaContable: '2026-10-09', quita: 0, intactos: '' };
  expect(describeDates({ ...receipt, quita: 27_550 })).toBe('Pago con fecha 09-10-2026; la fecha quitó $275.50');
  expect(describeDates({ ...receipt, fechaContable: '2026-11-01', intactos: 'Interés moratorio Octubre' })).toBe(
    'Pago con fecha 09-10-2026, contabilizado el 01-11-2026; se queda, porque ya se había tocado: Interés moratorio Octubre',
  );
});

it('tells a change of a special percentage with what it closed and gave back', () => {
  const change = { antes: null, despues: 50, cerrados: 0, reabiertos: 0, devuelto: 0, intereses: 0 };
  expect(describeSpecial(change)).toBe('De ninguno a 50%');
  expect(describeSpecial({ ...change, antes: 50, despues: 5, cerrados: 1, reabiertos: 3, devuelto: 120_000 })).toBe(
    'De 50% a 5%; cerró 1 mes; reabrió 3 meses; devolvió $1,200.00 a la deuda',
  );
  expect(describeSpecial({ ...change, intereses: 7_500 })).toBe('De ninguno a 50%; con $75.00 de intereses moratorios');
  expect(describeSpecial({ ...change, intereses: -100 })).toBe(
    'De ninguno a 50%; los intereses moratorios subieron $1.00',
  );
});

it('tells who ticked something off, and what was noted', () => {
  expect(describeReview({ revisada: null })).toBe('');
  const revisada = { usuario: 'Ana López', fecha: '2026-11-22T21:47:00.000Z', nota: '' };
  expect(describeReview({ revisada })).toMatch(/^Ana López, 22-11-2026 \d\d:\d\d$/);
  expect(describeReview({ revisada: { ...revisada, nota: 'Con ficha' } })).toMatch(/: Con ficha$/);
});
