/** The audit log: what writes leave in it, its list, and the seal that shows tampering. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CATALOGUES } from '#features/catalogos/definitions.ts';
import { articulo, proveedor } from '#features/compras/definitions.ts';
import { recordAudit } from '#platform/server/audit.ts';
import type { SealHead, Verification } from '#platform/server/audit-seal.ts';
import { inTx } from '#platform/server/db.ts';
import { DEMO_PASSWORD } from '../../src/features/usuarios/demo.ts';
import { startApp, type TestApp } from '../app.ts';
import {
  auditRows,
  bodyFor,
  ENDPOINTS,
  envelope,
  freshText,
  lastAuditId,
  lastRowId,
  nameOf,
  pathFor,
  payloadFor,
} from './support.ts';

const SCHEMA = 'c_encinos';

describe('what a write leaves', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** The rows that some requests leave. */
  async function rowsOf(work: () => Promise<unknown>) {
    const after = await lastAuditId(app);
    await work();
    return auditRows(app, after);
  }
  const post = (path: string, body: unknown) => app.call('POST', path, { as: 'director', body });

  const freshLabel = (save: (typeof ENDPOINTS)[number], field: string): string => {
    const own = bodyFor(save)?.[field];
    return typeof own === 'string' && !own.includes('ZQ') ? own : freshText();
  };

  it.each([...CATALOGUES, proveedor, articulo].map((catalogue) => [catalogue.api, catalogue] as const))(
    '%s: one row for a new record, an edit and a removal, with the states before and after',
    async (api, catalogue) => {
      const save = ENDPOINTS.find((endpoint) => endpoint.path === `/${api}/save`);
      if (!save) throw new Error(`${api} has no save`);
      const body = { ...bodyFor(save), active: true } as Record<string, unknown>;
      const [created, ...more] = await rowsOf(() => post(`/${api}/save`, body));
      if (!created) throw new Error(`${api}: a save without an audit row`);
      expect(more).toEqual([]);
      const id = Number(created.entidad_id);
      const record = envelope(await app.call('GET', `/${api}/get/${id}`, { as: 'director' })).data as Record<
        string,
        unknown
      >;
      const label = String(record[catalogue.labelField]);
      const nota = `${catalogue.titles.list}: «${label}»`;
      const common = { usuario_id: 2, usuario: 'director', entidad: catalogue.table, entidad_id: String(id) };
      expect(created).toMatchObject({
        ...common,
        status: 'creado',
        referencia: label,
        nota,
        antes: null,
        despues: record,
      });
      expect(created.request_id).toMatch(/^[0-9a-f-]{36}$/);

      // A key has a form of its own, which the body of a new record keeps.
      const label2 = freshLabel(save, catalogue.labelField);
      const changed = { ...record, [catalogue.labelField]: label2 };
      expect(await rowsOf(() => post(`/${api}/save`, changed))).toMatchObject([
        { ...common, status: 'actualizado', referencia: label2, antes: record, despues: changed },
      ]);

      if (catalogue.removal === 'none') return;
      const removed = await rowsOf(() => app.call('DELETE', `/${api}/delete/${id}`, { as: 'director' }));
      if (catalogue.removal === 'delete') {
        expect(removed).toMatchObject([{ ...common, status: 'eliminado', antes: changed, despues: null }]);
      } else {
        expect(removed).toMatchObject([
          {
            ...common,
            status: 'actualizado',
            antes: { ...changed, active: true },
            despues: { ...changed, active: false },
          },
        ]);
      }
    },
  );

  it('users and roles: one row for each change, without any secret', async () => {
    const username = freshText('u').toLowerCase();
    const person = { name: 'Rosa', last_name: 'Méndez', email: `${username}@prueba.mx`, enabled: true, role: 4 };
    const created = await rowsOf(() =>
      post('/user/save', { ...person, id: '', username, password: 'Secreta-2026-tuna' }),
    );
    expect(created).toMatchObject([
      {
        usuario: 'director',
        status: 'creado',
        entidad: 'usuario',
        referencia: username,
        antes: null,
        despues: { username, email: person.email, role_name: 'ROLE_CONSULTOR' },
      },
    ]);
    const id = Number(created[0]?.entidad_id);
    expect(await rowsOf(() => post('/user/save', { ...person, id, enabled: false, role: 5 }))).toMatchObject([
      {
        status: 'actualizado',
        referencia: username,
        antes: { enabled: true, role_name: 'ROLE_CONSULTOR' },
        despues: { enabled: false, role_name: 'ROLE_PAGOS_COBRANZA' },
      },
    ]);
    expect(await rowsOf(() => post('/user/resetpassword', { id, password: 'Repuesta-2026' }))).toMatchObject([
      { status: 'actualizado', entidad: 'usuario', entidad_id: String(id), referencia: username },
    ]);
    const own = { actual: DEMO_PASSWORD, nueva: 'Propia-2026-clave', confirmacion: 'Propia-2026-clave' };
    expect(await rowsOf(() => app.call('POST', '/security/password', { as: 'obras', body: own }))).toMatchObject([
      { usuario: 'obras', status: 'actualizado', entidad: 'usuario', referencia: 'obras' },
    ]);
    const role = { id: '', name: freshText() };
    expect(await rowsOf(() => app.call('POST', '/role/save', { as: 'superadmin', body: role }))).toMatchObject([
      { usuario: 'superadmin', status: 'creado', entidad: 'role', referencia: role.name, despues: { name: role.name } },
    ]);
    const everything = JSON.stringify(await auditRows(app));
    for (const secret of ['Secreta-2026', 'Repuesta-2026', 'Propia-2026-clave', 'argon2id', 'password_hash']) {
      expect(everything).not.toContain(secret);
    }
  });

  it('no secret of a record, however deep it lies', async () => {
    const secrets = {
      password: 's1',
      password_hash: 's2',
      access_token: 's3',
      token: 's4',
      cvv: 's5',
      numero_tarjeta: 's6',
    };
    const [row] = await rowsOf(() =>
      inTx(app.pools.pool, { schema: SCHEMA }, (tx) =>
        recordAudit(
          tx,
          { usuarioId: null, usuario: 'prueba', requestId: null },
          {
            status: 'creado',
            entidad: 'x',
            nota: 'x',
            antes: secrets,
            despues: { id: 1, list: [{ ...secrets, name: 'n' }] },
          },
          app.clock.now(),
        ),
      ),
    );
    expect(row).toMatchObject({ antes: {}, despues: { id: 1, list: [{ name: 'n' }] } });
    expect(JSON.stringify(row)).not.toMatch(/"s\d"/);
  });

  it('the residential configuration: one row with both states', async () => {
    const read = async () => {
      const { data } = envelope(await app.call('GET', '/configuracionresidencial/get', { as: 'director' }));
      // Whose it is stands beside it, and is not of it.
      const { comunidad, ...configuration } = data as Record<string, unknown>;
      expect(comunidad).toEqual({ codigo: 'ENCINOS', nombre: 'Los Encinos' });
      return configuration;
    };
    const before = await read();
    const rows = await rowsOf(() => post('/configuracionresidencial/save', { ...before, nombreCortoCR: 'NUEV' }));
    expect(rows).toMatchObject([
      { usuario: 'director', status: 'actualizado', referencia: 'ENCINOS', antes: before, despues: await read() },
    ]);
    expect((await read()).nombreCortoCR).toBe('NUEV');
  });

  it('lots: one row for each change, with the lot’s referencia and both states', async () => {
    const lote = (tipo: string, changes: Record<string, unknown> = {}) => ({
      id: '',
      tipo,
      referencia: freshText('L'),
      status: 'disponible',
      numeroViviendas: 2,
      calle: 'Encino',
      manzana: '1',
      superficie: 90,
      residenteLoteList: [],
      ...changes,
    });
    const read = async (id: number) => envelope(await app.call('GET', `/lote/get/${id}`, { as: 'director' })).data;
    const common = { usuario: 'director', entidad: 'lote' };
    const body = lote('condominal');
    const created = await rowsOf(() => post('/lote/save', body));
    const id = Number(created[0]?.entidad_id);
    const before = await read(id);
    expect(created).toMatchObject([
      { ...common, status: 'creado', referencia: body.referencia, antes: null, despues: before },
    ]);
    const edited = await rowsOf(() => post('/lote/save', { ...body, id, calle: 'Roble' }));
    const after = await read(id);
    expect(edited).toMatchObject([
      { ...common, status: 'actualizado', referencia: body.referencia, antes: before, despues: after },
    ]);

    const unit = freshText('U');
    const added = await rowsOf(() => post(`/lote/habitacional/save/${id}`, { id: '', referencia: unit }));
    expect(added).toMatchObject([{ ...common, status: 'creado', referencia: unit, antes: null }]);
    const removed = await rowsOf(() => app.call('DELETE', `/lote/habitacional/delete/${unit}`, { as: 'director' }));
    expect(removed).toMatchObject([
      { ...common, status: 'eliminado', referencia: unit, antes: added[0]?.despues, despues: null },
    ]);

    const switched = (path: string) => rowsOf(() => app.call('GET', `/lote/${path}/${id}`, { as: 'director' }));
    expect(await switched('inactivarlote')).toMatchObject([
      { ...common, status: 'actualizado', referencia: body.referencia, antes: after, despues: { status: 'inactivo' } },
    ]);
    expect(await switched('activarlote')).toMatchObject([
      { ...common, status: 'actualizado', referencia: body.referencia, despues: after },
    ]);

    const pair = [lote('habitacional'), lote('habitacional')];
    const saves = await rowsOf(async () => {
      for (const each of pair) await post('/lote/save', each);
    });
    const [merged, kept] = saves.map((row, index) => ({ id: Number(row.entidad_id), name: pair[index]?.referencia }));
    expect(
      await rowsOf(() => post('/lote/fusionarlotes', { lotesFusiones: [merged, kept], loteReferencia: kept })),
    ).toMatchObject([
      {
        ...common,
        status: 'actualizado',
        referencia: merged?.name,
        despues: { fusionLote: { referencia: kept?.name } },
      },
      { ...common, status: 'actualizado', referencia: kept?.name },
    ]);
  });

  it('residents and representatives: one row for each change, also for a phone or an e-mail that is deleted', async () => {
    const read = async (path: string) =>
      envelope(await app.call('GET', path, { as: 'director' })).data as Record<string, { id: number }[]>;
    const [tipo] = (await app.call('GET', '/tiponumerotelefono/all', { as: 'director' })).body as { id: number }[];
    const lote = freshText('L');
    const [{ id: loteId } = { id: 0 }] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.lote (referencia, tipo, superficie) VALUES ($1, 'habitacional', 90) RETURNING id`,
      [lote],
    );
    const contacts = {
      telefonoList: [{ id: '', tipoNumeroTelefono: tipo, numero: '5512345678', referencia: '' }],
      correoElectronicoList: [{ id: '', correo: 'persona@correo.mx', facturar: true, referencia: '' }],
    };
    for (const { api, entidad, body, referencia } of [
      { api: 'residente', entidad: 'residente', body: { tipo: 'inquilino' }, referencia: undefined },
      {
        api: 'representantelegal',
        entidad: 'representante_legal',
        body: { loteList: [{ id: loteId }] },
        referencia: lote,
      },
    ]) {
      const name = freshText('Persona ');
      const created = await rowsOf(() => post(`/${api}/save`, { id: '', name, ...body, ...contacts }));
      const id = Number(created[0]?.entidad_id);
      const before = await read(`/${api}/get/${id}`);
      const common = { usuario: 'director', entidad, entidad_id: String(id), referencia: referencia ?? name };
      expect(created).toMatchObject([{ ...common, status: 'creado', antes: null, despues: before }]);
      const edited = await rowsOf(() => post(`/${api}/save`, { id, name, ...body, telefonoList: before.telefonoList }));
      expect(edited).toMatchObject([{ ...common, status: 'actualizado', antes: before, despues: before }]);

      const [phone] = before.telefonoList ?? [];
      const [mail] = before.correoElectronicoList ?? [];
      const gone = { status: 'eliminado', referencia: name, despues: null };
      const phones = await rowsOf(() => app.call('DELETE', `/telefono/delete/${phone?.id}`, { as: 'director' }));
      expect(phones).toMatchObject([{ ...gone, entidad: 'telefono', antes: { ...phone, [entidad]: id } }]);
      const mails = await rowsOf(() => app.call('DELETE', `/email/delete/${mail?.id}`, { as: 'director' }));
      expect(mails).toMatchObject([{ ...gone, entidad: 'correo_electronico', antes: { ...mail, [entidad]: id } }]);
      if (entidad === 'residente') continue;
      const removed = await rowsOf(() => app.call('DELETE', `/${api}/delete/${id}`, { as: 'director' }));
      expect(removed).toMatchObject([{ ...common, status: 'eliminado', despues: null }]);
    }
  });

  it('vehicles and access cards: one row for each change, with the lot’s referencia', async () => {
    const referencia = freshText('L');
    const [{ id: loteId } = { id: 0 }] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.lote (referencia, tipo, superficie) VALUES ($1, 'habitacional', 90) RETURNING id`,
      [referencia],
    );
    const vehiculo = {
      placa: freshText('P'),
      marca: 'Kia',
      modelo: 'Rio',
      color: 'Rojo',
      loteTransient: { id: loteId },
    };
    const common = { usuario: 'director', referencia };
    const [created, ...more] = await rowsOf(() => post('/vehiculo/save', { ...vehiculo, id: '' }));
    expect([created, ...more]).toMatchObject([
      { ...common, status: 'creado', entidad: 'vehiculo', antes: null, despues: { placa: vehiculo.placa } },
    ]);
    const id = Number(created?.entidad_id);
    expect(await rowsOf(() => post('/vehiculo/save', { ...vehiculo, id, color: 'Azul' }))).toMatchObject([
      { ...common, status: 'actualizado', antes: { color: 'Rojo' }, despues: { color: 'Azul' } },
    ]);
    const tarjeta = { numero: freshText('T'), status: 'activo', fechaBaja: '', vehiculo: { id } };
    const [card, ...cards] = await rowsOf(() => post('/tarjetaacceso/save', { ...tarjeta, id: '' }));
    expect([card, ...cards]).toMatchObject([
      { ...common, status: 'creado', entidad: 'tarjeta_acceso', antes: null, despues: { numero: tarjeta.numero } },
    ]);
    const edited = { ...tarjeta, id: Number(card?.entidad_id), status: 'suspendido' };
    expect(await rowsOf(() => post('/tarjetaacceso/save', edited))).toMatchObject([
      { ...common, status: 'actualizado', antes: { status: 'activo' }, despues: { status: 'suspendido' } },
    ]);
  });

  it('notes, app users and their notifications: one row for each change, with the lot’s referencia and no token', async () => {
    const referencia = freshText('L');
    const [{ id: loteId } = { id: 0 }] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.lote (referencia, tipo, superficie) VALUES ($1, 'habitacional', 90) RETURNING id`,
      [referencia],
    );
    const lote = { id: loteId };
    const common = { usuario: 'director', referencia };
    const nota = { id: '', tipo: 'nota', lote, activa: true, descripcion: 'Una', fechaRecordatorio: '2026-12-01' };
    const [noted, ...more] = await rowsOf(() => post('/notaalerta/save', nota));
    expect([noted, ...more]).toMatchObject([{ ...common, status: 'creado', entidad: 'nota_alerta', antes: null }]);
    const edited = { ...nota, id: Number(noted?.entidad_id), descripcion: 'Otra' };
    expect(await rowsOf(() => post('/notaalerta/save', edited))).toMatchObject([
      { ...common, status: 'actualizado', antes: { descripcion: 'Una' }, despues: { descripcion: 'Otra' } },
    ]);

    const email = `${freshText('e').toLowerCase()}@correo.example`;
    const token = freshText('token-del-telefono-');
    const user = { id: '', name: 'Ana Peña', phone: '55', email, status: 'pendiente', lote, token };
    const [created, ...others] = await rowsOf(() => post('/userapp/save', user));
    expect([created, ...others]).toMatchObject([
      { ...common, status: 'creado', entidad: 'user_app', antes: null, despues: { email, status: 'pendiente' } },
    ]);
    const id = Number(created?.entidad_id);
    expect(await rowsOf(() => post('/userapp/save', { ...user, id, status: 'verificada' }))).toMatchObject([
      { ...common, status: 'actualizado', antes: { status: 'pendiente' }, despues: { status: 'verificada' } },
    ]);
    expect(await rowsOf(() => post(`/userapp/notificar/${id}`, { mensaje: 'Hola' }))).toMatchObject([
      { ...common, status: 'creado', entidad: 'notificacion_push', despues: { cuerpo: 'Hola' } },
    ]);
    expect(await rowsOf(() => app.call('DELETE', `/userapp/delete/${id}`, { as: 'director' }))).toMatchObject([
      { ...common, status: 'eliminado', entidad: 'user_app', antes: { email }, despues: null },
    ]);
    expect(JSON.stringify(await auditRows(app))).not.toContain(token);
  });

  // That every audited endpoint has a test that looks at its row is seen in src/audited.test.ts.
  it('no request is silent but these', () => {
    const silent = ENDPOINTS.filter((endpoint) => endpoint.method !== 'GET' && !endpoint.audited).map(nameOf);
    expect(
      silent,
      'A declaration with `audited: false` or `writes: false` is named here, with its reason where it is not seen at once',
    ).toEqual([
      'POST /security/peticion/{clave}/descartar',
      // What is asked of a passkey; what it answers is audited.
      'POST /security/factor/llave/reto',
      'POST /bitacora/verificar',
      'POST /campanaenvio/destinatarios',
      'POST /newsletter/vistaprevia',
      'POST /timbrado/prueba',
      'POST /importacion/columnas',
      'POST /importacion/revisar',
      'POST /mtto-generado/previsualizar',
      // Theirs is audited when it sends mail: estado-cuenta.test.ts.
      'POST /residente/get/estadocuenta/detail',
      'POST /residente/get/estadocuenta/movimientos',
      'POST /residente/get/deudas/detail',
      'POST /factura/nota',
      'POST /recibo/de-cobros',
      'POST /mantenimiento/importarpagos',
      // What was told is its own record; what becomes of it is audited by the job.
      'POST /avisodeposito/recibir/{id}',
      'POST /avisodeposito/probar/{id}',
      'POST /estadobancario/columnas',
      'POST /estadobancario/leer/{id}',
      // Asks for what was audited when it was wanted; what the provider answers is written by the job's own hand.
      'POST /factura/consultarcancelacion',
      'POST /factura/consultarsat',
      // Reports that are asked for by a body.
      'POST /operaciones/cortecaja',
      'POST /operaciones/export-to-excel',
      'POST /reporte/byTipoSancion',
      'POST /reporte/mantenimientovencido',
      'POST /reporte/excel',
      // The gate log is its own record of who wrote what and when.
      'POST /acceso/registrar',
      'POST /acceso/foto',
    ]);
  });

  it('nothing when it was malformed, refused, denied or failed', async () => {
    const rows = await rowsOf(async () => {
      for (const endpoint of ENDPOINTS.filter((candidate) => candidate.audited)) {
        const payload = payloadFor(endpoint);
        expect((await app.call(endpoint.method, pathFor(endpoint), { as: 'seguridad', ...payload })).status).not.toBe(
          500,
        );
      }
      await post('/banco/save', { id: '', name: '' });
      const [banco] = (await app.call('GET', '/banco/all', { as: 'director' })).body as { name: string }[];
      expect((await post('/banco/save', { id: '', name: banco?.name })).body).toMatchObject({ success: false });
      await post('/banco/save', { id: 987_654, name: freshText() });
      await app.call('DELETE', '/banco/delete/987654', { as: 'director' });
    });
    // Changing the own password is the one write that the gate's role may do; its sample is a wrong password.
    expect(rows).toEqual([]);
  });
});

describe('the list', () => {
  let app: TestApp;
  const page = async (query: string) =>
    (await app.call('GET', `/bitacora/allpaginable?${query}`, { as: 'director' })).body as {
      content: { id: number; createdAt: string; usuario: string; referencia: string; status: string; nota: string }[];
      first: boolean;
      last: boolean;
      totalElements: number;
    };
  /** One bank saved at each instant; its name is the reference. */
  async function saveAt(instant: string, name: string) {
    app.clock.set(instant);
    const token = await app.login('superadmin');
    expect((await app.call('POST', '/banco/save', { token, body: { id: '', name } })).body).toMatchObject({
      success: true,
    });
  }

  beforeAll(async () => {
    app = await startApp({ now: '2026-03-10T12:00:00Z' });
    // In America/Mexico_City, six hours behind UTC: 00:01 and 23:59 of the 11th, and the minutes around it.
    await saveAt('2026-03-11T05:59:00Z', 'Día 10 al 23:59');
    await saveAt('2026-03-11T06:01:00Z', 'Día 11 a las 00:01');
    await saveAt('2026-03-12T05:59:00Z', 'Día 11 a las 23:59');
    await saveAt('2026-03-12T06:01:00Z', 'Día 12 a las 00:01');
    await saveAt('2026-03-13T18:00:00Z', '100 % José_María \\ ÑANDÚ');
    app.clock.set('2026-03-13T18:30:00Z');
  });
  afterAll(() => app.close());

  const day = (d: string) => `${d}-03-2026`;
  /** But for the sign-ins of those who wrote them. */
  const names = async (query: string) =>
    (await page(query)).content.map(({ referencia }) => referencia).filter((name) => name !== 'superadmin');

  it('filters whole days of the community’s time zone', async () => {
    const of11 = `dateIni=${day('11')} 01:00:00&dateFin=${day('11')} 23:59:59`;
    expect(await names(of11)).toEqual(['Día 11 a las 23:59', 'Día 11 a las 00:01']);
    expect(await names(`dateIni=${day('12')} 01:00:00&dateFin=${day('12')} 23:59:59`)).toEqual(['Día 12 a las 00:01']);
    expect(await names(`dateIni=${day('10')} 01:00:00&dateFin=${day('10')} 23:59:59`)).toEqual(['Día 10 al 23:59']);
    expect((await page(`dateIni=${day('12')} 01:00:00&dateFin=`)).totalElements).toBe(
      (await page(`dateIni=${day('12')} 01:00:00`)).totalElements,
    );
    expect(await names(`dateIni=${day('12')} 01:00:00&dateFin=${day('11')} 23:59:59`)).toEqual([]);
  });

  it.each(['31-02-2026 01:00:00', '2026-03-11', 'ayer', "11-03-2026 01:00:00' OR 1=1"])(
    'refuses the date «%s»',
    async (date) => {
      const reply = await app.call('GET', `/bitacora/allpaginable?dateIni=${encodeURIComponent(date)}`, {
        as: 'director',
      });
      expect([reply.status, envelope(reply).errors]).toEqual([
        400,
        [{ path: 'dateIni', message: 'La fecha no es válida; use DD-MM-AAAA HH:mm:ss' }],
      ]);
    },
  );

  it('finds a referencia without regard to case and accents, and takes wildcards for what they are', async () => {
    const find = (text: string) => names(`size=100&referencia=${encodeURIComponent(text)}`);
    for (const text of ['jose_maria', 'JOSÉ', 'ñandu', '100 %', '%', '_', '\\', ' ñandú ']) {
      expect([text, await find(text)]).toEqual([text, ['100 % José_María \\ ÑANDÚ']]);
    }
    // Characters that lose their width become the wildcards of LIKE; they too match only themselves.
    for (const text of ['％', '＿', '＼']) {
      expect([text, await find(text)]).toEqual([text, ['100 % José_María \\ ÑANDÚ']]);
    }
    expect(await find('dia 11')).toHaveLength(2);
    expect(await find('a%59')).toEqual([]);
    expect(await find('nada de esto')).toEqual([]);
  });

  it('is paged: latest first, every row once, first, last and total right', async () => {
    const total = (await page('size=100')).totalElements;
    expect(total).toBeGreaterThanOrEqual(6);
    const seen: number[] = [];
    const pages = Math.ceil(total / 2);
    for (let n = 0; n < pages; n += 1) {
      const { content, first, last, totalElements } = await page(`page=${n}&size=2&sortBy=createdAt`);
      expect([n, first, last, totalElements]).toEqual([n, n === 0, n === pages - 1, total]);
      seen.push(...content.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(total);
    const whole = (await page('size=100')).content;
    expect(whole.map(({ id }) => id)).toEqual(seen);
    expect(whole.map(({ createdAt }) => createdAt)).toEqual(
      whole
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    expect(await page(`page=${pages}&size=2`)).toEqual({ content: [], first: false, last: true, totalElements: total });
    expect(await page('referencia=nada-de-esto')).toEqual({ content: [], first: true, last: true, totalElements: 0 });
  });

  it('has 20 rows a page unless asked otherwise, exact when the last page is full', async () => {
    app.clock.set('2026-04-01T18:00:00Z');
    app.forgetTokens();
    const token = await app.login('superadmin');
    for (let n = 0; n < 40; n += 1) {
      await app.call('POST', '/banco/save', { token, body: { id: '', name: `Página ${n}` } });
    }
    const pages = [await page('referencia=pagina'), await page('referencia=pagina&page=1')];
    expect(pages.map(({ content, first, last }) => [content.length, first, last])).toEqual([
      [20, true, false],
      [20, false, true],
    ]);
    for (const query of ['page=-1', 'size=0', 'size=101', 'page=x', 'page=1&page=2', 'size=1.5']) {
      expect((await app.call('GET', `/bitacora/allpaginable?${query}`, { token })).status).toBe(400);
    }
  });
});

describe('the seal', () => {
  let app: TestApp;
  beforeEach(async () => {
    // What waits for its seal is told by the clock, and the demo's rows are of this very moment.
    app = await startApp({ connections: 12, now: new Date().toISOString() });
  });
  afterEach(() => app.close());

  const sealNow = () => app.seals.seal(app.pools.jobsPool, SCHEMA);
  /** Seals until nothing is left: transactions of other tests on the same server may hold the newest rows back. */
  async function sealAll(): Promise<SealHead> {
    for (;;) {
      await sealNow();
      const { unsealed, head, ok } = await check();
      if (head && (unsealed === 0 || !ok)) return head;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  const check = (expected?: SealHead): Promise<Verification> =>
    inTx(app.pools.pool, { schema: SCHEMA, readOnly: true }, (tx) =>
      app.seals.verify(tx, { schema: SCHEMA, now: app.clock.now(), expected }),
    );
  const sound = { ok: true, unsealed: 0, sinLlaveHasta: 0, avisos: [] };
  const totalRows = async (): Promise<number> =>
    (await app.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${SCHEMA}.bitacora`))[0]?.n ?? 0;
  const write = () => app.call('POST', '/banco/save', { as: 'superadmin', body: { id: '', name: freshText() } });
  async function writeSome(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) expect((await write()).status).toBe(200);
  }
  const place = (orden: number) =>
    app.query<{ orden: number; bitacora_id: number }>(
      `SELECT orden, bitacora_id FROM ${SCHEMA}.bitacora_sello WHERE orden = $1`,
      [orden],
    );

  it('covers every row once, in order, and verification finds nothing wrong', async () => {
    await writeSome(7);
    expect((await check()).unsealed).toBe(await lastRowId(app));
    const head = await sealAll();
    const total = await totalRows();
    expect(head.orden).toBe(total);
    expect(await sealNow()).toBeUndefined();
    expect(await check(head)).toEqual({ ...sound, checked: total, head, anotado: total });
    await writeSome(2);
    const later = await sealAll();
    expect(later.orden).toBe(total + 2);
    const result = { ...sound, checked: later.orden, head: later, anotado: later.orden };
    expect(await check(head)).toEqual(result);
    const token = await app.login('director');
    await sealAll();
    const noted = (sello: string) => app.call('POST', '/bitacora/verificar', { token, body: { sello } });
    for (const sello of ['', `${head.orden}:${head.huella}`, ` ${head.orden} : ${head.huella.toUpperCase()}`]) {
      expect((await noted(sello)).body).toMatchObject({ success: true, data: { ...sound } });
    }
    expect((await noted(`${head.orden}:${'0'.repeat(64)}`)).body).toMatchObject({
      data: { ok: false, fault: { orden: head.orden, reason: 'la cadena no es la que se anotó' } },
    });
    expect((await noted(`${head.orden + 999}:${'0'.repeat(64)}`)).body).toMatchObject({
      data: { ok: false, fault: { reason: 'falta el final de la cadena que se anotó' } },
    });
    for (const sello of ['x', '0:ab', `1:${'g'.repeat(64)}`]) expect((await noted(sello)).status).toBe(400);
  });

  it('does not skip a row that commits after later ones were sealed', async () => {
    await sealAll();
    const before = await lastRowId(app);
    const late = new pg.Client({ connectionString: app.urls.app });
    await late.connect();
    try {
      await late.query(`BEGIN; SET LOCAL search_path TO "${SCHEMA}", ext`);
      await late.query(
        "INSERT INTO bitacora (created_at, usuario, status, entidad, nota) VALUES (now(), 'tarde', 'creado', 'banco', 'tarde')",
      );
      await writeSome(3);
      await sealNow();
      expect((await check()).unsealed).toBe((await lastRowId(app)) - before - 1);
      await late.query('COMMIT');
    } finally {
      await late.end();
    }
    await sealAll();
    const total = await totalRows();
    expect(await check()).toMatchObject({ ok: true, checked: total, unsealed: 0 });
    const [row] = await app.query(
      `SELECT s.orden FROM ${SCHEMA}.bitacora b JOIN ${SCHEMA}.bitacora_sello s ON s.bitacora_id = b.id WHERE b.usuario = 'tarde'`,
    );
    // After everything that was sealed then, before what was written after it.
    expect(row).toEqual({ orden: before + 1 });
  });

  it('holds with five writers and two sealers at once', async () => {
    let writing = true;
    const sealer = async () => {
      while (writing) {
        await sealNow();
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    };
    const sealers = [sealer(), sealer()];
    await Promise.all(Array.from({ length: 5 }, () => writeSome(12)));
    writing = false;
    await Promise.all(sealers);
    await sealAll();
    const total = await totalRows();
    expect(total).toBeGreaterThanOrEqual(60);
    expect(await check()).toMatchObject({ ok: true, checked: total, unsealed: 0 });
  });

  it.each([
    ['an edited note', (id: number) => `UPDATE ${SCHEMA}.bitacora SET nota = nota || '.' WHERE id = ${id}`],
    ['an edited author', (id: number) => `UPDATE ${SCHEMA}.bitacora SET usuario = 'otro' WHERE id = ${id}`],
    [
      'an edited instant',
      (id: number) =>
        `UPDATE ${SCHEMA}.bitacora SET created_at = created_at + interval '1 microsecond' WHERE id = ${id}`,
    ],
    [
      'an edited state',
      (id: number) => `UPDATE ${SCHEMA}.bitacora SET despues = despues || '{"name":"otro"}' WHERE id = ${id}`,
    ],
    [
      'an edited request',
      (id: number) => `UPDATE ${SCHEMA}.bitacora SET request_id = coalesce(request_id, '') || 'x' WHERE id = ${id}`,
    ],
    ['a deleted row', (id: number) => `DELETE FROM ${SCHEMA}.bitacora WHERE id = ${id}`],
    ['a deleted seal', (id: number) => `DELETE FROM ${SCHEMA}.bitacora_sello WHERE bitacora_id = ${id}`],
    [
      'two swapped rows',
      (id: number) => `
        UPDATE ${SCHEMA}.bitacora_sello SET bitacora_id = -1 WHERE bitacora_id = ${id};
        UPDATE ${SCHEMA}.bitacora_sello SET bitacora_id = ${id} WHERE bitacora_id = ${id} + 1;
        UPDATE ${SCHEMA}.bitacora_sello SET bitacora_id = ${id} + 1 WHERE bitacora_id = -1`,
    ],
    [
      'two swapped contents',
      (id: number) => `
        UPDATE ${SCHEMA}.bitacora b SET (nota, referencia, entidad_id, antes, despues) =
          (SELECT o.nota, o.referencia, o.entidad_id, o.antes, o.despues FROM ${SCHEMA}.bitacora o WHERE o.id = ${id} + ${id} + 1 - b.id)
        WHERE b.id IN (${id}, ${id} + 1)`,
    ],
  ])('verification fails at %s', async (_what, tamper) => {
    await writeSome(6);
    await sealAll();
    const [victim] = await place(4);
    if (!victim) throw new Error('nothing was sealed at place 4');
    await app.query(tamper(victim.bitacora_id));
    const result = await check();
    expect(result.ok).toBe(false);
    expect(result.checked).toBe(3);
    const reply = await app.call('POST', '/bitacora/verificar', { as: 'director' });
    expect(reply.body).toMatchObject({ success: true, data: { ok: false, fault: result.fault } });
    const message = result.fault?.reason ?? '';
    expect([
      'el registro fue eliminado',
      'falta un sello de la cadena',
      'el registro o su orden fueron alterados',
    ]).toContain(message);
  });

  it('verification fails at a row that was slipped in behind the sealed ones', async () => {
    await writeSome(2);
    await sealAll();
    const [forged] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.bitacora (xid, created_at, usuario, status, entidad) VALUES ('5', now(), 'director', 'creado', 'banco') RETURNING id`,
    );
    const result = await check();
    expect(result).toMatchObject({
      ok: false,
      unsealed: 1,
      fault: { bitacoraId: forged?.id, reason: 'el registro apareció después de sellada su parte de la cadena' },
    });
  });

  it('a cut tail is seen by the mark, by the noted head and by one that somebody noted; nothing is sealed on it', async () => {
    await writeSome(5);
    const noted = await sealAll();
    await app.query(`
      DELETE FROM ${SCHEMA}.bitacora WHERE id IN (SELECT bitacora_id FROM ${SCHEMA}.bitacora_sello WHERE orden > ${noted.orden - 2});
      DELETE FROM ${SCHEMA}.bitacora_sello WHERE orden > ${noted.orden - 2}`);
    expect(await check()).toMatchObject({
      ok: false,
      fault: { orden: noted.orden - 1, reason: 'falta el final de la cadena que se anotó' },
    });
    await rm(join(app.folder, 'sellos'), { recursive: true });
    expect(await check()).toMatchObject({
      ok: false,
      fault: { reason: 'el final de la cadena o la marca de hasta dónde está sellada fueron alterados' },
    });
    expect(await check(noted)).toMatchObject({
      ok: false,
      fault: { reason: 'falta el final de la cadena que se anotó' },
    });
    await writeSome(1);
    // Once no older transaction of another test on the same server runs any more.
    await vi.waitFor(() => expect(sealNow()).rejects.toThrow('el final de la cadena o la marca'), {
      timeout: 20_000,
      interval: 20,
    });
  });

  it('the application’s login can only add rows, and none of the logins can rewrite or empty the log', async () => {
    await writeSome(1);
    await sealAll();
    const attempts = {
      app: [
        'UPDATE bitacora SET nota = nota',
        'DELETE FROM bitacora',
        'TRUNCATE bitacora',
        'UPDATE bitacora_sello SET huella = huella',
        'DELETE FROM bitacora_sello',
        'TRUNCATE bitacora_sello',
        "INSERT INTO bitacora_sello (orden, bitacora_id, huella) VALUES (99, 99, '')",
        'UPDATE bitacora_corte SET sistema = NULL',
        'DELETE FROM bitacora_corte',
        'ALTER TABLE bitacora DISABLE TRIGGER ALL',
        'DROP TABLE bitacora',
        'DELETE FROM migracion',
        'SET ROLE porton_owner',
        'SET ROLE porton_jobs',
      ],
      jobs: [
        'UPDATE bitacora SET nota = nota',
        'DELETE FROM bitacora',
        'TRUNCATE bitacora',
        'UPDATE bitacora_sello SET huella = huella',
        'DELETE FROM bitacora_sello',
        'DELETE FROM bitacora_corte',
        'SET ROLE porton_owner',
      ],
    } as const;
    for (const login of ['app', 'jobs'] as const) {
      const client = new pg.Client({ connectionString: app.urls[login] });
      await client.connect();
      try {
        await client.query(`SET search_path TO "${SCHEMA}", ext`);
        for (const attempt of attempts[login]) {
          await expect(client.query(attempt), `${login}: ${attempt}`).rejects.toMatchObject({ code: '42501' });
        }
      } finally {
        await client.end();
      }
    }
    expect((await check()).ok).toBe(true);
  });
});
