/** Passkeys, as this browser makes and uses them; what keeps it from that is told in words that say what to do. */
import { FieldFaults, readAnswer, request } from '#platform/web/api.ts';

const OLD_BROWSER = 'Este navegador no sabe usar llaves de acceso. Actualícelo, o entre con otro, para usarlas.';

const canUse = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Why passkeys are not offered, by what the server says of the address and by what the browser can do; null where they are. */
export const whyNoPasskeys = (sinLlaves: string | null): string | null => sinLlaves ?? (canUse() ? null : OLD_BROWSER);

const NOT_USED =
  'No se usó ninguna llave de acceso: se canceló, pasó el tiempo o no está en este equipo. Si la perdió, use un código de recuperación; si tampoco lo tiene, la administración puede quitar su segundo factor';
const NOT_MADE = 'No se hizo la llave de acceso: se canceló o pasó el tiempo. Intente de nuevo';
const KNOWN = 'Ese equipo o llavero tiene ya una llave de acceso de su cuenta. Use otro';
const ELSEWHERE = 'El navegador no admite llaves de acceso en esta dirección. Entre por la de siempre';

/** What a browser says by a name: that it was cancelled, that the passkey exists, that the address is none of its. */
async function told<T>(work: () => Promise<T>, cancelled: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    const words = { InvalidStateError: KNOWN, SecurityError: ELSEWHERE }[name] ?? cancelled;
    throw new FieldFaults(words, [{ path: 'llave', message: words }]);
  }
}

/** A passkey that was made or used, as the server takes it. */
// biome-ignore lint/suspicious/noExplicitAny: the server's schema says what of it counts.
export type Passkey = any;

export async function makePasskey(asked: PublicKeyCredentialCreationOptionsJSON): Promise<Passkey> {
  const made = await told(async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
    return (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  }, NOT_MADE);
  return made.toJSON();
}

/**
 * Asks the server what is to be signed, and one of the account's passkeys for it. Not `call`: signing in must not carry the
 * schemas of a contract. `token` is of half a session; left out, the page's own.
 */
export async function signWithPasskey(token?: string): Promise<Passkey> {
  const answer = await readAnswer(await request('POST', '/security/factor/llave/reto', { body: {}, token }));
  const asked = (answer as { data: PublicKeyCredentialRequestOptionsJSON }).data;
  const used = await told(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
    return (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  }, NOT_USED);
  return used.toJSON();
}
