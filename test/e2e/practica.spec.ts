/** The practice in a browser: made and entered on its own host, told apart in words and colour on screen and paper, and taken away. */
import { readFileSync } from 'node:fs';
import { DEMO_PASSWORD, expect, expectNoAxe, gapBelow, signIn, test } from './fixtures.ts';

const PATH = '/admin/practica';
const STRIP = 'PRÁCTICA, sin valor: lo que haga aquí no cuenta';

test('is made, entered, known in words and colour everywhere, and taken away', async ({ page, baseURL }) => {
  test.setTimeout(180_000);
  await signIn(page, 'director', PATH);
  const main = page.getByRole('main');
  await expect(page.getByText(STRIP)).toHaveCount(0);
  await expect(main.getByRole('textbox', { name: 'Host en que responde' })).toHaveValue('practica.localhost');
  await expectNoAxe(page);
  await main.getByRole('textbox', { name: 'Host en que responde' }).fill('localhost');
  await main.getByRole('button', { name: 'Crear la práctica' }).click();
  await expect(main.getByText('El host de una práctica comienza con').first()).toBeVisible();
  await main.getByRole('textbox', { name: 'Host en que responde' }).fill('practica.localhost');
  await main.getByRole('button', { name: 'Crear la práctica' }).click();
  const copying = main.getByRole('note').filter({ hasText: 'Se está copiando la comunidad' });
  await expect(copying).toBeVisible();
  // What happens now stands off the facts beneath it.
  expect(await gapBelow(copying, main.getByText('Estado', { exact: true }))).toBeGreaterThan(8);
  const link = main.getByRole('link', { name: /^http:\/\/practica\.localhost/ });
  await expect(link).toBeVisible({ timeout: 120_000 });
  await expectNoAxe(page);

  const there = baseURL?.replace('localhost', 'practica.localhost') ?? '';
  await test.step('its sign-in says what it is', async () => {
    // The list of communities is read again within seconds.
    await expect(async () => {
      expect((await page.goto(there))?.status()).toBe(200);
    }).toPass({ timeout: 15_000 });
    await expect(page.getByText(STRIP)).toBeVisible();
    await expect(page).toHaveTitle('Iniciar sesión · PRÁCTICA · Portón');
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon-practica.svg');
    await expect(page.getByRole('heading', { name: 'PRÁCTICA, sin valor · Los Encinos' })).toBeVisible();
    await expectNoAxe(page);
  });

  await test.step('every screen does, and what is printed of it', async () => {
    await page.getByLabel('Usuario').fill('director');
    await page.getByRole('textbox', { name: 'Contraseña' }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    // The strip is there before as well.
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toHaveCount(0);
    const strip = page.getByRole('complementary', { name: 'Práctica' });
    await expect(strip).toHaveText(STRIP);
    expect(await strip.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgb(180, 83, 9)');
    await expectNoAxe(page);
    for (const path of ['/admin/operacion', '/admin/usuario', PATH]) {
      await page.goto(there + path);
      await expect(page.locator('[data-page-title]')).toBeVisible();
      await expect(strip).toHaveText(STRIP);
      await expect(page).toHaveTitle(/ · PRÁCTICA · Portón$/);
      // Nothing of the header lies under it.
      const [header, box] = [page.getByRole('banner').getByRole('link').first(), await strip.boundingBox()];
      expect((await header.boundingBox())?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
    }
    await expect(page.getByRole('main').getByText('Ésta es la práctica de ENCINOS')).toBeVisible();
  });

  await test.step('a paper does on every page', async () => {
    await page.goto(`${there}/admin/usuario`);
    await expect(page.getByRole('cell', { name: 'director', exact: true })).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar PDF' }).click(),
    ]);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  await test.step('and it is taken away by one act', async () => {
    await page.goto(PATH);
    await main.getByRole('button', { name: 'Quitar' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
    await expect(main.getByText('Se está quitando la práctica')).toBeVisible();
    await expect(main.getByText('No hay una práctica')).toBeVisible({ timeout: 60_000 });
    // It answers no more at once; its tables and files go after that.
    await expect(main.getByRole('button', { name: 'Crear la práctica' })).toBeEnabled({ timeout: 60_000 });
  });
});
