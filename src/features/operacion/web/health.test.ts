import { describe, expect, it } from 'vitest';
import { durationText, problemsOf, queueRows } from './health.ts';

const calm = { trabajosActivos: true, conexiones: { enEspera: 0 }, bitacora: { sinSellar: 0 } };

describe('problemsOf', () => {
  it('says nothing when all is in order, also while a row waits its moment for the seal', () => {
    expect(problemsOf(calm, 0)).toEqual([]);
    expect(problemsOf({ ...calm, bitacora: { sinSellar: 3 } }, 5)).toEqual([]);
  });

  it('names what stands still', () => {
    expect(problemsOf({ ...calm, trabajosActivos: false }, 0)).toHaveLength(1);
    expect(problemsOf({ ...calm, conexiones: { enEspera: 2 } }, 0)).toEqual([
      '2 peticiones esperan una conexión a la base de datos.',
    ]);
    expect(problemsOf({ ...calm, bitacora: { sinSellar: 3 } }, 20)).toHaveLength(1);
  });
});

describe('durationText', () => {
  it.each([
    [0, 'menos de un minuto'],
    [-5, 'menos de un minuto'],
    [60_000, '1 minuto'],
    [3_600_000, '1 hora'],
    [3_600_000 * 27 + 60_000 * 9, '1 día 3 horas'],
    [86_400_000 * 2 + 60_000 * 9, '2 días'],
    [3_600_000 * 2 + 60_000 * 9, '2 horas 9 minutos'],
  ])('says %d ms as «%s»', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});

it('gathers the counts of each job of the product', () => {
  expect(
    queueRows([
      { name: 'limpieza', state: 'en cola', count: 1 },
      { name: 'limpieza', state: 'total', count: 4 },
      { name: 'otro', state: 'total', count: 2 },
      { name: '__pgboss__send-it', state: 'total', count: 9 },
    ]),
  ).toEqual([
    { name: 'limpieza', counts: { 'en cola': 1, total: 4 } },
    { name: 'otro', counts: { total: 2 } },
  ]);
});
