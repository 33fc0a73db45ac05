/** Dashboards from outside: who learns their addresses, and what the page may frame. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dashboardOrigins } from '#platform/server/dashboards.ts';
import { startApp, type TestApp } from '../app.ts';

const CONFIGURED = {
  saldos: 'https://tableros.ejemplo.mx/saldos?comunidad={comunidad}',
  rondines: 'https://rondas.ejemplo.mx/v1',
  proyecciones: 'https://tableros.ejemplo.mx/proyecciones',
};

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ dashboards: CONFIGURED });
});
afterAll(() => app.close());

it('each role learns the addresses of the dashboards it may open, those of its own community', async () => {
  const reports = [
    { tablero: 'proyecciones', direccion: 'https://tableros.ejemplo.mx/proyecciones' },
    { tablero: 'saldos', direccion: 'https://tableros.ejemplo.mx/saldos?comunidad=ENCINOS' },
  ];
  const rondines = { tablero: 'rondines', direccion: 'https://rondas.ejemplo.mx/v1' };
  const asked = (as: 'administrador' | 'tags' | 'seguridad', host?: string) =>
    app.call('GET', '/tablero/all', { as, ...(host && { host }) });
  expect((await asked('administrador')).body).toEqual([...reports, rondines]);
  expect((await asked('tags')).body).toEqual(reports);
  expect((await asked('tags', 'lagos.test')).body).toMatchObject([{}, { direccion: expect.stringMatching(/=LAGOS$/) }]);
  expect((await asked('seguridad')).status).toBe(403);
});

it('the page may frame their origins and nothing else', () => {
  expect(dashboardOrigins(CONFIGURED)).toEqual(['https://rondas.ejemplo.mx', 'https://tableros.ejemplo.mx']);
  expect(dashboardOrigins({})).toEqual([]);
});
