import { expect, it } from 'vitest';
import { escapeHtml, fillPlaceholders, placeholdersIn } from './placeholders.ts';

it('finds and fills the places of a text', () => {
  const text = '<p>{{asociado}}, lote {{ Referencia }}: {{otro}} {{asociado}} {asociado}</p>';
  expect(placeholdersIn(text)).toEqual(['asociado', 'referencia', 'otro']);
  expect(fillPlaceholders(text, { asociado: 'Ana', referencia: 'E-1 $& {{asociado}}' })).toBe(
    '<p>Ana, lote E-1 $& {{asociado}}: {{otro}} Ana {asociado}</p>',
  );
});

it('escapes a value for HTML', () => {
  expect(escapeHtml('<b> "R&B"')).toBe('&lt;b&gt; &quot;R&amp;B&quot;');
});
