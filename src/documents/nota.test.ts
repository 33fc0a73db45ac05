import { expect, test } from 'vitest';
import { renderPdf } from '#platform/server/pdf.ts';
import { type NotaLine, notaDocument, notaFileName, totalOf } from './nota.ts';

const line = (changes: Partial<NotaLine> = {}): NotaLine => ({
  id: 7,
  fecha: '2026-05-20',
  concepto: 'Mantenimiento Febrero - 2026',
  monto: 2500.1,
  asociado: 'José Ñandú / Peña',
  referencia: 'M01-L02',
  direccion: 'Paseo de los Encinos 104',
  emitido: 'Ana López',
  ...changes,
});
const LINES = [line(), line({ id: 8, concepto: 'Interés moratorio', monto: 0.2 })];
const CONTEXT = { residencial: 'Los Encinos', impreso: '20-05-2026 10:15' };

/** Every text of a definition, in order. */
function texts(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(texts);
  if (typeof node !== 'object' || node === null) return [];
  return ['text', 'columns', 'stack', 'table', 'body', 'content'].flatMap((key) =>
    key in node ? texts((node as Record<string, unknown>)[key]) : [],
  );
}

test('amounts are summed in centavos', () => {
  expect(totalOf(LINES)).toBe(2500.3);
});

test('a note is named after the associate and the day', () => {
  expect(notaFileName(LINES, '2026-05-20')).toBe('José_Ñandú_Peña_20-05-2026.pdf');
});

test.each(['carta', 'ticket'] as const)(
  'a note (%s) says what was paid, by whom it was issued and when',
  async (format) => {
    const definition = notaDocument(LINES, format, CONTEXT);
    const said = texts(definition).join('\n');
    for (const text of ['Mantenimiento Febrero - 2026', 'Interés moratorio', '$2,500.10', '$2,500.30', 'Total'])
      expect(said).toContain(text);
    expect(said).toContain('Emitido por Ana López');
    expect(said).toContain('20-05-2026 10:15');
    const pdf = await renderPdf(definition);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.length).toBeGreaterThan(5_000);
  },
);

test('the letter of an import calls its amounts as the import does', () => {
  expect(texts(notaDocument(LINES, 'carta', CONTEXT))).toContain('Monto');
  const imported = texts(notaDocument(LINES, 'carta', { ...CONTEXT, amounts: 'Importe' }));
  expect(imported).toContain('Importe');
  expect(imported).not.toContain('Monto');
});

test('a document is plain data, which a worker can be handed', () => {
  const definition = notaDocument(LINES, 'carta', CONTEXT);
  expect(structuredClone(definition)).toEqual(definition);
});
