/** The part of pg-copy-streams that the backups use; the package brings no types. */
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** Copied rows, in chunks that end where they please; `rowCount` is right once the stream has ended. */
  export function to(sql: string): Readable & Submittable & { rowCount: number };
  export function from(sql: string): Writable & Submittable & { rowCount: number };
}
