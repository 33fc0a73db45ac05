/** Users and roles (specification 000 sections 2.8, 2.9 and 5). */
import { describe, expect, it } from 'vitest';
import { appOfFile, type DemoUser } from '../app.ts';
import { auditRows, envelope, fingerprints, freshText, lastAuditId, SESSION_TABLES } from './support.ts';

const app = await appOfFile();

interface User {
  id: number;
  name: string;
  last_name: string;
  email: string;
  username: string;
  enabled: boolean;
  roles: { id: number; name: string }[];
}

const SUPERADMIN_ID = 1;
const DIRECTOR_ID = 2;

const form = (changes: Record<string, unknown> = {}) => {
  const username = freshText('u').toLowerCase();
  return {
    view_edit: false,
    id: '',
    name: 'Rosa',
    last_name: 'Méndez',
    email: `${username}@prueba.mx`,
    username,
    password: 'Clave-2026-rosa',
    enabled: true,
    role: 4,
    roles: [],
    ...changes,
  };
};
const save = (body: Record<string, unknown>, as: DemoUser = 'superadmin') =>
  app.call('POST', '/user/save', { as, body });
const list = async (as: DemoUser = 'superadmin') => (await app.call('GET', '/user/all', { as })).body as User[];

async function created(changes: Record<string, unknown> = {}): Promise<User> {
  const body = form(changes);
  const reply = await save(body);
  expect([reply.status, reply.body]).toEqual([200, { success: true, message: 'Acción exitosa' }]);
  const user = (await list()).find(({ username }) => username === body.username);
  if (!user) throw new Error(`the user ${body.username} is not in the list`);
  return user;
}

const edited = (user: User, changes: Record<string, unknown> = {}) => ({
  view_edit: true,
  id: user.id,
  name: user.name,
  last_name: user.last_name,
  email: user.email,
  enabled: user.enabled,
  role: user.roles[0]?.id,
  roles: user.roles,
  ...changes,
});

async function unchanged<T>(work: () => Promise<T>): Promise<T> {
  const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
  const value = await work();
  expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
  return value;
}

describe('a user', () => {
  it('is created, listed, read, edited and signs in with the password given', async () => {
    const user = await created({ name: '  Rosa ', email: 'Rosa.Mendez@Prueba.mx' });
    expect(user).toEqual({
      id: expect.any(Number),
      name: 'Rosa',
      last_name: 'Méndez',
      email: 'Rosa.Mendez@Prueba.mx',
      username: user.username,
      enabled: true,
      roles: [{ id: 4, name: 'ROLE_CONSULTOR' }],
    });
    expect((await app.call('GET', `/user/get/${user.id}`, { as: 'director' })).body).toEqual({
      success: true,
      data: user,
    });
    await app.login(user.username, { password: 'Clave-2026-rosa' });
    expect((await save(edited(user, { name: 'Rosalía', role: 5 }))).body).toMatchObject({ success: true });
    expect((await list()).find(({ id }) => id === user.id)).toEqual({
      ...user,
      name: 'Rosalía',
      roles: [{ id: 5, name: 'ROLE_PAGOS_COBRANZA' }],
    });
  });

  it('keeps username and password when edited, whatever the form sends', async () => {
    const user = await created();
    await save(edited(user, { username: 'otronombre', password: 'Otra-2026-clave' }));
    expect((await list()).find(({ id }) => id === user.id)?.username).toBe(user.username);
    await app.login(user.username, { password: 'Clave-2026-rosa' });
  });

  it.each([
    [{ name: '' }, 'name', 'Campo Requerido'],
    [{ name: undefined }, 'name', 'Campo Requerido'],
    [{ name: '  Al ' }, 'name', 'Muy corto!'],
    [{ last_name: '' }, 'last_name', 'Required'],
    [{ last_name: 'Lu' }, 'last_name', 'Muy corto!'],
    [{ email: '' }, 'email', 'Campo Requerido'],
    [{ email: 'rosa@' }, 'email', 'Email Inválido'],
    [{ email: 'rosa@prueba.mx\r\nBcc: x@y.mx' }, 'email', 'Email Inválido'],
    [{ role: '' }, 'role', 'Campo Requerido'],
    [{ role: null }, 'role', 'Campo Requerido'],
    [{ username: '' }, 'username', 'Campo requerido'],
    [{ username: null }, 'username', 'Campo requerido'],
    [{ username: 'ab' }, 'username', 'Su usuario debe tener entre 3 y 15 caracteres'],
    [{ username: 'a'.repeat(16) }, 'username', 'Su usuario debe tener entre 3 y 15 caracteres'],
    [{ username: 'con espacio' }, 'username', 'Use sólo letras, números, punto, guion y guion bajo'],
    [{ password: '' }, 'password', 'Campo requerido'],
    [{ password: '1234567' }, 'password', 'Su contraseña debe tener más de 8 caracteres'],
    [{ password: 'x'.repeat(51) }, 'password', 'Su contraseña debe tener menos de 50 caracteres'],
  ])('with %o is refused at %s: %s', async (changes, path, message) => {
    const reply = await unchanged(() => save(form(changes)));
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      success: false,
      message: 'La petición tiene datos que corregir',
      errors: [{ path, message }],
    });
  });

  it.each([
    ['three characters of username', { username: 'zoe' }],
    ['fifteen characters of username', { username: 'ñandú.del-sur_7' }],
    ['a password of 8', { password: 'kj7Lq2xw' }],
    ['a password of 50', { password: 'ñandú, trébol y '.repeat(4).slice(0, 50) }],
  ])('may have %s', async (_what, changes) => {
    const user = await created(changes);
    const { password = 'Clave-2026-rosa' } = changes as { password?: string };
    await app.login(user.username, { password });
  });

  it.each([
    ['12345678', /^Esa contraseña es de las que se prueban primero/],
    ['Bienvenido2026!', /^Esa contraseña es de las que se prueban primero/],
    ['Mendez.1984', /^Esa contraseña se adivina pronto/],
    ['Encinos-26', /^Esa contraseña se adivina pronto/],
  ])('is not given «%s», which is guessed first', async (password, words) => {
    const user = await created();
    for (const reply of [
      await unchanged(() => save(form({ password }))),
      await unchanged(() =>
        app.call('POST', '/user/resetpassword', { as: 'director', body: { id: user.id, password } }),
      ),
    ]) {
      expect([reply.status, envelope(reply)]).toEqual([
        200,
        {
          success: false,
          message: expect.stringMatching(words),
          errors: [{ path: 'password', message: expect.stringMatching(words) }],
        },
      ]);
    }
  });

  it('cannot repeat a username or an e-mail of another, without regard to case (and accents)', async () => {
    const user = await created({ username: 'duplicado' });
    const repeated = await unchanged(() => save(form({ username: 'DÚPLICADO' })));
    expect(repeated.body).toEqual({
      success: false,
      message: 'Ya existe un usuario con ese nombre de usuario. Elija otro',
    });
    const other = await created();
    for (const body of [form({ email: user.email.toUpperCase() }), edited(other, { email: user.email })]) {
      expect((await unchanged(() => save(body))).body).toEqual({
        success: false,
        message: 'Ya existe un usuario con ese correo electrónico. Use otro o edite el usuario existente',
      });
    }
  });

  it('needs a role that exists', async () => {
    for (const role of [99, 2_147_483_647]) {
      expect((await unchanged(() => save(form({ role })))).body).toEqual({
        success: false,
        message: 'El rol elegido no existe. Elija otro',
      });
    }
  });

  it('that does not exist is 404 to read, edit and reset', async () => {
    const ghost = { id: 987_654, name: 'Nadie', last_name: 'Nadie', email: 'nadie@prueba.mx', enabled: true, role: 4 };
    for (const reply of [
      await app.call('GET', '/user/get/987654', { as: 'superadmin' }),
      await save(ghost),
      await app.call('POST', '/user/resetpassword', { as: 'superadmin', body: { id: 987_654, password: '12345678' } }),
    ]) {
      expect([reply.status, envelope(reply).message]).toEqual([404, 'No existe el usuario solicitado']);
    }
  });

  it('signs in with the password that was reset, and no longer with the old one', async () => {
    const user = await created();
    const reply = await app.call('POST', '/user/resetpassword', {
      as: 'director',
      body: { id: user.id, password: 'Repuesta-2026' },
    });
    expect(reply.body).toMatchObject({ success: true });
    await app.login(user.username, { password: 'Repuesta-2026' });
    await expect(app.login(user.username, { password: 'Clave-2026-rosa' })).rejects.toThrow('401');
    const short = await app.call('POST', '/user/resetpassword', {
      as: 'director',
      body: { id: user.id, password: 'x' },
    });
    expect([short.status, envelope(short).errors]).toEqual([
      400,
      [{ path: 'password', message: 'Su contraseña debe tener más de 8 caracteres' }],
    ]);
  });
});

describe('the own account', () => {
  it.each([
    [{ enabled: false }, 'No puede desactivar su propia cuenta. Pida a otro administrador que lo haga'],
    [{ role: 3 }, 'No puede cambiar su propio rol. Pida a otro administrador que lo haga'],
  ])('cannot be edited with %o', async (changes, message) => {
    for (const [as, id] of [
      ['superadmin', SUPERADMIN_ID],
      ['director', DIRECTOR_ID],
    ] as const) {
      const own = (await list()).find((user) => user.id === id) as User;
      const reply = await unchanged(() => save(edited(own, changes), as));
      expect([reply.status, reply.body]).toEqual([200, { success: false, message }]);
      expect((await app.call('GET', '/security/session', { as })).status).toBe(200);
    }
  });

  it('may change its name and e-mail, and its password not by the reset', async () => {
    const own = (await list()).find((user) => user.id === DIRECTOR_ID) as User;
    expect((await save(edited(own, { name: 'Directora' }), 'director')).body).toMatchObject({ success: true });
    const reset = await unchanged(() =>
      app.call('POST', '/user/resetpassword', { as: 'director', body: { id: DIRECTOR_ID, password: '12345678' } }),
    );
    expect(reset.body).toEqual({
      success: false,
      message: 'Cambie su propia contraseña desde el menú de usuario, en «Cambiar contraseña»',
    });
  });
});

describe('a superadministrator', () => {
  it('is neither seen nor read, edited, reset or appointed by a director', async () => {
    expect((await list('superadmin')).map(({ id }) => id)).toContain(SUPERADMIN_ID);
    expect((await list('director')).map(({ id }) => id)).not.toContain(SUPERADMIN_ID);
    const [superadmin] = (await list()).filter(({ id }) => id === SUPERADMIN_ID) as [User];
    await unchanged(async () => {
      for (const reply of [
        await app.call('GET', `/user/get/${SUPERADMIN_ID}`, { as: 'director' }),
        await save(edited(superadmin, { role: 4, enabled: false, email: 'tomado@prueba.mx' }), 'director'),
        await app.call('POST', '/user/resetpassword', {
          as: 'director',
          body: { id: SUPERADMIN_ID, password: 'Tomada-2026' },
        }),
      ]) {
        expect([reply.status, reply.body]).toEqual([
          404,
          { success: false, message: 'No existe el usuario solicitado' },
        ]);
      }
      const own = (await list()).find(({ id }) => id === DIRECTOR_ID) as User;
      for (const body of [form({ role: 1 }), edited(own, { role: 1 })]) {
        expect((await save(body, 'director')).body).toEqual({
          success: false,
          message: 'Sólo un superadministrador puede asignar el rol de superadministrador',
        });
      }
    });
  });

  it('is appointed by another, and its role is offered to superadministrators only', async () => {
    const user = await created({ role: 1 });
    expect(user.roles).toEqual([{ id: 1, name: 'ROLE_SUPERADMINISTRADOR' }]);
    expect((await list('director')).map(({ id }) => id)).not.toContain(user.id);
    const offered = async (as: DemoUser) =>
      ((await app.call('GET', '/role/all', { as })).body as { id: number }[]).map(({ id }) => id).slice(0, 8);
    expect(await offered('superadmin')).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await offered('director')).includes(1)).toBe(false);
  });
});

describe('extra fields of the body', () => {
  it('change nothing: no role, hash, id or date can be smuggled in', async () => {
    const user = await created();
    const before = await app.query('SELECT * FROM c_encinos.usuario WHERE id = $1', [user.id]);
    const reply = await save(
      edited(user, {
        roles: [{ id: 1, name: 'ROLE_SUPERADMINISTRADOR' }],
        role_id: 1,
        role_name: 'ROLE_SUPERADMINISTRADOR',
        password_hash: 'x',
        password: 'Robada-2026-clave',
        username: 'superadmin2',
        created_at: '2000-01-01',
        usuario_id: SUPERADMIN_ID,
        constructor: { name: 'x' },
      }),
      'director',
    );
    expect(reply.body).toMatchObject({ success: true });
    const [after] = await app.query('SELECT * FROM c_encinos.usuario WHERE id = $1', [user.id]);
    expect({ ...after, updated_at: before[0]?.updated_at }).toEqual(before[0]);
    expect((await list()).find(({ id }) => id === user.id)).toEqual(user);
  });

  it('make no superadministrator out of a new user of a director', async () => {
    const body = form({ roles: [{ id: 1 }], role_id: 1, password_hash: 'x' });
    expect((await save(body, 'director')).body).toMatchObject({ success: true });
    const user = (await list()).find(({ username }) => username === body.username) as User;
    expect(user.roles).toEqual([{ id: 4, name: 'ROLE_CONSULTOR' }]);
    await app.login(user.username, { password: body.password });
  });
});

describe('a role', () => {
  const saveRole = (body: Record<string, unknown>) => app.call('POST', '/role/save', { as: 'superadmin', body });

  it('is created, read and renamed', async () => {
    const saved = await saveRole({ id: '', name: ' Jardinería ' });
    expect(saved.body).toEqual({ success: true, data: { id: expect.any(Number) } });
    const { id } = envelope(saved).data as { id: number };
    expect(id).toBeGreaterThan(8);
    expect((await saveRole({ id, name: 'Jardines' })).body).toEqual({ success: true, data: { id } });
    expect((await app.call('GET', `/role/get/${id}`, { as: 'superadmin' })).body).toEqual({
      success: true,
      data: { id, name: 'Jardines' },
    });
    expect((await saveRole({ id: '', name: 'JARDÍNES' })).body).toEqual({
      success: false,
      message: 'Ya existe un rol con ese nombre. Elija otro',
    });
  });

  it.each([
    ['', 'Campo Requerido'],
    ['  ', 'Campo Requerido'],
    ['ab', 'Muy corto!'],
  ])('named «%s» is refused: %s', async (name, message) => {
    const reply = await unchanged(() => saveRole({ id: '', name }));
    expect([reply.status, envelope(reply).errors]).toEqual([400, [{ path: 'name', message }]]);
  });

  it('of the product cannot be renamed, and none can take its name', async () => {
    for (let id = 1; id <= 8; id += 1) {
      expect((await unchanged(() => saveRole({ id, name: `Otro ${id}` }))).body).toEqual({
        success: false,
        message: 'Los ocho roles del producto no se pueden renombrar. Cree un rol nuevo',
      });
    }
    expect((await unchanged(() => saveRole({ id: '', name: 'role_superadministrador' }))).body).toMatchObject({
      success: false,
    });
  });

  it('that does not exist is 404', async () => {
    expect((await app.call('GET', '/role/get/99', { as: 'superadmin' })).status).toBe(404);
    expect((await saveRole({ id: 99, name: 'Fantasma' })).status).toBe(404);
  });
});

describe('edits at the same time', () => {
  it('of one user follow each other: each leaves its row with the state that the other left', async () => {
    const user = await created();
    const after = await lastAuditId(app);
    await Promise.all(Array.from({ length: 6 }, (_, n) => save(edited(user, { name: `Nombre ${n}` }))));
    const rows = await auditRows(app, after);
    expect(rows).toHaveLength(6);
    const names = rows.map((row) => [row.antes?.name, row.despues?.name]);
    for (const [n, [antes]] of names.entries()) expect(antes).toBe(n === 0 ? user.name : names[n - 1]?.[1]);
  });

  it('of one role follow each other', async () => {
    const { id } = envelope(
      await app.call('POST', '/role/save', { as: 'superadmin', body: { id: '', name: 'Rol cero' } }),
    ).data as { id: number };
    const after = await lastAuditId(app);
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        app.call('POST', '/role/save', { as: 'superadmin', body: { id, name: `Rol ${n}` } }),
      ),
    );
    const names = (await auditRows(app, after)).map((row) => [row.antes?.name, row.despues?.name]);
    for (const [n, [antes]] of names.entries()) expect(antes).toBe(n === 0 ? 'Rol cero' : names[n - 1]?.[1]);
  });

  it('that create one username twice leave one user', async () => {
    const body = form();
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, n) => save({ ...body, email: `paralelo${n}@prueba.mx` })),
    );
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    expect((await list()).filter(({ username }) => username === body.username)).toHaveLength(1);
  });
});

describe('what an edit leaves alone', () => {
  it('keeps a disabled user disabled when the field is not sent', async () => {
    const user = await created({ enabled: false });
    const { enabled: _left, ...body } = edited(user, { last_name: 'Otra Persona' });
    expect((await save(body)).body).toMatchObject({ success: true });
    expect((await list()).find(({ id }) => id === user.id)).toMatchObject({
      enabled: false,
      last_name: 'Otra Persona',
    });
  });
});

describe('the last superadministrator', () => {
  it('stays: two that disable each other at once do not both succeed', async () => {
    const pair = await Promise.all([created({ role: 1 }), created({ role: 1 })]);
    const tokens = await Promise.all(pair.map(({ username }) => app.login(username, { password: 'Clave-2026-rosa' })));
    const others = await app.query<{ id: number }>(
      'UPDATE c_encinos.usuario SET enabled = false WHERE role_id = 1 AND enabled AND id <> ALL ($1) RETURNING id',
      [pair.map(({ id }) => id)],
    );
    try {
      const replies = await Promise.all(
        pair.map((user, index) =>
          app.call('POST', '/user/save', { token: tokens[1 - index] ?? '', body: edited(user, { enabled: false }) }),
        ),
      );
      const done = replies.filter(({ body }) => (body as { success: boolean }).success);
      expect(done).toHaveLength(1);
      const [left] = await app.query<{ count: string }>(
        'SELECT count(*)::text AS count FROM c_encinos.usuario WHERE role_id = 1 AND enabled',
      );
      expect(left?.count).toBe('1');
    } finally {
      await app.query('UPDATE c_encinos.usuario SET enabled = true WHERE id = ANY ($1)', [others.map(({ id }) => id)]);
      app.forgetTokens();
    }
  });
});

describe('a password reset', () => {
  it('lets the user in at once, whatever attempts were used up before', async () => {
    const user = await created();
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await app.call('POST', '/security/login', {
        body: { username: user.username, password: 'mala' },
        ip: '10.9.0.1',
      });
    }
    const body = { username: user.username, password: 'Nueva-2026-clave' };
    expect((await app.call('POST', '/security/login', { body, ip: '10.9.0.1' })).status).toBe(429);
    await app.call('POST', '/user/resetpassword', { as: 'superadmin', body: { id: user.id, password: body.password } });
    expect((await app.call('POST', '/security/login', { body, ip: '10.9.0.1' })).status).toBe(200);
  });
});
