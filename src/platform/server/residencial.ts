/** Which of the known residenciales a community has chosen to be: its logo and its name. */
import { RESIDENCIALES } from '#core/residenciales.ts';
import type { Tx } from './db.ts';

export interface Residencial {
  code: string;
  /** '' of a code that is none of the known ones. */
  name: string;
}

/** The one of the residential configuration; before there is one, by the community's own code. */
export async function findResidencial(tx: Tx, { codigo }: { codigo: string }): Promise<Residencial> {
  const row = await tx.selectFrom('configuracion_residencial').select('residencial').executeTakeFirst();
  const code = row?.residencial ?? codigo;
  return { code, name: RESIDENCIALES.find((known) => known.code === code)?.name ?? '' };
}
