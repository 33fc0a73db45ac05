/**
 * The seven communities that the product has drawings of. The code picks the logo and is embedded in every lot's QR, so a
 * code never changes; the name is the one shown where a community was given none of its own.
 */
export const RESIDENCIALES = [
  { code: 'ENCINOS', name: 'Los Encinos' },
  { code: 'LAGOS', name: 'Lagos del Valle' },
  { code: 'CUMBRES', name: 'Cumbres de San Javier' },
  { code: 'MIRADOR', name: 'El Mirador' },
  { code: 'JACARANDAS', name: 'Paseo de las Jacarandas' },
  { code: 'HACIENDA', name: 'Hacienda San Miguel' },
  { code: 'ALAMEDA', name: 'Alameda Real' },
] as const satisfies readonly { code: string; name: string }[];

export type ResidencialCode = (typeof RESIDENCIALES)[number]['code'];

/** What a community's code is made of; the schema is called after it. */
export const CODIGO = /^[A-Z][A-Z0-9]{1,19}$/;

/** The name that a code is known by; '' of one that there is no drawing of. */
export const knownName = (codigo: string): string => RESIDENCIALES.find(({ code }) => code === codigo)?.name ?? '';

export const NOMBRE_MAX = 60;

/** A community's name as it was written, in one line; undefined where it is none. */
export function communityName(text: string): string | undefined {
  const name = text.trim().replace(/\s+/g, ' ');
  // What nobody sees in a name, or turns its letters round, would make two of one.
  return name.length < 2 || name.length > NOMBRE_MAX || /[\p{Cc}\p{Cf}]/u.test(name) ? undefined : name;
}

/** What the name of a practice begins with, and by it all that comes of one: screens, papers and workbooks. No other bears it. */
export const SIN_VALOR = 'PRÁCTICA, sin valor';

const MARKED = `${SIN_VALOR} · `;

export const practiceName = (name: string): string => (isPracticeName(name) ? name : MARKED + name);

export const isPracticeName = (name: string): boolean => name.startsWith(SIN_VALOR);

/** Whether a name reads like a practice's, in whatever letters. */
export const readsAsPractice = (name: string): boolean => plain(name).startsWith(plain(SIN_VALOR));

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** What a practice is called where another mark stands beside it, and there is little room. */
export const unmarkedName = (name: string): string => (name.startsWith(MARKED) ? name.slice(MARKED.length) : name);
