/**
 * The fixed colour of every category of the charts (specification 000, section 9). One value serves both themes: each
 * stands at least 3:1 against a white and a dark surface, and words always name what it shows.
 */
const COLOURS: Readonly<Record<string, string>> = {
  'Efectivo - Oficina': '#1f9d57',
  'Efectivo - Banco': '#849410',
  'Cheque - Oficina': '#c08400',
  'Cheque - Banco': '#9c6b3c',
  Transferencia: '#2f86e0',
  'Tarjeta de crédito - Oficina': '#7a5cf0',
  'Tarjeta de crédito - Web Transfer': '#b04fd6',
  'Tarjeta de débito - Oficina': '#e0562e',
  'Tarjeta de débito - Web Transfer': '#dd4a86',
  Otro: '#7f8a86',

  Mantenimiento: '#2f86e0',
  Sanción: '#e0562e',
  'Cuota inicial': '#1f9d57',
  'Cuota extraordinaria': '#c08400',
  'Otras cuotas': '#7a5cf0',
  'Intereses moratorios': '#dd4a86',
  'Cuota inicial proyecto': '#0f97a0',

  Pagados: '#0f97a0',
  'No pagados': '#d97706',

  '30': '#c08400',
  '60': '#e0562e',
  '90': '#d23c50',
  '100': '#9c6b3c',
};

/** The colour of what no table names. */
const UNKNOWN = '#7f8a86';

export const colourOf = (category: string): string => COLOURS[category] ?? UNKNOWN;
