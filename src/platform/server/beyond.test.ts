import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Who looks beyond the community of a request: what joins accounts of several, and who tells their logs (ADR 66). */
const WHO = [
  'src/features/empresas/server/pasar.ts',
  'src/features/empresas/server/resumen.ts',
  'src/features/empresas/server/unir.ts',
  // A request as it would be at another community, for what is proven there.
  'src/platform/server/context.ts',
  // In a practice, the second factor of the community that it is of (ADR 75).
  'src/platform/server/second-factor.ts',
  'src/platform/server/unions.ts',
];

const filesWith = (sign: RegExp): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && sign.test(readFileSync(name, 'utf8')));

it('is looked at by nothing else', () => {
  expect(filesWith(/\bbeyond\.(?:communities|read|write|separately)\b/).toSorted()).toEqual(WHO);
});

it('has its rows written by nothing else', () => {
  expect(filesWith(/\brecordAuditIn\(/).toSorted()).toEqual([
    'src/platform/server/audit.ts',
    'src/platform/server/unions.ts',
  ]);
});
