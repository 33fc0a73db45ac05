/**
 * A look over XML from outside before a parser sees it: one pass over its bytes, each looked at a bounded number of times,
 * that builds nothing. What goes beyond the limits, has a document type (how XML attacks), is not UTF-8 or does not close what
 * it opens is told at once; what passes costs a parser no more than its size.
 */

export interface XmlLimits {
  /** Elements within each other. */
  depth: number;
  /** Elements and attributes altogether. */
  nodes: number;
  /** Attributes of one element. */
  attributes: number;
  /**
   * Bytes of one tag, of the text between two tags, and of a comment or instruction that is not left out: a parser that is fed
   * in pieces begins anew, with each piece, what has not ended.
   */
  token: number;
}

/** What is wrong; the message is for logs and tests. */
export class XmlRefused extends Error {
  /** True where the document is too large or too deep, false where it is none that may be read. */
  readonly excessive: boolean;

  constructor(message: string, excessive = false) {
    super(message);
    this.excessive = excessive;
  }
}

export interface XmlVisitor {
  /**
   * An element begins, at a byte: its name without a prefix, and the values of its attributes, as written, by name without
   * prefix.
   */
  open?(name: string, attribute: (name: string) => string | undefined, from: number): void;
  /** An element ends before a byte. */
  close?(name: string, to: number): void;
  /** The bytes between two tags, entities and all. */
  text?(bytes: Buffer): void;
  /** A comment or instruction, which says nothing: with a visitor that leaves them out they may be of any length. */
  leaveOut?(from: number, to: number): void;
}

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isQuote = (byte: number | undefined): boolean => byte === 0x22 || byte === 0x27;
/** Where a name ends. */
const endsName = (byte: number | undefined): boolean =>
  byte === undefined || isSpace(byte) || byte === SLASH || byte === GT || byte === EQUALS || byte === LT;

const NAME_BYTES_MAX = 256;

/** Without the prefix of a namespace, as readers compare names. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

const encodingOf = (declaration: string): string =>
  /\bencoding\s{0,9}=\s{0,9}["']([^"']{1,40})["']/.exec(declaration)?.[1] ?? 'utf-8';

/** Looks over a document. @throws XmlRefused for what must not reach a parser */
export function scanXml(content: Uint8Array, limits: XmlLimits, visitor: XmlVisitor = {}): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  // In another encoding the bytes would mean to the parser what they do not mean here.
  if (bytes.includes(0) || bytes[0] === 0xff || bytes[0] === 0xfe) throw new XmlRefused('not UTF-8');
  const open: string[] = [];
  let nodes = 0;
  const count = (): void => {
    nodes += 1;
    if (nodes > limits.nodes) throw new XmlRefused('too many nodes', true);
  };
  /** Where something that must come is. */
  const find = (what: string | number, from: number): number => {
    const at = bytes.indexOf(what, from);
    if (at < 0) throw new XmlRefused('cut short');
    return at;
  };
  const nameAt = (from: number): number => {
    let to = from;
    while (!endsName(bytes[to])) to += 1;
    if (to === from) throw new XmlRefused('no name');
    if (to - from > NAME_BYTES_MAX) throw new XmlRefused('a long name', true);
    return to;
  };

  const bound = (size: number): void => {
    if (size > limits.token) throw new XmlRefused('a long tag or text', true);
  };
  let at = 0;
  /** Since the last tag: without the comments in between it is one. */
  let textBytes = 0;
  const text = (from: number, to: number): void => {
    textBytes += to - from;
    if (open.length > 0) visitor.text?.(bytes.subarray(from, to));
    bound(textBytes);
  };
  const leaveOut = (from: number, to: number): void => {
    count();
    if (visitor.leaveOut) visitor.leaveOut(from, to);
    else bound(to - from);
  };
  for (;;) {
    const tag = bytes.indexOf(LT, at);
    if (tag !== at) text(at, tag < 0 ? bytes.length : tag);
    if (tag < 0) break;
    const next = bytes[tag + 1];
    if (next === 0x21) {
      if (bytes.subarray(tag, tag + 4).equals(COMMENT)) {
        at = find('-->', tag + 4) + 3;
        leaveOut(tag, at);
      } else if (bytes.subarray(tag, tag + 9).equals(CDATA)) {
        count();
        at = find(']]>', tag + 9) + 3;
        text(tag + 9, at - 3);
      } else throw new XmlRefused('has a DTD');
      continue;
    }
    if (next === 0x3f) {
      const end = find('?>', tag + 2);
      if (bytes.subarray(tag + 2, tag + 5).equals(XML)) {
        const encoding = encodingOf(bytes.subarray(tag, Math.min(end, tag + 400)).toString('latin1'));
        if (!/^(utf-?8|us-ascii)$/i.test(encoding)) throw new XmlRefused('not UTF-8');
      }
      at = end + 2;
      leaveOut(tag, at);
      continue;
    }
    textBytes = 0;
    if (next === SLASH) {
      const to = nameAt(tag + 2);
      const name = bytes.toString('latin1', tag + 2, to);
      if (open.pop() !== name) throw new XmlRefused('closes what is not open');
      at = to;
      while (isSpace(bytes[at])) at += 1;
      if (bytes[at] !== GT) throw new XmlRefused('a broken tag');
      at += 1;
      bound(at - tag);
      visitor.close?.(local(name), at);
      continue;
    }
    count();
    at = nameAt(tag + 1);
    const name = bytes.toString('latin1', tag + 1, at);
    const attributes: [from: number, to: number, valueFrom: number, valueTo: number][] = [];
    for (;;) {
      const spaced = isSpace(bytes[at]);
      while (isSpace(bytes[at])) at += 1;
      const byte = bytes[at];
      if (byte === GT || byte === SLASH) break;
      if (!spaced) throw new XmlRefused('a broken tag');
      const from = at;
      const to = nameAt(from);
      at = to;
      while (isSpace(bytes[at])) at += 1;
      if (bytes[at] !== EQUALS) throw new XmlRefused('an attribute without a value');
      at += 1;
      while (isSpace(bytes[at])) at += 1;
      const quote = bytes[at];
      if (quote === undefined || !isQuote(quote)) throw new XmlRefused('an attribute without a value');
      const end = find(quote, at + 1);
      count();
      attributes.push([from, to, at + 1, end]);
      if (attributes.length > limits.attributes) throw new XmlRefused('too many attributes', true);
      at = end + 1;
    }
    const empty = bytes[at] === SLASH;
    if (empty) at += 1;
    if (bytes[at] !== GT) throw new XmlRefused('a broken tag');
    at += 1;
    bound(at - tag);
    const attribute = (wanted: string): string | undefined => {
      const found = attributes.filter(([from, to]) => local(bytes.toString('latin1', from, to)) === wanted);
      // Which of them a reader that drops prefixes takes is its own affair.
      if (found.length > 1) throw new XmlRefused('an attribute twice');
      return found[0] && bytes.toString('utf8', found[0][2], found[0][3]);
    };
    visitor.open?.(local(name), attribute, tag);
    if (empty) {
      visitor.close?.(local(name), at);
      continue;
    }
    open.push(name);
    if (open.length > limits.depth) throw new XmlRefused('too deep', true);
  }
  if (open.length > 0 || nodes === 0) throw new XmlRefused('cut short');
}

const COMMENT = Buffer.from('<!--');
const CDATA = Buffer.from('<![CDATA[');
const XML = Buffer.from('xml');
