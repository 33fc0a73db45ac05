/** A disk that runs short: what writes is refused with a sentence, the rest goes on, and all of it once there is room. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprints } from '../api/support.ts';
import { startApp, type TestApp } from '../app.ts';
import { RunningProduct } from '../own-product.ts';
import { FULL, TRUST_TIMEOUT_MS, tell } from '../trust.ts';

const SHORT = { success: false, message: expect.stringMatching(/^Queda poco espacio en el disco del servidor/) };

describe('a disk below its reserve', () => {
  const disk = { low: false };
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ disk });
  });
  afterAll(() => app.close());

  it('refuses what writes, and lets reading, sign-in and sign-out through', async () => {
    const save = () => app.call('POST', '/banco/save', { as: 'director', body: { id: '', name: 'Banco del disco' } });
    await app.tokenOf('director');
    disk.low = true;
    const before = await fingerprints(app, 'c_encinos');
    expect(await save()).toMatchObject({ status: 503, body: SHORT });
    expect((await app.call('POST', '/banco/save', { body: {} })).status).toBe(403);
    expect(await fingerprints(app, 'c_encinos')).toEqual(before);
    expect((await app.call('GET', '/banco/all', { as: 'director' })).status).toBe(200);
    const token = await app.login('administrador');
    expect((await app.call('POST', '/security/logout', { token })).status).toBe(200);
    disk.low = false;
    expect(await save()).toMatchObject({ status: 200, body: { success: true } });
  });

  it('a full disk that PostgreSQL or the file store tells of is the same answer', async () => {
    await app.query(`CREATE FUNCTION c_encinos.lleno() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN
      RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $f$;
      CREATE TRIGGER lleno BEFORE INSERT ON c_encinos.banco FOR EACH ROW EXECUTE FUNCTION c_encinos.lleno()`);
    const save = await app.call('POST', '/banco/save', { as: 'director', body: { id: '', name: 'Banco lleno' } });
    expect(save).toMatchObject({ status: 503, body: SHORT });
    await app.query('DROP FUNCTION c_encinos.lleno() CASCADE');
  });
});

// A disk of its own takes a mount, which takes root.
describe.runIf(FULL && process.getuid?.() === 0)('a disk that is filled to the last byte', () => {
  const root = mkdtempSync(join(tmpdir(), 'porton-disco-'));
  const dataDir = join(root, 'datos');
  const filler = join(dataDir, 'relleno');
  let product: RunningProduct;

  beforeAll(async () => {
    execFileSync('chmod', ['755', root]);
    mkdirSync(dataDir, { mode: 0o711 });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=711', 'tmpfs', dataDir]);
    product = await RunningProduct.start({ dataDir, env: { PORTON_DISCO_RESERVA_MB: '64' } });
  }, 120_000);
  afterAll(async () => {
    await product?.stop();
    execFileSync('umount', [dataDir]);
    rmSync(root, { recursive: true, force: true });
  }, 60_000);

  function leave(megabytes: number): void {
    rmSync(filler, { force: true });
    const { bavail, bsize } = statfsSync(dataDir);
    try {
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - megabytes * 1_000_000)));
    } catch {
      // Full, as it should be.
    }
  }

  it(
    'ends nothing, keeps what was acknowledged, and is written again once there is room',
    async () => {
      const violations: string[] = [];
      const session = await product.signIn();
      const fee = await product.newFee(session);
      let trials = 0;
      const paid: number[] = [];
      for (const megabytes of [40, 0, 40, 0]) {
        leave(megabytes);
        await expect
          .poll(async () => (await product.ask('POST', '/banco/save', { id: '', name: 'x' }, session)).status, {
            timeout: 10_000,
          })
          .toBe(503);
        for (let n = 0; n < 20; n += 1) {
          trials += 1;
          const name = `Banco ${megabytes} ${n}`;
          const refused = await product.ask('POST', '/banco/save', { id: '', name }, session);
          if (refused.status !== 503) violations.push(`con ${megabytes} MB se guardó: ${refused.status}`);
          const read = await product.ask('GET', '/banco/all', undefined, session);
          if (read.status !== 200) violations.push(`con ${megabytes} MB no se leyó: ${read.status}`);
        }
        if (!product.lives) violations.push(`con ${megabytes} MB el proceso terminó`);
        rmSync(filler, { force: true });
        await expect
          .poll(
            async () => {
              const recibo = await fee.pay(`disco-${trials}-abcdef`);
              if (recibo !== undefined) paid.push(recibo);
              return recibo;
            },
            { timeout: 20_000 },
          )
          .toBeDefined();
      }
      if (new Set(paid).size !== paid.length || paid.length !== 4) violations.push(`pagos: ${paid.join(' ')}`);
      tell('disco lleno', violations, trials);
    },
    TRUST_TIMEOUT_MS,
  );
});
