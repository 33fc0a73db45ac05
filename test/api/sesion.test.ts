/** Sign-in, sessions and what ends them (specification 000 sections 2.2 and 4). */
import { createHook } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../src/features/usuarios/demo.ts';
import { inTx } from '../../src/platform/server/db.ts';
import { hashPassword } from '../../src/platform/server/password.ts';
import { networkOf, purgeOrigins } from '../../src/platform/server/sign-in.ts';
import { purgeAttempts } from '../../src/platform/server/throttle.ts';
import { startApp, type TestApp } from '../app.ts';
import { NOON as NOW } from '../day.ts';
import { hashes } from '../quick-hash.ts';
import { DEMO_USERS, lastRowId, USERNAMES } from './support.ts';

/** How many passwords were hashed, by this process's own count of the work: it is what an attacker pays for. */
let hashings = 0;
const count = createHook({
  init(_id, type) {
    if (type === 'ARGON2REQUEST') hashings += 1;
  },
});

const FAILED = { success: false, message: 'Usuario o Contraseña incorrecta / Usuario no activo' };
const MINUTE = 60_000;

let app: TestApp;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  count.enable();
  app = await startApp({ onLog: (line) => lines.push(line), connections: 30, now: NOW });
  await app.query('CREATE TABLE c_encinos.usuario_inicial AS TABLE c_encinos.usuario');
});
afterAll(async () => {
  count.disable();
  await app.close();
});

/** Every test starts with the demo accounts as they were, no session, no attempt, and the same instant. */
beforeEach(async () => {
  await app.query(`
    DELETE FROM c_encinos.sesion;
    DELETE FROM c_encinos.intento_acceso;
    DELETE FROM c_encinos.acceso_conocido;
    UPDATE c_encinos.usuario u
    SET (password_hash, enabled, role_id) = (SELECT i.password_hash, i.enabled, i.role_id FROM c_encinos.usuario_inicial i WHERE i.id = u.id)`);
  app.forgetTokens();
  app.clock.set(NOW);
  lines = [];
  hashings = 0;
});

const signIn = (username: unknown, password: unknown, options: { host?: string; ip?: string } = {}) =>
  app.call('POST', '/security/login', { body: { username, password }, ...options });
/** What a page asks for by itself. */
const poll = (token: string) => app.call('GET', '/security/session', { token, headers: { 'X-Porton-Fondo': '1' } });
const session = (token: string, host?: string) =>
  app.call('GET', '/security/session', { token, ...(host && { host }) });
const saveUser = (id: number, changes: Record<string, unknown>) =>
  app.call('POST', '/user/save', {
    as: 'superadmin',
    body: { id, name: 'Nombre', last_name: 'Apellido', email: `u${id}@prueba.mx`, enabled: true, role: id, ...changes },
  });
const idOf = (username: string) => USERNAMES.indexOf(username as (typeof USERNAMES)[number]) + 1;

describe('sign-in', () => {
  it('answers token, role and username, and nothing else', async () => {
    for (const username of USERNAMES) {
      const reply = await signIn(username, DEMO_PASSWORD);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({
        access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        role: DEMO_USERS[username],
        username,
      });
    }
  });

  it('reads the username without regard to case, accents and surrounding space', async () => {
    expect((await signIn('  SÚPERadmin ', DEMO_PASSWORD)).body).toMatchObject({ username: 'superadmin' });
  });

  it('answers a wrong password, an unknown user, a disabled user and empty fields alike, after the same work', async () => {
    await saveUser(idOf('tags'), { enabled: false });
    const attempts: [unknown, unknown][] = [
      ['superadmin', 'Demo-2026-portoN'],
      ['nadie', DEMO_PASSWORD],
      ['tags', DEMO_PASSWORD],
      ['', ''],
      ['superadmin', undefined],
      ["' OR 1=1 --", "' OR 1=1 --"],
    ];
    for (const [username, password] of attempts) {
      hashings = 0;
      const reply = await signIn(username, password);
      expect([username, reply.status, reply.body]).toEqual([username, 401, FAILED]);
      expect(hashings).toBe(1);
    }
  });

  it('keeps only the SHA-256 of the token', async () => {
    const token = await app.login('director');
    const rows = await app.query<{ token_hash: Buffer }>('SELECT token_hash FROM c_encinos.sesion');
    expect(rows.map((row) => row.token_hash.toString('hex'))).toEqual([
      createHash('sha256').update(token).digest('hex'),
    ]);
    const dump = await app.query<{ text: string }>('SELECT s::text AS text FROM c_encinos.sesion s');
    expect(JSON.stringify(dump)).not.toContain(token);
  });

  it('keeps passwords as argon2id of 19 MiB, 2 passes, 1 lane, each with its own salt', async () => {
    const rows = await app.query<{ password_hash: string }>('SELECT password_hash FROM c_encinos.usuario');
    for (const { password_hash } of rows) {
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    }
    expect(new Set(rows.map((row) => row.password_hash)).size).toBe(rows.length);
  });

  it('waits for a password change under way, so that the old password opens no session after it', async () => {
    const client = new pg.Client({ connectionString: app.urls.super });
    await client.connect();
    try {
      await client.query('BEGIN');
      const nobody =
        '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
      await client.query("UPDATE c_encinos.usuario SET password_hash = $1 WHERE username = 'obras'", [nobody]);
      const attempt = signIn('obras', DEMO_PASSWORD);
      const early = await Promise.race([attempt, new Promise((resolve) => setTimeout(resolve, 400, 'waiting'))]);
      expect(early).toBe('waiting');
      await client.query('COMMIT');
      expect((await attempt).status).toBe(401);
    } finally {
      await client.end();
    }
  });
});

describe('throttling', () => {
  const wrong = (username: string, ip?: string) => signIn(username, 'equivocada', ip ? { ip } : {});

  it('lets 10 failures of a user at one address through in 15 minutes, then answers 429 before hashing, known user or not', async () => {
    for (const username of ['cobranza', 'nadie']) {
      for (let n = 0; n < 10; n += 1) expect((await wrong(username)).status).toBe(401);
      hashings = 0;
      // Even the right password has to wait, or a guesser would learn it from the answer.
      const reply = await signIn(username, DEMO_PASSWORD);
      expect([reply.status, reply.body]).toEqual([
        429,
        { success: false, message: 'Demasiados intentos. Espere 15 minutos e intente de nuevo' },
      ]);
      expect(Number(reply.headers['retry-after'])).toBe(15 * 60);
      expect(hashings).toBe(0);
    }
    expect((await signIn('director', DEMO_PASSWORD)).status).toBe(200);
  });

  it('counts all spellings of one user together', async () => {
    // Also of one that does not exist: what is an account does not show.
    for (const name of ['cobranza', 'nadienunca']) {
      const spellings = [name, name.toUpperCase(), ` ${name}`, name.replace('a', 'á'), name.replace('n', 'ñ')];
      for (let n = 0; n < 10; n += 1) {
        expect((await wrong(spellings[n % spellings.length] as string)).status).toBe(401);
      }
      expect((await signIn(name, DEMO_PASSWORD)).status).toBe(429);
    }
  });

  it('ends with its window', async () => {
    for (let n = 0; n < 11; n += 1) await wrong('cobranza');
    app.clock.advance(15 * MINUTE - 1000);
    expect((await signIn('cobranza', DEMO_PASSWORD)).status).toBe(429);
    app.clock.advance(2000);
    expect((await signIn('cobranza', DEMO_PASSWORD)).status).toBe(200);
  });

  it('lets 50 failures of a user through from addresses it never signed in from; where it did, it goes on', async () => {
    expect((await signIn('director', DEMO_PASSWORD, { ip: '10.7.0.1' })).status).toBe(200);
    for (const username of ['director', 'nadie']) {
      for (let n = 0; n < 50; n += 1) {
        expect((await wrong(username, `2001:db8:${n}::1`)).status).toBe(401);
      }
      expect((await signIn(username, DEMO_PASSWORD, { ip: '2001:db8:99::1' })).status).toBe(429);
    }
    expect((await signIn('director', DEMO_PASSWORD, { ip: '10.7.0.1' })).status).toBe(200);
    expect((await signIn('obras', DEMO_PASSWORD, { ip: '2001:db8:99::1' })).status).toBe(200);
  });

  it('lets 300 failures of a network through, an office’s worth; who signed in from there goes on', async () => {
    const office = { ip: '2001:db8:1:2:3::4' };
    expect((await signIn('tags', DEMO_PASSWORD, office)).status).toBe(200);
    await app.query(
      "UPDATE c_encinos.intento_acceso SET fallos = 299 WHERE clave LIKE 'red:%' AND (SELECT count(*) FROM c_encinos.intento_acceso WHERE clave LIKE 'red:%') = 1",
    );
    expect((await wrong('nadie', '2001:db8:1:2:ffff::9')).status).toBe(401);
    expect((await signIn('director', DEMO_PASSWORD, office)).status).toBe(429);
    expect((await signIn('director', DEMO_PASSWORD, { ip: '2001:db8:1:3::4' })).status).toBe(200);
    expect((await signIn('tags', DEMO_PASSWORD, office)).status).toBe(200);
  });

  it('keeps an allowance of its own for a device that has signed in, which the browser keeps for the API alone', async () => {
    const first = await signIn('tags', DEMO_PASSWORD);
    const header = String(first.headers['set-cookie']);
    expect(header).toMatch(
      /^porton_equipo=[A-Za-z0-9_-]{43}; Path=\/api\/v1; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    const cookie = header.split(';')[0] ?? '';
    for (let n = 0; n < 11; n += 1) await wrong('tags');
    expect((await signIn('tags', DEMO_PASSWORD)).status).toBe(429);
    const at = (username: string, password: string, sent = cookie) =>
      app.call('POST', '/security/login', { body: { username, password }, headers: { cookie: `otra=1; ${sent}` } });
    expect((await at('tags', DEMO_PASSWORD)).status).toBe(200);
    // It is the account's, not everybody's; and its own end is its own.
    for (let n = 0; n < 10; n += 1) expect((await at('tags', 'equivocada')).status).toBe(401);
    expect((await at('tags', DEMO_PASSWORD)).status).toBe(429);
    expect((await at('obras', DEMO_PASSWORD)).headers['set-cookie']).toContain(cookie);
    // What nobody gave out is no device, and is replaced.
    const forged = await at('director', DEMO_PASSWORD, `porton_equipo=${'A'.repeat(43)}`);
    expect(forged.headers['set-cookie']).not.toContain('A'.repeat(43));
    const stored = await app.query<{ text: string }>('SELECT a::text AS text FROM c_encinos.acceso_conocido a');
    expect(JSON.stringify(stored)).not.toContain(cookie.split('=')[1]);
  });

  it('is forgotten by the hourly cleaning once its window is over', async () => {
    await wrong('cobranza');
    const clean = () =>
      inTx(app.pools.jobsPool, { schema: 'c_encinos', role: 'porton_jobs' }, (tx) =>
        purgeAttempts(tx, app.clock.now()),
      );
    const left = () => app.query('SELECT clave FROM c_encinos.intento_acceso');
    await clean();
    expect(await left()).toHaveLength(3);
    app.clock.advance(16 * MINUTE);
    await clean();
    expect(await left()).toEqual([]);
  });

  it('remembers 20 devices of an account, and none for ever', async () => {
    for (let n = 0; n < 23; n += 1) {
      app.clock.advance(1000);
      expect((await signIn('tags', DEMO_PASSWORD, { ip: `10.8.0.${n}` })).status).toBe(200);
    }
    const count = () =>
      app.query('SELECT tipo, count(*)::int AS n FROM c_encinos.acceso_conocido GROUP BY tipo ORDER BY tipo');
    expect(await count()).toEqual([
      { tipo: 'equipo', n: 20 },
      { tipo: 'red', n: 20 },
    ]);
    await inTx(app.pools.jobsPool, { schema: 'c_encinos', role: 'porton_jobs' }, (tx) =>
      purgeOrigins(tx, new Date(app.clock.now().getTime() + 181 * 24 * 60 * MINUTE)),
    );
    expect(await count()).toEqual([]);
  });

  it('knows the networks of sessions from before networks were remembered', async () => {
    const ips = ['10.7.0.1', '::ffff:10.7.0.2', '2001:db8:0:f::9', '::1', '7.7.7.7:40000', 'unknown', ''];
    for (const [n, ip] of ips.entries()) {
      await app.query(
        `INSERT INTO c_encinos.sesion (token_hash, usuario_id, created_at, last_seen_at, ip) VALUES (sha256($1), $2, $3, $3, $4)`,
        [Buffer.from(`${n}`), idOf('obras'), NOW, ip],
      );
    }
    const migration = await readFile('migrations/comunidad/0023_redes_conocidas.sql', 'utf8');
    await app.query(`SET search_path TO c_encinos, ext; ${migration}; RESET search_path`);
    const found = await app.query<{ huella: Buffer }>(
      "SELECT huella FROM c_encinos.acceso_conocido WHERE tipo = 'red'",
    );
    expect(new Set(found.map(({ huella }) => huella.toString('hex')))).toEqual(
      new Set(ips.slice(0, 4).map((ip) => createHash('sha256').update(networkOf(ip)).digest('hex'))),
    );
    for (let n = 0; n < 55; n += 1) await wrong('obras', `2001:db8:${n}::1`);
    expect((await signIn('obras', DEMO_PASSWORD, { ip: '10.7.0.1' })).status).toBe(200);
  });

  it('gives the attempt back after a success, and no other: a user who signs in often never waits', async () => {
    for (let n = 0; n < 9; n += 1) await wrong('cobranza');
    for (let n = 0; n < 12; n += 1) expect((await signIn('cobranza', DEMO_PASSWORD)).status).toBe(200);
    const fallos = await app.query(
      "SELECT DISTINCT fallos FROM c_encinos.intento_acceso WHERE clave LIKE 'cuenta:%:red:%'",
    );
    expect(fallos).toEqual([{ fallos: 9 }]);
    expect((await wrong('cobranza')).status).toBe(401);
    expect((await wrong('cobranza')).status).toBe(429);
  });

  it('bounds right passwords at once as well, and whoever sent too many is not kept out by them', async () => {
    const flood = () => Promise.all(Array.from({ length: 40 }, () => signIn('cobranza', DEMO_PASSWORD)));
    // As many as are under way at once; whoever comes after one ended may be let in.
    await signIn('cobranza', DEMO_PASSWORD);
    // All of them are under way together only while a hash takes its time.
    const keep = (hash?: string) =>
      app.query("UPDATE c_encinos.usuario SET password_hash = $1 WHERE username = 'cobranza'", [hash]);
    const [quick] = await app.query<{ hash: string }>(
      "SELECT password_hash AS hash FROM c_encinos.usuario WHERE username = 'cobranza'",
    );
    hashes.real = true;
    await keep(await hashPassword(DEMO_PASSWORD, { known: true, account: 'cobranza' }));
    const statuses = new Set((await flood()).map((reply) => reply.status));
    hashes.real = false;
    await keep(quick?.hash);
    expect([...statuses].sort()).toEqual([200, 429]);
    expect(await app.query('SELECT clave FROM c_encinos.intento_acceso WHERE fallos > 0')).toEqual([]);
    expect((await signIn('cobranza', DEMO_PASSWORD)).status).toBe(200);
  });

  it('takes an address with a port for the address, and whatever is none for one network', async () => {
    for (const [of, ip] of [
      ['cobranza', (n: number) => `7.7.7.7:${40_000 + n}`],
      ['tags', (n: number) => `[2001:db8::7]:${40_000 + n}`],
      ['obras', (n: number) => `unknown${n}`],
    ] as const) {
      for (let n = 0; n < 10; n += 1) expect((await wrong(of, ip(n))).status).toBe(401);
      expect((await wrong(of, ip(10))).status).toBe(429);
    }
  });

  it('holds for 30 parallel attempts: never more than the limit get to hashing', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => wrong('cobranza')));
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(10);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(20);
    expect(hashings).toBe(10);
  });

  it('counts each of many parallel sign-ins of one user once: no deadlock makes one run twice', async () => {
    for (let round = 0; round < 5; round += 1) {
      hashings = 0;
      const replies = await Promise.all(Array.from({ length: 10 }, () => signIn('cobranza', DEMO_PASSWORD)));
      expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(hashings).toBe(10);
    }
    const [deadlocks] = await app.query(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(deadlocks).toEqual({ deadlocks: 0 });
  });

  it('also holds for the current password in a password change', async () => {
    const token = await app.login('cobranza');
    const change = (actual: string) =>
      app.call('POST', '/security/password', {
        token,
        body: { actual, nueva: 'Nueva-2026-porton', confirmacion: 'Nueva-2026-porton' },
      });
    for (let n = 0; n < 10; n += 1) {
      expect((await change('equivocada')).body).toMatchObject({ success: false });
    }
    expect((await change(DEMO_PASSWORD)).status).toBe(429);
    expect((await session(token)).status).toBe(200);
    // Of this session: neither the sign-in nor another session of the account is closed by it.
    const other = await app.login('cobranza');
    const body = { actual: DEMO_PASSWORD, nueva: 'Nueva-2026-porton', confirmacion: 'Nueva-2026-porton' };
    expect((await app.call('POST', '/security/password', { token: other, body })).body).toMatchObject({
      success: true,
    });
  });
});

describe('a session', () => {
  it('ends after 120 minutes without use', async () => {
    const token = await app.login('consultor');
    app.clock.advance(119 * MINUTE);
    expect((await session(token)).status).toBe(200);
    app.clock.advance(119 * MINUTE);
    expect((await session(token)).status).toBe(200);
    app.clock.advance(120 * MINUTE);
    expect((await session(token)).status).toBe(403);
    app.clock.advance(-120 * MINUTE);
    expect((await session(token)).status).toBe(200);
  });

  it('answers what a page asks for by itself, which does not keep it open', async () => {
    const token = await app.login('consultor');
    for (let n = 0; n < 11; n += 1) {
      app.clock.advance(10 * MINUTE);
      expect((await poll(token)).status).toBe(200);
    }
    app.clock.advance(10 * MINUTE);
    expect((await poll(token)).status).toBe(403);
    // A use beside the polls does.
    const used = await app.login('consultor');
    app.clock.advance(119 * MINUTE);
    expect((await session(used)).status).toBe(200);
    app.clock.advance(119 * MINUTE);
    expect((await poll(used)).status).toBe(200);
  });

  it('ends 12 hours after sign-in however much it is used', async () => {
    const token = await app.login('consultor');
    for (let hour = 1; hour < 12; hour += 1) {
      app.clock.advance(60 * MINUTE);
      expect((await session(token)).status).toBe(200);
    }
    app.clock.advance(60 * MINUTE);
    expect((await session(token)).status).toBe(403);
  });

  it('of the shortest idle limit stays open while it is used', async () => {
    const short = await startApp({ sessionLimits: { idleMinutes: 1, maxHours: 1 } });
    try {
      const token = await short.login('consultor');
      for (let n = 0; n < 6; n += 1) {
        short.clock.advance(30_000);
        expect((await short.call('GET', '/security/session', { token })).status).toBe(200);
      }
      short.clock.advance(60_000);
      expect((await short.call('GET', '/security/session', { token })).status).toBe(403);
    } finally {
      await short.close();
    }
  });

  it('is one of 50 of its account at most: the one unused for longest ends, and the audit log tells', async () => {
    const first = await app.login('tags');
    const second = await app.login('tags');
    const other = await app.login('obras');
    await app.query(
      `INSERT INTO c_encinos.sesion (token_hash, usuario_id, created_at, last_seen_at, ip)
       SELECT sha256(n::text::bytea), usuario_id, created_at, last_seen_at, ip
       FROM (SELECT * FROM c_encinos.sesion WHERE usuario_id = $1 LIMIT 1) s, generate_series(1, 48) n`,
      [idOf('tags')],
    );
    await app.query(
      "UPDATE c_encinos.sesion SET last_seen_at = last_seen_at - interval '1 minute' WHERE token_hash = $1",
      [createHash('sha256').update(first).digest()],
    );
    const before = await lastRowId(app);
    const last = await app.login('tags');
    expect((await session(first)).status).toBe(403);
    for (const token of [second, other, last]) expect((await session(token)).status).toBe(200);
    expect(
      await app.query('SELECT usuario, status, nota FROM c_encinos.bitacora WHERE id > $1 ORDER BY id', [before]),
    ).toEqual([
      { usuario: 'tags', status: 'creado', nota: 'Inició sesión desde 10.0.0.1' },
      { usuario: 'tags', status: 'eliminado', nota: 'Terminó 1 sesión de «tags»: tenía ya 50' },
    ]);
  });

  it('ends at once on sign-out, and only this one', async () => {
    const [token, other] = [await app.login('consultor'), await app.login('consultor')];
    expect((await app.call('POST', '/security/logout', { token })).body).toMatchObject({ success: true });
    expect((await session(token)).status).toBe(403);
    expect((await session(other)).status).toBe(200);
  });

  it.each([
    ['being disabled', () => saveUser(idOf('tags'), { enabled: false })],
    ['a change of role', () => saveUser(idOf('tags'), { role: 4 })],
    [
      'a password reset',
      () =>
        app.call('POST', '/user/resetpassword', {
          as: 'superadmin',
          body: { id: idOf('tags'), password: 'Nueva-2026-porton' },
        }),
    ],
  ])('ends at once on %s, with all others of the user', async (_what, change) => {
    const tokens = [await app.login('tags'), await app.login('tags')];
    const bystander = await app.login('obras');
    expect((await change()).body).toMatchObject({ success: true });
    for (const token of tokens) expect((await session(token)).status).toBe(403);
    expect((await session(bystander)).status).toBe(200);
    expect(await app.query('SELECT 1 FROM c_encinos.sesion WHERE usuario_id = $1', [idOf('tags')])).toEqual([]);
  });

  it('of an account that is not enabled opens nothing, however it came to be', async () => {
    const token = await app.login('tags');
    await app.query("UPDATE c_encinos.usuario SET enabled = false WHERE username = 'tags'");
    expect((await session(token)).status).toBe(403);
  });

  it('does not end by an edit that leaves role and state alone', async () => {
    const token = await app.login('tags');
    expect((await saveUser(idOf('tags'), { name: 'Otro nombre' })).body).toMatchObject({ success: true });
    expect((await session(token)).status).toBe(200);
  });

  it('survives the own password change, the user’s other sessions do not, and only the new password signs in', async () => {
    const [token, other] = [await app.login('tags'), await app.login('tags')];
    const nueva = 'Nueva-2026-porton';
    const reply = await app.call('POST', '/security/password', {
      token,
      body: { actual: DEMO_PASSWORD, nueva, confirmacion: nueva },
    });
    expect(reply.body).toEqual({ success: true, message: 'La contraseña fue cambiada' });
    expect((await session(token)).status).toBe(200);
    expect((await session(other)).status).toBe(403);
    expect((await signIn('tags', DEMO_PASSWORD)).status).toBe(401);
    expect((await signIn('tags', nueva)).status).toBe(200);
  });

  it('of one community is worthless in the other', async () => {
    const token = await app.login('superadmin');
    expect((await session(token, 'lagos.test')).status).toBe(403);
    expect((await session(token)).body).toEqual({
      success: true,
      data: { username: 'superadmin', role: 'ROLE_SUPERADMINISTRADOR', comunidad: 'ENCINOS' },
    });
  });
});

describe('the own password', () => {
  const change = (body: Record<string, unknown>) => app.call('POST', '/security/password', { as: 'tags', body });

  it.each([
    ['', 'nueva', 'Campo requerido'],
    ['1234567', 'nueva', 'Su contraseña debe tener más de 8 caracteres'],
    ['x'.repeat(51), 'nueva', 'Su contraseña debe tener menos de 50 caracteres'],
    [DEMO_PASSWORD, 'nueva', 'Elija una contraseña distinta de la actual'],
  ])('refuses «%s» at %s with its message', async (nueva, path, message) => {
    const reply = await change({ actual: DEMO_PASSWORD, nueva, confirmacion: nueva });
    expect(reply.status).toBe(400);
    expect((reply.body as { errors: unknown[] }).errors).toContainEqual({ path, message });
  });

  it.each(['qwerty-1234', 'Tags.2026', 'losencinos1'])('refuses «%s», which is guessed first', async (nueva) => {
    const reply = await change({ actual: DEMO_PASSWORD, nueva, confirmacion: nueva });
    const told = expect.stringMatching(/^Esa contraseña .*Elija otra/);
    expect([reply.status, reply.body]).toEqual([
      200,
      { success: false, message: told, errors: [{ path: 'nueva', message: told }] },
    ]);
    expect((await signIn('tags', DEMO_PASSWORD)).status).toBe(200);
  });

  it('refuses a confirmation that differs, and a wrong current one without ending the session', async () => {
    const nueva = 'Nueva-2026-porton';
    expect((await change({ actual: DEMO_PASSWORD, nueva, confirmacion: `${nueva}!` })).body).toMatchObject({
      errors: [{ path: 'confirmacion', message: 'Las contraseñas no coinciden' }],
    });
    const refused = await change({ actual: 'equivocada', nueva, confirmacion: nueva });
    expect([refused.status, refused.body]).toEqual([
      200,
      { success: false, message: 'La contraseña actual no es correcta. Escríbala de nuevo' },
    ]);
    expect((await app.call('GET', '/security/session', { as: 'tags' })).status).toBe(200);
    expect((await signIn('tags', DEMO_PASSWORD)).status).toBe(200);
  });
});

describe('the log', () => {
  it('tells failures, throttling, denials and refusals with request ids and holds no password and no token', async () => {
    const before = await lastRowId(app);
    const secrets = ['secreto-que-nadie-lee', DEMO_PASSWORD];
    const failed = await signIn('tags', secrets[0]);
    for (let n = 0; n < 10; n += 1) await signIn('tags', secrets[0]);
    const token = await app.login('seguridad');
    secrets.push(token);
    const denied = await app.call('GET', '/user/all', { token });
    const refused = await app.call('POST', '/user/resetpassword', {
      as: 'superadmin',
      body: { id: 1, password: DEMO_PASSWORD },
    });
    const malformed = await app.server.inject({
      method: 'POST',
      url: '/api/v1/security/login',
      headers: { host: 'encinos.test', 'content-type': 'application/json' },
      payload: `{"password": "${secrets[0]}", "rota`,
    });
    expect([failed.status, denied.status, refused.status, malformed.statusCode]).toEqual([401, 403, 200, 400]);
    const events = (id: unknown) => lines.filter((line) => line.reqId === id).map((line) => line.evento);
    expect(events(failed.headers['x-request-id'])).toEqual(['acceso fallido', 'petición']);
    expect(events(denied.headers['x-request-id'])).toEqual(['acceso denegado', 'petición']);
    expect(events(refused.headers['x-request-id'])).toEqual(['negativa', 'petición']);
    expect(lines.some((line) => line.evento === 'acceso frenado')).toBe(true);
    expect(lines.every((line) => typeof line.reqId === 'string')).toBe(true);
    for (const secret of secrets) expect(JSON.stringify(lines)).not.toContain(secret);
    // The audit log has what was refused, and nothing of what was throttled.
    const [rows] = await app.query(
      `SELECT count(*) FILTER (WHERE status = 'cancelado')::int AS refused, count(*)::int AS rows,
         bool_or(b::text LIKE '%' || $2 || '%') AS told FROM c_encinos.bitacora b WHERE id > $1`,
      [before, secrets[0]],
    );
    expect(rows).toEqual({ refused: 10, rows: 12, told: false });
  });
});

describe('the audit log', () => {
  const rowsAfter = (id: number) =>
    app.query(
      'SELECT usuario, referencia, status, nota FROM c_encinos.bitacora WHERE id > $1 AND entidad = $2 ORDER BY id',
      [id, 'sesion'],
    );

  it('has sign-ins, refused ones, sign-outs, and sessions that somebody else ended', async () => {
    await saveUser(idOf('obras'), { enabled: false });
    const before = await lastRowId(app);
    const token = await app.login('tags');
    await signIn('tags', 'equivocada');
    await signIn('obras', DEMO_PASSWORD);
    await signIn('MiClaveSecreta-1', 'x');
    await signIn('\u0007 ', 'x');
    await app.call('POST', '/security/logout', { token });
    await app.login('tags');
    await app.call('POST', '/user/resetpassword', {
      as: 'superadmin',
      body: { id: idOf('tags'), password: 'Nueva-2026-porton' },
    });
    const tags = { usuario: 'tags', referencia: 'tags' };
    const nobody = { usuario: '', referencia: '', status: 'cancelado' };
    expect(await rowsAfter(before)).toEqual([
      { ...tags, status: 'creado', nota: 'Inició sesión desde 10.0.0.1, por primera vez desde ahí' },
      { ...tags, status: 'cancelado', nota: 'Acceso rechazado desde 10.0.0.1: contraseña equivocada' },
      {
        usuario: 'obras',
        referencia: 'obras',
        status: 'cancelado',
        nota: 'Acceso rechazado desde 10.0.0.1: cuenta inactiva',
      },
      { ...nobody, nota: 'Acceso rechazado desde 10.0.0.1: «MiC…», que no existe' },
      { ...nobody, nota: 'Acceso rechazado desde 10.0.0.1: sin usuario' },
      { ...tags, status: 'eliminado', nota: 'Cerró su sesión desde 10.0.0.1' },
      { ...tags, status: 'creado', nota: 'Inició sesión desde 10.0.0.1' },
      {
        usuario: 'superadmin',
        referencia: 'tags',
        status: 'eliminado',
        nota: 'Terminó 1 sesión de «tags»: se le asignó otra contraseña',
      },
    ]);
  });

  it('has a wrong password of whoever is signed in', async () => {
    const token = await app.login('tags');
    const before = await lastRowId(app);
    const body = { actual: 'equivocada', nueva: 'Nueva-2026-porton', confirmacion: 'Nueva-2026-porton' };
    await app.call('POST', '/security/password', { token, body });
    expect(await rowsAfter(before)).toEqual([
      {
        usuario: 'tags',
        referencia: 'tags',
        status: 'cancelado',
        nota: 'Contraseña equivocada al cambiar su contraseña, desde 10.0.0.1',
      },
    ]);
  });
});
