/**
 * Passkeys as a way to give the second factor (WebAuthn). One is bound to the host that it was made for and verifies its person
 * itself; what it signs is asked once, for the step of one session. The library is loaded by whoever uses one first.
 */
import { createHash, createPublicKey, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Insertable } from 'kysely';
import type { Here } from './context.ts';
import type { LlaveAcceso } from './database-types.ts';
import type { Tx } from './db.ts';
import { Refusal } from './errors.ts';

/** The passkeys that an account may have. */
const PASSKEYS_MAX = 10;

/** How long a challenge waits for its answer. */
const CHALLENGE_MS = 5 * 60_000;

/** ES256 and RS256: every device signs by one of them. */
const ALGORITHMS = [-7, -257];

/** What a challenge is asked for: a step of a session has one of each at most. */
export type Para = 'agregar' | 'probar';

/** Where passkeys answer: the host, and the page's whole origin. */
export interface PasskeySite {
  host: string;
  origin: string;
}

/** Where passkeys may be used here, or the sentence that says why they may not. */
export function passkeySite({ origin, community }: Pick<Here, 'origin' | 'community'>): PasskeySite | string {
  const url = new URL(origin);
  const { hostname } = url;
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1'))) {
    return 'Las llaves de acceso necesitan el nombre del equipo, y aquí se entra por una dirección IP. Entre por su nombre para usarlas.';
  }
  if (community.host !== null && community.host !== hostname) {
    return `Las llaves de acceso son de «${community.host}». Entre por esa dirección para usarlas.`;
  }
  const own = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (url.protocol !== 'https:' && !own) {
    return 'Las llaves de acceso sólo sirven con TLS. Entre por https://; si ya lo hace, quien administra el servidor debe declarar el proxy en PORTON_PROXY.';
  }
  return { host: hostname, origin: url.origin };
}

export function requireSite(here: Pick<Here, 'origin' | 'community'>): PasskeySite {
  const site = passkeySite(here);
  if (typeof site === 'string') throw new Refusal(site);
  return site;
}

/** What a browser gives of a passkey that was just made, and of one that was used, as JSON. */
export interface MadePasskey {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string; attestationObject: string; transports: string[] };
}
export interface UsedPasskey {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string; authenticatorData: string; signature: string };
}

/** Why a passkey is not taken: said to its person, and told to the log. */
export class PasskeyRefused extends Error {}

const AGAIN = 'Intente de nuevo';
const REFUSED = {
  reto: `La petición a la llave de acceso venció o ya se usó. ${AGAIN}`,
  ajena: 'Esa llave de acceso no es de su cuenta, o ya se quitó. Use otra, o un código de recuperación',
  host: 'La llave de acceso respondió a otra dirección. Entre por la de siempre y no siga enlaces de correos',
  persona:
    'La llave de acceso no comprobó quién es usted. Use una que pida huella, rostro o PIN, y confirme cuando lo pida',
  copia:
    'La llave de acceso dijo haberse usado menos veces que antes: puede haber una copia. Entre de otro modo, quítela en «Mi cuenta» y agregue otra',
  falsa: `La respuesta de la llave de acceso no es válida. ${AGAIN}`,
  formato: 'Esa llave de acceso se identifica de un modo que aquí no se pide. Pruebe con otra, o con otro navegador',
} as const;

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

interface Step {
  tokenHash: Buffer;
  para: Para;
}

/** Makes what is asked, and keeps it; what the same step was asked before counts no more. */
async function newChallenge(tx: Tx, { tokenHash, para }: Step, now: Date): Promise<string> {
  const reto = randomBytes(32).toString('base64url');
  await tx
    .insertInto('llave_reto')
    .values({ token_hash: tokenHash, para, reto, created_at: now })
    .onConflict((conflict) => conflict.columns(['token_hash', 'para']).doUpdateSet({ reto, created_at: now }))
    .execute();
  return reto;
}

/** What the step was asked, once, in a transaction of its own: a refused answer uses it up as well. */
async function takeChallenge(here: Here, { tokenHash, para }: Step): Promise<string> {
  const row = await here.separately((tx) =>
    tx
      .deleteFrom('llave_reto')
      .where('token_hash', '=', tokenHash)
      .where('para', '=', para)
      .returning(['reto', 'created_at'])
      .executeTakeFirst(),
  );
  if (!row || here.clock.now().getTime() - row.created_at.getTime() > CHALLENGE_MS) {
    throw new PasskeyRefused(REFUSED.reto);
  }
  return row.reto;
}

/** Deletes the challenges that nobody answered; a nightly job. */
export async function purgeChallenges(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('llave_reto')
    .where('created_at', '<', new Date(now.getTime() - CHALLENGE_MS))
    .execute();
}

/** An account's passkeys, the oldest first. */
export function listPasskeys(tx: Tx, usuarioId: number) {
  return tx
    .selectFrom('llave_acceso')
    .select(['id', 'host', 'credencial', 'transportes', 'nombre', 'created_at', 'usada_at'])
    .where('usuario_id', '=', usuarioId)
    .orderBy('id')
    .execute();
}

type Known = Awaited<ReturnType<typeof listPasskeys>>[number];

/** What the browser is told of those of this host: which they are, and how they are reached. */
function toldOf(known: readonly Known[], { host }: PasskeySite) {
  return known
    .filter((passkey) => passkey.host === host)
    .map(({ credencial, transportes }) => ({
      ...{ id: credencial.toString('base64url'), type: 'public-key' as const },
      transports: transportes,
    }));
}

/** Asks for the signature of one of an account's passkeys; undefined where none of them is of this host. */
export async function askForPasskey(
  tx: Tx,
  { usuarioId, tokenHash, site, now }: { usuarioId: number; tokenHash: Buffer; site: PasskeySite; now: Date },
) {
  const allowCredentials = toldOf(await listPasskeys(tx, usuarioId), site);
  if (allowCredentials.length === 0) return undefined;
  const challenge = await newChallenge(tx, { tokenHash, para: 'probar' }, now);
  return {
    ...{ challenge, rpId: site.host, allowCredentials, timeout: CHALLENGE_MS },
    userVerification: 'required' as const,
  };
}

/** Asks for a new passkey; none that the account has already. */
export async function askForNewPasskey(
  here: Here,
  tx: Tx,
  asked: { account: { id: number; username: string }; tokenHash: Buffer; site: PasskeySite; name: string },
) {
  const { account, tokenHash, site, name } = asked;
  const known = await listPasskeys(tx, account.id);
  if (known.length >= PASSKEYS_MAX) {
    throw new Refusal(`Su cuenta tiene ya ${PASSKEYS_MAX} llaves de acceso. Quite antes una que no use`);
  }
  const challenge = await newChallenge(tx, { tokenHash, para: 'agregar' }, here.clock.now());
  // The device may show it: it says who it is to nobody else.
  const id = here.services.secrets.fingerprint(`llave de acceso ${here.community.schema} ${account.id}`);
  return {
    ...{ challenge, timeout: CHALLENGE_MS, attestation: 'none' as const },
    rp: { id: site.host, name },
    user: { id: id.toString('base64url'), name: account.username, displayName: account.username },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    excludeCredentials: toldOf(known, site),
    authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'required' as const },
  };
}

const USER_VERIFIED = 4;
const FLAGS_AT = 32;

/** Says what is wrong where it can be told apart; all else is the library's to find. */
function requireHere(
  { clientDataJSON, authenticatorData }: { clientDataJSON: string; authenticatorData: Uint8Array },
  { site, challenge }: { site: PasskeySite; challenge: string },
): void {
  const said = JSON.parse(bytesOf(clientDataJSON).toString()) as Record<string, unknown>;
  if (said.challenge !== challenge) throw new PasskeyRefused(REFUSED.reto);
  const isOfHost = createHash('sha256').update(site.host).digest().equals(authenticatorData.slice(0, FLAGS_AT));
  if (said.origin !== site.origin || said.crossOrigin === true || !isOfHost) throw new PasskeyRefused(REFUSED.host);
  if (((authenticatorData[FLAGS_AT] ?? 0) & USER_VERIFIED) === 0) throw new PasskeyRefused(REFUSED.persona);
}

/** Bytes from outside: whatever the library cannot read or does not believe is one refusal. */
async function believed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasskeyRefused) throw error;
    throw new PasskeyRefused(REFUSED.falsa, { cause: error });
  }
}

/** Reads a key as COSE writes it. @throws where it is none, as one that was cut off on its way */
function requireKey(cose: ReadonlyMap<number, unknown>): void {
  const part = (label: number): string => Buffer.from(cose.get(label) as Uint8Array).toString('base64url');
  const isElliptic = cose.get(1) === 2;
  const key = isElliptic ? { crv: 'P-256', x: part(-2), y: part(-3) } : { n: part(-1), e: part(-2) };
  createPublicKey({ format: 'jwk', key: { kty: isElliptic ? 'EC' : 'RSA', ...key } });
}

/**
 * The passkey that was just made, as it is kept. @throws PasskeyRefused
 * Only what says nothing of its maker is read: certificates of makers name addresses that the library would ask.
 */
export async function readNewPasskey(
  here: Here,
  { made, tokenHash, site }: { made: MadePasskey; tokenHash: Buffer; site: PasskeySite },
): Promise<Pick<Insertable<LlaveAcceso>, 'host' | 'credencial' | 'llave' | 'contador' | 'transportes'>> {
  const challenge = await takeChallenge(here, { tokenHash, para: 'agregar' });
  return believed(async () => {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { decodeAttestationObject, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
    const { clientDataJSON, attestationObject, transports } = made.response;
    const attested = decodeAttestationObject(new Uint8Array(bytesOf(attestationObject)));
    if (attested.get('fmt') !== 'none') throw new PasskeyRefused(REFUSED.formato);
    requireHere({ clientDataJSON, authenticatorData: attested.get('authData') }, { site, challenge });
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} },
      ...{ expectedChallenge: challenge, expectedOrigin: site.origin, expectedRPID: site.host },
      ...{ requireUserVerification: true, supportedAlgorithmIDs: ALGORITHMS },
    });
    if (!verified) throw new PasskeyRefused(REFUSED.falsa);
    const { id, publicKey, counter } = registrationInfo.credential;
    if (id !== made.id) throw new PasskeyRefused(REFUSED.falsa);
    requireKey(decodeCredentialPublicKey(publicKey) as unknown as ReadonlyMap<number, unknown>);
    return {
      ...{ host: site.host, credencial: bytesOf(id), llave: Buffer.from(publicKey) },
      ...{ contador: counter, transportes: transports },
    };
  });
}

/** The passkey of an account that this answer names, locked until the transaction ends. */
const findPasskeyForUpdate = (tx: Tx, usuarioId: number, { id }: UsedPasskey, { host }: PasskeySite) =>
  tx
    .selectFrom('llave_acceso')
    .select(['id', 'nombre', 'llave', 'contador'])
    .where('usuario_id', '=', usuarioId)
    .where('credencial', '=', bytesOf(id))
    .where('host', '=', host)
    .forUpdate()
    .executeTakeFirst();

/**
 * Takes the signature of one of an account's passkeys, and gives its name. A counter that goes back is a copy's: it is
 * looked at once the signature is the passkey's own. @throws PasskeyRefused
 */
export async function takePasskey(
  here: Here,
  tx: Tx,
  { usuarioId, used, tokenHash }: { usuarioId: number; used: UsedPasskey; tokenHash: Buffer },
): Promise<string> {
  const site = requireSite(here);
  const challenge = await takeChallenge(here, { tokenHash, para: 'probar' });
  const known = await findPasskeyForUpdate(tx, usuarioId, used, site);
  if (!known) throw new PasskeyRefused(REFUSED.ajena);
  const counter = await believed(async () => {
    const { clientDataJSON, authenticatorData } = used.response;
    requireHere({ clientDataJSON, authenticatorData: bytesOf(authenticatorData) }, { site, challenge });
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...used, clientExtensionResults: {} },
      ...{ expectedChallenge: challenge, expectedOrigin: site.origin, expectedRPID: site.host },
      credential: { id: used.id, publicKey: new Uint8Array(known.llave), counter: 0 },
      requireUserVerification: true,
    });
    if (!verified) throw new PasskeyRefused(REFUSED.falsa);
    return authenticationInfo.newCounter;
  });
  if ((counter > 0 || known.contador > 0) && counter <= known.contador) throw new PasskeyRefused(REFUSED.copia);
  await tx
    .updateTable('llave_acceso')
    .set({ contador: counter, usada_at: here.clock.now() })
    .where('id', '=', known.id)
    .execute();
  return known.nombre;
}
