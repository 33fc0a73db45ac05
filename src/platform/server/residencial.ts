/** Which residencial a community is: its logo and its name. */
import { knownName } from '#core/residenciales.ts';
import { colorOf, refusalOfAccent } from '#ui/accent.ts';
import type { AuditEntry } from './audit.ts';
import { CommunityRefused } from './communities.ts';
import type { Tx } from './db.ts';

export interface Residencial {
  /** Picks the logo: one of those that there are drawings of, or the community's own. */
  code: string;
  name: string;
  /** Its own accent colour; null: the product's. */
  accent: string | null;
}

interface Of {
  codigo: string;
  nombre: string;
  practicaDe: string | null;
}

/** The one of a code, of a community: by its own code it has its own name, and a practice by any. */
export const residencialOf = (
  code: string,
  { codigo, nombre, practicaDe }: Of,
  accent: string | null = null,
): Residencial => ({
  code,
  name: code === codigo || practicaDe !== null ? nombre : knownName(code),
  // A practice is told from its community by how it looks as well.
  accent: practicaDe === null ? accent : null,
});

/** The one of the residential configuration; before there is one, by the community's own code. */
export async function findResidencial(tx: Tx, community: Of): Promise<Residencial> {
  const row = await tx
    .selectFrom('configuracion_residencial')
    .select(['residencial', 'color_acento'])
    .executeTakeFirst();
  return residencialOf(row?.residencial ?? community.codigo, community, row?.color_acento);
}

/** The accent colour that a community has, locked until the transaction ends; '' where it has none. */
async function findAccentForUpdate(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('configuracion_residencial').select('color_acento').forUpdate().executeTakeFirst();
  return row?.color_acento ?? '';
}

/**
 * Gives a community another accent colour, or with '' the product's own; tells the log by `audit`. Gives it as it is kept.
 * @param visto as whoever changes it has seen it
 * @throws CommunityRefused with a Spanish sentence
 */
export async function changeAccent(
  tx: Tx,
  codigo: string,
  { text, visto }: { text: string; visto?: string },
  audit: (entry: AuditEntry) => Promise<unknown>,
): Promise<string> {
  const refusal = text.trim() === '' ? undefined : refusalOfAccent(text);
  if (refusal) throw new CommunityRefused(`${refusal.message}.`, 'color');
  const color = colorOf(text) ?? '';
  const antes = await findAccentForUpdate(tx);
  if (visto !== undefined && visto !== antes) {
    throw new CommunityRefused('Otra persona cambió el color. Vuelva a abrir la pantalla para verlo.');
  }
  if (color === antes) return color;
  await tx
    .updateTable('configuracion_residencial')
    .set({ color_acento: color === '' ? null : color })
    .execute();
  await audit({
    ...{ status: 'actualizado', entidad: 'comunidad', entidadId: codigo, referencia: codigo },
    nota: color === '' ? `Color de ${codigo}: el de Portón` : `Color de ${codigo}: ${color}`,
    ...{ antes: { color: antes }, despues: { color } },
  });
  return color;
}

/** What the community calls itself, in full; '' before it said so. */
export async function residencialName(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('configuracion_residencial').select('nombre_residencial').executeTakeFirst();
  return row?.nombre_residencial ?? '';
}
