/** Files in a bucket that speaks S3, whoever keeps it: signed requests by path, without the provider's own library. */
import { AwsClient } from 'aws4fetch';
import { orAborted } from './deadline.ts';
import { Unavailable } from './errors.ts';
import type { FileStore } from './file-store.ts';

export interface Bucket {
  /** Address of the service with the bucket: 'https://s3.us-east-1.amazonaws.com/mi-cubeta'; a further path is a prefix of every key. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Of all attempts together, and of the bytes of the answer: somebody waits for a picture. */
const TIMEOUT_MS = 15_000;
const ATTEMPTS_MAX = 3;
const MESSAGE_CHARACTERS_MAX = 300;

interface Answer {
  found: boolean;
  bytes: Uint8Array<ArrayBuffer>;
}

export function s3Files({ url, region, accessKeyId, secretAccessKey }: Bucket, timeoutMs = TIMEOUT_MS): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: ATTEMPTS_MAX - 1 });
  const base = url.replace(/\/+$/, '');

  async function ask(
    method: 'PUT' | 'GET' | 'DELETE',
    key: string,
    { signal, bytes }: { signal: AbortSignal; bytes?: Uint8Array | undefined },
  ): Promise<Answer> {
    const response = await client.fetch(`${base}/${key}`, {
      ...{ method, signal },
      // A redirect would carry the bytes, and the signature, to another place.
      redirect: 'error',
      ...(bytes && { body: bytes as Uint8Array<ArrayBuffer>, headers: { 'content-type': 'application/octet-stream' } }),
    });
    const answer = new Uint8Array(await response.arrayBuffer());
    if (response.ok || (response.status === 404 && method !== 'PUT')) return { found: response.ok, bytes: answer };
    const said = new TextDecoder().decode(answer).slice(0, MESSAGE_CHARACTERS_MAX);
    throw new Error(`the bucket answered ${response.status} to ${method}: ${said}`);
  }

  async function send(method: 'PUT' | 'GET' | 'DELETE', key: string, bytes?: Uint8Array): Promise<Answer> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await orAborted(ask(method, key, { signal, bytes }), signal);
    } catch (cause) {
      throw new Unavailable('El almacén de archivos no responde. Intente de nuevo en un momento', { cause });
    }
  }

  return {
    async put(key, bytes) {
      await send('PUT', key, bytes);
    },
    async get(key) {
      const { found, bytes } = await send('GET', key);
      return found ? bytes : undefined;
    },
    async remove(key) {
      await send('DELETE', key);
    },
  };
}
