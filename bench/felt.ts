/** What a browser feels of a page, on a processor a quarter as fast. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { BenchServer } from './server.ts';

const QUIET_MS = 500;

/** In the page: the largest picture so far, what moved by itself, and the longest key or click of each kind. */
export interface Felt {
  lcp: number;
  shift: number;
  /** Its event and what it was on, and until its picture in milliseconds. */
  interactions: { of: string; ms: number }[];
}

function watch(): void {
  const felt: Felt = { lcp: 0, shift: 0, interactions: [] };
  (window as unknown as { sentido: Felt }).sentido = felt;
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', ({ startTime }) => {
    felt.lcp = startTime;
  });
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) felt.shift += value;
  });
  observe(
    'event',
    (entry) => {
      const { interactionId, target } = entry as PerformanceEventTiming & { interactionId: number };
      const on = target instanceof Element ? (target.getAttribute('aria-label') ?? target.textContent ?? '') : '';
      if (interactionId > 0) felt.interactions.push({ of: `${entry.name} ${on.slice(0, 40)}`, ms: entry.duration });
    },
    { durationThreshold: 16 },
  );
}

export const feltIn = (page: Page): Promise<Felt> =>
  page.evaluate(() => (window as unknown as { sentido: Felt }).sentido);

/** Until nothing is on its way and nothing was changed for a while. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    (quietMs) =>
      new Promise<void>((done) => {
        let timer: ReturnType<typeof setTimeout>;
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            if (
              document.querySelector('h1, [type="password"]') === null ||
              document.querySelector('[aria-busy="true"]')
            )
              return wait();
            watcher.disconnect();
            done();
          }, quietMs);
        };
        const watcher = new MutationObserver(wait);
        watcher.observe(document, { subtree: true, childList: true, attributes: true });
        wait();
      }),
    QUIET_MS,
  );
}

/** Keys one by one, as they are pressed. */
export async function keys(page: Page, ...pressed: string[]): Promise<void> {
  for (const key of pressed) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Slow 4G as browsers' tools apply it: 150 ms there and back and 1.6 Mbit/s, reckoned for whole requests. */
const SLOW_4G = { latency: 562.5, downloadThroughput: 1_474_560 / 8, uploadThroughput: 675_000 / 8 };

const SLOWER = 4;

/** A page on a processor a quarter as fast. */
export async function slowPage(context: BrowserContext, slow4G = false): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  if (slow4G) await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
  await page.addInitScript(watch);
  return page;
}

/** The lot of the demo that owes most: its screens are the longest. */
export async function debtorIn(app: BenchServer['app'], headers: Record<string, string>): Promise<number> {
  const reply = await app.inject({ url: '/api/v1/search/get/M0/Referencia', headers });
  const lotes = reply.json<{ data: { id_lote: number; deuda: number }[] }>().data;
  return lotes.reduce((most, lote) => (lote.deuda > most.deuda ? lote : most)).id_lote;
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.PORTON_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
