import type { Page } from '@playwright/test';
import { apiOf, beyond, debtor, expect, expectNoAxe, follow, openPalette, signIn, test } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('F1 tells how the screen in sight is used, over what is typed there, and gives the focus back', async ({
  page,
}) => {
  const { id } = await debtor(await apiOf(page));
  await signIn(page, 'director', `/mantenimiento/pagar/lote/${id}`);
  const monto = page.getByRole('textbox', { name: 'Monto a saldar' });
  await monto.fill('1234');
  await page.keyboard.press('F1');
  await expect(dialog(page).getByRole('heading', { name: '¿Cómo cobro el mantenimiento de un lote?' })).toBeVisible();
  // It is open already.
  await expect(dialog(page).getByRole('link')).toHaveCount(0);
  await page.keyboard.press('F1');
  await expect(dialog(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(monto).toBeFocused();
  await expect(monto).toHaveValue(/1,?234/);
});

test('F1 tells what is in a section, and how its screens are used', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza');
  await expect(page.getByRole('heading', { level: 1, name: 'Cobranza' })).toBeVisible();
  await page.keyboard.press('F1');
  await expect(dialog(page).getByRole('heading', { name: '¿Qué hay en Cobranza?' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click();
  await expect(dialog(page)).toBeHidden();
  await follow(page, '/cobranza/pagos');
  await expect(page.getByRole('heading', { level: 1, name: 'Buscar pagos' })).toBeVisible();
  await page.keyboard.press('F1');
  await expect(dialog(page).getByRole('heading', { name: '¿Cómo encuentro un pago?' })).toBeVisible();
});

test('the gate has its help too, and begins at nothing else', async ({ page }) => {
  await signIn(page, 'seguridad', '/admin/accesos');
  await expect(page.getByRole('heading', { level: 1, name: 'Accesos' })).toBeVisible();
  await page.keyboard.press('F1');
  await expect(
    dialog(page).getByRole('heading', { name: '¿Cómo registro y busco quién entró y salió?' }),
  ).toBeVisible();
  await expect(dialog(page).getByRole('link')).toHaveCount(0);
});

test('the user menu leads to the help, and the help to the keys', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/facturas');
  await expect(page.getByRole('heading', { level: 1, name: 'Facturas' })).toBeVisible();
  await page.getByRole('button', { name: 'cobranza', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Ayuda de esta pantalla/ }).click();
  await expect(dialog(page).getByRole('heading', { name: /^¿Cómo encuentro, envío o cancelo/ })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Ver los atajos' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Atajos de teclado' })).toBeVisible();
  await expect(dialog(page).getByText('Ayuda de esta pantalla')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test('the palette finds the help by its words, shows it, and from it the screen opens', async ({ page }) => {
  await signIn(page, 'director', '/cobranza/pagos');
  await openPalette(page);
  await page.keyboard.type('corrijo un pago');
  const found = page.getByRole('group', { name: 'Ayuda' }).getByRole('option');
  await expect(found.first()).toHaveText('¿Cómo corrijo un pago?');
  await page.keyboard.press('Escape');
  // By a word of the text, in the middle of a screen of another kind.
  await follow(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('factura global del mes');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: '¿Cómo hago la factura global del mes?' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/factura-global/);
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Factura global' })).toBeFocused();
});

test('the palette tells a role of no screen that it may not open', async ({ page }) => {
  await signIn(page, 'consultor', '/');
  await openPalette(page);
  await page.keyboard.type('factura global del mes');
  await expect(page.getByText('Sin resultados')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } });

    test('the help is read on a telephone', async ({ page }) => {
      await signIn(page, 'director', '/cobranza/importar-pagos');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('F1');
      await expect(dialog(page).getByRole('heading', { name: /^¿Cómo registro de una vez/ })).toBeVisible();
      expect(await beyond(page)).toEqual([]);
      await expectNoAxe(page);
    });
  });
}
