/** Users of the residents' app, and the push messages to them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/server/clock.ts';
import { inTx } from '#platform/server/db.ts';
import { ENDLESS_DISK } from '#platform/server/disk.ts';
import { Jobs } from '#platform/server/jobs.ts';
import { localMail } from '#platform/server/mail.ts';
import { asked } from '#platform/server/outside.ts';
import { deliverPush, localOutbox, PushRejected, type PushSender, queuePush } from '#platform/server/push.ts';
import { appOfFile } from '../app.ts';
import { auditRows, envelope, fingerprints, freshText, lastAuditId, SESSION_TABLES } from './support.ts';

interface UserApp {
  id: number;
  name: string;
  email: string;
  token?: string | null;
}

let lote: number;
let referencia: string;
let wakes = 0;
const app = await appOfFile({ onPushWake: () => (wakes += 1) });
beforeEach(async () => {
  referencia = freshText('LOTE ');
  lote = await newLote(referencia);
});

async function newLote(name: string): Promise<number> {
  const [row] = await app.query<{ id: number }>(
    `INSERT INTO c_encinos.lote (referencia, tipo, superficie, etapa) VALUES ($1, 'habitacional', 120, 'Parque Nogal')
     RETURNING id`,
    [name],
  );
  return row?.id ?? 0;
}

const person = (changes: Record<string, unknown> = {}) => ({
  id: '',
  name: 'Begoña Núñez',
  phone: '5512345678',
  email: `${freshText('b').toLowerCase()}@correo.example`,
  status: 'verificada',
  lote: { id: lote },
  token: '',
  ...changes,
});
const save = (body: unknown) => app.call('POST', '/userapp/save', { as: 'administrador', body });
const all = async () => (await app.call('GET', '/userapp/all', { as: 'administrador' })).body as UserApp[];
const get = async (id: number) =>
  envelope(await app.call('GET', `/userapp/get/${id}`, { as: 'administrador' })).data as UserApp;
const byLote = async (id: number) =>
  (await app.call('GET', `/userapp/getByLote/${id}`, { as: 'tags' })).body as { data: { token: string | null } };
const notify = (id: number, mensaje: unknown = 'Su paquete está en la caseta') =>
  app.call('POST', `/userapp/notificar/${id}`, { as: 'administrador', body: { mensaje } });

/** Saves a new user and gives its id. */
async function create(changes: Record<string, unknown> = {}): Promise<number> {
  const body = person(changes);
  expect((await save(body)).body).toEqual({ success: true, message: 'Acción exitosa' });
  const id = (await all()).find(({ email }) => email === body.email)?.id;
  if (id === undefined) throw new Error('not in the list');
  return id;
}

const outbox = (id: number) =>
  app.query<{ token: string; titulo: string; cuerpo: string; estado: string; intentos: number; enviada_at: Date }>(
    'SELECT * FROM c_encinos.notificacion_push WHERE user_app_id = $1 ORDER BY id',
    [id],
  );

describe('a user of the app', () => {
  it('is saved and read; the token is in get and never in the list', async () => {
    const id = await create({ token: 'telefono-1' });
    const read = await get(id);
    expect(read).toEqual({
      id,
      name: 'Begoña Núñez',
      email: read.email,
      phone: '5512345678',
      status: 'verificada',
      lote: { id: lote, referencia, etapa: 'Parque Nogal' },
      token: 'telefono-1',
    });
    const rows = await all();
    const { token: _token, ...listed } = read;
    expect(rows.find((row) => row.id === id)).toEqual(listed);
    expect(JSON.stringify(rows)).not.toContain('token');
  });

  it('keeps its token when a save brings none, and takes a new one', async () => {
    const id = await create({ token: 'viejo' });
    const { email } = await get(id);
    for (const token of ['', null, undefined]) {
      expect((await save(person({ id, email, token, status: 'plazo_pago' }))).body).toMatchObject({ success: true });
      expect(await get(id)).toMatchObject({ status: 'plazo_pago', token: 'viejo' });
    }
    await save(person({ id, email, token: 'nuevo' }));
    expect(await get(id)).toMatchObject({ token: 'nuevo' });
  });

  it('leaves one audit row for each change, without the token', async () => {
    const after = await lastAuditId(app);
    const id = await create({ token: 'secreto-del-telefono' });
    const { email } = await get(id);
    await save(person({ id, email, name: 'Begoña Peña' }));
    await app.call('DELETE', `/userapp/delete/${id}`, { as: 'administrador' });
    const rows = await auditRows(app, after);
    const common = { usuario: 'administrador', entidad: 'user_app', entidad_id: String(id), referencia };
    expect(rows).toMatchObject([
      { ...common, status: 'creado', nota: 'Usuario de la app «Begoña Núñez»', antes: null, despues: { email } },
      { ...common, status: 'actualizado', antes: { name: 'Begoña Núñez' }, despues: { name: 'Begoña Peña' } },
      { ...common, status: 'eliminado', antes: { conToken: true }, despues: null },
    ]);
    expect(JSON.stringify(rows)).not.toContain('secreto-del-telefono');
  });

  it('is deleted once', async () => {
    const id = await create();
    const remove = () => app.call('DELETE', `/userapp/delete/${id}`, { as: 'director' });
    expect((await remove()).body).toEqual({ success: true, message: 'Eliminado correctamente' });
    expect((await remove()).status).toBe(404);
    expect((await app.call('GET', `/userapp/get/${id}`, { as: 'director' })).status).toBe(404);
  });

  it('shares its e-mail with nobody, whatever its case', async () => {
    const email = `${freshText('Correo')}@correo.example`;
    await create({ email });
    const other = await create();
    const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
    for (const body of [person({ email: email.toLowerCase() }), person({ id: other, email: email.toUpperCase() })]) {
      expect((await save(body)).body).toEqual({
        success: false,
        message: 'Ya existe un usuario de la app con ese correo electrónico. Use otro o edite el existente',
      });
    }
    expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
  });

  it.each([
    ['at a lot that does not exist', { lote: { id: 2_000_000_000 } }, 'El lote elegido no existe. Elija otro'],
    ['under an id that does not exist', { id: 2_000_000_000 }, 'El usuario de la app ya no existe. Vuelva a la lista'],
  ])('%s is refused', async (_what, changes, message) => {
    const reply = await save(person(changes));
    expect([reply.status, reply.body]).toEqual([200, { success: false, message }]);
  });

  it.each([
    [{ name: '' }, 'name', 'Campo Requerido'],
    [{ name: ' Al ' }, 'name', 'Muy corto!'],
    [{ phone: '' }, 'phone', 'Campo Requerido'],
    [{ status: '' }, 'status', 'Required'],
    [{ status: 'activo' }, 'status', 'Elija una de las opciones'],
    [{ email: '' }, 'email', 'Campo Requerido'],
    [{ email: 'sin arroba' }, 'email', 'Email Inválido'],
    [{ lote: { id: '' } }, 'lote.id', 'Campo requerido'],
    [{ lote: { id: null } }, 'lote.id', 'Campo requerido'],
    [{ lote: { id: 'x' } }, 'lote.id', 'El identificador no es válido'],
  ])('with %o is malformed at %s: %s', async (changes, path, message) => {
    const reply = await save(person(changes));
    expect([reply.status, envelope(reply).errors]).toEqual([400, [{ path, message }]]);
  });
});

describe('the token of a lot', () => {
  it('is the verified user’s, then the latest one’s, and null without any', async () => {
    expect(await byLote(lote)).toEqual({ success: true, data: { token: null } });
    await create({ status: 'pendiente' });
    expect((await byLote(lote)).data).toEqual({ token: null });
    await create({ status: 'bloqueada', token: 'bloqueada' });
    expect((await byLote(lote)).data).toEqual({ token: 'bloqueada' });
    await create({ status: 'verificada', token: 'verificada' });
    await create({ status: 'plazo_pago', token: 'plazo' });
    expect((await byLote(lote)).data).toEqual({ token: 'verificada' });
  });

  it('of a lot that does not exist is 404', async () => {
    expect((await app.call('GET', '/userapp/getByLote/2000000000', { as: 'tags' })).status).toBe(404);
  });
});

describe('who reserved', () => {
  const userData = (query: string) => app.call('GET', `/userapp/getUserData${query}`, { as: 'administrador' });

  it('is a list of one, with the address of the lot', async () => {
    await app.query("UPDATE c_encinos.lote SET calle = 'Peña', lote = '7' WHERE id = $1", [lote]);
    const [{ direccion } = { direccion: '' }] = await app.query<{ direccion: string }>(
      'SELECT direccion FROM c_encinos.lote WHERE id = $1',
      [lote],
    );
    expect(direccion).toContain('Peña');
    const reply = await userData(`?id=${await create({ token: 'secreto' })}`);
    expect([reply.status, reply.body]).toEqual([
      200,
      [{ nombre: 'Begoña Núñez', direccion, telefono: '5512345678', fotoUsuarioUrl: null }],
    ]);
  });

  it('is an empty list where the user is gone, and malformed without an id', async () => {
    expect(await userData('?id=2000000000')).toMatchObject({ status: 200, body: [] });
    for (const query of ['', '?id=', '?id=x']) expect((await userData(query)).status).toBe(400);
  });
});

describe('a notification', () => {
  it('goes to the outbox with the token, wakes the jobs, and is audited', async () => {
    const id = await create({ token: 'telefono-2' });
    const after = await lastAuditId(app);
    const wakesBefore = wakes;
    expect((await notify(id)).body).toEqual({ success: true, message: 'Acción exitosa' });
    expect(await outbox(id)).toMatchObject([
      {
        token: 'telefono-2',
        titulo: 'Los Encinos',
        cuerpo: 'Su paquete está en la caseta',
        estado: 'pendiente',
        intentos: 0,
        enviada_at: null,
      },
    ]);
    expect(wakes).toBe(wakesBefore + 1);
    const rows = await auditRows(app, after);
    expect(rows).toMatchObject([
      {
        status: 'creado',
        entidad: 'notificacion_push',
        referencia,
        despues: { cuerpo: 'Su paquete está en la caseta' },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('telefono-2');
  });

  it('bears the name of the residencial that the configuration has', async () => {
    const id = await create({ token: 'telefono-5' });
    await app.query("UPDATE c_encinos.configuracion_residencial SET residencial = 'MIRADOR'");
    await notify(id);
    await app.query("UPDATE c_encinos.configuracion_residencial SET residencial = 'ENCINOS'");
    expect(await outbox(id)).toMatchObject([{ titulo: 'El Mirador' }]);
  });

  it('to a user without a token is refused, and nothing is queued', async () => {
    const id = await create();
    const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
    const wakesBefore = wakes;
    const reply = await notify(id);
    expect(wakes).toBe(wakesBefore);
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        success: false,
        message:
          'No se le puede enviar notificación a esta cuenta debido a que la cuenta no tiene la información completa',
      },
    ]);
    expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
  });

  it('needs a message and a user', async () => {
    const id = await create({ token: 'telefono-3' });
    for (const mensaje of ['', '  ', null]) {
      expect(envelope(await notify(id, mensaje)).errors).toEqual([{ path: 'mensaje', message: 'Campo Requerido' }]);
    }
    expect((await notify(2_000_000_000)).status).toBe(404);
    expect(await outbox(id)).toEqual([]);
  });
});

describe('the push port', () => {
  const work = <T>(run: Parameters<typeof inTx<T>>[2]) => inTx(app.pools.pool, { schema: 'c_encinos' }, run);
  const queue = (userAppId: number, cuerpo = 'C') =>
    work((tx) => queuePush(tx, { userAppId, token: 'uno', titulo: 'T', cuerpo }, app.clock.now()));
  const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);
  const refusing = (error: Error) => asked<PushSender>({ send: async () => Promise.reject(error) });
  // What earlier tests left would be sent as well.
  beforeEach(() => app.query('DELETE FROM c_encinos.notificacion_push'));

  it('keeps what a provider refuses, tries again later each time, and gives up at the fifth attempt', async () => {
    const id = await create({ token: 'roto' });
    await queue(id);
    const failing = refusing(new Error('el proveedor no responde'));
    for (const [index, minutes] of [0, 1, 5, 30, 120].entries()) {
      if (minutes > 0) {
        // A second too early there is nothing to do.
        const early = new Date(inMinutes(minutes).getTime() - 1_000);
        expect(await deliverPush(work, failing, early)).toEqual({ sent: 0, failed: 0 });
      }
      expect(await deliverPush(work, failing, inMinutes(minutes))).toEqual({ sent: 0, failed: 1 });
      expect(await outbox(id)).toMatchObject([
        {
          estado: index < 4 ? 'pendiente' : 'fallida',
          intentos: index + 1,
          ultimo_error: 'el proveedor no responde',
          enviada_at: null,
        },
      ]);
    }
    expect(await deliverPush(work, localOutbox, inMinutes(10_000))).toEqual({ sent: 0, failed: 0 });
  });

  it('does not try again what the provider refused for good', async () => {
    const id = await create({ token: 'ido' });
    await queue(id);
    await deliverPush(work, refusing(new PushRejected('404 no existe')), app.clock.now());
    expect(await outbox(id)).toMatchObject([{ estado: 'fallida', intentos: 1, ultimo_error: '404 no existe' }]);
  });

  it('sends the others though one is refused, and that one at its next turn', async () => {
    const id = await create({ token: 'uno' });
    for (const cuerpo of ['a', 'b', 'c']) await queue(id, cuerpo);
    const moody = asked<PushSender>({
      async send({ cuerpo }) {
        if (cuerpo === 'b') throw new Error('ahora no');
      },
    });
    expect(await deliverPush(work, moody, app.clock.now())).toEqual({ sent: 2, failed: 1 });
    expect(await deliverPush(work, localOutbox, inMinutes(1))).toEqual({ sent: 1, failed: 0 });
    expect(await outbox(id)).toMatchObject([
      { intentos: 1, enviada_at: app.clock.now() },
      { intentos: 2, ultimo_error: null, enviada_at: inMinutes(1) },
      { intentos: 1 },
    ]);
  });

  it('sends each message once, though two processes deliver at the same time', async () => {
    const id = await create({ token: 'uno' });
    for (let n = 0; n < 10; n += 1) await queue(id, String(n));
    const sent: string[] = [];
    const slow = asked<PushSender>({
      async send({ cuerpo }) {
        sent.push(cuerpo);
        await new Promise((resolve) => setTimeout(resolve, 50));
      },
    });
    await Promise.all([1, 2].map(() => deliverPush(work, slow, app.clock.now(), 5)));
    await deliverPush(work, slow, app.clock.now());
    expect(sent.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(new Set((await outbox(id)).map(({ estado }) => estado))).toEqual(new Set(['enviada']));
  });

  it('is emptied by the job, whole and without a failure of one message holding up the rest', async () => {
    const id = await create({ token: 'uno' });
    for (let n = 0; n < 45; n += 1) await queue(id, String(n));
    const lines: unknown[] = [];
    const log = {
      info: (line: object) => lines.push(line),
      warn: (line: object) => lines.push(line),
      error: (line: object) => lines.push(line),
    };
    const jobs = new Jobs({
      connectionString: app.urls.jobs,
      jobsPool: app.pools.jobsPool,
      seals: app.seals,
      communities: app.pools.communities,
      disk: ENDLESS_DISK,
      clock: systemClock,
      sessionLimits: { idleMinutes: 120, maxHours: 12 },
      communityJobs: [],
      errands: [],
      mailSender: localMail,
      pushSender: asked<PushSender>({
        async send({ cuerpo }) {
          if (cuerpo === '3') throw new Error('ahora no');
        },
      }),
      log,
    });
    // The database counts microseconds, this process milliseconds: within the same one its rows would still be to come.
    await app.query("UPDATE c_encinos.notificacion_push SET created_at = now() - interval '1 second'");
    await jobs.deliverPushes();
    const states = (await outbox(id)).map(({ estado }) => estado);
    expect(states.filter((estado) => estado !== 'enviada')).toEqual(['pendiente']);
    expect(states[3]).toBe('pendiente');
    expect(lines).toMatchObject([
      { comunidad: 'ENCINOS', sent: 19, failed: 1 },
      { sent: 20, failed: 0 },
      { sent: 5, failed: 0 },
    ]);
    expect(JSON.stringify(lines)).not.toContain('uno');
  });
});
