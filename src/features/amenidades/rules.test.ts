import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  condicionesOf,
  dayCodeOf,
  horaOf,
  horarioOf,
  lugaresByLote,
  minutesOf,
  minutesUntil,
  nombresOf,
  type Regla,
  refusalOfAforo,
  refusalOfCancelacion,
  refusalOfMoment,
  refusalOfPersonas,
  refusalOfReglas,
  refusalOfSchedule,
  refusalOfVentana,
  type Schedule,
  settledPremium,
  settledVentana,
  slotsOf,
  takesPremium,
  type Uso,
} from './rules.ts';

const at = (hora: string): number => minutesOf(hora) ?? Number.NaN;
const span = (desde: string, hasta: string) => ({ inicia: at(desde), termina: at(hasta) });

it('reads and writes times of the day', () => {
  expect(['00:00', '07:05', '23:59'].map((hora) => horaOf(at(hora)))).toEqual(['00:00', '07:05', '23:59']);
  for (const hora of ['24:00', '7:00', '12:60', '', '12:00:00']) expect(minutesOf(hora)).toBeUndefined();
});

it('counts the days of the week from Sunday', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-28'].map(dayCodeOf)).toEqual([1, 2, 7]);
});

describe('slots', () => {
  const day = (changes: Partial<Schedule> = {}): Schedule => ({
    ...span('08:00', '12:30'),
    duracion: 60,
    premium: [],
    ...changes,
  });

  it('are as many whole ones as fit, and one without a duration', () => {
    expect(slotsOf(day()).map(horarioOf)).toEqual(['08:00 - 09:00', '09:00 - 10:00', '10:00 - 11:00', '11:00 - 12:00']);
    expect(slotsOf(day({ duracion: 0 })).map(horarioOf)).toEqual(['08:00 - 12:30']);
  });

  it('are premium where a premium time touches them', () => {
    const slots = slotsOf(day({ premium: [span('09:30', '11:00')] }));
    expect(slots.map(({ premium }) => premium)).toEqual([false, true, true, false]);
  });

  it('never overlap and stay inside the schedule', () => {
    fc.assert(
      fc.property(fc.nat(1439), fc.nat(1440), fc.nat(1440), (inicia, length, duracion) => {
        const termina = Math.min(1440, inicia + length + 1);
        const slots = slotsOf({ inicia, termina, duracion, premium: [] });
        for (const [index, slot] of slots.entries()) {
          expect(slot.inicia).toBe(index === 0 ? inicia : slots[index - 1]?.termina);
          expect(slot.termina).toBeGreaterThan(slot.inicia);
          expect(slot.termina).toBeLessThanOrEqual(termina);
        }
      }),
    );
  });

  it('must fit their schedule', () => {
    expect(refusalOfSchedule(day())).toBeUndefined();
    expect(refusalOfSchedule(day(span('12:00', '12:00')))).toMatch(/terminar después/);
    expect(refusalOfSchedule(day({ duracion: 300 }))).toMatch(/duración no cabe/);
    expect(refusalOfSchedule(day({ premium: [span('07:30', '09:00')] }))).toMatch(/fuera del horario general/);
    expect(refusalOfSchedule(day({ premium: [span('09:00', '09:29')] }))).toMatch(/menos de 30 minutos/);
    expect(refusalOfSchedule(day({ premium: [span('10:00', '11:00'), span('09:00', '10:00')] }))).toMatch(/se enciman/);
    expect(refusalOfSchedule(day({ premium: [span('10:01', '11:00'), span('09:00', '10:00')] }))).toBeUndefined();
  });
});

it('takes a premium slot only inside the schedule and after the others', () => {
  const general = { ...span('08:00', '20:00'), premium: [span('09:00', '10:00')] };
  expect(takesPremium(general, span('10:01', '20:00'))).toBe(true);
  expect(takesPremium(general, span('10:00', '11:00'))).toBe(false);
  expect(takesPremium(general, span('08:00', '08:30'))).toBe(false);
  expect(takesPremium(general, span('19:45', '20:15'))).toBe(false);
});

it('takes no premium slot that the end of the day cuts short', () => {
  const general = { ...span('08:00', '23:59'), premium: [] };
  const { desde, hasta } = settledPremium('23:40', '');
  expect(hasta).toBe('23:59');
  expect(takesPremium(general, span(desde, hasta))).toBe(false);
  expect(takesPremium(general, span('23:29', '23:59'))).toBe(true);
});

it('settles what is left of a premium time and of booking windows', () => {
  expect(settledPremium('', '10:00')).toEqual({ desde: '', hasta: '' });
  expect(settledPremium('09:00', '09:20')).toEqual({ desde: '09:00', hasta: '09:30' });
  expect(settledPremium('09:00', '')).toEqual({ desde: '09:00', hasta: '09:30' });
  expect(settledPremium('09:00', '09:30')).toEqual({ desde: '09:00', hasta: '09:30' });
  expect(settledVentana(48, 2)).toEqual([48, 2]);
  expect(settledVentana(2, 2)).toEqual([2, 0]);
  expect(settledVentana(null, 5)).toEqual([0, 0]);
  expect(settledVentana(-1, -1)).toEqual([0, 0]);
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 99 }), fc.integer({ min: -5, max: 99 }), (desde, hasta) => {
      expect(refusalOfVentana(settledVentana(desde, hasta))).toBeUndefined();
    }),
  );
});

describe('the moment', () => {
  const slot = span('10:00', '11:00');
  const when = (ahora: string, ventana: readonly [number, number] = [0, 0]) =>
    refusalOfMoment(slot, { faltan: minutesUntil('2026-11-23', ahora), ventana });

  it('is any before the end without a window', () => {
    expect(when('2026-01-01T00:00:00')).toBeUndefined();
    expect(when('2026-11-23T10:59:00')).toBeUndefined();
    expect(when('2026-11-23T11:00:00')).toBe('El horario ya pasó. Elija otro');
    expect(when('2026-11-24T00:00:00')).toBe('El horario ya pasó. Elija otro');
  });

  it('lies in the window, both ends included', () => {
    const ventana = [48, 2] as const;
    expect(when('2026-11-21T09:59:00', ventana)).toMatch(/a partir de 2 días antes/);
    expect(when('2026-11-21T10:00:00', ventana)).toBeUndefined();
    expect(when('2026-11-23T08:00:00', ventana)).toBeUndefined();
    expect(when('2026-11-23T08:01:00', ventana)).toMatch(/hasta 2 horas antes/);
    expect(when('2026-11-22T09:00:00', [25, 0])).toBeUndefined();
    expect(when('2026-11-22T08:59:00', [25, 0])).toMatch(/a partir de 25 horas antes/);
  });
});

describe('people', () => {
  const person = (lote: number | null, isVisita = false) => ({ lote, isVisita, name: 'Ana' });

  it('are checked in the order of the screen', () => {
    expect(refusalOfPersonas(1, [])).toBe('No se puede crear reservar sin residentes');
    expect(refusalOfPersonas(9, [person(null, true)])).toBe('Debe seleccionar al menos un residente');
    expect(refusalOfPersonas(9, [person(1), person(2, true)])).toBe('Si selecciona lote no debe ser visita');
    expect(refusalOfPersonas(2, [person(1)])).toBe('Debe ingresar todas las personas según los lugares a reservar');
    expect(refusalOfPersonas(2, [person(1), person(null, true)])).toBeUndefined();
  });

  it('without a lot count with the first one', () => {
    const places = lugaresByLote([person(null, true), person(7), person(9), person(null)]);
    expect([...places]).toEqual([
      [7, 3],
      [9, 1],
    ]);
  });
});

it('says how many places are left', () => {
  const left = (ocupados: number, lugares: number) =>
    refusalOfAforo('Carril 1', span('10:00', '11:00'), { aforo: 10, ocupados, lugares });
  expect(left(8, 2)).toBeUndefined();
  expect(left(8, 3)).toMatch(/«Carril 1» de 10:00 a 11:00 sólo quedan 2 lugares/);
  expect(left(9, 2)).toMatch(/queda 1 lugar/);
  expect(left(12, 1)).toMatch(/Ya no quedan lugares/);
});

describe('rules', () => {
  const uso = (changes: Partial<Uso> = {}): Uso => ({
    referencia: 'ENC-1',
    enHorario: 0,
    nuevos: 2,
    enDia: 0,
    premium: [],
    ...changes,
  });
  const rule = (category: Regla['category'], valor: number): Regla[] => [{ category, title: 'La regla', valor }];
  const slot = { fecha: '2026-11-23', premium: true };

  it('name themselves and the lot', () => {
    expect(refusalOfReglas(rule('maximo_unidad_privada', 4), uso({ enHorario: 2 }), slot)).toBeUndefined();
    expect(refusalOfReglas(rule('maximo_unidad_privada', 3), uso({ enHorario: 2 }), slot)).toBe(
      'Regla «La regla»: el lote ENC-1 puede ocupar 3 lugares de un mismo horario y ya tiene 2. Quite personas o elija otro horario',
    );
    expect(refusalOfReglas(rule('cantidad_horario_dia', 2), uso({ enDia: 1 }), slot)).toBeUndefined();
    expect(refusalOfReglas(rule('cantidad_horario_dia', 1), uso({ enDia: 1 }), slot)).toMatch(
      /1 reserva por día y ya tiene 1 el 23-11-2026/,
    );
  });

  it('keep premium reservations apart, before and after', () => {
    const three = rule('secuencia_horario_premium', 3);
    expect(refusalOfReglas(three, uso({ premium: ['2026-11-20', '2026-11-26'] }), slot)).toBeUndefined();
    expect(refusalOfReglas(three, uso({ premium: ['2026-11-21'] }), slot)).toMatch(/el 21-11-2026.*3 días/);
    expect(refusalOfReglas(three, uso({ premium: ['2026-11-25'] }), slot)).toMatch(/el 25-11-2026/);
    expect(refusalOfReglas(three, uso({ premium: ['2026-11-23'] }), { ...slot, premium: false })).toBeUndefined();
  });
});

describe('what a resident is told', () => {
  it('are the conditions of an agenda, in words', () => {
    const libre = { ventana: [0, 0], aforo: 1, permiteVisita: false, reglas: [] } as const;
    expect(condicionesOf(libre)).toEqual(['Cabe una persona', 'No se permiten visitas']);
    const reglas = [
      { category: 'cantidad_horario_dia', title: 'Al día', valor: 2 },
      { category: 'maximo_unidad_privada', title: 'No se aplica', valor: null },
      { category: 'secuencia_horario_premium', title: 'Premium', valor: 1 },
    ] as const;
    expect(condicionesOf({ ventana: [72, 1], aforo: 4, permiteVisita: true, reglas })).toEqual([
      'Se reserva con 3 días de anticipación como máximo',
      'Se reserva con 1 hora de anticipación como mínimo',
      'Caben 4 personas',
      'Puede llevar visitas',
      'Al día: 2 reservas por día',
      'Premium: 1 día entre reservas',
    ]);
  });

  it('is why a reservation is not cancelled any more', () => {
    const row = { fecha: '2026-11-23', inicia: at('10:00'), checked: false };
    expect(refusalOfCancelacion(row, '2026-11-23T09:59:00')).toBeUndefined();
    expect(refusalOfCancelacion(row, '2026-11-23T10:00:00')).toMatch(/ya empezó/);
    expect(refusalOfCancelacion(row, '2026-11-24T00:00:00')).toMatch(/ya empezó/);
    expect(refusalOfCancelacion({ ...row, checked: true }, '2026-11-20T00:00:00')).toMatch(/Ya entraron/);
  });

  it('takes a name from each line that has one', () => {
    fc.assert(
      fc.property(fc.array(fc.string().filter((name) => !/[\n\r]/.test(name))), (names) => {
        expect(nombresOf(names.join('\n'))).toEqual(names.map((name) => name.trim()).filter((name) => name !== ''));
      }),
    );
  });
});
