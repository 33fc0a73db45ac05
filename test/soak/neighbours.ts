/** The neighbours of a product that is soaked: a bucket, a mail server, a stamping provider. Each may be frozen. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { createSimulator } from '#cfdi/server/simulator.ts';
import { startBucket } from '../bucket.ts';
import { type Line, openLine } from '../line.ts';

export interface Neighbours {
  bucket: Line;
  mail: Line;
  stamping: Line;
  /** The product's environment that leads to them. */
  env: Record<string, string>;
  /** How many letters came. */
  letters(): number;
  close(): Promise<void>;
}

export async function openNeighbours(): Promise<Neighbours> {
  const folder = await mkdtemp(join(tmpdir(), 'porton-vecinos-'));
  const store = await startBucket();
  const bucket = await openLine(store.url);
  const bucketUrl = new URL(bucket.through(store.url));
  bucketUrl.username = store.accessKeyId;
  bucketUrl.password = store.secretAccessKey;

  let letters = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => {
        letters += 1;
        done();
      });
    },
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const mail = await openLine(`smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`);

  const simulator = createSimulator({ folder, ahora: () => new Date() });
  const provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void reply());
    const reply = async () => {
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.url === '/v2/security/authenticate')
        return answer(200, { status: 'success', data: { token: 'soak' } });
      const form = await new Response(Buffer.concat(chunks), {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      })
        .formData()
        .catch(() => undefined);
      const file = form?.get('xml');
      if (!(file instanceof Blob)) return answer(400, { status: 'error', message: 'sin XML' });
      const key = String(request.headers.customid ?? '');
      const outcome = await simulator.stamp(Buffer.from(await file.arrayBuffer()), key);
      if (outcome.kind === 'ok')
        return answer(200, { status: 'success', data: { cfdi: outcome.xml.toString('utf8') } });
      if (outcome.kind !== 'duplicate') return answer(400, { status: 'error', message: outcome.message });
      return answer(400, { status: 'error', message: '307', data: { cfdi: outcome.xml?.toString('utf8') } });
    };
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const stamping = await openLine(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`);

  return {
    bucket,
    mail,
    stamping,
    env: {
      PORTON_CUBETA: bucketUrl.toString(),
      SMTP_URL: mail.through('smtp://127.0.0.1:25'),
      PORTON_CORREO_REMITENTE: 'avisos@encinos.example',
      PORTON_SOAK_SW: stamping.through('http://127.0.0.1:80').replace(/\/$/, ''),
      NODE_OPTIONS: `--import=${new URL('./double.ts', import.meta.url).href}`,
    },
    letters: () => letters,
    async close() {
      for (const line of [bucket, mail, stamping]) await line.close();
      await store.close();
      await store.remove();
      await new Promise<void>((resolve) => smtp.close(resolve));
      provider.closeAllConnections();
      provider.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
