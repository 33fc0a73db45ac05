/** npm run claves: the tax authority's catalogues, from a file that somebody names. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asOwner } from '#platform/server/migrate.ts';
import {
  type LoadedKey,
  OFFICIAL,
  OFFICIAL_CATALOGUES,
  type OfficialCatalogue,
  removeOfficialKeys,
  replaceOfficialKeys,
} from '#platform/server/official-keys.ts';
import { readGiven } from '../../src/cli/tool.ts';
import { startApp, type TestApp } from '../app.ts';
import { SCHEMA } from '../ledger.ts';
import { LAST_DAY, type SatSheet, satBook, satSheet } from '../sat-catalogue.ts';
import { FULL } from '../trust.ts';

const root = mkdtempSync(join(tmpdir(), 'porton-claves-'));
let app: TestApp;
/** Of both communities, by catalogue. */
const used = new Map<OfficialCatalogue, string[]>();
beforeAll(async () => {
  app = await startApp();
  for (const catalogo of OFFICIAL_CATALOGUES) {
    const { table, column } = OFFICIAL[catalogo];
    const rows = await app.query<{ clave: string }>(
      `SELECT DISTINCT ${column} AS clave FROM ${SCHEMA}.${table} UNION SELECT ${column} FROM c_lagos.${table} ORDER BY 1`,
    );
    used.set(
      catalogo,
      rows.map(({ clave }) => clave),
    );
  }
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => app.query('DELETE FROM porton.clave_sat'));

/** Runs the tool; what it says, and its status. */
async function claves(...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/cli/claves.ts'), ...args], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: app.urls.owner,
      PORTON_LLAVE: Buffer.alloc(32, 5).toString('base64'),
      PORTON_DATA: join(root, 'datos'),
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

const path = (name: string) => join(root, name);
const written = (name: string, sheets: readonly SatSheet[]) => {
  writeFileSync(path(name), satBook(sheets));
  return path(name);
};
const whole = (change: Partial<Record<OfficialCatalogue, SatSheet>> = {}): SatSheet[] =>
  OFFICIAL_CATALOGUES.map((catalogo) => change[catalogo] ?? satSheet(catalogo, { first: used.get(catalogo) ?? [] }));
const counts = async () =>
  Object.fromEntries(
    (
      await app.query<{ catalogo: string; n: number }>(
        'SELECT catalogo, count(*)::int AS n FROM porton.clave_sat GROUP BY 1',
      )
    ).map(({ catalogo, n }) => [catalogo, n]),
  );

/** Fifty thousand keys take their time: npm run trust loads them more often, and the real book's other sheets. */
const SIZE = FULL ? { others: 150_000, atOnce: 4 } : { others: 500, atOnce: 2 };

it('loads the authority’s book in its real size, and empties it again', async () => {
  const rows = Array.from({ length: SIZE.others }, (_, n) => [`${n}`, `Colonia ${n}`, 'x', 'y']);
  const prodServ = satSheet('c_ClaveProdServ', { first: used.get('c_ClaveProdServ') ?? [], count: 52_500 });
  const file = written('catCFDI.xlsx', [...whole({ c_ClaveProdServ: prodServ }), { name: 'C_Colonia', rows }]);
  const { code, said } = await claves(file);
  expect(said).toMatch(/^c_ClaveProdServ: 525\d\d claves/);
  expect(code).toBe(0);
  const loaded = await counts();
  expect(Object.keys(loaded).sort()).toEqual([...OFFICIAL_CATALOGUES].sort());

  expect((await claves('quitar', 'c_UsoCFDI')).said).toMatch(/Se quitaron \d+ claves.*c_UsoCFDI/);
  expect(await counts()).toEqual({ ...loaded, c_UsoCFDI: undefined });
  await asOwner(app.urls.owner, (client) => removeOfficialKeys(client, undefined));
  expect(await counts()).toEqual({});
}, 120_000);

it('tells in a sentence what is no file to read, and changes nothing', async () => {
  execFileSync('mkfifo', [path('pipe')]);
  execFileSync('truncate', ['-s', '5G', path('huge')]);
  const files: [string, RegExp][] = [
    [path('pipe'), /no es un archivo/],
    ['/dev/zero', /no es un archivo/],
    [root, /es una carpeta/],
    [path('none'), /no existe/],
    [path('huge'), /mide 5\.0 GiB y se leen 32\.0 MiB/],
  ];
  for (const [file, sentence] of files) expect(() => readGiven(file, 32 * 1024 * 1024)).toThrow(sentence);

  const dated = OFFICIAL_CATALOGUES.map((catalogo) => satSheet(catalogo, { count: 3 }));
  (dated.find(({ name }) => name === 'c_FormaPago')?.rows.at(-1) ?? [])[LAST_DAY] = { serial: 2_958_466 };
  const asked: [string[], RegExp][] = [
    [[path('pipe')], /^No se puede leer .* no es un archivo\. Indique el archivo\.\n$/],
    [[written('fecha.xlsx', dated)], /^En la hoja c_FormaPago, fila \d+, el fin de vigencia .*\.\n$/],
    [[path('fecha.xlsx'), '--fuerza'], /^Uso:/],
    [['quitar', 'c_Nada'], /^No hay un catálogo c_Nada\./],
  ];
  for (const [args, sentence] of asked) {
    const { code, said } = await claves(...args);
    expect(said).toMatch(sentence);
    expect(code).toBe(1);
  }
  expect(await counts()).toEqual({});
}, 120_000);

describe('a catalogue that was cut or damaged', () => {
  const keysOf = (change: Partial<Record<OfficialCatalogue, string[]>> = {}): LoadedKey[] =>
    OFFICIAL_CATALOGUES.flatMap((catalogo) => {
      const made = satSheet(catalogo, { first: used.get(catalogo) ?? [], count: OFFICIAL[catalogo].least + 50 })
        .rows.slice(4)
        .map(([clave]) => String(clave ?? ''))
        .filter((clave) => clave !== '' && clave !== catalogo);
      return (change[catalogo] ?? made).map((clave) => ({ catalogo, clave, texto: '', hasta: null }));
    });
  const load = (keys: readonly LoadedKey[], force = false) =>
    asOwner(app.urls.owner, (client) => replaceOfficialKeys(client, keys, force));
  const of = (catalogo: OfficialCatalogue, keys: readonly LoadedKey[]) =>
    keys.filter((key) => key.catalogo === catalogo).map(({ clave }) => clave);

  it('is loaded by one at a time: the other waits, and takes its place', async () => {
    const keys = keysOf();
    await Promise.all(Array.from({ length: SIZE.atOnce }, () => load(keys)));
    expect(Object.values(await counts()).reduce((sum, n) => sum + n, 0)).toBe(keys.length);
  }, 60_000);

  it.each(FULL ? OFFICIAL_CATALOGUES : (['c_UsoCFDI'] as const))(
    '%s is refused with fewer keys than are published, than before, or than are in use',
    async (catalogo) => {
      const keys = keysOf();
      await load(keys);
      const before = await counts();
      const own = of(catalogo, keys);
      const inUse = used.get(catalogo) ?? [];
      await expect(load(keysOf({ [catalogo]: own.slice(0, OFFICIAL[catalogo].least - 1) }))).rejects.toThrow(
        new RegExp(`${catalogo} trae \\d+ claves y el SAT publica más de ${OFFICIAL[catalogo].least}`),
      );
      if (own.length * 0.95 > OFFICIAL[catalogo].least) {
        await expect(load(keysOf({ [catalogo]: own.slice(0, Math.floor(own.length * 0.94)) }))).rejects.toThrow(
          `y había ${own.length}`,
        );
      }
      const [lost = ''] = inUse;
      const without = keysOf({ [catalogo]: own.filter((clave) => clave !== lost) });
      await expect(load(without)).rejects.toThrow(
        new RegExp(`${catalogo} no trae la clave «${lost}», que usa ENCINOS`),
      );
      await expect(load(without)).rejects.toThrow('--forzar');
      expect(await counts()).toEqual(before);
      expect(await load(without, true)).toContainEqual({ codigo: 'ENCINOS', catalogo, clave: lost });
      expect(await counts()).toEqual({ ...before, [catalogo]: own.length - 1 });
    },
    60_000,
  );
});
