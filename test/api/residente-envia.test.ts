/** What a resident does on their own page: accepts the notice first, sends a proof of their lot alone, and reads what became of it. */
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { appOfFile } from '../app.ts';
import { insertCharge, refusalOf, SCHEMA, tenderOf } from '../ledger.ts';
import { ask, createVecino, deviceOf, open, type Vecino } from '../residente.ts';
import { auditRows, freshText, lastAuditId, readRows } from './support.ts';

const app = await appOfFile({ now: '2026-11-26T18:00:00Z' });
const vecino = await createVecino(app);

const pdf = () => Buffer.from(`%PDF-1.4\n% ${freshText()}\n%%EOF\n`);

const COMPROBANTE = '/residente/propio/comprobante';

/** A form as a browser sends it: its fields and one file. */
async function send(cookie: string, fields: Record<string, string>, bytes: Buffer = pdf(), name = 'pago.pdf') {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new File([new Uint8Array(bytes)], name));
  const request = new Request('http://x/', { method: 'POST', body: form });
  const reply = await app.server.inject({
    ...{
      method: 'POST',
      url: `/api/v1${COMPROBANTE}`,
      payload: Buffer.from(await request.arrayBuffer()),
    },
    headers: { host: 'encinos.test', cookie, 'content-type': request.headers.get('content-type') ?? '' },
  });
  return { status: reply.statusCode, body: reply.json() as unknown, headers: reply.headers };
}

it('asks for the code, then for the notice, and takes the proof beside its deposit', async () => {
  const link = await deviceOf(app, vecino);
  expect((await open(app, '/r/comprobante', { cookie: link })).to).toContain('/r/codigo');
  expect((await send(link, { fecha: '2026-11-20', importe: '100' })).status).toBe(403);

  const cookie = await deviceOf(app, vecino, { confirmed: true });
  const first = await open(app, '/r/comprobante', { cookie });
  expect(first.html).toContain('Aviso de privacidad');
  expect(refusalOf(await send(cookie, { fecha: '2026-11-20', importe: '100' }))).toMatch(/acepte primero/);
  const version = /name="version" value="(\d+)"/.exec(first.html)?.[1] ?? '';
  expect(refusalOf(await ask(app, cookie, 'POST', '/residente/propio/aviso', { version: 999, acepta: true }))).toMatch(
    /cambió/,
  );
  const after = await lastAuditId(app);
  const accepted = await ask(app, cookie, 'POST', '/residente/propio/aviso', { version, acepta: true });
  expect(accepted.body).toMatchObject({ success: true });
  expect((await auditRows(app, after)).map(({ entidad }) => entidad)).toEqual(['residente']);
  const [said] = await app.query<{ via: string; dia: string }>(
    `SELECT x.via, r.consentimiento::text AS dia FROM ${SCHEMA}.aviso_respuesta x JOIN ${SCHEMA}.residente r ON r.id = x.residente_id
     WHERE r.id = ${vecino.residenteId}`,
  );
  expect(said).toEqual({ via: 'pagina', dia: '2026-11-26' });

  expect((await open(app, '/r/comprobante', { cookie })).html).toContain('Enviar un comprobante de pago');
  expect(refusalOf(await send(cookie, { fecha: '', importe: '' }))).toMatch(/día y el importe/);
  const mark = await lastAuditId(app);
  const sent = await send(cookie, { fecha: '2026-11-20', importe: '1234.50' });
  expect(sent.body).toMatchObject({ success: true });
  expect(await auditRows(app, mark)).toMatchObject([
    { status: 'creado', entidad: 'solicitud', referencia: vecino.referencia },
  ]);
  const [row] = await app.query<{ lote_id: number; via: string; remitente: string }>(
    `SELECT lote_id, via, remitente FROM ${SCHEMA}.solicitud WHERE residente_id = ${vecino.residenteId}`,
  );
  expect(row).toEqual({ lote_id: vecino.loteId, via: 'pagina', remitente: vecino.nombre });
  const shown = await open(app, '/r/comprobante', { cookie });
  expect(shown.html).toContain('$1,234.50');
  expect(shown.html).toContain('lo están revisando');
  expect((await open(app, '/r/pagos', { cookie })).html).toContain('href="/r/comprobante"');
});

it('tells nobody what another sent', async () => {
  const otra = await createVecino(app, { loteId: vecino.loteId, tipo: 'inquilino' });
  await ask(app, await deviceOf(app, otra, { confirmed: true }), 'POST', '/residente/propio/aviso', {
    version: 1,
    acepta: true,
  });
  const shown = await open(app, '/r/comprobante', { cookie: await deviceOf(app, otra, { confirmed: true }) });
  expect(shown.html).toContain('Enviar un comprobante de pago');
  expect(shown.html).not.toContain('$1,234.50');
});

/** Somebody who has shown a code and accepted the notice. */
async function ready(of: Vecino): Promise<string> {
  const cookie = await deviceOf(app, of, { confirmed: true });
  await ask(app, cookie, 'POST', '/residente/propio/aviso', { version: 1, acepta: 'si' });
  return cookie;
}

async function sancion(loteId: number, monto_centavos = 50_000): Promise<number> {
  const [tipo] = await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.tipo_multa`);
  return insertCharge(app, loteId, { tipo: 'sancion', monto_centavos, tipo_multa_id: tipo?.id ?? 0 });
}

async function pagada(loteId: number): Promise<number> {
  const cargo = await sancion(loteId, 40_000);
  const paid = await app.call('POST', '/pagosmultas/save', {
    as: 'cobranza',
    body: {
      ...{
        id: '',
        loteTransient: { id: loteId },
        multaTransient: { id: cargo },
        pagado: 400,
        ...(await tenderOf(app)),
      },
      ...{ applyDescuento: 0, autorizado: '', fecha_pago: '2026-11-20' },
    },
  });
  return (paid.body as { data: { recibo: { id: number } } }).data.recibo.id;
}

it('takes a new telephone as a proposal, in the place of one of their own and of nobody else’s', async () => {
  const [own, otra] = [await createVecino(app), await createVecino(app)];
  const cookie = await ready(own);
  expect((await open(app, '/r/contacto', { cookie })).html).toContain(`En lugar de ${own.correo}`);
  const propose = (body: object) => ask(app, cookie, 'POST', '/residente/propio/contacto', body);
  expect(refusalOf(await propose({ telefono: '', correo: '' }))).toMatch(/Escriba el teléfono/);
  expect((await propose({ telefono: '12', correo: '' })).body).toMatchObject({ errors: [{ path: 'telefono' }] });
  const [theirs] = await app.query<{ id: number }>(
    `SELECT id FROM ${SCHEMA}.correo_electronico WHERE residente_id = ${otra.residenteId}`,
  );
  expect(refusalOf(await propose({ correo: 'x@prueba.mx', reemplazaCorreo: theirs?.id }))).toMatch(/ya no existe/);
  const [mine] = await app.query<{ id: number }>(
    `SELECT id FROM ${SCHEMA}.correo_electronico WHERE residente_id = ${own.residenteId}`,
  );
  const correo = `${freshText('n').toLowerCase()}@prueba.mx`;
  expect((await propose({ correo, reemplazaCorreo: String(mine?.id), reemplazaTelefono: '' })).body).toMatchObject({
    success: true,
  });
  const addresses = () =>
    app.query(`SELECT correo FROM ${SCHEMA}.correo_electronico WHERE residente_id = ${own.residenteId}`);
  expect(await addresses()).toEqual([{ correo: own.correo }]);
  const [sent] = await app.query<{ id: number }>(
    `SELECT id FROM ${SCHEMA}.solicitud WHERE residente_id = ${own.residenteId}`,
  );
  const accept = { id: sent?.id, respuesta: '', deposito: { id: '' } };
  expect((await app.call('POST', '/solicitud/aceptar', { as: 'cobranza', body: accept })).body).toMatchObject({
    success: true,
  });
  expect(await addresses()).toEqual([{ correo }]);
  expect((await open(app, '/r/enviado', { cookie })).html).toContain('lo aceptaron');
});

it('changes nothing of who has left the lot meanwhile', async () => {
  const own = await createVecino(app);
  const cookie = await ready(own);
  await ask(app, cookie, 'POST', '/residente/propio/contacto', { telefono: '5512345678', correo: '' });
  await app.query(`UPDATE ${SCHEMA}.lote_residente SET active = false, hasta = now() WHERE residente_id = $1`, [
    own.residenteId,
  ]);
  const [sent] = await app.query<{ id: number }>(
    `SELECT id FROM ${SCHEMA}.solicitud WHERE residente_id = ${own.residenteId}`,
  );
  const accept = { id: sent?.id, respuesta: '', deposito: { id: '' } };
  expect(refusalOf(await app.call('POST', '/solicitud/aceptar', { as: 'cobranza', body: accept }))).toMatch(
    /ya no es de este lote/,
  );
  expect(await app.query(`SELECT FROM ${SCHEMA}.telefono WHERE residente_id = ${own.residenteId}`)).toEqual([]);
});

it('shows the office that looks in no contact data, and no file of them', async () => {
  const own = await createVecino(app);
  await ready(own);
  const body = { lote: own.loteId, persona: `residente-${own.residenteId}` };
  const seen = await app.call('POST', '/enlace/ver', { as: 'cobranza', body });
  const cookie = String(seen.headers['set-cookie']).split(';')[0] ?? '';
  const page = await open(app, '/r/contacto', { cookie });
  expect(page.html).toContain('••••');
  expect(page.html).not.toContain(own.correo);
  expect((await ask(app, cookie, 'GET', '/residente/propio/datos')).status).toBe(403);
  expect((await ask(app, cookie, 'POST', '/residente/propio/derecho', {})).status).toBe(403);
});

it('takes the doubt of a charge of their lot once, and of no other', async () => {
  const [own, otra] = [await createVecino(app), await createVecino(app)];
  const cookie = await ready(own);
  const [mine, theirs] = [await sancion(own.loteId), await sancion(otra.loteId)];
  expect((await open(app, `/r/aclaracion/${theirs}`, { cookie })).status).toBe(404);
  expect((await open(app, `/r/cargo/${mine}`, { cookie })).html).toContain(`/r/aclaracion/${mine}`);
  expect((await open(app, `/r/aclaracion/${mine}`, { cookie })).html).toContain('$500.00');
  const doubt = (cargo: number, texto = 'Ya lo pagué') =>
    ask(app, cookie, 'POST', '/residente/propio/aclaracion', { cargo, texto });
  expect((await doubt(theirs)).status).toBe(404);
  expect((await doubt(mine, '')).status).toBe(400);
  const after = await lastAuditId(app);
  expect((await doubt(mine)).body).toMatchObject({ success: true });
  expect(await auditRows(app, after)).toMatchObject([{ entidad: 'solicitud', referencia: own.referencia }]);
  expect(refusalOf(await doubt(mine))).toMatch(/Ya se pidió/);
  expect((await open(app, '/r/enviado', { cookie })).html).toContain('lo están revisando');
  expect((await open(app, '/r/enviado', { cookie: await ready(otra) })).html).toContain('Todavía no ha enviado nada');
});

it('lets ten of one person wait, and no more', async () => {
  const own = await createVecino(app);
  const cookie = await ready(own);
  for (let sent = 0; sent < 10; sent += 1) {
    const cargo = await sancion(own.loteId);
    const reply = await ask(app, cookie, 'POST', '/residente/propio/aclaracion', { cargo, texto: 'No es mío' });
    expect(reply.body).toMatchObject({ success: true });
  }
  expect(
    refusalOf(await ask(app, cookie, 'POST', '/residente/propio/contacto', { telefono: '5512345678', correo: '' })),
  ).toMatch(/10 envíos por revisar/);
});

it('lets no more wait where all are sent at once, and takes the same once', async () => {
  const own = await createVecino(app);
  const cookie = await ready(own);
  const all = (count: number, path: string, body: (of: number) => object) =>
    Promise.all(
      Array.from({ length: count }, (_, of) => ask(app, cookie, 'POST', `/residente/propio/${path}`, body(of))),
    );
  const taken = (replies: Awaited<ReturnType<typeof all>>) =>
    replies.filter(({ body }) => (body as { success: boolean }).success).length;
  expect(taken(await all(5, 'contacto', () => ({ telefono: '5512345678', correo: '' })))).toBe(1);
  expect(taken(await all(20, 'contacto', (of) => ({ telefono: `55000000${10 + of}`, correo: '' })))).toBe(9);
  expect(taken(await all(5, 'derecho', () => ({ derecho: 'acceso', texto: 'Lo mismo' })))).toBe(1);
  expect(taken(await all(15, 'derecho', (of) => ({ derecho: 'acceso', texto: `Otra ${of}` })))).toBe(4);
});

it('keeps no bytes of what it refuses, and reads so many of one link and no more', async () => {
  const own = await createVecino(app);
  const cookie = await ready(own);
  const bytes = pdf();
  const proof = () => send(cookie, { fecha: '2026-11-20', importe: '100' }, bytes);
  const forgotten = async () =>
    Number((await app.query<{ n: string }>(`SELECT count(*) AS n FROM ${SCHEMA}.archivo_olvidado`))[0]?.n);
  expect((await proof()).body).toMatchObject({ success: true });
  const before = await forgotten();
  expect((await open(app, '/r/comprobante', { cookie })).html).toContain('name="rastreo"');
  expect(refusalOf(await proof())).toMatch(/ya se envió/);
  expect(await forgotten()).toBe(before + 1);
  const count = (clave: string, fallos: number) =>
    app.query(
      `INSERT INTO ${SCHEMA}.intento_acceso (clave, ventana_inicia, fallos)
       SELECT $1 || id, $2, $3 FROM ${SCHEMA}.enlace WHERE residente_id = $4
       ON CONFLICT (clave) DO UPDATE SET fallos = excluded.fallos`,
      [clave, app.clock.now(), fallos, own.residenteId],
    );
  await count('comprobante:', 20);
  expect((await proof()).status).toBe(429);
  expect((await ask(app, cookie, 'POST', '/residente/propio/contacto', { telefono: '5511112222' })).body).toMatchObject(
    {
      success: true,
    },
  );
  await count('página:', 200);
  expect((await ask(app, cookie, 'POST', '/residente/propio/contacto', { telefono: '5511112223' })).status).toBe(429);
  expect((await open(app, '/r', { cookie })).status).toBe(200);
});

it('takes an amount as people write it, and says how where it can’t', async () => {
  const own = await createVecino(app);
  const cookie = await ready(own);
  for (const [importe, centavos] of [
    ['$1,500.00', 150_000],
    ['1,234,567.8', 123_456_780],
    [' 12 ', 1_200],
  ] as const) {
    expect([importe, (await send(cookie, { fecha: '2026-11-20', importe })).body]).toMatchObject([
      importe,
      { success: true },
    ]);
    const [row] = await app.query<{ n: string }>(
      `SELECT c.importe_centavos AS n FROM ${SCHEMA}.comprobante c JOIN ${SCHEMA}.solicitud s ON s.id = c.solicitud_id
       WHERE s.lote_id = ${own.loteId} ORDER BY s.id DESC LIMIT 1`,
    );
    expect(Number(row?.n)).toBe(centavos);
  }
  for (const importe of ['1500,50', '15,00', 'mil', '-5', '1.234', '1e3']) {
    expect([importe, (await send(cookie, { fecha: '2026-11-20', importe })).body]).toMatchObject([
      importe,
      { errors: [{ path: 'importe', message: expect.stringContaining('sólo el número') }] },
    ]);
  }
});

it('tells one representative nothing of what another sent', async () => {
  const own = await createVecino(app);
  const representative = async () => {
    const [row] = await app.query<{ id: number }>(
      `WITH p AS (INSERT INTO ${SCHEMA}.representante_legal (name, tipo_poder) VALUES ($1, 'general') RETURNING id),
         e AS (INSERT INTO ${SCHEMA}.correo_electronico (representante_id, correo) SELECT id, $2 FROM p)
       INSERT INTO ${SCHEMA}.representante_lote (representante_id, lote_id) SELECT id, ${own.loteId} FROM p
       RETURNING representante_id AS id`,
      [freshText('Licenciada '), `${freshText('l').toLowerCase()}@prueba.mx`],
    );
    const persona = `representante-${row?.id}`;
    return deviceOf(app, own, { confirmed: true, persona });
  };
  const [first, second] = [await representative(), await representative()];
  const cargo = await sancion(own.loteId);
  const doubt = { cargo, texto: 'Ya se pagó' };
  expect((await ask(app, first, 'POST', '/residente/propio/aclaracion', doubt)).body).toMatchObject({ success: true });
  expect((await open(app, '/r/enviado', { cookie: first })).html).toContain('lo están revisando');
  expect((await open(app, '/r/enviado', { cookie: second })).html).toContain('Todavía no ha enviado nada');
});

it('takes the wish for an invoice of a payment of their lot, and of no other', async () => {
  const [own, otra] = [await createVecino(app), await createVecino(app)];
  const cookie = await ready(own);
  expect((await open(app, '/r/factura', { cookie })).html).toContain('Todavía no hay un pago');
  const [mine, theirs] = [await pagada(own.loteId), await pagada(otra.loteId)];
  expect((await open(app, '/r/factura', { cookie })).html).toContain('$400.00');
  const wish = (recibo: number, rfc = 'pepj800101ab1') =>
    ask(app, cookie, 'POST', '/residente/propio/factura', {
      ...{ recibo, rfc, razonSocial: 'JUAN PÉREZ', codigoPostal: '76100', regimen: '605', uso: 'G03', correo: '' },
    });
  expect((await wish(theirs)).body).toMatchObject({ success: false, errors: [{ path: 'recibo' }] });
  expect((await wish(mine, 'PEPJ')).body).toMatchObject({ errors: [{ path: 'rfc' }] });
  expect((await wish(mine)).body).toMatchObject({ success: true });
  const [row] = await app.query<{ rfc: string; recibo: number }>(
    `SELECT datos->>'rfc' AS rfc, recibo_id AS recibo FROM ${SCHEMA}.solicitud WHERE lote_id = ${own.loteId}`,
  );
  expect(row).toEqual({ rfc: 'PEPJ800101AB1', recibo: mine });
  const tenant = await createVecino(app, { tipo: 'inquilino', loteId: own.loteId });
  const blind = await deviceOf(app, tenant, { confirmed: true, veCuenta: false });
  await ask(app, blind, 'POST', '/residente/propio/aviso', { version: 1, acepta: 'si' });
  expect((await open(app, '/r/factura', { cookie: blind })).html).toContain('El propietario no permite');
  const asked = { recibo: mine, rfc: 'PEPJ800101AB1', razonSocial: 'X', codigoPostal: '76100' };
  const refused = await ask(app, blind, 'POST', '/residente/propio/factura', {
    ...{ ...asked, regimen: '605', uso: 'G03', correo: '' },
  });
  expect(refusalOf(refused)).toMatch(/no es de su lote/);
});

it('says what data are used for besides, asks for something of them, and reads the answer', async () => {
  const own = await createVecino(app);
  const cookie = await ready(own);
  const usos = await open(app, '/r/datos/usos', { cookie });
  expect(usos.html).toContain('Todavía no ha dicho si quiere');
  const id = Number(/name="id" value="(\d+)"/.exec(usos.html)?.[1]);
  const say = (acepta: string) => ask(app, cookie, 'POST', '/residente/propio/finalidad', { id, acepta });
  const after = await lastAuditId(app);
  expect((await say('si')).body).toMatchObject({ success: true });
  expect(refusalOf(await say('si'))).toMatch(/nada nuevo/);
  expect((await say('quizá')).status).toBe(400);
  expect((await open(app, '/r/datos/usos', { cookie })).html).toContain('Usted dijo que sí');
  expect(await auditRows(app, after)).toMatchObject([{ entidad: 'residente', entidad_id: String(own.residenteId) }]);

  const wish = (texto: string) =>
    ask(app, cookie, 'POST', '/residente/propio/derecho', { derecho: 'oposicion', texto });
  expect((await wish('')).status).toBe(400);
  expect((await wish('No den mi teléfono')).body).toMatchObject({ success: true });
  const [row] = await app.query<{ id: number; via: string; recibida: string }>(
    `SELECT id, via, recibida::text FROM ${SCHEMA}.solicitud_privacidad WHERE residente_id = ${own.residenteId}`,
  );
  expect(row).toMatchObject({ via: 'pagina', recibida: '2026-11-26' });
  expect((await open(app, '/r/datos/pedir', { cookie })).html).toContain('Le responderán a más tardar el');
  const answer = { id: row?.id, procede: true, respuesta: 'Así se hará' };
  await app.call('POST', '/privacidad/solicitud/responder', { as: 'director', body: answer });
  const read = await open(app, '/r/datos/pedir', { cookie });
  expect(read.html).toContain('Así se hará');
  const other = await ready(await createVecino(app));
  expect((await open(app, '/r/datos/pedir', { cookie: other })).html).not.toContain('Así se hará');
  for (let asked = 1; asked < 5; asked += 1)
    expect((await wish(`Otra ${asked}`)).body).toMatchObject({ success: true });
  expect(refusalOf(await wish('Otra más'))).toMatch(/5 solicitudes abiertas/);
});

it('gives all that is kept of them as a ZIP, tells the log so, and gives nobody else’s', async () => {
  const [own, otra] = [await createVecino(app), await createVecino(app)];
  const cookie = await ready(own);
  const after = await lastAuditId(app);
  const reply = await app.server.inject({
    url: '/api/v1/residente/propio/datos',
    headers: { host: 'encinos.test', cookie },
  });
  expect(reply.statusCode).toBe(200);
  expect(await readRows(app, after)).toMatchObject([
    { status: 'consultado', entidad: 'residente', entidad_id: String(own.residenteId) },
  ]);
  const text = Buffer.from(unzipSync(new Uint8Array(reply.rawPayload))['datos.json'] ?? []).toString('utf8');
  expect(JSON.parse(text)).toMatchObject({ persona: own.nombre, datos: { Correos: [{ Correo: own.correo }] } });
  expect(text).not.toContain(otra.nombre);
  const again = () => ask(app, cookie, 'GET', '/residente/propio/datos');
  for (let asked = 1; asked < 5; asked += 1) expect((await again()).status).toBe(200);
  expect((await again()).status).toBe(429);
});
