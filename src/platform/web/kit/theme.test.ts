import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contrast,
  faultOfAccent,
  nearestAccent,
  ON_BRAND,
  refusalOfAccent,
  SURFACE,
  shadesOf,
  TAKEN,
} from '#core/acento.ts';
import { lookOf } from './theme.ts';

const variables = (accent: readonly string[], scheme: 'light' | 'dark'): Record<string, string> => {
  const { theme, cssVariablesResolver } = lookOf(accent);
  return cssVariablesResolver(theme as Parameters<typeof cssVariablesResolver>[0])[scheme];
};

/** What letters in the brand's colour stand on. */
const GROUNDS = ['page', 'surface', 'sunken', 'hover', 'selected'];

/** Pairs of tokens that stand too near to each other. */
function faultsOf(accent: readonly string[], scheme: 'light' | 'dark'): string[] {
  const of = variables(accent, scheme);
  const token = (name: string) => of[`--kit-${name}`] ?? '';
  const pairs: [string, string, number][] = [
    ...GROUNDS.map((ground): [string, string, number] => ['brand-ink', ground, 4.5]),
    ...[['on-brand', 'brand', 4.5] as [string, string, number], ['ink', 'selected', 4.5] as [string, string, number]],
    ...['page', 'surface'].map((ground): [string, string, number] => ['ring', ground, 3]),
  ];
  return pairs.flatMap(([one, other, least]) => {
    const found = contrast(token(one), token(other));
    return found >= least ? [] : [`${scheme}: ${one} ${token(one)} on ${other} ${token(other)}: ${found.toFixed(2)}`];
  });
}

/** What the library makes of the theme, with the kit's own over it, and a value of it as a colour on a ground. */
function libraryOf(accent: readonly string[], scheme: 'light' | 'dark') {
  const theme = mergeMantineTheme(DEFAULT_THEME, lookOf(accent).theme);
  const made = defaultCssVariablesResolver(theme);
  const of: Record<string, string> = { ...made.variables, ...made[scheme], ...variables(accent, scheme) };
  const on = (ground: string, value: string): string => {
    const [, name] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
    if (name !== undefined) return on(ground, of[name] ?? '');
    if (value === 'transparent') return ground;
    const [, ...parts] = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(value) ?? [];
    if (parts.length === 0) return value;
    const share = Number(parts[3]);
    const beneath = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16));
    const bytes = beneath.map((byte, at) => Math.round(Number(parts[at]) * share + byte * (1 - share)));
    return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  };
  return { theme, of, on };
}

/** Buttons whose letters stand too near to them, at rest or under the pointer. */
function buttonFaultsOf(accent: readonly string[], scheme: 'light' | 'dark'): string[] {
  const { theme, of, on } = libraryOf(accent, scheme);
  const states = ['porton', 'verde', 'red', 'gray'].flatMap((color) =>
    ['filled', 'light', 'subtle', 'outline'].flatMap((variant) => {
      const look = theme.variantColorResolver({ theme, color, variant });
      return [look.background, look.hover].map((ground, state) => ({ ...look, ground, of: [color, variant, state] }));
    }),
  );
  return states.flatMap(({ color, ground, of: which }) =>
    ['page', 'surface'].flatMap((name) => {
      const beneath = on(of[`--kit-${name}`] ?? '', ground);
      const found = contrast(on(beneath, color), beneath);
      return found >= 4.5
        ? []
        : [`${scheme}: ${which.join(' ')}: ${on(beneath, color)} on ${beneath}: ${found.toFixed(2)}`];
    }),
  );
}

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('the colours of the page', () => {
  it.each(['light', 'dark'] as const)('stand against each other in the product’s own green: %s', (scheme) => {
    expect([...faultsOf([], scheme), ...buttonFaultsOf([], scheme)]).toEqual([]);
  });

  it('and in any accent that is taken, or that is proposed in place of one that is not', () => {
    fc.assert(
      fc.property(hex, (color) => {
        const taken = faultOfAccent(color) === undefined ? color : nearestAccent(color);
        expect(faultOfAccent(taken)).toBeUndefined();
        const shades = shadesOf(taken);
        for (const scheme of ['light', 'dark'] as const)
          expect([...faultsOf(shades, scheme), ...buttonFaultsOf(shades, scheme)]).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('that mean something are no accent’s, and are the theme’s', () => {
    for (const { light } of TAKEN) expect(refusalOfAccent(light)?.nearest).toMatch(/^#[0-9a-f]{6}$/);
    for (const scheme of ['light', 'dark'] as const) {
      const of = variables(shadesOf('#1d4f91'), scheme);
      expect([of['--kit-red'], of['--kit-amber']]).toEqual([TAKEN[0][scheme], TAKEN[1][scheme]]);
      // That all is well is green in any community.
      expect(of['--kit-green']).toBe(variables([], scheme)['--kit-green']);
      expect(of['--kit-on-brand']).toBe(ON_BRAND[scheme]);
      expect(of['--kit-brand']).not.toBe(variables([], scheme)['--kit-brand']);
    }
  });

  it('no surface is nearer to the letters than the one that accents are held against', () => {
    const most = (scheme: 'light' | 'dark', text: string) =>
      Math.min(...GROUNDS.slice(0, 4).map((ground) => contrast(variables([], scheme)[`--kit-${ground}`] ?? '', text)));
    expect(contrast(SURFACE.light, '#000000')).toBeLessThanOrEqual(most('light', '#000000'));
    expect(contrast(SURFACE.dark, '#ffffff')).toBeLessThanOrEqual(most('dark', '#ffffff'));
  });
});

describe('what somebody writes as a colour', () => {
  it.each([
    ['azul', /^«azul» no es un color\. Escríbalo con # y seis cifras/],
    [
      '#ffd400',
      /^El color #ffd400 contrasta 1\.3:1 con el fondo claro, y las letras piden 4\.5:1\. El más cercano que sirve es #/,
    ],
    ['B42318', /^El color #b42318 se confunde con el rojo de los errores/],
  ])('%s is refused in a sentence', (text, sentence) => {
    expect(refusalOfAccent(text)?.message).toMatch(sentence);
  });

  it('and the nearest of a pale colour is a darker one of its hue', () => {
    const channels = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
    const order = (text: string) =>
      [...channels(text).keys()].sort((a, b) => (channels(text)[a] ?? 0) - (channels(text)[b] ?? 0));
    for (const pale of ['#fdf3b0', '#ffd400', '#7fd1ff', '#c0ffee', '#90ee90', '#dcd0ff'])
      expect([pale, order(nearestAccent(pale))]).toEqual([pale, order(pale)]);
  });

  it.each(['#1D4F91', ' 1d4f91 ', '#036'])('%s is taken', (text) => {
    expect(refusalOfAccent(text)).toBeUndefined();
  });
});
