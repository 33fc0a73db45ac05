/** Who read what is kept of whom: a row of the log for each person, in the packet of the commit. Which reads: ADR 56. */
import { sql } from 'kysely';
import type { AuditEntry } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';

export interface Consultada {
  entidad: 'residente' | 'representante_legal';
  id: number;
  name: string;
}

const entry = ({ entidad, id, name }: Consultada, que: string): AuditEntry => ({
  ...{ status: 'consultado', entidad, entidadId: id, referencia: name, nota: `Vio ${que} de «${name}»` },
});

/**
 * The log knows that whoever is signed in read something of these people.
 * @param que what, as it follows 'Vio': 'los datos de contacto'
 */
export async function consulted(ctx: Context, personas: readonly Consultada[], que: string): Promise<void> {
  if (personas.length > 0) await ctx.audit(...personas.map((persona) => entry(persona, que)));
}

/** The same of whoever owns a lot; of one without an owner the lot itself is named. */
export async function consultedOfLote(ctx: Context, lote: { id: number; name: string }, que: string): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT r.id, r.name FROM lote_residente t JOIN residente r ON r.id = t.residente_id
    WHERE t.lote_id = ${lote.id} AND t.asociado AND t.active`.execute(ctx.tx);
  if (rows.length === 0) await consultedAll(ctx, 'lote', `${que} de ${lote.name}`);
  await consulted(
    ctx,
    rows.map((row) => ({ entidad: 'residente', ...row })),
    que,
  );
}

/** The same of a list: one row, however many people are in it. */
export async function consultedAll(ctx: Context, entidad: string, que: string): Promise<void> {
  await ctx.audit({ status: 'consultado', entidad, referencia: '', nota: `Vio ${que}` });
}
