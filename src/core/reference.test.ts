import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHECK_DIGITS,
  type CheckDigits,
  checkDigitsOf,
  type ReferenceScheme,
  readReference,
  readReferences,
  referenceOf,
} from './reference.ts';

const lote = fc.integer({ min: 1, max: 999_999 });
const prefijo = fc.constantFrom('', '7', '0', '0012', '1450018', 'ENC', 'RF00');
const checking = fc.constantFrom<CheckDigits>('luhn', '97-10');
const scheme = fc.record({ verificador: checking, prefijo });

const made = (of: number, by: ReferenceScheme): string => {
  const reference = referenceOf(of, by);
  if (reference === undefined) throw new Error('no reference');
  return reference;
};

/** Every text that one wrong digit gives. */
const withOneWrong = (text: string): string[] =>
  [...text].flatMap((digit, at) =>
    /\d/.test(digit)
      ? [...'0123456789']
          .filter((other) => other !== digit)
          .map((other) => text.slice(0, at) + other + text.slice(at + 1))
      : [],
  );

/** Every text that two neighbours give that changed places. */
const withTwoChanged = (text: string): { pair: string; changed: string }[] =>
  Array.from({ length: text.length - 1 }, (_, at) => ({
    pair: text.slice(at, at + 2),
    changed: `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`,
  })).filter(({ pair }) => pair[0] !== pair[1]);

const found = (text: string, by: ReferenceScheme): number | undefined => {
  const read = readReference(text, by);
  return read.is === 'lot' ? read.lote : undefined;
};

describe('check digits', () => {
  it.each<[string, CheckDigits, string]>([
    // ISO/IEC 7812-1 as it is quoted everywhere; ISO/IEC 7064's own example of MOD 97-10.
    ['7992739871', 'luhn', '3'],
    ['411111111111111', 'luhn', '1'],
    ['794', '97-10', '44'],
    ['000017', 'luhn', '4'],
    ['000017', '97-10', '47'],
    ['000017', 'ninguno', ''],
  ])('of %s by %s are «%s»', (digits, verificador, expected) => {
    expect(checkDigitsOf(digits, verificador)).toBe(expected);
  });

  it('of 97-10 leave 1 when the whole is divided by 97', () => {
    fc.assert(fc.property(lote, (n) => Number(made(n, { verificador: '97-10', prefijo: '' })) % 97 === 1));
  });

  it('detect every single wrong digit, prefix included', () => {
    fc.assert(
      fc.property(lote, scheme, (n, by) => {
        const others = withOneWrong(made(n, by)).map((text) => found(text, by));
        // A prefix of one digit that turned into 0 is a lost prefix: the lot is the same.
        return others.every((other) => other === undefined || other === n);
      }),
    );
  });

  it('of 97-10 detect every transposition of neighbours', () => {
    fc.assert(
      fc.property(lote, prefijo, (n, before) => {
        const by = { verificador: '97-10', prefijo: before } as const;
        return withTwoChanged(made(n, by)).every(({ changed }) => [undefined, n].includes(found(changed, by)));
      }),
    );
  });

  it('of Luhn detect every transposition of neighbours but 09 and 90, which it cannot', () => {
    const by = { verificador: 'luhn', prefijo: '' } as const;
    fc.assert(
      fc.property(lote, (n) =>
        withTwoChanged(made(n, by)).every(({ pair, changed }) => {
          const missed = ['09', '90'].includes(pair);
          return missed ? found(changed, by) !== undefined : readReference(changed, by).is !== 'lot';
        }),
      ),
    );
  });
});

describe('reading', () => {
  it('finds the lot of every reference, with and without its prefix, its zeros, dashes and spaces', () => {
    const noise = fc.constantFrom('', ' ', '-', ' - ', '\u00a0', '–');
    fc.assert(
      fc.property(lote, scheme, noise, (n, by, between) => {
        const whole = made(n, by);
        const bare = made(n, { ...by, prefijo: '' });
        const written = [
          whole,
          bare,
          bare.replace(/^0+/, ''),
          `000${bare}`,
          whole.replace(/^0+/, ''),
          whole.toLowerCase(),
        ];
        for (const text of written) {
          expect([text, readReference([...text].join(between), by)]).toEqual([
            text,
            { is: 'lot', lote: n, checked: true },
          ]);
        }
      }),
    );
  });

  it('tells wrong check digits apart from what is no reference', () => {
    const luhn = { verificador: 'luhn', prefijo: '' } as const;
    expect(readReference('0000174', luhn)).toEqual({ is: 'lot', lote: 17, checked: true });
    for (const text of ['0000175', '175', '1234', '00 0018-4'])
      expect([text, readReference(text, luhn)]).toEqual([text, { is: 'wrong' }]);
    for (const text of ['', '0', '00', '5', 'M01-L17', '17.5', '12345678', '014580001234500344']) {
      expect([text, readReference(text, luhn)]).toEqual([text, { is: 'unknown' }]);
    }
    expect(readReference('1450018 0000175', { verificador: 'luhn', prefijo: '1450018' })).toEqual({ is: 'wrong' });
    expect(readReference('1450019 0000174', { verificador: 'luhn', prefijo: '1450018' })).toEqual({ is: 'unknown' });
  });

  it('takes a number without check digits only behind its prefix, and says that nothing guards it', () => {
    const by = { verificador: 'ninguno', prefijo: '1450018' } as const;
    expect(made(17, by)).toBe('1450018000017');
    expect(readReference('1450018-000017', by)).toEqual({ is: 'lot', lote: 17, checked: false });
    for (const text of ['000017', '17', '145001817', '14500180000017'])
      expect(readReference(text, by)).toEqual({ is: 'unknown' });
  });

  it('is nothing where nothing was chosen, nor a prefix of zeros alone', () => {
    for (const before of ['', '000', '- 0']) {
      const by = { verificador: 'ninguno', prefijo: before } as const;
      expect(referenceOf(17, by)).toBeUndefined();
      expect(readReference('000017', by)).toEqual({ is: 'unknown' });
    }
    expect(referenceOf(1_000_000, { verificador: 'luhn', prefijo: '' })).toBeUndefined();
  });

  it('throws at nothing that a file may bring', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...CHECK_DIGITS), prefijo, (text, verificador, before) => {
        expect(['lot', 'wrong', 'unknown']).toContain(readReference(text, { verificador, prefijo: before }).is);
      }),
    );
  });

  it('of several registers names each lot once, and is wrong only where none is right', () => {
    const luhn = { verificador: 'luhn', prefijo: '' } as const;
    const iso = { verificador: '97-10', prefijo: '1450018' } as const;
    const read = (text: string) => readReferences(text, [luhn, luhn, iso]);
    expect(read('0000174')).toEqual({ lotes: [17], unchecked: [], wrong: false });
    expect(read('1450018 00001747')).toEqual({ lotes: [17], unchecked: [], wrong: false });
    expect(read('0000175')).toEqual({ lotes: [], unchecked: [], wrong: true });
    expect(read('M01-L17')).toEqual({ lotes: [], unchecked: [], wrong: false });
    const both = Array.from({ length: 99_999 }, (_, n) => String(n)).find((text) => read(text).lotes.length === 2);
    expect(both).toBeDefined();
  });
});
