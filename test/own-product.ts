/** The product as a process of its own, with a demo community: for tests that kill it, or its database. */
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { becomesReady, freePort, spawnProduct } from '../src/cli/own-product.ts';
import { DEMO_PASSWORD } from '../src/features/usuarios/demo.ts';
import { createPool, type DbPool } from '../src/platform/server/db.ts';
import { dayFromNow } from './day.ts';

/** A fee that many payments of 1.50 fit into. */
export interface Fee {
  id: number;
  /** Pays a part under a key of the intent; gives the receipt's number once the product has acknowledged it. */
  pay(key: string): Promise<number | undefined>;
}

export class RunningProduct {
  readonly port: number;
  readonly dataDir: string;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;

  private constructor(port: number, folder: string, dataDir: string, env: NodeJS.ProcessEnv) {
    this.port = port;
    this.#folder = folder;
    this.dataDir = dataDir;
    this.#env = env;
  }

  /** In a new folder, or in the data folder that is given; waits until it answers. */
  static async start({
    dataDir,
    env = {},
  }: {
    dataDir?: string;
    env?: NodeJS.ProcessEnv;
  } = {}): Promise<RunningProduct> {
    const folder = mkdtempSync(join(tmpdir(), 'porton-proceso-'));
    // As root the database runs as another user, who has to get in.
    chmodSync(folder, 0o755);
    const product = new RunningProduct(await freePort(), folder, dataDir ?? join(folder, 'datos'), env);
    await product.startAgain();
    return product;
  }

  async startAgain(): Promise<void> {
    const { port, dataDir } = this;
    this.#child = spawnProduct({ port, dataDir, lotes: 10, stderr: 'ignore', env: this.#env });
    if (!(await becomesReady(this.#child, port))) throw new Error('the product did not start');
  }

  /** Whether its process lives. */
  get lives(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || !this.lives) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** What its own process holds of memory, in bytes; its database's processes are apart. */
  memory(): number {
    const status = readFileSync(`/proc/${this.#child?.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
  }

  /** The process number of its database's first process. */
  postmaster(): number {
    return Number(readFileSync(join(this.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  }

  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/api/v1${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  async api<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    return (await this.ask(method, path, body, headers)).body as T;
  }

  /** A form with a file in the field of `uploadBody`. */
  async upload(
    path: string,
    { name, bytes }: { name: string; bytes: Uint8Array },
    headers: Record<string, string>,
  ): Promise<{ status: number; body: unknown }> {
    const form = new FormData();
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
    const answer = await fetch(`http://127.0.0.1:${this.port}/api/v1${path}`, { method: 'POST', headers, body: form });
    return { status: answer.status, body: await answer.json() };
  }

  /** Headers of somebody who is signed in. */
  async signIn(username = 'director'): Promise<{ authorization: string }> {
    const { access_token } = await this.api<{ access_token: string }>('POST', '/security/login', {
      username,
      password: DEMO_PASSWORD,
    });
    return { authorization: `Bearer ${access_token}` };
  }

  /** A pool of one of the product's own roles on its database. */
  database(role: 'app' | 'jobs' = 'app'): DbPool {
    const secrets = JSON.parse(readFileSync(join(this.dataDir, 'postgres.json'), 'utf8'));
    return createPool(
      `postgres://porton_${role}:${secrets[role]}@127.0.0.1:${secrets.port}/porton`,
      2,
      () => undefined,
    );
  }

  async newFee(session: { authorization: string }): Promise<Fee> {
    const [caja] = await this.api<{ id: number }[]>('GET', '/caja/listactive', undefined, session);
    const [metodo] = await this.api<{ id: number }[]>('GET', '/metodopago/all', undefined, session);
    const [lote] = await this.api<{ id: number }[]>('GET', '/lote/get-lote-referencia-lote?q=M01', undefined, session);
    const fee = {
      id: '',
      tipoCuota: { id: 1 },
      loteTransient: { id: lote?.id },
      observacion: 'Prueba de interrupción',
      costo: 1_000_000,
    };
    const { data } = await this.api<{ data: { id: number } }>('POST', '/cuota/save', fee, session);
    const payment = {
      id: '',
      cuotaTransient: { id: data.id },
      pagado: 1.5,
      referencia: '',
      metodoPago: { id: metodo?.id },
      caja: { id: caja?.id },
      applyDescuento: 0,
      autorizado: '',
      fecha_pago: dayFromNow(),
      noCuenta: '1234',
    };
    type Paid = { success: boolean; data?: { recibo: { id: number } } };
    return {
      id: data.id,
      pay: async (key) => {
        const paid = await this.api<Paid>('POST', '/pagocuota/save', payment, {
          ...session,
          'idempotency-key': key,
        }).catch(() => undefined);
        return paid?.success ? paid.data?.recibo.id : undefined;
      },
    };
  }
}
