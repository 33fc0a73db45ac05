import { describe, expect, it } from 'vitest';
import { RECIBIDA, type Recibida, xmlRecibido } from '#test/factura-recibida.ts';
import { leerRecibida } from './recibida.ts';

it('reads of an invoice what is kept of it', () => {
  expect(leerRecibida(xmlRecibido())).toEqual({
    uuid: RECIBIDA.uuid.toLowerCase(),
    fecha: '2026-11-18',
    total: 116_000,
    folio: 'A125',
    rfcEmisor: 'JVB090213AB1',
    nombreEmisor: 'JARDINERÍA Y VIVEROS DEL BAJÍO',
    rfcReceptor: 'CRO850101AB1',
  });
  expect(leerRecibida(xmlRecibido({ total: '0.1' }))).toMatchObject({ total: 10 });
});

describe('refuses', () => {
  it.each<[what: string, changes: Partial<Recibida>, message: RegExp]>([
    ['another version', { version: '3.3' }, /no es el XML de una factura \(CFDI 4\.0\)/],
    ['a credit note', { tipo: 'E' }, /es de una nota de crédito/],
    ['a payment complement', { tipo: 'P' }, /es de un complemento de pago/],
    ['a kind that nobody knows', { tipo: 'X' }, /es de otro documento/],
    ['another currency', { moneda: 'USD' }, /está en USD/],
    ['what is not stamped', { timbrada: false }, /no está timbrado/],
    ['a folio that is none', { uuid: 'x' }, /no está timbrado/],
    ['an amount that is none', { total: '-1' }, /no es el XML/],
    ['fractions of centavos', { total: '1.005' }, /no es el XML/],
    ['a day that no calendar has', { fecha: '2026-02-30T00:00:00' }, /no es el XML/],
  ])('%s', (_what, changes, message) => {
    expect(() => leerRecibida(xmlRecibido(changes))).toThrow(message);
  });

  it('what is no XML, and entities', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(() => leerRecibida(bytes('%PDF-1.7'))).toThrow(/no es el XML/);
    expect(() => leerRecibida(bytes('<a/>'))).toThrow(/no es el XML/);
    expect(() => leerRecibida(bytes('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'))).toThrow(/no es el XML/);
  });
});
