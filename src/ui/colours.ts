import { PRACTICE_GROUND } from '#core/acento.ts';

/** Colours of charts. One value serves both themes: each stands at least 3:1 against a white and a dark surface. */
export const COLOUR = {
  blue: '#2f86e0',
  green: '#1f9d57',
  olive: '#849410',
  teal: '#0f97a0',
  amber: '#c08400',
  ochre: '#d97706',
  brown: '#9c6b3c',
  orange: '#e0562e',
  red: '#d23c50',
  violet: '#7a5cf0',
  purple: '#b04fd6',
  pink: '#dd4a86',
  gray: '#7f8a86',
} as const;

/** Of the kinds of charge, on the home and on dashboards. */
export const TIPO_COLOURS: Readonly<Record<string, string>> = {
  Mantenimiento: COLOUR.blue,
  Sanción: COLOUR.orange,
  'Cuota inicial': COLOUR.green,
  'Cuota extraordinaria': COLOUR.amber,
  'Otras cuotas': COLOUR.violet,
  'Intereses moratorios': COLOUR.pink,
  'Cuota inicial proyecto': COLOUR.teal,
};

/** What tells a practice from its community; the letters stand 5:1 against it. */
export const PRACTICE_COLOURS = { letters: '#ffffff', ground: PRACTICE_GROUND } as const;
