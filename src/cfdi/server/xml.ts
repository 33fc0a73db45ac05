/** Reads the XML of invoices, ours and the provider's, with libxml2: no network, no DTD, no entities, bounded in size. */
import { ParseOption, XmlDocument, XmlElement as XmlElementNode } from 'libxml2-wasm';
import { scanXml, type XmlLimits, XmlRefused } from '#platform/server/xml-scan.ts';
import { NAMESPACES, type XmlElement } from '../xml.ts';

/** Larger than any invoice: 10,000 concepts are some 5 MB. */
const MAX_BYTES = 10 * 1024 * 1024;
/** What libxml2 builds of a document stands in memory that no heap limit knows. */
const LIMITS: XmlLimits = { depth: 32, nodes: 1_000_000, attributes: 200, token: MAX_BYTES };

/** Bytes that are no XML that we read; its message has nothing of them. */
export class XmlFault extends Error {}

const PREFIXES: ReadonlyMap<string, string> = new Map(Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, prefix]));

/** `XML_PARSE_NOENT` is left out on purpose: entities are not replaced, and without a DTD there are none to replace. */
const OPTIONS =
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_NO_SYS_CATALOG |
  ParseOption.XML_PARSE_NOCDATA;

function canonicalName(name: string, uri: string): string {
  if (uri === '') return name;
  const prefix = PREFIXES.get(uri);
  return prefix === undefined ? `{${uri}}${name}` : `${prefix}:${name}`;
}

function treeOf(node: XmlElementNode): XmlElement {
  const attributes = new Map<string, string>();
  for (const attribute of node.attrs) {
    attributes.set(
      canonicalName(attribute.name, attribute.prefix === '' ? '' : attribute.namespaceUri),
      attribute.value,
    );
  }
  const children: XmlElement[] = [];
  for (let child = node.firstChild; child !== null; child = child.next) {
    if (child instanceof XmlElementNode) children.push(treeOf(child));
  }
  return { name: canonicalName(node.name, node.namespaceUri), attributes, children };
}

/**
 * Opens a document for `use` and frees it afterwards.
 * @throws XmlFault on what is not well-formed, has a DTD, or is too large or too deep
 */
export function withDocument<T>(bytes: Uint8Array, use: (document: XmlDocument) => T): T {
  if (bytes.byteLength > MAX_BYTES) throw new XmlFault('too large');
  try {
    // Before parsing: a DTD's entities would be expanded within attributes while it is read.
    scanXml(bytes, LIMITS);
  } catch (error) {
    if (error instanceof XmlRefused) throw new XmlFault(error.message);
    throw error;
  }
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, { option: OPTIONS });
  } catch {
    throw new XmlFault('not well-formed');
  }
  try {
    if (document.dtd !== null) throw new XmlFault('has a DTD');
    return use(document);
  } finally {
    document.dispose();
  }
}

/** The elements of a document; text between them is dropped, as invoices have none. */
export function parseXml(bytes: Uint8Array): XmlElement {
  return withDocument(bytes, (document) => treeOf(document.root));
}
