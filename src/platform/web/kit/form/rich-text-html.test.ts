import { expect, it } from 'vitest';
import { isPlainRich, keptHtml } from './rich-text-html.ts';

it('knows what the editor would lose', () => {
  expect(
    isPlainRich('<h2>Hola</h2><p>Uno <a href="https://x.mx" target="_blank" rel="noopener">dos</a><br /></p>'),
  ).toBe(true);
  expect(isPlainRich('Texto sin etiquetas, 3 < 4')).toBe(true);
  for (const html of [
    '<table><tr><td>1</td></tr></table>',
    '<p style="color:red">x</p>',
    '<img src="a.png">',
    '<p align="center">x</p>',
  ])
    expect([html, isPlainRich(html)]).toEqual([html, false]);
});

it('keeps nothing of an empty editor', () => {
  expect(keptHtml('<p></p>')).toBe('');
  expect(keptHtml('<p>a</p>')).toBe('<p>a</p>');
});
