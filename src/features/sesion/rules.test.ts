import fc from 'fast-check';
import { expect, it } from 'vitest';
import { browserWords, placeWords } from './rules.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
    'Chrome en Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0',
    'Edge en Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox en Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    'Safari en iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0 Mobile/15E148 Safari/604.1',
    'Chrome en iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
    'Safari en Mac',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet en Android',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/153.0.0.0 Safari/537.36',
    'Chrome en Linux',
  ],
  ['curl/8.14.1', 'El programa curl'],
  ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', 'Un navegador en Windows'],
  ['', 'Un programa que no dice su nombre'],
])('%s is told in words', (agent, words) => {
  expect(browserWords(agent)).toBe(words);
});

it('whatever a browser says of itself, what is told is short and holds no markup', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (agent) => {
      expect(browserWords(agent)).toMatch(/^[\w .-]{4,60}$/);
    }),
  );
});

it.each([
  ['10.1.2.3', 'Otra red interna'],
  ['172.31.0.9', 'Otra red interna'],
  ['172.32.0.9', 'Otro lugar de internet'],
  ['192.168.1.20', 'Otra red interna'],
  ['::ffff:192.168.1.20', 'Otra red interna'],
  ['100.64.0.1', 'Otra red interna'],
  ['100.128.0.1', 'Otro lugar de internet'],
  ['fd12:3456::1', 'Otra red interna'],
  ['fe80::1', 'Otra red interna'],
  ['2806:2f0::1', 'Otro lugar de internet'],
  ['189.203.1.1', 'Otro lugar de internet'],
  ['127.0.0.1', 'El equipo del servidor'],
  ['::1', 'El equipo del servidor'],
])('%s is in its place', (ip, words) => {
  expect(placeWords(ip, false)).toBe(words);
  expect(placeWords(ip, true)).toBe('La red desde la que entra ahora');
});
