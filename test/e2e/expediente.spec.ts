import { apiOf, debtor, expect, expectNoAxe, pressInMenu, signIn, test, unique } from './fixtures.ts';

const PDF = { name: 'antecedente.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n…\n%%EOF\n') };

// One edits the list that the other's packet is made by: what changes meanwhile has it refused, as it should.
test.describe.configure({ mode: 'default' });

test('the lawyer’s list is edited, and what is confirmed is told', async ({ page }) => {
  await signIn(page, 'director', '/cobranza/expedientes');
  await page.getByRole('link', { name: 'Requisitos' }).click();
  await expect(page.getByRole('cell', { name: 'Acta de asamblea que fijó las cuotas', exact: true })).toBeVisible();
  await expectNoAxe(page);
  const documento = `Poder ${unique()}`;
  await page.getByRole('button', { name: 'Nuevo requisito' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toBeFocused();
  await expectNoAxe(page);
  await page.getByLabel('Documento').fill(documento);
  await page.getByLabel('Quién firma').fill('Notario público');
  await page.keyboard.press('Control+Enter');
  const row = page.getByRole('row').filter({ hasText: documento });
  await expect(row).toContainText('por confirmar con su abogado');
  await pressInMenu(row, 'Lo confirmó el abogado…');
  await page.getByLabel('Nombre del abogado').fill('Lic. Paz');
  await page.keyboard.press('Control+Enter');
  await expect(row).toContainText('Lic. Paz');
  await pressInMenu(row, 'Quitar…');
  await page.getByRole('button', { name: 'Eliminar' }).click();
  await expect(row).toHaveCount(0);
});

test('a lot’s packet is issued with what it lacks, downloaded again and found to be the same', async ({ page }) => {
  const { id } = await debtor(await apiOf(page));
  await signIn(page, 'administrador', `/gestion/${id}`);
  await page.getByRole('link', { name: 'Expediente', exact: true }).click();
  const requisitos = page.getByRole('table', { name: 'Requisitos del lote' });
  const antecedente = requisitos.getByRole('row').filter({ hasText: 'Antecedente registral' });
  await antecedente.getByRole('button', { name: /^Subir/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Subir' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toBeFocused();
  await page.locator('input[type=file]').setInputFiles(PDF);
  await page.getByRole('dialog').getByRole('button', { name: 'Subir' }).click();
  await expect(antecedente).toContainText('antecedente.pdf');
  await expectNoAxe(page);
  await page.getByRole('button', { name: /^Expedir (expediente|suplemento)/ }).click();
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText(
    'Acta de asamblea que fijó las cuotas',
  );
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Expedir', exact: true }).click();
  expect((await saved).suggestedFilename()).toMatch(/^(expediente|suplemento)_EJ-\d{5}_/);
  await expect(page.getByText(/^Se expidió EJ-/)).toBeVisible();
  const row = page.getByRole('table', { name: 'Expedientes de cobranza' }).getByRole('row').nth(1);
  await pressInMenu(row, 'Verificar');
  await expect(page.getByText(/es el que se expidió/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Expedir suplemento' })).toBeDisabled();
});

test('whoever audits reads the list and opens none', async ({ page }) => {
  await signIn(page, 'consultor', '/reportes/expedientes');
  await expect(page.getByRole('heading', { name: 'Expedientes de cobranza' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Descargar EJ-/ })).toHaveCount(0);
  await expectNoAxe(page);
});
