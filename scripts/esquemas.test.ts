import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { prepareSchemas } from './esquemas.ts';

const folder = mkdtempSync(join(tmpdir(), 'porton-esquemas-'));
afterAll(() => rmSync(folder, { recursive: true }));

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const IMPORT = '<xs:import namespace="x" schemaLocation="http://www.sat.gob.mx/sitio_internet/cfd/tipoDatos/td.xsd"/>';
const published: Readonly<Record<string, string>> = {
  '/sitio_internet/cfd/4/cfdv40.xsd': `<xs:schema ${XS}>${IMPORT}</xs:schema>`,
  '/sitio_internet/cfd/Pagos/Pagos20.xsd': `<xs:schema ${XS}>${IMPORT.replace('www.', '')}</xs:schema>`,
  '/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd': `<xs:schema ${XS}/>`,
  '/sitio_internet/cfd/tipoDatos/td.xsd': `<xs:schema ${XS}/>`,
};
const site = (files: typeof published) =>
  (async (url: string | URL | Request) => {
    const text = files[new URL(String(url)).pathname];
    return new Response(text ?? 'No existe', { status: text === undefined ? 404 : 200 });
  }) as typeof fetch;

it('writes the schemas with what they import, by relative paths, each once', async () => {
  expect(await prepareSchemas(folder, 'http://copia.test', site(published))).toBe(4);
  const cfd = join(folder, 'www.sat.gob.mx/sitio_internet/cfd');
  expect(readFileSync(join(cfd, '4/cfdv40.xsd'), 'utf8')).toContain('schemaLocation="../tipoDatos/td.xsd"');
  expect(readFileSync(join(cfd, 'Pagos/Pagos20.xsd'), 'utf8')).toContain('schemaLocation="../tipoDatos/td.xsd"');
  expect(existsSync(join(cfd, 'tipoDatos/td.xsd'))).toBe(true);
  expect(readFileSync(join(folder, 'all.xsd'), 'utf8').match(/<xs:import /g)).toHaveLength(3);
});

it('takes a copy whose imports are relative, as the command itself writes them, whole', async () => {
  const first = join(folder, 'primera');
  await prepareSchemas(first, 'http://copia.test', site(published));
  const copy = Object.fromEntries(
    Object.keys(published).map((path) => [path, readFileSync(join(first, 'www.sat.gob.mx', path), 'utf8')]),
  );
  const second = join(folder, 'segunda');
  expect(await prepareSchemas(second, 'http://copia.test', site(copy))).toBe(4);
  for (const path of [...Object.keys(published), '../all.xsd']) {
    const [one, other] = [first, second].map((at) => readFileSync(join(at, 'www.sat.gob.mx', path), 'utf8'));
    expect(other).toBe(one);
  }
  // One of them missing, or leading elsewhere, is no whole copy.
  const { '/sitio_internet/cfd/tipoDatos/td.xsd': _td, ...rest } = copy;
  const third = join(folder, 'tercera');
  await expect(prepareSchemas(third, 'http://copia.test', site(rest))).rejects.toThrow(/td\.xsd no es un esquema/);
  expect(existsSync(third)).toBe(false);
});

it.each(['http://otro.test/td.xsd', 'file:///etc/td.xsd', '/td', '../../../../td.xsd', ''])(
  'fails where an import cannot be followed: %j',
  async (location) => {
    const files = {
      ...published,
      '/sitio_internet/cfd/4/cfdv40.xsd': `<xs:schema ${XS}><xs:import schemaLocation='${location}'/></xs:schema>`,
    };
    const other = join(folder, 'ajena');
    await expect(prepareSchemas(other, 'http://copia.test', site(files))).rejects.toThrow(
      /no es una dirección del SAT|no es un esquema/,
    );
    expect(existsSync(other)).toBe(false);
  },
);

it('no test leaves a check against the schemas out without saying so in a title', () => {
  const root = join(import.meta.dirname, '..');
  const tests = ['src', 'test'].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(root, part, name)),
  );
  const silent = tests.filter((name) => /\bSCHEMAS !== ''/.test(readFileSync(name, 'utf8')));
  expect(silent).toEqual([]);
});

it('leaves a folder without its entry where one is missing', async () => {
  const { '/sitio_internet/cfd/tipoDatos/td.xsd': _td, ...rest } = published;
  const other = join(folder, 'otra');
  await expect(prepareSchemas(other, 'http://copia.test', site(rest))).rejects.toThrow(
    /td\.xsd no es un esquema \(404\)/,
  );
  expect(existsSync(join(other, 'all.xsd'))).toBe(false);
});

const importing = (location: string) => ({
  ...published,
  '/sitio_internet/cfd/4/cfdv40.xsd': `<xs:schema ${XS}><xs:import schemaLocation="http://www.sat.gob.mx${location}"/></xs:schema>`,
});

it.each([
  '/../../../fuera.xsd',
  '/sitio_internet/../../fuera.xsd',
  '/..%2f..%2ffuera.xsd',
  '/a/..\\..\\fuera.xsd',
  '//otro.test/fuera.xsd',
  '/a/.b/fuera.xsd',
])('refuses an address that leads elsewhere, and writes nothing: %s', async (location) => {
  const other = join(folder, 'adentro', 'otra');
  const evil = (async () => new Response(importing(location)['/sitio_internet/cfd/4/cfdv40.xsd'])) as typeof fetch;
  await expect(prepareSchemas(other, 'http://copia.test', evil)).rejects.toThrow(/no es una dirección del SAT/);
  expect(existsSync(join(folder, 'adentro'))).toBe(false);
});

it('bounds how large an answer is, and how many there are', async () => {
  let sent = 0;
  const endless = (async () =>
    new Response(
      new ReadableStream({
        pull(stream) {
          sent += 1;
          stream.enqueue(new Uint8Array(1024 * 1024));
        },
      }),
    )) as typeof fetch;
  const other = join(folder, 'grande');
  await expect(prepareSchemas(other, 'http://copia.test', endless)).rejects.toThrow(/mide más de 8 MiB/);
  expect(sent).toBeLessThan(20);
  let asked = 0;
  const many = (async () => {
    asked += 1;
    return new Response(importing(`/a/${asked}.xsd`)['/sitio_internet/cfd/4/cfdv40.xsd']);
  }) as typeof fetch;
  await expect(prepareSchemas(other, 'http://copia.test', many)).rejects.toThrow(/hay más de 50 esquemas/);
  expect(existsSync(other)).toBe(false);
});

it('asks over TLS unless told otherwise', async () => {
  const asked: string[] = [];
  const get = (async (url: string) => {
    asked.push(url);
    return new Response('', { status: 404 });
  }) as typeof fetch;
  await expect(prepareSchemas(join(folder, 'tls'), undefined, get)).rejects.toThrow(/404/);
  expect(asked[0]).toMatch(/^https:\/\/www\.sat\.gob\.mx\//);
});
