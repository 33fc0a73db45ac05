/** A letter as a document of its own, for a frame that runs nothing. */

/**
 * The page's content security policy, which the frame inherits, takes no style attributes; they become rules of one style
 * tag with the page's nonce. White, like the programs that letters are read with, whatever the product's theme.
 */
export function letterDocument(html: string, nonce: string): string {
  const rules: string[] = [];
  // Renamed in the text, not in a parsed tree: the policy already complains while a style attribute is parsed.
  const body = html.replaceAll(/(<[a-z][^<>]*?)\sstyle="([^"]*)"/gi, (_match, before: string, style: string) => {
    rules.push(`[data-e="${rules.length}"]{${style.replaceAll(/[<>{}]/g, '')}}`);
    return `${before} data-e="${rules.length - 1}"`;
  });
  return [
    '<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Correo</title>',
    `<style nonce="${nonce}">body{margin:16px;font:15px/1.5 Arial,sans-serif;color:#1a1a1a;background:#fff;overflow-wrap:anywhere}`,
    `img{max-width:100%}${rules.join('')}</style></head><body>${body}</body></html>`,
  ].join('');
}
