import { expect, it } from 'vitest';
import { communityName, practiceName, readsAsPractice, unmarkedName } from './residenciales.ts';

it('marks the name of a practice once, and gives it back', () => {
  const marked = practiceName('Los Encinos');
  expect([marked, practiceName(marked)]).toEqual(['PRÁCTICA, sin valor · Los Encinos', marked]);
  expect([marked, 'Los Encinos', '', 'PRÁCTICA, sin valor'].map(unmarkedName)).toEqual([
    ...['Los Encinos', 'Los Encinos', '', 'PRÁCTICA, sin valor'],
  ]);
});

it('takes no name that reads as another, or as a practice', () => {
  expect(['Los\u200bEncinos', '\u202esonicnE', 'Los\u0007Encinos'].map(communityName)).toEqual(
    Array(3).fill(undefined),
  );
  expect(communityName('  Los   Ñandúes ')).toBe('Los Ñandúes');
  expect(['práctica, sin valor', 'PRACTICA SIN VALOR · X', 'Práctica, sin valor: X'].map(readsAsPractice)).toEqual([
    ...[true, true, true],
  ]);
  expect(['Los Encinos', 'Sin valor', 'Práctica'].map(readsAsPractice)).toEqual([false, false, false]);
});
