/** Newsletters with their picture, templates with their places, and campaigns to many lots with what became of each letter. */
import { beforeAll, expect, it } from 'vitest';
import type { Carta, Envio, Newsletter } from '#features/comunicacion/contract.ts';
import { inTx, type Within } from '#platform/server/db.ts';
import { emptyForgotten } from '#platform/server/files-kept.ts';
import { deliverMail, MailRejected, type MailSender } from '#platform/server/mail.ts';
import { asked } from '#platform/server/outside.ts';
import { appOfFile } from '../app.ts';
import { createDeliveredLote, insertCharge, insertMonth, refusalOf, SCHEMA } from '../ledger.ts';
import { png } from '../pictures.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const PNG = png();

const app = await appOfFile();
beforeAll(async () => {
  // A payment reference stands under a template that does not ask for it; referencias.test.ts looks at that.
  await app.query(`UPDATE ${SCHEMA}.caja SET digito_verificador = DEFAULT`);
});

const get = async <T>(path: string) => (await app.call('GET', path, { as: 'administrador' })).body as T;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', path, { as: 'administrador', body, headers });
const faults = async (path: string, body: unknown) =>
  (envelope(await post(path, body)).errors ?? []).map((error) => `${error.path}: ${error.message}`);
const picture = async () => {
  const file = { name: 'foto.png', bytes: PNG };
  const kept = await app.call('POST', '/archivos/newsletter', { as: 'administrador', file });
  const { url, fileName } = envelope(kept).data as { url: string; fileName: string };
  return { url, fileName };
};
interface Page {
  newsLetterList: Newsletter[];
  previous: boolean;
  next: boolean;
  total: number;
}
const pageOf = (query: string) => get<Page>(`/newsletter/allpaginable?page=0&size=20&sortBy=createdAt${query}`);
async function saved(body: Record<string, unknown>): Promise<Newsletter> {
  const full = { id: '', tipo: 'newsletter', name: freshText('Boletín '), fileName: '', url: '', ...body };
  expect(envelope(await post('/newsletter/save', full))).toMatchObject({ success: true });
  const [found] = (await pageOf(`&tipo=${full.tipo}&name=${encodeURIComponent(full.name)}`)).newsLetterList;
  if (!found) throw new Error('it was not kept');
  return found;
}
const DESCRIPCION = 'La alberca cierra el lunes por limpieza';

/** A lot whose associate has these addresses. */
async function loteWith(name: string, ...correos: string[]) {
  const lote = await createDeliveredLote(app);
  const [row] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.residente (name, tipo) VALUES ($1, 'asociado') RETURNING id`,
    [name],
  );
  await app.query(`INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado) VALUES ($1, $2, true)`, [
    lote.id,
    row?.id,
  ]);
  for (const correo of correos) {
    await app.query(`INSERT INTO ${SCHEMA}.correo_electronico (residente_id, correo) VALUES ($1, $2)`, [
      row?.id,
      correo,
    ]);
  }
  return lote;
}

it('a newsletter is kept with its picture, which is forgotten when it is replaced or deleted with it', async () => {
  const [first, second] = [await picture(), await picture()];
  const since = await lastAuditId(app);
  const letter = await saved({ descripcion: DESCRIPCION, ...first });
  expect(letter).toMatchObject({ tipo: 'newsletter', descripcion: DESCRIPCION, ...first });
  expect(envelope(await post('/newsletter/save', { ...letter, ...second }))).toMatchObject({ success: true });
  expect(envelope(await app.call('GET', `/newsletter/get/${letter.id}`, { as: 'director' })).data).toMatchObject(
    second,
  );
  const gone = await app.call('DELETE', `/newsletter/delete/${letter.id}`, { as: 'administrador' });
  expect(envelope(gone)).toMatchObject({ success: true, message: 'Eliminado correctamente' });
  expect((await app.call('GET', `/newsletter/get/${letter.id}`, { as: 'director' })).status).toBe(404);
  expect(await emptyForgotten(app.pools.jobsPool, SCHEMA, app.files)).toBe(2);
  expect((await auditRows(app, since)).map(({ status, entidad }) => `${status} ${entidad}`)).toEqual([
    'creado newsletter',
    'actualizado newsletter',
    'eliminado newsletter',
  ]);
});

it('a newsletter says what is missing, and refuses a picture that is not its own', async () => {
  const body = { id: '', tipo: 'newsletter', name: 'ab', descripcion: 'Muy poco', fileName: '', url: '' };
  expect(await faults('/newsletter/save', body)).toEqual([
    'name: Muy corto!',
    'descripcion: Muy corto!',
    'fileName: Campo Requerido',
  ]);
  const foreign = {
    ...body,
    name: freshText('Aviso '),
    descripcion: DESCRIPCION,
    fileName: 'a.png',
    url: '/api/v1/archivos/999999',
  };
  expect(refusalOf(await post('/newsletter/save', foreign))).toMatch(/imagen no se encuentra/);
});

it('a picture that is none is told in the words of the specification', async () => {
  const file = { name: 'foto.png', bytes: new TextEncoder().encode('<svg/>') };
  const sent = await app.call('POST', '/archivos/newsletter', { as: 'administrador', file });
  expect(refusalOf(sent)).toBe('Archivo inválido. Solo archivo en formato JPG, JPEG, PNG permitido');
});

it('templates share the calls apart from newsletters, are sanitised, and know which data there are', async () => {
  const name = freshText('Plantilla ');
  const template = await saved({
    tipo: 'plantilla',
    name,
    descripcion: '<p onclick="x()">Hola {{asociado}}</p><script>alert(1)</script>',
  });
  expect(template.descripcion).toBe('<p>Hola {{asociado}}</p>');
  expect((await pageOf(`&name=${encodeURIComponent(name.toLowerCase())}`)).total).toBe(0);
  expect((await pageOf(`&tipo=plantilla&name=${encodeURIComponent(name.toLowerCase())}`)).total).toBe(1);
  const other = { ...template, tipo: 'newsletter', descripcion: DESCRIPCION, ...(await picture()) };
  expect((await post('/newsletter/save', other)).status).toBe(404);
  expect(await faults('/newsletter/save', { ...template, descripcion: '<p> </p>' })).toEqual([
    'descripcion: Campo Requerido',
  ]);
  expect(refusalOf(await post('/newsletter/save', { ...template, descripcion: '{{saldo_raro}}' }))).toMatch(
    /{{saldo_raro}}/,
  );
  expect(refusalOf(await post('/newsletter/save', { ...template, id: '' }))).toMatch(/Ya existe uno con ese nombre/);

  const lote = await loteWith('Ana <b>Núñez</b>', 'ana@correo.mx');
  await insertCharge(app, lote.id, { tipo: 'cuota_inicial_proyecto', monto_centavos: 123_450, vence: '2026-11-01' });
  const preview = await post('/newsletter/vistaprevia', {
    html: '<p>{{ASOCIADO}}: {{vencido}} de {{referencia}}</p><script>x</script>',
    lote: { id: lote.id },
  });
  expect(envelope(preview).data).toEqual({
    html: `<p>Ana &lt;b&gt;Núñez&lt;/b&gt;: $1,234.50 de ${lote.referencia}</p>`,
    para: ['ana@correo.mx'],
  });
  expect(refusalOf(await post('/newsletter/vistaprevia', { html: 'x', lote: { id: 999_999 } }))).toMatch(
    /lote no existe/,
  );
});

it('a list has pages with their flags', async () => {
  for (let at = 0; at < 3; at += 1)
    await saved({ tipo: 'plantilla', name: freshText('Paginada '), descripcion: 'Hola' });
  const read = (page: number) => get<Page>(`/newsletter/allpaginable?page=${page}&size=2&tipo=plantilla&name=Paginada`);
  expect(await read(0)).toMatchObject({ previous: false, next: true, total: 3 });
  expect(await read(1)).toMatchObject({
    previous: true,
    next: false,
    newsLetterList: [{ name: expect.stringContaining('Paginada') }],
  });
});

it('a campaign goes to many lots, each letter with its own data, and its log tells what became of them', async () => {
  const [ana, luis, none] = [
    await loteWith('Ana Núñez', 'ana@correo.mx', 'casa@correo.mx'),
    await loteWith('Luis "R&B" Peña', 'luis@malo.mx'),
    await loteWith('Sin Correo'),
  ];
  const lotes = [ana.id, luis.id, none.id];
  const campana = envelope(
    await post('/correocampanas/save', {
      id: '',
      name: freshText('Campaña '),
      titulo: 'Lote {{referencia}}',
      cuerpo: '<p>Hola {{asociado}}</p>',
    }),
  ).data as { id: number };
  expect(
    refusalOf(
      await post('/correocampanas/save', { id: '', name: freshText('Campaña '), titulo: 'x', cuerpo: '{{nada}}' }),
    ),
  ).toMatch(/{{nada}}/);
  expect(envelope(await post('/campanaenvio/destinatarios', { destino: 'lotes', lotes })).data).toEqual({
    lotes: 3,
    conCorreo: 2,
    ...{ sinCorreo: [none.referencia], sinPermiso: 0 },
  });
  expect(await faults('/campanaenvio/enviar', { idCorreo: campana.id, destino: 'lotes', lotes: [] })).toEqual([
    'lotes: Elija al menos un lote',
  ]);
  const send = (body: object, headers = {}) =>
    post('/campanaenvio/enviar', { idCorreo: campana.id, destino: 'lotes', ...body }, headers);
  expect(refusalOf(await send({ lotes: [none.id] }))).toMatch(/Ninguno de esos lotes tiene correo/);
  expect(refusalOf(await send({ lotes: [ana.id, 999_999] }))).toMatch(/ya no existe/);
  expect(refusalOf(await send({ lotes, idCorreo: 999_999 }))).toMatch(/campaña ya no existe/);

  // An intent that is sent twice goes out once.
  const headers = { 'idempotency-key': 'envio-de-prueba-0001' };
  const [sent, again] = [envelope(await send({ lotes }, headers)), envelope(await send({ lotes }, headers))];
  expect(sent.data).toMatchObject({ correos: 2, sinCorreo: 1 });
  expect(again).toEqual(sent);
  const { id } = sent.data as { id: number };
  const letters = await app.query<{ asunto: string; html: string; texto: string; para: string[] }>(
    `SELECT asunto, html, texto, para FROM ${SCHEMA}.correo_saliente WHERE envio_id = $1 ORDER BY id`,
    [id],
  );
  expect(letters).toEqual([
    {
      asunto: `Lote ${ana.referencia}`,
      html: '<p>Hola Ana Núñez</p>',
      texto: 'Hola Ana Núñez',
      para: ['ana@correo.mx', 'casa@correo.mx'],
    },
    {
      asunto: `Lote ${luis.referencia}`,
      html: '<p>Hola Luis &quot;R&amp;B&quot; Peña</p>',
      texto: 'Hola Luis "R&B" Peña',
      para: ['luis@malo.mx'],
    },
  ]);

  const sender = asked<MailSender>({
    leaves: true,
    async send({ para }) {
      if (para.includes('luis@malo.mx')) throw new MailRejected('No existe el buzón');
      return [{ address: 'casa@correo.mx', reason: 'Buzón lleno', final: true }];
    },
  });
  const within: Within = (work) => inTx(app.pools.jobsPool, { schema: SCHEMA, role: 'porton_jobs' }, work);
  const deliver = () => deliverMail(within, sender, app.clock.now());
  while (await deliver());
  const log = envelope(await app.call('GET', `/campanaenvio/get/${id}?page=0&size=20`, { as: 'administrador' }))
    .data as {
    envio: Envio;
    cartaList: Carta[];
    total: number;
  };
  // A refused recipient's letter goes on by itself, and belongs to the run.
  expect(log.envio).toMatchObject({
    lotes: 3,
    sinCorreo: 1,
    correos: 3,
    pendientes: 0,
    enviados: 1,
    guardados: 0,
    fallidos: 2,
  });
  expect(log.total).toBe(4);
  expect(log.cartaList.map(({ estado, referencia, ultimoError }) => [estado, referencia, ultimoError])).toEqual(
    expect.arrayContaining([
      ['fallido', ana.referencia, 'Buzón lleno'],
      ['fallido', luis.referencia, 'No existe el buzón'],
      ['sin_correo', none.referencia, null],
      ['enviado', ana.referencia, null],
    ]),
  );
  expect(log.cartaList.at(-1)?.estado).toBe('enviado');
  const runs = await get<{ envioList: Envio[]; total: number }>('/campanaenvio/allpaginable?page=0&size=20');
  expect(runs.envioList[0]).toMatchObject({ id, destino: 'Los lotes que yo elija', usuario: 'administrador' });
});

it('a campaign for an optional purpose goes to whoever said yes to it, by their last word, and to nobody else', async () => {
  const [yes, no, unasked] = [
    await loteWith('Sí Quiere', 'si@correo.mx'),
    await loteWith('No Quiere', 'no@correo.mx'),
    await loteWith('Nadie Preguntó', 'nadie@correo.mx'),
  ];
  const [finalidad] = await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.finalidad`);
  const say = (loteId: number, acepta: boolean) =>
    app.query(
      `INSERT INTO ${SCHEMA}.finalidad_respuesta (residente_id, finalidad_id, acepta, via, created_at)
       SELECT residente_id, $2, $3, 'oficina', now() FROM ${SCHEMA}.lote_residente WHERE lote_id = $1`,
      [loteId, finalidad?.id, acepta],
    );
  await say(yes.id, false);
  await say(yes.id, true);
  await say(no.id, true);
  await say(no.id, false);
  const boletin = { name: freshText('Boletín '), titulo: 'Boletín', cuerpo: '<p>Hola</p>', finalidad };
  const { id: idCorreo } = envelope(await post('/correocampanas/save', { id: '', ...boletin })).data as { id: number };
  // Whoever knows nothing of purposes leaves it as it is.
  const { finalidad: _finalidad, ...old } = boletin;
  await post('/correocampanas/save', { id: idCorreo, ...old });
  expect(await get(`/correocampanas/get/${idCorreo}`)).toMatchObject({ data: { finalidad } });
  const lotes = [yes.id, no.id, unasked.id];
  const counted = await post('/campanaenvio/destinatarios', { destino: 'lotes', lotes, idCorreo });
  expect(envelope(counted).data).toEqual({ lotes: 3, conCorreo: 1, sinCorreo: [], sinPermiso: 2 });
  const send = (of: readonly number[]) => post('/campanaenvio/enviar', { idCorreo, destino: 'lotes', lotes: of });
  expect(refusalOf(await send([no.id, unasked.id]))).toMatch(/Ninguno de esos asociados/);
  const sent = envelope(await send(lotes)).data as { id: number; correos: number };
  expect(sent.correos).toBe(1);
  const letters = await app.query(`SELECT para FROM ${SCHEMA}.correo_saliente WHERE envio_id = ${sent.id}`);
  expect(letters).toEqual([{ para: ['si@correo.mx'] }]);
  const one = (idLote: number) => post('/correocampanas/enviarcorreo', { idLote, idCorreo, otroEmail: '' });
  expect(refusalOf(await one(no.id))).toMatch(/no ha aceptado la finalidad/);
  expect(envelope(await one(yes.id))).toMatchObject({ success: true });
});

it('a statement’s mail takes the community’s own template of its name', async () => {
  const lote = await loteWith('Ana Núñez', 'ana@correo.mx');
  const send = () =>
    app.call('POST', '/residente/get/deudas/detail', {
      as: 'cobranza',
      body: { id: lote.id, variante: 0, email: true, correoElectronico: 'ana@correo.mx', correoAdicional: '' },
    });
  const last = async () =>
    (await app.query<{ html: string }>(`SELECT html FROM ${SCHEMA}.correo_saliente ORDER BY id DESC LIMIT 1`))[0]?.html;
  expect((await send()).status).toBe(200);
  expect(await last()).toContain('Adjunto encontrará');
  await saved({ tipo: 'plantilla', name: 'deudas', descripcion: '<p>{{asociado}} debe {{adeudo}}</p>' });
  expect((await send()).status).toBe(200);
  expect(await last()).toBe('<p>Ana Núñez debe $0.00</p>');
});

it('the lots with an overdue debt are those whose letter tells one: a condominal lot not for its units', async () => {
  const lote = await createDeliveredLote(app, { tipo: 'condominal' });
  const unit = await createDeliveredLote(app, { parent_id: lote.id });
  const other = await createDeliveredLote(app, { parent_id: lote.id });
  const reached = async () => {
    const { data } = envelope(await post('/campanaenvio/destinatarios', { destino: 'vencido', lotes: [] }));
    // None of them has an address, so that all are named.
    const { sinCorreo } = data as { sinCorreo: string[] };
    return [lote, unit, other].map(({ referencia }) => sinCorreo.includes(referencia));
  };
  await insertCharge(app, unit.id, { tipo: 'cuota_inicial_proyecto', monto_centavos: 100_000, vence: '2199-01-01' });
  expect(await reached()).toEqual([false, false, false]);
  await insertMonth(app, unit.id, 2026, 3, 80_050);
  expect(await reached()).toEqual([false, true, false]);
});

it('search, header and letters tell one debt of a condominal lot: with its units, and late is what is its own', async () => {
  const lote = await createDeliveredLote(app, { tipo: 'condominal' });
  const unit = await createDeliveredLote(app, { parent_id: lote.id });
  await insertMonth(app, lote.id, 2026, 2, 250_000);
  await insertMonth(app, unit.id, 2026, 3, 80_050);
  await insertCharge(app, unit.id, { tipo: 'cuota_inicial_proyecto', monto_centavos: 100_000, vence: '2199-01-01' });
  const header = await get<{ data: { deuda: number } }>(`/residente/get/deudas/${lote.id}`);
  const found = async (referencia: string) =>
    (await get<{ data: Record<string, unknown>[] }>(`/search/get/${encodeURIComponent(referencia)}/Referencia`))
      .data[0];
  const name = 'Estado de cuenta';
  const [plantilla] = (await pageOf(`&tipo=plantilla&name=${encodeURIComponent(name)}`)).newsLetterList;
  await saved({ id: plantilla?.id, tipo: 'plantilla', name, descripcion: '<p>{{adeudo}}, vencido {{vencido}}</p>' });
  const letter = await app.call('POST', '/residente/get/estadocuenta/detail', {
    as: 'cobranza',
    body: {
      id: lote.id,
      variante: 0,
      fechaInicial: '2026-01-01',
      fechaFinal: '2026-12-31 23:59:59',
      email: true,
      correoElectronico: 'ana@correo.mx',
      correoAdicional: '',
    },
  });
  expect(letter.status).toBe(200);
  const [mail] = await app.query<{ html: string }>(
    `SELECT html FROM ${SCHEMA}.correo_saliente ORDER BY id DESC LIMIT 1`,
  );
  expect(header.data.deuda).toBe(4300.5);
  expect(await found(lote.referencia)).toMatchObject({
    deuda: 4300.5,
    deuda_mantenimiento: 3300.5,
    deuda_inicial_proyecto: 1000,
  });
  expect(await found(unit.referencia)).toMatchObject({ deuda: 1800.5 });
  expect(mail?.html).toBe('<p>$4,300.50, vencido $2,500.00</p>');
});
