/** The community's name and host on their screen. What they become is the API's tests': the demo is every test's. */
import { beyond, expect, expectNoAxe, signIn, test } from './fixtures.ts';

test('name and host are refused in a sentence, and another host is told before it is one', async ({ page }) => {
  await signIn(page, 'superadmin', '/admin/comunidad');
  const name = page.getByRole('textbox', { name: 'Nombre' });
  const host = page.getByRole('textbox', { name: 'Host' });
  await expect(name).toHaveValue('Los Encinos');
  await expect(page.getByRole('button', { name: 'Cambiar zona horaria' })).toBeDisabled();
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });

  await name.fill('N');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'lleva de 2 a 60 caracteres' })).toBeFocused();
  await name.fill('Los Encinos');
  await host.fill('https://encinos.example.mx');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Cambiar el host' });
  await expect(dialog).toContainText('La dirección de la comunidad será https://encinos.example.mx');
  await expectNoAxe(page);
  await dialog.getByRole('button', { name: 'Cambiar el host' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'no es un nombre de host' })).toBeFocused();
  await expect(host).toHaveValue('https://encinos.example.mx');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await beyond(page)).toEqual([]);

  // Not changed, since whoever is asked says no.
  await host.fill('otra.example.mx');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await dialog.getByRole('button', { name: 'Volver' }).click();
  await page.reload();
  await expect(host).toHaveValue('');
});

test('a colour that nobody could read is told with the nearest that serves, and a logo that is none in a sentence', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/admin/comunidad');
  const colour = page.getByRole('textbox', { name: 'Color de acento' });
  await colour.fill('#ffd400');
  await expect(page.getByText('las letras piden 4.5:1')).toBeVisible();
  await page.getByRole('button', { name: /^Usar #/ }).click();
  await expect(colour).toBeFocused();
  await expect(page.getByRole('img', { name: 'Muestra del color' })).toBeVisible();
  await expectNoAxe(page);
  await page.getByLabel('Subir logotipo: archivo').setInputFiles({
    ...{ name: 'logo.svg', mimeType: 'image/svg+xml' },
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>'),
  });
  await expect(page.getByRole('alert').filter({ hasText: 'El SVG lleva un script' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await beyond(page)).toEqual([]);
});

test('a wide logo and a long name leave the menu beside them whole', async ({ page }) => {
  // As the server writes it; the demo is every test's.
  await page.route('**/admin/comunidad', async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text())
      .replace(/(name="porton-logo" content=")[^"]*/, `$1${'a'.repeat(64)} 960x120`)
      .replace(
        /(name="porton-residencial-nombre" content=")[^"]*/,
        '$1Residencial Paseo de las Jacarandas del Poniente',
      );
    await route.fulfill({ response: answer, body: html });
  });
  await page.route('**/logo/*.png', (route) => route.fulfill({ path: 'docs/img/verificar.png' }));
  await signIn(page, 'superadmin', '/admin/comunidad');
  const brand = page.getByRole('banner').getByRole('link', { name: /: inicio$/ });
  await expect(brand.getByRole('img')).toHaveJSProperty('width', 84);
  const menu = page.getByRole('banner').getByRole('link', { name: 'Cancelaciones' }).locator('..');
  expect(await menu.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await beyond(page)).toEqual([]);
});

test('a director has no such screen', async ({ page }) => {
  await signIn(page, 'director', '/admin');
  await expect(page.getByRole('link', { name: 'Configuración Residencial' }).first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Comunidad', exact: true })).toHaveCount(0);
});
