/** What a 403 means to the page: over a form with something typed nothing is lost, elsewhere it starts again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { done, endpointsOf, uploadBody } from '../endpoint.ts';
import { call, Failed, messageOf, request, SessionEnded } from './api.ts';
import { watchForm } from './kit/form/unsaved.ts';
import { session } from './session.ts';

const ANA = { access_token: 'viejo', role: 'ROLE_COBRANZA', username: 'ana' };
const NEW = { ...ANA, access_token: 'nuevo' };

/** The tokens that the server knows, and what it was asked. */
let known: string[] = [];
let asked: string[] = [];
let release: (() => void) | undefined;

beforeEach(() => {
  known = [];
  asked = [];
  vi.stubGlobal('fetch', async (url: string, init: { method?: string; headers: Record<string, string> }) => {
    const token = init.headers.Authorization?.replace('Bearer ', '') ?? '';
    asked.push(`${init.method ?? 'GET'} ${url.replace('/api/v1', '')} ${token}`);
    const forbidden = url.endsWith('/prohibido') || !known.includes(token);
    return forbidden
      ? new Response(JSON.stringify({ success: false, message: 'No' }), { status: 403 })
      : new Response(JSON.stringify({ success: true }), { status: 200 });
  });
  session.start(ANA);
});
afterEach(() => {
  release?.();
  release = undefined;
  session.clear();
  vi.unstubAllGlobals();
});

/** Whether a promise is still waiting. */
const waits = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => false), new Promise<boolean>((resolve) => setImmediate(() => resolve(true)))]);

test('over something typed an ended session is kept without its token, and what only reads goes on when it is renewed', async () => {
  release = watchForm(() => true);
  const read = request('GET', '/lote');
  await vi.waitFor(() => expect(session.hasEnded()).toBe(true));
  expect(session.get()).toEqual({ ...ANA, access_token: '' });
  expect(await waits(read)).toBe(true);
  // A second one that is refused meanwhile waits as well, and asks after the session no more.
  const other = request('GET', '/otro');
  expect(await waits(other)).toBe(true);
  expect(asked.filter((line) => line.includes('/security/session'))).toHaveLength(1);
  known = ['nuevo'];
  session.start(NEW);
  expect((await read).status).toBe(200);
  expect((await other).status).toBe(200);
  expect(session.hasEnded()).toBe(false);
  expect(asked.at(-1)).toContain('nuevo');
});

test('what was to be done is not done, and not by itself afterwards', async () => {
  release = watchForm(() => true);
  await expect(request('POST', '/cobro', { body: {} })).rejects.toBeInstanceOf(SessionEnded);
  known = ['nuevo'];
  session.start(NEW);
  expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(1);
});

test('an act that is not allowed fails, and the session stands', async () => {
  release = watchForm(() => true);
  known = ['viejo'];
  await expect(request('POST', '/prohibido', { body: {} })).rejects.toMatchObject({ status: 403 });
  await expect(request('POST', '/prohibido', { body: {} })).rejects.toBeInstanceOf(Failed);
  expect(session.hasEnded()).toBe(false);
  expect(session.get()).toEqual(ANA);
});

test('another person is not shown what the one before typed', async () => {
  const replace = vi.fn();
  vi.stubGlobal('location', { replace });
  release = watchForm(() => true);
  await expect(request('POST', '/cobro', { body: {} })).rejects.toBeInstanceOf(SessionEnded);
  session.start({ ...NEW, username: 'eva' });
  expect(replace).toHaveBeenCalledWith('/');
  expect(session.hasEnded()).toBe(true);
});

test('without anything typed the page starts again', async () => {
  const replace = vi.fn();
  vi.stubGlobal('location', { replace });
  release = watchForm(() => false);
  const answer = request('GET', '/lote');
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/'));
  expect(await waits(answer)).toBe(true);
  expect(session.get()).toBeNull();
});

test('a file that is larger than its endpoint takes is refused with the limit before it is sent', async () => {
  known = ['viejo'];
  const instead = 'Descargue un período más corto';
  const send = (bytes: number) =>
    call(
      endpointsOf('pruebas')({
        ...{ method: 'POST', path: '/archivo', roles: 'A', summary: 'Toma un archivo.', body: uploadBody },
        ...{ upload: { bytesMax: 1_048_576, instead }, answer: done() },
      }),
      { body: { file: new File([new Uint8Array(bytes)], 'grande.csv') } },
    );
  await expect(send(1_048_577)).rejects.toThrow(`El archivo mide 1.1 MB: se reciben de hasta 1 MB. ${instead}`);
  expect(asked).toEqual([]);
  await send(1_048_576);
  expect(asked).toHaveLength(1);
  const told = new Failed(413, 'El archivo es demasiado grande: se reciben de hasta 1 MB');
  expect(messageOf(told, 'Ocurrió un error')).toBe(told.message);
});
