/** Purchasing: a supplier and an article, an order with its lines and their total, and cancelling it. */
import type { Page } from '@playwright/test';
import { xmlRecibido } from '../factura-recibida.ts';
import { apiOf, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

const fresh = (mark: string): string => `${mark} ${unique()}`;
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
  const row = page.getByRole('row').filter({ hasText: proveedor });
  await expect(row).toHaveCount(1);
  for (const text of ['CREADA', 'SIN PAGAR', 'Pasto en rollo', '$1,000.00', 'Artículos: $1,049.25']) {
    await expect(row).toContainText(text);
  }
  // What the line of the order shortens, it opens to.
  await row.getByRole('button', { name: /^Artículos de la orden/ }).click();
  for (const fact of ['Presentación Rollo', 'UM m²', 'Precio unitario $62.50', 'Cantidad 12.5']) {
    await expect(page.getByRole('table').getByText(fact, { exact: true })).toBeVisible();
  }
  // Its articles stand in columns.
  const quantities = await page
    .getByRole('table')
    .getByText(/^Cantidad/)
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
  expect(quantities.length).toBeGreaterThan(1);
  expect(new Set(quantities).size).toBe(1);
  await row.press('Enter');
  await expect(page).toHaveURL(/\/admin\/ordenescompra\/\d+$/);
  await page.goBack();
  await expect(row.getByRole('button', { name: /^Cancelar la orden/ })).toHaveText('Cancelar');
  await row.getByRole('button', { name: /^Cancelar la orden/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar la orden' }).click();
  await expect(row).toContainText('CANCELADA');
  await expect(row.getByRole('button', { name: /^Cancelar la orden/ })).toBeDisabled();
});

test('an order is received in parts, invoiced and printed', async ({ page }) => {
  const call = await apiOf(page, 'administrador');
  const { facturarA } = await call('/ordencompra/detalle/1');
  await call('/ordencompra/save', {
    ...{ id: '', estatus: 'CREADA', precio: 7_000, estatusPago: 'SIN PAGAR', numFacturas: '', proveedor: { id: 1 } },
    ordenCompraArticuloList: [
      { articulo: { id: 1 }, presentacion: 'Rollo', unidadMedida: 'm²', precioUnitario: 62.5, cantidad: 12.5 },
      { articulo: { id: 2 }, presentacion: 'Costal', unidadMedida: 'Costal', precioUnitario: 980, cantidad: 2 },
    ],
  });
  const [{ id }] = (await call('/ordencompra/allpaginable?size=1&proveedorId=1')).ordenCompraList;
  await signIn(page, 'administrador', `/admin/ordenescompra/${id}`);
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orden de compra ${id}`);
  await expect(main.getByText('Todavía no se ha recibido nada')).toBeVisible();
  await expect(main.getByText('Todavía no hay facturas adjuntas')).toBeVisible();
  await expectNoAxe(page);

  // As much as is missing is proposed; more is refused by the server, at its field.
  await button(page, 'Registrar recepción').click();
  const receiving = page.getByRole('dialog', { name: `Registrar recepción de la orden ${id}` });
  const quantity = receiving.getByLabel('Cantidad de Pasto en rollo');
  await expect(quantity).toHaveValue('12.5');
  await quantity.fill('13');
  await receiving.getByLabel('Cantidad de Fertilizante triple 17').fill('0');
  await receiving.getByRole('button', { name: 'Registrar recepción' }).click();
  await expect(receiving.getByRole('alert').filter({ hasText: 'Revise' })).toBeFocused();
  await receiving.getByLabel('Recibió').fill('Ramiro Ávila');
  await receiving.getByRole('button', { name: 'Registrar recepción' }).click();
  await expect(receiving.getByRole('alert')).toContainText('faltan 12.5 por recibir');
  await expectNoAxe(page);
  await quantity.fill('4.5');
  await receiving.getByRole('button', { name: 'Registrar recepción' }).click();
  await expect(receiving).toBeHidden();
  await expect(main.getByText('RECIBIDA PARCIAL', { exact: true })).toBeVisible();
  const lines = page.getByRole('table', { name: 'Artículos de la orden' });
  await expect(lines.getByRole('row').filter({ hasText: 'Pasto en rollo' })).toContainText('12.54.58');
  const receptions = page.getByRole('table', { name: 'Recepciones' });
  await expect(receptions).toContainText('4.5 de Pasto en rollo');

  // What it holds, the form says.
  await main.getByRole('link', { name: 'Editar' }).click();
  await expect(main.getByText(`Orden ${id} ·`)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Estatus', exact: true })).toBeDisabled();
  await expect(page.getByText('Lo dan las recepciones de la orden')).toBeVisible();
  await page.goBack();

  await receptions.getByRole('button', { name: /^Deshacer la recepción/ }).click();
  const undoing = page.getByRole('dialog', { name: 'Deshacer la recepción' });
  await expect(undoing).toContainText('4.5 de Pasto en rollo vuelven a faltar');
  await undoing.getByLabel('Motivo').fill('Era de otra orden');
  await undoing.getByRole('button', { name: 'Deshacer la recepción' }).click();
  await expect(receptions).toContainText('por administrador: Era de otra orden');
  await expect(main.getByText('CREADA', { exact: true })).toBeVisible();

  await button(page, 'Adjuntar factura').click();
  const attaching = page.getByRole('dialog', { name: `Adjuntar factura a la orden ${id}` });
  const uuid = `${Date.now().toString(16).padStart(12, '0')}`;
  const buffer = Buffer.from(
    xmlRecibido({ uuid: `0a1b2c3d-4e5f-4678-9abc-${uuid}`, receptor: facturarA.rfc, total: '7000.00' }),
  );
  await attaching
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'A125.xml', mimeType: 'text/xml', buffer });
  await expect(attaching.getByLabel('Folio')).toHaveCount(0);
  await attaching.getByRole('button', { name: 'Adjuntar factura' }).click();
  await expect(attaching).toBeHidden();
  const invoices = page.getByRole('table', { name: 'Facturas del proveedor' });
  await expect(invoices).toContainText('A125');
  await expect(main.getByText('Coincide con el precio de la orden')).toBeVisible();
  const xml = page.waitForEvent('download');
  await invoices.getByRole('button', { name: 'Descargar A125.xml' }).click();
  expect((await xml).suggestedFilename()).toBe('A125.xml');
  await expectNoAxe(page);
  await invoices.getByRole('button', { name: 'Quitar la factura A125' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('$7,000.00');
  await asked.getByRole('button', { name: 'Quitar la factura' }).click();
  await expect(main.getByText('Todavía no hay facturas adjuntas')).toBeVisible();

  const pdf = page.waitForEvent('download');
  await button(page, 'Descargar PDF').click();
  expect((await pdf).suggestedFilename()).toMatch(new RegExp(`^orden_de_compra_${id}_`));
  await page.getByRole('link', { name: 'Volver a Órdenes de compra' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Órdenes de compra');
  for (const [name, file] of [
    ['Descargar PDF', 'ordenes_de_compra.pdf'],
    ['Descargar XLSX', 'ordenes_de_compra.xlsx'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await button(page, name).click();
    expect((await saved).suggestedFilename()).toBe(file);
  }
  await main.getByRole('link', { name: `Ver la orden ${id}` }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/ordenescompra/${id}$`));
});
