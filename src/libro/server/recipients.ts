/** To whom reports can go. */
import { sql } from 'kysely';
import { fullName, inSpanish, type Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { correosDe } from '../reportes/contract.ts';

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

/** Whom a form names, once each. Refuses a user to whom no report can go. */
export async function chosenRecipients(
  tx: Tx,
  { usuarios, correos }: { usuarios: readonly number[]; correos: string },
): Promise<{ usuarios: number[]; correos: string[] }> {
  const known = await listUsuariosConCorreo(tx);
  if (usuarios.some((id) => !known.some((user) => user.id === id))) {
    throw new Refusal(
      'Alguno de los usuarios ya no tiene acceso o no tiene correo. Actualice la página y elíjalos de nuevo',
    );
  }
  return { usuarios: [...new Set(usuarios)], correos: correosDe(correos) };
}

/** The addresses of those of them that are still users with one. */
export async function accountAddresses(tx: Tx, usuarios: readonly number[]): Promise<string[]> {
  return (await listUsuariosConCorreo(tx)).filter(({ id }) => usuarios.includes(id)).map(({ email }) => email);
}
