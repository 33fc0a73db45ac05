/** Purchasing: a supplier and an article, an order with its lines and their total, and cancelling it. */
import type { Page } from '@playwright/test';
import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

const fresh = (mark: string): string => `${mark} ${Date.now().toString(36)}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function choose(page: Page, within: ReturnType<Page['locator']>, label: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('an order of a new supplier is captured with its lines, warned about, and cancelled', async ({ page }) => {
  const proveedor = fresh('Viveros Ñandú');
  await signIn(page, 'administrador', '/admin/proveedores/value');
  await page.getByLabel('Nombre/Razón Social').fill(proveedor);
  await page.getByLabel('Nombre comercial').fill('Ñandú');
  await page.getByLabel('RFC').fill('vnan900213ab1');
  await page.getByLabel('Contacto').fill('Lucía Ordóñez');
  await page.getByLabel('Correo electrónico').fill('ventas@nandu.example');
  await page.getByLabel('Teléfono').fill('4425550100');
  await button(page, 'Aceptar').click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/proveedores$/);

  await page.goto('/admin/ordenescompra/value');
  const header = page.getByRole('main');
  const line = (index: number) => page.getByRole('group', { name: `Línea ${index}` });
  await button(page, 'Aceptar').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toBeFocused();
  await choose(page, header, 'Proveedor', proveedor);
  await choose(page, header, 'Estatus', 'CREADA');
  await page.getByRole('textbox', { name: 'Precio', exact: true }).fill('1000');
  await page.getByLabel('Cantidad de facturas').fill('0');
  await choose(page, line(1), 'Artículo', 'Pasto en rollo');
  await line(1).getByLabel('Presentación').fill('Rollo');
  await line(1).getByLabel('UM').fill('m²');
  await line(1).getByLabel('Precio unitario').fill('62.50');
  await line(1).getByLabel('Cantidad').fill('12.5');
  await expect(line(1).getByRole('button', { name: /Eliminar/ })).toHaveCount(0);
  // A reload asks, and loses no price.
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await expect(page.getByText('Se recuperó lo que había escrito')).toBeVisible();
  await expect(line(1).getByLabel('Precio unitario')).toHaveValue('$62.50');
  await button(page, 'Agregar nuevo artículo').click();
  await choose(page, line(2), 'Artículo', 'Cemento gris');
  await button(page, 'Agregar nuevo artículo').click();
  await line(3).getByLabel('Presentación').fill('Bulto');
  await button(page, 'Aceptar').click();
  await page
    .getByRole('alert')
    .getByRole('link', { name: 'Artículo: Elija el artículo o deje vacía la línea' })
    .click();
  await expect(line(3).getByRole('combobox', { name: 'Artículo' })).toBeFocused();
  await button(page, 'Eliminar la línea 3').click();
  await expect(line(3)).toHaveCount(0);
  await line(2).getByLabel('Precio unitario').fill('268');
  const totals = page.getByRole('status').filter({ hasText: 'Total de los artículos' });
  await expect(totals).toContainText('$1,049.25');
  await expect(totals).toContainText('$49.25 de menos en el precio');
  await expectNoAxe(page);
  await button(page, 'Aceptar').click();
  await expect(page).toHaveURL(/\/admin\/ordenescompra$/);

  await choose(page, page.getByRole('search'), 'Proveedor', proveedor);
  await button(page, 'Buscar').click();
  const row = page.getByRole('row').filter({ hasText: proveedor });
  await expect(row).toHaveCount(1);
  for (const text of ['CREADA', 'SIN PAGAR', 'Pasto en rollo', '$1,000.00', 'Artículos: $1,049.25']) {
    await expect(row).toContainText(text);
  }
  // What the line of the order shortens, it opens to.
  await row.press('Enter');
  for (const fact of ['Presentación Rollo', 'UM m²', 'Precio unitario $62.50', 'Cantidad 12.5']) {
    await expect(page.getByRole('table').getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(row.getByRole('button', { name: /^Cancelar la orden/ })).toHaveText('Cancelar');
  await row.getByRole('button', { name: /^Cancelar la orden/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar la orden' }).click();
  await expect(row).toContainText('CANCELADA');
  await expect(row.getByRole('button', { name: /^Cancelar la orden/ })).toBeDisabled();
});
