import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type InCentavos, toCentavos, toPesos } from '#core/money.ts';
import { amount, conceptText, ifMissing, optionalText, text } from './codecs.ts';
import { REQUIRED } from './messages.ts';
import { z } from './zod.ts';

const answer = z.object({ id: z.number(), monto: amount, esperado: amount.nullable() });
type Answer = z.input<typeof answer>;

it('takes no centavos for an amount of an answer, before anything runs', () => {
  const pesos: Answer = { id: 1, monto: toPesos(150), esperado: null };
  expect(answer.parse(pesos)).toEqual({ id: 1, monto: 1.5, esperado: null });
  // @ts-expect-error an amount that is known to be in centavos
  const centavos: Answer = { ...pesos, monto: toCentavos(1.5) };
  // @ts-expect-error where there may be none, too
  const expected: Answer = { ...pesos, esperado: toCentavos(1.5) };
  expect([centavos.monto, expected.esperado]).toEqual([150, 150]);
  expect(answer.safeParse({ ...pesos, monto: '1.5' }).success).toBe(false);
});

it('has the row of an answer in centavos, its other numbers as they are', () => {
  const row: InCentavos<Answer> = { id: 1, monto: toCentavos(1.5), esperado: null };
  // @ts-expect-error pesos are not what the database has
  const wrong: InCentavos<Answer> = { ...row, esperado: toPesos(150) };
  expect({ ...row, ...wrong, monto: toPesos(row.monto) }).toEqual({ id: 1, monto: 1.5, esperado: 1.5 });
});

it.each([
  '',
  '  ',
  '\u200b',
  ' \u200b\u200d\ufeff ',
  '\u00ad',
  '\u2060\u202e',
  '\u3164\u115f',
  '\u2800',
  '\ufe0f',
  '\u{e0041}',
])('takes %j for no text, for nothing of it is seen', (nothing) => {
  for (const codec of [text(), text(1_000), conceptText()]) {
    expect(codec.safeParse(nothing).error?.issues.map(({ message }) => message)).toEqual([REQUIRED]);
  }
  expect(text(10, 'Diga por qué').safeParse(nothing).error?.issues).toMatchObject([{ message: 'Diga por qué' }]);
  expect(optionalText().parse(nothing)).toBe('');
});

it.each(['a', '.', '日', '👩‍👧', 'ñ\u200b', '\u200b1'])('takes %j for a text as it is', (something) => {
  expect(text().parse(something)).toBe(something);
  expect(optionalText().parse(something)).toBe(something);
});

describe('ifMissing', () => {
  it('says what is missing, and of a text that is too long that it is', () => {
    const schema = z
      .string({ error: ifMissing('Falta') })
      .min(1, 'Falta')
      .max(3);
    const said = [undefined, null, '', 'abcd'].map((value) => schema.safeParse(value).error?.issues[0]?.message);
    expect(said).toEqual(['Falta', 'Falta', 'Falta', 'Debe tener como máximo 3 caracteres']);
  });

  it('is used wherever a text has words for what is missing and a longest length without words', () => {
    const PART = String.raw`\s*\.\w+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
    const wordy = new RegExp(String.raw`string\(\{ error: (?:[A-Z_]+|'[^']*') \}\)(?:${PART})*?\s*\.max\(\w+\)`);
    expect(wordy.test("z.string({ error: REQUIRED }).trim().min(3, { message: 'x' }).max(200)")).toBe(true);
    const found = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (name) => /(?<!\.test)\.tsx?$/.test(name) && wordy.test(readFileSync(join('src', name), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
