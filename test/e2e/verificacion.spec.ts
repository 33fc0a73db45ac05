/** What whoever holds a paper sees of it, on a small telephone and without a session. */
import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

/** The address on a receipt of the demo. */
async function addressOf(page: Page): Promise<string> {
  await signIn(page, 'cobranza', '/');
  const href = await page.evaluate(async () => {
    const token =
      Object.values({ ...localStorage, ...sessionStorage })
        .join(' ')
        .match(/[\w-]{43}/)?.[0] ?? '';
    const found = await fetch('/api/v1/recibo/buscar?q=transferencia&limite=1', {
      headers: { authorization: `Bearer ${token}` },
    });
    const [first] = await found.json();
    const recibo = await fetch(`/api/v1/recibo/get/${first.id}`, { headers: { authorization: `Bearer ${token}` } });
    return (await recibo.json()).data.verificacion as string;
  });
  return href;
}

test('a receipt is checked on a telephone, and an altered code is not accepted', async ({ page }) => {
  const address = await addressOf(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(address);
  await expect(page.getByRole('status')).toHaveText(/Válido|Sustituido|Cancelado/);
  await expect(page.getByText('Recibo de pago')).toBeVisible();
  await expectNoAxe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('link', { name: 'Comprobar otro' }).click();
  await page.getByLabel('Comprobar un documento').fill(`${address}A`);
  const answered = page.waitForResponse((response) => response.url().includes('/v/?c='));
  await page.getByRole('button', { name: 'Comprobar' }).click();
  expect((await answered).status()).toBe(404);
  await expect(page.getByRole('status')).toHaveText('No es auténtico');
  await expectNoAxe(page);
});

test('the page that was saved checks a signature without a network', async ({ page, context }, info) => {
  const address = await addressOf(page);
  const file = info.outputPath('comprobar.html');
  writeFileSync(file, await (await page.request.get('/v/sin-conexion')).text());
  for (const where of ['/v/sin-conexion', `file://${file}`]) {
    await context.setOffline(false);
    await page.goto(where);
    await context.setOffline(true);
    await page.getByLabel('Código o dirección del documento').fill(address);
    await page.getByRole('button', { name: 'Comprobar' }).click();
    await expect(page.getByText('La firma es auténtica')).toBeVisible();
    await expect(page.getByText('Recibo de pago')).toBeVisible();
    await page
      .getByLabel('Código o dirección del documento')
      .fill(address.replace(/(\d)(\d{7})\./, '9$2.').replace('/v/R', '/v/N'));
    await page.getByRole('button', { name: 'Comprobar' }).click();
    await expect(page.getByText('No es auténtico')).toBeVisible();
  }
});
