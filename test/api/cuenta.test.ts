/** The second factor of accounts: set up, given, lost, required; and one's own sessions (ADR 51). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLES } from '#platform/roles.ts';
import { removeFactorOf } from '../../src/cli/factor.ts';
import { DEMO_PASSWORD } from '../../src/features/usuarios/demo.ts';
import { inTx } from '../../src/platform/server/db.ts';
import { asOwner } from '../../src/platform/server/migrate.ts';
import { openSecret } from '../../src/platform/server/second-factor.ts';
import { Unreadable } from '../../src/platform/server/secrets.ts';
import { purgeSessions } from '../../src/platform/server/session.ts';
import { appOfFile, type CallOptions, type DemoUser, type Reply, type TestApp } from '../app.ts';
import { NOON as NOW } from '../day.ts';
import { bytesOf, codeOf } from '../second-factor.ts';
import {
  auditRows,
  bodyFor,
  DENIED,
  deniedOf,
  ENDPOINTS,
  type Envelope,
  envelope,
  fingerprints,
  lastRowId,
  nameOf,
  pathFor,
  payloadFor,
  SESSION_TABLES,
  USERNAMES,
} from './support.ts';

const app = await appOfFile({ connections: 30, now: NOW });
beforeAll(async () => {
  await app.query('CREATE TABLE c_encinos.usuario_inicial AS TABLE c_encinos.usuario');
});

/** Every test starts with the demo accounts as they were, nobody signed in, no second factor and none required. */
beforeEach(async () => {
  await app.query(`
    DELETE FROM c_encinos.sesion;
    DELETE FROM c_encinos.sesion_a_medias;
    DELETE FROM c_encinos.intento_acceso;
    DELETE FROM c_encinos.acceso_conocido;
    DELETE FROM c_encinos.segundo_factor;
    UPDATE c_encinos.configuracion_residencial SET segundo_factor_roles = '{}';
    UPDATE c_encinos.usuario u
    SET (password_hash, enabled, role_id) = (SELECT i.password_hash, i.enabled, i.role_id FROM c_encinos.usuario_inicial i WHERE i.id = u.id)`);
  app.forgetTokens();
  app.clock.set(NOW);
});

interface Telephone {
  clave: string;
  codigos: string[];
}

/** Sets a second factor up, by the calls of the screen; the code that does is used up. */
async function setUp(app: TestApp, who: CallOptions, password: string): Promise<Telephone> {
  const prepared = await app.call('POST', '/security/factor/preparar', { ...who, body: { password } });
  const { clave } = (prepared.body as { data: { clave: string } }).data;
  const codigo = codeOf(clave, app.clock.now());
  const active = await app.call('POST', '/security/factor/activar', { ...who, body: { codigo } });
  return { clave, codigos: (active.body as { data: { codigos: string[] } }).data.codigos };
}

const WRONG =
  'El código no es correcto o ya se usó. Escriba el que muestra ahora la aplicación, o un código de recuperación';
const MINUTE = 60_000;
/** Of passkeys there is llaves.test.ts: here there is no TLS. */
const NO_WAYS = {
  prestado: false,
  aplicacion: false,
  llaves: 0,
  sinLlaves: expect.stringMatching(/^Las llaves de acceso sólo sirven con TLS/),
};
const idOf = (username: DemoUser) => USERNAMES.indexOf(username) + 1;

const signIn = (username: string, options: CallOptions = {}, password = DEMO_PASSWORD) =>
  app.call('POST', '/security/login', { body: { username, password }, ...options });
const tokenIn = (reply: Reply): string => {
  const { access_token, data } = reply.body as { access_token?: string; data?: { access_token: string } };
  return access_token ?? data?.access_token ?? '';
};
/** What somebody has who has shown the password alone. */
const halfOf = async (username: string, options: CallOptions = {}) => tokenIn(await signIn(username, options));
const give = (token: string, codigo: string, options: CallOptions = {}) =>
  app.call('POST', '/security/factor/entrar', { token, body: { codigo }, ...options });
const now = (seconds = 0) => new Date(app.clock.now().getTime() + seconds * 1000);
/** The next code of an app: the present one has been used. */
const next = ({ clave }: Telephone) => {
  app.clock.advance(30_000);
  return codeOf(clave, now());
};
const state = async (token: string) => envelope(await app.call('GET', '/security/factor', { token })).data;
const isWhole = async (token: string) => (await app.call('GET', '/security/session', { token })).status === 200;
const notes = async (after: number): Promise<string[]> =>
  (await app.query<{ nota: string }>('SELECT nota FROM c_encinos.bitacora WHERE id > $1 ORDER BY id', [after])).map(
    ({ nota }) => nota,
  );
const requireOf = async (...roles: number[]) => {
  const found = envelope(await app.call('GET', '/configuracionresidencial/get', { as: 'director' })).data;
  return app.call('POST', '/configuracionresidencial/save', {
    as: 'director',
    body: { ...(found as object), segundoFactorRoles: roles },
  });
};

describe('setting a second factor up', () => {
  it('asks for the password, takes the first code of the key, and gives ten codes of recovery once', async () => {
    const token = await halfOf('tags');
    expect(await state(token)).toEqual({ ...NO_WAYS, debe: null, activado: null, codigos: 0, exigido: false });
    for (const body of [{}, { password: 'no es' }]) {
      const refused = await app.call('POST', '/security/factor/preparar', { token, body });
      expect([refused.status, envelope(refused).errors]).toEqual([
        200,
        [{ path: 'password', message: 'La contraseña no es correcta. Escríbala de nuevo' }],
      ]);
    }
    const prepared = await app.call('POST', '/security/factor/preparar', { token, body: { password: DEMO_PASSWORD } });
    const { clave, uri } = envelope(prepared).data as { clave: string; uri: string };
    expect(bytesOf(clave)).toHaveLength(20);
    expect(new URL(uri).searchParams.get('secret')).toBe(clave);
    expect(decodeURIComponent(new URL(uri).pathname)).toBe('/Portón Los Encinos:tags');
    // Shown is not in force: whoever goes no further is let in as before.
    expect(await isWhole(await halfOf('tags'))).toBe(true);

    const wrong = await app.call('POST', '/security/factor/activar', {
      token,
      body: { codigo: codeOf(clave, now(90)) },
    });
    expect(envelope(wrong).errors).toMatchObject([
      { path: 'codigo', message: expect.stringMatching(/hora del teléfono/) },
    ]);
    const after = await lastRowId(app);
    const active = await app.call('POST', '/security/factor/activar', {
      token,
      body: { codigo: codeOf(clave, now()) },
    });
    const { codigos, sesion } = envelope(active).data as { codigos: string[]; sesion: unknown };
    expect([new Set(codigos).size, sesion]).toEqual([10, null]);
    expect(await state(token)).toEqual({
      ...{ ...NO_WAYS, aplicacion: true, debe: null, activado: now().toISOString(), codigos: 10, exigido: false },
    });
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'creado', entidad: 'segundo_factor', entidad_id: String(idOf('tags')), usuario: 'tags' },
    ]);

    // At rest there is neither the key nor a code, in any form that opens anything.
    const kept = JSON.stringify([
      await app.query('SELECT s::text FROM c_encinos.segundo_factor s'),
      await app.query('SELECT c::text FROM c_encinos.codigo_recuperacion c'),
      await app.query('SELECT b::text FROM c_encinos.bitacora b WHERE id > $1', [after]),
    ]);
    for (const secret of [
      clave,
      bytesOf(clave).toString('hex'),
      ...codigos,
      ...codigos.map((c) => c.replaceAll('-', '')),
    ])
      expect(kept).not.toContain(secret);
  });

  it('ends what was opened without it, but for the session that did it', async () => {
    const [token, other] = [await halfOf('tags'), await halfOf('tags')];
    await setUp(app, { token }, DEMO_PASSWORD);
    expect([await isWhole(token), await isWhole(other)]).toEqual([true, false]);
  });

  it('waits half an hour for the first code', async () => {
    const token = await halfOf('tags');
    const prepared = await app.call('POST', '/security/factor/preparar', { token, body: { password: DEMO_PASSWORD } });
    const { clave } = envelope(prepared).data as { clave: string };
    app.clock.advance(31 * MINUTE);
    const late = await app.call('POST', '/security/factor/activar', { token, body: { codigo: codeOf(clave, now()) } });
    expect(envelope(late).message).toBe('La clave que se mostró ya no vale. Empiece de nuevo para ver otra');
  });

  it('another telephone takes its place once its first code came, and needs a code of the old one', async () => {
    const token = await halfOf('tags');
    const old = await setUp(app, { token }, DEMO_PASSWORD);
    const body = { password: DEMO_PASSWORD };
    const refused = await app.call('POST', '/security/factor/preparar', { token, body });
    expect(envelope(refused).errors).toEqual([{ path: 'codigo', message: WRONG }]);
    const codigo = next(old);
    const prepared = await app.call('POST', '/security/factor/preparar', { token, body: { ...body, codigo } });
    const { clave } = envelope(prepared).data as { clave: string };
    // Until then the old one is the one.
    expect(await isWhole(tokenIn(await give(await halfOf('tags'), next(old))))).toBe(true);
    const after = await lastRowId(app);
    await app.call('POST', '/security/factor/activar', { token, body: { codigo: codeOf(clave, now()) } });
    expect(await notes(after)).toContain('«tags» cambió de aplicación su segundo factor');
    expect(envelope(await give(await halfOf('tags'), next(old))).message).toBe(WRONG);
    expect(envelope(await give(await halfOf('tags'), old.codigos[3] ?? '')).message).toBe(WRONG);
    expect(await isWhole(tokenIn(await give(await halfOf('tags'), codeOf(clave, now()))))).toBe(true);
  });

  it('is the account’s own: sealed for another, its secret opens as nothing', async () => {
    await setUp(app, { token: await halfOf('tags') }, DEMO_PASSWORD);
    const [row] = await app.query<{ secreto: Buffer }>('SELECT secreto FROM c_encinos.segundo_factor');
    const sealed = row?.secreto ?? Buffer.alloc(0);
    const openAs = (id: number) =>
      inTx(app.pools.pool, { schema: 'c_encinos' }, (tx) => openSecret(app.secrets, tx, id, sealed));
    expect(await openAs(idOf('tags'))).toHaveLength(20);
    await expect(openAs(idOf('director'))).rejects.toThrow(Unreadable);
  });
});

describe('signing in with one', () => {
  let phone: Telephone;
  beforeEach(async () => {
    phone = await setUp(app, { token: await halfOf('superadmin') }, DEMO_PASSWORD);
  });

  it('answers as before, and its token is no session to any call but those of the second factor', async () => {
    const reply = await signIn('superadmin');
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        role: 'ROLE_SUPERADMINISTRADOR',
        username: 'superadmin',
      },
    ]);
    const token = tokenIn(reply);
    const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
    const open: string[] = [];
    for (const endpoint of ENDPOINTS.filter(({ roles }) => roles !== 'PUBLIC')) {
      const { status, body } = await app.call(endpoint.method, pathFor(endpoint), { token, ...payloadFor(endpoint) });
      if (status === 403) expect([nameOf(endpoint), body]).toEqual([nameOf(endpoint), deniedOf(endpoint)]);
      else open.push(nameOf(endpoint));
    }
    expect(open).toEqual(['GET /security/factor', 'POST /security/factor/entrar', 'POST /security/factor/llave/reto']);
    for (const path of ['/nada', '/user/all/1', '/']) {
      const unknown = await app.call('GET', path, { token });
      expect([path, unknown.status, unknown.body]).toEqual([path, 403, DENIED]);
    }
    expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
  });

  it('opens the session by another token once the code is given, and the half of one is over', async () => {
    const after = await lastRowId(app);
    const half = await halfOf('superadmin');
    expect(await state(half)).toEqual({
      ...{ ...NO_WAYS, aplicacion: true, debe: 'codigo', activado: expect.any(String), codigos: 10, exigido: false },
    });
    const reply = await give(half, ` ${next(phone).replace(/^.../, '$& ')} `);
    expect(envelope(reply).data).toEqual({
      access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      role: 'ROLE_SUPERADMINISTRADOR',
      username: 'superadmin',
    });
    const token = tokenIn(reply);
    expect([token === half, await isWhole(token), await isWhole(half)]).toEqual([false, true, false]);
    expect((await app.call('GET', '/security/factor', { token: half })).status).toBe(403);
    expect(envelope(await give(token, next(phone))).message).toBe('No hay un código pendiente. Inicie sesión de nuevo');
    expect(await notes(after)).toEqual([
      'Dio su contraseña desde 10.0.0.1; falta su segundo factor',
      'Inició sesión con su segundo factor (aplicación) desde 10.0.0.1',
    ]);
  });

  it('takes a code once, and one step of drift either way', async () => {
    app.clock.advance(10 * MINUTE);
    const codigo = codeOf(phone.clave, now());
    expect(await isWhole(tokenIn(await give(await halfOf('superadmin'), codigo)))).toBe(true);
    expect(envelope(await give(await halfOf('superadmin'), codigo))).toEqual({
      ...{ success: false, message: WRONG, errors: [{ path: 'codigo', message: WRONG }] },
    });
    // The one before it is used up with it.
    expect(envelope(await give(await halfOf('superadmin'), codeOf(phone.clave, now(), -30))).message).toBe(WRONG);
    expect(envelope(await give(await halfOf('superadmin'), codeOf(phone.clave, now(), 60))).message).toBe(WRONG);
    expect(await isWhole(tokenIn(await give(await halfOf('superadmin'), codeOf(phone.clave, now(), 30))))).toBe(true);
    app.clock.advance(10 * MINUTE);
    expect(await isWhole(tokenIn(await give(await halfOf('superadmin'), codeOf(phone.clave, now(), -30))))).toBe(true);
  });

  it.each(['app', 'recuperación'])('lets one in of many who come at once with one code: %s', async (kind) => {
    const halves = [];
    for (let n = 0; n < 4; n += 1) halves.push(await halfOf('superadmin'));
    const codigo = kind === 'app' ? next(phone) : (phone.codigos[7] ?? '');
    const replies = await Promise.all(halves.map((half) => give(half, codigo)));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    for (const reply of replies.filter((other) => !envelope(other).success))
      expect([reply.status, envelope(reply).message]).toEqual([200, WRONG]);
  });

  it('lets one half in once, whatever codes come for it at once', async () => {
    const half = await halfOf('superadmin');
    const replies = await Promise.all(phone.codigos.slice(0, 3).map((codigo) => give(half, codigo)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    const [row] = await app.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM c_encinos.sesion WHERE usuario_id = 1 AND created_at = $1',
      [now()],
    );
    // The session that set the factor up, and this one.
    expect(row?.n).toBe(2);
    expect((await state(tokenIn(replies.find((reply) => reply.status === 200) as Reply))) as object).toMatchObject({
      codigos: 9,
    });
  });

  it('takes a code of recovery, once, and tells how many are left', async () => {
    const after = await lastRowId(app);
    const [code = ''] = phone.codigos;
    const token = tokenIn(await give(await halfOf('superadmin'), code.toLowerCase().replaceAll('-', ' ')));
    expect(await state(token)).toMatchObject({ codigos: 9 });
    expect(await notes(after)).toContain('«superadmin» usó un código de recuperación; le quedan 9');
    expect(envelope(await give(await halfOf('superadmin'), code)).message).toBe(WRONG);
    expect(await notes(after)).toContain('Código del segundo factor equivocado al entrar, desde 10.0.0.1');
  });

  it.each(['', '12345', 'abc', '1234567', '０１２３４５', 'ZZZZ-ZZZZ-ZZZZ', "' OR 1=1 --"])(
    'refuses «%s»',
    async (codigo) => {
      const reply = await give(await halfOf('superadmin'), codigo);
      expect([reply.status, envelope(reply).errors?.[0]?.path]).toEqual([codigo === '' ? 400 : 200, 'codigo']);
    },
  );

  it('does not remember from where until the code came: whoever has the password alone is a stranger still', async () => {
    const ip = '10.66.0.1';
    await halfOf('superadmin', { ip });
    const known = () => app.query("SELECT 1 FROM c_encinos.acceso_conocido WHERE usuario_id = 1 AND tipo = 'red'");
    const before = (await known()).length;
    expect((await signIn('superadmin', { ip })).headers['set-cookie']).toBeUndefined();
    expect(await known()).toHaveLength(before);
    const reply = await give(await halfOf('superadmin', { ip }), next(phone), { ip });
    expect(reply.headers['set-cookie']).toMatch(/^porton_equipo=/);
    expect(await known()).toHaveLength(before + 1);
  });

  it('is over ten minutes after the password, and the hourly cleaning takes it away', async () => {
    const half = await halfOf('superadmin');
    app.clock.advance(10 * MINUTE - 1000);
    expect(await state(half)).toMatchObject({ debe: 'codigo' });
    app.clock.advance(2000);
    expect((await give(half, next(phone))).body).toEqual(DENIED);
    app.clock.advance(30 * MINUTE);
    await inTx(app.pools.jobsPool, { schema: 'c_encinos', role: 'porton_jobs' }, (tx) =>
      purgeSessions(tx, now(), { idleMinutes: 120, maxHours: 12 }),
    );
    expect(await app.query('SELECT 1 FROM c_encinos.sesion_a_medias')).toEqual([]);
  });

  it('ends no session of its owner, however often the password alone is given', async () => {
    const token = tokenIn(await give(await halfOf('superadmin'), next(phone)));
    for (let n = 0; n < 12; n += 1) await halfOf('superadmin', { ip: '10.67.0.1' });
    expect(await isWhole(token)).toBe(true);
    const [row] = await app.query<{ n: number }>('SELECT count(*)::int AS n FROM c_encinos.sesion_a_medias');
    expect(row?.n).toBe(10);
  });

  it('ends with the account, its role and its password', async () => {
    const person = { name: 'Nombre', last_name: 'Apellido', email: 'u4@prueba.mx', enabled: true, role: 4 };
    const edit = (changes: object) => ({ path: '/user/save', body: { ...person, id: 4, ...changes } });
    const consultor = await setUp(app, { token: await halfOf('consultor') }, DEMO_PASSWORD);
    for (const { path, body } of [
      edit({ enabled: false }),
      edit({ role: 5 }),
      { path: '/user/resetpassword', body: { id: 4, password: DEMO_PASSWORD } },
    ]) {
      await app.query('UPDATE c_encinos.usuario SET enabled = true, role_id = 4 WHERE id = 4');
      const half = await halfOf('consultor');
      expect(envelope(await app.call('POST', path, { as: 'director', body }))).toMatchObject({ success: true });
      expect((await give(half, next(consultor))).body).toEqual(DENIED);
    }
  });
});

describe('wrong codes', () => {
  const wrong = (half: string, ip: string) => give(half, '000000', { ip });

  it('are throttled by place: whoever knows the password alone shuts nobody out from where they sign in', async () => {
    const home = { ip: '10.70.0.1' };
    const phone = await setUp(app, { token: await halfOf('cobranza', home) }, DEMO_PASSWORD);
    const thief = await halfOf('cobranza', { ip: '2001:db8:1::1' });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await wrong(thief, `2001:db8:${n}::1`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    // Also the right one, elsewhere; but not at home.
    const codigo = next(phone);
    expect(
      (await give(await halfOf('cobranza', { ip: '2001:db8:99::1' }), codigo, { ip: '2001:db8:99::1' })).status,
    ).toBe(429);
    expect(await isWhole(tokenIn(await give(await halfOf('cobranza', home), codigo, home)))).toBe(true);
    for (let n = 0; n < 5; n += 1) expect((await wrong(await halfOf('cobranza', home), home.ip)).status).toBe(200);
    const reply = await wrong(await halfOf('cobranza', home), home.ip);
    expect([reply.status, envelope(reply).message]).toEqual([
      429,
      'Demasiados intentos. Espere 15 minutos e intente de nuevo',
    ]);
    app.clock.advance(15 * MINUTE + 1000);
    expect(await isWhole(tokenIn(await give(await halfOf('cobranza', home), next(phone), home)))).toBe(true);
  });

  it('many at once: no more than the limit are looked at', async () => {
    await setUp(app, { token: await halfOf('tags') }, DEMO_PASSWORD);
    const half = await halfOf('tags', { ip: '10.71.0.1' });
    const replies = await Promise.all(Array.from({ length: 20 }, () => wrong(half, '10.71.0.1')));
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  it('of a session count by session, and those of switching off leave it on', async () => {
    const token = await halfOf('tags');
    await setUp(app, { token }, DEMO_PASSWORD);
    const off = () =>
      app.call('POST', '/security/factor/desactivar', { token, body: { password: DEMO_PASSWORD, codigo: '000000' } });
    for (let n = 0; n < 10; n += 1) expect((await off()).status).toBe(200);
    expect((await off()).status).toBe(429);
    expect(await state(token)).toMatchObject({ activado: expect.any(String) });
  });
});

describe('one’s own second factor', () => {
  it('gives new codes of recovery for password and code; those of before are over', async () => {
    const token = await halfOf('obras');
    const phone = await setUp(app, { token }, DEMO_PASSWORD);
    const ask = (body: object) => app.call('POST', '/security/factor/codigos', { token, body });
    expect(envelope(await ask({ password: 'no es', codigo: next(phone) })).errors?.[0]?.path).toBe('password');
    expect(envelope(await ask({ password: DEMO_PASSWORD, codigo: '000000' })).errors?.[0]?.path).toBe('codigo');
    const after = await lastRowId(app);
    const { codigos } = envelope(await ask({ password: DEMO_PASSWORD, codigo: next(phone) })).data as Telephone;
    expect(await auditRows(app, after)).toMatchObject([{ entidad: 'segundo_factor', status: 'actualizado' }]);
    expect(envelope(await give(await halfOf('obras'), phone.codigos[0] ?? '')).success).toBe(false);
    expect(envelope(await give(await halfOf('obras'), codigos[0] ?? '')).success).toBe(true);
  });

  it('gives them once to two who ask at once: those of the first are the ones that there are', async () => {
    const token = await halfOf('obras');
    const phone = await setUp(app, { token }, DEMO_PASSWORD);
    const ask = (codigo: string | undefined) =>
      app.call('POST', '/security/factor/codigos', { token, body: { password: DEMO_PASSWORD, codigo } });
    const replies = await Promise.all([ask(phone.codigos[0]), ask(phone.codigos[1])]);
    const given = replies.filter((reply) => envelope(reply).success);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(given).toHaveLength(1);
    const { codigos } = envelope(given[0] as Reply).data as Telephone;
    expect(await state(token)).toMatchObject({ codigos: 10 });
    expect(envelope(await give(await halfOf('obras'), codigos[9] ?? '')).success).toBe(true);
  });

  it('is switched off for password and code, and ends the other sessions; signing in is as before', async () => {
    const token = await halfOf('obras');
    const phone = await setUp(app, { token }, DEMO_PASSWORD);
    const other = tokenIn(await give(await halfOf('obras'), next(phone)));
    const half = await halfOf('obras');
    const after = await lastRowId(app);
    const body = { password: DEMO_PASSWORD, codigo: next(phone) };
    const reply = await app.call('POST', '/security/factor/desactivar', { token, body });
    expect(reply.body).toEqual({
      success: true,
      message: 'El segundo factor se desactivó; para entrar basta la contraseña',
    });
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'eliminado', entidad: 'segundo_factor', nota: '«obras» desactivó su segundo factor' },
    ]);
    expect([await isWhole(token), await isWhole(other)]).toEqual([true, false]);
    expect((await app.call('GET', '/security/factor', { token: half })).status).toBe(403);
    expect(await isWhole(await halfOf('obras'))).toBe(true);
    expect(await app.query('SELECT 1 FROM c_encinos.codigo_recuperacion')).toEqual([]);
    for (const path of ['/security/factor/desactivar', '/security/factor/codigos']) {
      const none = await app.call('POST', path, { token, body });
      expect(envelope(none).message).toBe('Su cuenta no tiene segundo factor. Actívelo primero');
    }
  });
});

describe('a role that asks for one', () => {
  it('is nobody’s until the configuration says so, and what it says is audited', async () => {
    for (const as of USERNAMES) expect(await isWhole(await app.tokenOf(as))).toBe(true);
    const after = await lastRowId(app);
    expect((await requireOf(3, 2, 3)).status).toBe(200);
    const found = envelope(await app.call('GET', '/configuracionresidencial/get', { as: 'consultor' }));
    expect(found.data).toMatchObject({ segundoFactorRoles: [2, 3] });
    expect(await auditRows(app, after)).toMatchObject([
      { antes: { segundoFactorRoles: [] }, despues: { segundoFactorRoles: [2, 3] } },
    ]);
    const malformed = await requireOf(99);
    expect([malformed.status, envelope(malformed).errors?.[0]?.path]).toEqual([400, 'segundoFactorRoles.0']);
    // Left out, it stays.
    await app.call('POST', '/configuracionresidencial/save', {
      as: 'director',
      body: bodyFor(
        ENDPOINTS.find((e) => e.path === '/configuracionresidencial/save') as (typeof ENDPOINTS)[number],
        'ZQ',
      ),
    });
    const [row] = await app.query('SELECT segundo_factor_roles FROM c_encinos.configuracion_residencial');
    expect(row).toEqual({ segundo_factor_roles: [2, 3] });
    expect(await isWhole(await halfOf('consultor'))).toBe(true);
  });

  it('leads its people to set it up after the password, and to nothing else until then', async () => {
    const role = ROLES.find(({ name }) => name === 'ROLE_SUPERADMINISTRADOR')?.id ?? 0;
    await requireOf(role);
    const token = await halfOf('superadmin');
    expect(await state(token)).toEqual({ ...NO_WAYS, debe: 'alta', activado: null, codigos: 0, exigido: true });
    const open: string[] = [];
    for (const endpoint of ENDPOINTS.filter(({ roles }) => roles !== 'PUBLIC')) {
      const { status, body } = await app.call(endpoint.method, pathFor(endpoint), { token, ...payloadFor(endpoint) });
      if (status === 403) expect([nameOf(endpoint), body]).toEqual([nameOf(endpoint), deniedOf(endpoint)]);
      else open.push(nameOf(endpoint));
    }
    expect(open).toEqual([
      'GET /security/factor',
      'POST /security/factor/entrar',
      'POST /security/factor/preparar',
      'POST /security/factor/activar',
      'POST /security/factor/llave/reto',
      'POST /security/factor/llave/preparar',
      'POST /security/factor/llave/agregar',
    ]);
    // The password was given a moment ago.
    const prepared = await app.call('POST', '/security/factor/preparar', { token, body: {} });
    const { clave } = envelope(prepared).data as { clave: string };
    const codigo = codeOf(clave, now());
    const after = await lastRowId(app);
    const active = await app.call('POST', '/security/factor/activar', { token, body: { codigo } });
    const { codigos, sesion } = envelope(active).data as { codigos: string[]; sesion: { access_token: string } };
    expect(codigos).toHaveLength(10);
    expect(sesion).toMatchObject({ role: 'ROLE_SUPERADMINISTRADOR', username: 'superadmin' });
    expect(await isWhole(sesion.access_token)).toBe(true);
    expect((await app.call('GET', '/security/factor', { token })).status).toBe(403);
    expect(await notes(after)).toEqual([
      '«superadmin» activó su segundo factor',
      expect.stringMatching(/^Inició sesión y activó su segundo factor desde/),
    ]);
    const off = await app.call('POST', '/security/factor/desactivar', {
      token: sesion.access_token,
      body: { password: DEMO_PASSWORD, codigo: '000000' },
    });
    expect(envelope(off).message).toMatch(/^Su rol pide el segundo factor y no se puede quitar/);
    expect(await state(await halfOf('superadmin'))).toMatchObject({ debe: 'codigo' });
  });

  it('whoever sets one up elsewhere meanwhile is asked for its code', async () => {
    await requireOf(6);
    const [first, second] = [await halfOf('obras'), await halfOf('obras')];
    await setUp(app, { token: first }, DEMO_PASSWORD);
    const prepared = await app.call('POST', '/security/factor/preparar', { token: second, body: {} });
    expect(envelope(prepared).errors).toEqual([{ path: 'codigo', message: WRONG }]);
  });
});

describe('a lost second factor', () => {
  const reset = (id: number, as: DemoUser = 'director', razon = 'Perdió el teléfono') =>
    app.call('POST', '/user/resetfactor', { as, body: { id, razon } });
  const letters = () =>
    app.query<{ para: string[]; asunto: string; texto: string }>(
      'SELECT para, asunto, texto FROM c_encinos.correo_saliente ORDER BY id DESC LIMIT 1',
    );

  it('is taken away by whoever edits users, for a reason; its person is told, and let in by the password', async () => {
    const token = await halfOf('tags');
    await setUp(app, { token }, DEMO_PASSWORD);
    const half = await halfOf('tags');
    expect(envelope(await app.call('GET', `/user/factor/${idOf('tags')}`, { as: 'director' })).data).toEqual({
      ...{ activado: expect.any(String), exigido: false },
    });
    expect((await reset(idOf('tags'), 'director', ' ')).status).toBe(400);
    const after = await lastRowId(app);
    const reply = await reset(idOf('tags'), 'director', 'Perdió el <b>teléfono</b>');
    expect(reply.body).toEqual({
      success: true,
      message: 'Se quitó el segundo factor de «tags» y sus sesiones terminaron. Se le avisa por correo',
    });
    expect([await isWhole(token), (await app.call('GET', '/security/factor', { token: half })).status]).toEqual([
      false,
      403,
    ]);
    expect(await auditRows(app, after)).toMatchObject([
      {
        ...{ status: 'eliminado', entidad: 'segundo_factor', referencia: 'tags', usuario: 'director' },
        nota: '«director» quitó el segundo factor de «tags»: Perdió el <b>teléfono</b>',
      },
    ]);
    const [letter] = await letters();
    const [person] = await app.query('SELECT email FROM c_encinos.usuario WHERE id = $1', [idOf('tags')]);
    expect(letter).toMatchObject({ para: [person?.email], asunto: 'Se quitó el segundo factor de su cuenta' });
    expect(letter?.texto).toContain('Perdió el <b>teléfono</b>');
    expect(await isWhole(await halfOf('tags'))).toBe(true);
    expect(envelope(await reset(idOf('tags'))).message).toBe('«tags» no tiene segundo factor: entra con su contraseña');
  });

  it('is not taken away from oneself, nor from whom one may not know', async () => {
    await setUp(app, { token: await halfOf('superadmin') }, DEMO_PASSWORD);
    expect((await reset(idOf('superadmin'))).status).toBe(404);
    expect((await app.call('GET', `/user/factor/${idOf('superadmin')}`, { as: 'director' })).status).toBe(404);
    expect((await reset(987_654)).status).toBe(404);
    expect(envelope(await reset(idOf('director'))).message).toBe(
      'El suyo se quita en el menú de usuario, en «Mi cuenta»',
    );
  });

  it('wrong codes of before count no more', async () => {
    await setUp(app, { token: await halfOf('tags') }, DEMO_PASSWORD);
    const half = await halfOf('tags');
    for (let n = 0; n < 6; n += 1) await give(half, '000000');
    await reset(idOf('tags'));
    const phone = await setUp(app, { token: await halfOf('tags') }, DEMO_PASSWORD);
    expect(await isWhole(tokenIn(await give(await halfOf('tags'), next(phone))))).toBe(true);
  });

  it('of the last administrator is taken away on the server, by the command line', async () => {
    await setUp(app, { token: await halfOf('superadmin') }, DEMO_PASSWORD);
    const run = (username: string, codigo = 'ENCINOS') =>
      asOwner(app.urls.owner, (client) =>
        removeFactorOf(client, { codigo, username, razon: 'Perdió el teléfono', clock: app.clock }),
      );
    const after = await lastRowId(app);
    expect(await run('SuperAdmin')).toMatch(/^«superadmin» de ENCINOS ya entra sólo con su contraseña;/);
    expect(await notes(after)).toEqual([
      'Quien administra el servidor quitó el segundo factor de «superadmin»: Perdió el teléfono',
      'Terminó 1 sesión de «superadmin»: se quitó su segundo factor',
    ]);
    expect((await letters())[0]).toMatchObject({ asunto: 'Se quitó el segundo factor de su cuenta' });
    expect(await isWhole(await halfOf('superadmin'))).toBe(true);
    await expect(run('superadmin')).rejects.toThrow('«superadmin» no tiene segundo factor: entra con su contraseña.');
    await expect(run('nadie')).rejects.toThrow('En ENCINOS no hay un usuario «nadie». Revise cómo se escribe.');
    await expect(run('superadmin', 'NADA')).rejects.toThrow('No existe la comunidad NADA.');
  });
});

describe('one’s own sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
  const listOf = async (token: string, ip?: string) =>
    (await app.call('GET', '/security/sesiones', { token, ...(ip && { ip }) })).body as {
      id: number;
      navegador: string;
      lugar: string;
      esta: boolean;
    }[];

  it('are listed in words, this one marked, and nobody else’s', async () => {
    await halfOf('director');
    const office = { ip: '189.203.4.5', headers: { 'user-agent': FIREFOX } };
    const first = await halfOf('tags', office);
    app.clock.advance(20 * MINUTE);
    const here = await halfOf('tags', { ip: '10.0.0.7', headers: { 'user-agent': `curl/8.14.1 ${'x'.repeat(2000)}` } });
    expect(await listOf(here, '10.0.0.7')).toEqual([
      {
        ...{ id: expect.any(Number), navegador: 'El programa curl', ip: '10.0.0.7', otras: [], esta: true },
        ...{ lugar: 'La red desde la que entra ahora', desde: now().toISOString(), ultimoUso: now().toISOString() },
      },
      {
        ...{ id: expect.any(Number), navegador: 'Firefox en Windows', ip: '189.203.4.5', otras: [], esta: false },
        ...{ lugar: 'Otro lugar de internet', desde: NOW.replace('Z', '.000Z'), ultimoUso: NOW.replace('Z', '.000Z') },
      },
    ]);
    expect((await listOf(first)).map(({ esta }) => esta)).toEqual([false, true]);
    // What has expired is none, though its row is still there.
    app.clock.advance(90 * MINUTE);
    expect(await listOf(here)).toHaveLength(2);
    app.clock.advance(60 * MINUTE);
    expect(await listOf(here)).toHaveLength(1);
  });

  it('are ended one by one, at once; neither this one nor another’s', async () => {
    const [other, here] = [await halfOf('tags', { headers: { 'user-agent': FIREFOX } }), await halfOf('tags')];
    const stranger = await halfOf('obras');
    const idIn = (rows: { id: number; esta: boolean }[], esta: boolean) => rows.find((row) => row.esta === esta)?.id;
    const end = (id: number | undefined) => app.call('DELETE', `/security/sesiones/${id}`, { token: here });
    const rows = await listOf(here);
    const after = await lastRowId(app);
    expect((await end(idIn(rows, false))).body).toEqual({ success: true, message: 'La sesión terminó' });
    expect([await isWhole(other), await isWhole(here)]).toEqual([false, true]);
    expect(await notes(after)).toEqual([
      'Terminó una sesión de «tags», de Firefox en Windows desde 10.0.0.1: la cerró en «Mi cuenta»',
    ]);
    expect((await end(idIn(rows, false))).status).toBe(404);
    expect((await end(idIn(await listOf(stranger), true))).status).toBe(404);
    expect(envelope(await end(idIn(rows, true)))).toMatchObject<Partial<Envelope>>({
      message: 'Es la sesión en la que está. Para terminarla use «Cerrar sesión»',
    });
    expect([await isWhole(stranger), await isWhole(here)]).toEqual([true, true]);
  });

  it('are all ended but this one', async () => {
    const others = [await halfOf('tags'), await halfOf('tags')];
    const [here, stranger] = [await halfOf('tags'), await halfOf('obras')];
    const end = () => app.call('POST', '/security/demas-sesiones/terminar', { token: here, body: {} });
    const after = await lastRowId(app);
    expect((await end()).body).toEqual({ success: true, message: 'Las demás sesiones terminaron' });
    expect(await notes(after)).toEqual(['Terminaron 2 sesiones de «tags»: las cerró en «Mi cuenta»']);
    expect(await Promise.all([...others, here, stranger].map(isWhole))).toEqual([false, false, true, true]);
    expect(envelope(await end()).message).toBe('No hay otras sesiones abiertas');
  });
});
