import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalizeConcepto, normalizeNombre, refusalOfNombre } from './nombre.ts';
import { faltaDeTexto } from './validate.ts';

it.each([
  ['  josé  ñandú ', 'JOSÉ ÑANDÚ'],
  ['JOSE\u0301 NUN\u0303EZ', 'JOSÉ NUÑEZ'],
  ['ANA\u00A0MARÍA\u2003LÓPEZ', 'ANA MARÍA LÓPEZ'],
  ['\uFEFFANA\u200B LÓ\u00ADPEZ\u200E', 'ANA LÓPEZ'],
  ['ANA\tLÓPEZ\r\nRUIZ', 'ANA LÓPEZ RUIZ'],
  ['O’HIGGINS & CÍA', 'O’HIGGINS & CÍA'],
  ['\u200B\u00A0', ''],
  ['ＡＮＡ ＬÓＰＥＺ', 'ANA LÓPEZ'],
  ['𝐀𝐧𝐚 Ａ\u0301', 'ANA Á'],
])('%j is %j', (text, name) => {
  expect(normalizeNombre(text)).toBe(name);
});

it('has single spaces, nothing unseen, and is the same again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = normalizeNombre(text);
      return normalizeNombre(name) === name && !/^ | {2}| $|[\p{Cf}\p{Cc}]/u.test(name);
    }),
  );
});

it.each([
  'JOSÉ NUÑEZ ÁVILA',
  'O’HIGGINS & CÍA',
  'MÜLLER-ŁUKASIEWICZ (1ª) 3.0',
  'ÇELİK “NORTE” – SUR',
  'STRASSE Nº 5, 100 %',
])('takes %s', (name) => expect(refusalOfNombre(normalizeNombre(name))).toBeUndefined());

it.each([
  ['ANA \uFFFELÓPEZ', 'U+FFFE'],
  ['ANA \uFFFF', 'U+FFFF'],
  ['ANA \u{1FFFE}', 'U+1FFFE'],
  ['ANA \uE000', 'U+E000'],
  ['ANA 😀', '«😀»'],
  ['ANA محمد', '«م»'],
  ['ANA 株式', '«株»'],
  ['АНА', '«А»'],
])('refuses %j, and says which sign', (name, shown) => {
  expect(refusalOfNombre(normalizeNombre(name))).toContain(shown);
});

it('takes nothing that XML cannot bear', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = normalizeNombre(text);
      if (refusalOfNombre(name) !== undefined) return true;
      return name.isWellFormed() && !/[\uFFFE\uFFFF]|\p{Cc}|\p{Cn}|\p{Co}/u.test(name);
    }),
  );
});

it('writes a concept as a document can bear it', () => {
  expect(normalizeConcepto(' Cuota | agua\u0007\t y  luz ')).toBe('Cuota / agua y luz');
  expect(normalizeConcepto('Cuota de agua, 2ª «etapa» & más')).toBe('Cuota de agua, 2ª «etapa» & más');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1500 }), (text) => {
      const concepto = normalizeConcepto(text);
      return concepto === '' || faltaDeTexto(concepto, 1000) === undefined;
    }),
  );
});
