/** What went out of the accounts in the browser: by keyboard, looked at by who audits, and what bank and register agree on. */
import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

test('a line that went out is classified by keyboard, found again and undone', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/egresos');
  const list = page.getByRole('list', { name: 'Salidas' });
  const panel = page.getByRole('region', { name: 'Salida' });
  await expect(list.getByRole('button').first()).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('searchbox', { name: 'Buscar egresos' }).fill('COMISION POR SERVICIO');
  await expect(list.getByRole('button').filter({ hasNotText: 'COMISION POR SERVICIO' })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Buscar egresos' }).blur();
  const waiting = await list.getByRole('button').count();
  await expect(panel.getByRole('combobox', { name: 'Qué es' })).toHaveValue('Comisión del banco');
  await expect(panel.getByRole('combobox', { name: 'En qué se gastó' })).toHaveValue('Comisiones bancarias');
  await expect(panel.getByRole('button', { name: 'Clasificar' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Salida clasificada')).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(waiting - 1);

  await page.getByRole('button', { name: /^Situación/ }).click();
  await page.getByRole('menuitemradio', { name: 'Clasificadas' }).click();
  await expect(panel.getByText('Comisión del banco, Comisiones bancarias')).toBeVisible();
  await panel.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByRole('textbox', { name: 'Razón' }).fill('No era');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('La salida vuelve a las que esperan')).toBeVisible();
});

test('who audits sees what went out, the reconciliation and the budget, and decides nothing', async ({ page }) => {
  await signIn(page, 'consultor', '/reportes/egresos?situacion=todas');
  await expect(page.getByRole('region', { name: 'Salida' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
  await page.goto('/reportes/conciliacion-bancaria');
  await expect(page.getByText('Según el registro')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dar por conciliado' })).toHaveCount(0);
  await expectNoAxe(page);
  await page.goto('/reportes/presupuesto');
  await expect(page.getByRole('cell', { name: 'Seguridad y vigilancia' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cambiar' })).toHaveCount(0);
  await expectNoAxe(page);
});
