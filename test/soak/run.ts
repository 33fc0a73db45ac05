/**
 * npm run soak -- 30 [phase]: the product under a mixed load for so many minutes, with each fault put in in turn, first and last
 * without any. What fails where, the memory, and whether all that was acknowledged is there. Source: confianza.md#files,
 * #waiting and #operation.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DEMO_PASSWORD } from '#features/usuarios/demo.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { kyselyOn } from '#platform/server/db.ts';
import { Drawing } from '#platform/server/drawing.ts';
import { becomesReady, freePort, spawnProduct } from '../../src/cli/own-product.ts';
import { dayFromNow } from '../day.ts';
import { type HostileFile, hostileBooks, hostilePdfs, hostilePictures } from '../hostile-files.ts';
import { openNeighbours } from './neighbours.ts';

const MINUTES = Number(process.argv[2] ?? 30);
/** Only the phases whose name has this word, if one is given. */
const ONLY = process.argv[3] ?? '';
const LOTES = 120;
const DISK_MIB = 1_500;
/** The product's own reserve, so that the disk can be filled to below it. */
const RESERVE_MIB = 200;

/** What may fail while a fault is in. */
type Kind = 'pago' | 'lectura' | 'escritura' | 'entrada' | 'imagen' | 'correo' | 'archivo' | 'salud' | 'lista';

interface Phase {
  name: string;
  begin(): void | Promise<void>;
  end(): void | Promise<void>;
  /** Kinds that may be refused meanwhile; `never` answers 5xx is judged apart. */
  mayFail: readonly Kind[];
}

const folder = mkdtempSync(join(tmpdir(), 'porton-aguante-'));
chmodSync(folder, 0o755);
const dataDir = join(folder, 'datos');
const neighbours = await openNeighbours();
Object.assign(process.env, neighbours.env, {
  PORTON_TIMBRADO_ESPERA_MS: '1500',
  PORTON_DISCO_RESERVA_MB: String(RESERVE_MIB),
});
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=755`, 'tmpfs', folder]);
const port = await freePort();
const product = spawnProduct({ port, dataDir, lotes: LOTES, stderr: 'inherit' });
const base = `http://127.0.0.1:${port}`;
const exited = new Promise<never>((_resolve, reject) => {
  product.once('exit', (code, signal) => reject(new Error(`the product ended: ${signal ?? code}`)));
});
exited.catch(() => undefined);

interface Answer {
  status: number;
  body: unknown;
}

async function ask(
  method: string,
  path: string,
  {
    body,
    token,
    headers = {},
    form,
  }: { body?: unknown; token?: string; headers?: Record<string, string>; form?: FormData } = {},
): Promise<Answer> {
  try {
    const reply = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
      signal: AbortSignal.timeout(90_000),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json');
    return { status: reply.status, body: isJson ? JSON.parse(text) : text };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}

const api = (method: string, path: string, options?: Parameters<typeof ask>[2]) =>
  ask(method, `/api/v1${path}`, options);

/* What happened, by phase */

interface Tally {
  asked: number;
  refused: number;
  /** Answers that no fault excuses: outside the envelope, a fault of ours, a broken connection. */
  bad: Map<string, number>;
  slowest: number;
}

let phase: Phase;
let tallies: Map<Kind, Tally>;
/** While a fault is put in or taken out nothing is judged but its shape. */
let settling = false;
const violations: string[] = [];
const rss: { phase: string; mib: number }[] = [];

/** Notes an answer. A refusal in the envelope is fine where the phase allows it; anything else is a violation. */
function note(kind: Kind, began: number, { status, body }: Answer, ok: boolean): void {
  const tally = tallies.get(kind) ?? { asked: 0, refused: 0, bad: new Map(), slowest: 0 };
  tallies.set(kind, tally);
  tally.asked += 1;
  tally.slowest = Math.max(tally.slowest, performance.now() - began);
  if (ok) return;
  const { success, message } = (typeof body === 'object' && body !== null ? body : {}) as {
    success?: boolean;
    message?: string;
  };
  const told = success === false && typeof message === 'string' && message !== '' && status !== 500;
  const allowed = settling || phase.mayFail.includes(kind);
  if (told && allowed) tally.refused += 1;
  else {
    const what = `${phase.name}: ${kind} ${status} ${JSON.stringify(body).slice(0, 160)}`;
    tally.bad.set(what, (tally.bad.get(what) ?? 0) + 1);
    violations.push(what);
  }
}

/* The people */

interface Payment {
  clave: string;
  reciboId: number;
}
const acknowledged: Payment[] = [];
let stopped = false;

async function login(username: string): Promise<string | undefined> {
  const began = performance.now();
  const answer = await api('POST', '/security/login', { body: { username, password: DEMO_PASSWORD } });
  note('entrada', began, answer, answer.status === 200);
  return answer.status === 200 ? (answer.body as { access_token: string }).access_token : undefined;
}

/** Acts again and again until the end; signs in anew where its session is gone. */
async function person(username: string, pauseMs: number, act: (token: string, turn: number) => Promise<unknown>) {
  let token: string | undefined;
  for (let turn = 0; !stopped; turn += 1) {
    token ??= await login(username);
    if (token) {
      const status = await act(token, turn);
      if (status === 403) token = undefined;
    }
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}

async function noted(kind: Kind, asking: Promise<Answer>, isOk = ({ status }: Answer) => status === 200) {
  const began = performance.now();
  const answer = await asking;
  note(kind, began, answer, isOk(answer));
  return answer;
}

/** Pays once, repeating the same key until there is an answer that says what became of it. */
async function pay(token: string, clave: string, body: Record<string, unknown>): Promise<number> {
  for (;;) {
    const answer = await noted(
      'pago',
      api('POST', '/pagocuota/save', { token, body, headers: { 'idempotency-key': clave } }),
      ({ status, body }) => status === 200 && (body as { success?: boolean }).success === true,
    );
    const { success, data } = answer.body as { success?: boolean; data?: { recibo: { id: number } } };
    if (success && data) {
      acknowledged.push({ clave, reciboId: data.recibo.id });
      return answer.status;
    }
    if (answer.status === 403 || stopped) return answer.status;
    await sleep(500);
  }
}

/* The database, by its owner */

const secrets = () =>
  JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { port: number; superuser: string };

async function withSuper<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { port: dbPort, superuser } = secrets();
  const client = new pg.Client({ connectionString: `postgres://postgres:${superuser}@127.0.0.1:${dbPort}/porton` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const postmaster = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** The postmaster and all that it started. */
function databaseProcesses(): number[] {
  const parent = postmaster();
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || !existsSync(`/proc/${name}/stat`)) return false;
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(parent);
    } catch {
      return false;
    }
  });
  return [parent, ...children.map(Number)];
}

function signalDatabase(signal: NodeJS.Signals): void {
  for (const pid of databaseProcesses()) {
    try {
      process.kill(pid, signal);
    } catch {
      // One that has just ended.
    }
  }
}

async function answersAgain(): Promise<void> {
  const began = performance.now();
  while ((await ask('GET', '/readyz')).status !== 200) {
    if (performance.now() - began > 60_000) throw new Error(`${phase.name}: not ready within a minute`);
    await sleep(100);
  }
  console.log(`    listo otra vez en ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** What does harm, and where it is sent. */
async function hostileUploads() {
  const to = (path: string, files: readonly HostileFile[]) => files.map(({ bytes }) => ({ path, bytes }));
  return [
    ...to('/importacion/revisar', await hostileBooks()),
    ...to('/mantenimiento/importarpagos', await hostileBooks()),
    ...to('/archivos/amenidad', hostilePictures()),
    ...to('/archivos/constancia', hostilePdfs()),
  ];
}

const hostileFiles = await hostileUploads();
const filler = join(folder, 'relleno');
let holder: pg.Client | undefined;
let hostile = false;
const WRITES: readonly Kind[] = ['pago', 'escritura', 'imagen', 'correo', 'archivo'];
const ALL: readonly Kind[] = [...WRITES, 'lectura', 'entrada', 'lista'];
const nothing = () => undefined;

const PHASES: readonly Phase[] = [
  { name: 'sin fallas', begin: nothing, end: nothing, mayFail: [] },
  {
    name: 'cubeta congelada',
    begin: neighbours.bucket.freeze,
    end: neighbours.bucket.thaw,
    mayFail: ['imagen'],
  },
  { name: 'correo congelado', begin: neighbours.mail.freeze, end: neighbours.mail.thaw, mayFail: [] },
  { name: 'timbrado congelado', begin: neighbours.stamping.freeze, end: neighbours.stamping.thaw, mayFail: [] },
  {
    name: 'tabla ocupada',
    async begin() {
      const { port: dbPort, superuser } = secrets();
      holder = new pg.Client({ connectionString: `postgres://postgres:${superuser}@127.0.0.1:${dbPort}/porton` });
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE c_encinos.notificacion_push, c_encinos.residente IN ACCESS EXCLUSIVE MODE');
    },
    async end() {
      await holder?.end();
    },
    // Letters are written to residents.
    mayFail: ['lectura', 'correo'],
  },
  {
    name: 'base de datos congelada',
    begin: () => signalDatabase('SIGSTOP'),
    end: () => signalDatabase('SIGCONT'),
    mayFail: [...ALL, 'lista'],
  },
  {
    name: 'base de datos muerta',
    async begin() {
      process.kill(postmaster(), 'SIGKILL');
      await sleep(5_000);
      process.kill(postmaster(), 'SIGKILL');
    },
    end: nothing,
    mayFail: ALL,
  },
  {
    name: 'disco lleno',
    begin() {
      const { bavail, bsize } = statfsSync(folder);
      const leave = 60 * 1024 * 1024;
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leave)));
    },
    end: () => rmSync(filler, { force: true }),
    mayFail: WRITES,
  },
  {
    name: 'archivos hostiles',
    begin() {
      hostile = true;
    },
    end() {
      hostile = false;
    },
    mayFail: ['archivo'],
  },
  { name: 'sin fallas otra vez', begin: nothing, end: nothing, mayFail: [] },
];

function memory(): number {
  const status = readFileSync(`/proc/${product.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

async function prepare() {
  const token = (await login('superadmin')) ?? '';
  const [caja] = (await api('GET', '/caja/listactive', { token })).body as { id: number }[];
  const metodos = (await api('GET', '/metodopago/all', { token })).body as { id: number; name: string }[];
  const metodo = metodos.find(({ name }) => /efectivo/i.test(name)) ?? metodos[0];
  const lotes = await withSuper(
    async (client) =>
      (
        await client.query<{ id: number }>(
          `SELECT l.id FROM c_encinos.lote l JOIN c_encinos.datos_fiscales d ON d.lote_id = l.id
           WHERE l.status = 'entregado' ORDER BY l.id LIMIT 8`,
        )
      ).rows,
  );
  await api('POST', '/timbrado/save', {
    token,
    body: { proveedor: 'sw_pruebas', usuario: 'aguante', contrasena: 'aguante' },
  });
  const [tipo] = (await api('GET', '/tipocuota/all', { token })).body as { id: number }[];
  const cuotas: number[] = [];
  for (const { id } of lotes) {
    const saved = await api('POST', '/cuota/save', {
      token,
      body: {
        ...{ id: '', tipoCuota: { id: tipo?.id }, loteTransient: { id } },
        ...{ observacion: 'Aguante', costo: 1_000_000 },
      },
    });
    cuotas.push((saved.body as { data: { id: number } }).data.id);
  }
  const [campana] = (await api('GET', '/correocampanas/all', { token })).body as { id: number }[];
  return { caja: caja?.id, metodo: metodo?.id, lotes: lotes.map(({ id }) => id), cuotas, campana: campana?.id };
}

function people({ caja, metodo, lotes, cuotas, campana }: Awaited<ReturnType<typeof prepare>>): Promise<unknown>[] {
  let payments = 0;
  const picture = new Drawing(160, 120, '#2f9fd0').jpeg();
  const pictures: string[] = [];
  const upload = (path: string, token: string, bytes: Uint8Array, name: string) => {
    const form = new FormData();
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
    return api('POST', path, { token, form });
  };
  const some = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T;
  return [
    ...Array.from({ length: 4 }, (_, n) =>
      person('cobranza', 350, (token, turn) => {
        payments += 1;
        return pay(token, `aguante-${n}-${payments}-abcdef`, {
          ...{ id: '', cuotaTransient: { id: some(cuotas, turn + n) }, pagado: 1.5, referencia: '' },
          ...{ metodoPago: { id: metodo }, caja: { id: caja }, applyDescuento: 0, autorizado: '' },
          ...{ fecha_pago: dayFromNow(), noCuenta: '1234' },
        });
      }),
    ),
    ...(['superadmin', 'director', 'administrador'] as const).map((username) =>
      person(username, 250, async (token, turn) => {
        const paths = ['/dashboard/totales', '/banco/all', '/metodopago/all', '/dashboard/cartera-vencida'];
        return (await noted('lista', api('GET', some(paths, turn), { token }))).status;
      }),
    ),
    person(
      'administrador',
      300,
      async (token, turn) =>
        (await noted('lectura', api('GET', `/residente/get/estadocuenta/${some(lotes, turn)}`, { token }))).status,
    ),
    person('director', 700, async (token, turn) => {
      const body = { id: '', name: `Banco de aguante ${turn} ${performance.now()}` };
      return (
        await noted(
          'escritura',
          api('POST', '/banco/save', { token, body }),
          ({ status, body: said }) => status === 200 && (said as { success?: boolean }).success === true,
        )
      ).status;
    }),
    person('administrador', 900, async (token, turn) => {
      if (turn % 3 > 0 && pictures.length > 0) {
        return (await noted('imagen', ask('GET', some(pictures, turn), { token }))).status;
      }
      const sent = await noted('imagen', upload('/archivos/amenidad', token, picture, 'foto.jpg'));
      const { data } = sent.body as { data?: { url: string } };
      if (data) pictures.push(data.url);
      return sent.status;
    }),
    person('administrador', 2_000, async (token, turn) => {
      const body = { idCorreo: campana, idLote: some(lotes, turn), otroEmail: 'vecino@correo.example' };
      return (await noted('correo', api('POST', '/correocampanas/enviarcorreo', { token, body }))).status;
    }),
    person('superadmin', 400, async (token, turn) => {
      if (!hostile) return 200;
      const { path, bytes } = some(hostileFiles, turn);
      return (
        await noted(
          'archivo',
          upload(path, token, bytes, 'archivo.xlsx'),
          ({ status, body }) => (status >= 400 && status < 500) || (status === 200 && typeof body === 'object'),
        )
      ).status;
    }),
    person('seguridad', 500, async () => {
      const began = performance.now();
      const healthy = await noted('salud', ask('GET', '/healthz'));
      const ms = performance.now() - began;
      if (ms > 1_000) violations.push(`${phase.name}: /healthz tardó ${Math.round(ms)} ms`);
      return healthy.status;
    }),
    person('consultor', 3_000, async () => {
      await login('consultor');
      return 200;
    }),
  ];
}

async function run(): Promise<void> {
  if (!(await becomesReady(product, port))) throw new Error('the product did not start');
  [phase = PHASES[0] as Phase, tallies = new Map()] = [PHASES[0] as Phase, new Map()];
  const working = people(await prepare());
  const phases = PHASES.filter(({ name }) => name.includes(ONLY));
  const each = (MINUTES * 60_000) / phases.length;
  for (const next of phases) {
    phase = next;
    tallies = new Map();
    settling = true;
    console.log(`\n${phase.name}`);
    await phase.begin();
    await sleep(Math.min(3_000, each / 10));
    settling = false;
    await Promise.race([sleep(each * 0.8), exited]);
    rss.push({ phase: phase.name, mib: memory() });
    settling = true;
    await phase.end();
    await answersAgain();
    // Who was refused a moment ago has come again by then.
    await Promise.race([sleep(Math.min(6_000, each / 8)), exited]);
    for (const [kind, { asked, refused, bad, slowest }] of [...tallies].sort()) {
      const wrong = [...bad.values()].reduce((sum, count) => sum + count, 0);
      console.log(
        `  ${kind.padEnd(10)} ${String(asked).padStart(6)} pedidos, ${refused} negados, ${wrong} mal, hasta ${Math.round(slowest)} ms`,
      );
    }
    console.log(
      `  memoria ${rss.at(-1)?.mib} MiB; ${acknowledged.length} pagos confirmados; ${neighbours.letters()} correos`,
    );
  }
  stopped = true;
  await Promise.all(working);

  const lost = await withSuper(async (client) => {
    await client.query('SET search_path TO c_encinos, ext');
    const { rows } = await client.query<{ id: number }>(
      `SELECT r.id FROM recibo r JOIN pago p ON p.recibo_id = r.id JOIN cargo c ON c.id = p.cargo_id
       WHERE c.tipo = 'cuota' AND r.id = ANY ($1::int[])`,
      [acknowledged.map(({ reciboId }) => reciboId)],
    );
    const present = new Set(rows.map(({ id }) => id));
    const missing = acknowledged
      .filter(({ reciboId }) => !present.has(reciboId))
      .map(({ clave }) => `perdido: ${clave}`);
    const twice = acknowledged.length - new Set(acknowledged.map(({ reciboId }) => reciboId)).size;
    return [
      ...missing,
      ...(twice > 0 ? [`${twice} claves comparten recibo`] : []),
      ...(await checkLaws(kyselyOn(client))).map((violation) => JSON.stringify(violation)),
    ];
  });
  violations.push(...lost);
  const token = (await login('superadmin')) ?? '';
  const { body: chain } = await api('POST', '/bitacora/verificar', { token });
  if (!(chain as { data?: { ok: boolean } }).data?.ok) violations.push(`bitácora: ${JSON.stringify(chain)}`);

  const [first, last] = [rss[0]?.mib ?? 0, rss.at(-1)?.mib ?? 0];
  console.log(`\nMemoria: ${rss.map(({ mib }) => mib).join(', ')} MiB`);
  if (last > first * 1.5 + 50) violations.push(`la memoria creció de ${first} a ${last} MiB`);
  const counted = new Map<string, number>();
  for (const one of violations) counted.set(one, (counted.get(one) ?? 0) + 1);
  for (const [one, times] of [...counted].slice(0, 40)) console.log(`  ✗ ${times} × ${one}`);
  console.log(
    `aguante de ${MINUTES} minutos: ${violations.length} violaciones / ${acknowledged.length} pagos confirmados`,
  );
}

try {
  await run();
} catch (error) {
  console.error(error);
  violations.push(String(error));
} finally {
  stopped = true;
  if (product.exitCode === null) {
    const gone = new Promise((resolve) => product.once('exit', resolve));
    product.kill('SIGTERM');
    await gone;
  }
  await neighbours.close();
  execFileSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(violations.length === 0 ? 0 : 1);
