/** A picture through HTTP where the installation keeps files in a bucket: sent, shown, and gone once nothing names it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Drawing } from '#platform/server/drawing.ts';
import { emptyForgotten } from '#platform/server/files-kept.ts';
import { s3Files } from '#platform/server/s3-files.ts';
import { startApp, type TestApp } from '../app.ts';
import { startBucket, type TestBucket } from '../bucket.ts';

let bucket: TestBucket;
let app: TestApp;
beforeAll(async () => {
  bucket = await startBucket();
  app = await startApp({ files: s3Files(bucket) });
});
afterAll(async () => {
  await app.close();
  await bucket.remove();
});

it('sends a picture of an amenity to the bucket, shows it, and empties the bucket of it', async () => {
  const as = 'administrador';
  const bytes = new Drawing(64, 40, '#2f9fd0').jpeg();
  const sent = await app.call('POST', '/archivos/amenidad', { as, file: { name: 'ludoteca.jpg', bytes } });
  expect(sent.body).toMatchObject({ success: true, data: { fileName: 'ludoteca.jpg' } });
  const { url } = (sent.body as { data: { url: string } }).data;
  const [row] = await app.query<{ clave: string }>('SELECT clave FROM c_encinos.archivo ORDER BY id DESC LIMIT 1');
  const clave = row?.clave ?? '';
  expect(Buffer.from((await app.files.get(clave)) ?? []).equals(bytes)).toBe(true);

  const amenidad = { id: '' as const, name: 'Ludoteca', active: true, iconoUrl: '', fotoAmenidadUrl: url };
  expect((await app.call('POST', '/tipoamenidad/save', { as, body: amenidad })).body).toMatchObject({ success: true });
  const shown = await app.call('GET', url.replace('/api/v1', ''), { as });
  expect(shown.status).toBe(200);
  expect(shown.headers['content-type']).toBe('image/jpeg');
  expect(Number(shown.headers['content-length'])).toBe(bytes.length);

  const all = (await app.call('GET', '/tipoamenidad/all', { as })).body as { id: number; name: string }[];
  const id = all.find(({ name }) => name === 'Ludoteca')?.id;
  const without = { ...amenidad, id, fotoAmenidadUrl: '' };
  expect((await app.call('POST', '/tipoamenidad/save', { as, body: without })).body).toMatchObject({ success: true });
  expect((await app.call('GET', url.replace('/api/v1', ''), { as })).status).toBe(404);
  expect(await emptyForgotten(app.pools.jobsPool, 'c_encinos', app.files)).toBe(1);
  expect(await app.files.get(clave)).toBeUndefined();
});

it('says what to do while the bucket does not answer, and keeps no row of what it did not keep', async () => {
  await bucket.close();
  const rows = () => app.query('SELECT id FROM c_encinos.archivo');
  const before = await rows();
  const file = { name: 'foto.jpg', bytes: new Drawing(8, 8, '#2f9fd0').jpeg() };
  expect(await app.call('POST', '/archivos/amenidad', { as: 'administrador', file })).toMatchObject({
    status: 503,
    body: { success: false, message: 'El almacén de archivos no responde. Intente de nuevo en un momento' },
  });
  expect(await rows()).toEqual(before);
});
