import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig, SETTINGS, settingsMarkdown } from './config.ts';
import { timeZoneOf, USUAL_TIME_ZONES } from './time-zones.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const URL_OWNER = 'postgres://owner:s3creto@db:5432/porton';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  test('gives the embedded defaults for an empty environment', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: undefined,
      database: { kind: 'embedded' },
      sessionIdleMinutes: 120,
      sessionMaxHours: 12,
      stampingWaitMs: 4000,
      dbConnections: 30,
      trustedProxies: [],
      logLevel: 'info',
      demoLotes: 300,
    });
  });

  test('DATABASE_URL means production: listens on every address and needs the key', () => {
    const config = loadConfig({ DATABASE_URL: URL_OWNER, PORTON_LLAVE: KEY });
    expect(config.host).toBe('0.0.0.0');
    expect(config.database).toEqual({ kind: 'external', ownerUrl: URL_OWNER, appUrl: undefined, jobsUrl: undefined });
    expect(config.key?.length).toBe(32);
    expect(faultsOf({ DATABASE_URL: URL_OWNER })).toEqual([
      'PORTON_LLAVE es obligatoria en producción; genere una con: openssl rand -base64 32, y guárdela aparte.',
    ]);
  });

  test('an empty variable counts as missing, and spaces around a value are dropped', () => {
    expect(loadConfig({ PORT: '', PORTON_PROXY: ' ' }).port).toBe(3000);
    expect(loadConfig({ PORT: ' 8080 ' }).port).toBe(8080);
    // A password is taken as it is.
    expect(loadConfig({ PORTON_ADMIN_PASSWORD: ' con espacio ' }).adminPassword).toBe(' con espacio ');
  });

  test('the first community’s zone is one that there is, by its own name', () => {
    expect(loadConfig({}).firstTimeZone).toBeUndefined();
    expect(loadConfig({ PORTON_ZONA: ' america/ciudad_juarez ' }).firstTimeZone).toBe('America/Ciudad_Juarez');
    const [fault] = faultsOf({ PORTON_ZONA: 'Tijuana' });
    expect(fault).toMatch(/^PORTON_ZONA debe ser una zona horaria; vale «Tijuana»\. Las de México son: .+\.$/);
    // Every zone that a refusal names is one.
    for (const [zone] of USUAL_TIME_ZONES.matchAll(/America\/\w+/g)) expect(timeZoneOf(zone)).toBe(zone);
  });

  test('mail goes by a server from an address, with or without a name', () => {
    const mailOf = (sender: string) =>
      loadConfig({ SMTP_URL: 'smtps://u:p@correo.ejemplo.mx', PORTON_CORREO_REMITENTE: sender }).mail?.from;
    expect(mailOf(' avisos@ejemplo.mx ')).toEqual({ name: '', address: 'avisos@ejemplo.mx' });
    expect(mailOf('Los Encinos <avisos@ejemplo.mx>')).toEqual({ name: 'Los Encinos', address: 'avisos@ejemplo.mx' });
    expect(loadConfig({}).mail).toBeUndefined();
  });

  test('TLS is asked of a mail server that is given a password, unless told otherwise', () => {
    const tlsOf = (SMTP_URL: string, tls?: string) =>
      loadConfig({ SMTP_URL, PORTON_CORREO_REMITENTE: 'avisos@ejemplo.mx', PORTON_CORREO_TLS: tls }).mail?.tls;
    expect(tlsOf('smtp://u:p@correo.ejemplo.mx')).toBe('exigir');
    expect(tlsOf('smtp://u:p@127.0.0.1:1025')).toBe('exigir');
    expect(tlsOf('smtp://u:p@correo.ejemplo.mx', 'si-hay')).toBe('si-hay');
    expect(tlsOf('smtp://correo.ejemplo.mx')).toBe('si-hay');
    for (const parameter of [
      'ignoreTLS',
      'requireTLS ',
      'getSocket',
      'connection',
      'service',
      'url',
      'logger',
      'debug',
    ])
      expect(() => tlsOf(`smtp://u:p@correo.ejemplo.mx?${parameter}=true`)).toThrow('no lleva parámetros');
  });

  test('the document of the API is open in the demonstration alone, unless told', () => {
    const production = {
      DATABASE_URL: 'postgres://u:p@db:5432/porton',
      PORTON_LLAVE: Buffer.alloc(32, 7).toString('base64'),
    };
    expect(loadConfig({}).apiDocs).toBe('publica');
    expect(loadConfig(production).apiDocs).toBe('sesion');
    expect(loadConfig({ ...production, PORTON_API_DOCS: 'publica' }).apiDocs).toBe('publica');
    expect(loadConfig({ PORTON_API_DOCS: 'sesion' }).apiDocs).toBe('sesion');
    expect(() => loadConfig({ PORTON_API_DOCS: 'si' })).toThrow('PORTON_API_DOCS debe ser uno de publica, sesion');
  });

  test.each([
    [{ PORT: 'abc' }, 'PORT debe ser un número entre 1 y 65535; vale «abc».'],
    [{ PORT: '0' }, 'PORT debe ser un número entre 1 y 65535; vale «0».'],
    [{ PORT: '1e3' }, 'PORT debe ser un número entre 1 y 65535; vale «1e3».'],
    [{ PORTON_LOG: 'mucho' }, 'PORTON_LOG debe ser uno de debug, info, warn, error; vale «mucho».'],
    [{ PORTON_ADMIN_PASSWORD: 'corta' }, 'PORTON_ADMIN_PASSWORD debe tener entre 8 y 50 caracteres; tiene 5.'],
    [
      { PORTON_PROXY: '10.0.0.1, proxy' },
      'PORTON_PROXY debe ser una lista de direcciones IP o redes separadas por comas; «proxy» no lo es.',
    ],
    [
      { PORTON_PROXY: '10.0.0.0/33' },
      'PORTON_PROXY debe ser una lista de direcciones IP o redes separadas por comas; «10.0.0.0/33» no lo es.',
    ],
    [
      { PORTON_MAPA: 'https://{s}.ejemplo.mx/{z}/{x}/{y}.png' },
      'PORTON_MAPA debe ser una dirección como https://mapas.ejemplo.mx/{z}/{x}/{y}.png; vale «https://{s}.ejemplo.mx/{z}/{x}/{y}.png».',
    ],
    [
      { PORTON_TABLERO_SALDOS: 'https://{comunidad}.ejemplo.mx/informe' },
      'PORTON_TABLERO_SALDOS debe ser una dirección como https://tableros.ejemplo.mx/informe?comunidad={comunidad}; vale «https://{comunidad}.ejemplo.mx/informe».',
    ],
    [
      { PORTON_TABLERO_DASHBOARD: 'javascript:alert(1)' },
      'PORTON_TABLERO_DASHBOARD debe ser una dirección como https://tableros.ejemplo.mx/informe?comunidad={comunidad}; vale «javascript:alert(1)».',
    ],
    [
      { PORTON_FCM_CUENTA: '/no/existe.json' },
      'PORTON_FCM_CUENTA debe ser un archivo que se pueda leer; vale «/no/existe.json».',
    ],
    [
      { PORTON_FCM_CUENTA: import.meta.filename },
      'PORTON_FCM_CUENTA debe ser el archivo JSON de una cuenta de servicio de Firebase; descárguelo de nuevo de su consola.',
    ],
    [
      { SMTP_URL: 'https://correo:s3creto@ejemplo.mx', PORTON_CORREO_REMITENTE: 'avisos@ejemplo.mx' },
      'SMTP_URL debe ser una dirección de la forma smtp://usuario:contraseña@equipo:587 (o smtps://…:465).',
    ],
    [
      { SMTP_URL: 'smtp://correo.ejemplo.mx' },
      'PORTON_CORREO_REMITENTE es obligatorio con SMTP_URL: la dirección de la que salen los correos.',
    ],
    [
      { PORTON_CORREO_REMITENTE: 'Residencial' },
      'PORTON_CORREO_REMITENTE debe ser un correo, o un nombre y un correo: Residencial <avisos@ejemplo.mx>; vale «Residencial».',
    ],
    [{ PORTON_LLAVE: 'abcd' }, 'PORTON_LLAVE debe ser 32 bytes en base64; genere una con: openssl rand -base64 32.'],
    [
      { PORTON_LLAVE_ANTERIOR: KEY },
      'PORTON_LLAVE_ANTERIOR sólo se usa junto con PORTON_LLAVE, que es entonces la llave nueva.',
    ],
    [
      { DATABASE_APP_URL: URL_OWNER },
      'DATABASE_APP_URL sólo se usa junto con DATABASE_URL; defina también DATABASE_URL o quítela.',
    ],
    [
      { DATABASE_URL: 'mysql://x/y', PORTON_LLAVE: KEY },
      'DATABASE_URL debe ser una conexión de la forma postgres://usuario:contraseña@equipo:5432/base.',
    ],
  ])('%j is refused with a sentence', (env, sentence) => {
    expect(faultsOf(env)).toEqual([sentence]);
  });

  test('reports every fault at once and never repeats a secret', () => {
    const env = {
      PORT: 'x',
      PORTON_LOG: 'y',
      PORTON_ADMIN_PASSWORD: 's3crt',
      PORTON_LLAVE: 's3crt',
      DATABASE_URL: 'http://u:s3crt@h/d',
    };
    expect(faultsOf(env)).toHaveLength(5);
    expect(faultsOf(env).join(' ')).not.toContain('s3crt');
  });

  test('accepts networks of both families as proxies', () => {
    expect(loadConfig({ PORTON_PROXY: '10.0.0.0/8,::1, fd00::/8' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '::1',
      'fd00::/8',
    ]);
  });
});

test('the README table has one row for each setting', () => {
  const rows = settingsMarkdown().split('\n').slice(2);
  expect(rows.map((row) => row.split('`')[1])).toEqual(Object.keys(SETTINGS));
  for (const row of rows) expect(row.split('|')).toHaveLength(5);
});
