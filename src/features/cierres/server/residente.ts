/** The report of a month on the page of a resident. */
import { randomBytes } from 'node:crypto';
import type { Context } from '#platform/server/context.ts';
import { findArchivo, noteReading } from './repository-month-end.ts';

const TOKEN_BYTES = 32;

/** The report of a posted month. Whoever opens it stands among those that it was sent to, by the address that they are known by. */
export async function informePublicado(ctx: Context, id: number, correos: readonly string[]) {
  const now = ctx.clock.now();
  return ctx.separately(async (tx) => {
    const archivo = await findArchivo(tx, id, 'informe');
    if (!archivo) return undefined;
    const { loteId } = ctx.resident;
    // No letter has this token: the row tells that they have it, and by when.
    if (correos.length > 0)
      await noteReading(tx, { periodoId: id, loteId, correos, token: randomBytes(TOKEN_BYTES) }, now);
    return { name: archivo.nombre, content: archivo.contenido };
  });
}
