import fc from 'fast-check';
import { expect, it } from 'vitest';
import { enGrupos, tramoDe, wayBack } from './rules.ts';

it('writes a long number in fours, and anything else as it is', () => {
  expect(enGrupos('012580001234500184')).toBe('0125 8000 1234 5001 84');
  expect(enGrupos('0123450018')).toBe('0123 4500 18');
  for (const short of ['00000195', 'M01-L01', '']) expect(enGrupos(short)).toBe(short);
  fc.assert(fc.property(fc.stringMatching(/^\d{1,40}$/), (numero) => enGrupos(numero).replaceAll(' ', '') === numero));
});

it('goes back nowhere but to the page itself', () => {
  expect(wayBack('/r/cuenta?desde=2026-01&hasta=2026-11')).toBe('/r/cuenta?desde=2026-01&hasta=2026-11');
  for (const away of [
    '//otro.mx',
    'https://otro.mx',
    '/admin',
    '/r/../admin',
    '/rx',
    'javascript:alert(1)',
    '/r\\otro.mx',
  ])
    expect([away, wayBack(away)]).toEqual([away, '/r']);
});

it('is of whole months, and turns those around that are the wrong way', () => {
  expect(tramoDe({ desde: '2026-11', hasta: '2026-02' }, '2026-11-26')).toMatchObject({
    ...{ desde: '2026-02-01', hasta: '2026-11-30' },
  });
  expect(tramoDe({}, '2026-03-05')).toMatchObject({ desde: '2025-10-01', hasta: '2026-03-31' });
});
