/** The FCM adapter against a double of its two addresses. */
import { generateKeyPairSync, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assertionOf, type FcmAccount, fcmSender, parseFcmAccount } from './fcm.ts';
import { PushRejected } from './push.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const MESSAGE = { token: 'telefono', titulo: 'Portón', cuerpo: 'Se registró una sanción' };

interface Seen {
  url: string;
  authorization: string | undefined;
  body: string;
}

let server: Server;
let origin: string;
let account: FcmAccount;
let seen: Seen[] = [];
let tokens = 0;
/** Answers a message; by default it is taken. */
let onMessage: (response: ServerResponse) => void;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

beforeAll(async () => {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? '';
    seen.push({ url, authorization: request.headers.authorization, body: await bodyOf(request) });
    if (url !== '/token') return onMessage(response);
    tokens += 1;
    answer(response, 200, { access_token: `acceso-${tokens}`, expires_in: 3600 });
  };
  server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  account = {
    project_id: 'porton-prueba',
    client_email: 'porton@porton-prueba.example',
    private_key: privateKey,
    token_uri: `${origin}/token`,
  };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen = [];
  tokens = 0;
  onMessage = (response) => answer(response, 200, { name: 'projects/porton-prueba/messages/1' });
});

const messages = () => seen.filter(({ url }) => url !== '/token');

test('an account is read from its file, and nothing else is taken for one', () => {
  expect(parseFcmAccount(JSON.stringify({ type: 'service_account', ...account }))).toEqual(account);
  for (const text of ['', '{}', '[]', JSON.stringify({ ...account, private_key: 'x' })]) {
    expect(parseFcmAccount(text)).toBeUndefined();
  }
});

test('the assertion is signed by the account for an hour', () => {
  const [head = '', claims = '', signature = ''] = assertionOf(account, 1_700_000_000_999).split('.');
  expect(verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(
    true,
  );
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    iss: account.client_email,
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
    aud: account.token_uri,
    iat: 1_700_000_000,
    exp: 1_700_003_600,
  });
});

describe('a sender', () => {
  test('asks once for a token, sends with it, and renews it before its end', async () => {
    let now = 0;
    const sender = fcmSender(account, { origin, now: () => now });
    await Promise.all([sender.send(MESSAGE), sender.send(MESSAGE), sender.send(MESSAGE)]);
    expect(tokens).toBe(1);
    expect(messages()).toHaveLength(3);
    expect(messages()[0]).toMatchObject({
      url: '/v1/projects/porton-prueba/messages:send',
      authorization: 'Bearer acceso-1',
    });
    expect(JSON.parse(messages()[0]?.body ?? '')).toEqual({
      message: { token: 'telefono', notification: { title: 'Portón', body: 'Se registró una sanción' } },
    });
    now = 3_539_000;
    await sender.send(MESSAGE);
    expect(tokens).toBe(1);
    now = 3_541_000;
    await Promise.all([sender.send(MESSAGE), sender.send(MESSAGE)]);
    expect([tokens, messages().at(-1)?.authorization]).toEqual([2, 'Bearer acceso-2']);
  });

  test.each([
    [404, 'UNREGISTERED', true],
    [400, 'INVALID_ARGUMENT', true],
    [403, 'SENDER_ID_MISMATCH', true],
    [429, 'QUOTA_EXCEEDED', false],
    [503, 'UNAVAILABLE', false],
  ])('tells %i %s; final: %s', async (status, errorCode, final) => {
    onMessage = (response) =>
      answer(response, status, { error: { code: status, message: 'No se pudo.', details: [{ errorCode }] } });
    const error = await fcmSender(account, { origin })
      .send(MESSAGE)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toBe(`${status} No se pudo.`);
    expect(error instanceof PushRejected).toBe(final);
  });

  test('tells the status of an answer that is no JSON', async () => {
    onMessage = (response) => response.writeHead(502).end('<html>');
    await expect(fcmSender(account, { origin }).send(MESSAGE)).rejects.toThrow('502 Bad Gateway');
  });

  test('takes a new token after a 401', async () => {
    const sender = fcmSender(account, { origin });
    onMessage = (response) => answer(response, 401, { error: { message: 'Caducó' } });
    await expect(sender.send(MESSAGE)).rejects.toThrow('401 Caducó');
    onMessage = (response) => answer(response, 200, {});
    await sender.send(MESSAGE);
    expect(tokens).toBe(2);
  });

  test('tries a refused token again with the next message, and never follows a redirect', async () => {
    const sender = fcmSender({ ...account, token_uri: `${origin}/no` }, { origin });
    onMessage = (response) => answer(response, 400, {});
    await expect(sender.send(MESSAGE)).rejects.toThrow('el proveedor no dio acceso: 400 Bad Request');
    await expect(sender.send(MESSAGE)).rejects.toThrow('el proveedor no dio acceso: 400 Bad Request');
    onMessage = (response) => response.writeHead(307, { location: `${origin}/token` }).end();
    await expect(sender.send(MESSAGE)).rejects.toThrow();
    expect(tokens).toBe(0);
  });
});
