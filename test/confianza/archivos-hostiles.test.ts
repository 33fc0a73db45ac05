/**
 * Files that were made to do harm, and files of chance, through every endpoint that takes one: the process lives, /healthz
 * answers throughout, memory stays bounded, and each answer says what is wrong with the file.
 */
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CertificadoDePrueba, makeTestCertificate } from '#cfdi/server/certificate.ts';
import { readAnswered } from '#cfdi/server/timbre.ts';
import { INSTANTE, NOMBRE_EMISOR, RFC_EMISOR } from '#cfdi/testing.ts';
import { answerThread, certificateThread, uploadThread } from '#platform/server/file-threads.ts';
import { envelope } from '../api/support.ts';
import { type CallOptions, type Reply, startApp, type TestApp } from '../app.ts';
import {
  books,
  CELL,
  type HostileFile,
  hostileBooks,
  hostileKeys,
  hostilePdfs,
  hostilePictures,
  hostileXml,
  plainBook,
  randomFiles,
} from '../hostile-files.ts';
import { FULL, TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const MIB = 1024 * 1024;
const RSS_GROWTH_MAX = 300 * MIB;
const HEALTH_MS_MAX = 100;

let app: TestApp;
let origin: string;
let device: string;
let csd: CertificadoDePrueba;
beforeAll(async () => {
  app = await startApp();
  origin = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const made = await app.call('POST', '/dispositivoacceso/save', {
    as: 'administrador',
    body: { id: '', nombre: 'Caseta de pruebas', punto: 'Norte' },
  });
  device = (envelope(made).data as { clave: string }).clave;
  csd = await makeTestCertificate({ rfc: RFC_EMISOR, nombre: NOMBRE_EMISOR, ahora: INSTANTE });
});
afterAll(async () => {
  uploadThread.end();
  certificateThread.end();
  answerThread.end();
  await app.close();
});

interface Probe {
  failed: number;
  /** How long each took that was answered. */
  tookMs: number[];
}

/** Asks for /healthz again and again from a thread of its own, so that what is measured is the server's and not the test's. */
function probe(): { end(): Promise<Probe> } {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const probe = { failed: 0, tookMs: [] };
     let on = true;
     const ask = () => fetch(workerData + "/healthz").then((answer) => answer.status, () => 0);
     parentPort.on('message', () => (on = false));
     (async () => {
       // The first one opens the connection.
       await ask();
       while (on) {
         const begun = performance.now();
         const status = await ask();
         if (status === 200) probe.tookMs.push(performance.now() - begun);
         else probe.failed += 1;
         await new Promise((resolve) => setTimeout(resolve, 5));
       }
       parentPort.postMessage(probe);
       parentPort.close();
     })();`,
    { eval: true, workerData: origin },
  );
  return {
    end: () =>
      new Promise((resolve, reject) => {
        worker.on('message', resolve);
        worker.on('error', reject);
        worker.postMessage('end');
      }),
  };
}

type Sent = HostileFile & { path: string; options: CallOptions };

const upload =
  (path: string, name: string, options: CallOptions) =>
  (file: HostileFile): Sent => ({
    ...file,
    path,
    options: { ...options, file: { name, bytes: file.bytes } },
  });
const asAdmin: CallOptions = { as: 'superadmin' };
const BOOKS = ['/importacion/revisar', '/importacion/aplicar', '/mantenimiento/importarpagos'].map((path) =>
  upload(path, 'libro.xlsx', asAdmin),
);
const PICTURES = ['/archivos/sancion', '/archivos/amenidad', '/archivos/newsletter'].map((path) =>
  upload(path, '../../foto.svg', asAdmin),
);
const pdf = upload('/archivos/constancia', 'constancia.pdf', asAdmin);
/** As the .cer or the .key, beside the other one as it should be. */
const certificate =
  (part: 'cer' | 'llave') =>
  ({ what, bytes }: HostileFile): Sent => {
    const files = { ...csd, [part]: Buffer.from(bytes) };
    const text = (content: Buffer) => content.toString('base64') || 'AA==';
    return {
      ...{ what, bytes, path: '/certificado/save' },
      options: {
        ...asAdmin,
        body: { cer: text(files.cer), llave: text(files.llave), contrasena: csd.contrasena },
      },
    };
  };

/** What is wrong with an answer to a file that must not be taken, or may be with `mayPass`; undefined where nothing is. */
function faultOf({ what, path }: Sent, { status, body }: Reply, mayPass: boolean): string | undefined {
  const told = body as { success?: boolean; message?: string };
  if (mayPass && status === 200 && told.success === true) return undefined;
  // That somebody else's file is being read says nothing of this one.
  const waits = /Ya hay archivos suyos en espera|Se están leyendo muchos archivos/.test(told.message ?? '');
  const refused = (!waits && status >= 400 && status < 500) || (status === 200 && told.success === false);
  const sentence = typeof told.message === 'string' && /^[A-ZÁÉÍÓÚ«].{12,}/.test(told.message);
  return refused && sentence ? undefined : `${path}, ${what}: ${status} ${JSON.stringify(body).slice(0, 200)}`;
}

it(
  'no file takes the process down, holds anybody up or is refused without a word',
  async () => {
    const gate = upload('/acceso/foto', 'foto.png', { token: device });
    const hostile: Sent[] = [
      ...(await hostileBooks()).flatMap((file, n) =>
        (FULL ? BOOKS : BOOKS.slice(n % 3, (n % 3) + 1)).map((of) => of(file)),
      ),
      ...hostilePictures().flatMap((file) => [...PICTURES, gate].map((of) => of(file))),
      ...hostilePdfs().map(pdf),
      ...hostileKeys().flatMap((file) => [certificate('llave')(file), certificate('cer')(file)]),
    ];
    const { rows } = await books();
    const whole = [
      await plainBook([
        ['REFERENCIA', 'MANTTO', 'FECHA PAGO'],
        ['A-1', 100, '2026-11-01'],
      ]),
      rows(CELL),
      csd.cer,
      csd.llave,
    ];
    const seed = Date.now() % 2 ** 31;
    const senders = [
      ...BOOKS.slice(0, 1),
      ...BOOKS.slice(2),
      ...PICTURES,
      gate,
      pdf,
      certificate('cer'),
      certificate('llave'),
    ];
    const random = fc
      .sample(randomFiles(whole), { numRuns: tries(40, 1_000), seed })
      .map((file, n) => (senders[n % senders.length] ?? pdf)(file));
    const xml = hostileXml();
    console.log(`semilla ${seed}`);

    // Before anything is measured every kind of thread and connection is there.
    for (const sent of [hostile[0], hostile.at(-1)]) if (sent) await app.call('POST', sent.path, sent.options);
    const before = process.memoryUsage().rss;
    let most = before;
    const health = probe();
    const violations: string[] = [];
    const send = async (sent: Sent, mayPass: boolean) => {
      const fault = faultOf(sent, await app.call('POST', sent.path, sent.options), mayPass);
      if (fault) violations.push(fault);
      most = Math.max(most, process.memoryUsage().rss);
    };
    // One being read and one waiting, which is as much as one person may have.
    const all = [...hostile.map((sent) => [sent, false] as const), ...random.map((sent) => [sent, true] as const)];
    for (let n = 0; n < all.length; n += 2) {
      await Promise.all(all.slice(n, n + 2).map(([sent, mayPass]) => send(sent, mayPass)));
    }
    for (const { what, bytes } of xml) {
      const read = await readAnswered(bytes, bytes);
      if (!('fault' in read)) violations.push(`an answer, ${what}: taken`);
    }
    const { failed, tookMs } = await health.end();
    const growth = Math.round((most - before) / MIB);
    const late = tookMs.filter((ms) => ms > HEALTH_MS_MAX);
    console.log(
      `/healthz: ${tookMs.length} respuestas, ${late.length} en más de ${HEALTH_MS_MAX} ms, la más lenta ${Math.round(Math.max(...tookMs))} ms; memoria: +${growth} MiB`,
    );
    if (failed > 0) violations.push(`/healthz did not answer ${failed} times`);
    // One in twenty is the machine's, where others work on it too; alone on it none is.
    if (FULL && late.length > tookMs.length / 20) violations.push(`/healthz was late ${late.length} times`);
    if (most - before > RSS_GROWTH_MAX) violations.push(`the process grew by ${growth} MiB`);
    expect(tookMs.length).toBeGreaterThan(0);
    tell('archivos hostiles', violations, all.length + xml.length);
  },
  TRUST_TIMEOUT_MS,
);
