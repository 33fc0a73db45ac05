/** Papers with a code, as whoever holds one checks them: without a session, by the page under /v/. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { firmanteOf, makeVerificacionKey } from '../../src/libro/server/verificacion.ts';
import { codigoEn, type LlavesPublicas, WELL_KNOWN } from '../../src/libro/verificacion/codigo.ts';
import { inTx } from '../../src/platform/server/db.ts';
import { appOfFile } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { insertCharge, insertMonth, SCHEMA } from '../ledger.ts';
import { createOwnedLote } from '../owner-change.ts';
import { envelope } from './support.ts';

let lote: { id: number; referencia: string };
let reciboId: number;
const app = await appOfFile({ now: '2026-11-26T18:00:00Z', connections: 6, invoices: false });
const cashier = await Cashier.of(app);
beforeAll(async () => {
  lote = await createOwnedLote(app);
  reciboId = await paid();
});

/** A month of a lot, paid in part: the folio of its receipt. */
async function paid(of = lote): Promise<number> {
  await insertMonth(app, of.id, 2026, 3, 2_500_00);
  return (await cashier.payMonths(of.id, { meses: ['2026-03'], monto: 1_000, fecha: '2026-03-01' })).id;
}

const open = (url: string, host = 'encinos.test', remoteAddress = '10.0.0.1') =>
  app.server.inject({ method: 'GET', url, headers: { host }, remoteAddress });
const shown = async (verificacion: string) => (await open(new URL(verificacion).pathname)).body;

type Recibo = { id: number; verificacion: string; lote: { referencia: string }; asociado: string };
async function recibo(id = reciboId): Promise<Recibo> {
  return envelope(await app.call('GET', `/recibo/get/${id}`, { as: 'cobranza' })).data as Recibo;
}

async function estado() {
  const body = { id: lote.id, variante: 0, fechaInicial: '2026-01-01', fechaFinal: '2026-11-30 23:59:59' };
  const told = await app.call('POST', '/residente/get/estadocuenta/movimientos', { as: 'cobranza', body });
  return envelope(told).data as { verificacion: string; folio: string };
}

it('says of a receipt that it is valid, with amount, date, folio and lot, and no name', async () => {
  const { id, verificacion, asociado } = await recibo();
  expect(verificacion).toMatch(/^http:\/\/encinos\.test\/v\/R\.1\./);
  const answer = await open(new URL(verificacion).pathname);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(answer.headers['x-robots-tag']).toBe('noindex');
  expect(answer.body).toContain('>Válido<');
  for (const text of [String(id), lote.referencia]) expect(answer.body).toContain(text);
  expect(asociado).not.toBe('');
  expect(answer.body).not.toContain(asociado);
  expect(answer.body).not.toContain('<script');
});

it('accepts a pasted address, and no altered code', async () => {
  const { verificacion } = await recibo();
  expect((await open(`/v/?c=${encodeURIComponent(verificacion)}`)).body).toContain('>Válido<');
  const codigo = codigoEn(verificacion);
  const [, , , , monto = ''] = codigo.split('.');
  for (const other of [codigo.replace(`.${monto}.`, `.${Number(monto) + 1}.`), `${codigo}A`, ` ${codigo}`, 'nada']) {
    const answer = await open(`/v/${encodeURIComponent(other)}`);
    expect([other, answer.statusCode, answer.body.includes('No es auténtico')]).toEqual([other, 404, true]);
    expect(answer.body).not.toContain('<dl>');
  }
  expect((await open(new URL(verificacion).pathname, 'lagos.test')).statusCode).toBe(404);
});

it('says that a receipt was cancelled', async () => {
  const { id, verificacion } = await recibo(await paid(await createOwnedLote(app)));
  expect(await shown(verificacion)).toContain('>Válido<');
  await cashier.cancelReceipt(id);
  expect(await shown(verificacion)).toContain('>Cancelado<');
});

it('says of a statement that it is replaced once the lot owes something else', async () => {
  const { verificacion, folio } = await estado();
  expect(folio).toBe(`EC-${lote.id}-261126-1200`);
  expect(await shown(verificacion)).toContain('>Válido<');
  await insertMonth(app, lote.id, 2026, 10, 1_250_00);
  expect(await shown(verificacion)).toContain('>Sustituido<');
  expect(await shown((await estado()).verificacion)).toContain('>Válido<');
});

it('says of a certificate until when it is valid, and that it was revoked', async () => {
  const clean = await createOwnedLote(app);
  await insertMonth(app, clean.id, 2026, 3, 1_000_00);
  const pay = async () =>
    (await cashier.payMonths(clean.id, { meses: ['2026-03'], monto: 900, fecha: '2026-03-01' })).id;
  const before = await pay();
  const issued = envelope(await app.call('POST', '/noadeudo/expedir', { as: 'director', body: { id: clean.id } }));
  const { id, folio } = issued.data as { id: number; folio: string };
  const firmada = await inTx(app.pools.pool, { schema: SCHEMA }, async (tx) =>
    (
      await firmanteOf(tx, {
        community: { codigo: 'ENCINOS', practicaDe: null },
        services: { secrets: app.secrets },
        origin: 'http://x',
      } as never)
    )({
      ...{ tipo: 'N', folio, fecha: '2026-11-26', hasta: '2026-12-26', monto: 0, referencia: clean.referencia },
    }),
  );
  expect(await shown(firmada)).toMatch(/>Válido<[\s\S]*Vale hasta el 26-12-2026/);
  const estado = async () =>
    (envelope(await app.call('GET', `/noadeudo/verificar/${id}`, { as: 'director' })).data as { estado: string })
      .estado;
  expect(await estado()).toBe('vigente');
  const told = async () => [await estado(), />(Válido|Sustituido)</.exec(await shown(firmada))?.[1]];
  await cashier.cancelReceipt(before);
  expect(await told()).toEqual(['con adeudo', 'Sustituido']);
  await pay();
  // What comes after it is no debt of before; a month of before that comes late is.
  await insertCharge(app, clean.id, {
    ...{ tipo: 'mantenimiento', monto_centavos: 1_250_00, fecha: '2026-11-27', vence: '2026-12-10' },
    ...{ year: 2026, mes: 12, dia_corte: 10 },
    created_at: '2026-11-27T12:00:00Z',
  });
  expect(await told()).toEqual(['vigente', 'Válido']);
  await insertMonth(app, clean.id, 2026, 10, 1_250_00);
  expect(await told()).toEqual(['con adeudo', 'Sustituido']);
  await app.call('POST', '/noadeudo/revocar', { as: 'director', body: { id, razon: 'Un pago se devolvió' } });
  expect(await shown(firmada)).toContain('>Cancelado<');
});

it('publishes its keys, keeps papers of before valid when they change, and signs by the new one', async () => {
  const { verificacion, id } = await recibo();
  const before = (await open(WELL_KNOWN)).json() as LlavesPublicas;
  expect(before).toMatchObject({ comunidad: 'ENCINOS', algoritmo: 'Ed25519', llaves: [{ id: 1 }] });
  await inTx(app.pools.pool, { schema: 'c_encinos' }, (tx) =>
    makeVerificacionKey(tx, { secrets: app.secrets, now: app.clock.now(), id: 2, why: 'Se cambió la llave' }),
  );
  const { body } = await app.call('GET', `/recibo/get/${id}`, { as: 'cobranza' });
  const anew = (body as { data: { verificacion: string } }).data.verificacion;
  expect(anew).toContain('/v/R.2.');
  for (const one of [anew, verificacion]) expect(await shown(one)).not.toContain('No es auténtico');
  const rows = await app.query<{ nota: string }>(
    "SELECT nota FROM c_encinos.bitacora WHERE entidad = 'verificacion_llave' AND entidad_id = '2'",
  );
  expect(rows).toEqual([{ nota: 'Se cambió la llave' }]);
});

it('is told by the command without a database, by the published keys alone', async () => {
  const { verificacion } = await recibo();
  const file = join(mkdtempSync(join(tmpdir(), 'porton-llaves-')), 'llaves.json');
  const llaves = (await open(WELL_KNOWN)).json() as LlavesPublicas;
  const run = (codigo: string) =>
    spawnSync(process.execPath, ['src/cli/verificar.ts', codigo, '--llaves', file], { encoding: 'utf8' });
  // The page keeps keys for a minute; the file of whoever verifies has them all.
  const [second] = await app.query<{ publica: Buffer }>(
    'SELECT publica FROM c_encinos.verificacion_llave WHERE id = 2',
  );
  const all =
    second && llaves.llaves.length === 1
      ? [...llaves.llaves, { id: 2, publica: second.publica.toString('base64url'), desde: '' }]
      : llaves.llaves;
  writeFileSync(file, JSON.stringify({ ...llaves, llaves: all }));
  expect(run(verificacion)).toMatchObject({ status: 0, stdout: expect.stringContaining('AUTÉNTICO: lo firmó') });
  expect(run(`${verificacion.slice(0, -3)}AAA`)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('NO ES AUTÉNTICO'),
  });
  for (const wrong of [null, { ...llaves, llaves: [null] }, { ...llaves, llaves: [{ id: 1 }] }]) {
    writeFileSync(file, JSON.stringify(wrong));
    expect(run(verificacion)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^\S+ no es un archivo de llaves públicas\. /),
    });
  }
});

it('opens where a code is pasted, and a page that works without a network', async () => {
  for (const url of ['/v/', '/v']) expect((await open(url)).body).toContain('<textarea');
  const offline = (await open('/v/sin-conexion')).body;
  expect(offline).toContain('crypto.subtle');
  expect(offline).not.toMatch(/(src|href)="http/);
});

it('lets a network check so many in a while', async () => {
  await app.query(`INSERT INTO c_encinos.intento_acceso (clave, ventana_inicia, fallos)
    VALUES ('verificacion:10.9.9.9', '2026-11-26T17:59:00Z', 600)`);
  const answer = await open('/v/x', 'encinos.test', '10.9.9.9');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, expect.anything()]);
  expect(answer.body).toContain('Demasiados intentos');
});
