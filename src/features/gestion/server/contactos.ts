/** Whom lots have that can be written to, and by what. */
import type { Tx } from '#platform/server/db.ts';
import { isMailAddress } from '#platform/server/mail.ts';
import { findPhonesOfLotes } from '#platform/server/push.ts';
import { type Contacto, type Destinatario, type EnvioPrevisto, enviosDe, type Paso } from '../rules.ts';
import { listContactos } from './repository.ts';

/** Addresses that no letter can go to are none. */
const usable = (contactos: Partial<Record<Destinatario, Contacto>> = {}): Partial<Record<Destinatario, Contacto>> =>
  Object.fromEntries(
    Object.entries(contactos).map(([kind, { nombre, correos }]) => [
      kind,
      { nombre, correos: correos.filter(isMailAddress) },
    ]),
  );

/** What a step would send to each of these lots. */
export async function alcanceDe(tx: Tx, lotes: readonly number[]) {
  const contactos = await listContactos(tx, lotes);
  const phones = await findPhonesOfLotes(tx, lotes);
  return {
    phones,
    envios: (paso: Pick<Paso, 'medios' | 'destinatarios'>, loteId: number): EnvioPrevisto[] =>
      enviosDe(paso, usable(contactos.get(loteId)), phones.has(loteId)),
  };
}
