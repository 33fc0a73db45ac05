import { expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

test('the notice gets a new version, and a request is registered, answered and done', async ({ page }) => {
  await signIn(page, 'director', '/admin/aviso-privacidad');
  await expect(page.getByText('vigente', { exact: true })).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Nueva versión' }).click();
  const abogado = `Lic. ${unique()}`;
  await page.getByLabel('Texto del aviso').fill(`Aviso de ${abogado}`);
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('La versión nueva quedó guardada')).toBeVisible();
  await page.getByRole('button', { name: 'La confirmó un abogado…' }).first().click();
  await page.getByLabel('Nombre del abogado').fill(abogado);
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect(page.getByText(`La confirmó ${abogado}`)).toBeVisible();

  await page.goto('/cobranza/privacidad');
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Registrar solicitud' }).click();
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Quién la hizo' }).fill('a');
  await page.getByRole('option').first().click();
  const texto = `Quiero mis datos ${unique()}`;
  await page.getByLabel('Qué pide').fill(texto);
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText(/Registrada\. Responda hasta el/)).toBeVisible();
});

test('a person’s page keeps what they say, tells who read of them, and gives all of it', async ({ page }) => {
  await signIn(page, 'director', '/cobranza/privacidad');
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: /Datos personales de/ })).toBeVisible();
  await expectNoAxe(page);
  await expect(page.getByRole('button', { name: 'Bloquear sus datos…' })).toBeDisabled();
  await expect(page.getByText(/hacen falta para esa relación/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Acepta el aviso de privacidad' }).click();
  await page.getByRole('option', { name: 'Sí', exact: true }).click();
  await page.getByRole('button', { name: 'Anotar' }).click();
  await expect(page.getByText(/Aceptó la versión \d+ el/)).toBeVisible();
  await expect(
    page
      .getByRole('table')
      .getByText(/Consentimiento de/)
      .first(),
  ).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar todo' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
});
