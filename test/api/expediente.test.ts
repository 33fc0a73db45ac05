/** Packets for the court: what the checklist tells of a lot, issued once and read again as they were, and supplements. */
import { describe, expect, it } from 'vitest';
import type { ExpedienteImpreso } from '#documents/expediente.ts';
import type { DeLote, Expediente, Requisito } from '#features/expediente/contract.ts';
import type { Pendiente } from '#features/inicio/contract.ts';
import { findRegistro } from '../../src/features/verificacion/server/repository.ts';
import type { DemoUser } from '../app.ts';
import { startFebruary } from '../february.ts';
import { createDeliveredLote, inLedger, insertMonth, refusalOf, SCHEMA, setTiie } from '../ledger.ts';
import { createOwnedLote, sell } from '../owner-change.ts';
import { payAllOf } from '../pay-all.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const { app, today, cashier } = await startFebruary();

const PDF = new TextEncoder().encode('%PDF-1.7\n…\n%%EOF\n');

/** On 20 May: February to April, and the interest on them, 25.00 for each of six months. */
async function late() {
  const lote = await createOwnedLote(app);
  for (const mes of [2, 3, 4]) await insertMonth(app, lote.id, 2026, mes, 250_000);
  await setTiie(app, [2026, 2, 12], [2026, 3, 12], [2026, 4, 12], [2026, 5, 12]);
  today('2026-05-20');
  await cashier.generateInterest();
  return lote;
}

const tryIssue = (id: number, as: DemoUser = 'administrador') =>
  app.call('POST', '/expediente/expedir', { as, body: { id } });
const issue = async (id: number): Promise<Expediente> => {
  const reply = envelope(await tryIssue(id));
  expect(reply).toMatchObject({ success: true });
  return reply.data as Expediente;
};
const read = async (id: number) =>
  envelope(await app.call('GET', `/expediente/lote/${id}`, { as: 'cobranza' })).data as DeLote;
const pdfOf = async (id: number): Promise<Buffer> => {
  const headers = { host: 'encinos.test', authorization: `Bearer ${await app.tokenOf('cobranza')}` };
  return (await app.server.inject({ url: `/api/v1/expediente/pdf/${id}`, headers })).rawPayload;
};
const said = async (id: number): Promise<ExpedienteImpreso> => {
  const [row] = await app.query<{ datos: ExpedienteImpreso }>(`SELECT datos FROM ${SCHEMA}.expediente WHERE id = $1`, [
    id,
  ]);
  if (!row) throw new Error('the packet is kept');
  return row.datos;
};
/** How many packets the home tells of. */
const waiting = async (as: DemoUser) =>
  (envelope(await app.call('GET', '/inicio/pendientes', { as })).data as Pendiente[]).find(
    ({ clase }) => clase === 'expediente',
  )?.cantidad ?? 0;
const verify = async (id: number) =>
  envelope(await app.call('GET', `/expediente/verificar/${id}`, { as: 'cobranza' })).data;
const pay = async (lote: number, monto: number, fechaPago: string) =>
  expect(envelope(await payAllOf(app, lote, { fechaPago, monto }))).toMatchObject({ success: true });

const requisitos = async () =>
  (await app.call('GET', '/expediente/requisito/all', { as: 'cobranza' })).body as Requisito[];
const NUEVO = { id: '', orden: 50, firma: '', condicion: '', fuente: '', prueba: 'lote', minimo: 1 };
const save = (body: object, as: DemoUser = 'administrador') =>
  app.call('POST', '/expediente/requisito/save', { as, body });
const upload = async (): Promise<number> => {
  const file = { name: 'acta.pdf', bytes: PDF };
  return (
    envelope(await app.call('POST', '/archivos/expediente', { as: 'administrador', file })).data as { id: number }
  ).id;
};
const attach = (requisito: number, lote: number | '', archivo: number, as: DemoUser = 'administrador') =>
  app.call('POST', '/expediente/documento/save', {
    ...{ as, body: { requisito: { id: requisito }, lote: { id: lote }, archivo: { id: archivo } } },
  });

describe('the checklist', () => {
  it('tells of each requirement whether a lot has it and why', async () => {
    const { id } = await late();
    const { adeudo, impedimento, requisitos: rows } = await read(id);
    expect([adeudo, impedimento]).toEqual([7650, '']);
    expect(rows.map(({ prueba, cumple }) => [prueba, cumple])).toEqual([
      ...[
        ['cuotas', true],
        ['intereses', true],
        ['requerimientos', false],
        ['sin_convenio', true],
      ],
      ...[
        ['propietario', true],
        ['lote', false],
        ['comunidad', false],
        ['comunidad', false],
      ],
      ...[
        ['comunidad', false],
        ['comunidad', false],
      ],
    ]);
    expect(rows[0]).toMatchObject({ porque: 'Tiene 3 cuotas ordinarias vencidas', abogado: '' });
    expect(rows[1]?.porque).toBe('6 asientos comprobados');
  });

  it('is edited, and what is changed is to be confirmed anew', async () => {
    const documento = freshText('Acta ');
    const after = await lastAuditId(app);
    const { id } = envelope(await save({ ...NUEVO, documento })).data as { id: number };
    const confirm = (as: DemoUser = 'administrador') =>
      app.call('POST', '/expediente/requisito/confirmar', { as, body: { id, abogado: 'Lic. Paz' } });
    expect((await confirm('cobranza')).status).toBe(403);
    expect(envelope(await confirm()).message).toMatch(/quedó confirmado/);
    expect(refusalOf(await confirm())).toBe('Ya lo confirmó Lic. Paz');
    const found = async () => (await requisitos()).find((one) => one.id === id);
    expect(await found()).toMatchObject({ abogado: 'Lic. Paz', confirmado: expect.any(String) });
    expect(envelope(await save({ ...NUEVO, id, documento, firma: 'Notario' }))).toMatchObject({ success: true });
    expect(await found()).toMatchObject({ abogado: '', confirmado: null, firma: 'Notario' });
    expect(refusalOf(await save({ ...NUEVO, documento: documento.toUpperCase() }))).toMatch(/Ya hay un requisito/);
    const gone = await app.call('DELETE', `/expediente/requisito/delete/${id}`, { as: 'administrador' });
    expect(envelope(gone)).toMatchObject({ success: true });
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'creado', entidad: 'expediente_requisito', despues: { documento } },
      { status: 'actualizado', despues: { abogado: 'Lic. Paz' } },
      { status: 'actualizado', antes: { abogado: 'Lic. Paz' }, despues: { firma: 'Notario' } },
      { status: 'eliminado', antes: { documento } },
    ]);
  });

  it('says bad input at its field, and refuses what is not there', async () => {
    const wrong = await save({ ...NUEVO, documento: ' ', orden: 0, minimo: 1.5, prueba: 'fe' });
    expect(wrong.status).toBe(400);
    const { errors } = wrong.body as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path).sort()).toEqual(['documento', 'minimo', 'orden', 'prueba']);
    expect((await save({ ...NUEVO, id: 99_999, documento: 'Otro' })).status).toBe(404);
    expect((await save({ ...NUEVO, documento: 'Otro' }, 'cobranza')).status).toBe(403);
    expect((await app.call('DELETE', '/expediente/requisito/delete/99999', { as: 'director' })).status).toBe(404);
  });

  it('takes the PDFs of the community and of each lot, the newest of each', async () => {
    const [lote, other] = [await late(), await late()];
    const rows = await requisitos();
    const of = (prueba: string) => rows.find((one) => one.prueba === prueba)?.id ?? 0;
    const after = await lastAuditId(app);
    const archivo = await upload();
    expect(refusalOf(await attach(of('cuotas'), '', archivo))).toMatch(/se toma de los libros/);
    expect(refusalOf(await attach(of('lote'), '', archivo))).toMatch(/es de cada lote/);
    expect(refusalOf(await attach(of('lote'), lote.id, 99_999))).toMatch(/ya no está/);
    expect((await attach(of('lote'), lote.id, archivo, 'cobranza')).status).toBe(403);
    for (const file of [archivo, await upload()])
      expect(envelope(await attach(of('lote'), lote.id, file))).toMatchObject({ success: true });
    const green = async (id: number) => (await read(id)).requisitos.find(({ prueba }) => prueba === 'lote');
    expect(await green(lote.id)).toMatchObject({ cumple: true, porque: 'acta.pdf' });
    expect(await green(other.id)).toMatchObject({ cumple: false });
    const kept = (await green(lote.id))?.pdf;
    expect((await app.call('GET', `/archivos/${kept?.url.split('/').at(-1)}`, { as: 'cobranza' })).status).toBe(200);
    const remove = () => app.call('DELETE', `/expediente/documento/delete/${kept?.id}`, { as: 'administrador' });
    expect(envelope(await remove())).toMatchObject({ success: true });
    expect((await remove()).status).toBe(404);
    expect(await green(lote.id)).toMatchObject({ cumple: false });
    const audited = (await auditRows(app, after)).filter(({ entidad }) => entidad === 'expediente_documento');
    expect(audited.map(({ status }) => status)).toEqual(['creado', 'actualizado', 'eliminado']);
    expect(audited[0]?.nota).toContain(`del lote «${lote.referencia}»`);
    expect(refusalOf(await attach(of('lote'), 99_999_999, archivo))).toMatch(/El lote no existe/);
    const picture = await app.call('POST', '/archivos/expediente', {
      ...{ as: 'administrador', file: { name: 'acta.pdf', bytes: new TextEncoder().encode('no') } },
    });
    expect(refusalOf(picture)).toMatch(/PDF/);
  });
});

describe('a packet', () => {
  it('says all that is owed with its arithmetic, is told in the log, and changes no balance', async () => {
    const lote = await late();
    const after = await lastAuditId(app);
    const made = await issue(lote.id);
    expect(made).toMatchObject({
      ...{ folio: expect.stringMatching(/^EJ-\d{5}$/), suplementoDe: '', lote: { id: lote.id }, adeudo: 7650 },
      ...{ asociado: 'Dueño Primero', fecha: '2026-05-20', faltan: 6 },
    });
    const datos = await said(made.id);
    expect(datos).toMatchObject({ principal: 750_000, interes: 15_000, suplementoDe: null, cierre: null });
    expect(datos.cargos.map(({ saldo }) => saldo)).toEqual([250_000, 250_000, 250_000]);
    expect(datos.intereses).toHaveLength(6);
    for (const row of datos.intereses)
      expect(row).toMatchObject({ base: 250_000, porcentaje: 12, factor: 1, calculado: 2_500, monto: 2_500 });
    expect(datos.propietarios).toMatchObject([{ name: 'Dueño Primero', hasta: 'Hoy lo es' }]);
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'creado', entidad: 'expediente', referencia: lote.referencia, despues: { huella: made.huella } },
    ]);
    expect((await read(lote.id)).adeudo).toBe(7650);
    const registro = await inLedger(app, (tx) =>
      findRegistro(tx, {
        ...{
          tipo: 'J',
          folio: made.folio,
          fecha: made.fecha,
          monto: 765_000,
          hasta: null,
          referencia: lote.referencia,
        },
      }),
    );
    expect(registro).toEqual({ tipo: 'expediente', fecha: '2026-05-20', monto: 765_000 });
  });

  it('is read again byte by byte, whatever comes after, and an altered one is found', async () => {
    const lote = await late();
    const made = await issue(lote.id);
    const first = await pdfOf(made.id);
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    today('2026-05-21');
    await pay(lote.id, 2_600, '2026-05-21');
    expect(await pdfOf(made.id)).toEqual(first);
    expect(await verify(made.id)).toEqual({ intacto: true, huella: made.huella });
    await app.query(`UPDATE ${SCHEMA}.expediente SET contenido = contenido || '\\x00' WHERE id = $1`, [made.id]);
    expect(await verify(made.id)).toMatchObject({ intacto: false });
  });

  it('carries the documents that were uploaded, also once they were taken away', async () => {
    const lote = await late();
    const requisito = (await requisitos()).find(({ prueba }) => prueba === 'lote')?.id ?? 0;
    await attach(requisito, lote.id, await upload());
    const made = await issue(lote.id);
    expect((await said(made.id)).anexos).toMatchObject([{ nombre: 'acta.pdf', bytes: PDF.length }]);
    const pdf = (await read(lote.id)).requisitos.find(({ id }) => id === requisito)?.pdf;
    await app.call('DELETE', `/expediente/documento/delete/${pdf?.id}`, { as: 'administrador' });
    const file = (await pdfOf(made.id)).toString('latin1');
    expect(file).toContain('/EmbeddedFile');
    expect(file).toContain('01 acta.pdf');
  });

  it('is followed by supplements of what came after, and of nothing else', async () => {
    const lote = await late();
    const made = await issue(lote.id);
    expect(refusalOf(await tryIssue(lote.id))).toMatch(/Nada ha cambiado/);
    const before = await waiting('administrador');
    today('2026-05-21');
    await pay(lote.id, 2_600, '2026-05-21');
    expect((await read(lote.id)).suplementoDe).toBe(made.folio);
    expect(await waiting('administrador')).toBe(before + 1);
    expect(await waiting('cobranza')).toBe(before + 1);
    expect(await waiting('consultor')).toBe(0);
    const more = await issue(lote.id);
    expect(await waiting('administrador')).toBe(before);
    expect(more.suplementoDe).toBe(made.folio);
    const datos = await said(more.id);
    const paid = datos.pagos.reduce((sum, { monto }) => sum + monto, 0);
    expect(paid).toBe(260_000);
    expect(datos.cargos.length + datos.intereses.length).toBe(datos.pagos.length);
    expect(datos.principal + datos.interes).toBe(765_000 - 260_000);
    expect(refusalOf(await tryIssue(lote.id))).toMatch(/Nada ha cambiado/);
  });

  it('of another owner begins anew', async () => {
    const lote = await late();
    const made = await issue(lote.id);
    today('2026-05-22');
    expect(envelope(await sell(app, lote.id)).success).toBe(true);
    const next = await issue(lote.id);
    expect([next.suplementoDe, next.asociado]).toEqual(['', 'Compradora Nueva']);
    expect((await read(lote.id)).expedientes.map(({ folio }) => folio)).toEqual([next.folio, made.folio]);
  });

  it('counts no letter that went to whoever sold the house', async () => {
    const lote = await late();
    const linea = (fecha: string) =>
      app.query(
        `WITH r AS (INSERT INTO ${SCHEMA}.gestion_corrida (fecha, estado, created_at, aprobada_at, sale_at)
            VALUES ($2, 'aprobada', $3, $3, $3) RETURNING id),
          n AS (INSERT INTO ${SCHEMA}.gestion_linea (corrida_id, paso_id, lote_id, desde, vencido_centavos, estado, fecha, paso, asunto, texto)
            SELECT r.id, (SELECT max(id) FROM ${SCHEMA}.gestion_paso), $1, '2026-02-10', 100, 'enviada', $2, 'Carta formal', 'Carta', 'Debe' FROM r
            RETURNING id)
         INSERT INTO ${SCHEMA}.gestion_envio (linea_id, medio, destinatario, estado, hecho, resultado)
         SELECT id, 'carta', 'asociado', 'hecho', $2, 'La recibió' FROM n`,
        [lote.id, fecha, `${fecha}T17:00:00Z`],
      );
    const letters = async () => (await read(lote.id)).requisitos.find(({ prueba }) => prueba === 'requerimientos');
    await linea('2026-05-20');
    expect(await letters()).toMatchObject({ cumple: true });
    today('2026-05-22');
    expect(envelope(await sell(app, lote.id)).success).toBe(true);
    expect(await letters()).toMatchObject({ cumple: false, porque: 'No se ha entregado ninguno' });
    await linea('2026-05-23');
    expect(await letters()).toMatchObject({ cumple: true });
  });

  it('is refused of a lot that owes nothing, that nobody owns, and of none, and to who may not', async () => {
    expect(refusalOf(await tryIssue((await createOwnedLote(app)).id))).toMatch(/no debe nada/);
    expect(refusalOf(await tryIssue((await createDeliveredLote(app)).id))).toMatch(/no tiene un propietario/);
    expect((await tryIssue(99_999_999)).status).toBe(404);
    const { id } = await late();
    for (const as of ['cobranza', 'consultor', 'obras'] as const) expect((await tryIssue(id, as)).status).toBe(403);
    const made = await issue(id);
    expect((await app.call('GET', '/expediente/all', { as: 'consultor' })).status).toBe(200);
    expect((await app.call('GET', `/expediente/pdf/${made.id}`, { as: 'consultor' })).status).toBe(403);
    for (const path of ['pdf', 'verificar'])
      expect((await app.call('GET', `/expediente/${path}/99999999`, { as: 'cobranza' })).status).toBe(404);
  });
});
