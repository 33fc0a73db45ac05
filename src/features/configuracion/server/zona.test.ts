import { expect, it } from 'vitest';
import { consequencesOfZone, refusalOfZone } from './zona.ts';

const DAY = { turnos: [], posteriores: 0, cerradoHasta: null };
const toCancun = { codigo: 'ENCINOS', schema: 'c_encinos', from: 'America/Mexico_City', to: 'America/Cancun' };
const back = { ...toCancun, from: toCancun.to, to: toCancun.from };
/** 23:30 of 30 November in Mexico City. */
const NIGHT = new Date('2026-12-01T05:30:00Z');
const NOON = new Date('2026-12-01T18:00:00Z');

it('says what today is before and after, and that kept days stay', () => {
  const [first, clock, ...rest] = consequencesOfZone(toCancun, DAY, NIGHT);
  expect(first).toBe('ENCINOS pasa de America/Mexico_City a America/Cancun.');
  expect(clock).toBe(
    '- Ahora son las 23:30 del 30-11-2026; serán las 00:30 del 01-12-2026. «Hoy» deja de ser 30-11-2026 y es 01-12-2026.',
  );
  expect(rest.join('\n')).toContain('lo que se reciba después lleva la de la zona nueva, 01-12-2026');
  expect(consequencesOfZone(toCancun, DAY, NOON)[1]).toContain('«Hoy» sigue siendo 01-12-2026');
  expect(consequencesOfZone(back, { ...DAY, posteriores: 2 }, NIGHT).join('\n')).toContain(
    '2 recibos llevan una fecha posterior al nuevo «hoy»',
  );
});

it('says where the invoices’ postal code keeps another hour than the new zone', () => {
  const toTijuana = { ...toCancun, to: 'America/Tijuana' };
  const told = (codigoPostal: string) => consequencesOfZone(toTijuana, DAY, NOON, codigoPostal).join('\n');
  expect(told('76230')).toMatch(/- Facturas: el código postal 76230 \(centro del país\)/);
  expect(told('22000')).not.toContain('Facturas:');
  expect(told('')).not.toContain('Facturas:');
});

it('is refused only where the day would be another and something stands on it', () => {
  const turnos = [{ caja: 'Oficina', usuario: 'cobranza', desde: NOON }];
  expect(refusalOfZone(toCancun, DAY, NIGHT)).toBeUndefined();
  expect(refusalOfZone(toCancun, { ...DAY, turnos }, NIGHT)).toContain('turnos de caja abiertos («Oficina»)');
  expect(refusalOfZone(toCancun, { ...DAY, turnos }, NOON)).toBeUndefined();
  const closed = { ...DAY, cerradoHasta: '2026-11-30' };
  expect(refusalOfZone(back, closed, NIGHT)).toContain('ya cerró el mes hasta el 30-11-2026');
  expect(refusalOfZone(toCancun, closed, NIGHT)).toBeUndefined();
  expect(refusalOfZone(back, closed, NOON)).toBeUndefined();
});
