/** Answers that are long lists: looked over and written out in slices, between which other requests have their turn. */
import { createGzip } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';
import type { Answer } from '../endpoint.ts';
import { type AnswerKind, wrap } from '../envelope.ts';
import { z } from '../zod.ts';
import type { Tx } from './db.ts';
import { mapInSlices } from './slices.ts';

/** A list of fewer is done at once. */
const LONG = 500;

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length >= LONG;

/** What `schema` makes of a value. Rejects with its error. */
export async function checkedAnswer(schema: z.ZodType, value: unknown): Promise<unknown> {
  if (value instanceof PackedAnswer) return value;
  if (!isLong(value) || !(schema instanceof z.ZodArray)) return schema.parse(value);
  const element = schema.element as z.ZodType;
  return mapInSlices(value, (item) => element.parse(item));
}

/** What stands before and behind a list in its envelope. */
const around = (kind: AnswerKind) => JSON.stringify(wrap(kind, [])).split('[]') as [string, string];

/** The JSON of a value in its envelope. */
export async function writtenAnswer(kind: AnswerKind, value: unknown): Promise<string> {
  if (!isLong(value)) return JSON.stringify(wrap(kind, value));
  const [before, after] = around(kind);
  const items = await mapInSlices(value, (item) => JSON.stringify(item) ?? 'null');
  return `${before}[${items.join(',')}]${after}`;
}

/** A list in its envelope, as JSON, in gzip. */
export class PackedAnswer {
  readonly gzip: Buffer;

  constructor(gzip: Buffer) {
    this.gzip = gzip;
  }
}

/** Rows are packed together from so many characters on. */
const BLOCK = 256 * 1024;

/** Of a hundred megabytes of rows the next level takes half as long again, and leaves no fewer. */
const LEVEL = 3;

/** The first row stands for all: the statement gives each the same fields. Of what the contract does not name nothing leaves. */
function checkFirst(schema: z.ZodType, json: string): void {
  const row = JSON.parse(json) as object;
  const [checked] = schema.parse([row]) as [object];
  const beyond = Object.keys(row).filter((key) => !(key in checked));
  if (beyond.length > 0) throw new Error(`the contract does not name ${beyond.join(', ')}`);
}

/**
 * What an endpoint answers with the rows of a query, for lists of hundreds of thousands: the database writes them as JSON, and they
 * are packed while they come, so that none is an object on the way. Amounts of the query are pesos.
 */
export async function packedRows<Row>(
  tx: Tx,
  { kind, schema }: Answer<z.ZodType<Row[]>>,
  query: RawBuilder<Row>,
): Promise<Row[]> {
  const gzip = createGzip({ level: LEVEL });
  const packed = gzip.toArray();
  const [before, after] = around(kind);
  let block = `${before}[`;
  let first = true;
  const written = sql<string>`SELECT row_to_json(escrito)::text FROM (${query}) escrito`.compile(tx);
  for await (const { rows } of tx.getExecutor().stream<string>(written, 1)) {
    for (const json of rows) {
      if (first) checkFirst(schema, json);
      block += first ? json : `,${json}`;
      first = false;
    }
    if (block.length < BLOCK) continue;
    gzip.write(block);
    block = '';
  }
  gzip.end(`${block}]${after}`);
  // The edge sends it as it is; no handler looks into its own answer.
  return new PackedAnswer(Buffer.concat(await packed)) as unknown as Row[];
}
