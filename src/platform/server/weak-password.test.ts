import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMON_WORDS } from './common-words.ts';
import { weaknessOf } from './weak-password.ts';

const ROSA = ['rmendez', 'Rosa María', 'Méndez Ñu', 'rosa.mendez', 'Los Encinos Residencial, A.C.', 'ENCINOS'];

describe('what is guessed first is refused', () => {
  it.each([
    '12345678',
    '87654321',
    'aaaaaaaa',
    'abababab',
    'abc123abc123',
    'qwertyuiop',
    'Qwerty123',
    'asdfghjk',
    '1qaz2wsx',
    'q1w2e3r4',
    '19841984',
    'password',
    'P@ssw0rd',
    'Password123!',
    'contraseña1',
    'Contraseña2026',
    'C0ntr4s3ñ4!',
    'Mexico2026*',
    'TeQuiero1',
    'guadalupe12',
    'Juan.1990',
    'admin1234',
    'administrador',
    'porton2026',
    'Residencial-26',
    'ñ'.repeat(50),
  ])('%s', (password) => {
    expect(weaknessOf(password)).toMatch(/se prueban primero.*Elija otra/);
  });

  it.each([
    'rosamendez',
    'Rosa2026!',
    'MENDEZ.1984',
    'rmendez1',
    'R0saMaria',
    'Encinos2026!',
    'losencinos',
    'méndezñu',
  ])('%s, of its own person or community', (password) => {
    expect(weaknessOf(password, ROSA)).toMatch(/se adivina pronto.*Elija otra/);
  });
});

describe('anything else is taken', () => {
  it.each([
    'Demo-2026-porton',
    'Clave-2026-rosa',
    'kj7Lq2xw',
    'tortuga bigote paraguas',
    'El perro de Ana come pan',
    'correcto caballo bateria grapa',
    '¿Dónde-está?',
    'пароль-мой',
  ])('%s', (password) => {
    expect(weaknessOf(password, ROSA)).toBeUndefined();
  });
});

const words = fc.constantFrom(...COMMON_WORDS);
const typed = fc.string({ minLength: 1, maxLength: 20 });

describe('whatever is typed', () => {
  it('a common word with a year, a series or a mark is refused, however it is written', () => {
    const tail = fc.oneof(
      fc.integer({ min: 1950, max: 2049 }).map(String),
      fc.constantFrom('', '123', '1234', '!', '1', '01', '.', '123!'),
    );
    fc.assert(
      fc.property(words, tail, fc.boolean(), (word, end, isUpper) => {
        const password = `${isUpper ? word.toUpperCase() : word}${end}`;
        expect(weaknessOf(password)).toBeDefined();
      }),
    );
  });

  it('case and accents make no difference', () => {
    fc.assert(
      fc.property(typed, (password) => {
        const verdict = weaknessOf(password);
        expect(weaknessOf(password.normalize('NFD'))).toBe(verdict);
        expect(weaknessOf(password.toLowerCase())).toBe(weaknessOf(password.toLowerCase().normalize('NFC')));
      }),
    );
  });

  it('knowing more of the person never lets more through', () => {
    fc.assert(
      fc.property(typed, typed, (password, name) => {
        if (weaknessOf(password) !== undefined) expect(weaknessOf(password, [name])).toBeDefined();
      }),
    );
  });

  it('five signs that are part of no word, series or repetition are enough', () => {
    // Of these consonants no word is made, and no two of them are keys beside each other.
    const odd = fc.uniqueArray(fc.constantFrom(...'bwkxqhtn'), { minLength: 5, maxLength: 8 });
    fc.assert(
      fc.property(odd, (signs) => {
        fc.pre(!/[aeiou]/.test(signs.join('')));
        expect(weaknessOf(signs.join(''))).toBeUndefined();
      }),
    );
  });
});
