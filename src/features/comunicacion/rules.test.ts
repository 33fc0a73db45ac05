import { expect, test } from 'vitest';
import { estadoOf, inLetters, letterHtml } from './rules.ts';

test('a letter that counts as done without having left was kept here', () => {
  const at = new Date();
  expect(estadoOf({ estado: 'enviado', enviado_at: at })).toBe('enviado');
  expect(estadoOf({ estado: 'enviado', enviado_at: null })).toBe('guardado');
  expect(estadoOf({ estado: 'pendiente', enviado_at: null })).toBe('pendiente');
  expect(estadoOf({ estado: 'fallido', enviado_at: null })).toBe('fallido');
});

test('plain text becomes paragraphs, and HTML stays as it is', () => {
  expect(letterHtml('Estimado asociado:\n\nLa caseta\ncierra a las 8 & 9 < 10.\n')).toBe(
    '<p>Estimado asociado:</p>\n<p>La caseta<br />cierra a las 8 &amp; 9 &lt; 10.</p>',
  );
  expect(letterHtml('<h1>Hola</h1>\n\nTexto')).toBe('<h1>Hola</h1>\n\nTexto');
  expect(letterHtml('  \n ')).toBe('');
});

test('addresses go ten by ten, each once', () => {
  const eleven = Array.from({ length: 11 }, (_, i) => `a${i}@b.mx`);
  expect(inLetters(eleven).map((letter) => letter.length)).toEqual([10, 1]);
  expect(inLetters(['A@b.mx', 'a@b.mx '])).toEqual([['a@b.mx']]);
  expect(inLetters([])).toEqual([]);
});
