/** One sign-in for accounts of several communities: joined, gone over between, ended, and told in both logs (ADR 66). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordAudit } from '#platform/server/audit.ts';
import { CommunityRefused } from '#platform/server/communities.ts';
import { inTx } from '#platform/server/db.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { purgeSessions } from '#platform/server/session.ts';
import { addToEmpresa, createEmpresa, listEmpresas, takeFromEmpresa } from '../../src/cli/empresa.ts';
import { DEMO_PASSWORD } from '../../src/features/usuarios/demo.ts';
import { appOfFile, type CallOptions, type DemoUser, type Reply } from '../app.ts';
import { NOON } from '../day.ts';
import { codeOf } from '../second-factor.ts';
import { envelope, lastRowId, USERNAMES } from './support.ts';

const ENCINOS = 'encinos.test';
const LAGOS = 'lagos.test';
const EMPRESA = 'Administradora del Bajío';
const NO_PASE =
  'El pase no sirve: vale una vez y por 30 segundos. Vuelva a la comunidad de la que viene y pase de nuevo, o inicie sesión aquí';

const app = await appOfFile({ connections: 30, now: NOON });
beforeAll(async () => {
  await app.query('CREATE TABLE c_lagos.usuario_inicial AS TABLE c_lagos.usuario');
  await app.query('CREATE TABLE c_encinos.usuario_inicial AS TABLE c_encinos.usuario');
  await asOwner(app.urls.owner, async (client) => {
    await createEmpresa(client, EMPRESA);
    await addToEmpresa(client, EMPRESA, 'ENCINOS', app.clock);
    await addToEmpresa(client, EMPRESA, 'LAGOS', app.clock);
  });
});

beforeEach(async () => {
  await app.query('DELETE FROM porton.entrada; DELETE FROM porton.persona');
  for (const schema of ['c_encinos', 'c_lagos']) {
    await app.query(`
      DELETE FROM ${schema}.sesion; DELETE FROM ${schema}.sesion_a_medias; DELETE FROM ${schema}.intento_acceso;
      DELETE FROM ${schema}.segundo_factor;
      UPDATE ${schema}.configuracion_residencial SET segundo_factor_roles = '{}';
      UPDATE ${schema}.usuario u SET (password_hash, enabled, role_id) =
        (SELECT i.password_hash, i.enabled, i.role_id FROM ${schema}.usuario_inicial i WHERE i.id = u.id)`);
  }
  app.forgetTokens();
  app.clock.set(NOON);
});

const idOf = (username: DemoUser) => USERNAMES.indexOf(username) + 1;
const post = (path: string, body: object, who: CallOptions) => app.call('POST', path, { body, ...who });
const messageOf = (reply: Reply) => envelope(reply).message;

const UNIR = { password: DEMO_PASSWORD, codigo: '', comunidad: 'LAGOS', usuario: 'cobranza' };
/** The account of this token, with one of LAGOS. */
const unir = (token: string, more: object = {}, host = ENCINOS) =>
  post('/empresa/unir', { ...UNIR, passwordAlla: DEMO_PASSWORD, tokenAlla: '', ...more }, { token, host });
const joined = async (token: string, more: object = {}) => {
  expect(messageOf(await unir(token, more))).toMatch(/está unida a ésta/);
};
const pasar = async (token: string, comunidad = 'LAGOS', host = ENCINOS) =>
  envelope(await post('/empresa/pasar', { comunidad }, { token, host })).data as { origen: string; codigo: string };
const entrar = (codigo: string, host = LAGOS) => post('/empresa/entrar', { codigo }, { host });
interface Entered {
  access_token: string;
  role: string;
  username: string;
  debe: string | null;
}
const entered = async (codigo: string, host = LAGOS) => envelope(await entrar(codigo, host)).data as Entered;
/** Over from ENCINOS to LAGOS: the token there. */
const over = async (token: string) => (await entered((await pasar(token)).codigo)).access_token;
const stands = async (token: string, host = ENCINOS) =>
  (await app.call('GET', '/security/session', { token, host })).status === 200;

interface Row {
  status: string;
  entidad: string;
  usuario: string;
  usuario_id: number | null;
  nota: string;
}
const rowsOf = (schema: string, after: number) =>
  app.query<Row>(
    `SELECT status, entidad, usuario, usuario_id, nota FROM ${schema}.bitacora WHERE id > $1 ORDER BY id`,
    [after],
  );
/** What both logs were told meanwhile. */
async function told(work: () => Promise<unknown>): Promise<{ encinos: Row[]; lagos: Row[] }> {
  const after = { encinos: await lastRowId(app, 'c_encinos'), lagos: await lastRowId(app, 'c_lagos') };
  await work();
  return { encinos: await rowsOf('c_encinos', after.encinos), lagos: await rowsOf('c_lagos', after.lagos) };
}
const notesOf = (rows: readonly Row[]) => rows.map(({ nota }) => nota);

/** Sets a second factor up in a session; gives its key. */
async function setUp(token: string, host = ENCINOS): Promise<string> {
  const prepared = await post('/security/factor/preparar', { password: DEMO_PASSWORD }, { token, host });
  const { clave } = envelope(prepared).data as { clave: string };
  const active = await post('/security/factor/activar', { codigo: codeOf(clave, app.clock.now()) }, { token, host });
  expect(envelope(active).success).toBe(true);
  app.clock.advance(30_000);
  return clave;
}
const codeNow = (clave: string) => codeOf(clave, app.clock.now());

describe('joining', () => {
  it('asks for both accounts as their own sign-ins do, and tells both logs', async () => {
    const token = await app.login('tags');
    const { encinos, lagos } = await told(() => joined(token));
    const nota =
      'Se unieron la cuenta «tags» de Los Encinos (ENCINOS) y la cuenta «cobranza» de Lagos del Valle (LAGOS), desde 10.0.0.1';
    expect(encinos).toEqual([
      { status: 'creado', entidad: 'cuenta_unida', usuario: 'tags', usuario_id: idOf('tags'), nota },
    ]);
    expect(lagos).toEqual([
      { status: 'creado', entidad: 'cuenta_unida', usuario: 'cobranza', usuario_id: idOf('cobranza'), nota },
    ]);
    const mias = envelope(await app.call('GET', '/empresa/mias', { token })).data;
    expect(mias).toMatchObject({
      empresa: EMPRESA,
      cuentas: [
        { codigo: 'ENCINOS', usuario: 'tags', esta: true },
        { codigo: 'LAGOS', nombre: 'Lagos del Valle', usuario: 'cobranza', esta: false },
      ],
      porUnir: [],
    });
  });

  it.each([
    ['another password here', { password: 'no es' }, 'La contraseña no es correcta. Escríbala de nuevo', 'password'],
    [
      'another password there',
      { passwordAlla: 'no es' },
      'No es el usuario o la contraseña de Lagos del Valle',
      'passwordAlla',
    ],
    ['nobody there', { usuario: 'nadie' }, 'No es el usuario o la contraseña de Lagos del Valle', 'passwordAlla'],
    ['a community of no company of its own', { comunidad: 'CUMBRES' }, 'no es de la empresa', 'comunidad'],
    ['its own community', { comunidad: 'ENCINOS' }, 'no es de la empresa', 'comunidad'],
  ])('refuses %s', async (_what, more, message, path) => {
    const refused = await unir(await app.login('tags'), more);
    expect([refused.status, envelope(refused).errors]).toEqual([
      200,
      [{ path, message: expect.stringContaining(message) }],
    ]);
    expect(await app.query('SELECT FROM porton.persona')).toEqual([]);
  });

  it('tells a wrong password there to the log of there, and throttles it there', async () => {
    const token = await app.login('tags');
    const { lagos } = await told(() => unir(token, { passwordAlla: 'no es' }));
    expect(lagos).toMatchObject([
      {
        status: 'cancelado',
        entidad: 'sesion',
        usuario: 'cobranza',
        nota: expect.stringContaining('contraseña equivocada'),
      },
    ]);
    const tries = [];
    for (let n = 0; n < 11; n += 1) tries.push((await unir(token, { passwordAlla: 'no es' })).status);
    expect(tries.at(-1)).toBe(429);
  });

  it('wants a fresh code of each account that has a second factor', async () => {
    const here = await app.login('tags');
    const there = await app.login('cobranza', { host: LAGOS });
    const [own, other] = [await setUp(here), await setUp(there, LAGOS)];
    expect(envelope(await unir(here)).errors).toMatchObject([{ path: 'codigo' }]);
    expect(envelope(await unir(here, { codigo: '000000' })).errors).toMatchObject([{ path: 'codigo' }]);
    expect(envelope(await unir(here, { codigo: codeNow(own) })).errors).toMatchObject([{ path: 'tokenAlla' }]);
    const wrong = await unir(here, { codigo: codeNow(own), tokenAlla: '000000' });
    expect(envelope(wrong).errors).toMatchObject([
      { path: 'tokenAlla', message: expect.stringMatching(/no es correcto/) },
    ]);
    await joined(here, { codigo: codeNow(own), tokenAlla: codeNow(other) });
  });

  it('refuses an account whose role asks for a second factor that it has not set up', async () => {
    await app.query("UPDATE c_lagos.configuracion_residencial SET segundo_factor_roles = '{5}'");
    expect(messageOf(await unir(await app.login('tags')))).toMatch(/pide un segundo factor. Entre ahí una vez/);
  });

  it('takes one account of each community, and of each account one person', async () => {
    const token = await app.login('tags');
    await joined(token);
    expect(messageOf(await unir(token, { usuario: 'obras' }))).toMatch(/Ya está unida su cuenta «cobranza»/);
    const other = await app.login('obras');
    expect(messageOf(await unir(other))).toMatch(/ya está unida a otras/);
    // Both at once: one of them.
    await post('/empresa/separar', { comunidad: 'LAGOS' }, { token });
    const raced = await Promise.all([unir(token), unir(other)]);
    expect(raced.map((reply) => envelope(reply).success).toSorted()).toEqual([false, true]);
  });

  it('is open to every role', async () => {
    for (const username of USERNAMES) {
      const token = await app.login(username);
      await joined(token, { usuario: username });
    }
  });
});

describe('going over', () => {
  let token: string;
  beforeEach(async () => {
    token = await app.login('tags');
    await joined(token);
  });

  it('opens a session of the other account with its role, tells both logs, and both seals verify', async () => {
    let there = '';
    const { encinos, lagos } = await told(async () => {
      const { origen, codigo } = await pasar(token);
      expect([origen, codigo]).toEqual(['http://lagos.test', expect.stringMatching(/^[\w-]{43}$/)]);
      const session = await entered(codigo);
      expect(session).toMatchObject({ role: 'ROLE_PAGOS_COBRANZA', username: 'cobranza', debe: null });
      there = session.access_token;
    });
    expect(notesOf(encinos)).toEqual(['Pasa a su cuenta «cobranza» de Lagos del Valle (LAGOS), desde 10.0.0.1']);
    expect(notesOf(lagos)).toEqual(['Pasó desde su cuenta «tags» de Los Encinos (ENCINOS), desde 10.0.0.1']);
    expect(lagos[0]).toMatchObject({ usuario: 'cobranza', usuario_id: idOf('cobranza'), entidad: 'sesion' });
    // The token of one opens nothing of the other.
    expect([await stands(there, LAGOS), await stands(there), await stands(token), await stands(token, LAGOS)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    // Neither the code nor a token lies anywhere.
    const kept = JSON.stringify([
      await app.query('SELECT p::text FROM porton.pase p'),
      await app.query('SELECT s::text FROM c_lagos.sesion s'),
      await app.query('SELECT b::text FROM c_lagos.bitacora b'),
    ]);
    expect(kept).not.toContain(there);
    for (const schema of ['c_encinos', 'c_lagos']) {
      while (await app.seals.seal(app.pools.jobsPool, schema));
      const verified = await inTx(
        app.pools.jobsPool,
        { schema, role: 'porton_jobs', readOnly: true, work: 'long' },
        // The demo's rows are of this very moment.
        (tx) => app.seals.verify(tx, { schema, now: new Date() }),
      );
      expect([schema, verified]).toEqual([schema, expect.objectContaining({ ok: true })]);
    }
  });

  it('takes a code once, of twenty at once too', async () => {
    const { codigo } = await pasar(token);
    const raced = await Promise.all(Array.from({ length: 20 }, () => entrar(codigo)));
    expect(raced.filter((reply) => envelope(reply).success)).toHaveLength(1);
    const { encinos, lagos } = await told(async () => expect(messageOf(await entrar(codigo))).toBe(NO_PASE));
    expect(notesOf(encinos)).toEqual(['Pase a Lagos del Valle (LAGOS) rechazado desde 10.0.0.1: ya se había usado']);
    expect(notesOf(lagos)).toEqual(['Pase de Los Encinos (ENCINOS) rechazado desde 10.0.0.1: ya se había usado']);
  });

  it.each([
    ['late', 'pasaron más de 30 segundos', async () => app.clock.advance(30_001)],
    [
      'of an account that was disabled',
      'la cuenta no está activa',
      () => app.query('UPDATE c_lagos.usuario SET enabled = false WHERE username = $1', ['cobranza']),
    ],
    ['after signing out', 'la sesión de la que venía terminó', () => post('/security/logout', {}, { token })],
    [
      'after parting',
      'las cuentas ya no están unidas',
      () => post('/empresa/separar', { comunidad: 'LAGOS' }, { token }),
    ],
  ] as [string, string, () => Promise<unknown>][])(
    'refuses a code %s, and tells both logs why',
    async (_what, why, meanwhile) => {
      const { codigo } = await pasar(token);
      await meanwhile();
      const { encinos, lagos } = await told(async () => expect(messageOf(await entrar(codigo))).toBe(NO_PASE));
      expect([notesOf(encinos).join(), notesOf(lagos).join()]).toEqual([
        expect.stringContaining(why),
        expect.stringContaining(why),
      ]);
      expect(await app.query('SELECT FROM c_lagos.sesion')).toEqual([]);
      // It is used up by that, whatever changes after.
      await app.query('UPDATE c_lagos.usuario SET enabled = true');
      expect(messageOf(await entrar(codigo))).toBe(NO_PASE);
    },
  );

  it('takes a code in its own community alone', async () => {
    const { codigo } = await pasar(token);
    const { encinos } = await told(async () => expect(messageOf(await entrar(codigo, ENCINOS))).toBe(NO_PASE));
    expect(notesOf(encinos).join()).toContain('era para otra comunidad');
    expect(messageOf(await entrar(codigo))).toBe(NO_PASE);
  });

  it.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}'`])('knows no code «%s», and tells no log', async (codigo) => {
    const { encinos, lagos } = await told(async () => expect(messageOf(await entrar(codigo))).toBe(NO_PASE));
    expect([encinos, lagos]).toEqual([[], []]);
  });

  it('gives no code to a community that no account is joined of, nor to its own', async () => {
    const stranger = await app.login('obras');
    for (const [who, comunidad] of [
      [stranger, 'LAGOS'],
      [token, 'CUMBRES'],
      [token, 'ENCINOS'],
    ] as const) {
      const { encinos } = await told(async () => {
        const refused = await post('/empresa/pasar', { comunidad }, { token: who });
        expect(messageOf(refused)).toMatch(/No tiene una cuenta unida/);
      });
      expect(encinos).toMatchObject([{ status: 'cancelado', nota: expect.stringContaining('Pase rechazado') }]);
    }
  });

  it('goes back, and on, as the same sign-in, with one session of each community', async () => {
    const there = await over(token);
    const back = await entered((await pasar(there, 'ENCINOS', LAGOS)).codigo, ENCINOS);
    expect(back).toMatchObject({ username: 'tags', role: 'ROLE_TAGS' });
    expect([await stands(token), await stands(back.access_token), await stands(there, LAGOS)]).toEqual([
      false,
      true,
      true,
    ]);
    const sesiones = (await app.call('GET', '/security/sesiones', { token: back.access_token })).body;
    expect(sesiones).toMatchObject([{ esta: true, otras: ['Lagos del Valle'] }]);
  });

  it('ends everywhere by one sign-out, from wherever, and both logs tell', async () => {
    const there = await over(token);
    const { encinos, lagos } = await told(() => post('/security/logout', {}, { token: there, host: LAGOS }));
    expect([await stands(token), await stands(there, LAGOS)]).toEqual([false, false]);
    expect(notesOf(lagos)).toEqual(['Cerró su sesión desde 10.0.0.1, y con ella las de Los Encinos (ENCINOS)']);
    expect(notesOf(encinos)).toEqual(['Terminó su sesión: la cerró en Lagos del Valle (LAGOS), desde 10.0.0.1']);
  });

  it('ends everywhere by ending it in the own list of another sign-in; that one goes on', async () => {
    const there = await over(token);
    const other = await app.login('tags');
    const list = (await app.call('GET', '/security/sesiones', { token: other })).body as {
      id: number;
      otras: string[];
    }[];
    const gone = list.find(({ otras }) => otras.length > 0);
    expect((await app.call('DELETE', `/security/sesiones/${gone?.id}`, { token: other })).status).toBe(200);
    expect([await stands(token), await stands(there, LAGOS), await stands(other)]).toEqual([false, false, true]);
  });

  it('lasts no longer than the sign-in that it came of', async () => {
    app.clock.advance(11.5 * 3_600_000);
    await app.query('UPDATE c_encinos.sesion SET last_seen_at = $1', [app.clock.now()]);
    const there = await over(token);
    expect(await stands(there, LAGOS)).toBe(true);
    app.clock.advance(31 * 60_000);
    expect(await stands(there, LAGOS)).toBe(false);
    const limits = { idleMinutes: 120, maxHours: 12 };
    await inTx(app.pools.jobsPool, { schema: 'c_encinos', role: 'porton_jobs' }, (tx) =>
      purgeSessions(tx, app.clock.now(), limits),
    );
    expect(await app.query('SELECT FROM porton.entrada UNION ALL SELECT FROM porton.pase')).toEqual([]);
  });
});

describe('the second factor', () => {
  const require = (...roles: number[]) =>
    app.query('UPDATE c_lagos.configuracion_residencial SET segundo_factor_roles = $1', [roles]);

  it('is asked for there where this sign-in gave none, and then counts for all that came of it', async () => {
    const token = await app.login('tags');
    await joined(token);
    const clave = await setUp(await app.login('cobranza', { host: LAGOS }), LAGOS);
    const half = await entered((await pasar(token)).codigo);
    expect(half.debe).toBe('codigo');
    expect(await stands(half.access_token, LAGOS)).toBe(false);
    expect((await app.call('GET', '/empresa/mias', { token: half.access_token, host: LAGOS })).status).toBe(403);
    const given = await post(
      '/security/factor/entrar',
      { codigo: codeNow(clave) },
      { token: half.access_token, host: LAGOS },
    );
    const { access_token } = envelope(given).data as Entered;
    expect(await stands(access_token, LAGOS)).toBe(true);
    expect(await entered((await pasar(token)).codigo)).toMatchObject({ debe: null });
    // It is of the same sign-in, and ends with it.
    await post('/security/logout', {}, { token });
    expect(await stands(access_token, LAGOS)).toBe(false);
  });

  it('is as good as its own where this sign-in gave one, also where the role asks for one', async () => {
    const first = await app.login('tags');
    const clave = await setUp(first);
    const { access_token: half } = (await post('/security/login', { username: 'tags', password: DEMO_PASSWORD }, {}))
      .body as Entered;
    const given = await post('/security/factor/entrar', { codigo: codeNow(clave) }, { token: half });
    const { access_token: token } = envelope(given).data as Entered;
    app.clock.advance(30_000);
    await joined(token, { codigo: codeNow(clave) });
    await require(5);
    expect(await entered((await pasar(token)).codigo)).toMatchObject({ debe: null });
  });

  it('that was set up since the accounts were joined counts where it is, and nowhere else', async () => {
    const there = await setUp(await app.login('cobranza', { host: LAGOS }), LAGOS);
    const token = await app.login('tags');
    await joined(token, { tokenAlla: codeNow(there) });
    // By whoever knows the password of the one that has none.
    const own = await setUp(token);
    const half = await entered((await pasar(token)).codigo);
    expect(half.debe).toBe('codigo');
    const { access_token } = (await post('/security/login', { username: 'tags', password: DEMO_PASSWORD }, {}))
      .body as Entered;
    const again = await post('/security/factor/entrar', { codigo: codeNow(own) }, { token: access_token });
    const strong = (envelope(again).data as Entered).access_token;
    expect((await entered((await pasar(strong)).codigo)).debe).toBe('codigo');
    const summed = envelope(await app.call('GET', '/empresa/resumen', { token: strong })).data;
    expect(summed).toMatchObject([{ estado: 'lista' }, { estado: 'factor' }]);
    // What is given there counts there for the rest of the sign-in, and here what was given here.
    const last = await entered((await pasar(strong)).codigo);
    app.clock.advance(30_000);
    const given = await post(
      '/security/factor/entrar',
      { codigo: codeNow(there) },
      { token: last.access_token, host: LAGOS },
    );
    const over = (envelope(given).data as Entered).access_token;
    expect((await entered((await pasar(strong)).codigo)).debe).toBe(null);
    expect(await stands(over, LAGOS)).toBe(false);
  });

  it('has to be set up there where the role asks for one and neither has it', async () => {
    const token = await app.login('tags');
    await joined(token);
    await require(5);
    const half = await entered((await pasar(token)).codigo);
    expect(half.debe).toBe('alta');
    // Signing out here ends the way in there as well.
    await post('/security/logout', {}, { token });
    const late = await post('/security/factor/preparar', {}, { token: half.access_token, host: LAGOS });
    expect(late.status).toBe(403);
  });
});

describe('what parts', () => {
  let token: string;
  let there: string;
  beforeEach(async () => {
    token = await app.login('tags');
    await joined(token);
    there = await over(token);
  });
  const admin = (path: string, body: object, host = LAGOS) => post(path, body, { as: 'director', host });
  const parted = async () => (await app.query('SELECT FROM porton.persona')).length === 0;

  it('the person, from either side: what came over ends, the sign-in goes on', async () => {
    const { encinos, lagos } = await told(() => post('/empresa/separar', { comunidad: 'LAGOS' }, { token }));
    expect(await parted()).toBe(true);
    expect([await stands(token), await stands(there, LAGOS)]).toEqual([true, false]);
    const nota =
      'La cuenta «cobranza» de Lagos del Valle (LAGOS) dejó de estar unida a las de «tags» de Los Encinos (ENCINOS): lo pidió su dueño';
    expect([notesOf(encinos), notesOf(lagos)]).toEqual([[nota], [nota]]);
    // Joined again, nothing of before is good.
    app.clock.advance(1_000);
    await joined(token);
    expect(await stands(there, LAGOS)).toBe(false);
  });

  it.each([
    ['the administrator there', '/empresa/cuenta/separar', { id: idOf('cobranza'), razon: 'Ya no trabaja aquí' }],
    ['its leaving', '/user/baja', { id: idOf('cobranza'), recibe: { id: idOf('administrador') }, razon: 'Se fue' }],
    ['another password by somebody else', '/user/resetpassword', { id: idOf('cobranza'), password: 'Nogal-7741-azul' }],
  ])('%s: for their own side, told in both logs', async (_what, path, body) => {
    const { encinos, lagos } = await told(async () => {
      expect(envelope(await admin(path, body))).toMatchObject({ success: true });
    });
    expect(await parted()).toBe(true);
    expect([await stands(token), await stands(there, LAGOS)]).toEqual([true, false]);
    const told2 = (rows: Row[]) => rows.filter(({ entidad }) => entidad === 'cuenta_unida');
    expect([told2(encinos), told2(lagos)]).toMatchObject([
      [{ status: 'eliminado', usuario: 'director (LAGOS)', usuario_id: null }],
      [{ status: 'eliminado', usuario: 'director', usuario_id: idOf('director') }],
    ]);
  });

  it('its block: here the sessions that began here end everywhere', async () => {
    const user = envelope(await app.call('GET', `/user/get/${idOf('tags')}`, { as: 'director' })).data as object;
    const role = { role: 7, username: '', password: '' };
    const saved = await admin('/user/save', { ...user, ...role, enabled: false }, ENCINOS);
    expect(envelope(saved)).toMatchObject({ success: true });
    expect([await parted(), await stands(token), await stands(there, LAGOS)]).toEqual([true, false, false]);
  });

  it('an own new password parts nothing, and ends the other sign-ins in all communities', async () => {
    const other = await app.login('tags');
    const nueva = 'Nogal-7741-azul';
    const changed = await post(
      '/security/password',
      { actual: DEMO_PASSWORD, nueva, confirmacion: nueva },
      { token: other },
    );
    expect(envelope(changed)).toMatchObject({ success: true });
    expect([await parted(), await stands(token), await stands(there, LAGOS), await stands(other)]).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('the operator, by taking a community from the company', async () => {
    const { encinos, lagos } = await told(() =>
      asOwner(app.urls.owner, (client) => takeFromEmpresa(client, 'LAGOS', app.clock)),
    );
    expect([await parted(), await stands(there, LAGOS)]).toEqual([true, false]);
    expect([notesOf(encinos).join(), notesOf(lagos).join()]).toEqual([
      expect.stringContaining('ya no la administra'),
      expect.stringContaining('Ya no la administra'),
    ]);
    expect(messageOf(await unir(token))).toMatch(/no es de la empresa/);
    await asOwner(app.urls.owner, (client) => addToEmpresa(client, EMPRESA, 'LAGOS', app.clock));
  });

  it('who may not know of an account does not part it, and who is joined to nobody is told so', async () => {
    const hidden = await admin('/empresa/cuenta/separar', { id: idOf('superadmin'), razon: 'x' });
    expect(hidden.status).toBe(404);
    const nobody = await admin('/empresa/cuenta/separar', { id: idOf('obras'), razon: 'x' });
    expect(messageOf(nobody)).toMatch(/no está unida/);
    const own = await app.call('GET', `/empresa/cuenta/${idOf('cobranza')}`, { as: 'director', host: LAGOS });
    expect(envelope(own).data).toEqual({ desde: NOON.replace('Z', '.000Z'), comunidades: ['Los Encinos'] });
    expect((await app.call('GET', `/empresa/cuenta/${idOf('superadmin')}`, { as: 'director' })).status).toBe(404);
  });
});

describe('the sum of all', () => {
  const resumen = async (token: string) =>
    envelope(await app.call('GET', '/empresa/resumen', { token })).data as Record<string, unknown>[];

  it('tells of each community what the account’s role sees there, as its own home does', async () => {
    const token = await app.login('seguridad');
    await joined(token);
    const [encinos, lagos] = await resumen(token);
    expect(encinos).toEqual({
      ...{ codigo: 'ENCINOS', nombre: 'Los Encinos', usuario: 'seguridad', esta: true, estado: 'lista' },
      ...{ rol: 'ROLE_SEGURIDAD', pendientes: null, cobradoHoy: null, cajas: [], vencido: null, depositos: null },
    });
    const who = { as: 'cobranza', host: LAGOS } as const;
    const cifras = envelope(await app.call('GET', '/inicio/cifras', who)).data as {
      cobradoHoy: number;
      vencido: number;
    };
    const found = envelope(await app.call('GET', '/inicio/pendientes', who)).data as {
      urgencia: string;
      cantidad: number;
    }[];
    const count = (urgencia: string) =>
      found.filter((one) => one.urgencia === urgencia).reduce((sum, { cantidad }) => sum + cantidad, 0);
    expect(lagos).toMatchObject({
      ...{ codigo: 'LAGOS', estado: 'lista', rol: 'ROLE_PAGOS_COBRANZA' },
      ...{ cobradoHoy: cifras.cobradoHoy, vencido: cifras.vencido, depositos: { cantidad: expect.any(Number) } },
      pendientes: { debe: count('debe'), pronto: count('pronto'), aviso: count('aviso') },
    });
    expect(cifras.vencido).toBeGreaterThan(0);
  });

  it('is a row of both logs, the first time of each day', async () => {
    const token = await app.login('tags');
    await joined(token);
    const first = await told(() => resumen(token));
    expect(first).toMatchObject({
      encinos: [
        {
          ...{ status: 'consultado', entidad: 'cuenta_unida', usuario: 'tags' },
          nota: 'Vio en «Mis comunidades» las cifras del día de Lagos del Valle (LAGOS), como su cuenta «cobranza»',
        },
      ],
      lagos: [
        {
          ...{ status: 'consultado', entidad: 'cuenta_unida', usuario: 'cobranza', usuario_id: idOf('cobranza') },
          nota: 'Vio las cifras del día en «Mis comunidades», desde su cuenta «tags» de Los Encinos (ENCINOS)',
        },
      ],
    });
    expect(await told(() => resumen(token))).toEqual({ encinos: [], lagos: [] });
    app.clock.advance(86_400_000);
    app.forgetTokens();
    const next = await app.login('tags');
    const { encinos, lagos } = await told(() => resumen(next));
    expect([encinos, lagos]).toMatchObject([[{ status: 'consultado' }], [{ status: 'consultado' }]]);
    app.clock.set(NOON);
  });

  it('is a row of this log too where the other has it already, of an answer that came too late', async () => {
    app.clock.advance(2 * 86_400_000);
    app.forgetTokens();
    const token = await app.login('tags');
    await joined(token);
    const [id, nota] = [
      idOf('cobranza'),
      'Vio las cifras del día en «Mis comunidades», desde su cuenta «tags» de Los Encinos (ENCINOS)',
    ];
    await inTx(app.pools.pool, { schema: 'c_lagos' }, (tx) =>
      recordAudit(
        tx,
        { usuarioId: id, usuario: 'cobranza', requestId: null },
        { status: 'consultado', entidad: 'cuenta_unida', entidadId: id, referencia: 'cobranza', nota },
        app.clock.now(),
      ),
    );
    expect(await told(() => resumen(token))).toMatchObject({ encinos: [{ status: 'consultado' }], lagos: [] });
    app.clock.set(NOON);
  });

  it('sums up nothing of an account that owes a second factor, or may not sign in; nor of one that is joined to nobody', async () => {
    const token = await app.login('tags');
    expect(await resumen(token)).toEqual([]);
    await joined(token);
    await app.query("UPDATE c_lagos.configuracion_residencial SET segundo_factor_roles = '{5}'");
    expect((await resumen(token))[1]).toMatchObject({ estado: 'factor', vencido: null, pendientes: null });
    await app.query('UPDATE c_lagos.usuario SET enabled = false WHERE username = $1', ['cobranza']);
    expect((await resumen(token))[1]).toMatchObject({ estado: 'cerrada', vencido: null });
  });

  it('waits for no community that does not answer, and tells so', async () => {
    const token = await app.login('tags');
    await joined(token);
    const held = await app.pools.pool.connect();
    const owner = asOwner(app.urls.owner, async (client) => {
      await client.query('BEGIN; LOCK TABLE c_lagos.cargo IN ACCESS EXCLUSIVE MODE');
      const began = performance.now();
      const rows = await resumen(token);
      const took = performance.now() - began;
      await client.query('ROLLBACK');
      return { rows, took };
    });
    held.release();
    const { rows, took } = await owner;
    expect(rows).toMatchObject([{ estado: 'lista' }, { estado: 'sin_respuesta', vencido: null }]);
    expect(took).toBeLessThan(3_500);
  });
});

describe('the company', () => {
  const asked = <T>(work: Parameters<typeof asOwner<T>>[1]) => asOwner(app.urls.owner, work);

  it('is made once, and has communities that exist and are no other’s', async () => {
    await expect(asked((client) => createEmpresa(client, 'administradora del bajio'))).rejects.toThrow('ya existe');
    await expect(asked((client) => createEmpresa(client, ' x '))).rejects.toThrow(CommunityRefused);
    await expect(asked((client) => addToEmpresa(client, 'Otra', 'LAGOS'))).rejects.toThrow(
      'No existe la empresa «Otra»',
    );
    await expect(asked((client) => addToEmpresa(client, EMPRESA, 'NOGALES'))).rejects.toThrow('No existe la comunidad');
    await asked((client) => createEmpresa(client, 'Otra'));
    await expect(asked((client) => addToEmpresa(client, 'Otra', 'LAGOS'))).rejects.toThrow(`es de «${EMPRESA}»`);
    await expect(asked((client) => takeFromEmpresa(client, 'NOGALES'))).rejects.toThrow('No existe la comunidad');
    expect((await asked(listEmpresas)).map((line) => line.replace(/\s+/g, ' '))).toEqual([
      `${EMPRESA} ENCINOS Los Encinos`,
      `${EMPRESA} LAGOS Lagos del Valle`,
      'Otra sin comunidades',
    ]);
  });
});
