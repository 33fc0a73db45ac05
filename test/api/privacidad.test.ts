/** Privacy through HTTP: the notice and what is said of it, terms, what is exported, blocked and destroyed, and who read of whom. */
import { unzipSync } from 'fflate';
import pg from 'pg';
import { expect, it } from 'vitest';
import type {
  AccesoADatos,
  PersonaPrivacidad,
  SolicitudPrivacidad,
  VersionDeAviso,
} from '#features/privacidad/contract.ts';
import { SECCIONES } from '#features/privacidad/server/repository-exportar.ts';
import { inTx } from '#platform/server/db.ts';
import { appOfFile, type DemoUser, type Reply } from '../app.ts';
import { refusalOf, SCHEMA } from '../ledger.ts';
import { createVecino, linkOf, type Vecino } from '../residente.ts';
import { auditRows, envelope, freshText, lastAuditId, readRows } from './support.ts';

const HOY = '2026-11-26';

const app = await appOfFile({ now: `${HOY}T18:00:00Z` });

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
  const late = { residente: { id }, derecho: 'acceso', texto: 'Todo', recibida: '2026-01-05' };
  const { id: vencida } = await data<{ id: number }>(post('/privacidad/solicitud/save', late));
  expect(await refused(post('/privacidad/solicitud/prorrogar', { id: vencida, razon: 'Falta' }))).toMatch(/ya venció/);
  await ok(post('/privacidad/solicitud/responder', { id: vencida, procede: false, respuesta: 'No' }, 'administrador'));
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

/** What an export says, section by section, and the names of its files. */
async function exported(id: number) {
  const reply = await app.server.inject({
    ...{ method: 'POST', url: '/api/v1/privacidad/exportar', payload: { residente: { id } } },
    headers: { host: 'encinos.test', authorization: `Bearer ${await app.tokenOf('director')}` },
  });
  const files = unzipSync(new Uint8Array(reply.rawPayload));
  const { datos } = JSON.parse(Buffer.from(files['datos.json'] ?? []).toString('utf8'));
  return { datos: datos as Record<string, Record<string, unknown>[]>, files: Object.keys(files) };
}

/** Leaves something of an owner wherever people leave something, on a day of theirs. */
async function leaveTraces(owner: Vecino, tenant: Vecino, dia: string) {
  const { id: enlace } = await linkOf(app, owner);
  const put = async (text: string, values: unknown[]) => (await app.query<{ id: number }>(text, values))[0]?.id ?? 0;
  const row = (table: string, values: Record<string, unknown>, key = 'id') => {
    const names = Object.keys(values);
    const places = names.map((_, at) => `$${at + 1}`).join(', ');
    const into = `INSERT INTO ${SCHEMA}.${table} (${names.join(', ')}) VALUES (${places}) RETURNING ${key} AS id`;
    return put(into, Object.values(values));
  };
  const at = `${dia}T17:00:00Z`;
  const lote_id = owner.loteId;
  const said = `Dijo ${owner.nombre} que el viernes`;
  await row('visita', { lote_id, enlace_id: enlace, nombre: `${owner.nombre} hijo`, fecha: dia, created_at: at });
  await row('whatsapp_mensaje', { enlace_id: enlace, que: 'estado' }, 'enlace_id');
  await row('permiso_cuenta', {
    ...{ lote_id, residente_id: tenant.residenteId, permite: false, enlace_id: enlace, created_at: at },
  });
  await row('solicitud', {
    ...{ clase: 'contacto', lote_id, residente_id: owner.residenteId, remitente: owner.nombre, via: 'pagina' },
    ...{ texto: said, datos: JSON.stringify({ correo: owner.correo }), created_at: at },
  });
  await row('gestion_suceso', { lote_id, tipo: 'llamada', fecha: dia, con: owner.nombre, texto: said, created_at: at });
  const corrida = await row('gestion_corrida', {
    fecha: dia,
    estado: 'aprobada',
    aprobada_at: at,
    sale_at: at,
    created_at: at,
  });
  const linea = await put(
    `INSERT INTO ${SCHEMA}.gestion_linea (corrida_id, paso_id, lote_id, desde, vencido_centavos, estado, paso, asunto, texto, fecha)
     SELECT $1, min(id), $2, $3, 100, 'enviada', 'Recordatorio', 'Debe', $4, $3 FROM ${SCHEMA}.gestion_paso RETURNING id`,
    [corrida, lote_id, dia, said],
  );
  await row('gestion_envio', { linea_id: linea, medio: 'carta', destinatario: 'asociado', nombre: owner.nombre });
  await row('convenio', {
    ...{ folio: 80_000 + lote_id, lote_id, fecha: dia, estado_desde: dia, interes: 'sigue', tolerancia_dias: 5 },
    ...{ firmante: owner.nombre, observacion: '', adeudo_centavos: 100, condonado_centavos: 0, created_at: at },
  });
  const nota = { tipo: 'nota', lote_id, descripcion: said, fecha_recordatorio: dia, created_at: at };
  await row('nota_alerta', nota);
  const device = await put(
    `INSERT INTO ${SCHEMA}.dispositivo_acceso (nombre, equipo, clave_fin, created_at)
     VALUES ($1, gen_random_uuid(), '', now()) RETURNING id`,
    [freshText('Caseta')],
  );
  const placa_id = await row('acceso_placa', { placas: freshText('PL') });
  for (const nombre of [owner.nombre, freshText('Visitante')]) {
    const persona_id = await row('acceso_persona', { nombre });
    await row('acceso', {
      ...{ fecha: at, persona_id, placa_id, lote_id, tipo: 'entrada', tipo_visita: 'unicoDia', dispositivo_id: device },
      ...{ registro: freshText('R'), created_at: at },
    });
  }
  const account = { name: owner.nombre, email: `app.${owner.correo}`, phone: '5512345678', lote_id };
  const user_app_id = await row('user_app', account);
  await row('user_app', { ...account, name: 'Quien compró', email: `${freshText('otra').toLowerCase()}@prueba.mx` });
  await row('notificacion_push', { user_app_id, token: 'x', titulo: said, cuerpo: said });
  await row('correo_saliente', {
    ...{ para: [owner.correo], asunto: said, html: `<p>${said}</p>`, texto: said, lote_id },
    ...{ proximo_intento: at, created_at: at },
  });
}

const leaves = (owner: Vecino, desde: string, hasta: string) =>
  app.query(`UPDATE ${SCHEMA}.lote_residente SET active = false, desde = $2, hasta = $3 WHERE residente_id = $1`, [
    ...[owner.residenteId, desde, hasta],
  ]);

it('exports what somebody left at the gate, on their page, in the app and in collection, and of visitors no name', async () => {
  const owner = await createVecino(app);
  const tenant = await createVecino(app, { tipo: 'inquilino', loteId: owner.loteId });
  await app.query(`UPDATE ${SCHEMA}.lote_residente SET desde = '2020-01-01' WHERE residente_id = $1`, [
    owner.residenteId,
  ]);
  await leaveTraces(owner, tenant, HOY);
  const other = await createVecino(app);
  const { datos } = await exported(owner.residenteId);
  expect(datos).toMatchObject({
    'Visitas que anunció': [{ Nombre: `${owner.nombre} hijo` }],
    'Mensajes de WhatsApp preparados': [{ Qué: 'estado' }],
    'Quién ve la cuenta': [{ Inquilino: tenant.nombre, 'La ve': false, 'Lo dijo': 'usted' }],
    'Enlaces a su página': [{ Por: 'qr' }],
    'Lo que envió': [{ Texto: expect.stringContaining('el viernes') }],
    'Cartas y mensajes de cobranza': [
      { Asunto: 'Debe', 'Cómo fue': expect.stringContaining(`carta a asociado ${owner.nombre}`) },
    ],
    'Seguimiento de cobranza': [{ Qué: 'llamada', Con: owner.nombre }],
    'Convenios de pago': [{ 'Lo firmó': owner.nombre }],
  });
  const gate = (datos['Entradas y salidas'] ?? []).map(({ Nombre }) => Nombre);
  expect(gate.sort()).toEqual(['', owner.nombre]);
  // Of a lot that was sold the account in their own name, and none of whoever came after.
  await leaves(owner, '2020-01-01', HOY);
  expect((await exported(owner.residenteId)).datos['Cuenta de la app']).toMatchObject([
    { Correo: `app.${owner.correo}` },
  ]);
  const none = (await exported(other.residenteId)).datos;
  for (const titulo of Object.keys(datos).filter((one) => !['Persona', 'Correos', 'Lotes'].includes(one))) {
    expect([titulo, none[titulo]]).toEqual([titulo, []]);
  }
});

/** Tables that hang on a person or a lot and that no export has, each with why. */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['ajuste', 'cargo_traslado', 'codigo_uso', 'convenio_ajuste', 'convenio_cargo', 'convenio_evento', 'deposito'],
      ...['deposito_aplicacion', 'factura_anterior', 'fondo', 'interes_detenido', 'pago', 'registro_contable'],
    ].map((table) => [table, 'How the charges, receipts and agreements came about that are exported']),
  ),
  ...Object.fromEntries(
    [
      ...['cancelacion_factura', 'complemento_documento', 'correccion_recibo', 'factura_concepto', 'factura_documento'],
      ...['factura_evento', 'salida_global'],
    ].map((table) => [table, 'Of an invoice, which is exported and which its receiver has']),
  ),
  acceso_caseta: 'Which guard and which device wrote an entry down',
  amenidad_agenda: 'Of an area, not of whoever uses it',
  aviso_tomado: 'What a provider told of a deposit, which is exported',
  campana_envio_sin_correo: 'That a lot had no address when a campaign was sent',
  comparacion_lote: 'A comparison of two systems, by lots',
  correo_adjunto: 'Files of letters, whose originals are exported',
  expediente_documento: 'Papers of the community and of the public register',
  lote_inactividad: 'Of the lot, whoever has it',
  no_adeudo_revocacion: 'Of a certificate, which is exported',
  residente_codigo: 'What stands for codes that are good for a quarter of an hour',
};

/** What the export reads. */
async function exportedTables(): Promise<Set<string>> {
  return inTx(app.pools.pool, { schema: SCHEMA, readOnly: true }, async (tx) => {
    const texts = SECCIONES.map(([, query]) => query(1, 'UTC').compile(tx).sql);
    return new Set(
      texts.flatMap((text) => [...text.matchAll(/\b(?:FROM|JOIN)\s+([a-z_]+)\b/g)].map(([, name]) => name ?? '')),
    );
  });
}

/** What hangs on people and lots, by foreign keys, through whatever is exported itself. */
async function reachedTables(through: ReadonlySet<string>): Promise<string[]> {
  const keys = await app.query<{ de: string; a: string }>(
    `SELECT DISTINCT c.conrelid::regclass::text AS de, c.confrelid::regclass::text AS a FROM pg_constraint c
     WHERE c.contype = 'f' AND c.connamespace = $1::regnamespace`,
    [SCHEMA],
  );
  const bare = (name: string) => name.replace(`${SCHEMA}.`, '');
  const reached = new Set(['residente', 'representante_legal', 'user_app', 'lote']);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { de, a } of keys) {
      const [from, to] = [bare(de), bare(a)];
      if (!reached.has(to) || reached.has(from) || !(through.has(to) || to === 'lote')) continue;
      reached.add(from);
      grown = true;
    }
  }
  reached.delete('lote');
  return [...reached].sort();
}

it('exports every table that hangs on a person or a lot, or says why not', async () => {
  const through = await exportedTables();
  const reached = await reachedTables(through);
  expect(reached.filter((table) => !through.has(table) && !(table in NOT_EXPORTED))).toEqual([]);
  expect(Object.keys(NOT_EXPORTED).filter((table) => through.has(table) || !reached.includes(table))).toEqual([]);
});

/** Columns that may name or reach a person and that stay when a name is destroyed, each with why. */
const NOT_DESTROYED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['emisor_rfc', 'receptor_cp', 'receptor_direccion', 'receptor_email', 'receptor_nombre', 'receptor_regimen'],
      'receptor_rfc',
    ].map((column) => [`factura.${column}`, 'An invoice that was stamped is the same for ever, and SAT has it too']),
  ),
  ...Object.fromEntries(
    ['expediente.datos', 'expediente.nombre', 'no_adeudo.datos', 'no_adeudo.nombre'].map((column) => [
      column,
      'A paper that was signed: altered it would prove nothing',
    ]),
  ),
  ...Object.fromEntries(
    ['datos_fiscales.email', 'datos_fiscales.razon_social', 'datos_fiscales.rfc', 'tarjeta.nombre'].map((column) => [
      column,
      'Of the lot: whoever owns it next gives their own, and the sale ends the card',
    ]),
  ),
  ...Object.fromEntries(
    ['acceso_placa.placas', 'tarjeta_acceso.numero', 'vehiculo.placa'].map((column) => [
      column,
      'Of a car, which no name leads to any more',
    ]),
  ),
  ...Object.fromEntries(
    ['correo_electronico.correo', 'telefono.numero'].map((column) => [column, 'Gone already: blocking took them out']),
  ),
  'acceso.nombre_encargado_obra': 'Of whoever was in charge of works',
  'acceso.nombre_seguridad': 'Of a guard',
  'cambio_propietario.terminado': 'By which a sale is taken back',
  'comparacion_lote.asociado': 'What another system said, as it was signed',
  'deposito_entrante.nombre': 'What the bank said of a movement, as it said it',
  'factura_concepto.descripcion': 'What is charged',
  'representante_legal.name': 'Of a representative, who is somebody else',
};

it('destroys every column that names or reaches a person once no duty keeps it, or says why not', async () => {
  const reached = await reachedTables(await exportedTables());
  const columns = await app.query<{ tabla: string; columna: string }>(
    `SELECT c.relname AS tabla, a.attname AS columna FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND a.atttypid IN ('text'::regtype, 'text[]'::regtype, 'json'::regtype, 'jsonb'::regtype)
       AND (c.relname = ANY ($2) OR c.relname LIKE 'acceso%' OR c.relname IN ('comprobante', 'reserva_persona'))
       AND a.attname ~ '^(name|nombre.*|.*correo.*|email|phone|numero|firmante|remitente|ordenante|con|razon_social|.*rfc|placas?|asociado|para|receptor_.*|datos|texto|html|asunto|cuerpo|descripcion|token|terminado)$'
     ORDER BY 1, 2`,
    [SCHEMA, reached],
  );
  const [made] = await app.query<{ text: string }>(
    `SELECT prosrc AS text FROM pg_proc WHERE proname = 'suprime_nombre' AND pronamespace = $1::regnamespace`,
    [SCHEMA],
  );
  const statements = (made?.text ?? '').split(';');
  const destroys = ({ tabla, columna }: (typeof columns)[number]) =>
    statements.some(
      (statement) =>
        new RegExp(`DELETE FROM ${tabla}\\b`).test(statement) ||
        (new RegExp(`UPDATE ${tabla}\\b`).test(statement) && new RegExp(`\\b${columna} = `).test(statement)),
    );
  const stays = columns.filter((column) => !destroys(column)).map(({ tabla, columna }) => `${tabla}.${columna}`);
  expect(stays.filter((column) => !(column in NOT_DESTROYED))).toEqual([]);
  expect(Object.keys(NOT_DESTROYED).filter((column) => !stays.includes(column))).toEqual([]);
});

/** Every table but the sealed log in which a text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await app.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND relname <> 'bitacora' ORDER BY 1`,
    [SCHEMA],
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.query(
      `SELECT 1 FROM ${SCHEMA}.${name} t WHERE position(lower($1) in lower(t::text)) > 0 LIMIT 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

it('destroys a name with the contact data once no duty keeps it, wherever it stands but in the sealed log', async () => {
  const owner = await createVecino(app);
  const tenant = await createVecino(app, { tipo: 'inquilino', loteId: owner.loteId });
  const id = owner.residenteId;
  const residente = { id };
  await leaveTraces(owner, tenant, '2019-03-01');
  // Of 2020 the return was due in March of 2021, and five years more are not over before April of 2026.
  await leaves(owner, '2015-01-01', '2021-01-15');
  expect((await persona(id)).supresion.nombre).toEqual({ seVa: false, hasta: '2027-03-31', suprimido: false });
  await leaves(owner, '2015-01-01', '2020-12-31');
  expect((await persona(id)).supresion.nombre).toEqual({ seVa: true, hasta: '2026-03-31', suprimido: false });
  await ok(post('/privacidad/bloquear', { residente, razon: 'Lo pidió' }));
  await ok(post('/privacidad/suprimir', { residente, confirmacion: owner.nombre }));
  expect(await tablesWith(owner.nombre)).toEqual([]);
  expect(await tablesWith(owner.correo)).toEqual([]);
  const gone = await persona(id);
  expect(gone).toMatchObject({ name: `Persona suprimida ${id}`, supresion: { nombre: { suprimido: true } } });
  expect(gone.supresion.conserva.map(({ que }) => que)).toContain('Su nombre en la bitácora');
  expect(await refused(post('/privacidad/suprimir', { residente, confirmacion: gone.name }))).toMatch(/No tiene datos/);
});

it('destroys a name by itself where the contact data went before its time was over', async () => {
  const owner = await createVecino(app);
  const id = owner.residenteId;
  const residente = { id };
  await leaves(owner, '2015-01-01', '2021-06-30');
  await ok(post('/privacidad/bloquear', { residente, razon: 'Lo pidió' }));
  await ok(post('/privacidad/suprimir', { residente, confirmacion: owner.nombre }));
  expect(await persona(id)).toMatchObject({ name: owner.nombre, supresion: { nombre: { hasta: '2027-03-31' } } });
  const again = () => post('/privacidad/suprimir', { residente, confirmacion: owner.nombre });
  expect(await refused(again())).toMatch(/No tiene datos/);
  await leaves(owner, '2015-01-01', '2020-06-30');
  expect(await told(again)).toMatchObject([{ status: 'eliminado', referencia: `Persona suprimida ${id}` }]);
  expect((await persona(id)).name).toBe(`Persona suprimida ${id}`);
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
  const [back] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado)
     SELECT min(lote_id), $1, false FROM ${SCHEMA}.lote_residente WHERE active RETURNING id`,
    [id],
  );
  expect(await refused(post('/privacidad/suprimir', { residente, confirmacion: name }))).toMatch(/hacen falta/);
  await app.query(`DELETE FROM ${SCHEMA}.lote_residente WHERE id = $1`, [back?.id]);
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
      `/enlace/lote/${tie?.lote}`,
    ],
  ];
  for (const path of others) {
    const statuses = (await seenBy(() => get(path))).map(({ status }) => status);
    expect([path, [...new Set(statuses)]]).toEqual([path, ['consultado']]);
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
