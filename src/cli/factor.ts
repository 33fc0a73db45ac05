/** npm run cuenta -- quitar-factor: the way back for the last one who could take it away from somebody else. */
import type pg from 'pg';
import { findUserByUsername } from '#features/usuarios/server/repository.ts';
import { recordAudits } from '#platform/server/audit.ts';
import { type Clock, systemClock } from '#platform/server/clock.ts';
import { inCommunity } from '#platform/server/communities.ts';
import { queueMail } from '#platform/server/mail.ts';
import { residencialName } from '#platform/server/residencial.ts';
import { resetFactor, resetLetter } from '#platform/server/second-factor.ts';
import { UsageError } from './tool.ts';

const QUIEN = 'Quien administra el servidor';

/** Takes the second factor of an account away, and tells the log and its person. Gives the sentence that says so. */
export async function removeFactorOf(
  client: pg.Client,
  { codigo, username, razon, clock = systemClock }: { codigo: string; username: string; razon: string; clock?: Clock },
): Promise<string> {
  const { rows } = await client.query<{ esquema: string }>('SELECT esquema FROM porton.comunidad WHERE codigo = $1', [
    codigo,
  ]);
  const [community] = rows;
  if (!community) throw new UsageError(`No existe la comunidad ${codigo}.`);
  return inCommunity(client, community.esquema, async (tx) => {
    const user = await findUserByUsername(tx, username);
    if (!user) throw new UsageError(`En ${codigo} no hay un usuario «${username}». Revise cómo se escribe.`);
    const told = await resetFactor(tx, user, { quien: QUIEN, razon });
    if (!told) throw new UsageError(`«${user.username}» no tiene segundo factor: entra con su contraseña.`);
    const now = clock.now();
    await recordAudits(tx, { usuarioId: null, usuario: 'sistema', requestId: null }, told, now);
    const comunidad = (await residencialName(tx)) || codigo;
    await queueMail(tx, { ...resetLetter(user, { quien: QUIEN, razon, comunidad }), usuarioId: null }, now);
    return `«${user.username}» de ${codigo} ya entra sólo con su contraseña; sus sesiones terminaron y se le avisa por correo. Pídale que active otro segundo factor en «Mi cuenta».`;
  });
}
