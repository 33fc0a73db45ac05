/** As much of DER as certificates need: tag, content and children, bounded by the bytes that are there. */

export interface DerNode {
  tag: number;
  content: Buffer;
}

export class DerFault extends Error {}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One node at an offset and where the next begins. */
function readNode(bytes: Buffer, offset: number): { node: DerNode; next: number } {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined) throw new DerFault('truncated');
  let length = first;
  let start = offset + 2;
  if (first >= 0x80) {
    const octets = first & 0x7f;
    if (octets === 0 || octets > 4 || start + octets > bytes.length) throw new DerFault('length');
    length = bytes.readUIntBE(start, octets);
    start += octets;
  }
  if (start + length > bytes.length) throw new DerFault('truncated');
  return { node: { tag, content: bytes.subarray(start, start + length) }, next: start + length };
}

export function readDer(bytes: Buffer): DerNode {
  return readNode(bytes, 0).node;
}

export function derChildren({ content }: DerNode): DerNode[] {
  const children: DerNode[] = [];
  for (let offset = 0; offset < content.length; ) {
    const { node, next } = readNode(content, offset);
    children.push(node);
    offset = next;
  }
  return children;
}

/** '2.5.4.45' */
export function derOid({ tag, content }: DerNode): string {
  if (tag !== TAG.oid) throw new DerFault('not an object identifier');
  const arcs: number[] = [];
  let arc = 0;
  for (const octet of content) {
    arc = arc * 128 + (octet & 0x7f);
    if (octet < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [first = 0, ...rest] = arcs;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join('.');
}

/** The text of any of the string types that names are written in. */
export function derText({ tag, content }: DerNode): string {
  switch (tag) {
    case 0x0c:
      return content.toString('utf8');
    case 0x1e:
      return Buffer.from(content).swap16().toString('utf16le');
    default:
      return content.toString('latin1');
  }
}
