/** Root may start the product once, and the folder's owner afterwards: what root made there is the owner's. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chooseRunAs } from '#platform/server/embedded-binaries.ts';
import { fileKey, localFiles } from '#platform/server/files.ts';
import { logFile } from '#platform/server/log-file.ts';
import { Obstacle } from '#platform/server/obstacles.ts';
import { createAtomically, takeLock, withFolderMutex, writeAtomically } from '#platform/server/process-identity.ts';
import { sealHeadsIn } from '#platform/server/seal-heads.ts';

const OWNER = 65_534;
const root = mkdtempSync(join(tmpdir(), 'porton-duenos-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.runIf(process.getuid?.() === 0)('what root writes in a folder of another user is his', async () => {
  const folder = join(root, 'datos');
  mkdirSync(folder);
  chownSync(folder, OWNER, OWNER);
  const head = { orden: 1, huella: 'x', llave: 'x', sinLlaveHasta: 0, faltaba: false };

  createAtomically(join(folder, 'llave'), 'x', 0o600);
  writeAtomically(join(folder, 'postgres.json'), 'x', 0o600);
  takeLock(join(folder, 'porton.lock'), '');
  await withFolderMutex(folder, { waitMs: 1_000 }, async () => undefined);
  sealHeadsIn(folder).write('c_uno', head, Buffer.alloc(32));
  await localFiles(join(folder, 'archivos')).put(fileKey('c_uno', 'foto'), Buffer.from('x'));
  const log = logFile(join(folder, 'log', 'porton.jsonl'));
  log.write('{}\n');
  await log.end();

  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(made.length).toBeGreaterThan(10);
  expect(made.filter((path) => statSync(join(folder, path)).uid !== OWNER)).toEqual([]);
  expect(made.filter((path) => (statSync(join(folder, path)).mode & 0o077) !== 0)).toEqual(['porton.lock']);
  expect(chooseRunAs(join(folder, 'postgres'))?.uid).toBe(OWNER);
});

test('a noted seal that cannot be read is an obstacle, one that is none a fault', () => {
  const folder = join(root, 'sellos-ajenos');
  mkdirSync(join(folder, 'sellos', 'c_uno.json'), { recursive: true });
  const heads = sealHeadsIn(folder);
  expect(() => heads.read('c_uno')).toThrow(Obstacle);
  expect(() => heads.read('c_uno')).toThrow(/no se puede leer .*c_uno\.json.*chown/);
  writeFileSync(join(folder, 'sellos', 'c_dos.json'), '{}');
  chmodSync(join(folder, 'sellos', 'c_dos.json'), 0o600);
  expect(() => heads.read('c_dos')).not.toThrow(Obstacle);
  expect(() => heads.read('c_dos')).toThrow();
});
