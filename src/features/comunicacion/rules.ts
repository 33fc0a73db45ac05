/** Rules of letters. */

export const ESTADOS = ['pendiente', 'enviado', 'guardado', 'fallido'] as const;
export type Estado = (typeof ESTADOS)[number];

/**
 * What became of a letter. Without a mail server it counts as done without having left: 'guardado'.
 */
export function estadoOf({ estado, enviado_at }: { estado: string; enviado_at: Date | null }): Estado {
  if (estado === 'enviado') return enviado_at ? 'enviado' : 'guardado';
  return estado === 'fallido' ? 'fallido' : 'pendiente';
}

/** Whom a sending to many lots goes to. */
export const DESTINOS = ['todos', 'vencido', 'lotes'] as const;
export type Destino = (typeof DESTINOS)[number];

export const DESTINO_LABELS: Readonly<Record<Destino, string>> = {
  todos: 'Todos los lotes entregados',
  vencido: 'Los lotes con adeudo vencido',
  lotes: 'Los lotes que yo elija',
};

export const TIPOS_NEWSLETTER = ['newsletter', 'plantilla'] as const;
export type TipoNewsletter = (typeof TIPOS_NEWSLETTER)[number];

/** Whether HTML says anything: text, or a picture. */
export function hasText(html: string): boolean {
  return /<img\b/i.test(html) || html.replaceAll(/<[^<>]*>|&nbsp;|\s/g, '') !== '';
}

const TAG = /<\/?[a-z][^<>]*>/i;

/**
 * The HTML of a letter as somebody typed it: text without any tag becomes paragraphs, with a line break for a line break;
 * whatever has a tag is HTML already.
 */
export function letterHtml(typed: string): string {
  if (TAG.test(typed)) return typed;
  const escaped = typed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.replaceAll(/\r?\n/g, '<br />')}</p>`)
    .join('\n');
}

/** The addresses of a letter, ten by ten: what one message may bear. */
export function inLetters(addresses: readonly string[], size = 10): string[][] {
  const unique = new Map(addresses.map((address) => [address.trim().toLowerCase(), address.trim()]));
  const all = [...unique.values()];
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
