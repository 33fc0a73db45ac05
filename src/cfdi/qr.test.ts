import { describe, expect, it } from 'vitest';
import { expresionImpresa, qrText, totalExpresion } from './qr.ts';

const DATOS = {
  uuid: '6F2A1B3C-1111-4222-8333-ABCDEF012345',
  rfcEmisor: 'CRO850101AB1',
  rfcReceptor: 'XAXX010101000',
  total: '2500.00',
  sello: 'AAAAAAAABBBBBBBBabcdef==',
  sinValidez: false,
};

describe('the address of the QR', () => {
  it("is the authority's, with the last eight characters of the seal", () => {
    expect(qrText(DATOS)).toBe(
      'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=6F2A1B3C-1111-4222-8333-ABCDEF012345&re=CRO850101AB1&rr=XAXX010101000&tt=2500.0&fe=abcdef==',
    );
  });

  it('leads nowhere for a document without fiscal value', () => {
    const { hostname } = new URL(qrText({ ...DATOS, sinValidez: true }));
    expect(hostname).toMatch(/\.invalid$/);
  });

  it('writes & in an RFC as XML does', () => {
    const text = expresionImpresa({ ...DATOS, rfcEmisor: 'C&O850101AB1', selloFin: 'abcdef==' });
    expect(text).toContain('&re=C&amp;O850101AB1&rr=');
  });

  it.each([
    ['1000.00', '1000.0'],
    ['0', '0.0'],
    ['1250.50', '1250.5'],
    ['1250.123456', '1250.123456'],
  ])('writes a total of %s as %s', (total, text) => {
    expect(totalExpresion(total)).toBe(text);
  });
});
