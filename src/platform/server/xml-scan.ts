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
   * An element begins, at a byte: its name without a prefix, the values of its attributes, as written, by name without prefix, and
   * the names of all of them, with theirs.
   */
  open?(
    name: string,
    attribute: (name: string) => string | undefined,
    from: number,
    names: () => readonly string[],
  ): void;
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
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
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

const COMMENT = Buffer.from('<!--');
const CDATA = Buffer.from('<![CDATA[');
const XML = Buffer.from('xml');

type Attribute = readonly [from: number, to: number, valueFrom: number, valueTo: number];

/** One look over a document; `#at` is the byte that is looked at next. */
class Scan {
  readonly #bytes: Buffer;
  readonly #limits: XmlLimits;
  readonly #visitor: XmlVisitor;
  readonly #open: string[] = [];
  #at = 0;
  #nodes = 0;
  /** Since the last tag: without the comments in between it is one. */
  #textBytes = 0;

  constructor(bytes: Buffer, limits: XmlLimits, visitor: XmlVisitor) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#visitor = visitor;
  }

  run(): void {
    for (;;) {
      const tag = this.#bytes.indexOf(LT, this.#at);
      if (tag !== this.#at) this.#text(this.#at, tag < 0 ? this.#bytes.length : tag);
      if (tag < 0) break;
      const next = this.#bytes[tag + 1];
      if (next === EXCLAMATION) this.#declaration(tag);
      else if (next === QUESTION) this.#instruction(tag);
      else if (next === SLASH) this.#end(tag);
      else this.#begin(tag);
    }
    if (this.#open.length > 0 || this.#nodes === 0) throw new XmlRefused('cut short');
  }

  /** A comment or character data; a document type is refused. */
  #declaration(tag: number): void {
    const bytes = this.#bytes;
    if (bytes.subarray(tag, tag + 4).equals(COMMENT)) {
      this.#at = this.#find('-->', tag + 4) + 3;
      this.#leaveOut(tag);
    } else if (bytes.subarray(tag, tag + 9).equals(CDATA)) {
      this.#count();
      this.#at = this.#find(']]>', tag + 9) + 3;
      this.#text(tag + 9, this.#at - 3);
    } else throw new XmlRefused('has a DTD');
  }

  #instruction(tag: number): void {
    const end = this.#find('?>', tag + 2);
    if (this.#bytes.subarray(tag + 2, tag + 5).equals(XML)) {
      const encoding = encodingOf(this.#bytes.subarray(tag, Math.min(end, tag + 400)).toString('latin1'));
      if (!/^(utf-?8|us-ascii)$/i.test(encoding)) throw new XmlRefused('not UTF-8');
    }
    this.#at = end + 2;
    this.#leaveOut(tag);
  }

  #end(tag: number): void {
    this.#textBytes = 0;
    const to = this.#nameAt(tag + 2);
    const name = this.#bytes.toString('latin1', tag + 2, to);
    if (this.#open.pop() !== name) throw new XmlRefused('closes what is not open');
    this.#at = to;
    this.#skipSpace();
    this.#closeTag(tag);
    this.#visitor.close?.(local(name), this.#at);
  }

  #begin(tag: number): void {
    this.#textBytes = 0;
    this.#count();
    this.#at = this.#nameAt(tag + 1);
    const name = this.#bytes.toString('latin1', tag + 1, this.#at);
    const attributes = this.#attributes();
    const empty = this.#bytes[this.#at] === SLASH;
    if (empty) this.#at += 1;
    this.#closeTag(tag);
    this.#visitor.open?.(
      local(name),
      (wanted) => this.#valueOf(attributes, wanted),
      tag,
      () => attributes.map(([from, to]) => this.#bytes.toString('latin1', from, to)),
    );
    if (empty) {
      this.#visitor.close?.(local(name), this.#at);
      return;
    }
    this.#open.push(name);
    if (this.#open.length > this.#limits.depth) throw new XmlRefused('too deep', true);
  }

  #attributes(): Attribute[] {
    const bytes = this.#bytes;
    const attributes: Attribute[] = [];
    for (;;) {
      const spaced = isSpace(bytes[this.#at]);
      this.#skipSpace();
      const byte = bytes[this.#at];
      if (byte === GT || byte === SLASH) return attributes;
      if (!spaced) throw new XmlRefused('a broken tag');
      const from = this.#at;
      const to = this.#nameAt(from);
      this.#at = to;
      this.#skipSpace();
      if (bytes[this.#at] !== EQUALS) throw new XmlRefused('an attribute without a value');
      this.#at += 1;
      this.#skipSpace();
      const quote = bytes[this.#at];
      if (quote === undefined || !isQuote(quote)) throw new XmlRefused('an attribute without a value');
      const end = this.#find(quote, this.#at + 1);
      this.#count();
      attributes.push([from, to, this.#at + 1, end]);
      if (attributes.length > this.#limits.attributes) throw new XmlRefused('too many attributes', true);
      this.#at = end + 1;
    }
  }

  #valueOf(attributes: readonly Attribute[], wanted: string): string | undefined {
    const found = attributes.filter(([from, to]) => local(this.#bytes.toString('latin1', from, to)) === wanted);
    // Which of them a reader that drops prefixes takes is its own affair.
    if (found.length > 1) throw new XmlRefused('an attribute twice');
    return found[0] && this.#bytes.toString('utf8', found[0][2], found[0][3]);
  }

  #closeTag(tag: number): void {
    if (this.#bytes[this.#at] !== GT) throw new XmlRefused('a broken tag');
    this.#at += 1;
    this.#bound(this.#at - tag);
  }

  #skipSpace(): void {
    while (isSpace(this.#bytes[this.#at])) this.#at += 1;
  }

  #text(from: number, to: number): void {
    this.#textBytes += to - from;
    if (this.#open.length > 0) this.#visitor.text?.(this.#bytes.subarray(from, to));
    this.#bound(this.#textBytes);
  }

  #leaveOut(from: number): void {
    this.#count();
    if (this.#visitor.leaveOut) this.#visitor.leaveOut(from, this.#at);
    else this.#bound(this.#at - from);
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > this.#limits.nodes) throw new XmlRefused('too many nodes', true);
  }

  #bound(size: number): void {
    if (size > this.#limits.token) throw new XmlRefused('a long tag or text', true);
  }

  /** Where something that must come is. */
  #find(what: string | number, from: number): number {
    const at = this.#bytes.indexOf(what, from);
    if (at < 0) throw new XmlRefused('cut short');
    return at;
  }

  #nameAt(from: number): number {
    let to = from;
    while (!endsName(this.#bytes[to])) to += 1;
    if (to === from) throw new XmlRefused('no name');
    if (to - from > NAME_BYTES_MAX) throw new XmlRefused('a long name', true);
    return to;
  }
}

/** Looks over a document. @throws XmlRefused for what must not reach a parser */
export function scanXml(content: Uint8Array, limits: XmlLimits, visitor: XmlVisitor = {}): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  // In another encoding the bytes would mean to the parser what they do not mean here.
  if (bytes.includes(0) || bytes[0] === 0xff || bytes[0] === 0xfe) throw new XmlRefused('not UTF-8');
  new Scan(bytes, limits, visitor).run();
}
