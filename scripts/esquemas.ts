/**
 * npm run esquemas [-- --desde URL]: gets the tax authority's schemas that the tests hold documents against, from where it
 * publishes them, with what they import, into `esquemas-sat/` (never committed, and no part of the product).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';

const PUBLISHED = 'https://www.sat.gob.mx';
/** The documents that the product makes, by their paths at the authority's site, and the namespaces that they are of. */
const ROOTS = [
  ['http://www.sat.gob.mx/cfd/4', '/sitio_internet/cfd/4/cfdv40.xsd'],
  ['http://www.sat.gob.mx/Pagos20', '/sitio_internet/cfd/Pagos/Pagos20.xsd'],
  ['http://www.sat.gob.mx/TimbreFiscalDigital', '/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd'],
] as const;
const FILES_MAX = 50;
/** Of one: catCFDI.xsd, the largest, has some 400 KB. */
const BYTES_MAX = 8 * 1024 * 1024;

export const SCHEMAS_FOLDER = join(import.meta.dirname, '../esquemas-sat');

/** What a schema takes from another: as published by its address, in a copy of ours by a relative path. */
const IMPORT = /(<(?:\w{1,20}:)?(?:import|include)\b[^>]*?\bschemaLocation\s*=\s*)(["'])([^"'<>]*)\2/g;
const AT_SAT = /^https?:\/\/(?:www\.)?sat\.gob\.mx(\/.*)$/;
/** As the authority names its files: no '..', and nothing that an address or a file system reads otherwise. */
const PLAIN_PATH = /^(?:\/\w[\w.-]{0,100}){1,12}\.xsd$/;

/** The path at the authority's site of what a schema at a path imports. */
function importedBy(path: string, location: string): string {
  const absolute = AT_SAT.exec(location)?.[1];
  if (absolute !== undefined) return absolute;
  const relative = !/^[a-z][a-z0-9+.-]*:|^\//i.test(location);
  // As it stands where it leads out of the site: it is refused as no address of the authority's.
  return relative ? posix.join(posix.dirname(path), location) : location;
}

/** The text of an answer of bounded size. */
async function textOf(response: Response, address: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BYTES_MAX) throw new Error(`${address} mide más de ${BYTES_MAX / 1024 / 1024} MiB: revise el origen`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Where a file goes: never beside the folder. */
function placeIn(folder: string, name: string): string {
  const file = resolve(folder, name);
  if (!file.startsWith(resolve(folder) + sep)) throw new Error(`${name} queda fuera de la carpeta: revise el origen`);
  return file;
}

/**
 * Writes the schemas below a folder, importing each other by relative paths, and `all.xsd`, which imports them all.
 * @param origin where they are published, or a copy with the same paths
 * @returns how many files
 */
export async function prepareSchemas(folder: string, origin = PUBLISHED, get: typeof fetch = fetch): Promise<number> {
  const pending: string[] = ROOTS.map(([, path]) => path);
  const written = new Map<string, string>();
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (written.has(path)) continue;
    if (written.size >= FILES_MAX) throw new Error(`hay más de ${FILES_MAX} esquemas: revise el origen`);
    const address = `${origin}${path}`;
    if (!PLAIN_PATH.test(path)) throw new Error(`${address} no es una dirección del SAT: revise el origen`);
    const response = await get(address, { signal: AbortSignal.timeout(60_000) });
    const text = await textOf(response, address);
    if (!response.ok || !text.includes('schema')) throw new Error(`${address} no es un esquema (${response.status})`);
    const at = posix.dirname(path);
    written.set(
      path,
      text.replace(IMPORT, (_whole, before: string, quote: string, location: string) => {
        const imported = importedBy(path, location);
        pending.push(imported);
        return `${before}${quote}${posix.relative(at, imported)}${quote}`;
      }),
    );
  }
  const imports = ROOTS.map(
    ([namespace, path]) => `  <xs:import namespace="${namespace}" schemaLocation="www.sat.gob.mx${path}"/>`,
  );
  const all = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">',
    ...imports,
    '</xs:schema>',
    '',
  ];
  // Written last: a folder has it once it has the rest.
  for (const [name, text] of [
    ...[...written].map(([path, text]) => [join('www.sat.gob.mx', path), text] as const),
    ['all.xsd', all.join('\n')] as const,
  ]) {
    const file = placeIn(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return written.size;
}

if (import.meta.main) {
  const { desde } = parseArgs({ options: { desde: { type: 'string' } } }).values;
  try {
    const count = await prepareSchemas(SCHEMAS_FOLDER, desde);
    console.log(`${count} esquemas del SAT en ${SCHEMAS_FOLDER}. Las pruebas que los necesitan ya corren.`);
  } catch (error) {
    console.error(
      `No se pudieron traer los esquemas del SAT: ${error instanceof Error ? error.message : String(error)}`,
    );
    console.error('Con otra copia de ellos: npm run esquemas -- --desde http://servidor');
    process.exitCode = 1;
  }
}
