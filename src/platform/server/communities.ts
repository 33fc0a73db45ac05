/** The communities of the installation: which schema answers for which host. */

import { domainToASCII, domainToUnicode } from 'node:url';
import { sql } from 'kysely';
import type pg from 'pg';
import { CODIGO, communityName, knownName, NOMBRE_MAX, readsAsPractice, SIN_VALOR } from '#core/residenciales.ts';
import { type AuditEntry, recordAudit } from './audit.ts';
import { type DbPool, kyselyOn, sqlState, type Tx } from './db.ts';
import { asOwner, codeVersion, type Migration, migrateCommunity } from './migrate.ts';
import { Obstacle, sentenceOf } from './obstacles.ts';
import { orden } from './orden.ts';
import { DEFAULT_TIME_ZONE, timeZoneOf, USUAL_TIME_ZONES } from './time-zones.ts';

export interface Community {
  codigo: string;
  /** How it calls itself. */
  nombre: string;
  /** Null: answers any host, which only a single community may. */
  host: string | null;
  /** The code of the community that it is a practice of; null of all others. */
  practicaDe: string | null;
  schema: string;
  timeZone: string;
  /** Version of its schema; requests are answered only when it is the program's. */
  version: number;
}

/** How soon a change of the list is known to every process. */
export const REFRESH_MS = 5_000;
const NO_VERSION = -1;

/** The schema of a community: no row of the database chooses it, or a chain could begin anew in another one. */
export const schemaOf = (codigo: string): string => `c_${codigo.toLowerCase()}`;

/** The list of communities, read again every few seconds so that other processes' changes arrive. */
export class Communities {
  readonly #pool: DbPool;
  #list: Community[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(pool: DbPool) {
    this.#pool = pool;
  }

  /** One query for all: a community's migrations tell the directory of its version. One without its tables is of none. */
  async #read(): Promise<void> {
    const rows = await this.#pool.ask<{
      codigo: string;
      nombre: string | null;
      host: string | null;
      practica_de: string | null;
      esquema: string;
      zona_horaria: string;
      version: number | null;
    }>(
      `SELECT codigo, nombre, host, practica_de, esquema, zona_horaria, CASE WHEN EXISTS (
         SELECT FROM pg_catalog.pg_class t JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
         WHERE n.nspname = c.esquema AND t.relname = 'migracion') THEN version END AS version
       FROM porton.comunidad c ORDER BY codigo`,
    );
    this.#list = rows.map((row) => ({
      codigo: row.codigo,
      nombre: row.nombre ?? knownName(row.codigo),
      host: row.host,
      practicaDe: row.practica_de,
      schema: row.esquema,
      timeZone: row.zona_horaria,
      version: row.esquema === schemaOf(row.codigo) ? (row.version ?? NO_VERSION) : NO_VERSION,
    }));
    this.#readAt = performance.now();
  }

  async all(): Promise<readonly Community[]> {
    if (performance.now() - this.#readAt > REFRESH_MS) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      // A stale list serves meanwhile, but the first reading has to be awaited.
      if (this.#readAt === Number.NEGATIVE_INFINITY) await this.#reading;
      else this.#reading.catch(() => undefined);
    }
    return this.#list;
  }

  async refresh(): Promise<void> {
    await this.#read();
  }

  /** Those whose tables are this program's: the others wait for theirs, and nothing is read or written in them. */
  async inService(): Promise<Community[]> {
    const all = await this.all();
    const current = await Promise.all(all.map(isCurrent));
    return all.filter((_community, index) => current[index]);
  }

  /**
   * The schemas in which nobody can sign in or go on with a session, because somebody holds the whole of a table that both
   * need. Asks what is held and waits for nothing.
   */
  async heldSchemas(): Promise<ReadonlySet<string>> {
    const rows = await this.#pool.ask<{ esquema: string }>(
      `SELECT DISTINCT n.nspname AS esquema
       FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE l.granted AND l.mode = 'AccessExclusiveLock' AND c.relname IN ('sesion', 'usuario')
         AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return new Set(rows.map(({ esquema }) => esquema));
  }

  /**
   * The community of a host name; with only one community, that one, beside which its practice answers its own host alone. No
   * other ever answers a practice's host: whoever practised there would go on in the real one. Undefined: the host is unknown.
   */
  async forHost(host: string): Promise<Community | undefined> {
    const list = await this.all();
    const named = list.find((community) => community.host === host.toLowerCase());
    if (named || isPracticeHost(host)) return named;
    const [only, ...others] = list.filter(({ practicaDe }) => practicaDe === null);
    return others.length === 0 ? only : undefined;
  }
}

type CommunityField = 'nombre' | 'host' | 'color' | 'zona';

/** A community that cannot be created as asked; the message says why, in Spanish. */
export class CommunityRefused extends Obstacle {
  /** What of it is at fault, where a form asked for it. */
  readonly field: CommunityField | undefined;

  constructor(message: string, field?: CommunityField) {
    super(message);
    this.field = field;
  }
}

export interface NewCommunity {
  codigo: string;
  /** Needed where the code is none that a name is known of. */
  nombre?: string;
  host: string | null;
  timeZone?: string;
  /** Loads the first contents, in the transaction that makes the community known. */
  fill?: (tx: Tx) => Promise<void>;
}

/** Labels of a DNS name, as RFC 1123 has them; underscores are of no host that a browser asks for. */
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Hosts that only practices have, known by their beginning, so that no real community answers where one was. */
const isPracticeHost = (host: string): boolean => /^practica[-.]/i.test(host);

/** The host of the practice of a community that answers there: beside it, so that one wildcard certificate covers both. */
export const practiceHostOf = (host: string): string => `practica${host.includes('.') ? '-' : '.'}${host}`;

/** A host's name as requests bear it. @throws CommunityRefused when it is none, or another community's */
export function checkedHost(
  text: string,
  { codigo, isPractice }: { codigo: string; isPractice: boolean },
  known: readonly { codigo: string; host: string | null }[],
): string {
  const host = text.trim().toLowerCase();
  // What browsers make another name of (127.1), or none (cumbres.5, xn--a), no request bears.
  if (!HOST.test(host) || domainToASCII(host) !== host || /(^|\.)xn--/.test(domainToUnicode(host))) {
    throw new CommunityRefused(
      `«${text}» no es un nombre de host. Escríbalo sin http:// ni puerto, con letras de la a a la z, cifras y guiones, como ${isPractice ? 'practica-' : ''}lagos.example.mx.`,
      'host',
    );
  }
  if (isPracticeHost(host) !== isPractice) {
    throw new CommunityRefused(
      isPractice
        ? `El host de una práctica comienza con «practica-» o «practica.», como practica-lagos.example.mx: «${host}» se confundiría con el de una comunidad.`
        : `«${host}» comienza como el de una comunidad de práctica. Use otro.`,
      'host',
    );
  }
  const other = known.find((row) => row.host === host && row.codigo !== codigo);
  if (other) throw new CommunityRefused(`El host «${host}» ya es de la comunidad ${other.codigo}.`, 'host');
  return host;
}

/** A community's name as it is kept. @throws CommunityRefused when it is none */
function checkedName(text: string): string {
  const name = communityName(text);
  if (name !== undefined && readsAsPractice(name)) {
    throw new CommunityRefused(
      `Los nombres que comienzan con «${SIN_VALOR}» son de las comunidades de práctica. Use otro.`,
      'nombre',
    );
  }
  if (name !== undefined) return name;
  throw new CommunityRefused(
    `El nombre de la comunidad lleva de 2 a ${NOMBRE_MAX} caracteres que se vean, como "Privada Los Nogales".`,
    'nombre',
  );
}

const ofPractice = (codigo: string): CommunityRefused =>
  new CommunityRefused(
    `${codigo} es una práctica y se llama como su comunidad al hacerse. Cambie el nombre de aquélla y hágala de nuevo.`,
  );

const ANOTHER_COMMAND = 'Otra orden cambió las comunidades al mismo tiempo. Repita ésta.';

const UNIQUE = '23505';
const INVALID_PARAMETER_VALUE = '22023';
/** 'tuple concurrently updated': two at once changed what stands in no table of ours, as rights do. */
const INTERNAL = 'XX000';

/** What two commands at once refuse each other, in words. */
async function unlessAnother<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const state = sqlState(error);
    if (state !== UNIQUE && state !== INTERNAL) throw error;
    throw new CommunityRefused(ANOTHER_COMMAND);
  }
}

export interface KnownCommunity {
  codigo: string;
  nombre: string | null;
  host: string | null;
  practica_de: string | null;
  esquema: string;
  zona_horaria: string;
}

/** All communities of the installation. Needs the owner's connection. */
export async function listKnown(client: pg.Client): Promise<KnownCommunity[]> {
  const { rows } = await client.query<KnownCommunity>(
    'SELECT codigo, nombre, host, practica_de, esquema, zona_horaria FROM porton.comunidad ORDER BY codigo',
  );
  return rows;
}

export function requireKnown<Row extends { codigo: string }>(codigo: string, rows: readonly Row[]): Row {
  const found = rows.find((row) => row.codigo === codigo);
  if (found) return found;
  const known = rows.map((row) => row.codigo).join(', ');
  throw new CommunityRefused(`No existe la comunidad ${codigo}. Hay: ${known || 'ninguna'}.`);
}

/** How the log of a community tells what it is called and where it answers. */
export const presenceWords = (codigo: string, { nombre, host }: Presence): string =>
  `La comunidad ${codigo} se llama «${nombre}» y responde en ${host ?? 'cualquier host'}`;

/** Changes the name or the host of a community by a command, and tells its log. */
function setPresence(
  client: pg.Client,
  { codigo, esquema, nombre, host }: KnownCommunity,
  change: Partial<{ nombre: string; host: string }>,
): Promise<void> {
  const antes = { nombre: nombre ?? knownName(codigo), host };
  const despues = { ...antes, ...change };
  return unlessAnother(() =>
    inCommunity(client, esquema, async (tx) => {
      await client.query(
        'UPDATE porton.comunidad SET nombre = coalesce($2, nombre), host = coalesce($3, host) WHERE codigo = $1',
        [codigo, change.nombre ?? null, change.host ?? null],
      );
      await recordAudit(
        tx,
        { usuarioId: null, usuario: 'sistema', requestId: null },
        {
          ...{ status: 'actualizado', entidad: 'comunidad', entidadId: codigo, referencia: codigo },
          ...{ nota: presenceWords(codigo, despues), antes, despues },
        },
        new Date(),
      );
    }),
  );
}

/**
 * Changes the host that a community answers on; gives it as it is kept. Needs the owner's connection.
 * @throws CommunityRefused with a Spanish sentence
 */
export async function setHost(client: pg.Client, codigo: string, text: string): Promise<string> {
  const rows = await listKnown(client);
  const known = requireKnown(codigo, rows);
  const host = checkedHost(text, { codigo, isPractice: known.practica_de !== null }, rows);
  await setPresence(client, known, { host });
  return host;
}

/**
 * Changes how a community calls itself, from the next answer on; gives it as it is kept. Needs the owner's connection.
 * @throws CommunityRefused with a Spanish sentence
 */
export async function setName(client: pg.Client, codigo: string, text: string): Promise<string> {
  const known = requireKnown(codigo, await listKnown(client));
  if (known.practica_de !== null) throw ofPractice(codigo);
  const nombre = checkedName(text);
  await setPresence(client, known, { nombre });
  return nombre;
}

type Known = Pick<KnownCommunity, 'codigo' | 'nombre' | 'host' | 'practica_de' | 'zona_horaria'>;

/** What a community is called, and where it answers. */
export interface Presence {
  nombre: string;
  host: string | null;
}

/** The community as its superadministrator sees it, and whether it is the only one, which alone may answer on any host. */
export async function findPresence(
  tx: Tx,
  codigo: string,
): Promise<Presence & { unica: boolean; zonaHoraria: string; known: Known[] }> {
  const { rows: known } = await sql<Known>`
    SELECT codigo, nombre, host, practica_de, zona_horaria FROM porton.comunidad ORDER BY codigo`.execute(tx);
  const { nombre, host, zona_horaria: zonaHoraria } = requireKnown(codigo, known);
  const unica = known.filter(({ practica_de }) => practica_de === null).length === 1;
  return { nombre: nombre ?? knownName(codigo), host, unica, zonaHoraria, known };
}

/**
 * Changes name and host by a request, over what whoever asks has seen; gives them as they are kept.
 * @throws CommunityRefused with a Spanish sentence
 */
export async function changePresence(
  tx: Tx,
  codigo: string,
  { visto, nuevo }: { visto: Presence; nuevo: { nombre: string; host: string } },
): Promise<Presence> {
  const { known, unica, ...antes } = await findPresence(tx, codigo);
  const kept = requireKnown(codigo, known);
  if (kept.practica_de !== null) throw ofPractice(codigo);
  const nombre = checkedName(nuevo.nombre);
  if (nuevo.host === '' && !unica) {
    throw new CommunityRefused(
      'Con más de una comunidad, cada una necesita su host. Escríbalo, como lagos.example.mx.',
      'host',
    );
  }
  const host = nuevo.host === '' ? null : checkedHost(nuevo.host, { codigo, isPractice: false }, known);
  const isSeen = antes.nombre === visto.nombre && antes.host === visto.host;
  const changed = await unlessAnother(() =>
    sql<{ done: boolean }>`
      SELECT porton.cambiar_comunidad(${codigo}, ${kept.nombre}, ${kept.host}, ${nombre}, ${host}) AS done
      WHERE ${isSeen}`.execute(tx),
  );
  if (changed.rows[0]?.done !== true) {
    throw new CommunityRefused('Otra persona cambió el nombre o el host. Vuelva a abrir la pantalla para verlos.');
  }
  return { nombre, host };
}

/** A transaction of the owner's in a community's schema. */
export async function inCommunity<T>(client: pg.Client, schema: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  await client.query(`BEGIN; SET LOCAL search_path TO ${client.escapeIdentifier(schema)}, ext`);
  try {
    const value = await work(kyselyOn(client));
    await client.query('COMMIT');
    return value;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** A zone by its own name. The database has a list of its own, and an old one lacks what a country changed since. */
async function checkedTimeZone(tx: Tx, text: string): Promise<string> {
  const zone = timeZoneOf(text);
  if (!zone) throw new CommunityRefused(`No existe la zona horaria «${text}». ${USUAL_TIME_ZONES}.`, 'zona');
  try {
    await sql`SELECT now() AT TIME ZONE ${zone}`.execute(tx);
  } catch (error) {
    if (sqlState(error) !== INVALID_PARAMETER_VALUE) throw error;
    throw new CommunityRefused(
      `La base de datos no conoce la zona horaria «${zone}». Actualice sus zonas (el paquete tzdata de su equipo) y repita la orden.`,
    );
  }
  return zone;
}

export interface ZoneChange {
  codigo: string;
  schema: string;
  from: string;
  to: string;
}

/**
 * What a change of a community's time zone would be.
 * @throws CommunityRefused for a community or a zone that there is none of, and for the zone that it has
 */
export async function checkZoneChange(tx: Tx, codigo: string, text: string): Promise<ZoneChange> {
  const { rows } = await sql<Omit<ZoneChange, 'to'>>`
    SELECT codigo, esquema AS schema, zona_horaria AS "from" FROM porton.comunidad ORDER BY codigo`.execute(tx);
  const found = requireKnown(codigo, rows);
  const to = await checkedTimeZone(tx, text);
  if (to === found.from) throw new CommunityRefused(`La comunidad ${codigo} ya está en ${to}.`, 'zona');
  return { ...found, to };
}

/**
 * Changes a community's time zone, in a transaction that then does what follows of it: what is kept by the community's clock and no
 * more true by the new one. Gives what the log is told.
 * @throws CommunityRefused where it is another by now
 */
export async function changeTimeZone(tx: Tx, { codigo, from, to }: ZoneChange): Promise<AuditEntry> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT porton.cambiar_zona(${codigo}, ${from}, ${to}) AS done`.execute(tx);
  if (rows[0]?.done !== true) throw new CommunityRefused(ANOTHER_COMMAND);
  return {
    ...{ status: 'actualizado', entidad: 'comunidad', entidadId: codigo, referencia: codigo },
    nota: `Zona horaria de ${codigo}: de ${from} a ${to}`,
    ...{ antes: { zonaHoraria: from }, despues: { zonaHoraria: to } },
  };
}

function checkNew(
  { codigo, nombre, host }: Pick<NewCommunity, 'codigo' | 'nombre' | 'host'>,
  known: readonly KnownCommunity[],
): { name: string; host: string | null } {
  if (!CODIGO.test(codigo)) {
    throw new CommunityRefused(
      `«${codigo}» no sirve de código. Use de 2 a 20 letras de la A a la Z y cifras, comenzando con letra, como NOGALES.`,
    );
  }
  if (known.some((row) => row.codigo === codigo)) throw new CommunityRefused(`La comunidad ${codigo} ya existe.`);
  if (known.some((row) => row.practica_de === null) && !host) {
    throw new CommunityRefused('Con más de una comunidad, cada una necesita su host: agregue --host NOMBRE.');
  }
  const everywhere = known.find((row) => row.host === null);
  if (everywhere) {
    throw new CommunityRefused(
      `La comunidad ${everywhere.codigo} responde hoy en cualquier host y dejaría de responder. Asígnele antes el suyo: ${orden(`comunidad host ${everywhere.codigo} NOMBRE`)}.`,
    );
  }
  if (nombre === undefined && knownName(codigo) === '') {
    throw new CommunityRefused(
      `La comunidad ${codigo} no tiene nombre. Agregue --nombre "Privada Los Nogales", o PORTON_NOMBRE si es el primer arranque.`,
    );
  }
  const name = nombre === undefined ? knownName(codigo) : checkedName(nombre);
  return { name, host: host === null ? null : checkedHost(host, { codigo, isPractice: false }, known) };
}

/**
 * Whether a community may stand here under this code and on this host, as they are kept. Needs the owner's connection.
 * @throws CommunityRefused with a Spanish sentence
 */
export async function checkPlace(
  client: pg.Client,
  community: Pick<NewCommunity, 'codigo' | 'nombre' | 'host'>,
): Promise<{ codigo: string; host: string | null }> {
  return { codigo: community.codigo, host: checkNew(community, await listKnown(client)).host };
}

/** Makes a community known, from which moment on it answers; in the transaction that its tables were filled in. */
export function addCommunity(
  client: pg.Client,
  community: { codigo: string; nombre: string | null; host: string | null; schema: string; timeZone: string },
): Promise<unknown> {
  const { codigo, nombre, host, schema, timeZone } = community;
  return unlessAnother(() =>
    client.query(
      'INSERT INTO porton.comunidad (codigo, nombre, host, esquema, zona_horaria) VALUES ($1, $2, $3, $4, $5)',
      [codigo, nombre, host, schema, timeZone],
    ),
  );
}

/**
 * Creates a community: schema, tables, first contents, and last the row that makes it answer, so that a process killed
 * midway leaves nothing that shows; the next attempt goes on from there. Needs the owner's connection.
 * @throws CommunityRefused with a Spanish sentence
 */
export function createCommunity(client: pg.Client, community: NewCommunity): Promise<string> {
  return unlessAnother(() => create(client, community));
}

async function create(client: pg.Client, community: NewCommunity): Promise<string> {
  const { codigo, fill } = community;
  const { name, host } = checkNew(community, await listKnown(client));
  const timeZone = await checkedTimeZone(kyselyOn(client), community.timeZone ?? DEFAULT_TIME_ZONE);
  const schema = schemaOf(codigo);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(schema)}`);
  await migrateCommunity(client, schema);
  await inCommunity(client, schema, async (tx) => {
    await addCommunity(client, {
      ...{ codigo, nombre: community.nombre === undefined ? null : name, host, schema, timeZone },
    });
    await client.query(
      'INSERT INTO configuracion_residencial (residencial, nombre_residencial) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
      [codigo, name],
    );
    await fill?.(tx);
  });
  return schema;
}

/** How many communities are migrated at once. */
const MIGRATING = 4;

const tellUnmigrated = (codigo: string, error: unknown): void =>
  console.error(
    `La comunidad ${codigo} no se actualizó y no responde; las demás sí. ${sentenceOf(error) ?? (error instanceof Error ? error.message : error)}`,
  );

/**
 * Brings every community up to the program's version, several at once. One that fails stays as it was and is told, and the others
 * are served; where none could be brought up, the first failure is thrown. Returns how many there are.
 */
export async function migrateAll(
  ownerUrl: string,
  {
    tell = tellUnmigrated,
    migrations,
  }: { tell?: (codigo: string, error: unknown) => void; migrations?: readonly Migration[] } = {},
): Promise<number> {
  const known = await asOwner(ownerUrl, listKnown);
  const waiting = [...known];
  const failed: unknown[] = [];
  const work = async (client: pg.Client) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await migrateCommunity(client, next.esquema, migrations);
      } catch (error) {
        failed.push(error);
        // Where nothing goes at all, that is said once.
        if (known.length > 1) tell(next.codigo, error);
      }
    }
  };
  const workers = Math.min(MIGRATING, known.length);
  await Promise.all(Array.from({ length: workers }, () => asOwner(ownerUrl, work)));
  if (known.length > 0 && failed.length === known.length) throw failed[0];
  return known.length;
}

/** Whether a community's tables are those of this program. */
export async function isCurrent(community: Community): Promise<boolean> {
  return community.version === (await codeVersion());
}
