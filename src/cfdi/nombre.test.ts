import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalizeNombre } from './nombre.ts';

it.each([
  ['  josé  ñandú ', 'JOSÉ ÑANDÚ'],
  ['JOSE\u0301 NUN\u0303EZ', 'JOSÉ NUÑEZ'],
  ['ANA\u00A0MARÍA\u2003LÓPEZ', 'ANA MARÍA LÓPEZ'],
  ['\uFEFFANA\u200B LÓ\u00ADPEZ\u200E', 'ANA LÓPEZ'],
  ['ANA\tLÓPEZ\r\nRUIZ', 'ANA LÓPEZ RUIZ'],
  ['O’HIGGINS & CÍA', 'O’HIGGINS & CÍA'],
  ['\u200B\u00A0', ''],
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
