/** Privacy through HTTP: the notice and what is said of it, terms, what is exported, blocked and destroyed, and who read of whom. */
import { unzipSync } from 'fflate';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type {
  AccesoADatos,
  PersonaPrivacidad,
  SolicitudPrivacidad,
  VersionDeAviso,
} from '#features/privacidad/contract.ts';
import { type DemoUser, type Reply, startApp, type TestApp } from '../app.ts';
import { refusalOf, SCHEMA } from '../ledger.ts';
import { auditRows, envelope, freshText, lastAuditId, readRows } from './support.ts';

const HOY = '2026-11-26';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: `${HOY}T18:00:00Z` });
});
afterAll(() => app.close());

const get = (path: string, as: DemoUser = 'director') => app.call('GET', path, { as });
const post = (path: string, body: unknown, as: DemoUser = 'director') => app.call('POST', path, { as, body });
async function data<T>(reply: Promise<Reply>): Promise<T> {
  const found = await reply;
  if (!envelope(found).success) throw new Error(`${found.status} ${JSON.stringify(found.body)}`);
  return envelope(found).data as T;
}
const refused = async (reply: Promise<Reply>) => refusalOf(await reply);
const ok = async (reply: Promise<Reply>) => expect(envelope(await reply)).toMatchObject({ success: true });

/** Somebody who lives nowhere, with a phone and an e-mail. */
async function nueva(): Promise<{ id: number; name: string; correo: string }> {
  const mark = freshText('Persona');
  const name = `${mark} Prueba`;
  const correo = `${mark.toLowerCase()}@prueba.mx`;
  const { id } = await data<{ id: number }>(
    post('/residente/save', {
      ...{ id: '', name, tipo: 'asociado', tarjetaList: [] },
      telefonoList: [{ id: '', tipoNumeroTelefono: { id: 1, name: 'Celular' }, numero: '5512345678', referencia: '' }],
      correoElectronicoList: [{ id: '', correo, facturar: false, referencia: '' }],
    }),
  );
  return { id, name, correo };
}

const persona = (id: number) => data<PersonaPrivacidad>(get(`/privacidad/persona/${id}`));

/** What the log told of a read. */
async function seenBy(act: () => Promise<unknown>) {
  const after = await lastAuditId(app);
  await act();
  return readRows(app, after);
}

/** What the log told of an act. */
async function told(act: () => Promise<unknown>) {
  const after = await lastAuditId(app);
  await act();
  return auditRows(app, after);
}

async function publicar(texto = 'Aviso de prueba', desde = HOY): Promise<number> {
  return (await data<{ id: number }>(post('/privacidad/aviso/save', { texto, desde }))).id;
}

it('keeps each version of the notice as it was, and says which is in force and who confirmed it', async () => {
  const rows = await told(() => publicar('Uno'));
  expect(rows).toMatchObject([{ status: 'creado', entidad: 'aviso_privacidad', despues: { texto: 'Uno' } }]);
  const segunda = await publicar('Dos', '2026-12-01');
  const shown = () => data<{ versiones: VersionDeAviso[]; plantilla: string }>(get('/privacidad/aviso', 'consultor'));
  const { versiones, plantilla } = await shown();
  expect(plantilla).toBe('Dos');
  expect(versiones.slice(0, 2)).toMatchObject([
    { texto: 'Dos', vigente: false, abogado: '' },
    { texto: 'Uno', vigente: true, abogado: '' },
  ]);
  expect(await refused(post('/privacidad/aviso/save', { texto: 'Tres', desde: '2026-11-25' }))).toMatch(/publicarse/);
  expect(await refused(post('/privacidad/aviso/save', { texto: 'Tres', desde: HOY }))).toMatch(/01-12-2026/);
  expect((await post('/privacidad/aviso/save', { texto: 'Tres', desde: HOY }, 'administrador')).status).toBe(403);
  const confirmed = await told(() => post('/privacidad/aviso/confirmar', { id: segunda, abogado: 'Lic. Rivas' }));
  expect(confirmed).toMatchObject([{ status: 'actualizado', despues: { abogado: 'Lic. Rivas' } }]);
  expect(await refused(post('/privacidad/aviso/confirmar', { id: segunda, abogado: 'Otro' }))).toMatch(/Lic. Rivas/);
  expect((await post('/privacidad/aviso/confirmar', { id: 987654, abogado: 'Otro' })).status).toBe(404);
  // The product's own role cannot rewrite what was published.
  const client = new pg.Client({ connectionString: app.urls.app });
  await client.connect();
  await expect(client.query(`UPDATE ${SCHEMA}.aviso_privacidad SET texto = 'x'`)).rejects.toThrow(/denied/);
  await client.end();
});

it('keeps what somebody says of notice and purposes, each by itself, the last word first', async () => {
  const { id } = await nueva();
  const fotos = await data<{ id: number }>(
    post('/finalidad/save', { id: '', name: freshText('Fotos'), descripcion: '', active: true }),
  );
  expect(await persona(id)).toMatchObject({ aviso: null, consentimiento: null });
  const body = {
    residente: { id },
    aviso: { acepta: true, fecha: HOY },
    finalidades: [{ id: fotos.id, acepta: false }],
  };
  const rows = await told(() => post('/privacidad/persona/consentir', body, 'cobranza'));
  expect(rows).toMatchObject([{ status: 'actualizado', entidad: 'residente', entidad_id: String(id) }]);
  expect(await persona(id)).toMatchObject({ aviso: { acepta: true, fecha: HOY, via: 'oficina' }, consentimiento: HOY });
  const own = (await persona(id)).finalidades.find((one) => one.id === fotos.id);
  expect(own?.acepta).toBe(false);
  await ok(post('/privacidad/persona/consentir', { ...body, aviso: { acepta: false, fecha: HOY }, finalidades: [] }));
  expect(await persona(id)).toMatchObject({ aviso: { acepta: false }, consentimiento: null });
  expect(
    await refused(post('/privacidad/persona/consentir', { residente: { id }, aviso: null, finalidades: [] })),
  ).toMatch(/nada nuevo/);
  const future = { residente: { id }, aviso: { acepta: true, fecha: '2026-11-27' }, finalidades: [] };
  expect(await refused(post('/privacidad/persona/consentir', future))).toMatch(/futura/);
  const before = { residente: { id }, aviso: { acepta: true, fecha: '2019-01-01' }, finalidades: [] };
  expect(await refused(post('/privacidad/persona/consentir', before))).toMatch(/no había un aviso/);
});

it('counts the working days of a request, lets them be doubled once, and asks to do what was granted', async () => {
  const { id, name } = await nueva();
  const asked = { residente: { id }, derecho: 'rectificacion', texto: 'Mi apellido está mal', recibida: '2026-11-24' };
  const { id: solicitud, responderHasta } = await data<{ id: number; responderHasta: string }>(
    post('/privacidad/solicitud/save', asked, 'cobranza'),
  );
  expect(responderHasta).toBe('2026-12-22');
  expect(await refused(post('/privacidad/solicitud/save', { ...asked, recibida: '2026-11-27' }))).toMatch(/futura/);
  const shown = async () =>
    (
      await data<{ rows: SolicitudPrivacidad[] }>(get('/privacidad/solicitud/lista?estado=todas&size=100', 'consultor'))
    ).rows.find((row) => row.id === solicitud);
  expect(await shown()).toMatchObject({ estado: 'por_responder', dias: 18, persona: { name } });
  const act = (what: string, more: object, as: DemoUser = 'administrador') =>
    post(`/privacidad/solicitud/${what}`, { id: solicitud, ...more }, as);
  expect((await act('responder', { procede: true, respuesta: 'Sí' }, 'cobranza')).status).toBe(403);
  const longer = await told(() => act('prorrogar', { razon: 'Falta un documento' }));
  expect(longer).toMatchObject([{ status: 'actualizado', entidad: 'solicitud_privacidad' }]);
  expect(await refused(act('prorrogar', { razon: 'Otra vez' }))).toMatch(/una sola vez/);
  expect((await shown())?.responderHasta).toBe('2027-01-21');
  expect(await refused(act('cumplir', { razon: 'Hecho' }))).toMatch(/nada que cumplir/);
  expect(await told(() => act('responder', { procede: true, respuesta: 'Se corrige' }))).toHaveLength(1);
  expect(await refused(act('responder', { procede: false, respuesta: 'No' }))).toMatch(/Ya se respondió/);
  expect(await shown()).toMatchObject({ estado: 'por_cumplir', cumplirHasta: '2026-12-17', dias: 15 });
  expect(await told(() => act('cumplir', { razon: 'Se corrigió' }))).toHaveLength(1);
  expect(await shown()).toMatchObject({ estado: 'cumplida', dias: null, nota: 'Se corrigió' });
});

it('tells at home how many requests are open and when the first is due', async () => {
  const { id } = await nueva();
  await ok(
    post('/privacidad/solicitud/save', { residente: { id }, derecho: 'acceso', texto: 'Todo', recibida: '2026-10-01' }),
  );
  const rows = await data<{ clase: string; urgencia: string; fecha: string }[]>(get('/inicio/pendientes', 'cobranza'));
  expect(rows.find(({ clase }) => clase === 'privacidad')).toMatchObject({ urgencia: 'debe', fecha: '2026-10-29' });
});

it('gives everything that is kept of a person as a ZIP, and the log who took it', async () => {
  const { id, name, correo } = await nueva();
  const after = await lastAuditId(app);
  const reply = await app.server.inject({
    ...{ method: 'POST', url: '/api/v1/privacidad/exportar', payload: { residente: { id } } },
    headers: { host: 'encinos.test', authorization: `Bearer ${await app.tokenOf('administrador')}` },
  });
  const files = unzipSync(new Uint8Array(reply.rawPayload));
  expect(Object.keys(files)).toEqual(['Datos personales.xlsx', 'datos.json']);
  const json = JSON.parse(Buffer.from(files['datos.json'] ?? []).toString('utf8'));
  expect(json).toMatchObject({
    persona: name,
    datos: { Correos: [{ Correo: correo }], Teléfonos: [{ Número: '5512345678' }] },
  });
  const rows = await readRows(app, after);
  expect(rows).toMatchObject([
    { status: 'consultado', entidad_id: String(id), nota: `Exportó todos los datos de «${name}»` },
  ]);
  expect((await post('/privacidad/exportar', { residente: { id: 987654 } })).status).toBe(404);
});

it('an owner’s export has the receipts of their days and nothing of another lot', async () => {
  const [owner] = await app.query<{ id: number; lote: string }>(
    `SELECT t.residente_id AS id, l.referencia AS lote FROM ${SCHEMA}.lote_residente t JOIN ${SCHEMA}.lote l ON l.id = t.lote_id
     JOIN ${SCHEMA}.recibo r ON r.lote_id = t.lote_id AND r.fecha_pago >= t.desde::date WHERE t.asociado AND t.active
     GROUP BY 1, 2 HAVING count(*) > 2 AND (SELECT count(*) FROM ${SCHEMA}.lote_residente o WHERE o.residente_id = t.residente_id) = 1 LIMIT 1`,
  );
  if (!owner) return;
  const reply = await app.server.inject({
    ...{ method: 'POST', url: '/api/v1/privacidad/exportar', payload: { residente: { id: owner.id } } },
    headers: { host: 'encinos.test', authorization: `Bearer ${await app.tokenOf('director')}` },
  });
  const { datos } = JSON.parse(
    Buffer.from(unzipSync(new Uint8Array(reply.rawPayload))['datos.json'] ?? []).toString('utf8'),
  );
  expect(datos.Pagos.length).toBeGreaterThan(2);
  expect(new Set(datos.Pagos.map(({ Lote }: { Lote: string }) => Lote))).toEqual(new Set([owner.lote]));
});

it('blocks, gives back and destroys contact data of who lives there no more, and says what stays and why', async () => {
  const { id, name, correo } = await nueva();
  const [actual] = await app.query<{ id: number }>(
    `SELECT residente_id AS id FROM ${SCHEMA}.lote_residente WHERE active AND asociado LIMIT 1`,
  );
  const residente = { id };
  expect(await refused(post('/privacidad/bloquear', { residente: { id: actual?.id }, razon: 'Lo pidió' }))).toMatch(
    /hacen falta/,
  );
  expect(await refused(post('/privacidad/suprimir', { residente, confirmacion: name }))).toMatch(/Bloquéelos primero/);
  expect(
    await told(() => post('/privacidad/bloquear', { residente, razon: 'Lo pidió' }, 'administrador')),
  ).toMatchObject([{ status: 'cancelado', entidad: 'residente', despues: { telefonos: 1, correos: 1 } }]);
  expect(await persona(id)).toMatchObject({
    bloqueo: { telefonos: 1, razon: 'Lo pidió' },
    supresion: { telefonos: 0 },
  });
  const [kept] = await app.query<{ datos: Buffer }>(
    `SELECT datos FROM ${SCHEMA}.bloqueo_datos WHERE residente_id = ${id}`,
  );
  expect(kept?.datos.toString('latin1')).not.toContain(correo);
  expect(await told(() => post('/privacidad/desbloquear', { residente, razon: 'Volvió' }))).toHaveLength(1);
  expect(await persona(id)).toMatchObject({ bloqueo: null, supresion: { telefonos: 1, correos: 1 } });
  await ok(post('/privacidad/bloquear', { residente, razon: 'Lo pidió otra vez' }));
  expect((await post('/privacidad/suprimir', { residente, confirmacion: name }, 'administrador')).status).toBe(403);
  expect(await refused(post('/privacidad/suprimir', { residente, confirmacion: 'Otra' }))).toContain(name);
  expect(await told(() => post('/privacidad/suprimir', { residente, confirmacion: name }))).toMatchObject([
    { status: 'eliminado', antes: { telefonos: 1, correos: 1 } },
  ]);
  const gone = await persona(id);
  expect(gone.suprimidoAt).not.toBeNull();
  expect(gone.supresion.conserva.map(({ que }) => que)).toContain('Su nombre en la bitácora');
  expect(await refused(post('/privacidad/desbloquear', { residente, razon: 'Volvió' }))).toMatch(
    /No tiene datos bloqueados/,
  );
  const [row] = await app.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${SCHEMA}.bloqueo_datos WHERE residente_id = ${id} AND datos IS NOT NULL`,
  );
  expect(row?.n).toBe(0);
});

it('every read of contact data by staff is in the log and is listed for the person', async () => {
  const { id, name } = await nueva();
  const rows = await seenBy(() => get(`/residente/get/${id}`, 'cobranza'));
  expect(rows).toMatchObject([
    { status: 'consultado', usuario: 'cobranza', entidad: 'residente', entidad_id: String(id) },
  ]);
  const [tie] = await app.query<{ lote: number; residente: number }>(
    `SELECT lote_id AS lote, residente_id AS residente FROM ${SCHEMA}.lote_residente WHERE active AND asociado LIMIT 1`,
  );
  const seen = await seenBy(() => get(`/residente/getDatosContacto/${tie?.residente}/${tie?.lote}`, 'obras'));
  expect(seen[0]).toMatchObject({ status: 'consultado', usuario: 'obras', entidad_id: String(tie?.residente) });
  const others = [
    ...['/representantelegal/all', '/userapp/all', '/datosfiscales/all'],
    ...[
      '/representantelegal/get/1',
      '/userapp/get/1',
      '/datosfiscales/get/1',
      `/representantelegal/getbylote/${tie?.lote}`,
    ],
  ];
  for (const path of others) {
    expect([path, (await seenBy(() => get(path))).map(({ status }) => status)]).toEqual([path, ['consultado']]);
  }
  const listed = await data<{ rows: AccesoADatos[]; total: number }>(get(`/privacidad/accesos/${id}`, 'administrador'));
  expect(listed.rows.map(({ usuario, nota }) => [usuario, nota])).toEqual([
    ['cobranza', `Vio los datos de contacto de «${name}»`],
    ['director', `Asociado «${name}»`],
  ]);
  expect((await get(`/privacidad/accesos/${id}`, 'cobranza')).status).toBe(403);
  // One that is not answered is none.
  expect(await seenBy(() => get('/residente/get/987654'))).toEqual([]);
});
