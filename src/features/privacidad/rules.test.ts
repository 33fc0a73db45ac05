import { expect, it } from 'vitest';
import {
  cumplirHasta,
  diasEnPalabras,
  diasOf,
  estadoOf,
  impedimentoDe,
  limiteOf,
  nombreHasta,
  nombreVencido,
  plantillaDeAviso,
  prorrogada,
  refusalOfOtra,
  refusalOfRecibida,
  responderHasta,
} from './rules.ts';

const PLAZOS = { responderHasta: '2026-12-24', cumplirHasta: null, procede: null, cumplida: null };

it('has 20 working days to answer, once as many again, and 15 more to do it', () => {
  expect(responderHasta('2026-11-26')).toBe('2026-12-24');
  expect(prorrogada('2026-12-24')).toBe('2027-01-25');
  expect(cumplirHasta('2026-12-24')).toBe('2027-01-18');
});

it('says what is to be done next and how many days are left', () => {
  expect([estadoOf(PLAZOS), limiteOf(PLAZOS), diasOf(PLAZOS, '2026-12-22')]).toEqual([
    'por_responder',
    '2026-12-24',
    2,
  ]);
  const granted = { ...PLAZOS, procede: true, cumplirHasta: '2027-01-18' };
  expect([estadoOf(granted), diasOf(granted, '2027-01-20')]).toEqual(['por_cumplir', -2]);
  expect(estadoOf({ ...granted, cumplida: '2027-01-10' })).toBe('cumplida');
  const refused = { ...PLAZOS, procede: false };
  expect([estadoOf(refused), diasOf(refused, '2027-02-01')]).toEqual(['negada', null]);
  expect([2, 1, 0, -1, -3].map(diasEnPalabras)).toEqual([
    'quedan 2 días hábiles',
    'quedan 1 día hábil',
    'vence hoy',
    'venció hace 1 día hábil',
    'venció hace 3 días hábiles',
  ]);
});

it('refuses a future day, and to let go of the data of who still lives there', () => {
  expect(refusalOfRecibida('2026-11-27', '2026-11-26')).toMatch(/futura/);
  expect(refusalOfRecibida('2026-11-26', '2026-11-26')).toBeUndefined();
  expect(impedimentoDe({ lotes: ['M01-L01'] })).toMatch(/M01-L01/);
  expect(impedimentoDe({ lotes: [] })).toBeUndefined();
});

it('starts from a text that names the community and the law', () => {
  expect(plantillaDeAviso('Los Encinos')).toMatch(/^AVISO DE PRIVACIDAD[\s\S]*Los Encinos, con domicilio[\s\S]*2025/);
  expect(plantillaDeAviso('')).toContain('[nombre de la comunidad]');
});

it('lets five requests of one person be open, and no more', () => {
  expect(refusalOfOtra(4)).toBeUndefined();
  expect(refusalOfOtra(5)).toMatch(/Espere la respuesta/);
});

it('keeps a name for five years from the return of the last year on, and of whoever was never of a lot not at all', () => {
  expect(nombreHasta('2020-01-15')).toBe('2026-03-31');
  expect(nombreHasta('2020-12-31')).toBe('2026-03-31');
  expect(nombreHasta('2021-01-01')).toBe('2027-03-31');
  expect(nombreHasta(null)).toBeNull();
  expect(nombreVencido('2026-03-31', '2026-03-31')).toBe(false);
  expect(nombreVencido('2026-03-31', '2026-04-01')).toBe(true);
  expect(nombreVencido(null, '2026-04-01')).toBe(true);
});
