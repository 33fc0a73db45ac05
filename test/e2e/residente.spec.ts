/** The residents' page in a browser, small and large, light and dark; and the office's screen that gives its links. */
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

const SCRIPT_KB_MAX = 40;

/** A lot of the demo that has an owner, and whatever opens its page as that owner sees it. */
async function lookedAt(page: Page): Promise<number> {
  const answer = await page.request.post('/api/v1/security/login', {
    data: { username: 'administrador', password: 'Demo-2026-porton' },
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  for (let lote = 1; lote < 60; lote += 1) {
    const known = await page.request.get(`/api/v1/enlace/lote/${lote}`, { headers });
    if (!known.ok()) continue;
    const { data } = (await known.json()) as { data: { personas: { clave: string; papel: string }[] } };
    const owner = data.personas.find(({ papel }) => papel === 'propietario');
    if (!owner) continue;
    const seen = await page.request.post('/api/v1/enlace/ver', { headers, data: { lote, persona: owner.clave } });
    expect(seen.ok()).toBe(true);
    return lote;
  }
  throw new Error('no lot of the demo has an owner');
}

const SCREENS = ['/r', '/r/debo', '/r/pagar', '/r/pagos', '/r/cuenta', '/r/papeles', '/r/visitas', '/r/entradas'];

/** Every text reads at 7 to 1, every control is at least 48 px high, and nothing goes beyond the edge. */
async function expectReadable(page: Page): Promise<void> {
  await expectNoAxe(page);
  const enhanced = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ['color-contrast-enhanced'], rules: { 'color-contrast-enhanced': { enabled: true } } })`,
  );
  expect(enhanced.violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  const low = await page
    .locator('button:visible, a.boton:visible, select:visible, input:visible')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 48).map((one) => one.outerHTML));
  expect(low).toEqual([]);
}

for (const [scheme, width] of [
  ['light', 320],
  ['dark', 390],
] as const) {
  test(`each screen is read by axe and fits ${width} px, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme });
    await lookedAt(page);
    for (const address of SCREENS) {
      await page.goto(address);
      await expectReadable(page);
      // Letters of twice the size, as a telephone sets them.
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '225%';
      });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        address,
      ).toBeLessThanOrEqual(0);
    }
  });
}

test('«Pagué y no aparece» is answered in two taps, and the page reads without a script', async ({ browser }) => {
  const context: BrowserContext = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await lookedAt(page);
  await page.goto('/r');
  await page.getByRole('link', { name: 'Pagué y no aparece' }).click();
  await expect(page.getByRole('heading', { name: '¿No está su pago?' })).toBeVisible();
  await page.getByRole('link', { name: 'Volver al inicio' }).click();
  await page.getByRole('link', { name: 'Cómo pagar' }).click();
  await expect(page.getByRole('heading', { name: 'Cómo pagar' })).toBeVisible();
  await context.close();
});

test('its script is small, and it loads nothing of the back office', async ({ page }) => {
  await lookedAt(page);
  const loaded: string[] = [];
  let bytes = 0;
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    loaded.push(pathname);
  });
  await page.goto('/r');
  await page.waitForLoadState('networkidle');
  for (const path of loaded) bytes += gzipSync(await (await page.request.get(path)).body(), { level: 9 }).length;
  expect(loaded).toHaveLength(1);
  expect(bytes).toBeGreaterThan(100);
  expect(bytes / 1024).toBeLessThanOrEqual(SCRIPT_KB_MAX);
});

test('the office gives a link, which opens the page of the lot, and revokes it', async ({ page, browser }) => {
  const lote = await lookedAt(page);
  await signIn(page, 'administrador', `/pagina-residente/${lote}`);
  await page.getByRole('button', { name: 'Nuevo enlace' }).click();
  await page.getByRole('combobox', { name: 'Cómo se le da' }).fill('Código');
  await page.getByRole('option', { name: 'Código QR' }).click();
  await page.getByRole('button', { name: 'Aceptar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enlace del residente' });
  const url = (await dialog.locator('code').textContent()) ?? '';
  await expectNoAxe(page);
  await dialog.getByRole('button', { name: 'Listo' }).click();
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(new URL(url).pathname);
  await expect(own).toHaveURL(/\/r$/);
  await expect(own.getByRole('link', { name: 'Pagué y no aparece' })).toBeVisible();
  // All beyond asks for a code, and says so.
  await own.getByRole('link', { name: 'Mis recibos y facturas' }).click();
  await expect(own.getByRole('heading', { name: 'Necesitamos saber que es usted' })).toBeVisible();
  await expectReadable(own);
  await own.getByLabel('Código de 6 números').fill('12');
  await own.getByRole('button', { name: 'Continuar' }).click();
  await expect(own.getByText('Escriba los 6 números del código')).toBeVisible();
  await expectNoAxe(page);
  await page
    .getByRole('button', { name: /^Revocar el enlace de/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Revocar', exact: true }).click();
  await expect(page.getByText('El enlace ya no abre nada, en ningún equipo')).toBeVisible();
  await own.goto('/r');
  await expect(own.getByRole('heading', { name: 'Abra su enlace otra vez' })).toBeVisible();
  await context.close();
});
