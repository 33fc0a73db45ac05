/**
 * The residents' page as it is felt on a cheap telephone of 320 px: on slow 4G and a processor a quarter as fast, with nothing kept
 * from before, how soon each screen stands, and how long a key or a touch waits for its picture; how large its script is, and what
 * Lighthouse makes of it.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { debtorIn, type Felt, feltIn, keys, launchBrowser, settled, slowPage } from './felt.ts';
import { CATEGORIES, lighthouse } from './lighthouse.ts';
import type { Measure } from './run.ts';
import { type BenchServer, startBenchServer } from './server.ts';
import { median } from './stats.ts';

const BUILT = fileURLToPath(new URL('../dist/', import.meta.url));
const LOTES = 300;
const OPENINGS = 3;
const PICTURE_LIMIT_MS = 1500;
const INTERACTION_LIMIT_MS = 100;
const SCRIPT_KB_MAX = 40;
/** Of Lighthouse's 100 points. */
const MISSING_MAX = 5;
/** The first screen, the one with the longest figures, and one with a form. */
const LOOKED_AT = ['inicio', 'cómo pagar', 'visitas'];

interface Place {
  name: string;
  path: string;
  act?: (page: Page) => Promise<void>;
}

/** The first of what a screen leads to. */
const firstLink = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('link').first().focus();
  await keys(page, 'Tab', 'Tab');
};

const PLACES: readonly Place[] = [
  { name: 'inicio', path: '/r', act: firstLink },
  { name: 'por qué debo eso', path: '/r/debo', act: firstLink },
  {
    name: 'cómo pagar',
    path: '/r/pagar',
    act: (page) =>
      page
        .getByRole('button', { name: /^Copiar/ })
        .first()
        .click(),
  },
  { name: 'mis pagos', path: '/r/pagos' },
  {
    name: 'estado de cuenta',
    path: '/r/cuenta',
    act: async (page) => {
      await page.getByLabel('Desde').focus();
      await keys(page, 'ArrowDown', 'ArrowDown', 'Tab', 'ArrowUp');
    },
  },
  { name: 'recibos y facturas', path: '/r/papeles' },
  { name: 'convenios', path: '/r/convenios' },
  { name: 'noticias', path: '/r/noticias' },
  {
    name: 'visitas',
    path: '/r/visitas',
    act: async (page) => {
      await page.getByLabel('¿Quién viene?').click();
      await keys(page, ...'Rosa', 'Tab', 'Tab', 'Tab', 'Tab', ...'ABC123');
      await page.getByRole('button', { name: 'Avisar a la caseta' }).click();
      await settled(page);
    },
  },
  { name: 'reservas', path: '/r/reservas', act: firstLink },
];

interface Cookie {
  name: string;
  value: string;
}

/** A session of the owner of the lot that owes most, as the office sees the page. */
async function sessionOf({ app, headers }: BenchServer): Promise<Cookie> {
  const lote = await debtorIn(app, headers);
  const { data } = (await app.inject({ url: `/api/v1/enlace/lote/${lote}`, headers })).json<{
    data: { personas: { clave: string; papel: string }[] };
  }>();
  const owner = data.personas.find(({ papel }) => papel === 'propietario');
  if (!owner) throw new Error('the lot that owes most has no owner');
  const payload = { lote, persona: owner.clave };
  const seen = await app.inject({ method: 'POST', url: '/api/v1/enlace/ver', headers, payload });
  const [cookie] = seen.cookies;
  if (!cookie) throw new Error(`no session: ${seen.body}`);
  return { name: cookie.name, value: cookie.value };
}

/** A screen opened by somebody who never was there. */
async function felt(browser: Browser, baseURL: string, cookie: Cookie, place: Place): Promise<Felt> {
  const context = await browser.newContext({ baseURL, viewport: { width: 320, height: 640 }, locale: 'es-MX' });
  await context.addCookies([{ ...cookie, url: baseURL }]);
  const page = await slowPage(context, true);
  await page.goto(place.path);
  await settled(page);
  await place.act?.(page);
  const all = await feltIn(page);
  await context.close();
  return all;
}

const baseOf = ({ app }: BenchServer) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

async function screens(browser: Browser, baseURL: string, cookie: Cookie): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const place of PLACES) {
    const runs: Felt[] = [];
    for (let run = 0; run < OPENINGS; run += 1) runs.push(await felt(browser, baseURL, cookie, place));
    const value = median(runs.map(({ lcp }) => lcp));
    measures.push({ name: `${place.name}: mayor pintura`, value, unit: 'ms', limit: PICTURE_LIMIT_MS });
    if (!place.act) continue;
    const [longest] = runs.flatMap(({ interactions }) => interactions).sort((a, b) => b.ms - a.ms);
    measures.push({
      name: `${place.name}: de la tecla o el toque a su imagen, lo más (${longest?.of ?? 'menos de 16 ms'})`,
      ...{ value: longest?.ms ?? 0, unit: 'ms', limit: INTERACTION_LIMIT_MS },
    });
  }
  return measures;
}

/** What goes over the line of all scripts that the page names; it loads no other. */
function script(): Measure {
  const page = readFileSync(`${BUILT}residente.html`, 'utf8');
  const bytes = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(
    ([, file = '']) => readFileSync(`${BUILT}${file.slice(1)}.gz`).length,
  );
  if (bytes.length === 0) throw new Error('the page names no script');
  const value = bytes.reduce((sum, each) => sum + each, 0) / 1000;
  return { name: 'JavaScript, gzip', value, unit: 'kB', limit: SCRIPT_KB_MAX };
}

async function looks(baseURL: string, cookie: Cookie): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const { name, path } of PLACES.filter((place) => LOOKED_AT.includes(place.name))) {
    const { points, wanting } = await lighthouse(baseURL + path, cookie);
    if (process.env.TRACE) console.log(name, wanting);
    for (const [category, called] of Object.entries(CATEGORIES)) {
      const value = 100 - points[category as keyof typeof points];
      measures.push({
        name: `${name}: lo que falta a 100 de Lighthouse en ${called}`,
        value,
        unit: 'puntos',
        limit: MISSING_MAX,
      });
    }
  }
  return measures;
}

export default async function residente(): Promise<Measure[]> {
  const server = await startBenchServer(LOTES, { pageFolder: BUILT });
  const browser = await launchBrowser();
  try {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const cookie = await sessionOf(server);
    const baseURL = baseOf(server);
    return [script(), ...(await screens(browser, baseURL, cookie)), ...(await looks(baseURL, cookie))];
  } finally {
    await browser.close();
    await server.stop();
  }
}
