/**
 * The page as it is felt: what the browser loads before the first screen, gzipped; and on a processor a quarter as fast, how
 * soon a screen stands, how long a key or a click waits for its picture, and what moves by itself.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { SUPERADMIN } from '../src/platform/roles.ts';
import { debtorIn, type Felt, feltIn, keys, launchBrowser, settled, slowPage } from './felt.ts';
import type { Measure } from './run.ts';
import { type BenchServer, startBenchServer } from './server.ts';
import { median } from './stats.ts';

const DIST = new URL('../dist/', import.meta.url);
const LOTES = 300;
const OPENINGS = 3;
const INTERACTION_LIMIT_MS = 100;
const SHIFT_LIMIT = 0.02;

function sizes(): Measure[] {
  const html = readFileSync(new URL('index.html', DIST), 'utf8');
  // Sign-in and shell are in the entry itself: all scripts, preloads and styles of the document, and nothing lazy.
  const sizeOf = (kind: string) =>
    [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)]
      .flatMap(([, name]) => (name?.endsWith(kind) ? [name] : []))
      .reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, DIST)), { level: 9 }).length / 1000, 0);
  return [
    { name: 'JavaScript inicial (gzip)', value: sizeOf('.js'), unit: 'kB', limit: 150 },
    { name: 'Estilos iniciales (gzip)', value: sizeOf('.css'), unit: 'kB', limit: 25 },
  ];
}

interface Place {
  name: string;
  path: string;
  act: (page: Page) => Promise<void>;
}

/** What is done most on the screens that are worked on all day. */
const placesOf = (debtor: number): Place[] => [
  {
    name: 'inicio',
    path: '/',
    act: async (page) => {
      await page.getByPlaceholder('Buscar...').click();
      await keys(page, ...'M01-L1');
      await settled(page);
      await page.getByRole('button', { name: 'Avanzada' }).click();
      await settled(page);
      await keys(page, 'Escape', 'Control+k');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await keys(page, ...'M01-L1');
      await settled(page);
      await keys(page, 'ArrowDown', 'ArrowDown', 'ArrowDown');
    },
  },
  {
    name: 'búsqueda',
    path: '/search?q=M0&type=Referencia',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Acciones/ })
        .first()
        .click();
      await page.getByRole('menuitem').first().waitFor();
      await keys(page, 'ArrowDown', 'ArrowDown', 'Escape');
      await page.getByPlaceholder('Buscar...').click();
      await keys(page, ...'M01-L10', 'Enter');
      await settled(page);
    },
  },
  {
    name: 'pagar',
    path: `/mantenimiento/pagar/lote/${debtor}`,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Monto a saldar' }).click();
      await keys(page, 'Control+a', ...'2600', 'Tab', ...'3000', 'Tab');
      await page.getByRole('combobox', { name: 'Método pago' }).click();
      await page.getByRole('option').first().waitFor();
      await keys(page, ...'tra', 'Enter');
      await page.getByRole('table').locator('tbody').getByRole('button', { expanded: false }).first().click();
      await page.getByRole('textbox', { name: 'Fecha pago' }).click();
      await keys(page, 'Control+a', '-', '1', 'Tab');
      await settled(page);
    },
  },
  {
    name: 'pagos de un lote',
    path: `/pagos/${debtor}`,
    act: async (page) => {
      const table = page.getByRole('table', { name: /^Pagos del lote/ });
      await table.getByRole('button', { expanded: false }).first().click();
      await table
        .getByRole('button', { name: /^Más acciones/ })
        .first()
        .click();
      await page.getByRole('menuitem').first().waitFor();
      await keys(page, 'ArrowDown', 'Escape');
      await page.getByRole('searchbox').or(page.getByPlaceholder('Folio, monto, referencia…')).first().click();
      await keys(page, ...'mant');
      await page.getByRole('button', { name: /^Fecha T/ }).click();
      await keys(page, 'ArrowDown', 'Enter');
      await settled(page);
    },
  },
  {
    name: 'corte de caja',
    path: `/reportes/corte-caja?desde=${new Date().toISOString().slice(0, 8)}01`,
    act: async (page) => {
      const table = page.getByRole('table', { name: 'Corte de caja' });
      await table.locator('tbody').getByRole('row').first().waitFor();
      await page.getByPlaceholder('Buscar', { exact: true }).click();
      await keys(page, ...'M01');
      await page.getByRole('button', { name: /^Pago/ }).click();
      await page.getByRole('combobox', { name: 'Método de pago' }).click();
      await page.getByRole('option').first().waitFor();
      await keys(page, ...'tra', 'Enter');
      await settled(page);
    },
  },
  {
    name: 'accesos',
    path: '/admin/accesos',
    act: async (page) => {
      await page.getByLabel('Nombre, placa o lote').click();
      await keys(page, ...'mar');
      await settled(page);
      await page.getByRole('combobox', { name: 'Tipo de acceso' }).click();
      await page.getByRole('option').first().waitFor();
      await keys(page, 'ArrowDown', 'Enter');
      await settled(page);
      await page
        .getByRole('button', { name: /^Ver el acceso/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
      await keys(page, 'Escape');
      await page.getByRole('button', { name: /^Más filtros/ }).click();
      await settled(page);
    },
  },
];

/** Opened anew a few times with what the browser has kept of the first: the median, and what moved at most. */
async function opening(page: Page, address: string): Promise<{ lcp: number; shift: number }> {
  const samples: Felt[] = [];
  for (let run = 0; run <= OPENINGS; run += 1) {
    await page.goto(address);
    await settled(page);
    if (run > 0) samples.push(await feltIn(page));
  }
  return { lcp: median(samples.map(({ lcp }) => lcp)), shift: Math.max(...samples.map(({ shift }) => shift)) };
}

async function felt(browser: Browser, { app, headers }: BenchServer): Promise<Measure[]> {
  const baseURL = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const options = { baseURL, viewport: { width: 1280, height: 800 }, locale: 'es-MX' };
  const stranger = await browser.newContext(options);
  const signIn = await opening(await slowPage(stranger), '/sign-in');
  await stranger.close();

  const context = await browser.newContext(options);
  const session = {
    access_token: headers.authorization?.replace('Bearer ', ''),
    ...{ role: SUPERADMIN, username: 'superadmin' },
  };
  await context.addInitScript((value) => localStorage.setItem('porton.sesion', value), JSON.stringify(session));
  const page = await slowPage(context);
  const measures: Measure[] = [
    { name: 'entrar: mayor pintura', value: signIn.lcp, unit: 'ms', limit: 1000 },
    { name: 'entrar: salto', value: signIn.shift, unit: '', limit: SHIFT_LIMIT },
  ];
  for (const { name, path, act } of placesOf(await debtorIn(app, headers))) {
    const { lcp, shift } = await opening(page, path);
    await act(page);
    const { interactions } = await feltIn(page);
    const [longest] = interactions.sort((a, b) => b.ms - a.ms);
    measures.push(
      { name: `${name}: mayor pintura`, value: lcp, unit: 'ms', limit: 1500 },
      { name: `${name}: salto`, value: shift, unit: '', limit: SHIFT_LIMIT },
      {
        name: `${name}: de la tecla o el clic a su imagen, lo más (${longest?.of ?? 'menos de 16 ms'})`,
        ...{ value: longest?.ms ?? 0, unit: 'ms', limit: INTERACTION_LIMIT_MS },
      },
    );
  }
  await context.close();
  return measures;
}

export default async function pagina(): Promise<Measure[]> {
  const server = await startBenchServer(LOTES, { pageFolder: fileURLToPath(DIST) });
  const browser = await launchBrowser();
  try {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    return [...sizes(), ...(await felt(browser, server))];
  } finally {
    await browser.close();
    await server.stop();
  }
}
