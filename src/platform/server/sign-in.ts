/**
 * Who may try to sign in, and how often. A device, or a network, from which an account has signed in before has an allowance
 * of its own for it: whatever strangers try uses up nothing of theirs. Strangers share one for each account, so that
 * guessing from many addresses stays slow, and each network has one that suits an office behind one address. Names and
 * networks of strangers are spread over a fixed number of keys, by a hash that nobody outside can compute: no table grows by
 * what is typed, and a name that exists is throttled like one that does not.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Here } from './context.ts';
import type { Tx } from './db.ts';
import { accountKey, type Caller } from './password.ts';
import { giveBackAttempt, type Limit } from './throttle.ts';

/** Failures within the window of one account from one place. */
const PER_ACCOUNT_AND_PLACE = 10;
/** Of one account from all places that it has never signed in from. */
const PER_ACCOUNT_OF_STRANGERS = 50;
/** Of one network, whatever the accounts. */
const PER_NETWORK = 300;

/** Wrong codes of the second factor within the window, of one account from one place, and from all that it does not know. */
const CODES_PER_PLACE = 5;
const CODES_OF_STRANGERS = 10;

const NAME_KEYS = 4_096;
const NETWORK_KEYS = 65_536;

const DEVICE_COOKIE = 'porton_equipo';
const DEVICE_DAYS = 180;
/** The places of an account that are remembered, of each kind; the one unused for longest goes. */
const PLACES_MAX = 20;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What is no address is all one network, or each spelling of nothing would have an allowance of its own. */
const NO_ADDRESS = 'ninguna';

/**
 * An IPv4 address, or the /64 of an IPv6 address, of which whoever has one has all. Some proxies tell the port too, which
 * changes with each connection.
 */
export function networkOf(told: string): string {
  const ip = /^\[([^\]]*)\](?::\d+)?$/.exec(told)?.[1] ?? /^([\d.]+):\d+$/.exec(told)?.[1] ?? told;
  if (isIPv4(ip)) return ip;
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return NO_ADDRESS;
  // One spelling of each address: hexadecimal without leading zeros, its longest zeros as `::`.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    return groups
      .slice(6)
      .map((group) => Number.parseInt(group, 16))
      .flatMap((two) => [two >> 8, two & 255])
      .join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Where a request comes from. */
export interface Origin {
  /** SHA-256 of what the browser keeps, if it sent something of our form. */
  device: Buffer | undefined;
  network: string;
}

export function originOf({ cookies, ip }: Pick<Here, 'cookies' | 'ip'>): Origin {
  const token = cookies.read(DEVICE_COOKIE);
  return { device: token !== undefined && TOKEN.test(token) ? sha256(token) : undefined, network: networkOf(ip) };
}

export type Known = 'equipo' | 'red' | undefined;

/** By what an account knows an origin: its device before its network. The same query whether or not there is the account. */
export async function knownBy(
  tx: Tx,
  usuarioId: number | undefined,
  { device, network }: Origin,
  now: Date,
): Promise<Known> {
  const row = await tx
    .selectFrom('acceso_conocido')
    .select('tipo')
    .where('usuario_id', '=', usuarioId ?? 0)
    .where('ultimo_at', '>', new Date(now.getTime() - DEVICE_DAYS * 86_400_000))
    .where((where) =>
      where.or([
        where.and([where('tipo', '=', 'equipo'), where('huella', '=', device ?? Buffer.alloc(0))]),
        where.and([where('tipo', '=', 'red'), where('huella', '=', sha256(network))]),
      ]),
    )
    .orderBy('tipo')
    .limit(1)
    .executeTakeFirst();
  return row?.tipo as Known;
}

export interface Attempt {
  caller: Caller;
  /** In the order in which they are taken. */
  limits: readonly Limit[];
}

const accountPrefix = (usuarioId: number): string => `cuenta:${usuarioId}:`;

type Counting = Pick<Here, 'services' | 'community'>;

/** One of a fixed number of keys. */
const spreadOver = ({ services: { secrets } }: Counting, text: string, keys: number): number =>
  secrets.fingerprint(`acceso ${text}`).readUInt32BE() % keys;

const deviceKey = ({ device }: Origin): string => `equipo:${device?.toString('hex', 0, 16) ?? ''}`;

/** What an attempt to sign in uses up. */
export function attemptOf(
  here: Counting,
  { usuarioId, typed }: { usuarioId: number | undefined; typed: string },
  origin: Origin,
  known: Known,
): Attempt {
  const { schema } = here.community;
  const spread = (text: string, keys: number): number => spreadOver(here, text, keys);
  const network = { clave: `red:${spread(origin.network, NETWORK_KEYS)}`, attempts: PER_NETWORK };
  if (usuarioId === undefined) {
    const name = typed.trim().toLowerCase();
    const clave = `nombre:${spread(name, NAME_KEYS)}`;
    return {
      caller: { known: false, account: `${schema} ${clave}` },
      limits: [
        network,
        { clave, attempts: PER_ACCOUNT_OF_STRANGERS },
        { clave: `nombre-red:${spread(`${name} ${origin.network}`, NETWORK_KEYS)}`, attempts: PER_ACCOUNT_AND_PLACE },
      ],
    };
  }
  const caller = { known: known !== undefined, account: accountKey(schema, usuarioId) };
  const prefix = accountPrefix(usuarioId);
  if (known === 'equipo') {
    return { caller, limits: [{ clave: `${prefix}${deviceKey(origin)}`, attempts: PER_ACCOUNT_AND_PLACE }] };
  }
  const place = {
    clave: `${prefix}red:${spread(origin.network, NETWORK_KEYS)}`,
    attempts: PER_ACCOUNT_AND_PLACE,
  };
  if (known === 'red') return { caller, limits: [place] };
  const strangers = { clave: `${prefix}extraños`, attempts: PER_ACCOUNT_OF_STRANGERS };
  return { caller, limits: [network, strangers, place] };
}

/**
 * What a code of the second factor uses up: by the place that it is tried from, as a password, so that whoever knows the
 * password alone shuts nobody out from where they sign in. Fewer than passwords, since a code has six digits only.
 */
export function codeLimitsOf(here: Counting, usuarioId: number, origin: Origin, known: Known): Limit[] {
  const prefix = `${accountPrefix(usuarioId)}factor:`;
  if (known === 'equipo') return [{ clave: `${prefix}${deviceKey(origin)}`, attempts: CODES_PER_PLACE }];
  const red = { clave: `${prefix}red:${spreadOver(here, origin.network, NETWORK_KEYS)}`, attempts: CODES_PER_PLACE };
  return known === 'red' ? [red] : [{ clave: `${prefix}extraños`, attempts: CODES_OF_STRANGERS }, red];
}

/** A success gives its attempt back, and no more: others of the same place may be under way. */
export const succeeded = (tx: Tx, { limits }: Attempt): Promise<void> => giveBackAttempt(tx, limits);

/** Forgets what was used up on an account: it has got a new password. */
export async function forgetAttempts(tx: Tx, usuarioId: number): Promise<void> {
  await tx
    .deleteFrom('intento_acceso')
    .where(sql<boolean>`starts_with(clave, ${accountPrefix(usuarioId)})`)
    .execute();
}

/** Remembers, after a success, where an account signed in from; the browser gets what its device is known by. */
export async function rememberOrigin(
  tx: Tx,
  usuarioId: number,
  { origin, known, cookies, now }: { origin: Origin; known: Known; cookies: Here['cookies']; now: Date },
): Promise<void> {
  // What no account knows may have been put into the browser by somebody else, and is replaced.
  const kept = known === 'equipo' || (origin.device && (await isAnybodys(tx, origin.device)));
  const token = (kept && cookies.read(DEVICE_COOKIE)) || randomBytes(32).toString('base64url');
  cookies.write(DEVICE_COOKIE, token, DEVICE_DAYS * 86_400);
  for (const [tipo, huella] of [
    ['equipo', sha256(token)],
    ['red', sha256(origin.network)],
  ] as const) {
    await tx
      .insertInto('acceso_conocido')
      .values({ usuario_id: usuarioId, tipo, huella, ultimo_at: now })
      .onConflict((conflict) => conflict.columns(['usuario_id', 'tipo', 'huella']).doUpdateSet({ ultimo_at: now }))
      .execute();
    await sql`
      DELETE FROM acceso_conocido WHERE usuario_id = ${usuarioId} AND tipo = ${tipo} AND huella NOT IN (
        SELECT huella FROM acceso_conocido WHERE usuario_id = ${usuarioId} AND tipo = ${tipo}
        ORDER BY ultimo_at DESC, huella LIMIT ${PLACES_MAX})`.execute(tx);
  }
}

async function isAnybodys(tx: Tx, device: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('acceso_conocido')
    .select('usuario_id')
    .where('tipo', '=', 'equipo')
    .where('huella', '=', device)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets from where an account has signed in; gives how many devices it was known by. */
export async function forgetOrigins(tx: Tx, usuarioId: number): Promise<number> {
  const gone = await tx.deleteFrom('acceso_conocido').where('usuario_id', '=', usuarioId).returning('tipo').execute();
  return gone.filter(({ tipo }) => tipo === 'equipo').length;
}

/** Deletes the places from which nobody has signed in for long; a nightly job. */
export async function purgeOrigins(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('acceso_conocido')
    .where('ultimo_at', '<', new Date(now.getTime() - DEVICE_DAYS * 86_400_000))
    .execute();
}
