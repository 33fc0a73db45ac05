/** The demo community: the same for the same size and day, of every kind, and readable through every list. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { imageFacts } from '#features/archivos/rules.ts';
import { createCommunity } from '#platform/server/communities.ts';
import type { FileStore } from '#platform/server/file-store.ts';
import { memoryFiles } from '#platform/server/files.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { fillCommunity } from '../../src/contents.ts';
import { appOfFile } from '../app.ts';
import { ENDPOINTS, fingerprints, nameOf } from './support.ts';

const HOY = '2026-11-21';
/** What the generator writes. */
const TABLES = [
  ...['lote', 'residente', 'lote_residente', 'representante_legal', 'representante_lote', 'telefono'],
  ...['correo_electronico', 'vehiculo', 'tarjeta_acceso', 'nota_alerta', 'user_app'],
];

const app = await appOfFile();
beforeAll(async () => {
  for (const codigo of ['CUMBRES', 'MIRADOR']) await create(codigo, 300);
  await create('HACIENDA', 1);
  await app.pools.communities.refresh();
});

function create(codigo: string, lotes: number, files?: FileStore) {
  return asOwner(app.urls.owner, (client) =>
    createCommunity(client, {
      codigo,
      host: `${codigo.toLowerCase()}.test`,
      fill: (tx) => fillCommunity(tx, { kind: 'demo', lotes, hoy: HOY, ...(files && { files }) }, codigo),
    }),
  );
}

/** Counts of rows by the values of some columns, as {'habitacional entregado': 230}. */
async function counts(table: string, by: string, schema = 'c_cumbres'): Promise<Record<string, number>> {
  const rows = await app.query<{ key: string; n: number }>(
    `SELECT concat_ws(' ', ${by}) AS key, count(*)::int AS n FROM ${schema}.${table} GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ key, n }) => [key, n]));
}

const total = async (table: string, where = 'true', schema = 'c_cumbres'): Promise<number> =>
  (await app.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${schema}.${table} WHERE ${where}`))[0]?.n ?? 0;

it('is the same for the same size and day', async () => {
  const [cumbres, mirador] = [await fingerprints(app, 'c_cumbres'), await fingerprints(app, 'c_mirador')];
  for (const table of TABLES) expect([table, cumbres[table]]).toEqual([table, mirador[table]]);
});

it('shows its amenities, newsletters and gate in pictures whose bytes are kept, the same each time', async () => {
  const files = memoryFiles();
  for (const codigo of ['JACARANDAS', 'ALAMEDA']) await create(codigo, 30, files);
  const picturesOf = (schema: string) =>
    app.query<{ uso: string; clave: string; bytes: number; huella: string }>(
      `SELECT uso, clave, bytes, encode(huella, 'hex') AS huella FROM ${schema}.archivo ORDER BY id`,
    );
  const pictures = await picturesOf('c_jacarandas');
  expect(pictures.filter(({ uso }) => uso === 'amenidad')).toHaveLength(10);
  expect(pictures.filter(({ uso }) => uso === 'newsletter')).toHaveLength(3);
  expect(await total('acceso', 'placas_archivo_id IS NOT NULL', 'c_jacarandas')).toBeGreaterThan(0);
  expect(await total('acceso', 'id_archivo_id IS NOT NULL', 'c_jacarandas')).toBeGreaterThan(0);
  for (const { uso, clave, bytes, huella } of pictures) {
    const kept = (await files.get(clave)) ?? new Uint8Array();
    // A proof of payment is the bank's own document.
    if (uso !== 'comprobante') expect(imageFacts(kept)?.mime).toBe('image/jpeg');
    expect([kept.length, createHash('sha256').update(kept).digest('hex')]).toEqual([bytes, huella]);
  }
  expect((await picturesOf('c_alameda')).map(({ huella }) => huella)).toEqual(pictures.map(({ huella }) => huella));
});

describe('of 300 lots', () => {
  it('has exactly these lots, of every type and status', async () => {
    const byKind = await counts('lote', 'tipo, status');
    expect(Object.values(byKind).reduce((sum, n) => sum + n, 0)).toBe(300);
    expect(Object.keys(byKind)).toEqual(
      expect.arrayContaining(['comercial entregado', 'condominal entregado', 'habitacional entregado']),
    );
    expect(byKind['habitacional entregado']).toBeGreaterThan(200);
    for (const status of ['disponible', 'fusionado', 'inactivo']) {
      expect([status, (byKind[`habitacional ${status}`] ?? 0) >= 3]).toEqual([status, true]);
    }
    expect(await total('lote', "tipo = 'condominal'")).toBe(12);
    expect(await total('lote', "tipo = 'comercial'")).toBe(18);
    expect(
      await app.query(
        `SELECT p.referencia FROM c_cumbres.lote p LEFT JOIN c_cumbres.lote u ON u.parent_id = p.id
         WHERE p.tipo = 'condominal' GROUP BY p.id HAVING count(u.id) NOT BETWEEN 1 AND p.numero_viviendas`,
      ),
    ).toEqual([]);
    for (const column of ['category', 'subestado', 'category_hab', 'sub_category_hab']) {
      const used = Object.keys(await counts('lote', column)).filter((value) => value !== '');
      expect([column, used.length]).toEqual([
        column,
        column === 'subestado' ? 4 : column === 'sub_category_hab' ? 3 : 2,
      ]);
    }
  });

  it('keeps the rules: an active associate for each delivered lot, and for no other', async () => {
    const wrong = await app.query(
      `SELECT l.referencia FROM c_cumbres.lote l
       LEFT JOIN c_cumbres.lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
       GROUP BY l.id HAVING count(t.id) <> (l.fecha_entrega IS NOT NULL)::int`,
    );
    expect(wrong).toEqual([]);
    expect(await total('lote', `fecha_entrega > '${HOY}'`)).toBe(0);
    expect(
      await total(
        'lote',
        "status = 'fusionado' AND (SELECT status FROM c_cumbres.lote r WHERE r.id = lote.fusion_lote_id) <> 'entregado'",
      ),
    ).toBe(0);
  });

  it('has some 260 people with phones and e-mails, some of them for invoices', async () => {
    const people = await counts('residente', 'tipo');
    const sum = Object.values(people).reduce((all, n) => all + n, 0);
    expect(sum).toBeGreaterThan(240);
    expect(sum).toBeLessThan(280);
    expect(people.inquilino).toBeGreaterThan(30);
    expect(await total('residente', "name ~ '[áéíóúñü]'")).toBeGreaterThan(200);
    expect(await total('telefono')).toBeGreaterThan(sum);
    expect(await total('correo_electronico', 'facturar')).toBeGreaterThan(50);
    for (const table of ['vehiculo', 'tarjeta_acceso', 'representante_legal', 'representante_lote']) {
      expect([table, (await total(table)) > 10]).toEqual([table, true]);
    }
    expect(Object.keys(await counts('tarjeta_acceso', 'status'))).toEqual(['activo', 'baja', 'suspendido']);
  });

  it('has alerts of today and around it, more than the bell shows without scrolling', async () => {
    expect(await total('nota_alerta', "tipo = 'alerta'")).toBeGreaterThanOrEqual(8);
    for (const range of [`= '${HOY}'`, `< '${HOY}'`, `> '2026-11-24'`]) {
      expect([range, (await total('nota_alerta', `tipo = 'alerta' AND fecha_recordatorio ${range}`)) > 0]).toEqual([
        range,
        true,
      ]);
    }
    expect(await total('nota_alerta', "tipo = 'nota'")).toBeGreaterThan(20);
  });

  it('has app users in all five states, with and without a token', async () => {
    expect(Object.keys(await counts('user_app', 'status'))).toHaveLength(5);
    expect(await total('user_app', 'token IS NULL')).toBeGreaterThan(3);
    expect(await total('user_app', 'token IS NOT NULL')).toBeGreaterThan(20);
  });

  it('leaves the sequences behind its last rows', async () => {
    for (const table of TABLES.filter((name) => name !== 'representante_lote')) {
      const [row] = await app.query<{ next: number; last: number }>(
        `SELECT nextval(pg_get_serial_sequence('c_mirador.${table}', 'id')) AS next, max(id) AS last FROM c_mirador.${table}`,
      );
      expect([table, row?.next]).toEqual([table, (row?.last ?? 0) + 1]);
    }
  });
});

it('of one lot is a community too', async () => {
  expect(await total('lote', 'true', 'c_hacienda')).toBe(1);
  expect(await total('residente', 'true', 'c_hacienda')).toBe(1);
});

/** Values for the parameters of a path, by their names; anything else is the id of a first record. */
const PARAMS: Record<string, string> = {
  type_lote: 'habitacional',
  tipo: 'asociado',
  status: 'entregado',
  MM: '11',
  YYYY: '2026',
  mes: '11',
  year: '2026',
};

it('every list of the contract is readable, and those of the register are not empty', async () => {
  const empty: string[] = [];
  let lists = 0;
  for (const endpoint of ENDPOINTS) {
    if (endpoint.method !== 'GET' || endpoint.writes || endpoint.answer.kind !== 'list') continue;
    // Of a shift, which only a cashier opens: cierres.test.ts.
    if (endpoint.path === '/turno/corte/{id}') continue;
    const path = endpoint.path
      .replace('getbytipoandlote/{tipo}', 'getbytipoandlote/nota')
      .replace('getCancelardeudaglobal/{tipo}', 'getCancelardeudaglobal/mantenimiento')
      .replace('pagosatrasados/{tipo}', 'pagosatrasados/todos')
      .replaceAll(/\{(\w+)\}/g, (_match, name: string) => PARAMS[name] ?? '1')
      .replace(/getUserData$/, 'getUserData?id=1');
    const reply = await app.call('GET', path, { as: 'superadmin', host: 'cumbres.test' });
    expect([nameOf(endpoint), reply.status, Array.isArray(reply.body)]).toEqual([nameOf(endpoint), 200, true]);
    if ((reply.body as unknown[]).length === 0) empty.push(endpoint.path);
    lists += 1;
  }
  expect(lists).toBeGreaterThan(20);
  for (const path of ['/notaalerta/getwarning', '/userapp/all', '/lote/all/{type_lote}', '/residente/all/{tipo}']) {
    expect(empty).not.toContain(path);
  }
});
