import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('keeps a catalogue: creates, reads, edits, refuses duplicates, deletes', async () => {
  const saved = await app.call('POST', '/banco/save', {
    as: 'superadmin',
    body: { id: '', name: '  Banco de Prueba ' },
  });
  expect(saved.status).toBe(200);
  const { id } = (saved.body as { data: { id: number } }).data;
  expect((await app.call('GET', `/banco/get/${id}`, { as: 'superadmin' })).body).toEqual({
    success: true,
    data: { id, name: 'Banco de Prueba' },
  });
  const twice = await app.call('POST', '/banco/save', {
    as: 'superadmin',
    body: { id: null, name: 'BÁNCO DE PRUEBA' },
  });
  expect(twice.body).toEqual({
    success: false,
    message: 'Ya existe otro registro con Nombre «BÁNCO DE PRUEBA» en Bancos. Use otro valor o edite el existente',
  });
  expect((await app.call('DELETE', `/banco/delete/${id}`, { as: 'superadmin' })).body).toMatchObject({ success: true });
  expect((await app.call('GET', `/banco/get/${id}`, { as: 'superadmin' })).status).toBe(404);
});
