/** To whom reports can go. */
import { sql } from 'kysely';
import { fullName, inSpanish, type Tx } from '#platform/server/db.ts';

/** Users whose address a report can go to. */
export async function listUsuariosConCorreo(tx: Tx): Promise<{ id: number; name: string; email: string }[]> {
  return tx
    .selectFrom('usuario as u')
    .select(['u.id', 'u.email', sql<string>`${fullName('u')}`.as('name')])
    .where('u.enabled', '=', true)
    .where('u.email', '<>', '')
    .orderBy(inSpanish('u.name'))
    .orderBy('u.id')
    .execute();
}

/** The addresses of those of them that are still users with one. */
export async function accountAddresses(tx: Tx, usuarios: readonly number[]): Promise<string[]> {
  return (await listUsuariosConCorreo(tx)).filter(({ id }) => usuarios.includes(id)).map(({ email }) => email);
}
