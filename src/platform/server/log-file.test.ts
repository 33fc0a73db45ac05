/** The server's log: on a real folder, and on the device that is always full. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keepNewest, logFile, logTo } from './log-file.ts';

const root = mkdtempSync(join(tmpdir(), 'porton-registro-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

it('is its owner’s alone, also where it was everybody’s', async () => {
  const folder = join(root, 'abierta');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  for (const name of ['porton.jsonl', 'porton.jsonl.2']) {
    writeFileSync(join(folder, name), 'de antes\n');
    chmodSync(join(folder, name), 0o644);
  }
  const log = logFile(join(folder, 'porton.jsonl'));
  log.write('uno\n');
  await log.end();
  expect(readFileSync(join(folder, 'porton.jsonl'), 'utf8')).toBe('de antes\nuno\n');
  expect([folder, join(folder, 'porton.jsonl'), join(folder, 'porton.jsonl.2')].map(modeOf)).toEqual([
    0o700, 0o600, 0o600,
  ]);
});

it('turns over at its size and keeps so many files, with no line cut or lost between them', async () => {
  const path = join(root, 'vuelta', 'porton.jsonl');
  const log = logFile(path, { fileBytesMax: 100, filesMax: 3, gatherMs: 0 });
  const lines = Array.from({ length: 40 }, (_, n) => `línea ${n}\n`);
  for (const line of lines) {
    log.write(line);
    // Each in a write of its own.
    await expect.poll(() => readFileSync(path, { encoding: 'utf8', flag: 'a+' }), { interval: 1 }).toContain(line);
  }
  await log.end();
  const files = [`${path}.2`, `${path}.1`, path];
  for (const file of files) expect(statSync(file).size).toBeLessThanOrEqual(100);
  expect(existsSync(`${path}.3`)).toBe(false);
  expect(modeOf(`${path}.1`)).toBe(0o600);
  const kept = files.map((file) => readFileSync(file, 'utf8')).join('');
  expect(lines.join('').endsWith(kept)).toBe(true);
  expect(kept.startsWith('línea ')).toBe(true);
});

it('writes a line at once, gathers those that follow it, and leaves none behind at its end', async () => {
  const path = join(root, 'juntas', 'porton.jsonl');
  const log = logFile(path, { gatherMs: 3_600_000 });
  const read = () => readFileSync(path, { encoding: 'utf8', flag: 'a+' });
  log.write('uno\n');
  await expect.poll(read).toBe('uno\n');
  log.write('dos\n');
  log.write('tres\n');
  await new Promise((resolve) => setImmediate(resolve));
  expect(read()).toBe('uno\n');
  await log.end();
  expect(read()).toBe('uno\ndos\ntres\n');
});

it('a full disk ends nothing: it is told once, what was held is written when there is room, and the rest is counted', async () => {
  const path = join(root, 'lleno.jsonl');
  const complaints: string[] = [];
  // A file that becomes writable: the descriptor of the full device is replaced by the file's.
  const full = openSync('/dev/full', 'w');
  const log = logTo(full, { heldCharactersMax: 40, retryMs: 5 }, (message) => complaints.push(message));
  for (let n = 0; n < 20; n += 1) log.write(`renglón ${n}\n`);
  await expect.poll(() => complaints).toEqual([expect.stringMatching(/el disco está lleno/)]);
  log.write('mientras tanto\n');
  closeSync(full);
  expect(openSync(path, 'w')).toBe(full);
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('mientras tanto\n');
  await log.end();
  closeSync(full);
  const written = readFileSync(path, 'utf8').split('\n');
  expect(written[0]).toBe('renglón 0');
  const lost = JSON.parse(written.find((line) => line.includes('líneas perdidas')) ?? '{}');
  expect(lost).toMatchObject({ evento: 'registro' });
  expect(written.filter((line) => line.startsWith('renglón')).length + lost.perdidas).toBe(20);
  expect(complaints).toHaveLength(1);
});

it('a reader that went away ends nothing', async () => {
  const child = spawn('true', { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const fd = (child.stdin as unknown as { _handle: { fd: number } })._handle.fd;
  await ended;
  const complaints: string[] = [];
  const log = logTo(fd, { retryMs: 5 }, (message) => complaints.push(message));
  log.write('nadie lee\n');
  await expect.poll(() => complaints.length).toBe(1);
  await log.end();
});

it('keeps the newest files of a folder', () => {
  const folder = join(root, 'servidor');
  mkdirSync(folder);
  for (const name of ['postgres-a.log', 'postgres-b.log', 'postgres-c.log', 'otro.txt'])
    writeFileSync(join(folder, name), '');
  keepNewest(folder, /^postgres-.*\.log$/, 2);
  expect(['a', 'b', 'c'].filter((letter) => existsSync(join(folder, `postgres-${letter}.log`)))).toHaveLength(2);
  expect(existsSync(join(folder, 'otro.txt'))).toBe(true);
  keepNewest(join(root, 'ninguna'), /./, 1);
});
