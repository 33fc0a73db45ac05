/** What every browser test shares: signing in as a demo account, the axe check, and a console that must stay clean. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import type { Fecha } from '../../src/core/fecha.ts';
import { addMonths, firstDayOf, monthOf } from '../../src/core/period.ts';
import { dayFromNow } from '../day.ts';

export type DemoUser =
  | 'superadmin'
  | 'director'
  | 'administrador'
  | 'consultor'
  | 'cobranza'
  | 'obras'
  | 'tags'
  | 'seguridad';

export const DEMO_PASSWORD = 'Demo-2026-porton';

/** What the browser says by itself about an answer of 4xx, which some tests provoke. */
const EXPECTED_NOISE = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** A page whose errors fail its test: an exception, a policy violation or a React warning is a defect. */
export const test = base.extend<{ noise: RegExp; cleanConsole: undefined }>({
  noise: [EXPECTED_NOISE, { option: true }],
  cleanConsole: [
    async ({ page, noise }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !noise.test(message.text())) faults.push(message.text());
      });
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

let last = 0;
/** Letters and digits that no other test has, in this process of tests or in one beside it. */
export const unique = (): string =>
  `${Date.now().toString(36)}${process.env.TEST_PARALLEL_INDEX}${(++last).toString(36)}`;

/** The session that a page will have once it is opened. */
const sessions = new WeakMap<Page, string>();

/**
 * Signs in through the API and opens an address with that session, or none: the page has the session wherever it is opened
 * next. The sign-in screen has tests of its own.
 */
export async function signIn(page: Page, username: DemoUser, path?: string): Promise<void> {
  const answer = await page.request.post('/api/v1/security/login', { data: { username, password: DEMO_PASSWORD } });
  expect(answer.status()).toBe(200);
  const session = JSON.stringify(await answer.json());
  sessions.set(page, session);
  await page.addInitScript((value) => {
    // Not in the frame of a letter, whose sandbox has no storage.
    if (window.top !== window) return;
    // Once per context: a later navigation must not bring a session back that the page has ended.
    if (window.name !== 'prueba') localStorage.setItem('porton.sesion', value);
    window.name = 'prueba';
  }, session);
  if (path !== undefined) await page.goto(path);
}

/** What a link does: goes to an address without loading the page again. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** Pixels between the lower edge of one and the upper edge of what stands below it. */
export async function gapBelow(upper: Locator, lower: Locator): Promise<number> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
  return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
}

/** Holds these requests back until the answered function is called. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/**
 * Stops the page's clock, so that what lasts some seconds is measured by those and not by how busy the machine is: from here
 * on it goes by `page.clock.runFor` alone.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  // A clock stops at a moment to come.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

/** Lets a stopped clock go on by little and little until something is seen. */
export async function runUntilVisible(page: Page, sought: Locator): Promise<void> {
  const seen = async () => {
    await page.clock.runFor(20);
    return sought.isVisible();
  };
  await expect.poll(seen, { intervals: [10] }).toBe(true);
}

/** Opens the palette by its keys, once the frame listens to them. */
export async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Menú lateral' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Buscar pantallas/ })).toBeFocused();
}

/**
 * Signs in beside the page, for the data that a test starts from. Gives a function that calls the API, with POST where there
 * is a body; the answer must be a success. Gives its data, or the answer where it is bare.
 */
export async function apiOf(page: Page, username: DemoUser = 'director') {
  const login = await page.request.post('/api/v1/security/login', { data: { username, password: DEMO_PASSWORD } });
  const headers = { authorization: `Bearer ${(await login.json()).access_token}` };
  return async (path: string, body?: object) => {
    const answer = await (body === undefined
      ? page.request.get(`/api/v1${path}`, { headers })
      : page.request.post(`/api/v1${path}`, { headers, data: body }));
    const json = await answer.json();
    expect(json.success, JSON.stringify(json)).not.toBe(false);
    return json.data ?? json;
  };
}

export type Api = Awaited<ReturnType<typeof apiOf>>;

/** A lot of the demo that owes months; nothing is paid of them, since other tests count on them. */
export async function debtor(api: Api): Promise<{ id: number; referencia: string }> {
  for (const { id } of (await api('/lote/get-lote-referencia-lote?q=M0')) as { id: number }[]) {
    const lote = (await api(`/lote/get-for-sancion/${id}`)) as { referencia: string; deuda_mantenimiento: number };
    if (lote.deuda_mantenimiento > 0) return { id, referencia: lote.referencia };
  }
  throw new Error('the demo has no such lot');
}

/** The first day of the month so many before this one. */
export const firstOfMonth = (ago: number): Fecha => firstDayOf(addMonths(monthOf(dayFromNow()), -ago));

interface NewLot {
  referencia: string;
  /** Of its associate, who is registered with it; `asociado` where they are there already. */
  name?: string;
  asociado?: number;
  correos?: object[];
  fechaEntrega?: Fecha;
  tipo?: string;
  calle?: string;
  manzana?: string;
  lote?: string;
  superficie?: number;
}

/** A delivered lot of the test's own with its associate: registered first and delivered then. */
export async function deliveredLot(
  api: Api,
  { referencia, name, asociado: known, correos = [], fechaEntrega = '2025-01-10', ...said }: NewLot,
): Promise<{ id: number; referencia: string; asociado: number }> {
  const person = { id: '', name: name ?? `Inés ${referencia}`, tipo: 'asociado', telefonoList: [] };
  const asociado: number = known ?? (await api('/residente/save', { ...person, correoElectronicoList: correos })).id;
  const fields = {
    tipo: 'habitacional',
    calle: 'Fresno',
    manzana: '1',
    lote: '1',
    superficie: 120,
    ...said,
    referencia,
  };
  await api('/lote/save', { ...fields, id: '', status: 'disponible', residenteLoteList: [] });
  const [{ id }] = await api(`/lote/get-lote-referencia-lote?q=${encodeURIComponent(referencia)}`);
  const residenteLoteList = [{ id: '', resident: { id: asociado }, asociado: true }];
  await api('/lote/save', { ...fields, id, status: 'entregado', fechaEntrega, residenteLoteList });
  return { id, referencia, asociado };
}

/**
 * Such a lot that owes three months with their late interest, or those so many months ago: whoever pays takes none of the few
 * debtors of the demo from the tests beside it.
 */
export async function owingLot(api: Api, ago = [4, 3, 2]): Promise<{ id: number; referencia: string }> {
  const fechaEntrega = firstOfMonth(Math.max(...ago) + 1);
  const { id, referencia } = await deliveredLot(api, { referencia: `AD${unique()}`.toUpperCase(), fechaEntrega });
  await api('/lote/generarmantenimientospersonalizado', { id, range: ago.map(firstOfMonth) });
  await api('/lote/generarinteresesmoratorios', {});
  return { id, referencia };
}

/** Such a lot, with interest whose centavos go to the fund when whole pesos are paid: of some months it is whole pesos. */
export async function owingCentavos(api: Api): Promise<{ id: number; referencia: string }> {
  for (const ago of [
    [4, 3, 2],
    [3, 2],
    [5, 4, 3],
  ]) {
    const lote = await owingLot(api, ago);
    const due: { interesesMoratoriosList: { saldo: number }[] } = await api(
      `/lote/get-for-pagarmantenimiento/${lote.id}`,
    );
    const interest = due.interesesMoratoriosList.reduce((sum, { saldo }) => sum + Math.round(saldo * 100), 0);
    if (interest % 100 !== 0) return lote;
  }
  throw new Error('no months owe centavos');
}

/** Calls the API as the page's own user, who is signed in; the answer must be 200. */
export async function api<T>(page: Page, method: 'get' | 'post', path: string, data?: unknown): Promise<T> {
  const opened = page.url() !== 'about:blank';
  const session = opened ? await page.evaluate(() => localStorage.getItem('porton.sesion')) : sessions.get(page);
  const token = JSON.parse(session ?? '{}').access_token;
  const answer = await page.request[method](`/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(data !== undefined && { data }),
  });
  expect(answer.status()).toBe(200);
  return answer.json();
}

/** The buttons of a screen that weigh more than the others: there is one. */
export const primaryOf = (page: Page): Locator =>
  page.locator('main .mantine-Button-root:is(:not([data-variant]), [data-variant="filled"]):visible');

/** What reaches beyond the page's edge, where the page scrolls sideways; a box that scrolls by itself does not. */
export const beyond = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const inBox = (element: Element): boolean => {
      for (let outer = element.parentElement; outer; outer = outer.parentElement)
        if (getComputedStyle(outer).overflowX !== 'visible') return true;
      return false;
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5 && !inBox(element))
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** What may move by itself on a screen that opens. */
export const SHIFT_MAX = 0.02;

/** How far things moved by themselves since this was last asked, as browsers reckon it. */
export const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const moves = window as unknown as { movido?: number };
    const sum = moves.movido ?? 0;
    moves.movido = 0;
    return sum;
  });

/** Adds up what moves by itself; what follows a key or a click of the last half second is meant. */
export function watchShifts(): void {
  const moves = window as unknown as { movido?: number };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) moves.movido = (moves.movido ?? 0) + entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * No finding of axe on the page as it stands; WCAG 2.2 AA and best practices.
 * @param rules only these: what the other theme changes of a page that was looked at already is its colours
 */
export async function expectNoAxe(page: Page, rules?: readonly ['color-contrast']): Promise<void> {
  // A page whose code is on its way has no title yet.
  await expect(page.locator('h1')).not.toHaveCount(0);
  // Evaluated, not added as a tag: the page's policy allows no foreign script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const results = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  expect(
    results.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map((node) => `${node.html} — ${node.failureSummary ?? ''}`),
    })),
  ).toEqual([]);
}

/** Waits until the overlay of work that is done has gone: before that the page takes no letter. */
export const free = (page: Page): Promise<void> =>
  expect(page.getByRole('alertdialog', { name: 'Procesando' })).toHaveCount(0);

/** Presses an act of the menu of a row, which its button opens. */
export async function pressInMenu(row: Locator, act: string | RegExp): Promise<void> {
  await row.getByRole('button', { name: /^Más acciones/ }).click();
  await row.page().getByRole('menuitem', { name: act }).click();
}
