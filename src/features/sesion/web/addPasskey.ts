/** Adding a passkey: what the server asks, what the browser makes of it, and what comes of that. */
import type { Value } from '#platform/endpoint.ts';
import { call } from '#platform/web/api.ts';
import { llavesContract } from '../contract.ts';
import { makePasskey, type Passkey } from './llave.ts';

export type Added = Value<typeof llavesContract.agregar>;

/** Who adds it: by password and second factor, or, on the way in, by the token of half a session. */
interface Shown {
  password?: string;
  codigo?: string | undefined;
  llave?: Passkey;
  token?: string;
}

export async function addPasskey({ nombre }: { nombre: string }, { token, ...body }: Shown): Promise<Added> {
  const llave = await makePasskey(await call(llavesContract.preparar, { body, token }));
  return call(llavesContract.agregar, { body: { nombre, llave }, token });
}
