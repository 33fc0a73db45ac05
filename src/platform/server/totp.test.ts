import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base32, codeAt, keyUri, stepOf, stepOfCode } from './totp.ts';

/** Of RFC 6238, appendix B: the last six of its eight digits. */
const SECRET = Buffer.from('12345678901234567890');

const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });
const moments = fc.integer({ min: 1_600_000_000, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1000));
const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('a code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds is that of RFC 6238', (seconds, code) => {
    expect(codeAt(SECRET, stepOf(new Date(seconds * 1000)))).toBe(code);
  });

  it('is good in its step, the one before and the one after, once, and none is from before it', () => {
    fc.assert(
      fc.property(bytes, moments, (secret, now) => {
        const code = codeAt(secret, stepOf(now));
        const step = stepOf(now);
        for (const seconds of [-30, 0, 30]) {
          // Two neighbouring steps have the same code once in a million: then it is the earlier one's.
          const found = stepOfCode(secret, code, later(now, seconds), 0);
          expect(found).toBeGreaterThanOrEqual(step - 2);
          expect(found).toBeLessThanOrEqual(step);
        }
        expect([undefined, step + 1, step + 2]).toContain(stepOfCode(secret, code, now, step));
        expect(stepOfCode(secret, code, now, step + 2)).toBeUndefined();
      }),
    );
  });

  it('is over two steps later, and was not yet two steps earlier', () => {
    const now = new Date('2026-11-21T18:00:00Z');
    const code = codeAt(SECRET, stepOf(now));
    for (const seconds of [-60, -31, 60, 90]) expect(stepOfCode(SECRET, code, later(now, seconds), 0)).toBeUndefined();
  });

  it('is six digits and nothing else', () => {
    const now = new Date('2026-11-21T18:00:00Z');
    const code = codeAt(SECRET, stepOf(now));
    for (const typed of ['', code.slice(1), `${code}0`, ` ${code}`, code.replace(/./, 'x'), '٣'.repeat(6)])
      expect(stepOfCode(SECRET, typed, now, 0)).toBeUndefined();
  });
});

describe('what an app is given', () => {
  it('is the secret in base 32 (RFC 4648)', () => {
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
    expect(base32(Buffer.from('fooba'))).toBe('MZXW6YTB');
    expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  });

  it('is an address that says whose it is, with what stands in names', () => {
    const uri = keyUri(SECRET, { issuer: 'Portón · Encinos: 1 & 2', account: 'ana.peña' });
    const { protocol, host, pathname, searchParams } = new URL(uri);
    expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Portón · Encinos: 1 & 2:ana.peña',
    ]);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', issuer: 'Portón · Encinos: 1 & 2' },
      ...{ algorithm: 'SHA1', digits: '6', period: '30' },
    });
  });
});
