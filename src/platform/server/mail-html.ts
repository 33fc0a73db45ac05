/** HTML of letters: what of it is kept, and its plain version. */
import sanitizeHtml from 'sanitize-html';

/** A value of CSS that neither loads nor runs anything. */
const HARMLESS = [/^(?!.*(?:url|expression|image|attr|var)\s*\()[\w\s#.,%()'"-]*$/is];
const STYLES = [
  'color',
  'background-color',
  'text-align',
  'text-decoration',
  'vertical-align',
  'white-space',
  'font-size',
  'font-weight',
  'font-style',
  'font-family',
  'line-height',
  'width',
  'max-width',
  'height',
  'margin',
  'margin-top',
  'margin-bottom',
  'margin-left',
  'margin-right',
  'padding',
  'padding-top',
  'padding-bottom',
  'padding-left',
  'padding-right',
  'border',
  'border-top',
  'border-bottom',
  'border-left',
  'border-right',
  'border-collapse',
  'border-radius',
  'border-color',
];

/**
 * The text, tables, links and pictures of a letter, without anything that runs or loads a page. Sanitising twice gives
 * the same as once.
 */
export function sanitizeLetter(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'del', 'ins', 'font', 'center'],
    allowedAttributes: {
      '*': ['style', 'align', 'valign', 'width', 'height', 'bgcolor'],
      a: ['href', 'title', 'target', 'rel'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      font: ['color', 'size', 'face'],
      table: ['border', 'cellpadding', 'cellspacing'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      ol: ['start', 'type'],
    },
    allowedStyles: { '*': Object.fromEntries(STYLES.map((name) => [name, HARMLESS])) },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'http', 'data'] },
    allowProtocolRelative: false,
    // A link must not hand the reader's window over.
    transformTags: { a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }) },
  });
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** What a letter says, for readers without HTML: a line per paragraph, row or item. */
export function textOfHtml(html: string): string {
  const lines = html
    // Line breaks of the source say nothing.
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br\b[^<>]*>|<\/(?:p|div|li|tr|h[1-6]|table|ul|ol|blockquote|pre)>/gi, '\n')
    .replaceAll(/<\/t[dh]>/gi, ' ');
  return sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
