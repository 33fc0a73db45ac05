/** A record that a form saves, new or known, with its audit row: one way for what is no catalogue. */
import type { AuditEntry } from './audit.ts';
import type { Context } from './context.ts';
import { refusing } from './database-errors.ts';

export interface RecordSaving {
  /** What is said where one of these constraints refuses it. */
  taken?: Readonly<Record<string, string>>;
  /** Gives the new record's id. */
  insert(): Promise<number>;
  update(id: number): Promise<unknown>;
  /** What the audit log keeps of it, asked for once it is saved. */
  audited(id: number): Omit<AuditEntry, 'status' | 'entidadId'> | Promise<Omit<AuditEntry, 'status' | 'entidadId'>>;
}

/** Saves over `antes`, or anew where there is none, and gives the record's id. The caller has locked and checked `antes`. */
export async function saveRecord(
  ctx: Pick<Context, 'audit'>,
  antes: { id: number } | undefined,
  { taken = {}, insert, update, audited }: RecordSaving,
): Promise<number> {
  const id = await refusing(taken, async () => {
    if (!antes) return insert();
    await update(antes.id);
    return antes.id;
  });
  await ctx.audit({ status: antes ? 'actualizado' : 'creado', entidadId: id, ...(await audited(id)) });
  return id;
}
