/** Every write that leaves an audit row is sent by a test that looks at the row: found in the tests' own words, so that nobody keeps a list. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { CATALOGUES } from './features/catalogos/definitions.ts';
import { articulo, proveedor } from './features/compras/definitions.ts';
import { categoriaEgreso } from './features/egresos/definitions.ts';
import { finalidad } from './features/privacidad/definitions.ts';
import { REGISTRATIONS } from './features.ts';

const ROOT = join(import.meta.dirname, '..');

/** How a test looks at rows of the log. */
const LOOKS = /\b(auditRows|readRows|rowsOf|bitacora|expectAudited)\b/;

/** Sent by a name that a variable holds, in a test that looks. */
const BY_VARIABLE: Readonly<Record<string, string>> = {
  'POST /residente/save': 'test/api/bitacora.test.ts',
  'POST /representantelegal/save': 'test/api/bitacora.test.ts',
  'DELETE /representantelegal/delete/{id}': 'test/api/bitacora.test.ts',
  'POST /cuota/condonar': 'test/api/sanciones.test.ts',
  'POST /importacion/aplicar': 'test/api/importacion.test.ts',
  ...Object.fromEntries(
    [...CATALOGUES, proveedor, articulo, categoriaEgreso, finalidad]
      .flatMap(({ api }) => [`POST /${api}/save`, `DELETE /${api}/delete/{id}`])
      .map((name) => [name, 'test/api/bitacora.test.ts']),
  ),
};

const textOf = (file: string): string => readFileSync(file, 'utf8');

/** A test with the factories of test/ that it imports, but for support.ts, which has a body for every endpoint. */
function withHelpers(file: string): string {
  const text = textOf(file);
  const helpers = [...text.matchAll(/^(?:import|\}).* from '(?:#test\/|((?:\.\.\/)+))([\w-]+\.ts)';$/gm)]
    .map(([, up, name = '']) => (up ? join(dirname(file), up, name) : join(ROOT, 'test', name)))
    .filter((helper) => dirname(helper) === join(ROOT, 'test') && existsSync(helper));
  return [text, ...helpers.map(textOf)].join('\n');
}

const literal = (text: string): string => text.replaceAll(/[.*+?^()|[\]\\]/g, '\\$&');

/** What one written address may stand for; nothing where all of its first part is a variable's. */
function patternOf(address: string): string[] {
  const [, first = ''] = address.split('/');
  if (/^\$\{[^}]*\}$/.test(first)) return [];
  return [
    address
      .split(/\$\{[^}]*\}/)
      .map(literal)
      .join('[^/]*'),
  ];
}

const LOOKING: readonly RegExp[] = ['src', 'test']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, folder, name)),
  )
  .filter((file) => file.endsWith('.test.ts') && file !== import.meta.filename)
  .map(withHelpers)
  .filter((text) => LOOKS.test(text))
  .map((text) => {
    const addresses = [...text.matchAll(/['`](\/(?:\$\{[^}]*\}|[^'`\s?$])+)(?:\?[^'`]*)?['`]/g)].map(
      ([, address = '']) => address,
    );
    return new RegExp(`^(?:${[...new Set(addresses)].flatMap(patternOf).join('|')})$`);
  });

it('every audited endpoint has a test that looks at its row', () => {
  const audited = REGISTRATIONS.flatMap(({ contract }) => Object.values(contract)).filter(
    (endpoint) => endpoint.audited,
  );
  expect(audited.length).toBeGreaterThan(150);
  const without = audited
    // A number stands for a parameter: what a variable wrote there may be anything.
    .filter(({ path }) => !LOOKING.some((sent) => sent.test(path.replaceAll(/\{\w+\}/g, '1'))))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !(name in BY_VARIABLE));
  const gone = Object.values(BY_VARIABLE).filter((file) => !LOOKS.test(textOf(join(ROOT, file))));
  expect(gone, 'These no longer look at rows').toEqual([]);
  expect(
    without,
    'Write a test in test/api that sends each of these and looks at the row it leaves: auditRows() of test/api/support.ts',
  ).toEqual([]);
});
