import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { asked, inside } from './outside.ts';

const port = asked({
  id: 'puerto',
  async ask(text: string) {
    return `${text}!`;
  },
});

it('lets a port be asked where no transaction is open, and refuses it within one, however deep', async () => {
  expect(await port.ask('sí')).toBe('sí!');
  await expect(inside(async () => port.ask('no'))).rejects.toThrow('ask() asks the outside world');
  const later = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return port.ask('no');
  };
  await expect(inside(() => Promise.all([later()]))).rejects.toThrow('within a transaction');
  expect(port.id).toBe('puerto');
  expect(await inside(async () => port.id)).toBe('puerto');
  expect(await port.ask('otra vez')).toBe('otra vez!');
});

/** What opens a connection to somebody else. */
const MEANS =
  /\bfetch\s*[(,:]|\bfetch\b(?=\s*[,})])|from '(node:(http|https|http2|net|tls|dgram|dns)(\/[a-z]+)?|nodemailer|aws4fetch|undici|ws|pg|axios|got)'/;

/** Who may: the adapters, each behind `asked()`, and what is no port of the outside world. */
const ADAPTERS: Readonly<Record<string, string>> = {
  'src/cfdi/server/sw-sapien.ts': 'the stamping provider: pacs.ts gives it as Asked<Pac>',
  'src/cfdi/server/pacs.ts': 'hands the tests’ fetch to it',
  'src/features/bancos/server/proveedores/fintoc.ts': 'the bank’s provider: behind Outside.spei, which is Asked<Spei>',
  'src/platform/server/fcm.ts': 'the phones’ provider: gives Asked<PushSender>',
  'src/platform/server/s3-files.ts': 'the bucket: files.ts gives it as Asked<FileStore>',
  'src/platform/server/smtp.ts': 'the mail server: gives Asked<MailSender>',
  'src/platform/server/app.ts': 'answers; node:http for the names of statuses',
  'src/platform/server/connections.ts': 'node:net tells what is a connection that came',
  'src/platform/server/config.ts': 'node:net tells what is an IP address',
  'src/platform/server/passkeys.ts': 'node:net tells what is an IP address',
  'src/platform/server/sign-in.ts': 'node:net tells what is an IP address',
  'src/platform/server/embedded-postgres.ts': 'looks for a free port on this machine',
  'src/cli/main-job.ts': 'asks a product of its own',
  'src/cli/own-product.ts': 'asks a product of its own',
};
const DATABASE = /from 'pg'/;

it('is asked by the adapters alone', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter(
      (name) => name.endsWith('.ts') && !/\.test\.ts$|\.testing\.ts$|\.d\.ts$/.test(name) && !/\/web\//.test(name),
    );
  const found = files.filter((name) => {
    const lines = readFileSync(name, 'utf8').split('\n');
    return lines.some(
      (line) =>
        MEANS.test(line) &&
        !DATABASE.test(line) &&
        !line.startsWith('import type ') &&
        !/^\s*(\/\/|\*|\/\*)/.test(line),
    );
  });
  expect(found.filter((name) => !(name in ADAPTERS))).toEqual([]);
  expect(Object.keys(ADAPTERS).filter((name) => !found.includes(name))).toEqual([]);
});
