/** The certificate of no debt: issued where nothing is owed, numbered without a gap, printed again as it was, and revoked. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { textoDeNoAdeudo } from '#documents/no-adeudo.ts';
import type { NoAdeudo, Propietarios } from '#features/propietarios/contract.ts';
import { appOfFile } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { createDeliveredLote, insertMonth, refusalOf, SCHEMA } from '../ledger.ts';
import { createOwnedLote, prepareSale, sell } from '../owner-change.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const app = await appOfFile({ now: '2026-11-21T18:00:00Z', connections: 6, invoices: false });
const cashier = await Cashier.of(app);

const tryIssue = (id: number, key?: string) =>
  app.call('POST', '/noadeudo/expedir', {
    ...{ as: 'administrador' as const, body: { id } },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const issue = async (id: number): Promise<NoAdeudo> => {
  const reply = envelope(await tryIssue(id));
  expect(reply).toMatchObject({ success: true });
  return reply.data as NoAdeudo;
};
const ownersOf = async (id: number) =>
  envelope(await app.call('GET', `/lote/propietarios/${id}`, { as: 'cobranza' })).data as Propietarios;
const pdfOf = async (id: number) => {
  const reply = await app.call('GET', `/noadeudo/pdf/${id}`, { as: 'cobranza' });
  return { status: reply.status, body: reply.body as string | Buffer, headers: reply.headers };
};
const verify = async (id: number) =>
  envelope(await app.call('GET', `/noadeudo/verificar/${id}`, { as: 'cobranza' })).data;

describe('issued', () => {
  it('says whose lot owes nothing until when, and the log says its hashes', async () => {
    const lote = await createOwnedLote(app);
    const after = await lastAuditId(app);
    const constancia = await issue(lote.id);
    expect(constancia).toMatchObject({
      ...{ lote: { id: lote.id, referencia: lote.referencia }, asociado: 'Dueño Primero', fecha: '2026-11-21' },
      ...{ vence: '2026-12-21', estado: 'vigente', revocacion: null, folio: expect.stringMatching(/^NA-\d{5}$/) },
    });
    const [row] = await app.query<{ datos: Parameters<typeof textoDeNoAdeudo>[0]; n: number }>(
      `SELECT datos, length(contenido)::int AS n FROM ${SCHEMA}.no_adeudo WHERE id = $1`,
      [constancia.id],
    );
    if (!row) throw new Error('the certificate is kept');
    expect(createHash('sha256').update(textoDeNoAdeudo(row.datos)).digest('hex')).toBe(constancia.huella);
    expect(row.datos.adeudos.every(({ monto }) => monto === 0)).toBe(true);
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'creado', entidad: 'no_adeudo', referencia: lote.referencia, despues: { huella: constancia.huella } },
    ]);
    expect((await ownersOf(lote.id)).constancias).toEqual([constancia]);
    expect((await prepareSale(app, lote.id)).constancia).toEqual(constancia);
  });

  it('is printed again byte by byte, also once the lot is somebody else’s', async () => {
    const lote = await createOwnedLote(app);
    const constancia = await issue(lote.id);
    const [kept] = await app.query<{ sha: string }>(
      `SELECT encode(huella_archivo, 'hex') AS sha FROM ${SCHEMA}.no_adeudo WHERE id = $1`,
      [constancia.id],
    );
    const first = await pdfOf(constancia.id);
    expect([first.status, first.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(first.headers['content-disposition']).toContain(constancia.folio);
    app.clock.set('2026-11-21T19:00:00Z');
    expect(envelope(await sell(app, lote.id)).success).toBe(true);
    expect((await pdfOf(constancia.id)).body).toEqual(first.body);
    expect(await verify(constancia.id)).toEqual({ intacta: true, estado: 'vigente', huella: constancia.huella });
    expect(kept?.sha).toMatch(/^[0-9a-f]{64}$/);
    expect((await ownersOf(lote.id)).constancias[0]?.asociado).toBe('Dueño Primero');
  });

  it('is valid for as many days as was said when it was issued', async () => {
    const dias = (n: unknown, as: 'administrador' | 'cobranza' = 'administrador') =>
      app.call('POST', '/noadeudo/vigencia', { as, body: { dias: n } });
    const [before, after] = [await createOwnedLote(app), await createOwnedLote(app)];
    const old = await issue(before.id);
    const since = await lastAuditId(app);
    expect(envelope(await dias(5)).message).toMatch(/valen 5 días/);
    expect(await auditRows(app, since)).toMatchObject([{ antes: { dias: 30 }, despues: { dias: 5 } }]);
    expect((await issue(after.id)).vence).toBe('2026-11-26');
    expect((await ownersOf(before.id)).constancias[0]?.vence).toBe(old.vence);
    expect([
      (await dias(0)).status,
      (await dias(366)).status,
      (await dias(2.5)).status,
      (await dias(5, 'cobranza')).status,
    ]).toEqual([...[400, 400, 400, 403]]);
    await dias(30);
  });
});

describe('refused', () => {
  it('while something is owed or about to be, of a lot that nobody owns, and of none', async () => {
    const lote = await createOwnedLote(app);
    await insertMonth(app, lote.id, 2026, 10, 250_000);
    expect(refusalOf(await tryIssue(lote.id))).toMatch(/debe \$2,500.00. Cóbrelo en «Pagar todo»/);
    expect((await ownersOf(lote.id)).impedimento).toMatch(/debe \$2,500.00/);
    await cashier.payMonths(lote.id, { meses: ['2026-10'], monto: 2500, fecha: '2026-11-21' });
    expect(refusalOf(await tryIssue(lote.id))).toMatch(/Faltan por generar/);
    expect(refusalOf(await tryIssue((await createDeliveredLote(app)).id))).toMatch(/no tiene un propietario/);
    const inactive = await createOwnedLote(app, { status: 'inactivo', status_anterior: 'entregado' });
    expect(refusalOf(await tryIssue(inactive.id))).toMatch(/está inactivo/);
    expect((await tryIssue(99_999_999)).status).toBe(404);
    expect((await app.call('POST', '/noadeudo/expedir', { as: 'cobranza', body: { id: lote.id } })).status).toBe(403);
    for (const path of ['pdf', 'verificar'])
      expect((await app.call('GET', `/noadeudo/${path}/99999999`, { as: 'cobranza' })).status).toBe(404);
  });
});

describe('folios', () => {
  it('leave no gap, whoever asks at once, and a double click takes one', async () => {
    const lotes = await Promise.all(Array.from({ length: 5 }, () => createOwnedLote(app)));
    const replies = await Promise.all(lotes.map(({ id }) => tryIssue(id)));
    expect(replies.some((reply) => envelope(reply).success)).toBe(true);
    for (const reply of replies.filter((one) => !envelope(one).success))
      expect(refusalOf(reply)).toMatch(/No se expidió ninguna/);
    const [{ id } = { id: 0 }] = lotes;
    const key = freshText('constancia-').padEnd(24, '0');
    const [one, two] = [await tryIssue(id, key), await tryIssue(id, key)];
    expect(two.body).toEqual(one.body);
    const rows = await app.query<{ folio: number }>(`SELECT folio FROM ${SCHEMA}.no_adeudo ORDER BY folio`);
    expect(rows.map(({ folio }) => folio)).toEqual(rows.map((_, at) => at + 1));
  });
});

describe('revoked', () => {
  it('with a reason, once, and its folio is not used again', async () => {
    const lote = await createOwnedLote(app);
    const constancia = await issue(lote.id);
    const revoke = (as: 'administrador' | 'cobranza' = 'administrador') =>
      app.call('POST', '/noadeudo/revocar', { as, body: { id: constancia.id, razon: 'Se devolvió el cheque' } });
    expect((await revoke('cobranza')).status).toBe(403);
    const after = await lastAuditId(app);
    expect(envelope(await revoke()).message).toContain(constancia.folio);
    expect(await auditRows(app, after)).toMatchObject([{ status: 'cancelado', entidad: 'no_adeudo' }]);
    expect(refusalOf(await revoke())).toMatch(/ya está revocada/);
    expect(await verify(constancia.id)).toMatchObject({ intacta: true, estado: 'revocada' });
    expect((await ownersOf(lote.id)).constancias[0]).toMatchObject({
      ...{ estado: 'revocada', revocacion: { razon: 'Se devolvió el cheque', fecha: '2026-11-21' } },
    });
    expect((await prepareSale(app, lote.id)).constancia).toBeNull();
    expect((await issue(lote.id)).folio > constancia.folio).toBe(true);
    expect((await pdfOf(constancia.id)).status).toBe(200);
  });

  it('and one whose file or words were altered is told', async () => {
    const lote = await createOwnedLote(app);
    const [words, bytes] = [await issue(lote.id), await issue(lote.id)];
    await app.query(
      `UPDATE ${SCHEMA}.no_adeudo SET datos = jsonb_set(datos::jsonb, '{asociado}', '"Otra Persona"')::json WHERE id = $1`,
      [words.id],
    );
    // Along with its hash: the log has another.
    await app.query(
      `UPDATE ${SCHEMA}.no_adeudo SET contenido = '\\x00', huella_archivo = sha256('\\x00'::bytea) WHERE id = $1`,
      [bytes.id],
    );
    expect(await verify(words.id)).toMatchObject({ intacta: false });
    expect(await verify(bytes.id)).toMatchObject({ intacta: false });
  });
});
