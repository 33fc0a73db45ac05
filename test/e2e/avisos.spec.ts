/** CLABEs of lots and what a provider tells: a range, all lots, a release, and a made-up transfer that finds its lot. */
import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

test('a lot gets its CLABE, and what is sent to it is applied by itself', async ({ page }) => {
  await signIn(page, 'director', '/cobranza/bancos');
  await page
    .getByRole('button', { name: /Más acciones de/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'CLABE de los lotes' }).click();
  await expect(page.getByText('La cuenta no tiene CLABE para sus lotes')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Asignar a todos los lotes' })).toBeDisabled();

  await page.getByRole('button', { name: 'Agregar CLABE' }).click();
  const adding = page.getByRole('dialog', { name: 'Agregar CLABE' });
  await adding.getByLabel('O las CLABE, una por renglón').fill('646180110400000011');
  await adding.getByRole('button', { name: 'Aceptar' }).click();
  await expect(adding).toContainText('no es una CLABE: son 18 dígitos y el último los verifica');
  await adding.getByLabel('O las CLABE, una por renglón').fill('');
  await adding.getByLabel('Prefijo del rango').fill('6461801104');
  await adding.getByLabel('Cuántas').fill('2000');
  await adding.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('Se agregaron 2,000 CLABE')).toBeVisible();
  await page.getByRole('button', { name: 'Asignar a todos los lotes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Asignar' }).click();
  await expect(page.getByText(/Se asignaron [\d,]+ CLABE/)).toBeVisible();
  await expectNoAxe(page);

  const row = page.getByRole('row').filter({ hasText: 'en uso' }).nth(1);
  const clabe = (await row.getByRole('cell').first().innerText()).trim();
  const other = page.getByRole('row').filter({ hasText: 'en uso' }).first();
  await other.getByRole('button', { name: /Liberar la CLABE de/ }).click();
  const releasing = page.getByRole('dialog', { name: /Liberar la CLABE de/ });
  await releasing.getByLabel('Razón').fill('Cambió de dueño');
  await releasing.getByRole('button', { name: 'Liberar' }).click();
  await expect(page.getByText('La CLABE se liberó')).toBeVisible();

  await page.goto(page.url().replace(/clabes.*$/, 'avisos'));
  await expect(page.getByText('Todavía no llega ningún aviso')).toBeVisible();
  await page.getByRole('combobox', { name: 'Quién avisa' }).click();
  await page.getByRole('option', { name: 'Fintoc' }).click();
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Escriba la llave secreta de esta cuenta' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Quién avisa' }).click();
  await page.getByRole('option', { name: 'Simulador' }).click();
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await page.getByRole('button', { name: 'Probar la conexión' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'El simulador responde' })).toBeVisible();
  await expectNoAxe(page);
  await page.getByLabel('CLABE de un lote').fill(clabe);
  await page.getByLabel('Importe').fill('1234.56');
  await page.getByRole('button', { name: 'Simular' }).click();
  await expect(page.getByText('El simulador avisó')).toBeVisible();
  await expect(page.getByRole('cell', { name: clabe })).toBeVisible();

  await page.goto('/cobranza/depositos?situacion=aplicado');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('list', { name: 'Depósitos' })).toContainText('DEPOSITO SIMULADO', { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
});
