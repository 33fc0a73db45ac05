/**
 * A release runs where nothing is installed: unpacked into a bare folder, by a plain user, without npm, Node or the sources. Its
 * launcher's commands work, and nothing that its code imports is missing.
 */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { becomesReady, freePort } from '../../src/cli/own-product.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOBODY = 65_534;
const run = promisify(execFile);

const bare = mkdtempSync(join(tmpdir(), 'porton-paquete-'));
let folder: string;
let child: ReturnType<typeof spawn> | undefined;

/** As a plain user, also where the tests run as root, and with nothing of this process's surroundings. */
const plain = {
  env: { PATH: '/usr/bin:/bin', PORTON_DATA: join(bare, 'datos') },
  ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
};

const launch = async (...args: string[]) => (await run(join(folder, 'porton'), args, { cwd: bare, ...plain })).stdout;

beforeAll(async () => {
  // Whoever looks for packages above the folder finds none.
  const { stdout } = await run(process.execPath, [join(ROOT, 'scripts/paquete.mjs'), bare, '--abierto'], { cwd: ROOT });
  folder = stdout.match(/Paquete sin comprimir en (.+)/)?.[1] ?? '';
  chmodSync(bare, 0o777);
}, 120_000);

afterAll(async () => {
  if (child && child.exitCode === null) {
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
  rmSync(bare, { recursive: true, force: true });
});

it('has what its code imports, and nothing that only builds or tests it', async () => {
  const program = join(folder, 'programa');
  const sources = readdirSync(join(program, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  expect(sources.filter((path) => /\.test\.|\.testing\.|(^|\/)web\//.test(path))).toEqual([]);
  for (const name of ['react', 'vite', 'vitest', 'typescript', '@mantine/core']) {
    expect([name, existsSync(join(program, 'node_modules', name))]).toEqual([name, false]);
  }
  // All but what does its work as soon as it is imported.
  const modules = sources.filter((path) => !/^(server|cli\/.*)\.ts$|thread-worker\.ts$/.test(path));
  const all = join(bare, 'todo.mjs');
  writeFileSync(all, modules.map((path) => `await import(${JSON.stringify(join(program, 'src', path))});\n`).join(''));
  await run(join(folder, 'node/node'), [all], { cwd: bare, ...plain });
  expect(modules.length).toBeGreaterThan(400);
}, 60_000);

it('has every text that its own texts lead to, and every command that they name', async () => {
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
  const [leame, readme] = [textOf('LEAME.txt'), textOf('README.md')];
  // What stands in «…» after the name of the README in the same sentence is a title in it.
  const sections = [...leame.matchAll(/README(?:\.md)?[^«»\n]*, «([^»]+)»/g)].map(([, title]) => title);
  expect(sections).not.toEqual([]);
  const titles = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title);
  expect(sections.filter((title) => !titles.includes(title ?? ''))).toEqual([]);
  const commands = readdirSync(join(folder, 'programa/src/cli'))
    .filter((name) => name !== 'tool.ts' && textOf(`programa/src/cli/${name}`).includes('runTool('))
    .map((name) => name.slice(0, -3));
  const named = [...leame.matchAll(/`(?:[^`\n]*\/)?porton ([a-z]+)/g)].map(([, name = '']) => name);
  const launcher = textOf('porton');
  const all = ['start', 'version', ...commands];
  expect(named.filter((name) => !all.includes(name))).toEqual([]);
  expect(all.filter((name) => !new RegExp(`^ .*\\b${name}\\b.*\\) exec `, 'm').test(launcher))).toEqual([]);
  expect(all.filter((name) => !launcher.includes(`$0 ${name}`))).toEqual([]);
});

it('starts, answers, is told what to do by its launcher, and stops', async () => {
  const port = await freePort();
  const env = { ...plain.env, PORT: String(port), PORTON_DEMO_LOTES: '10' };
  child = spawn(join(folder, 'porton'), ['start'], { cwd: bare, stdio: 'ignore', ...plain, env });
  expect(await becomesReady(child as never, port)).toBe(true);
  const page = await fetch(`http://localhost:${port}/`);
  expect(await page.text()).toContain('<div id="root">');
  expect(await launch('comunidad', 'lista')).toContain('ENCINOS');
  expect(await launch('bitacora', 'verificar')).toContain('íntegra');
  const copy = join(bare, 'copia.respaldo');
  expect(await launch('backup', copy)).toContain('1 comunidad');
  await expect(launch('restore')).rejects.toThrow(`Uso: ${join(folder, 'porton')} restore ARCHIVO`);
  await expect(launch('bailar')).rejects.toThrow(/Uso: .*porton start/);
  const gone = new Promise<number | null>((resolve) => child?.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await gone).toBe(0);
  // What it wrote lies in its data folder: the program's own stays as it was unpacked.
  expect(existsSync(join(folder, 'programa/.porton'))).toBe(false);
}, 120_000);
