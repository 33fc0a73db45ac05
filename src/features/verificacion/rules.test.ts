import { expect, it } from 'vitest';
import { DOCUMENTOS, MONTOS, TIPOS, type Verificable } from '#libro/verificacion/codigo.ts';
import { dictamenDe, type Registro } from './rules.ts';
import { SCRIPT } from './server/sin-conexion.ts';

const HOY = '2026-11-26';
const R: Verificable = {
  tipo: 'R',
  folio: '7',
  fecha: '2026-11-01',
  monto: 100_00,
  hasta: null,
  referencia: 'M01-L01',
};
const N: Verificable = { ...R, tipo: 'N', folio: 'NA-00001', monto: 0, hasta: '2026-12-01' };
const recibo = (estado: 'vigente' | 'en parte' | 'cancelado' | 'sustituido', monto = 100_00): Registro => ({
  ...{ tipo: 'recibo', fecha: '2026-11-01', monto, referencia: 'M01-L01', vigencia: { estado, vigente: 40 } },
});
const constancia = (changes: object = {}): Registro => ({
  ...{
    tipo: 'constancia',
    fecha: '2026-11-01',
    hasta: '2026-12-01',
    referencia: 'M01-L01',
    revocada: null,
    debe: false,
  },
  ...changes,
});

it.each([
  [R, recibo('vigente'), 'valido'],
  [R, recibo('en parte'), 'valido'],
  [R, recibo('cancelado'), 'cancelado'],
  [R, recibo('sustituido'), 'sustituido'],
  [R, recibo('vigente', 1), 'sin registro'],
  [R, undefined, 'sin registro'],
  [N, constancia(), 'valido'],
  [N, constancia({ debe: true }), 'sustituido'],
  [N, constancia({ debe: true, revocada: '2026-11-20' }), 'cancelado'],
  [N, constancia({ revocada: '2026-11-20' }), 'cancelado'],
  [N, constancia({ hasta: '2026-12-02' }), 'sin registro'],
  [{ ...N, referencia: 'M09-L09' }, constancia(), 'sin registro'],
  [{ ...N, hasta: '2026-11-25' }, constancia({ hasta: '2026-11-25' }), 'vencido'],
  [{ ...R, tipo: 'E' }, { tipo: 'cuenta', debe: 100_00 }, 'valido'],
  [{ ...R, tipo: 'U' }, { tipo: 'cuenta', debe: 1 }, 'sustituido'],
  [{ ...R, tipo: 'H' }, undefined, 'valido'],
] as [Verificable, Registro, string][])('says of %o with %o: %s', (dicho, registro, estado) => {
  expect(dictamenDe(dicho, registro, HOY).estado).toBe(estado);
});

it('names the lot of the books where a receipt says another', () => {
  expect(dictamenDe({ ...R, referencia: 'M09-L09' }, recibo('vigente'), HOY).nota).toContain('M01-L01');
});

it('says how much of a receipt still stands', () => {
  expect(dictamenDe(R, recibo('en parte'), HOY).nota).toContain('$40.00');
});

it.each(TIPOS)('a paper of kind %s is called the same without a network', (tipo) => {
  expect(SCRIPT).toContain(JSON.stringify({ [tipo]: [DOCUMENTOS[tipo], MONTOS[tipo]] }).slice(1, -1));
});
