import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnswerKind, wrap } from '../envelope.ts';
import { z } from '../zod.ts';
import { checkedAnswer, writtenAnswer } from './long-answers.ts';

const KINDS: readonly AnswerKind[] = ['list', 'data', 'saved', 'nested', 'raw'];
const schema = z.array(z.object({ id: z.number(), texto: z.string() }));
const rowsOf = (texto: string, length: number) => Array.from({ length }, (_, id) => ({ id, texto, secreto: 'x' }));

test('a long list is written as a short one is, without what its contract does not name', async () => {
  const lengths = fc.constantFrom(0, 1, 499, 500, 501, 1_234);
  await fc.assert(
    fc.asyncProperty(fc.string(), lengths, fc.constantFrom(...KINDS), async (texto, length, kind) => {
      const rows = rowsOf(`${texto} [] $&`, length);
      const checked = await checkedAnswer(schema, rows);
      expect(checked).toEqual(schema.parse(rows));
      expect(await writtenAnswer(kind, checked)).toBe(JSON.stringify(wrap(kind, schema.parse(rows))));
    }),
    { numRuns: 60 },
  );
});

test('a row that does not fit fails wherever it stands', async () => {
  const rows: unknown[] = rowsOf('x', 1_000);
  rows[777] = { id: 'x' };
  await expect(checkedAnswer(schema, rows)).rejects.toThrow(z.ZodError);
});

test('others have their turn while a long list is looked over and written', async () => {
  const rows = rowsOf('x'.repeat(500), 40_000);
  let turns = 0;
  const clock = setInterval(() => {
    turns += 1;
  }, 0);
  await writtenAnswer('data', await checkedAnswer(schema, rows));
  clearInterval(clock);
  expect(turns).toBeGreaterThan(0);
});
