import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boolParam, dateParam, intParam, oneOfParam, textParam } from './url-codecs.ts';

const codecs = {
  text: textParam(),
  int: intParam(1, 1),
  bool: boolParam(),
  tab: oneOfParam(['a', 'b'], 'a'),
  date: dateParam(),
};

it('reads back what it writes, and nothing for the default', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1 }), fc.boolean(), (text, int, bool) => {
      expect(codecs.text.read(codecs.text.write(text))).toBe(text);
      expect(codecs.int.read(codecs.int.write(int))).toBe(int);
      expect(codecs.bool.read(codecs.bool.write(bool))).toBe(bool);
    }),
  );
  expect(codecs.tab.read(codecs.tab.write('b'))).toBe('b');
  expect(codecs.date.read(codecs.date.write('2026-11-21'))).toBe('2026-11-21');
  expect([codecs.text.write(''), codecs.int.write(1), codecs.bool.write(false), codecs.tab.write('a')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('takes any rubbish in the address for the default', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (raw) => {
      expect(typeof codecs.text.read(raw)).toBe('string');
      expect(codecs.int.read(raw)).toBeGreaterThanOrEqual(1);
      expect(['a', 'b']).toContain(codecs.tab.read(raw));
      expect(codecs.date.read(raw)).toMatch(/^(\d{4}-\d{2}-\d{2})?$/);
    }),
  );
  expect(codecs.text.read(12)).toBe('12');
  expect(codecs.int.read('3')).toBe(3);
  expect(codecs.int.read('0')).toBe(1);
});
