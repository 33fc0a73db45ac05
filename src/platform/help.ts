/**
 * The help of a screen: a question as its title, what the screen is for, and how what is done most on it is done. It is declared
 * beside the feature, in `web/help.ts`, by the screen's path, and loaded when somebody asks. Words that stand on the screen
 * are in «…», as they stand there.
 */
import type { Catalogue } from './catalogue.ts';
import type { Section } from './screen.ts';

export interface Help {
  /** As a person would ask: '¿Cómo corrijo un pago?'. */
  readonly title: string;
  readonly purpose: string;
  /** One to four. */
  readonly acts: readonly string[];
  /** The path of the screen that it is reached from, where it has no address of its own: a lot's, a record's. */
  readonly from?: string;
}

/** By the screen's path. */
export type Helps = Readonly<Record<string, Help>>;

const inQuotes = (words: readonly string[]): string => {
  const quoted = words.map((word) => `«${word}»`);
  const last = quoted.pop() ?? '';
  // Before the sound of an i the word is 'e'.
  return quoted.length === 0 ? last : `${quoted.join(', ')} ${/^«h?i/i.test(last) ? 'e' : 'y'} ${last}`;
};

/** How a record is taken out of use. */
function endOf({ removal, toggle, fields }: Catalogue): string[] {
  if (removal === 'delete') return ['«Eliminar» quita lo que nada usa todavía.'];
  if (toggle) return [`El interruptor de «${toggle.header}» lo deja de ofrecer, o lo vuelve a ofrecer.`];
  const active = fields.find(({ name }) => name === 'active');
  return active ? [`No se elimina: se deja de ofrecer quitando la marca de «${active.label}».`] : [];
}

const MARKED = '; lo que lleva asterisco no puede quedar vacío.';

/**
 * The two texts of a catalogue, of its list and of its form.
 * @param purpose what its records are for
 */
export function catalogueHelp(catalogue: Catalogue, purpose: string): Helps {
  const { path, titles, fields } = catalogue;
  const one = titles.new.replace(/^Nuevo /, 'un ').replace(/^Nueva /, 'una ');
  return {
    [path]: {
      title: `¿Cómo agrego o cambio ${one}?`,
      purpose,
      acts: [
        `Para agregar, pulse «${titles.button ?? 'Nuevo'}».`,
        'Para cambiar, abra su renglón con Intro o con «Editar».',
        ...endOf(catalogue),
      ],
    },
    [`${path}/value`]: {
      title: `¿Qué se llena en ${one}?`,
      purpose,
      acts: [
        `Llene ${inQuotes(fields.map(({ label }) => label))}${fields.length > 1 ? MARKED : '.'}`,
        'Guarde con «Aceptar» o con Ctrl+Intro.',
      ],
    },
  };
}

/** Of a section, whose cards lead to its screens. */
export function hubHelp({ path, title }: Section): Helps {
  return {
    [path]: {
      title: `¿Qué hay en ${title}?`,
      purpose: `Reúne en tarjetas las pantallas de ${title} que su rol puede abrir.`,
      acts: [
        'Pulse el nombre de una pantalla para abrirla.',
        'Con Ctrl+K se abre cualquiera por su nombre, y se encuentra su ayuda por lo que dice.',
      ],
    },
  };
}
