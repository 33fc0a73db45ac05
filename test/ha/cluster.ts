/**
 * Three nodes of PostgreSQL under Patroni, each with its etcd, and the proxy before them, on loopback addresses of this machine: made
 * of the files that an operator is given (despliegue/patroni), with nothing changed but addresses, folders and passwords.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const FILES = fileURLToPath(new URL('../../despliegue/patroni/', import.meta.url));
/** 127.0.71.11 to .13 are the nodes; the whole of 127.0.0.0/8 is this machine. */
const NETWORK = '127.0.71';
const PROXY_PORT = 5_000;
const NAMES = ['nodo1', 'nodo2', 'nodo3'] as const;
const PG_USER = 'postgres';

export type NodeName = (typeof NAMES)[number];

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

const idOf = (what: '-u' | '-g'): number => Number(execFileSync('id', [what, PG_USER], { encoding: 'utf8' }));

/** The processes below one, itself included. */
function treeOf(root: number): number[] {
  const parents = readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      return [[Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const];
    } catch {
      return [];
    }
  });
  const found = [root];
  for (const pid of found) found.push(...parents.filter(([, parent]) => parent === pid).map(([child]) => child));
  return found;
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It had ended.
    }
  }
}

class ClusterNode {
  readonly name: NodeName;
  readonly address: string;
  readonly #folder: string;
  readonly #binDir: string;
  readonly #owner: { uid: number; gid: number };
  #etcd: ChildProcess | undefined;
  #patroni: ChildProcess | undefined;

  constructor(index: number, folder: string, binDir: string) {
    this.name = NAMES[index] ?? 'nodo1';
    this.address = `${NETWORK}.${11 + index}`;
    this.#folder = join(folder, this.name);
    this.#binDir = binDir;
    this.#owner = { uid: idOf('-u'), gid: idOf('-g') };
    mkdirSync(this.#folder);
    chownSync(this.#folder, this.#owner.uid, this.#owner.gid);
  }

  /** A file of the operator's, as he would have changed it for this node. */
  #filled(file: string): string {
    return (
      readFileSync(join(FILES, file), 'utf8')
        .replaceAll(/^(name: |ETCD_NAME=)nodo1$/gm, `$1${this.name}`)
        .replaceAll(
          /^((?: *(?:listen|connect_address): |ETCD_(?:LISTEN|INITIAL_ADVERTISE|ADVERTISE)\w+=http:\/\/))10\.0\.0\.11/gm,
          `$1${this.address}`,
        )
        // Among its own addresses the kernel speaks from 127.0.0.1.
        .replaceAll('10.0.0.0/24', '127.0.0.0/8')
        .replaceAll(/10\.0\.0\.(1[123])/g, `${NETWORK}.$1`)
        .replaceAll('/usr/lib/postgresql/15/bin', this.#binDir)
        .replaceAll('/var/lib/postgresql/15/porton', join(this.#folder, 'datos'))
        .replaceAll('/var/lib/postgresql/.pgpass', join(this.#folder, 'pgpass'))
        .replaceAll('/var/run/postgresql', this.#folder)
        .replaceAll('/var/lib/etcd/porton', join(this.#folder, 'etcd'))
        .replace('mode: automatic', 'mode: off')
    );
  }

  #spawn(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const out = openSync(join(this.#folder, `${command}.log`), 'a');
    const child = spawn(command, args, {
      ...this.#owner,
      cwd: this.#folder,
      env: { PATH: '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: this.#folder, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', out, out],
    });
    closeSync(out);
    return child;
  }

  /** Starts what of it does not run, as systemd would. */
  start(): void {
    if (this.#etcd === undefined) {
      const settings = this.#filled('etcd.env').matchAll(/^(ETCD_\w+)=(.*)$/gm);
      this.#etcd = this.#spawn('etcd', [], Object.fromEntries([...settings].map(([, name, value]) => [name, value])));
    }
    if (this.#patroni === undefined) {
      const file = join(this.#folder, 'patroni.yml');
      writeFileSync(file, this.#filled('patroni.yml'), { mode: 0o640 });
      chownSync(file, this.#owner.uid, this.#owner.gid);
      this.#patroni = this.#spawn('patroni', [file]);
    }
  }

  /** The server goes on without Patroni: it is nobody's child. */
  #postgres(): number[] {
    try {
      return treeOf(Number(readFileSync(join(this.#folder, 'datos/postmaster.pid'), 'utf8').split('\n')[0]));
    } catch {
      return [];
    }
  }

  #processes({ etcd }: { etcd: boolean }): number[] {
    const own = [this.#patroni?.pid, etcd ? this.#etcd?.pid : undefined].filter((pid) => pid !== undefined);
    return [...own.flatMap(treeOf), ...this.#postgres()];
  }

  /** PostgreSQL and Patroni die, and with `etcd` all that the node runs. */
  kill({ etcd }: { etcd: boolean }): void {
    signal(this.#processes({ etcd }), 'SIGKILL');
    this.#patroni = undefined;
    if (etcd) this.#etcd = undefined;
  }

  /** All that it runs stands still, as a virtual machine that is moved; it does not know when it goes on. */
  freeze(): () => void {
    const pids = this.#processes({ etcd: true });
    signal(pids, 'SIGSTOP');
    return () => signal(pids, 'SIGCONT');
  }

  async ask<T>(path: string): Promise<T> {
    const answer = await fetch(`http://${this.address}:8008${path}`, { signal: AbortSignal.timeout(1_500) });
    return (await (path === '/metrics' ? answer.text() : answer.json())) as T;
  }
}

export class Cluster {
  readonly nodes: readonly ClusterNode[];
  readonly #folder: string;
  #proxy: ChildProcess | undefined;

  constructor(folder: string, binDir: string) {
    this.#folder = folder;
    this.nodes = NAMES.map((_, index) => new ClusterNode(index, folder, binDir));
  }

  /** Until three nodes run, one of them the primary and one confirming what it writes. */
  async start(): Promise<void> {
    for (const node of this.nodes) node.start();
    await this.whole();
    const { uid, gid } = { uid: idOf('-u'), gid: idOf('-g') };
    const file = join(this.#folder, 'haproxy.cfg');
    writeFileSync(
      file,
      readFileSync(join(FILES, 'haproxy.cfg'), 'utf8')
        .replaceAll(/10\.0\.0\.(1[123])/g, `${NETWORK}.$1`)
        .replaceAll('127.0.0.1:5000', `${this.proxyHost}:${PROXY_PORT}`),
    );
    const out = openSync(join(this.#folder, 'haproxy.log'), 'a');
    this.#proxy = spawn('haproxy', ['-db', '-f', file], { uid, gid, stdio: ['ignore', out, out] });
    closeSync(out);
  }

  readonly proxyHost = `${NETWORK}.10`;
  readonly proxyPort = PROXY_PORT;

  /** What Patroni says of its nodes, asked of any that answers; of `fallen` last, which may wake up with what it knew. */
  async members(fallen?: ClusterNode): Promise<Member[]> {
    const asked = [...this.nodes].sort((one, other) => Number(one === fallen) - Number(other === fallen));
    for (const node of asked) {
      const found = await node.ask<{ members: Member[] }>('/cluster').catch(() => undefined);
      if (found) return found.members;
    }
    return [];
  }

  async primary(fallen?: ClusterNode): Promise<ClusterNode> {
    const leader = (await this.members(fallen)).find(({ role }) => role === 'leader');
    const node = this.nodes.find(({ name }) => name === leader?.name);
    if (!node) throw new Error('no node is the primary');
    return node;
  }

  /** Waits until three nodes are together, one of them confirming what the primary writes. */
  async whole(fallen?: ClusterNode, withinMs = 120_000): Promise<void> {
    for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(250)) {
      const members = await this.members(fallen);
      const running = members.filter(({ state }) => state === 'running' || state === 'streaming');
      const sync = members.some(({ role }) => role === 'sync_standby');
      const leader = members.find(({ role }) => role === 'leader');
      const together = members.every(({ timeline }) => timeline === leader?.timeline);
      if (running.length === NAMES.length && sync && leader && together) return;
    }
    throw new Error(`the cluster is not whole: ${JSON.stringify(await this.members())}`);
  }

  /** By the local superuser of the primary, as an operator does. */
  async sql(text: string): Promise<void> {
    const { address } = await this.primary();
    execFileSync('psql', ['-h', address, '-U', PG_USER, '-v', 'ON_ERROR_STOP=1', '-q', '-d', 'postgres'], {
      input: text,
      env: { ...process.env, PGPASSWORD: 'CAMBIAR-1' },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
  }

  stop(): void {
    this.#proxy?.kill('SIGKILL');
    for (const node of this.nodes) node.kill({ etcd: true });
  }
}
