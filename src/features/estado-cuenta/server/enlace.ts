/** The link to its owner's page that a mailed statement bears, where the community says so. docs/adr/0057-resident-access.md. */
import { createEnlace, type NewToken, ownerOf, urlOf } from '#libro/server/enlaces.ts';
import type { Before, Context, Reading } from '#platform/server/context.ts';
import { newToken } from '#platform/server/resident.ts';
import { bearsEnlace, listCorreosDe } from './repository.ts';

/** A link whose address is drawn on a paper, and which is made when that is sent. */
export interface PorHacer {
  loteId: number;
  residenteId: number;
  token: NewToken;
  url: string;
}

/** The link for a statement of a lot; undefined where it has none: one person's goes to addresses of theirs alone. */
export async function enlaceFor(
  { tx }: Reading,
  { origin }: Pick<Before, 'origin'>,
  loteId: number,
  para: readonly string[],
): Promise<PorHacer | undefined> {
  if (!(await bearsEnlace(tx))) return undefined;
  const owner = await ownerOf(tx, loteId);
  if (!owner) return undefined;
  const own = new Set((await listCorreosDe(tx, owner.residenteId)).map((correo) => correo.toLowerCase()));
  if (!para.every((correo) => own.has(correo.trim().toLowerCase()))) return undefined;
  const token = newToken();
  return { loteId, residenteId: owner.residenteId, token, url: urlOf(origin, token) };
}

export async function makeEnlace(ctx: Context, { loteId, residenteId, token }: PorHacer): Promise<number> {
  return (await createEnlace(ctx, { loteId, persona: { residenteId }, canal: 'estado', token })).id;
}
