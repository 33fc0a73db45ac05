/** A community in production with several cash desks, over HTTP, for the drill: its replicas, its charges, its payments. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { becomesReady, freePort } from '../../src/cli/own-product.ts';
import { dayFromNow } from '../day.ts';

const SERVER = fileURLToPath(new URL('../../src/server.ts', import.meta.url));
export const PASSWORD = 'Nogal-azul-7719';
/** What each payment is of, in pesos. */
export const AMOUNT = 1.5;

interface Answer {
  status: number;
  body: unknown;
}

export class Replica {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.#child = child;
  }

  /** As a service would start it, with the operator's settings alone; until it is ready. */
  static async start(folder: string, name: string, env: Record<string, string>): Promise<Replica> {
    const port = await freePort();
    const out = openSync(join(folder, `${name}.log`), 'a');
    const child = spawn(process.execPath, [SERVER], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), PORTON_HOST: '127.0.0.1', ...env },
      stdio: ['ignore', out, out],
    });
    closeSync(out);
    if (!(await becomesReady(child, port))) throw new Error(`${name} did not start: ${folder}/${name}.log`);
    return new Replica(port, child);
  }

  get lives(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(100_000),
    });
    return { status: answer.status, body: await answer.json() };
  }

  async stop(): Promise<void> {
    if (!this.lives) return;
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    await gone;
  }
}

type Headers = { authorization: string };

async function signIn(replica: Replica): Promise<Headers> {
  const { body } = await replica.ask('POST', '/api/v1/security/login', { username: 'superadmin', password: PASSWORD });
  return { authorization: `Bearer ${(body as { access_token: string }).access_token}` };
}

/** A call that has to be accepted; gives what it answers as `data`. */
async function done<T>(replica: Replica, headers: Headers, path: string, body?: unknown): Promise<T> {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await replica.ask(method, `/api/v1${path}`, body, headers);
  const { success, data } = answer.body as { success?: boolean; data?: T };
  if (answer.status !== 200 || success === false) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return data ?? (answer.body as T);
}

/** What went wrong at the desks, and how often the database was not there. */
export interface Troubles {
  violations: string[];
  unavailable: number;
}

/** A cash desk with a lot that pays it; what was acknowledged there, by the key of its intent. */
export class Desk {
  readonly acknowledged = new Map<string, number>();
  readonly cargoId: number;
  readonly cajaId: number;
  readonly #payment: object;
  readonly #headers: Headers;

  private constructor(ids: { cargoId: number; cajaId: number; metodoId: number }, headers: Headers) {
    this.cargoId = ids.cargoId;
    this.cajaId = ids.cajaId;
    this.#headers = headers;
    this.#payment = {
      ...{ id: '', cuotaTransient: { id: ids.cargoId }, pagado: AMOUNT, referencia: '', noCuenta: '1234' },
      ...{ metodoPago: { id: ids.metodoId }, caja: { id: ids.cajaId }, applyDescuento: 0, autorizado: '' },
      fecha_pago: dayFromNow(),
    };
  }

  /** So many desks of a community that has nothing yet. */
  static async open(replica: Replica, count: number): Promise<Desk[]> {
    const headers = await signIn(replica);
    const made = <T>(path: string, body: unknown) => done<T>(replica, headers, path, body);
    const [forma] = await done<{ id: number }[]>(replica, headers, '/formapagocfdi/all');
    await made('/metodopago/save', { id: '', name: 'Efectivo', formaPagoCFDI: { id: forma?.id }, enCaja: true });
    const [metodo] = await done<{ id: number }[]>(replica, headers, '/metodopago/all');
    await made('/tipocuota/save', { id: '', name: 'Tarjeta de acceso', monto: 1_000_000, descripcion: '' });
    const [tipo] = await done<{ id: number }[]>(replica, headers, '/tipocuota/all');
    const [banco] = await done<{ id: number }[]>(replica, headers, '/banco/all');
    const desks: Desk[] = [];
    for (let n = 1; n <= count; n += 1) {
      await made('/caja/save', {
        ...{ id: '', name: `Ventanilla ${n}`, active: true, noCuenta: `${n}`, noConvenio: `${n}`, noCLABE: `${n}` },
        ...{ banco: { id: banco?.id }, digitoVerificador: 'ninguno' },
      });
      const cajas = await done<{ id: number; name: string }[]>(replica, headers, '/caja/listactive');
      await made('/lote/save', {
        ...{ id: '', tipo: 'habitacional', referencia: `H${n}`, status: 'disponible', calle: 'Nogal', manzana: '1' },
        ...{ superficie: 120, residenteLoteList: [] },
      });
      const [lote] = await done<{ id: number }[]>(replica, headers, `/lote/get-lote-referencia-lote?q=H${n}`);
      const cuota = await made<{ id: number }>('/cuota/save', {
        ...{ id: '', tipoCuota: { id: tipo?.id }, loteTransient: { id: lote?.id }, observacion: '', costo: 1_000_000 },
      });
      const cajaId = cajas.find(({ name }) => name === `Ventanilla ${n}`)?.id ?? 0;
      desks.push(new Desk({ cargoId: cuota.id, cajaId, metodoId: metodo?.id ?? 0 }, await signIn(replica)));
    }
    return desks;
  }

  /**
   * Takes one payment as the page does: with one key, again and again until it is told what became of it, by whichever replica.
   * Gives when it was asked for the last time.
   */
  async take(key: string, replicas: readonly Replica[], troubles: Troubles): Promise<number> {
    for (let turn = 0; ; turn += 1) {
      const replica = replicas[turn % replicas.length];
      if (!replica) throw new Error('no replica');
      const asked = Date.now();
      const headers = { ...this.#headers, 'idempotency-key': key };
      const { status, body } = await replica
        .ask('POST', '/api/v1/pagocuota/save', this.#payment, headers)
        .catch((error: unknown) => ({ status: 0, body: String(error) }));
      const { success, data } = body as { success?: boolean; data?: { recibo: { id: number } } };
      if (status === 200 && success && data) {
        this.acknowledged.set(key, data.recibo.id);
        return asked;
      }
      if (status === 503) troubles.unavailable += 1;
      else troubles.violations.push(`${key}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
      if (troubles.violations.length > 50) throw new Error(troubles.violations.slice(0, 5).join('\n'));
      await sleep(300);
    }
  }
}
