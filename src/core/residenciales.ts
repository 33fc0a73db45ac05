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
  return name.length < 2 || name.length > NOMBRE_MAX || /\p{Cc}/u.test(name) ? undefined : name;
}

/** What the name of a practice begins with, and by it all that comes of one: screens, papers and workbooks. No other bears it. */
export const SIN_VALOR = 'PRÁCTICA, sin valor';

export const practiceName = (name: string): string => (isPracticeName(name) ? name : `${SIN_VALOR} · ${name}`);

export const isPracticeName = (name: string): boolean => name.startsWith(SIN_VALOR);
