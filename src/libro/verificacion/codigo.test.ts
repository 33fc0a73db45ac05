import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { esAutentico } from '../server/verificacion.ts';
import {
  base64url,
  codigoDe,
  codigoEn,
  direccionDe,
  firmado,
  folioDeEstado,
  type LlavePublica,
  leerCodigo,
  loteDeFolio,
  TIPOS,
  textoDe,
  type Verificable,
} from './codigo.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const LLAVE: LlavePublica = {
  id: 1,
  publica: String(publicKey.export({ format: 'jwk' }).x),
  desde: '2026-01-01T00:00:00.000Z',
};
const RECIBO: Verificable = {
  ...{ tipo: 'R', folio: '10231', fecha: '2026-11-26', monto: 754_700, hasta: null, referencia: 'M01-L01' },
};

function firmar(paper: Verificable, comunidad = 'ENCINOS'): string {
  const texto = textoDe(paper, LLAVE.id);
  return codigoDe(texto, sign(null, firmado(comunidad, texto), privateKey));
}

const acepta = (codigo: string, comunidad = 'ENCINOS'): boolean => {
  const leido = leerCodigo(codigo);
  return leido !== undefined && esAutentico(leido, comunidad, LLAVE);
};

const dia = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const paper: fc.Arbitrary<Verificable> = fc.record({
  tipo: fc.constantFrom(...TIPOS),
  folio: fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{0,19}$/),
  fecha: dia,
  monto: fc.integer({ min: -1_000_000, max: 99_999_999_999 }),
  hasta: fc.option(dia),
  referencia: fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom(...'abzABZ019-. ñÉ/#%\'"') }),
});

it('says what was signed, also where it comes as an address', () => {
  fc.assert(
    fc.property(paper, (said) => {
      const codigo = firmar(said);
      expect(leerCodigo(codigo)).toMatchObject(said);
      expect(acepta(codigo)).toBe(true);
      expect(codigoEn(direccionDe('https://encinos.example.mx', codigo))).toBe(codigo);
    }),
  );
});

it('is short enough for the paper', () => {
  const address = direccionDe('https://encinos.example.mx', firmar({ ...RECIBO, tipo: 'E', hasta: '2026-11-30' }));
  expect(address.length).toBeLessThan(190);
});

it('accepts none of 10,000 altered codes', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_. =+/%'];
  const altered = fc.tuple(
    paper,
    fc.nat(),
    fc.constantFrom(...letters),
    fc.constantFrom('put', 'insert', 'cut', 'swap'),
  );
  let [tried, accepted] = [0, 0];
  fc.assert(
    fc.property(altered, ([said, at, letter, how]) => {
      const codigo = firmar(said);
      const i = at % codigo.length;
      const other = {
        put: codigo.slice(0, i) + letter + codigo.slice(i + 1),
        insert: codigo.slice(0, i) + letter + codigo.slice(i),
        cut: codigo.slice(0, i) + codigo.slice(i + 1),
        swap: codigo.slice(0, i) + (codigo[i + 1] ?? '') + codigo[i] + codigo.slice(i + 2),
      }[how];
      if (other === codigo) return;
      tried += 1;
      if (acepta(other)) accepted += 1;
    }),
    { numRuns: 10_400 },
  );
  expect(tried).toBeGreaterThan(10_000);
  expect(accepted).toBe(0);
});

it('accepts every last letter of a signature but one for none', () => {
  const codigo = firmar(RECIBO);
  const last = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  expect(last.filter((letter) => acepta(codigo.slice(0, -1) + letter))).toEqual([codigo.at(-1)]);
});

it('is of one community, and of the key that it names', () => {
  const codigo = firmar(RECIBO);
  expect(acepta(codigo, 'LAGOS')).toBe(false);
  const other = {
    ...LLAVE,
    publica: base64url(generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
  };
  const leido = leerCodigo(codigo);
  expect(leido && esAutentico(leido, 'ENCINOS', other)).toBe(false);
});

it('tells in the folio of a statement the lot and the moment', () => {
  expect(folioDeEstado(17, '2026-11-26 15:30:09')).toBe('EC-17-261126-1530');
  expect(loteDeFolio('EC-17-261126-1530')).toBe(17);
  expect(loteDeFolio('EC-17')).toBeUndefined();
});
