import { expect, test } from 'vitest';
import { wrapText } from './pdf-listing.ts';

const widthOf = (text: string) => text.length;

test('a text is broken between words, and a word too long for a line within itself', () => {
  expect(wrapText('Mantenimiento', 13, widthOf)).toEqual(['Mantenimiento']);
  expect(wrapText('Ana de Jesús Peña', 8, widthOf)).toEqual(['Ana de', 'Jesús', 'Peña']);
  expect(wrapText('a Extraordinaria', 6, widthOf)).toEqual(['a', 'Extrao', 'rdinar', 'ia']);
  expect(wrapText('', 6, widthOf)).toEqual(['']);
  expect(wrapText('xy', 0, widthOf)).toEqual(['x', 'y']);
});
