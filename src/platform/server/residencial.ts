/** Which residencial a community is: its logo and its name. */
import { knownName } from '#core/residenciales.ts';
import type { Tx } from './db.ts';

export interface Residencial {
  /** Picks the logo: one of those that there are drawings of, or the community's own. */
  code: string;
  name: string;
}

interface Of {
  codigo: string;
  nombre: string;
  practicaDe: string | null;
}

/** The one of a code, of a community: by its own code it has its own name, and a practice by any. */
export const residencialOf = (code: string, { codigo, nombre, practicaDe }: Of): Residencial => ({
  code,
  name: code === codigo || practicaDe !== null ? nombre : knownName(code),
});

/** The one of the residential configuration; before there is one, by the community's own code. */
export async function findResidencial(tx: Tx, community: Of): Promise<Residencial> {
  const row = await tx.selectFrom('configuracion_residencial').select('residencial').executeTakeFirst();
  return residencialOf(row?.residencial ?? community.codigo, community);
}

/** What the community calls itself, in full; '' before it said so. */
export async function residencialName(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('configuracion_residencial').select('nombre_residencial').executeTakeFirst();
  return row?.nombre_residencial ?? '';
}
