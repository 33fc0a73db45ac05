/** 'Enviar por WhatsApp': to whom, with what text and link, that it is logged as prepared, and what is refused. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Hecho } from '#features/gestion/contract-lote.ts';
import type { Destino } from '#libro/whatsapp/contract.ts';
import { appOfFile, type DemoUser } from '../app.ts';
import { insertCharge, refusalOf, SCHEMA, tenderOf } from '../ledger.ts';
import { createVecino, linkOf, open, type Vecino } from '../residente.ts';
import { auditRows, envelope, lastAuditId, readRows } from './support.ts';

const HOY = '2026-11-21';

let vecino: Vecino;
const app = await appOfFile({ now: '2026-11-21T18:00:00Z', invoices: false });
beforeEach(async () => {
  vecino = await createVecino(app);
});

type Body = { que: string; id: number; persona: string; telefono: string };

const of = (who: Vecino, changes: Partial<Body> = {}): Body => ({
  ...{ que: 'estado', id: who.loteId, persona: `residente-${who.residenteId}`, telefono: '' },
  ...changes,
});
const post = (body: Body, as: DemoUser = 'cobranza') => app.call('POST', '/whatsapp/preparar', { as, body });

async function prepared(
  body: Body,
  as: DemoUser = 'cobranza',
): Promise<{ number: string; text: string; token: string }> {
  const reply = await post(body, as);
  expect(reply.body).toMatchObject({ success: true });
  const url = new URL((envelope(reply).data as { url: string }).url);
  expect(url.origin).toBe('https://wa.me');
  const text = url.searchParams.get('text') ?? '';
  return { number: url.pathname.slice(1), text, token: /\/r\/([\w-]{43})/.exec(text)?.[1] ?? '' };
}

const destinos = async (que: string, id: number, as: DemoUser = 'cobranza') =>
  envelope(await app.call('GET', `/whatsapp/destinos?que=${que}&id=${id}`, { as })).data as {
    titulo: string;
    texto: string;
    destinos: Destino[];
  };

async function call(who: Pick<Vecino, 'residenteId'>, numero: string, tipo = 'Celular'): Promise<void> {
  await app.query(
    `INSERT INTO ${SCHEMA}.telefono (residente_id, tipo_numero_telefono_id, numero)
     SELECT $1, id, $2 FROM ${SCHEMA}.tipo_numero_telefono WHERE name = $3`,
    [who.residenteId, numero, tipo],
  );
}

async function charge(who: Vecino, monto_centavos = 150_000, vence = '2026-11-01'): Promise<number> {
  const [tipo] = await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.tipo_multa`);
  return insertCharge(app, who.loteId, {
    ...{ tipo: 'sancion', monto_centavos, tipo_multa_id: tipo?.id ?? 0, vence, fecha: vence },
  });
}

/** The receipt of a payment. */
async function paid(who: Vecino): Promise<number> {
  const body = {
    ...{ id: '', loteTransient: { id: who.loteId }, multaTransient: { id: await charge(who) }, pagado: 500 },
    ...(await tenderOf(app)),
    ...{ applyDescuento: 0, autorizado: '', fecha_pago: HOY },
  };
  const reply = await app.call('POST', '/pagosmultas/save', { as: 'cobranza', body });
  return (envelope(reply).data as { recibo: { id: number } }).recibo.id;
}

/** A letter of the ladder that somebody approved, and its line. */
async function letter(who: Vecino): Promise<number> {
  await charge(who, 150_000, '2026-08-01');
  const admin = (path: string, body: object) => app.call('POST', path, { as: 'administrador', body });
  await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = orden = 3`);
  await admin('/gestion/proponer', {});
  const { corrida } = envelope(await app.call('GET', '/gestion/propuesta', { as: 'administrador' })).data as {
    corrida: { id: number; version: number };
  };
  const reply = await admin('/gestion/aprobar', { corrida: { id: corrida.id }, version: corrida.version });
  expect(reply.body).toMatchObject({ success: true });
  const [linea] = await app.query<{ id: number }>(
    `SELECT id FROM ${SCHEMA}.gestion_linea WHERE corrida_id = $1 AND lote_id = $2 AND estado = 'enviada'`,
    [corrida.id, who.loteId],
  );
  return linea?.id ?? 0;
}

const hechos = async (lote: number) =>
  (
    envelope(await app.call('GET', `/gestion/lote/${lote}`, { as: 'cobranza' })).data as { hechos: Hecho[] }
  ).hechos.filter(({ tipo }) => tipo === 'whatsapp');

describe('a message', () => {
  it('opens the messenger with the number in its international form, the lot’s data and a link of that person', async () => {
    await call(vecino, '6641234567');
    await charge(vecino);
    const after = await lastAuditId(app);
    const { number, text, token } = await prepared(of(vecino, { telefono: '6641234567' }));
    expect(number).toBe('526641234567');
    expect(text).toContain(`Hola, ${vecino.nombre}`);
    expect(text).toContain(`estado de cuenta al 21-11-2026 del lote ${vecino.referencia} dice que debe $1,500.00`);
    expect(text).not.toContain('{{');
    const entered = await open(app, `/r/${token}`);
    expect((await open(app, '/r', { cookie: entered.cookie })).html).toContain(vecino.nombre);
    const rows = await auditRows(app, after);
    expect(rows[0]).toMatchObject({
      ...{
        status: 'creado',
        entidad: 'enlace',
        nota: `Estado de cuenta preparado por WhatsApp para «${vecino.nombre}»`,
      },
      despues: { que: 'estado', canal: 'whatsapp', telefono: '…4567' },
    });
    // Neither the token nor the number is written down anywhere else.
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${token}|6641234567`));
    expect(await hechos(vecino.loteId)).toMatchObject([
      { titulo: 'Estado de cuenta · WhatsApp', detalle: vecino.nombre, estado: 'Preparado' },
    ]);
  });

  it('has a link of its own at each click, which is listed and revoked like any other', async () => {
    const [first, second] = [await prepared(of(vecino)), await prepared(of(vecino))];
    expect(first.number).toBe('');
    expect(first.token).not.toBe(second.token);
    const listed = async () =>
      (
        envelope(await app.call('GET', `/enlace/lote/${vecino.loteId}`, { as: 'cobranza' })).data as {
          enlaces: { id: number; canal: string; estado: string }[];
        }
      ).enlaces;
    const enlaces = await listed();
    expect(enlaces.map(({ canal }) => canal)).toEqual(['whatsapp', 'whatsapp']);
    await app.call('POST', '/enlace/revocar', { as: 'cobranza', body: { id: enlaces[0]?.id } });
    expect((await open(app, `/r/${second.token}`)).status).toBe(404);
    expect((await open(app, `/r/${first.token}`)).status).toBe(303);
    expect((await hechos(vecino.loteId)).map(({ estado }) => estado)).toEqual([
      'Preparado; enlace revocado',
      'Preparado',
    ]);
  });

  it('of a receipt tells it with its amount, and of a letter what it said', async () => {
    const recibo = await paid(vecino);
    expect((await prepared(of(vecino, { que: 'recibo', id: recibo }))).text).toContain(
      `recibo ${recibo} del 21-11-2026 por $500.00 del lote ${vecino.referencia}`,
    );
    const debtor = await createVecino(app);
    const linea = await letter(debtor);
    const said = envelope(await app.call('GET', `/gestion/linea/${linea}`, { as: 'cobranza' })).data as {
      asunto: string;
      texto: string;
    };
    for (const as of ['cobranza', 'administrador', 'director'] as const) {
      const { text } = await prepared(of(debtor, { que: 'carta', id: linea }), as);
      expect(text).toContain(said.asunto);
      expect(text).toContain(said.texto);
    }
    expect((await hechos(debtor.loteId))[0]).toMatchObject({ titulo: 'Carta formal · WhatsApp', lineaId: linea });
  });

  it('is offered to the people of the lot with their numbers, mobiles first, and the log knows who looked', async () => {
    await call(vecino, '6647654321', 'Casa');
    await call(vecino, '6641234567');
    const tenant = await createVecino(app, { tipo: 'inquilino', loteId: vecino.loteId });
    const after = await lastAuditId(app);
    const found = await destinos('estado', vecino.loteId);
    expect(found.titulo).toBe('Estado de cuenta');
    expect(found.texto).toContain('{{nombre}}');
    expect(found.destinos.map(({ nombre, papel, telefono }) => [nombre, papel, telefono])).toEqual([
      [vecino.nombre, 'propietario', '6641234567'],
      [vecino.nombre, 'propietario', '6647654321'],
      [tenant.nombre, 'inquilino', ''],
    ]);
    expect(await readRows(app, after)).toMatchObject([
      { status: 'consultado', nota: `Vio los teléfonos de «${vecino.nombre}»` },
      { status: 'consultado', nota: `Vio los teléfonos de «${tenant.nombre}»` },
    ]);
    // A tenant whose owner keeps the account to himself is told nothing of it.
    await linkOf(app, tenant, { veCuenta: false });
    expect((await destinos('estado', vecino.loteId)).destinos.map(({ papel }) => papel)).not.toContain('inquilino');
    expect(refusalOf(await post(of({ ...tenant, loteId: vecino.loteId })))).toMatch(/no es de este lote/);
  });
});

describe('a message is refused', () => {
  it('to a number that is not on file, or is none', async () => {
    expect(refusalOf(await post(of(vecino, { telefono: '6640000000' })))).toMatch(/no tiene registrado ese teléfono/);
    await call(vecino, '0641234567');
    expect(refusalOf(await post(of(vecino, { telefono: '0641234567' })))).toMatch(/Ese teléfono no existe/);
    expect((await post(of(vecino, { telefono: '+52 664' }))).body).toMatchObject({ errors: [{ path: 'telefono' }] });
    // Nothing was made of it.
    expect(await hechos(vecino.loteId)).toEqual([]);
    expect(await app.query(`SELECT FROM ${SCHEMA}.enlace WHERE lote_id = $1`, [vecino.loteId])).toEqual([]);
  });

  it('to somebody of another lot, and of a paper that there is none of', async () => {
    const other = await createVecino(app);
    expect(refusalOf(await post(of(vecino, { persona: `residente-${other.residenteId}` })))).toMatch(
      /no es de este lote/,
    );
    const recibo = await paid(other);
    expect(refusalOf(await post(of(vecino, { que: 'recibo', id: recibo })))).toMatch(/no es de este lote/);
    for (const que of ['recibo', 'estado', 'carta']) {
      expect([que, (await post(of(vecino, { que, id: 999_999 }))).status]).toEqual([que, 404]);
    }
  });

  it('of a receipt that was cancelled, of one of the owner before, and of a letter that was taken back', async () => {
    const recibo = await paid(vecino);
    const debtor = await createVecino(app);
    const linea = await letter(debtor);
    await app.query(`UPDATE ${SCHEMA}.gestion_linea SET estado = 'retirada' WHERE id = $1`, [linea]);
    expect(refusalOf(await post(of(debtor, { que: 'carta', id: linea })))).toMatch(/se retiró/);
    await app.query(`UPDATE ${SCHEMA}.gestion_linea SET estado = 'enviada' WHERE id = $1`, [linea]);
    // The house is sold after both.
    for (const who of [vecino, debtor]) {
      await app.query(
        `WITH ties AS (
           INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado, active, hasta)
           SELECT $1, $2, true, false, now() RETURNING id
         )
         INSERT INTO ${SCHEMA}.cambio_propietario (lote_id, fecha, lazo_anterior_id, lazo_nuevo_id, adeudo, fondo,
           adeudo_centavos, fondo_centavos, consentimiento, terminado, created_at)
         SELECT $1, '2026-11-22', t.id, n.id, 'lote', 'lote', 0, 0, true, '{}', '2026-11-22T18:00:00Z'
         FROM ties t, ${SCHEMA}.lote_residente n WHERE n.lote_id = $1 AND n.active`,
        [who.loteId, who.residenteId],
      );
    }
    expect(refusalOf(await post(of(vecino, { que: 'recibo', id: recibo })))).toMatch(/antes de que el lote cambiara/);
    expect(refusalOf(await post(of(debtor, { que: 'carta', id: linea })))).toMatch(/antes de que el lote cambiara/);
    const other = await createVecino(app);
    const cancelled = await paid(other);
    const [pago] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.pago WHERE recibo_id = $1`, [cancelled]);
    await app.query(
      `INSERT INTO ${SCHEMA}.pago_cancelacion (pago_id, motivo, razon, fecha, created_at) VALUES ($1, 'cancelado', 'Prueba', $2, now())`,
      [pago?.id, HOY],
    );
    expect(refusalOf(await post(of(other, { que: 'recibo', id: cancelled })))).toMatch(/está cancelado/);
  });

  it('to every role but those that give links', async () => {
    const recibo = await paid(vecino);
    for (const as of ['consultor', 'obras', 'tags', 'seguridad'] as const) {
      expect([as, (await post(of(vecino, { que: 'recibo', id: recibo }), as)).status]).toEqual([as, 403]);
      const seen = await app.call('GET', `/whatsapp/destinos?que=recibo&id=${recibo}`, { as });
      expect([as, seen.status]).toEqual([as, 403]);
    }
  });

  it('where the text would be longer than the messenger takes, and leaves nothing behind', async () => {
    const linea = await letter(vecino);
    await app.query(`UPDATE ${SCHEMA}.gestion_linea SET texto = $1 WHERE id = $2`, ['a'.repeat(2_000), linea]);
    expect(refusalOf(await post(of(vecino, { que: 'carta', id: linea })))).toMatch(/acorte el texto/);
    expect(await hechos(vecino.loteId)).toEqual([]);
  });
});

describe('the texts', () => {
  it('are changed where the ladder’s are, need the link, and know their places', async () => {
    const before = envelope(await app.call('GET', '/whatsapp/texto/get', { as: 'administrador' })).data as {
      recibo: string;
      estado: string;
      carta: string;
    };
    expect(before.recibo).toContain('{{documento}}');
    const save = (body: object, as: DemoUser = 'administrador') =>
      app.call('POST', '/whatsapp/texto/save', { as, body: { ...before, ...body } });
    const bad = await save({ recibo: 'Su recibo', estado: '{{carta}} {{enlace}}' });
    expect(bad.status).toBe(400);
    expect(bad.body).toMatchObject({ errors: [{ path: 'recibo' }, { path: 'estado' }] });
    expect((await save({}, 'cobranza')).status).toBe(403);
    const after = await lastAuditId(app);
    expect((await save({ estado: 'Lote {{referencia}}: {{enlace}}' })).body).toMatchObject({ success: true });
    expect(await auditRows(app, after)).toMatchObject([
      {
        entidad: 'whatsapp_texto',
        antes: { estado: before.estado },
        despues: { estado: 'Lote {{referencia}}: {{enlace}}' },
      },
    ]);
    expect((await prepared(of(vecino))).text).toMatch(new RegExp(`^Lote ${vecino.referencia}: http\\S+/r/`));
    await save(before);
  });
});
