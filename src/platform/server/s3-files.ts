/** Files in a bucket that speaks S3, whoever keeps it: signed requests by path, without the provider's own library. */
import { AwsClient } from 'aws4fetch';
import { Unavailable } from './errors.ts';
import type { FileStore } from './files.ts';

export interface Bucket {
  /** Address of the service with the bucket: 'https://s3.us-east-1.amazonaws.com/mi-cubeta'; a further path is a prefix of every key. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const TIMEOUT_MS = 30_000;
const ATTEMPTS_MAX = 3;
const MESSAGE_CHARACTERS_MAX = 300;

export function s3Files({ url, region, accessKeyId, secretAccessKey }: Bucket): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: ATTEMPTS_MAX - 1 });
  const base = url.replace(/\/+$/, '');

  async function ask(method: 'PUT' | 'GET' | 'DELETE', key: string, bytes?: Uint8Array): Promise<Response> {
    const response = await client.fetch(`${base}/${key}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // A redirect would carry the bytes, and the signature, to another place.
      redirect: 'error',
      ...(bytes && { body: bytes as Uint8Array<ArrayBuffer>, headers: { 'content-type': 'application/octet-stream' } }),
    });
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
    const said = (await response.text()).slice(0, MESSAGE_CHARACTERS_MAX);
    throw new Error(`the bucket answered ${response.status} to ${method}: ${said}`);
  }

  async function send(...asked: Parameters<typeof ask>): Promise<Response> {
    try {
      return await ask(...asked);
    } catch (cause) {
      throw new Unavailable('El almacén de archivos no responde. Intente de nuevo en un momento', { cause });
    }
  }

  return {
    async put(key, bytes) {
      await (await send('PUT', key, bytes)).arrayBuffer();
    },
    async get(key) {
      const response = await send('GET', key);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return response.status === 404 ? undefined : bytes;
    },
    async remove(key) {
      await (await send('DELETE', key)).arrayBuffer();
    },
  };
}
