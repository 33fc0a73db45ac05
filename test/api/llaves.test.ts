/** Passkeys as a second factor, by an authenticator of the tests' own (ADR 63). */
import { beforeEach, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../src/features/usuarios/demo.ts';
import { inTx } from '../../src/platform/server/db.ts';
import { purgeChallenges } from '../../src/platform/server/passkeys.ts';
import { appOfFile, type CallOptions, type DemoUser, type Reply } from '../app.ts';
import { NOON as NOW } from '../day.ts';
import { Passkey } from '../passkey.ts';
import { codeOf } from '../second-factor.ts';
import { auditRows, envelope, lastRowId, USERNAMES } from './support.ts';

// What is before it says by which protocol it was asked.
const app = await appOfFile({ now: NOW, trustProxy: ['10.0.0.0/8'] });

beforeEach(async () => {
  await app.query(`
    DELETE FROM c_encinos.sesion;
    DELETE FROM c_encinos.sesion_a_medias;
    DELETE FROM c_encinos.intento_acceso;
    DELETE FROM c_encinos.segundo_factor;
    DELETE FROM c_encinos.llave_reto;
    UPDATE c_encinos.configuracion_residencial SET segundo_factor_roles = '{}'`);
  app.forgetTokens();
  app.clock.set(NOW);
});

const TLS = { headers: { 'x-forwarded-proto': 'https' } };
const SITE = { host: 'encinos.test', origin: 'https://encinos.test' };
const FACTOR = '/security/factor';

const call = (token: string, path: string, body: object = {}, options: CallOptions = TLS) =>
  app.call('POST', path, { token, body, ...options });
const dataOf = <T>(reply: Reply): T => {
  expect(envelope(reply)).toMatchObject({ success: true });
  return envelope(reply).data as T;
};
const messageOf = (reply: Reply) => {
  expect([reply.status, envelope(reply).success]).toEqual([200, false]);
  return envelope(reply).message;
};
/** A session, or half of one where a second factor is owed. */
async function passwordOf(username: string): Promise<string> {
  const reply = await app.call('POST', '/security/login', { body: { username, password: DEMO_PASSWORD }, ...TLS });
  expect(reply.body).toEqual({ access_token: expect.any(String), role: expect.any(String), username });
  return (reply.body as { access_token: string }).access_token;
}
const state = async (token: string, options: CallOptions = TLS) =>
  dataOf<Record<string, unknown>>(await app.call('GET', FACTOR, { token, ...options }));
const isWhole = async (token: string) => (await app.call('GET', '/security/session', { token })).status === 200;
const notes = async (after: number) =>
  (await app.query<{ nota: string }>('SELECT nota FROM c_encinos.bitacora WHERE id > $1 ORDER BY id', [after])).map(
    ({ nota }) => nota,
  );

type Asked = { challenge: string };
interface Added {
  codigos: string[] | null;
  sesion: { access_token: string } | null;
}
const asking = async (token: string, proof: object = { password: DEMO_PASSWORD }) =>
  dataOf<Asked>(await call(token, '/security/factor/llave/preparar', proof));
async function added(token: string, proof?: object, nombre = 'Portátil'): Promise<Added & { passkey: Passkey }> {
  const passkey = new Passkey(SITE);
  const llave = passkey.create(await asking(token, proof));
  return { ...dataOf<Added>(await call(token, '/security/factor/llave/agregar', { nombre, llave })), passkey };
}
const challengeOf = async (token: string) => dataOf<Asked>(await call(token, '/security/factor/llave/reto'));
const entering = (token: string, llave: object) => call(token, '/security/factor/entrar', { llave });

/** Somebody with one passkey and nothing else: signed in, with a half that owes it. */
async function owner(username: DemoUser = 'tags') {
  const token = await passwordOf(username);
  const { passkey, codigos } = await added(token);
  return { token, passkey, codigos: codigos ?? [], half: await passwordOf(username) };
}

describe('adding a passkey', () => {
  it('sets the second factor up, gives codes of recovery once, and is told to the log', async () => {
    const token = await passwordOf('tags');
    const other = await passwordOf('tags');
    expect(await state(token)).toEqual({
      ...{
        debe: null,
        activado: null,
        prestado: false,
        aplicacion: false,
        llaves: 0,
        sinLlaves: null,
        codigos: 0,
        exigido: false,
      },
    });
    expect(
      envelope(await call(token, '/security/factor/llave/preparar', { password: 'no es' })).errors?.[0]?.path,
    ).toBe('password');
    const asked = dataOf<object>(await call(token, '/security/factor/llave/preparar', { password: DEMO_PASSWORD }));
    expect(asked).toMatchObject({
      ...{ rp: { id: 'encinos.test', name: 'Portón Los Encinos' }, attestation: 'none', excludeCredentials: [] },
      user: { name: 'tags', id: expect.stringMatching(/^[\w-]{40,}$/) },
      authenticatorSelection: { userVerification: 'required' },
    });
    const after = await lastRowId(app);
    const { codigos, sesion } = await added(token);
    expect([codigos?.length, sesion]).toEqual([10, null]);
    expect(await auditRows(app, after)).toMatchObject([
      { entidad: 'segundo_factor', nota: '«tags» pidió agregar una llave de acceso' },
      { status: 'creado', nota: '«tags» activó su segundo factor con una llave de acceso: Portátil' },
    ]);
    expect(await state(token)).toMatchObject({ activado: NOW.replace('Z', '.000Z'), aplicacion: false, llaves: 1 });
    expect([await isWhole(token), await isWhole(other)]).toEqual([true, false]);
  });

  it('a second one asks for the first or a code, keeps the codes, and takes its name from the browser', async () => {
    const { token, passkey } = await owner();
    expect(
      envelope(await call(token, '/security/factor/llave/preparar', { password: DEMO_PASSWORD })).errors?.[0]?.path,
    ).toBe('codigo');
    const llave = passkey.get(await challengeOf(token));
    const second = await added(token, { password: DEMO_PASSWORD, llave }, '  ');
    expect(second.codigos).toBeNull();
    const list = (await app.call('GET', '/security/factor/llaves', { token, ...TLS })).body;
    expect(list).toMatchObject([
      { nombre: 'Portátil', host: null, usada: NOW.replace('Z', '.000Z') },
      { nombre: expect.stringMatching(/\w/), host: null, usada: null },
    ]);
    expect(await state(token)).toMatchObject({ llaves: 2, codigos: 10 });
  });

  it('refuses what is of another page or host, unverified, attested, altered, replayed or late, and tells the log', async () => {
    const token = await passwordOf('tags');
    const passkey = new Passkey(SITE);
    const send = (llave: object) => call(token, '/security/factor/llave/agregar', { nombre: 'X', llave });
    const after = await lastRowId(app);
    const cases: [Parameters<Passkey['create']>[1], RegExp][] = [
      [{ origin: 'https://encinos.test.mal.example' }, /^La llave de acceso respondió a otra dirección/],
      [{ host: 'lagos.test' }, /^La llave de acceso respondió a otra dirección/],
      [{ verified: false }, /^La llave de acceso no comprobó quién es usted/],
      [{ fmt: 'packed' }, /^Esa llave de acceso se identifica de un modo/],
      [{ challenge: 'AAAA' }, /^La petición a la llave de acceso venció o ya se usó/],
    ];
    for (const [wrong, sentence] of cases) {
      expect(messageOf(await send(passkey.create(await asking(token), wrong)))).toMatch(sentence);
    }
    const good = passkey.create(await asking(token));
    const altered = {
      ...good,
      response: { ...good.response, attestationObject: good.response.attestationObject.slice(0, -8) },
    };
    expect(messageOf(await send(altered))).toMatch(/^La respuesta de la llave de acceso no es válida/);
    // The refused one used the challenge up.
    expect(messageOf(await send(good))).toMatch(/^La petición a la llave de acceso venció/);
    const late = passkey.create(await asking(token));
    app.clock.advance(5 * 60_000 + 1);
    expect(messageOf(await send(late))).toMatch(/^La petición a la llave de acceso venció/);
    expect(
      (await notes(after)).filter((nota) => /^Llave de acceso rechazada al agregarla, desde 10\.0\.0\.1: /.test(nota)),
    ).toHaveLength(8);
    expect(await state(token)).toMatchObject({ activado: null, llaves: 0 });
    expect((await send({ ...good, id: 'con espacios' })).status).toBe(400);
  });

  it('takes a passkey once, whoever has it, and ten of one account', async () => {
    const { passkey } = await owner();
    const other = await passwordOf('obras');
    const again = passkey.create(await asking(other));
    expect(messageOf(await call(other, '/security/factor/llave/agregar', { nombre: '', llave: again }))).toBe(
      'Esa llave de acceso ya está en una cuenta. Use otra',
    );
    await app.query(`INSERT INTO c_encinos.llave_acceso (usuario_id, host, credencial, llave, contador, transportes, nombre, created_at)
      SELECT usuario_id, host, sha256(n::text::bytea), llave, 0, '{}', n::text, created_at
      FROM c_encinos.llave_acceso, generate_series(1, 9) n`);
    const token = dataOf<{ access_token: string }>(
      await (async () => {
        const half = await passwordOf('tags');
        return entering(half, passkey.get(await challengeOf(half)));
      })(),
    ).access_token;
    const llave = passkey.get(await challengeOf(token));
    expect(messageOf(await call(token, '/security/factor/llave/preparar', { password: DEMO_PASSWORD, llave }))).toMatch(
      /^Su cuenta tiene ya 10/,
    );
  });
});

describe('signing in by one', () => {
  it('opens the session by another token, once, and notes the use', async () => {
    const { half, passkey } = await owner();
    expect(await state(half)).toMatchObject({ debe: 'codigo', aplicacion: false, llaves: 1 });
    const asked = dataOf<object>(await call(half, '/security/factor/llave/reto'));
    expect(asked).toMatchObject({
      ...{ rpId: 'encinos.test', userVerification: 'required' },
      allowCredentials: [{ id: passkey.id.toString('base64url'), type: 'public-key', transports: ['internal'] }],
    });
    const answer = passkey.get(asked as Asked);
    const after = await lastRowId(app);
    const reply = dataOf<{ access_token: string }>(await entering(half, answer));
    expect(await isWhole(reply.access_token)).toBe(true);
    expect(await notes(after)).toEqual(['Inició sesión con su segundo factor (llave de acceso) desde 10.0.0.1']);
    // The half is over, and what was signed for it opens nothing of another.
    expect((await entering(half, answer)).status).toBe(403);
    expect(messageOf(await entering(await passwordOf('tags'), answer))).toMatch(
      /^La petición a la llave de acceso venció/,
    );
  });

  it('lets one in of many who come at once with one signature', async () => {
    const { half, passkey } = await owner();
    const answer = passkey.get(await challengeOf(half));
    const replies = await Promise.all(Array.from({ length: 4 }, () => entering(half, answer)));
    expect(replies.filter((reply) => reply.status === 200 && envelope(reply).success)).toHaveLength(1);
  });

  it('refuses each that is not the account’s own, here and now, with its sentence', async () => {
    const { half, passkey } = await owner();
    const { passkey: strangers } = await owner('obras');
    const after = await lastRowId(app);
    const refusedFor = async (sentence: RegExp, make: (asked: Asked) => object) => {
      // Wrong ones are throttled: each of these has its allowance.
      await app.query('DELETE FROM c_encinos.intento_acceso');
      const reply = await entering(half, make(await challengeOf(half)));
      expect(messageOf(reply)).toMatch(sentence);
      expect(envelope(reply).errors?.[0]?.path).toBe('llave');
    };
    await refusedFor(/^Esa llave de acceso no es de su cuenta/, (asked) => strangers.get(asked));
    await refusedFor(/^Esa llave de acceso no es de su cuenta/, (asked) => new Passkey(SITE).get(asked));
    await refusedFor(/^La llave de acceso respondió a otra dirección/, (asked) =>
      passkey.get(asked, { origin: 'https://encinos-test.example' }),
    );
    await refusedFor(/^La llave de acceso respondió a otra dirección/, (asked) =>
      passkey.get(asked, { host: 'lagos.test' }),
    );
    await refusedFor(/^La llave de acceso no comprobó quién es usted/, (asked) =>
      passkey.get(asked, { verified: false }),
    );
    await refusedFor(/^La petición a la llave de acceso venció/, (asked) => passkey.get(asked, { challenge: 'BBBB' }));
    await refusedFor(/^La respuesta de la llave de acceso no es válida/, (asked) => {
      const good = passkey.get(asked);
      // Another flag than was signed: that it was verified.
      const bytes = Buffer.from(good.response.authenticatorData, 'base64url');
      bytes[32] = (bytes[32] ?? 0) | 0b1000;
      return { ...good, response: { ...good.response, authenticatorData: bytes.toString('base64url') } };
    });
    await refusedFor(/^La respuesta de la llave de acceso no es válida/, (asked) => {
      // The right name with another's signature.
      const { response } = strangers.get(asked);
      return { ...passkey.get(asked), response };
    });
    // Nothing that came for another step is taken: what was asked to add one is not what is asked to enter.
    await refusedFor(/^La respuesta de la llave de acceso no es válida/, (asked) => {
      const good = passkey.get(asked);
      const clientData = JSON.parse(Buffer.from(good.response.clientDataJSON, 'base64url').toString());
      const clientDataJSON = Buffer.from(JSON.stringify({ ...clientData, type: 'webauthn.create' })).toString(
        'base64url',
      );
      return { ...good, response: { ...good.response, clientDataJSON } };
    });
    const told = (await notes(after)).filter((nota) =>
      /^Llave de acceso rechazada al entrar, desde 10\.0\.0\.1: /.test(nota),
    );
    expect(told).toHaveLength(9);
    expect(dataOf<object>(await entering(half, passkey.get(await challengeOf(half))))).toMatchObject({
      username: 'tags',
    });
  });

  it('a counter that goes back is a copy’s: refused and told, and one that stays at none is not looked at', async () => {
    const { half, passkey } = await owner();
    dataOf(await entering(half, passkey.get(await challengeOf(half), { counter: 40 })));
    const next = await passwordOf('tags');
    const after = await lastRowId(app);
    for (const counter of [40, 12, 0]) {
      const reply = await entering(next, passkey.get(await challengeOf(next), { counter }));
      expect(messageOf(reply)).toMatch(/puede haber una copia/);
    }
    expect((await notes(after)).filter((nota) => nota.includes('puede haber una copia'))).toHaveLength(3);
    dataOf(await entering(next, passkey.get(await challengeOf(next), { counter: 41 })));

    const { half: obras, passkey: synced } = await owner('obras');
    dataOf(await entering(obras, synced.get(await challengeOf(obras), { counter: 0 })));
    const again = await passwordOf('obras');
    dataOf(await entering(again, synced.get(await challengeOf(again), { counter: 0 })));
  });

  it('wrong ones are throttled as codes are, and a code of recovery is still one', async () => {
    const { half, passkey, codigos } = await owner();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      statuses.push((await entering(half, passkey.get(await challengeOf(half), { verified: false }))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await app.query('DELETE FROM c_encinos.intento_acceso');
    dataOf(await call(half, '/security/factor/entrar', { codigo: codigos[2] }));
    const another = await passwordOf('tags');
    expect((await call(another, '/security/factor/entrar', {})).status).toBe(400);
  });

  it('what nobody answered is cleaned away', async () => {
    const { half } = await owner();
    await challengeOf(half);
    app.clock.advance(5 * 60_000 + 1);
    await inTx(app.pools.jobsPool, { schema: 'c_encinos', role: 'porton_jobs' }, (tx) =>
      purgeChallenges(tx, app.clock.now()),
    );
    expect(await app.query('SELECT 1 FROM c_encinos.llave_reto')).toEqual([]);
  });
});

describe('where they are used', () => {
  const sentenceAt = async (options: CallOptions) => (await state(await passwordOf('tags'), options)).sinLlaves;

  it('without TLS they are not offered, nor at an address that is none of the community’s, and it is said why', async () => {
    expect(await sentenceAt(TLS)).toBeNull();
    expect(await sentenceAt({})).toMatch(/^Las llaves de acceso sólo sirven con TLS\. .*PORTON_PROXY\.$/);
    const token = await passwordOf('tags');
    expect(messageOf(await call(token, '/security/factor/llave/preparar', { password: DEMO_PASSWORD }, {}))).toMatch(
      /sólo sirven con TLS/,
    );
    expect(messageOf(await call(token, '/security/factor/llave/reto', {}, {}))).toMatch(/sólo sirven con TLS/);
  });

  it('those of another host are none here, and are told as such', async () => {
    const { token, half } = await owner();
    await app.query("UPDATE c_encinos.llave_acceso SET host = 'antes.example.mx'");
    expect(await state(half)).toMatchObject({ debe: 'codigo', llaves: 0 });
    expect(messageOf(await call(half, '/security/factor/llave/reto'))).toMatch(
      /^Su cuenta no tiene llaves de acceso en esta dirección/,
    );
    expect((await app.call('GET', '/security/factor/llaves', { token, ...TLS })).body).toMatchObject([
      { host: 'antes.example.mx' },
    ]);
  });
});

describe('taking one away', () => {
  const remove = (token: string, body: object) => call(token, '/security/factor/llave/quitar', body);
  const idOf = async () =>
    (await app.query<{ id: number }>('SELECT id FROM c_encinos.llave_acceso ORDER BY id'))[0]?.id ?? 0;

  it('asks for the password and the factor, and is told; the only way is not taken away but by switching off', async () => {
    const { token, passkey, codigos } = await owner();
    const id = await idOf();
    const password = DEMO_PASSWORD;
    expect((await remove(token, { id, password })).status).toBe(400);
    expect(messageOf(await remove(token, { id, password: 'no es', codigo: codigos[0] }))).toMatch(/^La contraseña/);
    expect(messageOf(await remove(token, { id, password, codigo: '000000' }))).toMatch(/^El código no es correcto/);
    expect(messageOf(await remove(token, { id, password, codigo: codigos[0] }))).toMatch(
      /^Es lo único que da su segundo factor/,
    );
    // The refusal used no code up.
    const second = await added(token, { password, codigo: codigos[0] }, 'Llavero');
    const other = dataOf<{ access_token: string }>(
      await (async () => {
        const half = await passwordOf('tags');
        return entering(half, second.passkey.get(await challengeOf(half)));
      })(),
    ).access_token;
    const after = await lastRowId(app);
    const gone = await remove(token, { id, password, llave: second.passkey.get(await challengeOf(token)) });
    expect(envelope(gone).message).toBe('La llave de acceso «Portátil» ya no sirve aquí. Bórrela también de su equipo');
    expect(await notes(after)).toContain('«tags» quitó una llave de acceso: Portátil');
    expect([await isWhole(token), await isWhole(other)]).toEqual([true, false]);
    const half = await passwordOf('tags');
    expect(messageOf(await entering(half, passkey.get(await challengeOf(half))))).toMatch(
      /^Esa llave de acceso no es de su cuenta/,
    );
    const llave = second.passkey.get(await challengeOf(token));
    expect((await remove(token, { id, password, llave })).status).toBe(404);
  });

  it('nobody takes another’s away, and switching off takes all away', async () => {
    await owner('obras');
    const { token, passkey } = await owner();
    const password = DEMO_PASSWORD;
    const llave = passkey.get(await challengeOf(token));
    await added(token, { password, llave }, 'Otra');
    const strangers = await idOf();
    expect(
      (await remove(token, { id: strangers, password, llave: passkey.get(await challengeOf(token)) })).status,
    ).toBe(404);
    const off = await call(token, '/security/factor/desactivar', {
      password,
      llave: passkey.get(await challengeOf(token)),
    });
    expect(envelope(off).message).toMatch(/^El segundo factor se desactivó/);
    expect(await app.query('SELECT DISTINCT usuario_id FROM c_encinos.llave_acceso')).toHaveLength(1);
    expect(await isWhole(await passwordOf('tags'))).toBe(true);
    expect(messageOf(await remove(token, { id: strangers, password, codigo: '1' }))).toMatch(
      /^Su cuenta no tiene segundo factor/,
    );
  });

  it('an administrator takes a lost one away as any second factor', async () => {
    const { token, half } = await owner();
    const id = USERNAMES.indexOf('tags') + 1;
    const known = await app.call('GET', `/user/factor/${id}`, { as: 'director' });
    expect(envelope(known).data).toEqual({ activado: expect.any(String), exigido: false });
    const reply = await app.call('POST', '/user/resetfactor', {
      as: 'director',
      body: { id, razon: 'Perdió su equipo' },
    });
    expect(envelope(reply)).toMatchObject({ success: true });
    expect([await isWhole(token), (await app.call('GET', FACTOR, { token: half })).status]).toEqual([false, 403]);
    expect(await isWhole(await passwordOf('tags'))).toBe(true);
  });
});

describe('beside an app', () => {
  it('an app is added to a passkey by it, and either is enough; the passkey alone may be taken away then', async () => {
    const { token, passkey } = await owner();
    const llave = passkey.get(await challengeOf(token));
    const { clave } = dataOf<{ clave: string }>(
      await call(token, '/security/factor/preparar', { password: DEMO_PASSWORD, llave }),
    );
    const after = await lastRowId(app);
    dataOf(await call(token, '/security/factor/activar', { codigo: codeOf(clave, app.clock.now()) }));
    expect(await notes(after)).toContain('«tags» agregó una aplicación a su segundo factor');
    expect(await state(token)).toMatchObject({ aplicacion: true, llaves: 1 });
    const half = await passwordOf('tags');
    dataOf(await entering(half, passkey.get(await challengeOf(half))));
    app.clock.advance(30_000);
    dataOf(await call(await passwordOf('tags'), '/security/factor/entrar', { codigo: codeOf(clave, app.clock.now()) }));
    app.clock.advance(30_000);
    const [row] = await app.query<{ id: number }>('SELECT id FROM c_encinos.llave_acceso');
    const codigo = codeOf(clave, app.clock.now());
    expect(
      envelope(await call(token, '/security/factor/llave/quitar', { id: row?.id, password: DEMO_PASSWORD, codigo })),
    ).toMatchObject({
      success: true,
    });
    expect(await state(token)).toMatchObject({ activado: expect.any(String), aplicacion: true, llaves: 0 });
  });
});

describe('a role that asks for a second factor', () => {
  it('is let in with a passkey, set up after the password, and asked for nothing else', async () => {
    await app.query("UPDATE c_encinos.configuracion_residencial SET segundo_factor_roles = '{7}'");
    const half = await passwordOf('tags');
    expect(await state(half)).toMatchObject({ debe: 'alta', sinLlaves: null });
    expect(messageOf(await call(half, '/security/factor/llave/reto'))).toMatch(/^Su cuenta no tiene llaves de acceso/);
    const { passkey, codigos, sesion } = await added(half, {});
    expect(codigos).toHaveLength(10);
    expect(await isWhole(sesion?.access_token ?? '')).toBe(true);
    expect((await app.call('GET', FACTOR, { token: half })).status).toBe(403);
    const next = await passwordOf('tags');
    expect(await state(next)).toMatchObject({ debe: 'codigo', exigido: true });
    dataOf(await entering(next, passkey.get(await challengeOf(next))));
    const off = await call(sesion?.access_token ?? '', '/security/factor/desactivar', {
      ...{ password: DEMO_PASSWORD, llave: passkey.get(await challengeOf(sesion?.access_token ?? '')) },
    });
    expect(messageOf(off)).toMatch(/^Su rol pide el segundo factor/);
  });

  it('a half that was there before another way was set up adds nothing', async () => {
    await app.query("UPDATE c_encinos.configuracion_residencial SET segundo_factor_roles = '{7}'");
    const [first, second] = [await passwordOf('tags'), await passwordOf('tags')];
    const passkey = new Passkey(SITE);
    const llave = passkey.create(await asking(second, {}));
    await added(first, {});
    expect((await call(second, '/security/factor/llave/agregar', { nombre: '', llave })).status).toBe(403);
  });
});
