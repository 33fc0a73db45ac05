import { expect, it } from 'vitest';
import { verifyPassword } from './password.ts';
import { makeRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';

const CALLER = { known: true, account: 'prueba' };

it('ten codes, each with its place, its hash and nothing that is taken for another sign', async () => {
  const { codigos, hashes } = await makeRecoveryCodes(CALLER);
  expect(new Set(codigos).size).toBe(10);
  for (const [lugar, codigo] of codigos.entries()) {
    expect(codigo).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
    const read = readRecoveryCode(codigo);
    expect(read?.lugar).toBe(lugar);
    expect(await verifyPassword(hashes[lugar] ?? '', read?.code ?? '', CALLER)).toBe(true);
    expect(await verifyPassword(hashes[(lugar + 1) % 10] ?? '', read?.code ?? '', CALLER)).toBe(false);
  }
});

it('is read as people write it', () => {
  const code = { lugar: 1, code: '3K7FQ2MX9ABT' };
  for (const typed of ['3K7F-Q2MX-9ABT', '3k7fq2mx9abt', ' 3K7F Q2MX 9ABT ', '3K-7FQ-2MX-9ABT'])
    expect(readRecoveryCode(typed)).toEqual(code);
});

it.each(['', '123456', '3K7F-Q2MX-9AB', '3K7F-Q2MX-9ABTT', '3K7F-Q2MX-9AB0', 'ZK7F-Q2MX-9ABT', '3K7F-Q2MX-9ABÑ'])(
  '«%s» is none',
  (typed) => {
    expect(readRecoveryCode(typed)).toBeUndefined();
  },
);
