/** Issuer, tax data with card and constancia, certificate and treatment, as their screens do them. */
import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

const LIST = '/operaciones/datos-fiscales';

test('tax data: required fields, a card that is masked, a constancia that is a PDF', async ({ page }) => {
  await signIn(page, 'cobranza', LIST);
  for (const header of ['Razón social', 'RFC', 'Lote']) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  await page.getByRole('searchbox').fill('M01-L01');
  await page
    .getByRole('link', { name: /^Editar / })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Editar dato fiscal' })).toBeVisible();
  await expectNoAxe(page);

  // The card: what is missing, what has no form, and then only its last digits.
  const shown = page.getByRole('textbox', { name: 'Tarjeta', exact: true });
  await page.getByRole('button', { name: /^(Cambiar la|Capturar una) tarjeta$/ }).click();
  const modal = page.getByRole('dialog', { name: 'Tarjeta' });
  const accept = modal.getByRole('button', { name: 'Aceptar' });
  await modal.getByLabel('Nombre completo').fill('');
  await accept.click();
  await expect(modal.getByRole('alert')).toContainText('Todos los campos son requeridos');
  await expect(shown).toHaveValue('');
  await modal.getByLabel('Nombre completo').fill('Ana Peña');
  await modal.getByLabel('Número de tarjeta').fill('40128888888818');
  await expect(modal.getByLabel('Número de tarjeta')).toHaveValue('4012-8888-8888-18');
  await modal.getByLabel('F.V').fill('1230');
  await modal.getByLabel('CVV').fill('123');
  for (const [label, option] of [
    ['Banco', /./],
    ['Tarjeta', 'Visa/Mastercard'],
    ['Tipo de tarjeta', 'Débito'],
  ] as const) {
    await modal.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option }).first().click();
  }
  await accept.click();
  await expect(modal.getByRole('alert')).toContainText('Error en el número de tarjeta formato inválido');
  await expectNoAxe(page);
  await modal.getByLabel('Número de tarjeta').fill('4012888888881881');
  await accept.click();
  await expect(shown).toHaveValue('**** 1881');

  await page.getByRole('textbox', { name: 'RFC' }).fill('pepj800101ab');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'Revise un campo' });
  await expect(summary).toContainText('El RFC no es válido');
  await page.getByRole('textbox', { name: 'RFC' }).fill('pepj800101ab1');
  await expect(page.getByRole('textbox', { name: 'RFC' })).toHaveValue('PEPJ800101AB1');

  // The constancia is sent by itself, before or after the rest.
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(page.getByText('Archivo inválido. Solo archivo en formato PDF permitido')).toBeVisible();
  await file.setInputFiles({ name: 'csf.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') });
  await page.getByRole('button', { name: 'Subir', exact: true }).click();
  await expect(page.getByText('Archivo subido correctamente')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Ver csf.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('csf.pdf');

  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page).toHaveURL(LIST);
  await expect(page.getByRole('cell', { name: 'PEPJ800101AB1' })).toBeVisible();
});

test('the issuer is checked as the tax authority would, saved, and stays on its screen', async ({ page }) => {
  await signIn(page, 'administrador', '/admin');
  await page.getByRole('main').getByRole('link', { name: 'Emisor de factura' }).click();
  const name = page.getByRole('textbox', { name: 'Compañía' });
  const before = await name.inputValue();
  await name.fill('Los Encinos, A.C.');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise un campo' })).toContainText(
    'sin el régimen de capital',
  );
  await name.fill(before);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page).toHaveURL('/admin/emisor');
  await expectNoAxe(page);
});

test('certificate, provider, series and treatment stand on one screen of role A', async ({ page }) => {
  await signIn(page, 'director', '/admin');
  await page.getByRole('main').getByRole('link', { name: 'Certificado y timbrado' }).click();
  await expect(page.getByText('De prueba, sin validez fiscal')).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Cargar certificado' }).click();
  const modal = page.getByRole('dialog', { name: 'Cargar certificado' });
  for (const [label, file] of [
    ['Certificado (.cer)', 'sello.cer'],
    ['Llave privada (.key)', 'sello.key'],
  ] as const) {
    const chooser = page.waitForEvent('filechooser');
    await modal.getByLabel(label, { exact: false }).click();
    await (await chooser).setFiles({ name: file, mimeType: '', buffer: Buffer.from('nada') });
  }
  await modal.getByLabel('Contraseña de la llave').first().fill('12345678a');
  await modal.getByRole('button', { name: 'Cargar', exact: true }).click();
  await expect(modal.getByRole('alert')).toContainText('no es un certificado del SAT');
  await modal.getByRole('button', { name: 'Cancelar' }).click();

  await page.getByRole('button', { name: 'Confirmar o cambiar Sanción' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();

  await page.getByRole('button', { name: 'Probar cuenta y firma' }).click();
  await expect(page.getByText('El proveedor aceptó la cuenta y la firma de')).toBeVisible();

  // A real provider asks for its account, and takes no test certificate.
  await page.getByRole('combobox', { name: 'Proveedor' }).click();
  await page.getByRole('option', { name: 'SW Sapien, producción' }).click();
  await page.getByRole('textbox', { name: 'Usuario' }).fill('cuenta');
  await page.getByLabel('Contraseña').first().fill('clave');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('El certificado en uso es de prueba')).toBeVisible();
});
