/** npm run comunidad -- color: a community's accent colour, by the same rules as its screen has. */
import type pg from 'pg';
import { recordAudit } from '#platform/server/audit.ts';
import { CommunityRefused, inCommunity, listKnown, requireKnown } from '#platform/server/communities.ts';
import type { Tx } from '#platform/server/db.ts';
import { changeAccent } from '#platform/server/residencial.ts';
import { refusalOfAccent } from '#ui/accent.ts';

const BY_COMMAND = { usuarioId: null, usuario: 'sistema', requestId: null };

/** Gives the community that is filled this colour. */
export const colored = (tx: Tx, codigo: string, text: string): Promise<string> =>
  changeAccent(tx, codigo, { text }, (entry) => recordAudit(tx, BY_COMMAND, entry, new Date()));

/** @throws CommunityRefused for a colour that none could have, before anything is made */
export function checkColor(text: string): void {
  const refusal = refusalOfAccent(text);
  if (refusal) throw new CommunityRefused(`${refusal.message}.`);
}

async function schemaOfReal(client: pg.Client, codigo: string): Promise<string> {
  const { esquema, practica_de } = requireKnown(codigo, await listKnown(client));
  if (practica_de === null) return esquema;
  throw new CommunityRefused(`${codigo} es una práctica, que se distingue por su aspecto. Cámbielo en ${practica_de}.`);
}

/** @param text '' takes it away */
export async function setColor(client: pg.Client, codigo: string, text: string): Promise<string> {
  const schema = await schemaOfReal(client, codigo);
  const color = await inCommunity(client, schema, (tx) => colored(tx, codigo, text));
  return color === ''
    ? `La comunidad ${codigo} tiene de nuevo el color de Portón.`
    : `El color de la comunidad ${codigo} es ahora ${color}. Quien tenga la página abierta lo ve al recargarla.`;
}
