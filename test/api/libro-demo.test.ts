/** The ledger of the demo community: lawful, plausible, the same for the same size and day, and the tables as they were. */
import { beforeAll, describe, expect, it } from 'vitest';
import { diferenciaDe } from '#documents/recibo.ts';
import { generateInterest } from '#libro/server/interest.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { listRecibos } from '#libro/server/recibo.ts';
import { createCommunity } from '#platform/server/communities.ts';
import { inTx, type Tx } from '#platform/server/db.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { type Contents, fillCommunity } from '../../src/contents.ts';
import { appOfFile } from '../app.ts';
import { fingerprints } from './support.ts';

const HOY = '2026-11-21';
const LOTES = 120;
const TABLES = [
  ...['mantenimiento', 'tiie', 'cuota_extraordinaria', 'cuota_inicial', 'codigo_autorizacion', 'correo_campana'],
  ...['lote_inactividad', 'generacion', 'cargo', 'recibo', 'pago', 'pago_cancelacion', 'ajuste', 'ajuste_reverso'],
  ...['fondo_movimiento', 'fondo', 'codigo_uso'],
];

const app = await appOfFile();
beforeAll(async () => {
  const demo: Contents = { kind: 'demo', lotes: LOTES, hoy: HOY };
  await create('CUMBRES', demo);
  await create('MIRADOR', demo);
  await create('HACIENDA', { kind: 'production', adminPassword: 'Prueba-2026-larga' });
});

function create(codigo: string, contents: Contents) {
  return asOwner(app.urls.owner, (client) =>
    createCommunity(client, {
      codigo,
      host: `${codigo.toLowerCase()}.test`,
      fill: (tx) => fillCommunity(tx, contents, codigo),
    }),
  );
}

const inSchema = <T>(schema: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTx(app.pools.pool, { schema }, work);

async function total(table: string, where = 'true', schema = 'c_cumbres'): Promise<number> {
  return (
    (await app.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${schema}.${table} WHERE ${where}`))[0]?.n ?? 0
  );
}

const values = async (text: string): Promise<string[]> =>
  (await app.query<{ value: string }>(text)).map(({ value }) => value);

it('is the same for the same size and day', async () => {
  const [cumbres, mirador] = [await fingerprints(app, 'c_cumbres'), await fingerprints(app, 'c_mirador')];
  for (const table of TABLES) expect([table, cumbres[table]]).toEqual([table, mirador[table]]);
});

it('the rows of each of its receipts add up to what was received', async () => {
  const ids = (await values('SELECT id AS value FROM c_cumbres.recibo')).map(Number);
  const recibos = await inSchema('c_cumbres', (tx) => listRecibos(tx, ids));
  expect(recibos.map(({ id }) => id)).toEqual(ids.toSorted((a, b) => a - b));
  const kinds = new Set(recibos.flatMap(({ renglones }) => renglones.map(({ tipo }) => tipo)));
  expect(kinds.size).toBeGreaterThan(3);
  expect(recibos.filter((recibo) => diferenciaDe(recibo) !== 0)).toEqual([]);
});

it('keeps every law of the ledger', async () => {
  expect(await inSchema('c_cumbres', checkLaws)).toEqual([]);
});

it('holds the late interest that a generation makes, no more and no less', async () => {
  const stamp = { usuarioId: null, now: new Date(`${HOY}T18:00:00Z`), today: HOY };
  expect(await inSchema('c_cumbres', (tx) => generateInterest(tx, stamp))).toMatchObject({
    creados: 0,
    reemplazados: 0,
  });
});

it('leaves the tables with the constraints, indexes and triggers that the migrations gave them', async () => {
  const shape = (schema: string) =>
    values(`
      SELECT regexp_replace(line, '${schema}', 'x', 'g') AS value FROM (
        SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated AS line
        FROM pg_constraint WHERE connamespace = '${schema}'::regnamespace AND contype <> 'n'
        UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = '${schema}'
        UNION ALL SELECT pg_get_triggerdef(t.oid) || t.tgenabled::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
          WHERE c.relnamespace = '${schema}'::regnamespace AND NOT t.tgisinternal
      ) AS shape ORDER BY 1`);
  expect(await shape('c_cumbres')).toEqual(await shape('c_hacienda'));
});

describe('of 120 lots', () => {
  it('has 36 months, and of each lot every month from its first one on', async () => {
    expect(
      await values(
        "SELECT DISTINCT year || '-' || mes AS value FROM c_cumbres.cargo WHERE tipo = 'mantenimiento'",
      ).then((v) => v.length),
    ).toBeGreaterThanOrEqual(36);
    const gaps = await app.query(
      `SELECT lote_origen_id FROM c_cumbres.cargo WHERE tipo = 'mantenimiento' GROUP BY 1
       HAVING max(year * 12 + mes) - min(year * 12 + mes) + 1 <> count(*)`,
    );
    expect(gaps).toEqual([]);
    expect(await total('tiie')).toBe(40);
  });

  it('has some 12% of its lots overdue', async () => {
    const overdue = await total(
      'lote l',
      `EXISTS (SELECT FROM c_cumbres.cargo c WHERE c.lote_id = l.id AND c.saldo_centavos > 0 AND c.vence < '${HOY}')`,
    );
    expect(overdue / LOTES).toBeGreaterThan(0.08);
    expect(overdue / LOTES).toBeLessThan(0.17);
  });

  it('has every kind of charge, adjustment, movement of a fund and way of paying', async () => {
    const distinct = (column: string, table: string) =>
      values(`SELECT DISTINCT ${column} AS value FROM c_cumbres.${table} WHERE ${column} IS NOT NULL ORDER BY 1`);
    expect((await distinct('tipo', 'cargo')).length).toBe(7);
    expect(await distinct('status', 'cargo')).toEqual(['cancelado', 'condonado', 'incompleto', 'pagado', 'vigente']);
    expect(await distinct('tipo', 'ajuste')).toEqual(['cancelacion', 'condonacion', 'descuento', 'especial', 'regla']);
    expect(await distinct('tipo', 'fondo_movimiento')).toEqual(['abono', 'reembolso', 'uso']);
    expect((await distinct('metodo_pago_id::text', 'recibo')).length).toBe(await total('metodo_pago'));
    expect((await distinct('caja_id::text', 'recibo')).length).toBe(await total('caja', 'active'));
    expect(await distinct('motivo', 'pago_cancelacion')).toEqual(['correccion', 'devuelto']);
    for (const [table, where] of [
      ['recibo', 'corrige_id IS NOT NULL'],
      ['recibo', 'es_fondo'],
      ['ajuste', "tipo = 'descuento' AND porcentaje IN (25, 50)"],
      ['codigo_uso', 'monto_centavos > 0'],
      ['lote', 'plus_percent_mtto IS NOT NULL'],
      ['fondo', 'saldo_centavos > 0'],
      ['cargo', `tipo = 'mantenimiento' AND vence > '2026-12-01' AND status = 'pagado'`],
    ] as const) {
      expect([where, (await total(table, where)) > 0]).toEqual([where, true]);
    }
    expect(await total('recibo', `fecha_pago > '${HOY}'`)).toBe(0);
    expect(await total('correo_campana')).toBe(4);
  });

  it('leaves one audit row for each batch', async () => {
    const notes = await values("SELECT nota AS value FROM c_cumbres.bitacora WHERE nota LIKE '%de la demostración: %'");
    expect(notes.length).toBe(11);
    expect(new Set(notes).size).toBe(notes.length);
  });

  it('leaves the sequences behind its last rows', async () => {
    for (const table of ['cargo', 'recibo', 'pago', 'ajuste', 'generacion', 'fondo_movimiento']) {
      const [row] = await app.query<{ next: number; last: number }>(
        `SELECT nextval(pg_get_serial_sequence('c_mirador.${table}', 'id')) AS next, max(id) AS last FROM c_mirador.${table}`,
      );
      expect([table, row?.next]).toEqual([table, (row?.last ?? 0) + 1]);
    }
  });
});

it.each([
  ['JACARANDAS', 1, '2026-01-01'],
  ['ALAMEDA', 25, '2027-07-02'],
])('%s: of %i lots on %s is lawful too', async (codigo, lotes, hoy) => {
  await create(codigo, { kind: 'demo', lotes, hoy });
  expect(await inSchema(`c_${codigo.toLowerCase()}`, checkLaws)).toEqual([]);
});
