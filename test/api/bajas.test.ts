/** Somebody leaves the office: what ends, who goes on with the rest, and a shift that is counted by two. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../src/features/usuarios/demo.ts';
import { appOfFile, type DemoUser } from '../app.ts';
import { NOON } from '../day.ts';
import { inLedger } from '../ledger.ts';
import { auditRows, type Envelope, envelope, lastRowId, USERNAMES } from './support.ts';

const app = await appOfFile({ connections: 10, now: NOON });

const idOf = (username: string) => USERNAMES.indexOf(username as (typeof USERNAMES)[number]) + 1;
const post = (path: string, body: unknown, as: DemoUser = 'director') => app.call('POST', path, { as, body });
const refusalOf = ({ body }: { body: unknown }): string => {
  const { success, message } = body as Envelope;
  expect(success).toBe(false);
  return String(message);
};

interface Preparada {
  impedimento: string;
  termina: string[];
  entrega: string[];
  turnos: { id: number; contado: boolean }[];
  reciben: { id: number; username: string }[];
  hizo: { que: string; veces: number; monto: number | null }[];
  actos: { nota: string }[];
  hecha: { razon: string; recibe: string; terminado: string[] } | null;
}
const prepared = async (username: string, as: DemoUser = 'director') =>
  envelope(await app.call('GET', `/user/baja/${idOf(username)}`, { as })).data as Preparada;
const leave = (username: string, changes: object = {}, as: DemoUser = 'director') =>
  post('/user/baja', { id: idOf(username), recibe: { id: '' }, razon: 'Cambió de trabajo', ...changes }, as);

const rowsOf = (table: string, username: string) =>
  app.query(`SELECT 1 FROM c_encinos.${table} WHERE usuario_id = ${idOf(username)}`);

describe('whoever leaves', () => {
  it('is refused by themselves, for those whom one may not manage, and without a reason', async () => {
    expect(refusalOf(await leave('director'))).toContain('No puede darse de baja a sí mismo');
    expect((await leave('superadmin')).status).toBe(404);
    expect((await app.call('GET', `/user/baja/${idOf('superadmin')}`, { as: 'director' })).status).toBe(404);
    expect((await leave('consultor', { razon: ' ' })).status).toBe(400);
    expect((await prepared('director')).impedimento).toContain('No puede darse de baja a sí mismo');
  });

  it('loses session, device, code and second factor at once, and what they had goes to another', async () => {
    const user = idOf('administrador');
    const login = await app.call('POST', '/security/login', {
      body: { username: 'administrador', password: DEMO_PASSWORD },
    });
    const token = (login.body as { access_token: string }).access_token;
    await app.query(`
      INSERT INTO c_encinos.codigo_autorizacion (codigo, cantidad, active, usuario_id, created_at, updated_at)
      VALUES ('BAJA-UNO', 5, true, ${user}, now(), now());
      INSERT INTO c_encinos.segundo_factor (usuario_id, secreto, activado_at) VALUES (${user}, '\\x00', now());
      DELETE FROM c_encinos.reporte_vista WHERE usuario_id IN (${user}, ${idOf('director')});
      INSERT INTO c_encinos.reporte_vista (reporte, nombre, usuario_id, compartida, periodo, filtros, created_at, updated_at)
      SELECT 'pagos-atrasados', 'Los míos', u, false, 'mes', '{}', now(), now() FROM unnest(ARRAY[${user}, ${idOf('director')}]) u;
      INSERT INTO c_encinos.reporte_envio (vista_id, dia, formato, activo, desde, usuario_id)
      SELECT id, 1, 'pdf', true, '2026-01-01', usuario_id FROM c_encinos.reporte_vista WHERE usuario_id = ${user};
      INSERT INTO c_encinos.reporte_envio_destinatario (envio_id, usuario_id)
      SELECT e.id, u FROM c_encinos.reporte_envio e, unnest(ARRAY[${user}, ${idOf('director')}]) u WHERE e.usuario_id = ${user}`);
    const last = await lastRowId(app);
    const before = await prepared('administrador');
    expect(before.termina).toEqual(
      expect.arrayContaining(['su contraseña', 'su segundo factor y sus códigos de recuperación']),
    );
    expect(before.entrega).toEqual(['1 vista de reporte', '1 envío mensual que hizo', '1 correo mensual que recibe']);
    expect(before.reciben.map(({ username }) => username)).not.toContain('administrador');
    expect(before.reciben.map(({ username }) => username)).not.toContain('cobranza');

    expect(refusalOf(await leave('administrador'))).toContain('Elija quién sigue con lo suyo: 1 vista de reporte');
    expect(refusalOf(await leave('administrador', { recibe: { id: idOf('cobranza') } }))).toContain(
      'Quien recibe debe',
    );
    expect(refusalOf(await leave('administrador', { recibe: { id: user } }))).toContain('Quien recibe debe');
    const done = await leave('administrador', { recibe: { id: idOf('director') } });
    expect(envelope(done).message).toBe('«administrador» está de baja');

    expect((await app.call('GET', '/lote/all', { token })).status).toBe(403);
    expect(
      (await app.call('POST', '/security/login', { body: { username: 'administrador', password: DEMO_PASSWORD } }))
        .status,
    ).not.toBe(200);
    for (const table of [
      'sesion',
      'sesion_a_medias',
      'acceso_conocido',
      'segundo_factor',
      'reporte_vista',
      'reporte_envio',
    ]) {
      expect(await rowsOf(table, 'administrador'), table).toEqual([]);
    }
    expect(
      await app.query(`SELECT 1 FROM c_encinos.codigo_autorizacion WHERE usuario_id = ${user} AND active`),
    ).toEqual([]);
    expect(
      await app.query(
        `SELECT nombre FROM c_encinos.reporte_vista WHERE usuario_id = ${idOf('director')} ORDER BY length(nombre)`,
      ),
    ).toEqual([{ nombre: 'Los míos' }, { nombre: expect.stringMatching(/^Los míos \(administrador, \d+\)$/) }]);
    expect(
      await app.query(
        `SELECT usuario_id FROM c_encinos.reporte_envio_destinatario WHERE usuario_id = ${idOf('director')}`,
      ),
    ).toHaveLength(1);
    const after = await prepared('administrador');
    expect(after.hecha).toMatchObject({ razon: 'Cambió de trabajo', recibe: 'director' });
    expect(after.hecha?.terminado).toEqual([...before.termina, ...before.entrega]);
    expect(refusalOf(await leave('administrador', { recibe: { id: idOf('director') } }))).toBe('Ya está de baja');
    expect(await auditRows(app, last)).toContainEqual(
      expect.objectContaining({ nota: expect.stringContaining('Baja de «administrador»: Cambió de trabajo') }),
    );
  });

  it('comes back with another password, and by that alone', async () => {
    const user = envelope(await app.call('GET', `/user/get/${idOf('administrador')}`, { as: 'director' })).data as {
      roles: { id: number }[];
    };
    await post('/user/save', { ...user, enabled: true, role: user.roles[0]?.id });
    const signIn = (password: string) =>
      app.call('POST', '/security/login', { body: { username: 'administrador', password } });
    expect((await signIn(DEMO_PASSWORD)).status).not.toBe(200);
    expect((await prepared('administrador')).hecha).toBeNull();
    await post('/user/resetpassword', { id: idOf('administrador'), password: 'Vuelve-2026-encinos' });
    expect((await signIn('Vuelve-2026-encinos')).status).toBe(200);
    // And leaves again, also where the account was only switched off meanwhile: nothing of before stands in the way.
    await post('/user/save', { ...user, enabled: false, role: user.roles[0]?.id });
    expect(await prepared('administrador')).toMatchObject({ hecha: null, impedimento: '' });
    expect(envelope(await leave('administrador', { recibe: { id: idOf('director') } })).success).toBe(true);
    expect((await prepared('administrador')).hecha).toMatchObject({ razon: 'Cambió de trabajo' });
    await post('/user/save', { ...user, enabled: true, role: user.roles[0]?.id });
    expect((await signIn('Vuelve-2026-encinos')).status).not.toBe(200);
  });
});

describe('the shift of whoever left', () => {
  it('is counted by two, of whom the second proves it by a password of their own', async () => {
    const [caja] = await app.query<{ id: number }>(
      `SELECT id FROM c_encinos.caja WHERE active AND id NOT IN (SELECT caja_id FROM c_encinos.turno_caja WHERE firmado_at IS NULL) LIMIT 1`,
    );
    const opened = await post('/turno/abrir', { caja: { id: caja?.id }, fondoInicial: 500 }, 'cobranza');
    const id = envelope(opened).data as number;
    const told = envelope(await leave('cobranza')).message;
    expect(told).toBe('«cobranza» está de baja. Falta contar entre dos su turno');
    expect((await prepared('cobranza')).turnos).toMatchObject([{ id, contado: false }]);

    const shift = envelope(await app.call('GET', `/turno/get/${id}`, { as: 'director' })).data as {
      entreDos: boolean;
      metodos: { metodoPago: { id: number } }[];
    };
    expect(shift.entreDos).toBe(true);
    const conteo = shift.metodos.map(({ metodoPago }, at) => ({ metodoPago, monto: at === 0 ? 500 : 0 }));
    envelope(await post('/turno/contar', { id, conteo }));
    const sign = (testigo?: object) =>
      post('/turno/firmar', { id, explicacion: '', password: DEMO_PASSWORD, ...(testigo && { testigo }) });
    const second = (usuario: string, password = DEMO_PASSWORD) => sign({ usuario, password });
    expect(refusalOf(await sign())).toContain('cuéntenlo entre dos');
    expect(refusalOf(await second('director'))).toBe('La segunda persona debe ser otra');
    for (const [usuario, password] of [
      ['superadmin', 'otra'],
      ['nadie', DEMO_PASSWORD],
      ['cobranza', DEMO_PASSWORD],
      ['seguridad', DEMO_PASSWORD],
    ] as const) {
      expect(refusalOf(await second(usuario, password)), usuario).toContain('no son correctos');
    }
    expect(envelope(await second('superadmin')).message).toContain('firmado entre director y superadmin');
    const signed = envelope(await app.call('GET', `/turno/get/${id}`, { as: 'director' })).data;
    expect(signed).toMatchObject({ entreDos: false, firma: { usuario: 'director', testigo: 'superadmin' } });
    expect((await prepared('cobranza')).turnos).toEqual([]);
  });
});

it('what whoever leaves is about at that moment gives them no code', async () => {
  const save = (codigo: string) => post('/codigoautorizacion/save', { id: '', codigo, cantidad: 5 });
  expect(envelope(await save('ANTES-UNO')).success).toBe(true);
  const codes = () =>
    app.query<{ id: number; active: boolean }>(
      `SELECT id, active FROM c_encinos.codigo_autorizacion WHERE usuario_id = ${idOf('director')} ORDER BY id`,
    );
  const [{ id = 0 } = {}] = await codes();
  const waiting = async () =>
    (
      await app.query<{ n: number }>(`SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    )[0]?.n;
  const sent = await inLedger(app, async (tx) => {
    await sql`SELECT FROM usuario WHERE id = ${idOf('director')} FOR UPDATE`.execute(tx);
    const left = leave('director', { recibe: { id: idOf('superadmin') } }, 'superadmin');
    await expect.poll(waiting).toBe(1);
    const acts = [save('DESPUES-UNO'), post('/codigoautorizacion/changeactive', { id, active: true })];
    await expect.poll(waiting).toBe(3);
    return { left, acts };
  });
  expect(envelope(await sent.left).message).toContain('está de baja');
  expect((await Promise.all(sent.acts)).map(({ status }) => status)).toEqual([403, 403]);
  expect((await codes()).filter(({ active }) => active)).toEqual([]);
});
