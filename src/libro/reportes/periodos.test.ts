import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  diasDeEnvio,
  type Fechas,
  fechasDe,
  nextDue,
  type PERIODOS,
  periodoDeEnvio,
  periodoOf,
  periodosOf,
} from './periodos.ts';

it('tells the days of a period on a day', () => {
  const on = (periodo: (typeof PERIODOS)[number], hoy: string) => fechasDe('dias', periodo, hoy);
  expect(on('hoy', '2026-11-21')).toEqual({ desde: '2026-11-21', hasta: '2026-11-21' });
  expect(on('30-dias', '2026-11-21')).toEqual({ desde: '2026-10-23', hasta: '2026-11-21' });
  expect(on('mes', '2026-11-21')).toEqual({ desde: '2026-11-01', hasta: '2026-11-21' });
  expect(on('mes-anterior', '2026-03-31')).toEqual({ desde: '2026-02-01', hasta: '2026-02-28' });
  expect(on('mes-anterior', '2026-01-05')).toEqual({ desde: '2025-12-01', hasta: '2025-12-31' });
  expect(on('anio', '2026-11-21')).toEqual({ desde: '2026-01-01', hasta: '2026-11-21' });
  expect(on('fijas', '2026-11-21')).toEqual({});
});

it('tells months by their first days, and of a report without days nothing', () => {
  expect(fechasDe('meses', 'anio', '2026-11-21')).toEqual({ desde: '2026-01-01', hasta: '2026-11-01' });
  expect(fechasDe('meses', 'mes-anterior', '2026-11-21')).toEqual({ desde: '2026-10-01', hasta: '2026-10-01' });
  expect(fechasDe('mes', 'mes-anterior', '2026-01-31')).toEqual({ mes: '2025-12-01' });
  expect(fechasDe(undefined, 'mes', '2026-11-21')).toEqual({});
  expect(periodosOf(undefined)).toEqual(['fijas']);
  expect(periodosOf('mes')).toEqual(['mes', 'mes-anterior', 'fijas']);
});

it('knows the days of a period again as that period, and others as fixed ones', () => {
  const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true });
  const kinds = fc.constantFrom<Fechas>('dias', 'meses', 'mes');
  fc.assert(
    fc.property(kinds, day, fc.nat(), (fechas, instant, which) => {
      const hoy = instant.toISOString().slice(0, 10);
      const offered = periodosOf(fechas);
      const periodo = offered[which % offered.length] ?? 'fijas';
      const days = fechasDe(fechas, periodo, hoy);
      const again = periodoOf(fechas, periodo === 'fijas' ? { desde: '1999-05-05', mes: '1999-05-01' } : days, hoy);
      // On the first of a month that month is its first day too.
      expect(fechasDe(fechas, again, hoy)).toEqual(days);
      if (fechas !== 'mes' && periodo !== 'fijas') expect((days.desde ?? '') <= (days.hasta ?? '')).toBe(true);
    }),
  );
});

it('offers a mail of the first day the month before, and leaves days that are over as they are', () => {
  for (const periodo of ['hoy', 'mes'] as const)
    expect(periodoDeEnvio('dias', periodo, '2026-12-01')).toBe('mes-anterior');
  expect(periodoDeEnvio('dias', 'mes', '2026-12-15')).toBe('mes');
  expect(periodoDeEnvio('dias', '30-dias', '2026-12-01')).toBe('30-dias');
  expect(periodoDeEnvio('mes', 'mes', '2026-12-01')).toBe('mes-anterior');
  for (const fechas of ['meses', undefined] as const)
    expect(periodoDeEnvio(fechas, 'fijas', '2026-12-01')).toBe('fijas');
});

it('tells which days the next mail holds', () => {
  const on = (fechas: Fechas | undefined, periodo: (typeof PERIODOS)[number], filtros = {}) =>
    diasDeEnvio(fechas, { periodo, filtros }, nextDue({ dia: 1, desde: '2026-11-21' }, '2026-11-21'));
  expect(on('dias', 'hoy')).toBe('sólo lo de esa mañana, casi nada');
  expect(on('dias', 'mes-anterior')).toBe('del 01-11-2026 al 30-11-2026');
  expect(on('dias', '30-dias')).toBe('del 02-11-2026 al 01-12-2026, hasta la mañana en que sale');
  expect(on('dias', 'fijas', { desde: '2026-01-01', hasta: '2026-01-31' })).toBe('del 01-01-2026 al 31-01-2026');
  expect(on('dias', 'fijas', { desde: '', hasta: '' })).toBe('lo que haya ese día');
  expect(on('mes', 'mes-anterior')).toBe('Noviembre - 2026');
  expect(on('meses', 'anio')).toBe('de Enero - 2026 a Diciembre - 2026, hasta la mañana en que sale');
  expect(on(undefined, 'fijas')).toBe('lo que haya ese día');
});
