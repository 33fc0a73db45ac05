/** A lot's payment reference in the browser: copied from its head, searched for, and read in a bank's file. */
import type { Page } from '@playwright/test';
import { book, choose } from './banco.ts';
import { apiOf, expect, expectNoAxe, openPalette, signIn, test } from './fixtures.ts';

/** A lot of the demo that pays maintenance, by the reference that its head says. */
async function debtor(page: Page) {
  const api = await apiOf(page, 'cobranza');
  const lotes: { id_lote: number; referencia: string; status: string; paga_mtto: boolean }[] =
    await api('/search/get/M0/Referencia');
  const lote = lotes.find(({ status, paga_mtto }) => status === 'entregado' && paga_mtto);
  return { id: lote?.id_lote ?? 0, referencia: lote?.referencia ?? '' };
}

/** The same reference with another last digit. */
const wrong = (referencia: string): string => `${referencia.slice(0, -1)}${(Number(referencia.at(-1)) + 1) % 10}`;

test('a payment reference is copied, finds its lot in Ctrl+K, and a wrong one in a bank’s file finds nothing', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id, referencia } = await debtor(page);
  await signIn(page, 'cobranza', `/deudas/${id}`);
  const head = page.getByRole('region', { name: `Lote ${referencia}` });
  await expect(head.getByText('Referencia de pago', { exact: true }).first()).toBeVisible();
  await head.getByRole('button', { name: /^Copiar referencia de pago \d{8}$/ }).click();
  await expect(page.getByText('Copiado')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^\d{8}$/);
  await expectNoAxe(page);

  await openPalette(page);
  await page.getByRole('combobox').fill(copied);
  await expect(page.getByRole('option', { name: referencia }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/cobranza/importar-pagos');
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const fecha = `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
  const bank = copied.replace(/^0+/, '');
  const file = await book([
    [bank, 200_000.75, fecha],
    [wrong(bank), 150, fecha],
  ]);
  await choose(page, 'depositos.xlsx', file);
  await page.getByRole('button', { name: 'Importar XLS' }).click();
  const table = page.getByRole('table', { name: 'Depósitos del archivo' });
  await expect(table.getByRole('checkbox', { name: `Aplicar el depósito de ${bank}, fila 2` })).toBeChecked();
  const refused = table.getByRole('row').filter({ hasText: wrong(bank) });
  await expect(refused).toContainText(`La referencia ${wrong(bank)} tiene mal el dígito verificador`);
  await expect(refused.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Cantidad de registros a importar: 1')).toBeVisible();
});
