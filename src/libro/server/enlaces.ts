/** Links to a resident's own page, for letters, papers and messengers: each is one lot's and one person's. docs/adr/0057-resident-access.md. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';
import { newToken } from '#platform/server/resident.ts';

/** By what a link is given away; 'oficina' is one that nobody has, by which the office looks at the page. */
export type Canal = 'correo' | 'qr' | 'whatsapp' | 'carta' | 'estado' | 'oficina';

export type Persona = { residenteId: number } | { representanteId: number };

export interface NewEnlace {
  loteId: number;
  persona: Persona;
  canal: Canal;
  /** One whose address stands on a paper that was drawn before. */
  token?: NewToken;
}

export type NewToken = ReturnType<typeof newToken>;

/** What a link is made with: as a handler's context has it. */
interface Making {
  tx: Tx;
  origin: string;
  usuarioId: number | null;
  clock: { now(): Date };
}

export const PAGE_PATH = '/r';

export const urlOf = (origin: string, { token }: NewToken): string => `${origin}${PAGE_PATH}/${token}`;

/**
 * Makes a link and gives its address, which can't be found again: only the hash of its token is kept. The person has to be of
 * the lot, or it opens nothing. Whoever calls writes the audit row of what the link goes out with.
 */
export async function createEnlace(
  { tx, origin, usuarioId, clock }: Making,
  { loteId, persona, canal, token = newToken() }: NewEnlace,
): Promise<{ id: number; url: string }> {
  const { id } = await tx
    .insertInto('enlace')
    .values({
      ...{ token_hash: token.hash, lote_id: loteId, canal },
      residente_id: 'residenteId' in persona ? persona.residenteId : null,
      representante_id: 'representanteId' in persona ? persona.representanteId : null,
      ...{ creado_usuario_id: usuarioId, created_at: clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, url: urlOf(origin, token) };
}

/** Whoever may have a link to a lot's page, each once: lote_id, residente_id or representante_id, name, papel. */
export const personasDelLote = (loteId: number): RawBuilder<unknown> => sql`
  SELECT t.lote_id, r.id AS residente_id, NULL::integer AS representante_id, r.name,
    CASE WHEN bool_or(t.asociado) THEN 'propietario' ELSE 'inquilino' END AS papel
  FROM lote_residente t JOIN residente r ON r.id = t.residente_id
  WHERE t.lote_id = ${loteId} AND t.active GROUP BY t.lote_id, r.id
  UNION ALL
  SELECT x.lote_id, NULL, p.id, p.name, 'representante'
  FROM representante_lote x JOIN representante_legal p ON p.id = x.representante_id WHERE x.lote_id = ${loteId}`;

/** The owner of a lot, whom its links are made for unless told; undefined where it has none. */
export async function ownerOf(tx: Tx, loteId: number): Promise<{ residenteId: number; nombre: string } | undefined> {
  return tx
    .selectFrom('lote_residente as lr')
    .innerJoin('residente as r', 'r.id', 'lr.residente_id')
    .select(['lr.residente_id as residenteId', 'r.name as nombre'])
    .where('lr.lote_id', '=', loteId)
    .where('lr.asociado', '=', true)
    .where('lr.active', '=', true)
    .executeTakeFirst();
}
