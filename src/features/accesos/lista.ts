/** What is found in the gate's local list, without a server: plates, cards, lots and names, as a guard types them. */
import { plain } from '#ui/format.ts';
import type { ListaLocal } from './contract.ts';
import { isDesconocido } from './rules.ts';

/** Letters and digits alone, and no zeros before a number: 'm7 l3' is M07-L03, 'ukm8214' is UKM-82-14. */
const bare = (text: string): string =>
  plain(text)
    .replaceAll(/(^|\D)0+(?=\d)/g, '$1')
    .replaceAll(/[^a-z0-9]/g, '');

const CLASES = ['placa', 'tarjeta', 'lote', 'persona'] as const;
export type Clase = (typeof CLASES)[number];

/** A row that is found, and what of it goes into a record. */
export interface Hallado {
  clave: string;
  clase: Clase;
  titulo: string;
  detalle: string;
  /** Why it is stopped; '' where it is not. */
  bloqueo: string;
  placas: string;
  tarjeta: string;
  referencia: string;
  nombre: string;
  /** Comes today or tomorrow for a reservation. */
  esperado: boolean;
}

interface Entrada {
  hallado: Hallado;
  /** Compared whole or from its beginning: a plate, a card, a reference. */
  codigo: string;
  /** In whose words is looked for those that are typed. */
  palabras: string;
}

export type Indice = readonly Entrada[];

const NAMES_SHOWN = 3;
/** Fewer characters find everything. */
const PART_MIN = 2;

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ');

/** The list, made ready to be searched on every key. */
export function indexOf({ lotes, vehiculos, tarjetas, personas }: ListaLocal): Indice {
  const names = new Map<string, string[]>();
  for (const { referencia, nombre, nota } of personas) {
    if (nota !== 'Asociado' && nota !== 'Inquilino') continue;
    names.set(referencia, [...(names.get(referencia) ?? []), nombre]);
  }
  const livingAt = (referencia: string) => (names.get(referencia) ?? []).slice(0, NAMES_SHOWN).join(', ');
  const none = { placas: '', tarjeta: '', referencia: '', nombre: '', esperado: false };
  const entry = (clase: Clase, codigo: string, rest: Omit<Hallado, 'clave' | 'clase'>, at: number): Entrada => ({
    hallado: { clave: `${clase} ${at}`, clase, ...rest },
    codigo: bare(codigo),
    palabras: clase === 'persona' ? plain(rest.nombre) : '',
  });
  return [
    ...vehiculos.map(({ placa, descripcion, referencia, bloqueo }, at) => {
      const detalle = joined(referencia, livingAt(referencia), descripcion);
      const own = { titulo: placa, detalle, bloqueo, nombre: livingAt(referencia) };
      return entry('placa', placa, { ...none, ...own, placas: placa, referencia }, at);
    }),
    ...tarjetas.map(({ numero, placa, referencia, bloqueo }, at) => {
      const nombre = livingAt(referencia);
      const own = { titulo: `Tarjeta ${numero}`, detalle: joined(referencia, nombre, placa), bloqueo, nombre };
      return entry('tarjeta', numero, { ...none, ...own, tarjeta: numero, placas: placa, referencia }, at);
    }),
    ...lotes.map(({ referencia, direccion, bloqueo }, at) => {
      const detalle = joined(livingAt(referencia), direccion);
      return entry('lote', referencia, { ...none, titulo: referencia, detalle, bloqueo, referencia }, at);
    }),
    ...personas.map(({ nombre, referencia, nota, bloqueo }, at) =>
      entry(
        'persona',
        '',
        {
          ...{ ...none, titulo: nombre, detalle: joined(referencia, nota), bloqueo, referencia, nombre },
          esperado: nota.startsWith('Reserva de'),
        },
        at,
      ),
    ),
  ];
}

/** How well an entry fits: 0 whole, 1 from its beginning, 2 a part of it, undefined not at all. */
function rankOf({ codigo, palabras }: Entrada, code: string, words: readonly string[]): number | undefined {
  if (palabras !== '') {
    if (words.length === 0 || !words.every((word) => palabras.includes(word))) return undefined;
    const [first = ''] = words;
    return palabras.startsWith(first) ? 1 : 2;
  }
  if (codigo === code) return 0;
  // A zero that was typed last may be the one before a number: 'M0' on the way to 'M07'.
  const part = codigo.includes(code) ? code : code.replace(/(^|[a-z])0+$/, '$1');
  if (part === '' || !codigo.includes(part)) return undefined;
  return codigo.startsWith(part) ? 1 : 2;
}

/** What fits a text, the best first; `exacto` tells that a plate, a card or a lot is called just so. */
export function buscar(indice: Indice, text: string, max = 20): { hallados: Hallado[]; exacto: boolean } {
  const code = bare(text);
  const words = wordsOf(text);
  if (code.length < PART_MIN) return { hallados: [], exacto: false };
  const ranks: Hallado[][] = [[], [], []];
  for (const entry of indice) {
    const rank = rankOf(entry, code, words);
    if (rank !== undefined) ranks[rank]?.push(entry.hallado);
  }
  return { hallados: ranks.flat().slice(0, max), exacto: (ranks[0]?.length ?? 0) > 0 };
}

/** The one that is called just so, of a kind. */
export function exacto(indice: Indice, clase: Clase, text: string): Hallado | undefined {
  const code = bare(text);
  if (code === '') return undefined;
  return indice.find((entry) => entry.hallado.clase === clase && entry.codigo === code)?.hallado;
}

const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Of one word alone too many are called. */
const WORDS_MIN = 2;

/**
 * Who is meant by a name: all its words are words of his. Of several, who is of the lot that is named; then who is stopped, and
 * who is expected, before who lives there.
 */
export function personaOf(indice: Indice, { nombre, referencia }: Escrito): Hallado | undefined {
  const words = wordsOf(nombre);
  if (words.length < WORDS_MIN) return undefined;
  const lote = bare(referencia);
  const rankOfPersona = ({ bloqueo, esperado, referencia: of }: Hallado): number =>
    (lote !== '' && bare(of) === lote ? 4 : 0) + (bloqueo === '' ? 0 : 2) + (esperado ? 1 : 0);
  let found: Hallado | undefined;
  for (const { hallado, palabras } of indice) {
    if (palabras === '') continue;
    const own = palabras.split(/\s+/);
    if (!words.every((word) => own.includes(word))) continue;
    if (!found || rankOfPersona(hallado) > rankOfPersona(found)) found = hallado;
  }
  return found;
}

/** What is written down of who passes. */
export interface Escrito {
  placas: string;
  tarjeta: string;
  referencia: string;
  nombre: string;
}

/** What the list knows of it. */
export interface EnLista {
  placa: Hallado | undefined;
  tarjeta: Hallado | undefined;
  lote: Hallado | undefined;
  /** The card or the plate that tells of whom it is: one that is stopped before one that is not. */
  propio: Hallado | undefined;
  /** Why he is stopped, by card, plate or lot, as the server would mark it; '' where he is not. A name may be another's. */
  bloqueo: string;
  desconocido: boolean;
}

export function enLista(indice: Indice, { placas, tarjeta: numero, referencia, nombre }: Escrito): EnLista {
  const placa = exacto(indice, 'placa', placas);
  const tarjeta = exacto(indice, 'tarjeta', numero);
  const lote = exacto(indice, 'lote', referencia);
  const stopped = [tarjeta, placa].find((one) => one && one.bloqueo !== '');
  return {
    ...{ placa, tarjeta, lote, propio: stopped ?? tarjeta ?? placa, bloqueo: (stopped ?? lote)?.bloqueo ?? '' },
    desconocido: isDesconocido({
      ...{ nombre: nombre.trim(), referencia: referencia.trim(), loteRegistrado: lote !== undefined },
      ...{ placaRegistrada: placa !== undefined, tarjetaRegistrada: tarjeta !== undefined },
    }),
  };
}

/**
 * What is written down, as the list writes it: the server compares letter by letter. Who comes without a lot comes for his own,
 * and who gives no name is the one that his card or plate is of, as the form has said.
 */
export function comoEnLista<E extends Escrito>(indice: Indice, escrito: E): E & { deLista: boolean } {
  const { placa, tarjeta, lote, propio } = enLista(indice, escrito);
  return {
    ...escrito,
    placas: placa?.placas ?? escrito.placas,
    tarjeta: tarjeta?.tarjeta ?? escrito.tarjeta,
    referencia: lote?.referencia ?? (escrito.referencia || (propio?.referencia ?? '')),
    nombre: escrito.nombre.trim() || (propio?.nombre ?? ''),
    deLista: propio !== undefined,
  };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A list that is older is red. */
export const LISTA_VIEJA_MS = 12 * HOUR;

/** How old something is, in words: 'hace 12 min'. */
export function edadOf(ms: number): string {
  if (ms < MINUTE) return 'hace menos de 1 min';
  if (ms < HOUR) return `hace ${Math.floor(ms / MINUTE)} min`;
  if (ms < 48 * HOUR) return `hace ${Math.floor(ms / HOUR)} h`;
  return `hace ${Math.floor(ms / (24 * HOUR))} días`;
}
