/**
 * XML as the invoices of the tax authority use it: elements with attributes, never text. The same small tree is what the
 * builder makes and what kept bytes are read into, so that sums, the cadena original and comparisons have one source.
 */

export interface XmlElement {
  /** With the usual prefix of its namespace ('cfdi:Comprobante'), whatever prefix the bytes used; '{uri}name' elsewhere. */
  name: string;
  /** In document order, without the declarations of namespaces; `xsi:` ones keep that prefix. */
  attributes: ReadonlyMap<string, string>;
  children: readonly XmlElement[];
}

export const NAMESPACES = {
  cfdi: 'http://www.sat.gob.mx/cfd/4',
  pago20: 'http://www.sat.gob.mx/Pagos20',
  tfd: 'http://www.sat.gob.mx/TimbreFiscalDigital',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
} as const;

/** Attributes that have a value; an absent one is not sent, not even empty. */
export type Attributes = readonly (readonly [name: string, value: string | undefined])[];

export function element(
  name: string,
  attributes: Attributes,
  children: readonly (XmlElement | undefined)[] = [],
): XmlElement {
  const present = new Map<string, string>();
  for (const [key, value] of attributes) if (value !== undefined && value !== '') present.set(key, value);
  return { name, attributes: present, children: children.filter((child) => child !== undefined) };
}

/** The first child of a name. */
export function childOf(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent?.children.find((child) => child.name === name);
}

export function childrenOf(parent: XmlElement | undefined, name: string): XmlElement[] {
  return parent?.children.filter((child) => child.name === name) ?? [];
}

/** XPath's normalize-space, which the cadena original asks for: only these four characters are white space in XML. */
export function normalizeSpace(text: string): string {
  return text.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');
}

/** Characters that XML 1.0 cannot hold at all: most control characters, lone surrogates, U+FFFE and U+FFFF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

export function isXmlText(text: string): boolean {
  return !ILLEGAL.test(text);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function escapeValue(value: string): string {
  if (!isXmlText(value)) throw new RangeError('a value has characters that XML cannot hold');
  return value.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/**
 * The element on one line, attributes in their order. Declares nothing: namespaces are attributes that the caller adds.
 * @throws RangeError on a character that XML cannot hold
 */
export function serialize({ name, attributes, children }: XmlElement): string {
  let text = `<${name}`;
  for (const [key, value] of attributes) text += ` ${key}="${escapeValue(value)}"`;
  return children.length === 0 ? `${text}/>` : `${text}>${children.map(serialize).join('')}</${name}>`;
}

/** True when both say the same: names, attributes in any order, children in theirs. `xsi:` ones are hints and do not count. */
export function sameElement(a: XmlElement, b: XmlElement): boolean {
  const own = ({ attributes }: XmlElement) => [...attributes].filter(([name]) => !name.startsWith('xsi:'));
  const left = own(a);
  return (
    a.name === b.name &&
    left.length === own(b).length &&
    left.every(([name, value]) => b.attributes.get(name) === value) &&
    a.children.length === b.children.length &&
    a.children.every((child, index) => {
      const other = b.children[index];
      return other !== undefined && sameElement(child, other);
    })
  );
}
