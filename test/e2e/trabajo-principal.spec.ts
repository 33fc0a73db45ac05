/**
 * The main job from end to end on the demo: a lot is found, its months are collected with their interest, the invoice is
 * stamped, downloaded, mailed, and cancelled with its reason.
 */
import { readFileSync } from 'node:fs';
import { api, apiOf, expect, openPalette, owingLot, signIn, test, unique } from './fixtures.ts';

test('a cashier collects months with their interest and has them invoiced', async ({ page }) => {
  await signIn(page, 'director', '/');
  const codigo = `TP${unique()}`.toUpperCase();
  await api(page, 'post', '/codigoautorizacion/save', { id: '', codigo, cantidad: 1 });
  const lote = await owingLot(await apiOf(page));

  await openPalette(page);
  await page.getByRole('combobox').fill(lote.referencia);
  await page
    .getByRole('option', { name: new RegExp(lote.referencia) })
    .first()
    .click();
  await page.goto(`/mantenimiento/pagar/lote/${lote.id}`);
  await expect(page.getByRole('heading', { name: 'Intereses moratorios' })).toBeVisible();
  const total = await page.getByText('Total a pagar').locator('xpath=following-sibling::dd').textContent();
  await page.getByRole('textbox', { name: 'No. cuenta' }).fill('1234');
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();

  await expect(page.getByText('Se ha generado la factura con éxito')).toBeVisible({ timeout: 15_000 });
  await expect(page).toHaveURL(/\/factura-generada\/\d+$/);
  expect(total).toMatch(/^\$[\d,]+\.00\b/);
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar PDF' }).click(),
  ]);
  expect(
    readFileSync(await pdf.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await page.getByRole('button', { name: 'Enviar por correo electrónico' }).click();
  const mail = page.getByRole('dialog', { name: 'Enviar por correo electrónico' });
  await mail.getByRole('textbox', { name: 'Adicional' }).fill('contabilidad@correo.mx');
  await mail.getByRole('button', { name: 'Enviar factura' }).click();
  await expect(page.getByText('Se ha enviado el correo electrónico satisfactoriamente')).toBeVisible();

  await page.goto(`/factura/${page.url().split('/').pop()}`);
  const [xml] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'XML' }).click()]);
  const text = readFileSync(await xml.path(), 'utf8');
  expect(text).toContain('<tfd:TimbreFiscalDigital');
  // A month and its interest are concepts of their own.
  expect(text).toContain('Descripcion="Mantenimiento ');
  expect(text).toContain('Descripcion="Interés moratorio ');

  await page.getByRole('button', { name: 'Cancelar factura' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancelar factura' });
  for (const [select, option] of [
    ['Motivo de cancelación', /^02 /],
    ['Relación de factura', /^04 /],
  ] as const) {
    await cancel.getByRole('combobox', { name: select }).click();
    await page.getByRole('option', { name: option }).click();
  }
  await cancel.getByRole('textbox', { name: 'Código de autorización' }).fill(codigo);
  await cancel.getByRole('textbox', { name: 'Nota' }).fill('El residente pidió otro receptor');
  await cancel.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('La factura ha sido cancelada')).toBeVisible();
});
