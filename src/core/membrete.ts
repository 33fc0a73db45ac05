/** A logo of a community's own: where its PNG is, which in a paper is a data: address, and its pixels. */
export interface LogoFile {
  src: string;
  width: number;
  height: number;
}

/** Of the file that one is drawn of. */
export const LOGO_BYTES_MAX = 2 * 1024 * 1024;

/** Whose a paper is. */
export interface Membrete {
  /** Code of the community, which picks the drawing where it has no logo of its own, and its name. */
  codigo: string;
  residencial: string;
  logo?: LogoFile | undefined;
}

/** The bytes of a data: address of a PNG. */
export const pngOf = (src: string): Uint8Array =>
  Uint8Array.from(atob(src.slice(src.indexOf(',') + 1)), (character) => character.charCodeAt(0));

/** Where the server has the logo with this hash, for good. */
export const addressOfLogo = (huella: string): string => `/logo/${huella}.png`;

/** How many times wider than high it is shown at most. */
const WIDEST = 3.5;

/** A logo's measure where others are squares of this side: as high, or lower where it would be too wide. */
export function logoSize({ width, height }: Omit<LogoFile, 'src'>, side: number): { width: number; height: number } {
  const scale = Math.min(side / height, (side * WIDEST) / width);
  const round = (length: number) => Math.round(length * scale * 100) / 100;
  return { width: round(width), height: round(height) };
}
