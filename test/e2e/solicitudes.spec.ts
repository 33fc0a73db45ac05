import { expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

test('what residents sent is walked by the keyboard, accepted and turned down', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/solicitudes');
  const list = page.getByRole('list', { name: 'Lo que enviaron' });
  await expect(list.getByRole('button').first()).toBeVisible();
  await expectNoAxe(page);
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/solicitud=\d+/);
  await page.goto('/cobranza/solicitudes?clase=aclaracion');
  const panel = page.getByRole('region', { name: 'Lo que enviaron' });
  await expect(panel.getByText(/Aclaración de un cargo/).first()).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Responder' })).toBeDisabled();
  await panel.getByLabel('Respuesta').fill('El pago fue de otro mes');
  await panel.getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByText(/Aclaración de un cargo de .*: aceptada/)).toBeVisible();
});

test('a proof that somebody brought is kept, and turned down with a reason', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/solicitudes?clase=comprobante');
  await page.getByRole('button', { name: 'Subir comprobante' }).click();
  await page.getByRole('combobox', { name: 'Lote' }).fill('M01-L05');
  await page
    .getByRole('option', { name: /M01-L05/ })
    .first()
    .click();
  const rastreo = unique()
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 20);
  await page.locator('input[type="file"]').setInputFiles({
    ...{ name: 'pago.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.from(`%PDF-1.4\n% ${rastreo}\n%%EOF\n`),
  });
  await page.getByLabel('Importe').fill('321.09');
  await page.getByLabel('Clave de rastreo').fill(rastreo);
  await page.getByRole('button', { name: 'Aceptar', exact: true }).click();
  await expect(page.getByText('El comprobante espera junto a su depósito')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Buscar lo que enviaron' }).fill(rastreo);
  const panel = page.getByRole('region', { name: 'Lo que enviaron' });
  await expect(panel.getByText(rastreo)).toBeVisible();
  await panel.getByRole('button', { name: 'Rechazar' }).click();
  await page.getByLabel('Razón').fill('No se lee');
  await page.getByRole('dialog').getByRole('button', { name: 'Rechazar' }).click();
  await expect(page.getByText(/Comprobante de pago de M01-L05: rechazada/)).toBeVisible();
});
