/**
 * The product's settings, declared once: the table below gives the typed configuration, its validation,
 * and the table that the README shows. Nothing else in the product reads the environment.
 */
import { existsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { CODIGO, communityName, NOMBRE_MAX } from '#core/residenciales.ts';
import type { DashboardTemplates } from '../dashboards.ts';
import { z } from '../zod.ts';
import { type CepCertificates, parseCepCertificates } from './cep.ts';
import { type FcmAccount, parseFcmAccount } from './fcm.ts';
import { Obstacle } from './obstacles.ts';
import { readRegular } from './process-identity.ts';
import type { Bucket } from './s3-files.ts';
import type { SmtpAccount } from './smtp.ts';
import { DEFAULT_TIME_ZONE, timeZoneOf, USUAL_TIME_ZONES } from './time-zones.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const API_DOCS = ['publica', 'sesion'] as const;

/** A refused value: what the setting must be, told after its name. */
class Fault extends Error {}

type Parser<T> = (text: string) => T;

type Setting<T> = Readonly<{
  /** The value taken when the variable is missing or empty; undefined when there is none. */
  fallback: string | undefined;
  /** What the README shows as the default; the fallback itself unless told. */
  shown?: string;
  description: string;
  /** Takes the value as given; all but secrets drop the spaces around it first. */
  parse: Parser<T>;
}>;

/** With a fallback the value is always there. */
function setting<T>(fallback: string, description: string, parse: Parser<T>): Setting<T> & { fallback: string } {
  return { fallback, description, parse: (value) => parse(value.trim()) };
}

/** Without a fallback the value may be undefined; `shown` says in the README what happens then. */
function optional<T>(shown: string, description: string, parse: Parser<T>): Setting<T> & { fallback: undefined } {
  return { fallback: undefined, shown, description, parse: (value) => parse(value.trim()) };
}

/** A password or token of so many characters, taken exactly as given: a space at its end belongs to it. */
function optionalSecret(
  shown: string,
  description: string,
  min: number,
  max: number,
): Setting<string> & { fallback: undefined } {
  return { fallback: undefined, shown, description, parse: secret(min, max) };
}

function integer(min: number, max: number): Parser<number> {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new Fault(`debe ser un número entre ${min} y ${max}; vale «${text}»`);
  };
}

function oneOf<const T extends string>(options: readonly T[]): Parser<T> {
  return (text) => {
    const found = options.find((option) => option === text);
    if (found !== undefined) return found;
    throw new Fault(`debe ser uno de ${options.join(', ')}; vale «${text}»`);
  };
}

function folder(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!/[\u0000-\u001f\u007f]/.test(value)) return value;
  throw new Fault(`debe ser una carpeta sin saltos de línea ni otros signos invisibles; vale ${JSON.stringify(value)}`);
}

function host(value: string): string {
  if (/^[A-Za-z0-9.:_-]+$/.test(value)) return value;
  throw new Fault(`debe ser una dirección o un nombre de equipo, por ejemplo 0.0.0.0; vale «${value}»`);
}

function codigo(value: string): string {
  if (CODIGO.test(value)) return value;
  throw new Fault(
    `debe llevar de 2 a 20 letras mayúsculas y cifras, comenzando con letra, como NOGALES; vale «${value}»`,
  );
}

function nombre(value: string): string {
  const name = communityName(value);
  if (name !== undefined) return name;
  throw new Fault(`debe llevar de 2 a ${NOMBRE_MAX} caracteres, como Privada Los Nogales; vale «${value}»`);
}

function timeZone(value: string): string {
  const zone = timeZoneOf(value);
  if (zone) return zone;
  throw new Fault(`debe ser una zona horaria; vale «${value}». ${USUAL_TIME_ZONES}`);
}

function tiles(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  // The policy of the page names the tiles' origin, which therefore has no placeholder.
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    !/[{}]/.test(url.host) &&
    ['{z}', '{x}', '{y}'].every((part) => value.includes(part))
  )
    return value;
  throw new Fault(`debe ser una dirección como https://mapas.ejemplo.mx/{z}/{x}/{y}.png; vale «${value}»`);
}

function dashboard(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  // The policy of the page names the dashboard's origin, which therefore has no placeholder.
  if (url && /^https?:$/.test(url.protocol) && !/[{}]/.test(url.host) && url.username === '' && url.password === '')
    return value;
  throw new Fault(
    `debe ser una dirección como https://tableros.ejemplo.mx/informe?comunidad={comunidad}; vale «${value}»`,
  );
}

/** A dashboard of a service outside, by the name of its screen. */
function dashboardSetting(name: string): Setting<string> & { fallback: undefined } {
  return optional(
    'Portón dibuja el suyo',
    `Dirección del tablero externo «${name}». Puede llevar {comunidad}, que vale el código de la comunidad.`,
    dashboard,
  );
}

/** Parts of an address in which a sign may stand as %40. */
function requireReadable(...parts: readonly string[]): void {
  try {
    for (const part of parts) decodeURIComponent(part);
  } catch {
    throw new Fault('tiene un % que no es de un signo escrito como %40; escriba el propio % como %25');
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Where the server is and how it is trusted; what the driver would take besides is decided by the product. */
const CONNECTION_PARAMETERS: ReadonlySet<string> = new Set([
  'host',
  'port',
  'ssl',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
]);

/** The value is not repeated in the fault: it carries a password. */
function connection(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:')) {
    throw new Fault('debe ser una conexión de la forma postgres://usuario:contraseña@equipo:5432/base');
  }
  if (url.pathname.length < 2) throw new Fault('debe nombrar la base de datos: postgres://…/base');
  requireReadable(url.username, url.password, url.pathname);
  if (/%00/.test(url.href)) throw new Fault('lleva un signo nulo (%00); quítelo');
  const other = [...url.searchParams.keys()].find((name) => !CONNECTION_PARAMETERS.has(name));
  if (other !== undefined) {
    throw new Fault(
      `no admite el parámetro «${other}» en la dirección: Portón fija los suyos. Puede llevar ${[...CONNECTION_PARAMETERS].join(', ')}`,
    );
  }
  // The driver takes both from here too, before those of the address itself.
  const port = url.searchParams.get('port');
  if (port !== null && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535)) {
    throw new Fault('debe llevar en port un puerto entre 1 y 65535');
  }
  const place = url.searchParams.get('host') ?? '';
  if (/\p{Cc}/u.test(place) || (place.startsWith('/') && !existsSync(place))) {
    throw new Fault('debe llevar en host un equipo, o la carpeta de un socket que exista');
  }
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = url.searchParams.get(name);
    if (path !== null && !isFile(path)) throw new Fault(`debe llevar en ${name} un archivo que se pueda leer`);
  }
  // What the driver does with these already, under the name that it asks for.
  if (['prefer', 'require', 'verify-ca'].includes(url.searchParams.get('sslmode') ?? '')) {
    url.searchParams.set('sslmode', 'verify-full');
    return url.href;
  }
  return value;
}

/** The value is not repeated in the fault: it may carry a password. 'https://llave:secreto@equipo/cubeta?region=us-east-1'. */
function bucket(value: string): Bucket {
  const fault = new Fault('debe ser una dirección de la forma https://llave:secreto@equipo/cubeta?region=us-east-1');
  if (!URL.canParse(value)) throw fault;
  const { protocol, host, pathname, username, password, searchParams } = new URL(value);
  const path = pathname.replace(/\/+$/, '');
  if (!['https:', 'http:'].includes(protocol) || path === '' || username === '' || password === '') throw fault;
  requireReadable(username, password);
  return {
    url: `${protocol}//${host}${path}`,
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  };
}

function smtp(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  // The mail library takes its options from there, past our own: another server, a socket, TLS left out.
  const own = url?.searchParams.keys().next().value;
  if (own !== undefined) {
    throw new Fault(`no lleva parámetros («${own}»): si el servidor de correo no tiene TLS, use PORTON_CORREO_TLS`);
  }
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname !== '') {
    requireReadable(url.username, url.password);
    return value;
  }
  throw new Fault('debe ser una dirección de la forma smtp://usuario:contraseña@equipo:587 (o smtps://…:465)');
}

/** An address alone, or after a name: Residencial Encinos <avisos@ejemplo.mx>. */
function sender(value: string): SmtpAccount['from'] {
  const [, name = '', address = ''] = /^(?:([^<>"\r\n]*)<([^<>]+)>)$/.exec(value) ?? [undefined, '', value];
  if (z.email().safeParse(address).success) return { name: name.trim(), address };
  throw new Fault(`debe ser un correo, o un nombre y un correo: Residencial <avisos@ejemplo.mx>; vale «${value}»`);
}

/** Lengths only: a secret never stands in a message. */
function secret(min: number, max: number): Parser<string> {
  return (value) => {
    const length = [...value].length;
    if (length >= min && length <= max) return value;
    throw new Fault(`debe tener entre ${min} y ${max} caracteres; tiene ${length}`);
  };
}

/** Base64 text of exactly 32 bytes. Throws an Error whose message continues 'X …' in Spanish. */
export function parseKey(value: string): Buffer {
  const bytes = Buffer.from(value, 'base64');
  const canonical = bytes.toString('base64').replace(/=+$/, '') === value.replace(/=+$/, '');
  if (canonical && bytes.length === 32) return bytes;
  throw new Fault('debe ser 32 bytes en base64; genere una con: openssl rand -base64 32');
}

/** The file's contents are not repeated in the fault: they are a key. */
function fcmAccount(path: string): FcmAccount {
  let text: string;
  try {
    text = readRegular(path);
  } catch {
    throw new Fault(`debe ser un archivo que se pueda leer; vale «${path}»`);
  }
  const account = parseFcmAccount(text);
  if (account) return account;
  throw new Fault('debe ser el archivo JSON de una cuenta de servicio de Firebase; descárguelo de nuevo de su consola');
}

function cepCertificates(path: string): CepCertificates {
  let text: string;
  try {
    text = readRegular(path);
  } catch {
    throw new Fault(`debe ser un archivo que se pueda leer; vale «${path}»`);
  }
  const found = parseCepCertificates(text);
  if (found) return found;
  throw new Fault('debe ser un archivo PEM con uno o varios certificados');
}

function addresses(value: string): readonly string[] {
  const entries = value.split(',').map((entry) => entry.trim());
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIP(address);
    const bitsMax = family === 4 ? 32 : 128;
    const bitsFit = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= bitsMax);
    if (family === 0 || !bitsFit || rest.length > 0) {
      throw new Fault(`debe ser una lista de direcciones IP o redes separadas por comas; «${entry}» no lo es`);
    }
  }
  return entries;
}

export const SETTINGS = {
  PORT: setting('3000', 'Puerto en que se sirven la página y la API.', integer(1, 65535)),
  PORTON_HOST: optional(
    '127.0.0.1; 0.0.0.0 con DATABASE_URL',
    'Dirección en que escucha el servidor. Con 0.0.0.0 lo alcanzan los demás equipos de la red.',
    host,
  ),
  PORTON_DATA: optional(
    '.porton, en la carpeta del proyecto',
    'Carpeta de datos: la base de datos incluida, su contraseña, la llave y los archivos.',
    folder,
  ),
  DATABASE_URL: optional(
    'base de datos incluida',
    'Conexión del dueño de la base de datos PostgreSQL (15 o posterior). Su presencia significa producción: sin datos ni cuentas de demostración.',
    connection,
  ),
  DATABASE_APP_URL: optional(
    'DATABASE_URL',
    'Conexión de la aplicación con un usuario propio, sin derechos de dueño (recomendada en producción).',
    connection,
  ),
  DATABASE_JOBS_URL: optional(
    'DATABASE_URL',
    'Conexión de las tareas de fondo con un usuario propio (recomendada en producción).',
    connection,
  ),
  PORTON_COMUNIDAD: setting(
    'ENCINOS',
    'Código de la comunidad que crea el primer arranque: de 2 a 20 letras y cifras. Decide el logotipo y el esquema.',
    codigo,
  ),
  PORTON_NOMBRE: optional(
    'el conocido de su código',
    'Nombre de la comunidad que crea el primer arranque. Después se cambia con `npm run comunidad -- nombre`.',
    nombre,
  ),
  PORTON_ZONA: optional(
    DEFAULT_TIME_ZONE,
    'Zona horaria de la comunidad que crea el primer arranque, como America/Tijuana. Después se cambia con `npm run comunidad -- zona`.',
    timeZone,
  ),
  PORTON_ADMIN_PASSWORD: optionalSecret(
    'ninguna',
    'Contraseña del superadministrador, de 8 a 50 caracteres. Sólo la pide el primer arranque en producción; quítela después.',
    8,
    50,
  ),
  PORTON_LLAVE: optional(
    'se genera en la carpeta de datos',
    'Llave maestra: 32 bytes en base64. Envuelve las llaves de los datos y cifra los respaldos. Obligatoria en producción; guárdela aparte, sin ella nada se recupera.',
    parseKey,
  ),
  PORTON_LLAVE_ANTERIOR: optional(
    'ninguna',
    'La llave maestra de antes, mientras se cambia: el arranque acepta las dos hasta que `npm run llave -- rotar` envuelve todo con la nueva.',
    parseKey,
  ),
  PORTON_RESPALDO_CLAVE: optionalSecret(
    'ninguna',
    'Frase de al menos 12 caracteres con que se cifran los respaldos en lugar de PORTON_LLAVE.',
    12,
    1000,
  ),
  PORTON_SESION_INACTIVA_MIN: setting(
    '120',
    'Minutos sin actividad tras los que caduca una sesión.',
    integer(1, 10080),
  ),
  PORTON_SESION_MAX_HORAS: setting('12', 'Horas tras las que caduca una sesión aunque se use.', integer(1, 720)),
  PORTON_TIMBRADO_ESPERA_MS: setting(
    '4000',
    'Milisegundos que la caja espera el timbrado de una factura; después el timbrado sigue en segundo plano.',
    integer(0, 60000),
  ),
  PORTON_DB_CONEXIONES: setting(
    '30',
    'Conexiones de la aplicación a la base de datos. Otras 15 se apartan para sesiones, trabajos y vigilancia.',
    integer(2, 500),
  ),
  PORTON_DISCO_RESERVA_MB: setting(
    '512',
    'Megabytes libres que se guardan en el disco de la carpeta de datos con la base de datos incluida: por debajo, lo que escribe se niega y lo demás sigue. Con 0 no se niega nada.',
    integer(0, 1_000_000),
  ),
  PORTON_PROXY: optional(
    'ninguno',
    'Direcciones o redes de los proxies de confianza, separadas por comas. Sólo de ellos se aceptan X-Forwarded-For y X-Forwarded-Host.',
    addresses,
  ),
  PORTON_LOG: setting('info', 'Detalle de la bitácora del servidor: debug, info, warn o error.', oneOf(LOG_LEVELS)),
  PORTON_DEMO_LOTES: setting('300', 'Lotes de la comunidad de demostración.', integer(1, 20000)),
  PORTON_MAPA: optional(
    'una cuadrícula de coordenadas',
    'Dirección de las teselas del mapa de los lotes, con {z}, {x} y {y}, por ejemplo https://mapas.ejemplo.mx/{z}/{x}/{y}.png.',
    tiles,
  ),
  PORTON_TABLERO_DASHBOARD: dashboardSetting('Dashboard'),
  PORTON_TABLERO_PROYECCIONES: dashboardSetting('Proyecciones'),
  PORTON_TABLERO_PAGOS_POR_PERIODO: dashboardSetting('Pagos por Periodo'),
  PORTON_TABLERO_SALDOS: dashboardSetting('Saldos'),
  PORTON_TABLERO_LOTES_ENTREGADOS: dashboardSetting('Lotes entregados'),
  PORTON_TABLERO_ACCESOS: dashboardSetting('Estadísticas'),
  PORTON_TABLERO_RONDINES: dashboardSetting('Rondines'),
  PORTON_FCM_CUENTA: optional(
    'las notificaciones quedan en la base de datos, sin enviarse a los teléfonos',
    'Archivo JSON de la cuenta de servicio de Firebase con que se envían las notificaciones a los teléfonos de los residentes.',
    fcmAccount,
  ),
  PORTON_CEP_CERTIFICADOS: optional(
    'los comprobantes de SPEI se leen y su sello queda sin comprobar',
    'Archivo PEM con los certificados de Banxico con que se comprueba el sello de los comprobantes electrónicos de pago (CEP).',
    cepCertificates,
  ),
  SMTP_URL: optional(
    'los correos quedan en «Correos enviados», sin salir',
    'Servidor con que se envían los correos: smtp://usuario:contraseña@equipo:587, o smtps://…:465 para TLS desde el principio.',
    smtp,
  ),
  PORTON_CORREO_TLS: optional(
    'exigir, si SMTP_URL lleva contraseña',
    'exigir: sin TLS no salen ni la contraseña ni los correos. si-hay: se usa TLS cuando el servidor lo ofrece; sólo en una red de confianza.',
    oneOf(['exigir', 'si-hay']),
  ),
  PORTON_CORREO_REMITENTE: optional(
    'obligatorio con SMTP_URL',
    'Remitente de los correos: una dirección, o un nombre y una dirección: `Residencial Encinos <avisos@ejemplo.mx>`.',
    sender,
  ),
  PORTON_CUBETA: optional(
    'los archivos se guardan en la carpeta de datos',
    'Cubeta compatible con S3 en que se guardan los archivos: https://llave:secreto@equipo/cubeta?region=us-east-1. Lo que siga a la cubeta es un prefijo.',
    bucket,
  ),
  PORTON_API_DOCS: optional(
    'publica; sesion con DATABASE_URL',
    'Quién lee la documentación de la API (/api/docs y /api/v1/openapi.json): publica, cualquiera; sesion, quien inició sesión.',
    oneOf(API_DOCS),
  ),
  PORTON_METRICAS_TOKEN: optionalSecret(
    'nadie; en la demostración, el propio equipo',
    'Token (16 caracteres o más) con que se lee /metrics desde otros equipos o detrás de un proxy: Authorization: Bearer ….',
    16,
    200,
  ),
} as const;

type Settings = typeof SETTINGS;
export type SettingName = keyof Settings;

type Values = {
  [K in SettingName]: Settings[K]['fallback'] extends string
    ? ReturnType<Settings[K]['parse']>
    : ReturnType<Settings[K]['parse']> | undefined;
};

export type DatabaseConfig =
  | Readonly<{ kind: 'embedded' }>
  | Readonly<{ kind: 'external'; ownerUrl: string; appUrl?: string; jobsUrl?: string }>;

export type Config = Readonly<{
  port: number;
  host: string;
  /** As given in PORTON_DATA; undefined means the default folder (see `defaultDataDir`). */
  dataDir?: string;
  database: DatabaseConfig;
  /** Residential code of the community that a first start creates. */
  firstCommunity: string;
  firstName?: string;
  /** Its time zone; undefined where none was told. */
  firstTimeZone?: string;
  adminPassword?: string;
  /** Key-encryption key, 32 bytes. Undefined only with the embedded database, whose key lies in the data folder. */
  key?: Buffer;
  /** The key before it, while it is being changed. */
  previousKey?: Buffer;
  backupPassphrase?: string;
  sessionIdleMinutes: number;
  sessionMaxHours: number;
  stampingWaitMs: number;
  dbConnections: number;
  /** Free bytes below which nothing is written any more. */
  diskReserveBytes: number;
  /** IP addresses or CIDR networks whose X-Forwarded-* headers are believed. */
  trustedProxies: readonly string[];
  logLevel: LogLevel;
  demoLotes: number;
  /** Address of map tiles with {z}, {x} and {y}; undefined: the page draws a grid. */
  mapTiles?: string;
  /** Dashboards of a service outside; what is not there the product draws itself. */
  dashboards: DashboardTemplates;
  /** Sends push messages by FCM; undefined: they stay in the outbox. */
  fcmAccount?: FcmAccount;
  cepCertificates?: CepCertificates;
  /** Sends mail by this server; undefined: letters stay in the outbox. */
  mail?: SmtpAccount;
  /** Keeps files in a bucket; undefined: in the data folder. */
  bucket?: Bucket;
  metricsToken?: string;
  apiDocs: (typeof API_DOCS)[number];
}>;

/** All faults of the environment at once, one Spanish sentence each. */
export class ConfigError extends Obstacle {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `La configuración tiene ${faults.length === 1 ? 'un error' : `${faults.length} errores`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** What one setting asks of another, as a sentence for each that is not so. */
function faultsBetween(env: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = [];
  const production = given(env.DATABASE_URL);
  for (const name of ['DATABASE_APP_URL', 'DATABASE_JOBS_URL'] as const) {
    if (given(env[name]) && !production)
      faults.push(`${name} sólo se usa junto con DATABASE_URL; defina también DATABASE_URL o quítela.`);
  }
  if (production && !given(env.PORTON_LLAVE)) {
    faults.push(
      'PORTON_LLAVE es obligatoria en producción; genere una con: openssl rand -base64 32, y guárdela aparte.',
    );
  }
  if (given(env.PORTON_LLAVE_ANTERIOR) && !given(env.PORTON_LLAVE)) {
    faults.push('PORTON_LLAVE_ANTERIOR sólo se usa junto con PORTON_LLAVE, que es entonces la llave nueva.');
  }
  if (given(env.SMTP_URL) && !given(env.PORTON_CORREO_REMITENTE)) {
    faults.push('PORTON_CORREO_REMITENTE es obligatorio con SMTP_URL: la dirección de la que salen los correos.');
  }
  return faults;
}

/**
 * Reads and validates every setting. An empty variable counts as missing.
 * @throws ConfigError with all faults
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const values = readValues(env, faults);
  const production = given(env.DATABASE_URL);
  faults.push(...faultsBetween(env));
  if (faults.length > 0) throw new ConfigError(faults);

  return {
    port: values.PORT,
    host: values.PORTON_HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir: values.PORTON_DATA,
    database:
      values.DATABASE_URL === undefined
        ? { kind: 'embedded' }
        : {
            kind: 'external',
            ownerUrl: values.DATABASE_URL,
            appUrl: values.DATABASE_APP_URL,
            jobsUrl: values.DATABASE_JOBS_URL,
          },
    firstCommunity: values.PORTON_COMUNIDAD,
    firstName: values.PORTON_NOMBRE,
    firstTimeZone: values.PORTON_ZONA,
    adminPassword: values.PORTON_ADMIN_PASSWORD,
    key: values.PORTON_LLAVE,
    previousKey: values.PORTON_LLAVE_ANTERIOR,
    backupPassphrase: values.PORTON_RESPALDO_CLAVE,
    sessionIdleMinutes: values.PORTON_SESION_INACTIVA_MIN,
    sessionMaxHours: values.PORTON_SESION_MAX_HORAS,
    stampingWaitMs: values.PORTON_TIMBRADO_ESPERA_MS,
    dbConnections: values.PORTON_DB_CONEXIONES,
    diskReserveBytes: values.PORTON_DISCO_RESERVA_MB * 1_000_000,
    trustedProxies: values.PORTON_PROXY ?? [],
    logLevel: values.PORTON_LOG,
    demoLotes: values.PORTON_DEMO_LOTES,
    mapTiles: values.PORTON_MAPA,
    dashboards: {
      dashboard: values.PORTON_TABLERO_DASHBOARD,
      proyecciones: values.PORTON_TABLERO_PROYECCIONES,
      pagosPorPeriodo: values.PORTON_TABLERO_PAGOS_POR_PERIODO,
      saldos: values.PORTON_TABLERO_SALDOS,
      lotesEntregados: values.PORTON_TABLERO_LOTES_ENTREGADOS,
      accesosEstadisticas: values.PORTON_TABLERO_ACCESOS,
      rondines: values.PORTON_TABLERO_RONDINES,
    },
    fcmAccount: values.PORTON_FCM_CUENTA,
    cepCertificates: values.PORTON_CEP_CERTIFICADOS,
    mail:
      values.SMTP_URL !== undefined && values.PORTON_CORREO_REMITENTE
        ? {
            url: values.SMTP_URL,
            // Without a password there is nothing that another could use.
            tls: values.PORTON_CORREO_TLS ?? (new URL(values.SMTP_URL).password === '' ? 'si-hay' : 'exigir'),
            from: values.PORTON_CORREO_REMITENTE,
          }
        : undefined,
    bucket: values.PORTON_CUBETA,
    metricsToken: values.PORTON_METRICAS_TOKEN,
    apiDocs: values.PORTON_API_DOCS ?? (production ? 'sesion' : 'publica'),
  };
}

/** The README's table of settings, as Markdown without a closing line break. */
export function settingsMarkdown(): string {
  const settings: [string, Setting<unknown>][] = Object.entries(SETTINGS);
  const rows = settings.map(
    ([name, { fallback, shown, description }]) => `| \`${name}\` | ${shown ?? fallback} | ${description} |`,
  );
  return ['| Variable | Si falta | Qué hace |', '|---|---|---|', ...rows].join('\n');
}

function given(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '';
}

/** Parsed values of all settings; a refused one adds a sentence to `faults` and is left out. */
function readValues(env: Readonly<Record<string, string | undefined>>, faults: string[]): Values {
  const values: Record<string, unknown> = {};
  const settings: [string, Setting<unknown>][] = Object.entries(SETTINGS);
  for (const [name, { fallback, parse }] of settings) {
    const raw = env[name];
    const value = raw !== undefined && given(raw) ? raw : fallback;
    if (value === undefined) continue;
    try {
      values[name] = parse(value);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(`${name} ${error.message}.`);
    }
  }
  // Sound: each key was written by its own parser, and the caller throws when any was refused.
  return values as Values;
}
