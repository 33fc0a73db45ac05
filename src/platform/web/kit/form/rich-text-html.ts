/** What the rich text editor can keep of HTML, pure. */

const TAGS = new Set('p br strong b em i u s strike del h1 h2 h3 ul ol li blockquote hr a code pre'.split(' '));
const ATTRIBUTES = new Set(['href', 'target', 'rel', 'start', 'class']);

/**
 * Whether the editor can show this HTML without losing any of it. What has tables, pictures or styles of its own is edited
 * as HTML instead: opening a letter must not change it.
 */
export function isPlainRich(html: string): boolean {
  for (const [, tag = '', rest = ''] of html.matchAll(/<\/?([a-z][a-z0-9]*)([^>]*)>/gi)) {
    if (!TAGS.has(tag.toLowerCase())) return false;
    for (const [, name = ''] of rest.matchAll(/\s([a-z-]+)\s*=/gi)) {
      if (!ATTRIBUTES.has(name.toLowerCase())) return false;
    }
  }
  return true;
}

/** The editor's HTML as it is kept: nothing at all where it holds an empty paragraph. */
export function keptHtml(html: string): string {
  return html === '<p></p>' ? '' : html;
}
