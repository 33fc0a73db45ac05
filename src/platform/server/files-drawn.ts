/** Pictures of the demo community among the kept files. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from './db.ts';
import type { Drawing } from './drawing.ts';
import type { FileStore } from './file-store.ts';
import { fileKey } from './files.ts';

/** Keeps a picture with its row; gives the row's id. */
export async function keepDrawing(
  tx: Tx,
  files: FileStore,
  { uso, nombre, drawing, at }: { uso: string; nombre: string; drawing: Drawing; at: Date | string },
): Promise<{ id: number; huella: Buffer }> {
  const bytes = drawing.jpeg();
  const huella = createHash('sha256').update(bytes).digest();
  const { rows } = await sql<{ esquema: string }>`SELECT current_schema() AS esquema`.execute(tx);
  const clave = fileKey(rows[0]?.esquema ?? '', uso);
  await files.put(clave, bytes);
  const { id } = await tx
    .insertInto('archivo')
    .values({ uso, clave, nombre, mime: 'image/jpeg', bytes: bytes.length, huella, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, huella };
}
