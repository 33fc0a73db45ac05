/** Name, host and colour of a community, changed by its superadministrator (ADR 69, 71, 72, 73). */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { pngOf } from '#core/membrete.ts';
import { inTx } from '#platform/server/db.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { findMembrete } from '#platform/server/residencial.ts';
import { setColor, setLogo } from '../../src/cli/marca.ts';
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

const FILE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80"><rect width="120" height="80" fill="#1d4f91"/></svg>';
const upload = (text: string, as: DemoUser = 'superadmin') =>
  app.call('POST', '/comunidad/logo', { as, file: { name: 'logo.svg', bytes: Buffer.from(text) } });
const withoutLogo = () => app.call('DELETE', '/comunidad/logo', { as: 'superadmin' });

describe('its logo', () => {
  const page = (url: string, host = 'encinos.test') => app.server.inject({ method: 'GET', url, headers: { host } });
  type Put = { logo: { huella: string; width: number; height: number }; fondo: string };

  it('is put, shown to whoever has no session, and for good under its hash; taken away, it is no more', async () => {
    const after = await lastAuditId(app);
    const { logo, fondo } = envelope(await upload(FILE)).data as Put;
    expect([logo.width, logo.height, fondo]).toEqual([480, 320, 'ninguno']);
    expect(envelope(await get()).data).toMatchObject({ logo });
    const shown = await page(`/logo/${logo.huella}.png`);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(shown.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(shown.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(shown.headers['x-content-type-options']).toBe('nosniff');
    expect(createHash('sha256').update(shown.rawPayload).digest('hex')).toBe(logo.huella);
    expect((await page(`/logo/${'0'.repeat(64)}.png`)).statusCode).toBe(404);
    expect((await page(`/logo/${logo.huella}.png`, 'lagos.test')).statusCode).toBe(404);

    expect(envelope(await withoutLogo()).success).toBe(true);
    expect((await page(`/logo/${logo.huella}.png`)).statusCode).toBe(404);
    expect(await auditRows(app, after)).toMatchObject([
      {
        entidad: 'comunidad',
        antes: { logo: null },
        despues: { logo: { sha256: logo.huella, ancho: 480, alto: 320 } },
      },
      { entidad: 'comunidad', antes: { logo: { sha256: logo.huella } }, despues: { logo: null } },
    ]);
  });

  it('stands on papers and workbooks from then on', async () => {
    const { logo } = envelope(await upload(FILE)).data as Put;
    const community = { codigo: 'ENCINOS', nombre: 'Los Encinos', practicaDe: null };
    const read = () =>
      inTx(app.pools.pool, { schema: 'c_encinos', readOnly: true }, (tx) => findMembrete(tx, community));
    const made = await read();
    expect(made).toMatchObject({ codigo: 'ENCINOS', logo: { width: 480, height: 320 } });
    expect(
      createHash('sha256')
        .update(pngOf(made.logo?.src ?? ''))
        .digest('hex'),
    ).toBe(logo.huella);
    const pages = (await page('/v/')).body;
    expect(pages).toContain(`<img src="${made.logo?.src}" alt="" width="60" height="40">`);
    await withoutLogo();
    expect((await read()).logo).toBeUndefined();
  });

  it('is refused in a sentence, with nothing changed, and is the superadministrator’s', async () => {
    const kept = async () => (await fingerprints(app, 'c_encinos')).configuracion_residencial;
    const before = await kept();
    const reply = await upload(FILE.replace('<rect', '<script>alert(1)</script><rect'));
    expect([reply.status, envelope(reply).success]).toEqual([200, false]);
    expect(envelope(reply).message).toMatch(/^El SVG lleva un script .* o guarde el logotipo como PNG$/);
    expect(envelope(await upload('hola')).message).toMatch(/^El archivo no es SVG ni PNG/);
    expect((await upload(FILE, 'director')).status).toBe(403);
    expect(await kept()).toBe(before);
  });

  it('is put by the command too, which says what it cannot read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'logo-'));
    const by = (path: string | null) => asOwner(app.urls.owner, (client) => setLogo(client, 'ENCINOS', path));
    await writeFile(
      join(folder, 'blanco.svg'),
      FILE.replace(
        '<rect width="120" height="80" fill="#1d4f91"/>',
        '<path d="M9 9h9v62H9zM40 9h70v9H40z" fill="#fff"/>',
      ),
    );
    await writeFile(join(folder, 'malo.svg'), FILE.replace('<rect', '<image href="https://example.com"/><rect'));
    expect(await by(join(folder, 'blanco.svg'))).toMatch(
      /^La comunidad ENCINOS tiene logotipo, .* Sobre papel no se vería: lleva un fondo oscuro\./,
    );
    await expect(by(join(folder, 'malo.svg'))).rejects.toThrow(/^El SVG enlaza a otra parte/);
    await expect(by(join(folder, 'no-hay.png'))).rejects.toThrow(/^No se pudo abrir/);
    await expect(by(folder)).rejects.toThrow(/no es un archivo/);
    expect(await by(null)).toBe('La comunidad ENCINOS tiene de nuevo su logotipo dibujado.');
    await rm(folder, { recursive: true });
  });
});

describe('the community on its screen', () => {
  it('is the superadministrator’s, and tells name, host, colour, logo and zone', async () => {
    expect(envelope(await get()).data).toEqual({
      ...{
        codigo: 'ENCINOS',
        nombre: 'Los Encinos',
        host: 'encinos.test',
        color: '',
        logo: null,
        unica: false,
        llaves: 0,
      },
      zonaHoraria: 'America/Mexico_City',
      practicaDe: '',
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
      await app.pools.communities.refresh();
      expect(envelope(await get()).data).toMatchObject({ practicaDe: 'LAGOS' });
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

  it('changes its zone once it was told what that means, with the counts of the gate', async () => {
    const seen = (zona: string, as: DemoUser = 'superadmin') =>
      app.call('GET', `/comunidad/zonavista?zona=${encodeURIComponent(zona)}`, { as });
    const put = (zona: string, visto: string, as: DemoUser = 'superadmin') =>
      app.call('POST', '/comunidad/zona', { as, body: { zona, visto: { zona: visto } } });
    const counts = () =>
      app.query('SELECT dia, hora, sum(total) AS n FROM c_encinos.acceso_hora GROUP BY 1, 2 ORDER BY 1, 2');
    const [before, after] = [await counts(), await lastAuditId(app)];
    expect(envelope(await seen('America/Tijuana')).data).toMatchObject({
      ...{ de: 'America/Mexico_City', a: 'America/Tijuana' },
      consecuencias: expect.arrayContaining(['ENCINOS pasa de America/Mexico_City a America/Tijuana.']),
    });
    expect(envelope(await seen('America/Macondo')).errors).toMatchObject([{ path: 'zona' }]);
    expect(envelope(await put('America/Mexico_City', 'America/Mexico_City')).message).toMatch(
      /ya está en America\/Mexico_City/,
    );
    expect(envelope(await put('America/Tijuana', 'America/Cancun')).message).toMatch(
      /^Otra persona cambió la zona horaria/,
    );
    expect([
      (await seen('America/Tijuana', 'director')).status,
      (await put('America/Tijuana', '', 'director')).status,
    ]).toEqual([403, 403]);
    expect(await counts()).toEqual(before);

    expect(envelope(await put('America/Tijuana', 'America/Mexico_City')).data).toEqual({
      zonaHoraria: 'America/Tijuana',
    });
    expect(envelope(await get()).data).toMatchObject({ zonaHoraria: 'America/Tijuana' });
    expect(await counts()).not.toEqual(before);
    expect(await auditRows(app, after)).toMatchObject([
      {
        ...{
          entidad: 'comunidad',
          usuario: 'superadmin',
          nota: 'Zona horaria de ENCINOS: de America/Mexico_City a America/Tijuana',
        },
        ...{ antes: { zonaHoraria: 'America/Mexico_City' }, despues: { zonaHoraria: 'America/Tijuana' } },
      },
    ]);
    await put('America/Mexico_City', 'America/Tijuana');
    expect(await counts()).toEqual(before);
  });

  it('nothing of the directory is written by requests but through it', async () => {
    const may = (what: string) => app.query<{ may: boolean }>(`SELECT ${what} AS may`);
    for (const right of ['INSERT', 'UPDATE', 'DELETE']) {
      expect(await may(`has_table_privilege('porton_app', 'porton.comunidad', '${right}')`)).toEqual([{ may: false }]);
    }
    for (const call of [
      'porton.cambiar_comunidad(text, text, text, text, text)',
      'porton.cambiar_zona(text, text, text)',
      'c_encinos.recontar_accesos()',
    ]) {
      for (const [role, allowed] of [
        ['porton_app', true],
        ['porton_jobs', false],
        ['porton_residente', false],
      ] as const) {
        expect(await may(`has_function_privilege('${role}', '${call}', 'EXECUTE')`)).toEqual([{ may: allowed }]);
      }
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
