/**
 * Files that were made to do harm, and files of chance, through every endpoint that takes one: the process lives, /healthz
 * answers throughout, memory stays bounded, and each answer says what is wrong with the file.
 */
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CertificadoDePrueba, makeTestCertificate } from '#cfdi/server/certificate.ts';
import { readAnswered } from '#cfdi/server/timbre.ts';
import { NOMBRE_EMISOR, RFC_EMISOR } from '#cfdi/testing.ts';
import { answerThread } from '#platform/server/file-threads.ts';
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
import { RunningProduct } from '../own-product.ts';
import { FULL, TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const MIB = 1024 * 1024;
const RSS_GROWTH_MAX = 200 * MIB;
const HEALTH_MS_MAX = 100;

let product: RunningProduct;
/** Of whoever sends what. */
let admin: Record<string, string>;
let gateDevice: Record<string, string>;
let csd: CertificadoDePrueba;
beforeAll(async () => {
  product = await RunningProduct.start();
  admin = await product.signIn('superadmin');
  const made = await product.api<{ data: { clave: string } }>(
    'POST',
    '/dispositivoacceso/save',
    { id: '', nombre: 'Caseta de pruebas', punto: 'Norte' },
    admin,
  );
  gateDevice = { authorization: `Bearer ${made.data.clave}` };
  csd = await makeTestCertificate({ rfc: RFC_EMISOR, nombre: NOMBRE_EMISOR, ahora: new Date() });
}, 120_000);
afterAll(async () => {
  answerThread.end();
  await product.stop();
}, 60_000);

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
    { eval: true, workerData: `http://127.0.0.1:${product.port}` },
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

type Answered = Awaited<ReturnType<RunningProduct['upload']>>;
type Sent = HostileFile & { path: string; send: () => Promise<Answered> };

const upload =
  (path: string, name: string, sender: () => Record<string, string> = () => admin) =>
  (file: HostileFile): Sent => ({
    ...file,
    path,
    send: () => product.upload(path, { name, bytes: file.bytes }, sender()),
  });
const BOOKS = [
  '/importacion/columnas',
  '/importacion/revisar',
  '/importacion/aplicar',
  '/mantenimiento/importarpagos',
].map((path) => upload(path, 'libro.xlsx'));
const PICTURES = ['/archivos/sancion', '/archivos/amenidad', '/archivos/newsletter', '/comunidad/logo'].map((path) =>
  upload(path, '../../foto.svg'),
);
const pdf = upload('/archivos/constancia', 'constancia.pdf');
/** As the .cer or the .key, beside the other one as it should be. */
const certificate =
  (part: 'cer' | 'llave') =>
  ({ what, bytes }: HostileFile): Sent => {
    const files = { ...csd, [part]: Buffer.from(bytes) };
    const text = (content: Buffer) => content.toString('base64') || 'AA==';
    const body = { cer: text(files.cer), llave: text(files.llave), contrasena: csd.contrasena };
    const path = '/certificado/save';
    return { what, bytes, path, send: () => product.ask('POST', path, body, admin) };
  };

/** What is wrong with an answer to a file that must not be taken, or may be with `mayPass`; undefined where nothing is. */
function faultOf({ what, path }: Sent, { status, body }: Answered, mayPass: boolean): string | undefined {
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
    const gate = upload('/acceso/foto', 'foto.png', () => gateDevice);
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
    for (const sent of [hostile[0], hostile.at(-1)]) await sent?.send();
    const before = product.memory();
    let most = before;
    const health = probe();
    const violations: string[] = [];
    const send = async (sent: Sent, mayPass: boolean) => {
      const fault = faultOf(sent, await sent.send(), mayPass);
      if (fault) violations.push(fault);
      most = Math.max(most, product.memory());
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
