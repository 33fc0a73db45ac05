import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Refusal } from '#platform/server/errors.ts';
import { leerCep } from './cep.ts';
import { selloOf } from './sello.ts';
import { cepDePrueba } from './testing.ts';

const CUENTA = '646180110400000010';
const read = (xml: string) => leerCep(new TextEncoder().encode(xml));
const XML = cepDePrueba({ cuenta: CUENTA });

it('reads what a proof says, whatever the order of its parties', () => {
  const want = { fecha: '2026-11-20', importeCentavos: 185_000, rastreo: 'MBAN01002611200081234567', cuenta: CUENTA };
  expect(read(XML)).toMatchObject({ ...want, banco: 'BBVA MEXICO', ordenante: 'ROSA DIAZ LUNA' });
  const [a = ''] = /<Beneficiario[^>]*>/.exec(XML) ?? [];
  const [de = ''] = /<Ordenante[^>]*>/.exec(XML) ?? [];
  expect(read(XML.replace(a, '').replace(de, de + a))).toMatchObject(want);
});

it.each([
  ['another amount', XML.replace('MontoPago="1850.00"', 'MontoPago="9850.00"'), /alterado/],
  ['another day', XML.replace('FechaOperacion="2026-11-20"', 'FechaOperacion="2026-11-21"'), /alterado/],
  ['another account', XML.replace(`Cuenta="${CUENTA}"`, 'Cuenta="646180110400000023"'), /alterado/],
  ['a part that is cut off', XML.slice(0, 700), /incompleto|no es un comprobante/],
  ['nothing', '', /incompleto|no es un comprobante/],
  ['another document', '<cfdi:Comprobante/>', /no es un comprobante/],
  ['an entity of its own', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${XML}`, /no es un comprobante/],
  [
    'two beneficiaries',
    XML.replace('<Ordenante', '<Beneficiario Cuenta="1" MontoPago="2"/><Ordenante'),
    /no es un comprobante/,
  ],
  ['a clave that is none', XML.replace('claveRastreo="MBAN', 'claveRastreo="&lt;b&gt;'), /no es un comprobante/],
  ['more than a proof can be', XML.replace('</SPEI', `${'<x/>'.repeat(300)}</SPEI`), /no es un comprobante/],
  ['64 KB', XML + ' '.repeat(70_000), /no es un comprobante/],
])('%s is refused in words', (_what, xml, words) => {
  expect(() => read(xml)).toThrow(Refusal);
  expect(() => read(xml)).toThrow(words);
});

it('whatever bytes come, it reads or refuses, and no digit of amount or account changes unseen', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      try {
        leerCep(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }),
  );
  const spots = [...XML.matchAll(/(?:MontoPago|(?<!Tipo)Cuenta)="([\d.]+)"/g)].flatMap(
    ({ index, 0: all, 1: value = '' }) =>
      [...value].flatMap((sign, at) => (/\d/.test(sign) ? [index + all.length - 1 - value.length + at] : [])),
  );
  fc.assert(
    fc.property(fc.constantFrom(...spots), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const digit = (Number(XML[at]) + by) % 10;
      expect(() => read(`${XML.slice(0, at)}${digit}${XML.slice(at + 1)}`)).toThrow(/alterado/);
    }),
  );
});

it('checks the seal where its certificate is known, and says nothing of it where not', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const sealed = read(cepDePrueba({ cuenta: CUENTA, certificado: '00001000000000000042', llave: privateKey }));
  expect(selloOf(sealed, new Map())).toBe('sin_comprobar');
  const known = new Map([['00001000000000000042', publicKey]]);
  expect(selloOf(sealed, known)).toBe('valido');
  // Whoever changes the chain along with the attribute has no key to seal it.
  expect(() => selloOf({ ...sealed, cadena: sealed.cadena.replace('1850.00', '9850.00') }, known)).toThrow(/alterado/);
});
