/** The fixed colour of every category of the charts (specification 000, section 9); words always name what it shows. */
import { COLOUR, TIPO_COLOURS } from '#ui/colours.ts';

const COLOURS: Readonly<Record<string, string>> = {
  'Efectivo - Oficina': COLOUR.green,
  'Efectivo - Banco': COLOUR.olive,
  'Cheque - Oficina': COLOUR.amber,
  'Cheque - Banco': COLOUR.brown,
  Transferencia: COLOUR.blue,
  'Tarjeta de crédito - Oficina': COLOUR.violet,
  'Tarjeta de crédito - Web Transfer': COLOUR.purple,
  'Tarjeta de débito - Oficina': COLOUR.orange,
  'Tarjeta de débito - Web Transfer': COLOUR.pink,
  Otro: COLOUR.gray,

  ...TIPO_COLOURS,

  Pagados: COLOUR.teal,
  'No pagados': COLOUR.ochre,

  '30': COLOUR.amber,
  '60': COLOUR.orange,
  '90': COLOUR.red,
  '100': COLOUR.brown,
};

/** What no table names is gray. */
export const colourOf = (category: string): string => COLOURS[category] ?? COLOUR.gray;
