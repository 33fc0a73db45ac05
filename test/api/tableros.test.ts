/** What of the page the server decides: who learns the addresses of dashboards, what it may frame, and what a host of nobody’s answers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dashboardOrigins } from '#platform/server/dashboards.ts';
import { startApp, type TestApp } from '../app.ts';

const CONFIGURED = {
  saldos: 'https://tableros.ejemplo.mx/saldos?comunidad={comunidad}',
  rondines: 'https://rondas.ejemplo.mx/v1',
  proyecciones: 'https://tableros.ejemplo.mx/proyecciones',
};

let app: TestApp;
let bare: TestApp;
let pageFolder: string;
beforeAll(async () => {
  pageFolder = await mkdtemp(join(tmpdir(), 'porton-pagina-'));
  await writeFile(join(pageFolder, 'index.html'), '<!doctype html><title>Portón</title>');
  [app, bare] = await Promise.all([startApp({ dashboards: CONFIGURED, pageFolder }), startApp({ pageFolder })]);
});
afterAll(async () => {
  await Promise.all([app.close(), bare.close()]);
  await rm(pageFolder, { recursive: true, force: true });
});

/** What the page, as it is served at an address, may frame. */
async function framesOf({ server }: TestApp, url: string): Promise<string | undefined> {
  const { headers, statusCode } = await server.inject({ method: 'GET', url, headers: { host: 'encinos.test' } });
  expect(statusCode).toBe(200);
  return /(?:^|; )frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
}

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
  // Nobody outside is asked for what is practised on.
  await app.query("UPDATE porton.comunidad SET practica_de = 'ENCINOS' WHERE codigo = 'LAGOS'");
  await app.pools.communities.refresh();
  expect((await asked('tags', 'lagos.test')).body).toEqual([]);
  await app.query('UPDATE porton.comunidad SET practica_de = NULL');
  await app.pools.communities.refresh();
});

it('the page may frame their origins and nothing else', async () => {
  const origins = ['https://rondas.ejemplo.mx', 'https://tableros.ejemplo.mx'];
  expect(dashboardOrigins(CONFIGURED)).toEqual(origins);
  expect(dashboardOrigins({})).toEqual([]);
  for (const address of ['/', '/reportes/proyecciones']) {
    expect(await framesOf(app, address)).toBe(origins.join(' '));
    expect(await framesOf(bare, address)).toBe("'none'");
  }
});

it('a host that is nobody’s tells a browser so in words, and what to do', async () => {
  const headers = { host: 'desconocido.test', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const url of ['/', '/sign-in', '/cobranza?x=1']) {
    const page = await app.server.inject({ method: 'GET', url, headers });
    expect([url, page.statusCode, page.headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<h1>No hay una comunidad en esta dirección</h1>');
    expect(page.body).toContain('Si la comunidad cambió de dirección');
  }
  const program = await app.server.inject({ method: 'GET', url: '/api/v1/security/session', headers });
  expect(program.json()).toMatchObject({ success: false });
});
