import { expect, it } from 'vitest';
import { avisoDeHuso, husoDe, relojDe, relojDelCentro } from './husos.ts';

it.each([
  ['76230', 'America/Mexico_City'],
  ['45019', 'America/Mexico_City'],
  ['22000', 'America/Tijuana'],
  ['21100', 'America/Tijuana'],
  ['23400', 'America/Mazatlan'],
  ['63000', 'America/Mazatlan'],
  ['63732', 'America/Bahia_Banderas'],
  ['77500', 'America/Cancun'],
  ['80000', 'America/Mazatlan'],
  ['83000', 'America/Hermosillo'],
  ['31000', 'America/Chihuahua'],
  ['32500', 'America/Ciudad_Juarez'],
  ['88000', 'America/Matamoros'],
  // Border municipalities and their neighbours, by the first and last codes of each.
  ['26169', 'America/Matamoros'],
  ['26170', 'America/Matamoros'],
  ['26328', 'America/Matamoros'],
  ['26340', 'America/Mexico_City'],
  ['26384', 'America/Mexico_City'],
  ['26400', 'America/Matamoros'],
  ['26450', 'America/Matamoros'],
  ['26500', 'America/Matamoros'],
  ['26530', 'America/Matamoros'],
  ['26600', 'America/Matamoros'],
  ['26640', 'America/Matamoros'],
  ['26695', 'America/Matamoros'],
  ['26700', 'America/Mexico_City'],
  ['27499', 'America/Mexico_City'],
  ['27500', 'America/Matamoros'],
  ['27550', 'America/Mexico_City'],
  ['31810', 'America/Chihuahua'],
  ['31820', 'America/Ciudad_Juarez'],
  ['31840', 'America/Ciudad_Juarez'],
  ['31850', 'America/Chihuahua'],
  ['32740', 'America/Ciudad_Juarez'],
  ['32797', 'America/Ciudad_Juarez'],
  ['32800', 'America/Chihuahua'],
  ['32850', 'America/Ojinaga'],
  ['32897', 'America/Ojinaga'],
  ['32958', 'America/Chihuahua'],
  ['32980', 'America/Ojinaga'],
  ['33000', 'America/Chihuahua'],
  ['65059', 'America/Matamoros'],
  ['65070', 'America/Mexico_City'],
  ['87589', 'America/Matamoros'],
  ['87600', 'America/Mexico_City'],
  ['88875', 'America/Matamoros'],
  ['88880', 'America/Mexico_City'],
  ['88900', 'America/Matamoros'],
])('%s has the hour of %s', (codigoPostal, zona) => {
  expect(husoDe(codigoPostal).zona).toBe(zona);
});

it('warns where the clocks ever differ, and there alone', () => {
  expect(avisoDeHuso('76230', 'America/Mexico_City', 2026)).toBe('');
  // One clock under several names.
  expect(avisoDeHuso('31000', 'America/Mexico_City', 2026)).toBe('');
  expect(avisoDeHuso('64000', 'America/Monterrey', 2026)).toBe('');
  expect(avisoDeHuso('83000', 'America/Phoenix', 2026)).toBe('');
  // In winter the border has the centre's hour.
  expect(avisoDeHuso('88000', 'America/Mexico_City', 2026)).toMatch(/America\/Matamoros$/);
  expect(avisoDeHuso('77500', 'America/Mexico_City', 2026)).toMatch(/Quintana Roo/);
  expect(avisoDeHuso('76230', 'America/Tijuana', 2026)).toMatch(/76230 \(centro del país\)/);
});

it('tells the hour of a place, and that of stamps', () => {
  const instant = new Date('2026-11-21T18:30:05Z');
  expect(relojDe('22000', instant)).toBe('2026-11-21T10:30:05');
  expect(relojDe('77500', instant)).toBe('2026-11-21T13:30:05');
  expect(relojDelCentro(instant)).toBe('2026-11-21T12:30:05');
});
