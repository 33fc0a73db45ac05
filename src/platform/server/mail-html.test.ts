import { expect, test } from 'vitest';
import { sanitizeLetter, textOfHtml } from './mail-html.ts';

test.each([
  ['<script>alert(1)</script>Hola', 'Hola'],
  ['<p onclick="x()">Hola</p>', '<p>Hola</p>'],
  ['<img src="x" onerror="alert(1)" />', '<img src="x" />'],
  ['<a href="javascript:alert(1)">aquí</a>', '<a target="_blank" rel="noopener noreferrer">aquí</a>'],
  ['<iframe src="https://malo.example"></iframe><form><input name="clave"></form>', ''],
  ['<style>@import url(https://malo.example)</style><p>Hola</p>', '<p>Hola</p>'],
  ['<svg><script>alert(1)</script></svg>', ''],
  ['<meta http-equiv="refresh" content="0;url=https://malo.example">Hola', 'Hola'],
  ['<p style="background:url(https://malo.example);color:red">Hola</p>', '<p style="color:red">Hola</p>'],
  ['<p style="position:fixed;padding:4px 8px">Hola</p>', '<p style="padding:4px 8px">Hola</p>'],
  ['<p style="color:\\75rl(https://malo.example)">Hola</p>', '<p>Hola</p>'],
])('%s', (html, kept) => {
  expect(sanitizeLetter(html)).toBe(kept);
  expect(sanitizeLetter(kept)).toBe(kept);
});

test('what letters are made of is kept', () => {
  const html =
    '<h1 style="color:#333333;font-size:20px">Aviso</h1><table border="1" cellpadding="4"><tr><td colspan="2" align="right">$1,500.00</td></tr></table>' +
    '<p><strong>Niño</strong> &amp; <em>señora</em><br /><a href="mailto:a@b.mx" target="_blank" rel="noopener noreferrer">a@b.mx</a></p>';
  expect(sanitizeLetter(html)).toBe(html);
});

test('the plain version has a line per paragraph, row and item', () => {
  expect(
    textOfHtml(
      '<h1>Aviso</h1>\n<p>Uno &amp; dos<br />tres &lt;4&gt;</p>\n<table><tr><td>A</td><td>1</td></tr><tr><td>B</td><td>2</td></tr></table><ul><li>x</li></ul>',
    ),
  ).toBe('Aviso\nUno & dos\ntres <4>\nA 1\nB 2\n\nx');
});
