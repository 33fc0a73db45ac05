/** The desk as its cashier uses it: defaults of the moment, change, and the way there. */
import { apiOf, debtor, expect, expectNoAxe, openPalette, signIn, test } from './fixtures.ts';

test('the palette leads straight to paying the one lot that is meant, where cash is offered and needs no account', async ({
  page,
}) => {
  const { referencia } = await debtor(await apiOf(page));
  await signIn(page, 'cobranza', '/');
  await openPalette(page);
  await page.keyboard.type(referencia);
  await expect(page.getByRole('option', { name: new RegExp(`^Pagar ${referencia}`) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Método pago' })).toHaveValue('Efectivo - Oficina');
  await expect(page.getByRole('button', { name: 'Pagar', exact: true })).toBeEnabled();

  // Why it is owed, from whatever screen: the figures of the lot come next after its title.
  await openPalette(page);
  await page.keyboard.type(`deudas ${referencia}`);
  await expect(page.getByRole('option', { name: new RegExp(`^Deudas de ${referencia}`) })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Deudas' })).toBeFocused();
  // The total is the first of them, or the second where interest is owed.
  await expect(page.getByRole('main').locator('dt').getByText('Deuda total', { exact: true })).toBeVisible();
  const term = () => page.evaluate(() => document.activeElement?.closest('div')?.querySelector('dt')?.textContent);
  await page.keyboard.press('Tab');
  if ((await term()) !== 'Deuda total') await page.keyboard.press('Tab');
  expect(await term()).toBe('Deuda total');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Deuda total' })).toBeVisible();
});

test('cash tells its change, the button its amount, and both stay in view whatever is owed', async ({ page }) => {
  const api = await apiOf(page);
  const { id } = await debtor(api);
  await signIn(page, 'cobranza', `/mantenimiento/pagar/lote/${id}`);
  const pay = page.getByRole('button', { name: 'Pagar', exact: true });
  await expect(pay).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Total a pagar')).toBeInViewport({ ratio: 1 });
  const monto = await page.getByRole('textbox', { name: 'Monto a saldar' }).inputValue();
  await expect(pay).toContainText(monto);
  const recibido = page.getByRole('textbox', { name: 'Recibido' });
  await recibido.fill('1');
  await recibido.press('Tab');
  await expect(page.getByText('Falta', { exact: true })).toBeVisible();
  // Too little pays nothing, by Enter neither.
  await expect(pay).toBeDisabled();
  await expect(page.getByText(/^De lo recibido faltan \$[\d,.]+: corrija lo recibido o baje el monto$/)).toBeVisible();
  await recibido.fill('99999');
  await recibido.press('Tab');
  await expect(page.getByText('Cambio', { exact: true })).toBeVisible();
  // What is told beside a field stands level with it, and nothing is cut or broken.
  const change = page.locator('output').filter({ hasText: '$' });
  const [a, b] = [await change.boundingBox(), await recibido.boundingBox()];
  expect(Math.abs((a?.y ?? 0) - (b?.y ?? 99))).toBeLessThan(1);
  const caja = page.getByRole('combobox', { name: 'Caja' });
  await expect(caja).toHaveValue('Cuotas de mantenimiento');
  for (const field of [caja, page.getByRole('textbox', { name: 'Fecha pago' })])
    expect(await field.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true);
  const desde = await page.getByText('Desde', { exact: true }).locator('xpath=following-sibling::b').boundingBox();
  expect(desde?.height).toBeLessThan(40);
  await expect(pay.locator('kbd')).toHaveText('Ctrl ↵');
  await expect(pay).toBeEnabled();
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
});

test('the rail opens over the page, folds again, and stays open for whoever wants it so', async ({ page }) => {
  await signIn(page, 'director', '/catalogos/banco');
  const side = page.getByRole('navigation', { name: 'Menú lateral' });
  const width = async () => (await side.boundingBox())?.width ?? 0;
  const main = async () => (await page.getByRole('main').boundingBox())?.width ?? 0;
  expect(await width()).toBe(56);
  const before = await main();
  await side.getByRole('button', { name: 'Cobranza' }).click();
  await expect(side.getByRole('link', { name: 'Facturas' })).toBeVisible();
  expect(await main()).toBe(before);
  await expectNoAxe(page);
  await page.keyboard.press('Escape');
  await expect(side.getByRole('link', { name: 'Facturas' })).toHaveCount(0);
  await side.getByRole('button', { name: 'Fijar el menú' }).click();
  await page.reload();
  await expect(side.getByRole('link', { name: 'Bancos' })).toBeVisible();
  expect(await width()).toBe(240);
  // Where a table would be left too little, it is a rail for everybody, and what was chosen is kept.
  await page.setViewportSize({ width: 1024, height: 800 });
  expect(await width()).toBe(56);
  expect(await main()).toBeGreaterThanOrEqual(960);
  await expect(side.getByRole('button', { name: /el menú$/ })).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await width()).toBe(240);
  await side.getByRole('button', { name: 'Plegar el menú' }).click();
  expect(await width()).toBe(56);
});

test('Ctrl+Enter pays wherever the focus is, and what was gone to before tells no debt of before', async ({ page }) => {
  await signIn(page, 'cobranza', '/');
  const api = await apiOf(page, 'cobranza');
  const lotes: { id_lote: number; referencia: string; status: string; paga_mtto: boolean; deuda: number }[] =
    await api('/search/get/M0/Referencia');
  const [lote] = lotes
    .filter((one) => one.status === 'entregado' && one.paga_mtto && one.deuda > 0)
    .sort((a, b) => a.deuda - b.deuda);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`pagar ${lote?.referencia}`);
  await expect(page.getByRole('option', { name: `Pagar ${lote?.referencia}` })).toContainText('Debe $');
  await page.keyboard.press('Enter');
  const pay = page.getByRole('button', { name: 'Pagar', exact: true });
  await expect(pay).toBeEnabled();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Pago registrado')).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await expect(palette.getByRole('option').first()).toBeVisible();
  await expect(palette.getByRole('option', { name: `Pagar ${lote?.referencia}` })).toHaveCount(0);
  await expect(palette.getByText(/^Debe \$/)).toHaveCount(0);
});
