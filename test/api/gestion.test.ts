/** The ladder of collection: proposed at night, approved by a person, each letter once, and nothing of it moves money. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PasoGestion, Propuesta } from '#features/gestion/contract.ts';
import { inTx } from '#platform/server/db.ts';
import { deliverMail, localMail } from '#platform/server/mail.ts';
import { listLotesForReserva } from '../../src/features/amenidades/server/repository.ts';
import { followAll } from '../../src/features/convenios/server/seguir.ts';
import { nightlyProposal } from '../../src/features/gestion/server/proponer.ts';
import { FRENOS } from '../../src/features.ts';
import { appOfFile, type DemoUser } from '../app.ts';
import { convenioOf } from '../convenios.ts';
import {
  clearLedger,
  createDeliveredLote,
  inLedger,
  insertCharge,
  refusalOf,
  SCHEMA,
  sendProof,
  tenderOf,
} from '../ledger.ts';
import { createOwnedLote, sell } from '../owner-change.ts';
import { TRUST_TIMEOUT_MS, tries } from '../trust.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const app = await appOfFile({ now: '2026-11-21T18:00:00Z', invoices: false });
beforeEach(async () => {
  app.clock.set('2026-11-21T18:00:00Z');
  app.forgetTokens();
  await clearLedger(app);
  await app.query(`DELETE FROM ${SCHEMA}.correo_saliente WHERE gestion_envio_id IS NOT NULL`);
  await app.query(`DELETE FROM ${SCHEMA}.notificacion_push WHERE gestion_envio_id IS NOT NULL`);
  await app.query(
    `TRUNCATE ${['gestion_bloqueo', 'gestion_envio', 'gestion_linea', 'gestion_corrida', 'gestion_pausa', 'gestion_suceso'].map((table) => `${SCHEMA}.${table}`).join(', ')} CASCADE`,
  );
  await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = true`);
});

const call = async <T>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  as: DemoUser = 'administrador',
): Promise<T> => {
  const reply = await app.call(method, path, { as, ...(body && { body }) });
  const { success, data, message } = envelope(reply) as { success: boolean; data: T; message?: string };
  expect([path, reply.status, success, message ?? '']).toEqual([path, 200, true, message ?? '']);
  return data;
};
const propuesta = () => call<Propuesta>('GET', '/gestion/propuesta');
const proponer = () => call<{ lotes: number }>('POST', '/gestion/proponer', {});

/** A lot with an associate who has a mail, that owes since a day. */
async function moroso(vence = '2026-11-01', { correo = true, monto = 150_000 } = {}) {
  const lote = await createDeliveredLote(app);
  const name = freshText('Ana ');
  const [residente] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.residente (name, tipo) VALUES ($1, 'asociado') RETURNING id`,
    [name],
  );
  const id = residente?.id ?? 0;
  await app.query(`INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado) VALUES ($1, $2, true)`, [
    lote.id,
    id,
  ]);
  if (correo) {
    await app.query(`INSERT INTO ${SCHEMA}.correo_electronico (residente_id, correo) VALUES ($1, $2)`, [
      ...[id, `${freshText('ana').toLowerCase()}@correo.example`],
    ]);
  }
  const cargo = await insertCharge(app, lote.id, {
    tipo: 'sancion',
    tipo_multa_id: 1,
    monto_centavos: monto,
    vence,
    fecha: vence,
  });
  return { ...lote, name, cargo };
}

async function pagar(lote: { id: number; cargo: number }, pagado = 1_500, fecha_pago = '2026-11-21') {
  await call(
    'POST',
    '/pagosmultas/save',
    {
      ...{ id: '', loteTransient: { id: lote.id }, multaTransient: { id: lote.cargo }, pagado },
      ...(await tenderOf(app)),
      ...{ applyDescuento: 0, autorizado: '', fecha_pago },
    },
    'cobranza',
  );
}

async function aprobar(as: DemoUser = 'administrador') {
  const { corrida } = await propuesta();
  return app.call('POST', '/gestion/aprobar', {
    as,
    body: { corrida: { id: corrida?.id ?? 1 }, version: corrida?.version ?? 1 },
  });
}

const suceso = (lote: { id: number }, over: object = {}) => ({
  ...{ lote: { id: lote.id }, tipo: 'llamada', fecha: '2026-11-21', con: 'Ana', texto: 'Que paga el viernes' },
  ...{ promesaFecha: '', promesaMonto: '' },
  ...over,
});

function setDay(day: string): void {
  app.clock.set(`${day}T18:00:00Z`);
  app.forgetTokens();
}

/** Whether a lot may reserve no amenity. */
const barred = (id: number) =>
  inLedger(app, async (tx, { today }) => (await listLotesForReserva(tx, [id], today))[0]?.bloqueado);

const correos = () =>
  app.query<{ asunto: string; texto: string; estado: string; para: string[]; proximo_intento: Date }>(
    `SELECT asunto, texto, estado, para, proximo_intento FROM ${SCHEMA}.correo_saliente WHERE gestion_envio_id IS NOT NULL ORDER BY id`,
  );

/** What every lot owes, and what the ledger holds. */
const deudas = () =>
  app.query(
    `SELECT lote_id, sum(saldo_centavos)::text AS saldo, count(*)::int AS n FROM ${SCHEMA}.cargo GROUP BY 1 ORDER BY 1`,
  );

describe('the steps', () => {
  it('four come ready and switched off, and one choice switches them on', async () => {
    await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = false`);
    await moroso();
    expect(await propuesta()).toMatchObject({ activos: 0, lineas: [], corrida: null });
    const before = await lastAuditId(app);
    const reply = await app.call('POST', '/gestion/paso/encender', { as: 'administrador', body: { activos: true } });
    expect(envelope(reply)).toMatchObject({ success: true, message: expect.stringContaining('1 lote propuesto') });
    expect(await auditRows(app, before)).toMatchObject([{ entidad: 'gestion_paso', status: 'actualizado' }]);
    const found = await propuesta();
    expect(found).toMatchObject({
      activos: 4,
      lineas: [{ paso: { orden: 1, name: 'Recordatorio' }, dias: 20, vencido: 1_500 }],
    });
    await app.call('POST', '/gestion/paso/encender', { as: 'administrador', body: { activos: false } });
    expect(await propuesta()).toMatchObject({ activos: 0, lineas: [], corrida: null });
  });

  it('is changed, refused at its field, and makes an open proposal another one', async () => {
    await moroso();
    await proponer();
    const { corrida } = await propuesta();
    const [paso] = (await app.call('GET', '/gestion/paso/all', { as: 'administrador' })).body as PasoGestion[];
    if (!paso) throw new Error('no steps');
    const { orden: _orden, ...known } = paso;
    const bad = await app.call('POST', '/gestion/paso/save', {
      as: 'administrador',
      body: { ...known, destinatarios: [], cuerpo: '{{deuda}}' },
    });
    expect(bad.status).toBe(400);
    expect(bad.body).toMatchObject({ errors: [{ path: 'destinatarios' }, { path: 'cuerpo' }] });
    const before = await lastAuditId(app);
    const cuerpo = '<p>Debe {{vencido}}</p><script>alert(1)</script>';
    await call('POST', '/gestion/paso/save', { ...known, cuerpo });
    expect(await auditRows(app, before)).toMatchObject([
      { entidad: 'gestion_paso', despues: { cuerpo: '<p>Debe {{vencido}}</p>' } },
    ]);
    const stale = await app.call('POST', '/gestion/aprobar', {
      as: 'administrador',
      body: { corrida: { id: corrida?.id }, version: corrida?.version },
    });
    expect(refusalOf(stale)).toMatch(/cambió desde que la vio/);
    await call('POST', '/gestion/paso/save', known);
    expect((await app.call('GET', '/gestion/paso/get/99', { as: 'administrador' })).status).toBe(404);
    expect((await app.call('POST', '/gestion/paso/save', { as: 'cobranza', body: known })).status).toBe(403);
  });
});

describe('the proposal', () => {
  it('says whom, why, with what text and to whom, and sends nothing', async () => {
    const lote = await moroso();
    const silent = await moroso('2026-11-05', { correo: false });
    expect(await proponer()).toEqual({ lotes: 2 });
    const { lineas } = await propuesta();
    const of = (id: number) => lineas.find((linea) => linea.lote.id === id);
    expect(of(lote.id)).toMatchObject({
      porque: '20 días de atraso',
      envios: [{ medio: 'correo', destinatario: 'asociado', nombre: lote.name }],
    });
    expect(of(silent.id)?.envios).toEqual([]);
    const texto = await call<{ asunto: string; texto: string }>('GET', `/gestion/linea/${of(lote.id)?.id}`);
    expect(texto.asunto).toBe(`Recordatorio de pago del lote ${lote.referencia}`);
    expect(texto.texto).toContain('$1,500.00 desde el 01-11-2026');
    expect(await correos()).toEqual([]);
  });

  it('leaves out what is not due, and tells what stops the others', async () => {
    await moroso('2026-11-20');
    const paused = await moroso();
    const promised = await moroso();
    const paid = await moroso();
    await pagar(paid, 500);
    await app.query(
      `INSERT INTO ${SCHEMA}.gestion_pausa (lote_id, hasta, razon, created_at) VALUES ($1, '2026-11-21', 'De viaje', now())`,
      [paused.id],
    );
    await app.query(
      `INSERT INTO ${SCHEMA}.gestion_suceso (lote_id, tipo, fecha, texto, promesa_fecha, promesa_centavos, created_at)
       VALUES ($1, 'promesa', '2026-11-20', 'Paga', '2026-11-25', 100, now())`,
      [promised.id],
    );
    expect(await proponer()).toEqual({ lotes: 0 });
    const { corrida, detenidos } = await propuesta();
    expect(corrida).toBeNull();
    expect(new Map(detenidos.map(({ lote, razon }) => [lote.id, razon]))).toEqual(
      new Map([
        [paused.id, 'En pausa hasta el 21-11-2026: De viaje'],
        [promised.id, 'Prometió pagar el 25-11-2026'],
        [paid.id, 'Pagó hace poco'],
      ]),
    );
    app.clock.set('2026-11-26T18:00:00Z');
    app.forgetTokens();
    expect(await proponer()).toEqual({ lotes: 4 });
  });

  it('is held by a proof of payment that nobody has looked at', async () => {
    const lote = await moroso();
    const proof = await sendProof(app, lote.id, '2026-11-20');
    expect(await proponer()).toEqual({ lotes: 0 });
    expect((await propuesta()).detenidos).toMatchObject([
      { lote: { id: lote.id }, razon: 'Envió un comprobante de pago del 20-11-2026 que nadie ha atendido' },
    ]);
    await app.query(`UPDATE ${SCHEMA}.solicitud SET estado = 'rechazada', resuelta_at = now() WHERE id = $1`, [proof]);
    expect(await proponer()).toEqual({ lotes: 1 });
  });

  it('is held by an agreement in force, and goes on once it is broken', async () => {
    const [held, other] = [await moroso(), await moroso()];
    const body = await convenioOf(app, held.id, { primera: '2026-11-25', count: 2 });
    const signed = await call<{ id: number }>('POST', '/convenio/save', body, 'director');
    expect(await proponer()).toEqual({ lotes: 1 });
    expect(await propuesta()).toMatchObject({
      lineas: [{ lote: { id: other.id } }],
      detenidos: [
        { lote: { id: held.id }, razon: expect.stringMatching(/^Tiene el convenio CV-\d+, del 21-11-2026$/) },
      ],
    });
    // Five days after the first instalment it still holds.
    const follow = async (now: string) => {
      app.clock.set(now);
      app.forgetTokens();
      return inLedger(app, followAll);
    };
    expect(await follow('2026-11-30T18:00:00Z')).toMatchObject({ rotos: 0 });
    expect(await proponer()).toEqual({ lotes: 1 });
    expect(await follow('2026-12-01T18:00:00Z')).toMatchObject({ rotos: 1 });
    expect(await proponer()).toEqual({ lotes: 2 });
    expect((await propuesta()).lineas.map(({ lote }) => lote.id).sort()).toEqual([held.id, other.id].sort());
    expect(await call('GET', `/convenio/get/${signed.id}`)).toMatchObject({ estado: 'roto' });
  });

  it('keeps out whom somebody removed, with the reason, until it is approved', async () => {
    const [a, b] = [await moroso(), await moroso()];
    await proponer();
    const { corrida, lineas } = await propuesta();
    const line = lineas.find(({ lote }) => lote.id === a.id);
    const body = { corrida: { id: corrida?.id }, lineas: [line?.id], razon: 'Habló ayer' };
    const before = await lastAuditId(app);
    expect(await call('POST', '/gestion/quitar', body)).toEqual({ quitados: 1, version: (corrida?.version ?? 0) + 1 });
    expect(await auditRows(app, before)).toMatchObject([
      { entidad: 'gestion_corrida', nota: expect.stringContaining('Habló ayer') },
    ]);
    expect(refusalOf(await app.call('POST', '/gestion/quitar', { as: 'administrador', body }))).toMatch(/ya no están/);
    await proponer();
    expect(await propuesta()).toMatchObject({
      lineas: [{ lote: { id: b.id } }],
      quitadas: [{ lote: { id: a.id }, razon: 'Habló ayer' }],
    });
    expect((await app.call('POST', '/gestion/quitar', { as: 'cobranza', body })).status).toBe(403);
  });

  it('is made at night, once, and leaves its audit row', async () => {
    await moroso();
    const night = async (now: string) => {
      app.clock.set(now);
      const community = await app.community();
      return inTx(app.pools.jobsPool, { schema: SCHEMA, role: 'porton_jobs' }, (tx) =>
        nightlyProposal(FRENOS).run(tx, community, app.clock),
      );
    };
    const before = await lastAuditId(app);
    expect(await night('2026-11-22T06:29:00Z')).toBeUndefined();
    expect(await night('2026-11-22T06:50:00Z')).toEqual({ lotes: 1 });
    expect(await auditRows(app, before)).toMatchObject([
      { usuario: 'sistema', entidad: 'gestion_corrida', status: 'creado' },
    ]);
    expect(await night('2026-11-22T08:20:00Z')).toBeUndefined();
    expect(await night('2026-11-23T08:20:00Z')).toEqual({ lotes: 1 });
  });
});

describe('the approval', () => {
  it('writes to each once, after ten minutes, and changes no balance', async () => {
    const lote = await moroso();
    await moroso('2026-11-05', { correo: false });
    await proponer();
    const before = await deudas();
    const audited = await lastAuditId(app);
    expect(envelope(await aprobar())).toMatchObject({
      success: true,
      data: { lotes: 1, correos: 1, mensajes: 0, fuera: 1 },
    });
    expect(await auditRows(app, audited)).toMatchObject([
      { entidad: 'gestion_corrida', status: 'actualizado', despues: { lotes: 1 } },
    ]);
    expect(await deudas()).toEqual(before);
    expect(await correos()).toMatchObject([
      {
        asunto: expect.stringContaining(lote.referencia),
        estado: 'pendiente',
        proximo_intento: new Date('2026-11-21T18:10:00Z'),
      },
    ]);
    const within = <T>(work: Parameters<typeof inTx<T>>[2]) =>
      inTx(app.pools.jobsPool, { schema: SCHEMA, role: 'porton_jobs' }, work);
    expect(await deliverMail(within, localMail, new Date('2026-11-21T18:09:59Z'))).toBeUndefined();
    // Approved again with the same sight of it, and proposed again: nobody gets a second one.
    expect(refusalOf(await aprobar())).toMatch(/cambió desde que la vio/);
    await proponer();
    expect((await propuesta()).lineas.map(({ lote: { id } }) => id)).not.toContain(lote.id);
    expect(await correos()).toHaveLength(1);
    const [{ id } = { id: 0 }] = (await app.call('GET', '/gestion/corrida/all', { as: 'cobranza' })).body as {
      id: number;
    }[];
    const run = await call<{ lineas: { estado: string; razon: string }[] }>(
      'GET',
      `/gestion/corrida/get/${id}`,
      undefined,
      'cobranza',
    );
    expect(run.lineas.map(({ estado, razon }) => [estado, razon]).toSorted()).toEqual([
      ['enviada', ''],
      ['quitada', 'No hay a quién escribir: el lote no tiene correo ni app'],
    ]);
  });

  it('leaves out who paid since, and is refused where nobody is left', async () => {
    const [a, b] = [await moroso(), await moroso()];
    await proponer();
    await pagar(a);
    expect(envelope(await aprobar())).toMatchObject({ data: { lotes: 1, fuera: 1 } });
    expect((await correos()).map(({ asunto }) => asunto)).toEqual([`Recordatorio de pago del lote ${b.referencia}`]);
    const c = await moroso();
    await proponer();
    await pagar(c);
    expect(refusalOf(await aprobar())).toMatch(/ya nada procede/);
    expect(
      (await app.call('POST', '/gestion/aprobar', { as: 'cobranza', body: { corrida: { id: 1 }, version: 1 } })).status,
    ).toBe(403);
  });

  it('goes on to the next step once its days are over, and begins anew with another debt', async () => {
    const lote = await moroso('2026-10-01');
    await proponer();
    await aprobar();
    app.clock.set('2026-12-01T18:00:00Z');
    app.forgetTokens();
    await proponer();
    const next = (await propuesta()).lineas.find((linea) => linea.lote.id === lote.id);
    expect(next).toMatchObject({ paso: { orden: 2 }, porque: '61 días de atraso, después de «Recordatorio»' });
    await pagar(lote, 1_500, '2026-12-01');
    await insertCharge(app, lote.id, {
      tipo: 'sancion',
      tipo_multa_id: 1,
      monto_centavos: 1_000,
      vence: '2026-12-05',
      fecha: '2026-12-05',
    });
    app.clock.set('2026-12-15T18:00:00Z');
    app.forgetTokens();
    await proponer();
    expect((await propuesta()).lineas.find((linea) => linea.lote.id === lote.id)).toMatchObject({ paso: { orden: 1 } });
  });

  it('is never a second one on the same day, also where the next step waits for none', async () => {
    await moroso('2026-06-01');
    const before = await app.query<{ id: number; espera: number }>(`SELECT id, espera FROM ${SCHEMA}.gestion_paso`);
    await app.query(`UPDATE ${SCHEMA}.gestion_paso SET espera = 0`);
    await proponer();
    await aprobar();
    expect(await proponer()).toEqual({ lotes: 0 });
    setDay('2026-11-22');
    expect(await proponer()).toEqual({ lotes: 1 });
    for (const { id, espera } of before) {
      await app.query(`UPDATE ${SCHEMA}.gestion_paso SET espera = $2 WHERE id = $1`, [id, espera]);
    }
  });

  it('of who has neither mail nor app is the first that reaches them, and says so', async () => {
    const [young, old] = [await moroso('2026-11-01', { correo: false }), await moroso('2026-09-20', { correo: false })];
    await proponer();
    const { lineas } = await propuesta();
    expect(lineas.find(({ lote }) => lote.id === young.id)).toMatchObject({ paso: { orden: 1 }, envios: [] });
    expect(lineas.find(({ lote }) => lote.id === old.id)).toMatchObject({
      ...{ paso: { orden: 3 }, envios: [{ medio: 'carta', destinatario: 'asociado' }] },
      porque: '62 días de atraso. No tiene a dónde llegarle «Recordatorio» ni «Segundo recordatorio»',
    });
    expect(envelope(await aprobar())).toMatchObject({ data: { lotes: 1, correos: 0, fuera: 1 } });
  });

  it('begins anew with whoever buys the house: what the seller was told, promised and barred from is theirs', async () => {
    const lote = await createOwnedLote(app);
    await insertCharge(app, lote.id, {
      ...{ tipo: 'sancion', tipo_multa_id: 1, monto_centavos: 100_000, vence: '2026-08-01', fecha: '2026-08-01' },
    });
    await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = orden = 3`);
    await proponer();
    await aprobar();
    const promise = { tipo: 'promesa', promesaFecha: '2026-12-30', promesaMonto: 10 };
    await call('POST', '/gestion/suceso/save', suceso(lote, promise));
    const pausa = { lote: { id: lote.id }, hasta: '2026-12-30', razon: 'De viaje' };
    await call('POST', '/gestion/pausa/save', pausa);
    await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = true`);
    setDay('2026-12-20');
    expect(await barred(lote.id)).toBe(true);
    expect(await proponer()).toEqual({ lotes: 0 });
    const waits = async () => {
      const { envios } = await call<{ envios: { lote: { id: number } }[] }>('GET', '/gestion/porhacer');
      const pendientes = await call<{ clase: string }[]>('GET', '/inicio/pendientes');
      return [envios.map((envio) => envio.lote.id), pendientes.some(({ clase }) => clase === 'gestion_tarea')];
    };
    expect(await waits()).toEqual([[lote.id], true]);
    expect(envelope(await sell(app, lote.id))).toMatchObject({ success: true });
    expect(await waits()).toEqual([[], false]);
    await app.query(
      `INSERT INTO ${SCHEMA}.correo_electronico (residente_id, correo)
       SELECT residente_id, 'nueva@correo.example' FROM ${SCHEMA}.lote_residente WHERE lote_id = $1 AND active AND asociado`,
      [lote.id],
    );
    expect(await proponer()).toEqual({ lotes: 1 });
    expect((await propuesta()).lineas).toMatchObject([{ lote: { id: lote.id }, paso: { orden: 1 } }]);
    expect(await barred(lote.id)).toBe(false);
    expect(await call('GET', `/gestion/lote/${lote.id}`)).toMatchObject({ pausa: null, bloqueo: null });
    setDay('2026-12-31');
    expect(await call('GET', '/gestion/porhacer')).toMatchObject({ promesas: [] });
  });

  it("counts what the buyer pays for the buyer's promise, whatever the seller had promised until an earlier day", async () => {
    const lote = await createOwnedLote(app);
    const charge = await insertCharge(app, lote.id, {
      ...{ tipo: 'sancion', tipo_multa_id: 1, monto_centavos: 100_000, vence: '2026-08-01', fecha: '2026-08-01' },
    });
    const promise = (promesaFecha: string) =>
      call('POST', '/gestion/suceso/save', suceso(lote, { tipo: 'promesa', promesaFecha, promesaMonto: 400 }));
    await promise('2026-12-05');
    app.clock.advance(60_000);
    expect(envelope(await sell(app, lote.id))).toMatchObject({ success: true });
    app.clock.advance(60_000);
    await promise('2026-12-06');
    await pagar({ ...lote, cargo: charge }, 400, '2026-11-21');
    setDay('2026-12-07');
    expect(await call('GET', '/gestion/porhacer')).toMatchObject({ promesas: [] });
  });

  it('goes on with who sold it once that is taken back, without what the other was told, promised and asked', async () => {
    const lote = await createOwnedLote(app);
    const cargo = await insertCharge(app, lote.id, {
      ...{ tipo: 'sancion', tipo_multa_id: 1, monto_centavos: 100_000, vence: '2026-08-01', fecha: '2026-08-01' },
    });
    const sold = envelope(await sell(app, lote.id, { fecha: '2026-11-20' })).data as { id: number };
    await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = orden = 3`);
    await proponer();
    await aprobar();
    await call(
      'POST',
      '/gestion/suceso/save',
      suceso(lote, { tipo: 'promesa', promesaFecha: '2026-11-26', promesaMonto: 10 }),
    );
    await call('POST', '/gestion/pausa/save', { lote: { id: lote.id }, hasta: '2026-11-26', razon: 'De viaje' });
    await call('POST', '/solicitud/aclaracion', { cargo: { id: cargo }, texto: 'Es de antes' });
    app.clock.advance(60_000);
    await call('POST', '/lote/cambiopropietario/deshacer', { id: sold.id, razon: 'Era otro lote' });
    await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = true`);
    await app.query(
      `INSERT INTO ${SCHEMA}.correo_electronico (residente_id, correo) VALUES ($1, 'anterior@correo.example')`,
      [lote.residenteId],
    );
    setDay('2026-11-26');
    expect(await barred(lote.id)).toBe(false);
    expect(await call('GET', `/gestion/lote/${lote.id}`)).toMatchObject({ pausa: null, bloqueo: null });
    expect(await call('GET', '/gestion/porhacer')).toMatchObject({ promesas: [], envios: [] });
    expect(await proponer()).toEqual({ lotes: 1 });
    expect((await propuesta()).lineas).toMatchObject([{ lote: { id: lote.id }, paso: { orden: 1 } }]);
  });

  it('a bar is of the debt that was written of: paid, the next debt is not barred before its own letter', async () => {
    const lote = await moroso('2026-08-01');
    await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = orden = 3`);
    await proponer();
    await aprobar();
    expect(await barred(lote.id)).toBe(true);
    await pagar(lote);
    const cargo = await insertCharge(app, lote.id, {
      ...{ tipo: 'sancion', tipo_multa_id: 1, monto_centavos: 1_000, vence: '2026-12-05', fecha: '2026-12-05' },
    });
    setDay('2026-12-07');
    expect(await barred(lote.id)).toBe(false);
    expect(await call('GET', `/gestion/lote/${lote.id}`)).toMatchObject({ bloqueo: null });
    setDay('2027-02-01');
    await proponer();
    await aprobar();
    expect(await barred(lote.id)).toBe(true);
    const { bloqueo } = await call<{ bloqueo: { id: number; desde: string } }>('GET', `/gestion/lote/${lote.id}`);
    expect(bloqueo).toMatchObject({ desde: '2027-02-01' });
    // Lifted, the one before it does not take its place.
    await app.query(`UPDATE ${SCHEMA}.cargo SET vence = '2026-08-01' WHERE id = $1`, [cargo]);
    await call('POST', '/gestion/bloqueo/levantar', { id: bloqueo.id, razon: 'Firmó convenio' });
    expect(await barred(lote.id)).toBe(false);
  });

  it('the formal letter is printed, told by an alert, and bars from amenities, never from home', async () => {
    const lote = await moroso('2026-08-01');
    await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = orden = 3`);
    await proponer();
    await aprobar();
    const [run] = (await app.call('GET', '/gestion/corrida/all', { as: 'cobranza' })).body as {
      id: number;
      porHacer: number;
    }[];
    expect(run).toMatchObject({ porHacer: 1 });
    const cartas = (await app.call('GET', `/gestion/corrida/cartas/${run?.id}`, { as: 'cobranza' })).body;
    expect(cartas).toMatchObject([{ nombre: lote.name, texto: expect.stringContaining('$1,500.00') }]);
    const alerts = (await app.call('GET', `/notaalerta/getbytipoandlote/alerta/${lote.id}`, { as: 'cobranza' })).body;
    expect(alerts).toMatchObject([{ activa: true, descripcion: 'Cobranza: salió «Carta formal» por $1,500.00' }]);
    const barred = await app.query(`SELECT lote_id, levantado_at FROM ${SCHEMA}.gestion_bloqueo`);
    expect(barred).toEqual([{ lote_id: lote.id, levantado_at: null }]);
  });
});

describe('taking back', () => {
  it('undoes a run of which nothing has left, and refuses once something has', async () => {
    const lote = await moroso('2026-08-01');
    await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = orden = 3`);
    await proponer();
    await aprobar();
    const [run] = (await app.call('GET', '/gestion/corrida/all', { as: 'cobranza' })).body as { id: number }[];
    const body = { id: run?.id, razon: 'Era la plantilla de antes' };
    expect((await app.call('POST', '/gestion/corrida/retirar', { as: 'cobranza', body })).status).toBe(403);
    const before = await lastAuditId(app);
    await call('POST', '/gestion/corrida/retirar', body);
    expect(await auditRows(app, before)).toMatchObject([
      { entidad: 'gestion_corrida', status: 'cancelado', nota: expect.stringContaining(body.razon) },
    ]);
    expect(await correos()).toEqual([]);
    expect(await app.query(`SELECT levantado_at IS NOT NULL AS gone FROM ${SCHEMA}.gestion_bloqueo`)).toEqual([
      { gone: true },
    ]);
    const alerts = (await app.call('GET', `/notaalerta/getbytipoandlote/alerta/${lote.id}`, { as: 'cobranza' })).body;
    expect(alerts).toMatchObject([{ activa: false }]);
    expect(refusalOf(await app.call('POST', '/gestion/corrida/retirar', { as: 'administrador', body }))).toMatch(
      /Ya se retiró/,
    );
    // Proposed again, since nobody got it.
    expect(await proponer()).toEqual({ lotes: 1 });
    await aprobar();
    // What was prepared for the messenger may have been sent.
    const [again] = (await app.call('GET', '/gestion/corrida/all', { as: 'cobranza' })).body as { id: number }[];
    const [linea] = await app.query<{ id: number; residente: number }>(
      `SELECT n.id, t.residente_id AS residente FROM ${SCHEMA}.gestion_linea n JOIN ${SCHEMA}.lote_residente t ON t.lote_id = n.lote_id
       WHERE n.corrida_id = $1`,
      [again?.id],
    );
    const prepared = { que: 'carta', id: linea?.id, persona: `residente-${linea?.residente}`, telefono: '' };
    await call('POST', '/whatsapp/preparar', prepared, 'cobranza');
    expect(
      refusalOf(
        await app.call('POST', '/gestion/corrida/retirar', { as: 'administrador', body: { ...body, id: again?.id } }),
      ),
    ).toMatch(/se preparó por WhatsApp/);
    const within = <T>(work: Parameters<typeof inTx<T>>[2]) =>
      inTx(app.pools.jobsPool, { schema: SCHEMA, role: 'porton_jobs' }, work);
    while (await deliverMail(within, localMail, new Date('2026-11-21T18:11:00Z')));
    const [sent] = (await app.call('GET', '/gestion/corrida/all', { as: 'cobranza' })).body as { id: number }[];
    const late = await app.call('POST', '/gestion/corrida/retirar', {
      as: 'administrador',
      body: { ...body, id: sent?.id },
    });
    expect(refusalOf(late)).toMatch(/Ya salió/);
    expect(
      (await app.call('POST', '/gestion/corrida/retirar', { as: 'administrador', body: { ...body, id: 99_999 } }))
        .status,
    ).toBe(404);
  });
});

describe('what is followed up', () => {
  interface Told {
    vencido: number;
    ultimo: { name: string } | null;
    pausa: { id: number } | null;
    bloqueo: { id: number } | null;
    hechos: {
      tipo: string;
      titulo: string;
      detalle: string;
      estado: string;
      sucesoId: number | null;
      hechoId: number | null;
    }[];
  }
  const told = (id: number) => call<Told>('GET', `/gestion/lote/${id}`, undefined, 'cobranza');
  const refused = async (path: string, body: object, as: DemoUser = 'administrador') =>
    refusalOf(await app.call('POST', path, { as, body }));

  it('calls and answers are typed, told with all that was sent and paid, and withdrawn with a reason', async () => {
    const lote = await moroso();
    await proponer();
    await aprobar();
    const before = await lastAuditId(app);
    const { id } = await call<{ id: number }>('POST', '/gestion/suceso/save', suceso(lote), 'cobranza');
    await pagar(lote, 500);
    expect(await auditRows(app, before)).toContainEqual(
      expect.objectContaining({
        entidad: 'gestion_suceso',
        status: 'creado',
        nota: `Llamada del lote ${lote.referencia}`,
      }),
    );
    const { hechos, ultimo, vencido } = await told(lote.id);
    expect({ ultimo, vencido }).toMatchObject({ ultimo: { name: 'Recordatorio' }, vencido: 1_000 });
    expect(hechos.map(({ tipo }) => tipo).toSorted()).toEqual(['correo', 'llamada', 'pago']);
    expect(hechos.find(({ tipo }) => tipo === 'correo')).toMatchObject({
      titulo: 'Recordatorio · Correo electrónico',
      estado: 'Por salir',
    });
    expect(await refused('/gestion/suceso/save', suceso(lote, { fecha: '2026-11-22' }))).toMatch(/futura/);
    const after = await lastAuditId(app);
    await call('POST', '/gestion/suceso/retirar', { id, razon: 'Era de otro' }, 'cobranza');
    expect(await auditRows(app, after)).toMatchObject([{ entidad: 'gestion_suceso', status: 'cancelado' }]);
    expect(await refused('/gestion/suceso/retirar', { id, razon: 'Otra vez' })).toMatch(/Ya se había retirado/);
    expect((await told(lote.id)).hechos.find(({ tipo }) => tipo === 'llamada')).toMatchObject({
      estado: 'Retirado: Era de otro',
      sucesoId: null,
    });
    expect(
      (await app.call('POST', '/gestion/suceso/retirar', { as: 'cobranza', body: { id: 99_999, razon: 'x' } })).status,
    ).toBe(404);
    expect((await app.call('GET', '/gestion/lote/999999', { as: 'cobranza' })).status).toBe(404);
    expect(await refused('/gestion/suceso/save', suceso({ id: 999_999 }))).toMatch(/no existe/);
  });

  it('the timeline tells of bars, agreements and what the resident sent too', async () => {
    const lote = await moroso('2026-08-01');
    await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = orden = 3`);
    await proponer();
    await aprobar();
    await sendProof(app, lote.id, '2026-11-20');
    const { bloqueo } = await told(lote.id);
    await call('POST', '/gestion/bloqueo/levantar', { id: bloqueo?.id, razon: 'Firmó convenio' });
    const body = await convenioOf(app, lote.id, { primera: '2026-11-25', count: 2 });
    await call('POST', '/convenio/save', body, 'director');
    const { hechos } = await told(lote.id);
    const of = (wanted: string) => hechos.filter(({ tipo }) => tipo === wanted);
    expect(of('amenidades')).toMatchObject([
      { titulo: 'Sin reservar amenidades', detalle: 'Firmó convenio', estado: 'Puede reservar desde el 21-11-2026' },
    ]);
    expect(of('convenio')).toMatchObject([{ titulo: expect.stringMatching(/^Convenio CV-/), estado: 'Firmado' }]);
    expect(of('solicitud')).toMatchObject([{ titulo: 'Comprobante de pago de $1.00 · Ana', estado: 'Por atender' }]);
  });

  it('a promise stops the ladder until its day, is told on it, and is kept by what is paid', async () => {
    const lote = await moroso();
    const promise = { tipo: 'promesa', promesaFecha: '2026-11-25', promesaMonto: 1_000 };
    const bad = await app.call('POST', '/gestion/suceso/save', {
      as: 'cobranza',
      body: suceso(lote, { tipo: 'promesa' }),
    });
    expect(bad.body).toMatchObject({ errors: [{ path: 'promesaFecha' }, { path: 'promesaMonto' }] });
    expect(await refused('/gestion/suceso/save', suceso(lote, { ...promise, promesaFecha: '2026-11-20' }))).toMatch(
      /anterior a hoy/,
    );
    await call('POST', '/gestion/suceso/save', suceso(lote, promise), 'cobranza');
    expect(await proponer()).toEqual({ lotes: 0 });
    const porHacer = () =>
      call<{ promesas: object[]; envios: object[] }>('GET', '/gestion/porhacer', undefined, 'cobranza');
    expect((await porHacer()).promesas).toEqual([]);
    app.clock.set('2026-11-26T18:00:00Z');
    app.forgetTokens();
    expect((await porHacer()).promesas).toMatchObject([
      { lote: { id: lote.id }, estado: 'rota', monto: 1_000, pagado: 0 },
    ]);
    expect((await told(lote.id)).hechos[0]).toMatchObject({ estado: 'No se cumplió' });
    const waits = await call<{ clase: string; cantidad: number; monto: number }[]>(
      'GET',
      '/inicio/pendientes',
      undefined,
      'cobranza',
    );
    expect(waits).toContainEqual(expect.objectContaining({ clase: 'gestion_promesa', cantidad: 1, monto: 1_000 }));
    await pagar(lote, 1_000, '2026-11-25');
    expect((await porHacer()).promesas).toEqual([]);
    expect((await told(lote.id)).hechos.find(({ tipo }) => tipo === 'promesa')).toMatchObject({ estado: 'Cumplida' });
  });

  it('one payment keeps one promise, and none holds the ladder for longer than a pause would be asked for', async () => {
    const lote = await moroso();
    const promise = { tipo: 'promesa', promesaFecha: '2026-11-25', promesaMonto: 500 };
    expect(await refused('/gestion/suceso/save', suceso(lote, { ...promise, promesaFecha: '2027-01-21' }))).toMatch(
      /60 días como máximo/,
    );
    await call('POST', '/gestion/suceso/save', suceso(lote, promise), 'cobranza');
    await call('POST', '/gestion/suceso/save', suceso(lote, { ...promise, promesaFecha: '2026-12-05' }), 'cobranza');
    await pagar(lote, 500);
    setDay('2026-12-06');
    const states = (await told(lote.id)).hechos.filter(({ tipo }) => tipo === 'promesa').map(({ estado }) => estado);
    expect(states.toSorted()).toEqual(['Cumplida', 'No se cumplió']);
    const { promesas } = await call<{ promesas: object[] }>('GET', '/gestion/porhacer', undefined, 'cobranza');
    expect(promesas).toMatchObject([{ fecha: '2026-12-05', monto: 500, pagado: 0 }]);
  });

  it('a pause is set until a day that is not over, takes the place of the one before, and is lifted', async () => {
    const lote = await moroso();
    const body = { lote: { id: lote.id }, hasta: '2026-12-10', razon: 'De viaje' };
    expect((await app.call('POST', '/gestion/pausa/save', { as: 'cobranza', body })).status).toBe(403);
    expect(await refused('/gestion/pausa/save', { ...body, hasta: '2026-11-20' })).toMatch(/anterior a hoy/);
    const before = await lastAuditId(app);
    await call('POST', '/gestion/pausa/save', body);
    await call('POST', '/gestion/pausa/save', { ...body, razon: 'Hospital' });
    expect(await auditRows(app, before)).toMatchObject([
      { entidad: 'gestion_pausa' },
      { entidad: 'gestion_pausa', antes: { razon: 'De viaje' } },
    ]);
    expect(await proponer()).toEqual({ lotes: 0 });
    const { pausa } = await told(lote.id);
    expect(pausa).toMatchObject({ razon: 'Hospital' });
    await call('POST', '/gestion/pausa/levantar', { id: pausa?.id });
    expect(await refused('/gestion/pausa/levantar', { id: pausa?.id })).toMatch(/ya no está en vigor/);
    expect(await proponer()).toEqual({ lotes: 1 });
    expect(await refused('/gestion/pausa/save', { ...body, lote: { id: 999_999 } })).toMatch(/no existe/);
    const atOnce = [1, 2, 3].map(() => app.call('POST', '/gestion/pausa/save', { as: 'administrador', body }));
    for (const reply of await Promise.all(atOnce)) expect(envelope(reply)).toMatchObject({ success: true });
  });

  it('letters and tasks wait until somebody tells what came of them, and a bar is lifted', async () => {
    const lote = await moroso('2026-06-01');
    await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = orden = 4`);
    await proponer();
    await aprobar();
    const porHacer = () =>
      call<{ envios: { id: number; medio: string }[] }>('GET', '/gestion/porhacer', undefined, 'cobranza');
    const { envios } = await porHacer();
    expect(envios.map(({ medio }) => medio).toSorted()).toEqual(['carta', 'tarea']);
    const body = { id: envios[0]?.id, fecha: '2026-11-21', resultado: 'La recibió su hijo' };
    expect(await refused('/gestion/envio/hecho', { ...body, fecha: '2026-11-20' })).toMatch(/cuando se aprobó/);
    expect(await refused('/gestion/envio/hecho', { ...body, fecha: '2026-11-22' })).toMatch(/futura/);
    const before = await lastAuditId(app);
    await call('POST', '/gestion/envio/hecho', body, 'cobranza');
    expect(await auditRows(app, before)).toMatchObject([
      { entidad: 'gestion_envio', despues: { resultado: body.resultado } },
    ]);
    expect(await refused('/gestion/envio/hecho', body)).toMatch(/no está pendiente/);
    expect((await porHacer()).envios).toHaveLength(1);
    // Told by mistake, it waits again.
    const undo = { id: body.id, razon: 'Era de otro lote' };
    expect((await told(lote.id)).hechos.filter(({ hechoId }) => hechoId === body.id)).toHaveLength(1);
    const undone = await lastAuditId(app);
    await call('POST', '/gestion/envio/deshacer', undo, 'cobranza');
    expect(await auditRows(app, undone)).toMatchObject([
      { entidad: 'gestion_envio', status: 'cancelado', antes: { resultado: body.resultado } },
    ]);
    expect(await refused('/gestion/envio/deshacer', undo)).toMatch(/No está dado por hecho/);
    expect(
      (await app.call('POST', '/gestion/envio/deshacer', { as: 'cobranza', body: { ...undo, id: 99_999 } })).status,
    ).toBe(404);
    expect((await porHacer()).envios).toHaveLength(2);
    expect((await told(lote.id)).hechos.filter(({ hechoId }) => hechoId !== null)).toEqual([]);
    await call('POST', '/gestion/envio/hecho', body, 'cobranza');
    // Something was handed over: the run stays.
    const [run] = (await app.call('GET', '/gestion/corrida/all', { as: 'cobranza' })).body as { id: number }[];
    expect(await refused('/gestion/corrida/retirar', { id: run?.id, razon: 'No' })).toMatch(/Ya salió/);
    const { bloqueo } = await told(lote.id);
    const lift = { id: bloqueo?.id, razon: 'Firmó convenio' };
    expect((await app.call('POST', '/gestion/bloqueo/levantar', { as: 'cobranza', body: lift })).status).toBe(403);
    const after = await lastAuditId(app);
    await call('POST', '/gestion/bloqueo/levantar', lift);
    expect(await auditRows(app, after)).toMatchObject([
      { entidad: 'gestion_bloqueo', nota: expect.stringContaining('Firmó convenio') },
    ]);
    expect(await refused('/gestion/bloqueo/levantar', lift)).toMatch(/ya puede reservar/);
    expect((await told(lote.id)).bloqueo).toBeNull();
  });

  it('the figures tell where lots stand, and what was paid after each step', async () => {
    const [a] = [await moroso(), await moroso()];
    await proponer();
    await aprobar();
    await moroso('2026-11-20');
    await pagar(a, 400);
    const rows = await call('GET', '/gestion/reporte?desde=2026-11-01&hasta=2026-11-21', undefined, 'consultor');
    expect(rows).toMatchObject([
      { paso: 'Sin paso todavía', lotes: 1, vencido: 1_500, enviados: 0 },
      { paso: 'Recordatorio', lotes: 2, vencido: 2_600, enviados: 2, pagaron: 1, recuperado: 400 },
      { lotes: 0 },
      { lotes: 0 },
      { lotes: 0 },
    ]);
    expect(
      (await app.call('GET', '/gestion/reporte?desde=2026-11-21&hasta=2026-11-01', { as: 'consultor' })).status,
    ).toBe(400);
    expect((await app.call('GET', '/gestion/reporte?desde=2026-11-01&hasta=2026-11-21', { as: 'tags' })).status).toBe(
      403,
    );
  });
});

describe('whatever is done in the ladder', () => {
  const ACTS = [
    ...['proponer', 'quitar', 'aprobar', 'retirar', 'paso', 'encender', 'suceso', 'retirarSuceso', 'pausa', 'levantar'],
    ...['hecho', 'desbloquear', 'whatsapp'],
  ] as const;
  type Act = (typeof ACTS)[number];
  /** A run that is taken back, one of which a letter is handed over, and the rest. */
  const ONCE: readonly Act[] = [
    ...(['proponer', 'aprobar', 'retirar', 'proponer', 'aprobar', 'hecho', 'desbloquear', 'encender'] as const),
    ...(['quitar', 'suceso', 'retirarSuceso', 'pausa', 'levantar', 'paso', 'whatsapp'] as const),
  ];
  const act = fc.record({ what: fc.constantFrom(...ACTS), which: fc.nat(20), days: fc.integer({ min: 0, max: 20 }) });

  /** What lots owe, and every row of the ledger that it follows from. */
  const libro = async () => ({
    deudas: await deudas(),
    filas: await app.query(
      ['pago', 'recibo', 'ajuste', 'ajuste_reverso', 'fondo_movimiento', 'pago_cancelacion']
        .map((table) => `SELECT '${table}' AS tabla, count(*)::int AS n FROM ${SCHEMA}.${table}`)
        .join(' UNION ALL '),
    ),
  });
  const anyOf = async (which: number, from: string) => {
    const rows = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.${from} ORDER BY id`);
    return rows[which % Math.max(rows.length, 1)]?.id ?? 1;
  };
  const bodies: Record<Act, (which: number, hasta: string, lote: number) => Promise<[string, object]>> = {
    proponer: async () => ['/gestion/proponer', {}],
    quitar: async (which) => {
      const lineas = [await anyOf(which, "gestion_linea WHERE estado = 'propuesta'")];
      return [
        '/gestion/quitar',
        { corrida: { id: await anyOf(0, "gestion_corrida WHERE estado = 'propuesta'") }, lineas, razon: 'Habló' },
      ];
    },
    aprobar: async () => {
      const { corrida } = await propuesta();
      return ['/gestion/aprobar', { corrida: { id: corrida?.id ?? 1 }, version: corrida?.version ?? 1 }];
    },
    retirar: async (which) => [
      '/gestion/corrida/retirar',
      { id: await anyOf(which, 'gestion_corrida'), razon: 'Error' },
    ],
    paso: async (which) => {
      const pasos = (await app.call('GET', '/gestion/paso/all', { as: 'administrador' })).body as PasoGestion[];
      const { orden: _orden, ...paso } = pasos[which % pasos.length] ?? pasos[0] ?? ({} as PasoGestion);
      return [
        '/gestion/paso/save',
        { ...paso, dias: 1 + which, espera: which % 3, pagoDias: which % 5, activo: which % 4 > 0 },
      ];
    },
    encender: async (which) => ['/gestion/paso/encender', { activos: which % 5 < 4 }],
    suceso: async (which, hasta, lote) => {
      const promise =
        which % 2 === 0 ? { tipo: 'promesa', promesaFecha: hasta, promesaMonto: which + 1 } : { tipo: 'llamada' };
      return ['/gestion/suceso/save', { lote: { id: lote }, fecha: '2026-11-21', con: '', texto: 'Paga', ...promise }];
    },
    retirarSuceso: async (which) => [
      '/gestion/suceso/retirar',
      { id: await anyOf(which, 'gestion_suceso'), razon: 'Error' },
    ],
    pausa: async (_which, hasta, lote) => ['/gestion/pausa/save', { lote: { id: lote }, hasta, razon: 'De viaje' }],
    levantar: async (which) => [
      '/gestion/pausa/levantar',
      { id: await anyOf(which, 'gestion_pausa WHERE levantada_at IS NULL') },
    ],
    hecho: async (which) => {
      const id = await anyOf(which, "gestion_envio WHERE estado = 'pendiente' AND medio IN ('carta', 'tarea')");
      return [
        '/gestion/envio/hecho',
        { id, fecha: app.clock.now().toISOString().slice(0, 10), resultado: 'La recibió' },
      ];
    },
    desbloquear: async (which) => [
      '/gestion/bloqueo/levantar',
      { id: await anyOf(which, 'gestion_bloqueo WHERE levantado_at IS NULL'), razon: 'Firmó' },
    ],
    whatsapp: async (_which, _hasta, lote) => {
      const [tie] = await app.query<{ id: number }>(
        `SELECT residente_id AS id FROM ${SCHEMA}.lote_residente WHERE lote_id = $1`,
        [lote],
      );
      return ['/whatsapp/preparar', { que: 'estado', id: lote, persona: `residente-${tie?.id ?? 1}`, telefono: '' }];
    },
  };

  it('what any lot owes stays as it was, and so does every row of the ledger', {
    timeout: TRUST_TIMEOUT_MS,
  }, async () => {
    const lotes = [await moroso('2026-05-01'), await moroso('2026-08-15', { monto: 99_999 }), await moroso()];
    const before = await libro();
    let day = Date.parse('2026-11-21T18:00:00Z');
    const doing = async (what: Act, which: number, days: number): Promise<boolean> => {
      const hasta = new Date(day + days * 86_400_000).toISOString().slice(0, 10);
      const [path, body] = await bodies[what](which, hasta, lotes[which % lotes.length]?.id ?? 0);
      const reply = await app.call('POST', path, { as: 'administrador', body });
      expect([path, reply.status < 500]).toEqual([path, true]);
      expect([what, await libro()]).toEqual([what, before]);
      return envelope(reply).success === true;
    };
    // Each of them is done, and not only refused.
    await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = orden = 4`);
    for (const what of ONCE) expect([what, await doing(what, 0, 0)]).toEqual([what, true]);
    expect(new Set(ONCE)).toEqual(new Set(ACTS));
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 14 }), async (acts) => {
        for (const { what, which, days } of acts) {
          if (days % 6 === 0) {
            day += days * 86_400_000;
            app.clock.set(new Date(day).toISOString());
            app.forgetTokens();
          }
          await doing(what, which, days);
        }
      }),
      { numRuns: tries(10, 200) },
    );
  });
});
