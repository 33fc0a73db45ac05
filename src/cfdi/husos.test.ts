import { expect, it } from 'vitest';
import { avisoDeHuso, husoDe } from './husos.ts';

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
  expect(avisoDeHuso('76230', 'America/Tijuana', 2026)).toMatch(/el centro del país/);
});
