// npm test: sets itself up, then runs every stage of the table below and sums up.
//   npm test                          everything
//   npm test -- --solo=unit,types     some stages
//   npm test -- --solo=check          what to run before every commit, in under half a minute
// A stage's output is shown when it fails. The last line is the sum over all test runners, each check counting one.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import {
  childEnv,
  ensureBrowser,
  ensureBuilt,
  ensureInstalled,
  main,
  node24,
  program,
  ROOT,
  SetupError,
} from './setup.mjs';

const OUT = join(ROOT, 'test-results');
const MEMORY = '/dev/shm';
const SCRATCH = 'porton-pruebas-';

// `commands` are run one after the other by node24(); `counts` tells how the stage is counted; an `alone` stage
// uses both cores by itself, the others go two at a time.
const STAGES = [
  {
    name: 'format',
    title: 'Formato y estilo (biome)',
    commands: [[() => program('@biomejs/biome', 'biome'), 'ci', '--colors=off', '--error-on-warnings', '.']],
  },
  {
    name: 'lint',
    title: 'Promesas olvidadas (oxlint con tipos)',
    commands: [[() => program('oxlint'), '--type-aware', 'src', 'test', 'bench', 'scripts']],
  },
  {
    name: 'types',
    title: 'Tipos (tsc)',
    commands: ['tsconfig.json', 'tsconfig.web.json', 'tsconfig.e2e.json'].map((project) => [
      () => program('typescript', 'tsc'),
      '-p',
      project,
      '--noEmit',
      '--pretty',
      'false',
      // What has not changed since the last time is not looked at again.
      '--incremental',
      '--tsBuildInfoFile',
      `node_modules/.cache/tsc/${project}.tsbuildinfo`,
    ]),
  },
  {
    name: 'arrows',
    title: 'Flechas de importación, y el SQL en su sitio',
    commands: [['scripts/arrows.ts'], ['scripts/sql.ts']],
  },
  { name: 'drift', title: 'Archivos generados al día', commands: [['scripts/generate.ts', '--check']] },
  { name: 'unit', title: 'Unidades y propiedades', commands: [vitest('unit')], counts: 'vitest' },
  { name: 'api', title: 'API e infraestructura', commands: [vitest('api')], counts: 'vitest', alone: true },
  {
    name: 'browser',
    title: 'Navegador',
    // Three browsers and the product share the cores: what passes at its second try is told, and does not hold a change up.
    commands: [[() => program('@playwright/test', 'playwright'), 'test', '--reporter=dot,json', '--retries=1']],
    counts: 'playwright',
    alone: true,
    browser: true,
  },
];
const CHECK = ['format', 'lint', 'types', 'arrows', 'unit'];
const LIMIT_MINUTES = 45;

const running = new Set();

await main(async () => {
  const began = Date.now();
  const stages = chosenStages();
  await ensureInstalled();
  const browser = stages.some((stage) => stage.browser);
  const chromium = browser ? await ensureBrowser() : undefined;
  if (browser) await ensureBuilt();
  mkdirSync(OUT, { recursive: true });
  const scratch = scratchInMemory();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      for (const child of running) killGroup(child);
      removeScratch(scratch);
      process.exit(130);
    });
  }

  const results = [];
  const runAll = async (queue) => {
    for (let stage = queue.shift(); stage; stage = queue.shift())
      results.push(await runStage(stage, chromium, scratch));
  };
  const light = stages.filter((stage) => !stage.alone);
  await Promise.all([runAll(light), runAll(light)]);
  await runAll(stages.filter((stage) => stage.alone));
  removeScratch(scratch);

  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failures = results.filter((result) => !result.ok).map((result) => result.name);
  console.log(`\nDuró ${seconds(began)}.${failures.length > 0 ? ` Fallaron: ${failures.join(', ')}.` : ''}\n`);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
});

function chosenStages() {
  const solo = process.argv.find((arg) => arg.startsWith('--solo='))?.slice('--solo='.length);
  if (solo === undefined) return STAGES;
  const names = solo.split(',').flatMap((name) => (name === 'check' ? CHECK : [name]));
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    throw new SetupError(
      `No hay etapa ${unknown.join(', ')}. Las etapas son: ${STAGES.map((stage) => stage.name).join(', ')}, check.`,
    );
  }
  return STAGES.filter((stage) => names.includes(stage.name));
}

/**
 * A folder in memory for what the tests throw away, where the machine has room for it: a database of a thousand small
 * files is copied there in a fifth of the time. Without one the stages use the usual folder.
 */
function scratchInMemory() {
  const GIB = 1024 ** 3;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < 3 * GIB || freemem() < 4 * GIB) return undefined;
    for (const left of readdirSync(MEMORY)) {
      const owner = new RegExp(`^${SCRATCH}(\\d+)-`).exec(left)?.[1];
      if (owner && !isAlive(Number(owner))) removeScratch(join(MEMORY, left));
    }
    const folder = mkdtempSync(join(MEMORY, `${SCRATCH}${process.pid}-`));
    // As root the database runs as another user, who has to get in.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return undefined;
  }
}

function removeScratch(folder) {
  if (folder) rmSync(folder, { recursive: true, force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function vitest(project) {
  return [
    () => program('vitest'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(project)}`,
  ];
}

function reportOf(name) {
  return join(OUT, `${name}.json`);
}

async function runStage(stage, chromium, scratch) {
  const began = Date.now();
  rmSync(reportOf(stage.name), { force: true });
  const env = childEnv({
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    // Without a locale a browser saves no file by a name with an accent.
    LC_ALL: process.env.LC_ALL ?? process.env.LANG ?? 'C.UTF-8',
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(stage.name),
    ...(chromium ? { PORTON_CHROMIUM: chromium } : {}),
    ...(scratch ? { TMPDIR: scratch } : {}),
  });
  let ok = true;
  let output = '';
  for (const [command, ...args] of stage.commands) {
    const result = await execute([typeof command === 'function' ? command() : command, ...args], env);
    output += result.output;
    ok &&= result.ok;
  }
  const counts = count(stage, ok);
  const detail = stage.counts ? `, ${counts.passed} pruebas` : '';
  if (ok) {
    console.log(`✓ ${stage.title} (${seconds(began)}${detail})`);
    for (const title of counts.again ?? []) console.log(`  pasó hasta el segundo intento: ${title}`);
  } else {
    console.log(`\n✗ ${stage.title} (${seconds(began)})  —  npm test -- --solo=${stage.name}\n${output.trimEnd()}\n`);
  }
  return { name: stage.name, ok, ...counts };
}

/** Runs one command in a process group of its own, so that a hung one is ended with all that it started. */
function execute(args, env) {
  return new Promise((resolve) => {
    const child = spawn(node24(), args, { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    const output = [];
    const timer = setTimeout(() => {
      output.push(Buffer.from(`\nSe detuvo: pasó de ${LIMIT_MINUTES} minutos.\n`));
      killGroup(child);
    }, LIMIT_MINUTES * 60_000);
    const finish = (ok) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ ok, output: Buffer.concat(output).toString() });
    };
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}

/**
 * Passed, failed and skipped tests by the runner's report, and of browser tests the names of those that passed at their
 * second try, `again`; a failed stage counts at least one failure.
 */
function count(stage, ok) {
  const counted = stage.counts ? readReport(stage) : { passed: ok ? 1 : 0, failed: 0, skipped: 0 };
  return ok ? counted : { ...counted, failed: Math.max(1, counted.failed) };
}

function readReport(stage) {
  try {
    const report = JSON.parse(readFileSync(reportOf(stage.name), 'utf8'));
    if (stage.counts === 'playwright') {
      const { expected, unexpected, flaky, skipped } = report.stats;
      const specs = report.suites.flatMap(specsOf);
      const again = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
      const named = again.map(({ file, line, title }) => `${file}:${line} ${title}`);
      return { passed: expected + flaky, failed: unexpected, skipped, again: named };
    }
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}
