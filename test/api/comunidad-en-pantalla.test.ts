/** Name, host and colour of a community, changed by its superadministrator (ADR 69, ADR 70). */
import { afterEach, describe, expect, it } from 'vitest';
import { asOwner } from '#platform/server/migrate.ts';
import { setColor } from '../../src/cli/marca.ts';
import { appOfFile, type DemoUser } from '../app.ts';
import { auditRows, envelope, fingerprints, lastAuditId } from './support.ts';

const app = await appOfFile();
afterEach(async () => {
  await app.query(`UPDATE porton.comunidad SET host = lower(codigo) || '.test', nombre = NULL`);
  await app.pools.communities.refresh();
});

const SEEN = { nombre: 'Los Encinos', host: 'encinos.test', color: '' };
const get = (as: DemoUser = 'superadmin', host = 'encinos.test') => app.call('GET', '/comunidad/get', { as, host });
const save = (change: object, visto: object = SEEN, as: DemoUser = 'superadmin') =>
  app.call('POST', '/comunidad/save', { as, body: { ...SEEN, ...change, visto } });

describe('the community on its screen', () => {
  it('is the superadministrator’s, and tells name, host, zone and by which command the zone is changed', async () => {
    expect(envelope(await get()).data).toEqual({
      ...{ codigo: 'ENCINOS', nombre: 'Los Encinos', host: 'encinos.test', color: '', unica: false, llaves: 0 },
      ...{ zonaHoraria: 'America/Mexico_City', orden: 'npm run comunidad -- zona ENCINOS America/Tijuana' },
    });
    expect((await get('director')).status).toBe(403);
    expect((await save({}, SEEN, 'director')).status).toBe(403);
  });

  it('changes its name, tells the log, and another community’s stays', async () => {
    const after = await lastAuditId(app);
    expect(envelope(await save({ nombre: '  Bosque   de Encinos ' })).data).toEqual({
      ...{ nombre: 'Bosque de Encinos', host: 'encinos.test', color: '' },
    });
    expect(await auditRows(app, after)).toMatchObject([
      {
        ...{ status: 'actualizado', entidad: 'comunidad', entidad_id: 'ENCINOS', usuario: 'superadmin' },
        ...{ antes: { nombre: 'Los Encinos' }, despues: { nombre: 'Bosque de Encinos' } },
      },
    ]);
    expect(await app.query('SELECT codigo, nombre, host FROM porton.comunidad ORDER BY codigo')).toEqual([
      { codigo: 'ENCINOS', nombre: 'Bosque de Encinos', host: 'encinos.test' },
      { codigo: 'LAGOS', nombre: null, host: 'lagos.test' },
    ]);
  });

  it('answers on another host from then on, and no more on the one before', async () => {
    expect(envelope(await save({ host: ' Casa.Encinos.Test ' })).data).toMatchObject({ host: 'casa.encinos.test' });
    await app.pools.communities.refresh();
    const status = async (host: string) => (await app.call('GET', '/security/session', { host })).status;
    expect([await status('casa.encinos.test'), await status('encinos.test')]).toEqual([403, 404]);
  });

  it.each([
    [{ host: 'LAGOS.test' }, /^El host «lagos\.test» ya es de la comunidad LAGOS\.$/],
    [{ host: 'https://encinos.test' }, /^«https:\/\/encinos\.test» no es un nombre de host/],
    [{ host: '127.1' }, /^«127\.1» no es un nombre de host/],
    [{ host: '' }, /^Con más de una comunidad, cada una necesita su host/],
    [{ host: 'practica-encinos.test' }, /^«practica-encinos\.test» comienza como el de una comunidad de práctica/],
    [{ nombre: 'N' }, /lleva de 2 a 60 caracteres/],
    [{ color: 'azul' }, /^«azul» no es un color/],
    [{ color: '#ffd400' }, /^El color #ffd400 contrasta 1\.3:1 .* El más cercano que sirve es #[0-9a-f]{6}\.$/],
  ])('%o is refused in a sentence, and nothing changes', async (change, sentence) => {
    const all = () => Promise.all(['porton', 'c_encinos'].map((schema) => fingerprints(app, schema)));
    const before = await all();
    const reply = await save(change);
    expect([reply.status, envelope(reply).success]).toEqual([200, false]);
    expect(envelope(reply).errors).toEqual([
      { path: Object.keys(change)[0], message: expect.stringMatching(sentence) },
    ]);
    expect(await all()).toEqual(before);
  });

  it('has a colour of its own from then on, until it is taken away, and tells the log', async () => {
    const after = await lastAuditId(app);
    const kept = () => app.query('SELECT color_acento FROM c_encinos.configuracion_residencial');
    expect(envelope(await save({ color: '1D4F91' })).data).toMatchObject({ color: '#1d4f91' });
    expect(envelope(await get()).data).toMatchObject({ color: '#1d4f91' });
    expect(envelope(await save({ color: '#5b3a9a' })).message).toMatch(/^Otra persona cambió el color/);
    expect(await kept()).toEqual([{ color_acento: '#1d4f91' }]);
    await save({ color: '' }, { ...SEEN, color: '#1d4f91' });
    expect(await kept()).toEqual([{ color_acento: null }]);
    const rows = await auditRows(app, after);
    expect(rows.filter(({ despues }) => despues !== null && 'color' in (despues as object))).toMatchObject([
      { entidad: 'comunidad', antes: { color: '' }, despues: { color: '#1d4f91' }, usuario: 'superadmin' },
      { entidad: 'comunidad', antes: { color: '#1d4f91' }, despues: { color: '' } },
    ]);
  });

  it('has it by the command too, but for a practice', async () => {
    const by = (text: string) => asOwner(app.urls.owner, (client) => setColor(client, 'ENCINOS', text));
    await expect(by('#b42318')).rejects.toThrow(/^El color #b42318 se confunde con el rojo/);
    expect(await by('#5b3a9a')).toMatch(/^El color de la comunidad ENCINOS es ahora #5b3a9a\./);
    expect(envelope(await get()).data).toMatchObject({ color: '#5b3a9a' });
    expect(await by('')).toMatch(/tiene de nuevo el color de Portón\.$/);
    await app.query("UPDATE porton.comunidad SET practica_de = 'LAGOS' WHERE codigo = 'ENCINOS'");
    try {
      await expect(by('#5b3a9a')).rejects.toThrow(/^ENCINOS es una práctica/);
    } finally {
      await app.query("UPDATE porton.comunidad SET practica_de = NULL WHERE codigo = 'ENCINOS'");
    }
  });

  it('of a practice is its community’s to name', async () => {
    await app.query("UPDATE porton.comunidad SET practica_de = 'LAGOS' WHERE codigo = 'ENCINOS'");
    try {
      expect(envelope(await save({ nombre: 'Otra' })).message).toMatch(/^ENCINOS es una práctica/);
    } finally {
      await app.query("UPDATE porton.comunidad SET practica_de = NULL WHERE codigo = 'ENCINOS'");
    }
  });

  it('is not changed over what another person changed meanwhile', async () => {
    const replies = await Promise.all([save({ nombre: 'Uno de dos' }), save({ nombre: 'Dos de dos' })]);
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    const late = await save({ nombre: 'Tres' });
    expect(envelope(late).message).toMatch(/^Otra persona cambió el nombre o el host/);
  });

  it('nothing of the directory is written by requests but through it', async () => {
    const may = (what: string) => app.query<{ may: boolean }>(`SELECT ${what} AS may`);
    for (const right of ['INSERT', 'UPDATE', 'DELETE']) {
      expect(await may(`has_table_privilege('porton_app', 'porton.comunidad', '${right}')`)).toEqual([{ may: false }]);
    }
    const call = 'porton.cambiar_comunidad(text, text, text, text, text)';
    for (const [role, allowed] of [
      ['porton_app', true],
      ['porton_jobs', false],
      ['porton_residente', false],
    ] as const) {
      expect(await may(`has_function_privilege('${role}', '${call}', 'EXECUTE')`)).toEqual([{ may: allowed }]);
    }
  });

  it('tells how many passkeys were made for its host', async () => {
    await app.query(`
      INSERT INTO c_encinos.segundo_factor (usuario_id, activado_at) VALUES (7, now());
      INSERT INTO c_encinos.llave_acceso (usuario_id, host, credencial, llave, contador, transportes, nombre, created_at)
      VALUES (7, 'encinos.test', 'a', 'a', 0, '{}', 'Una', now()), (7, 'otro.test', 'b', 'b', 0, '{}', 'Otra', now())`);
    expect(envelope(await get()).data).toMatchObject({ llaves: 1 });
  });
});
