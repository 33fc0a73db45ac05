import { afterAll, describe, expect, it } from 'vitest';
import type { Pdf } from './pdf-draw.ts';
import { drawingsOf, PdfThread } from './pdf-thread.ts';

/** Painters for these tests; the thread imports this file as a module of its own. */
const MODULE = new URL('./pdf-thread.testing.ts', import.meta.url);
const drawing = drawingsOf<{
  words: (text: string) => Pdf;
  fail: (text: string) => Pdf;
  exhaust: () => Pdf;
}>(MODULE);

const thread = new PdfThread({ idleMs: 50, waitingMax: 4 });
afterAll(() => thread.end());

describe('the PDF thread', () => {
  it('draws one document after the other and leaves this thread free', async () => {
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    const drawn = await Promise.all(['Uno', 'Dos', 'Tres'].map((text) => thread.draw(drawing('words', text))));
    clearInterval(ticking);
    expect(drawn.map(({ name }) => name)).toEqual(['Uno.pdf', 'Dos.pdf', 'Tres.pdf']);
    for (const { content } of drawn) expect(content.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(turns).toBeGreaterThan(5);
  });

  it('tells what a painter throws, and goes on', async () => {
    await expect(thread.draw(drawing('fail', 'sin tinta'))).rejects.toThrow('sin tinta');
    await expect(thread.draw(drawing('words', 'Otra'))).resolves.toMatchObject({ name: 'Otra.pdf' });
  });

  it('a document that takes all its memory fails alone', async () => {
    const [spent, next] = await Promise.allSettled([
      thread.draw(drawing('exhaust')),
      thread.draw(drawing('words', 'Después')),
    ]);
    expect(spent.status).toBe('rejected');
    expect(next).toMatchObject({ status: 'fulfilled', value: { name: 'Después.pdf' } });
  });

  it('ends when nothing is asked for in a while, starts again, and refuses when too many wait', async () => {
    await thread.draw(drawing('words', 'Última'));
    expect(thread.running).toBe(true);
    await expect.poll(() => thread.running, { interval: 10 }).toBe(false);
    const waiting = Array.from({ length: 5 }, (_, n) => thread.draw(drawing('words', String(n))));
    expect(() => thread.draw(drawing('words', 'De más'))).toThrow('Espere un momento');
    expect(await Promise.all(waiting)).toHaveLength(5);
  });
});
