/** HTML that is written on the server: what is put into a template is escaped, but for what is HTML already. */

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

export type Piece = string | number | Html | undefined | null | false | readonly Piece[];

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function written(piece: Piece): string {
  if (piece === undefined || piece === null || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (Array.isArray(piece)) return piece.map(written).join('');
  return String(piece).replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

/** Attributes stand in double quotes: there what is put in is escaped as anywhere else. */
export function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(texts.map((text, index) => text + written(pieces[index])).join(''));
}
