/** Which of the known residenciales a community has chosen to be: its logo and its name. */
import { RESIDENCIALES } from '#core/residenciales.ts';
import type { Tx } from './db.ts';

export interface Residencial {
  code: string;
  /** '' of a code that is none of the known ones. */
  name: string;
}

/** The known one of a code. */
export const residencialOf = (code: string): Residencial => ({
  code,
  name: RESIDENCIALES.find((known) => known.code === code)?.name ?? '',
});

/** The one of the residential configuration; before there is one, by the community's own code. */
export async function findResidencial(tx: Tx, { codigo }: { codigo: string }): Promise<Residencial> {
  const row = await tx.selectFrom('configuracion_residencial').select('residencial').executeTakeFirst();
  return residencialOf(row?.residencial ?? codigo);
}

/** What the community calls itself, in full; '' before it said so. */
export async function residencialName(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('configuracion_residencial').select('nombre_residencial').executeTakeFirst();
  return row?.nombre_residencial ?? '';
}
