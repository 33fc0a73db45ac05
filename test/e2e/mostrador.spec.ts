/** The desk as its cashier uses it: defaults of the moment, change, and payments found by what is known of them. */
import { apiOf, expect, expectNoAxe, openPalette, signIn, test } from './fixtures.ts';

interface Debtor {
  id: number;
  referencia: string;
}

/** A lot that owes months; other tests pay for those of the first blocks. */
async function debtor(api: Awaited<ReturnType<typeof apiOf>>, skip: number): Promise<Debtor> {
  let left = skip;
  for (const block of ['M12', 'M11', 'M10', 'M09', 'M08', 'M07', 'M06', 'M05', 'M04']) {
    const lotes = (await api(`/lote/get-lote-referencia-lote?q=${block}`)) as { id: number }[];
    for (const { id } of lotes) {
      const lote = (await api(`/lote/get-for-sancion/${id}`)) as Debtor & { deuda_mantenimiento: number };
      if (lote.deuda_mantenimiento > 0 && left-- === 0) return { id, referencia: lote.referencia };
    }
  }
  throw new Error('the demo has no such lot');
}

test('from the palette to the printed receipt, by fifteen keys at most', async ({ page }) => {
  const api = await apiOf(page);
  const { referencia } = await debtor(api, 0);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await signIn(page, 'cobranza');
  await openPalette(page);
  await page.keyboard.type(referencia);
  await expect(page.getByRole('option', { name: new RegExp(`^Pagar ${referencia}`) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // Cash at the desk is offered to who has taken nothing yet, and has no account.
  await expect(page.getByRole('combobox', { name: 'Método pago' })).toHaveValue('Efectivo - Oficina');
  await expect(page.getByRole('button', { name: 'Pagar', exact: true })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Pago registrado')).toBeVisible();
  await expect(page.getByRole('article').getByText(/^Recibido \$/)).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.locator('html')).toHaveAttribute('data-printed', '');
  const keys = ['Ctrl+K', ...referencia, 'ArrowDown', 'Enter', 'Ctrl+Enter', 'p'];
  expect(keys.length).toBeLessThanOrEqual(15);
});

test('cash tells its change, the button its amount, and both stay in view whatever is owed', async ({ page }) => {
  const api = await apiOf(page);
  const { id } = await debtor(api, 1);
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
  await recibido.fill('99999');
  await recibido.press('Tab');
  await expect(page.getByText('Cambio', { exact: true })).toBeVisible();
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('textbox', { name: 'Monto a saldar' }).fill('100');
  await page.getByRole('textbox', { name: 'Monto a saldar' }).press('Tab');
  await pay.click();
  await expect(page.getByText('Cambio de $99,999.00')).toBeVisible();
  await expect(page.getByText('$99,899.00')).toBeVisible();
});

test('the method that was taken last is offered first the next time', async ({ page }) => {
  const api = await apiOf(page);
  const [first, second] = [await debtor(api, 2), await debtor(api, 3)];
  await signIn(page, 'cobranza', `/mantenimiento/pagar/lote/${first.id}`);
  const method = page.getByRole('combobox', { name: 'Método pago' });
  await method.fill('transferencia');
  await method.press('Enter');
  await page.getByRole('textbox', { name: 'No. cuenta' }).fill('1234');
  await page.getByRole('textbox', { name: 'Monto a saldar' }).fill('50');
  await page.getByRole('textbox', { name: 'Observación' }).fill('SPEI 7700123');
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(page.getByText('Pago registrado')).toBeVisible();
  await page.goto(`/mantenimiento/pagar/lote/${second.id}`);
  await expect(method).toHaveValue('Transferencia');
  await expect(page.getByRole('textbox', { name: 'Recibido' })).toHaveCount(0);

  // And is found again by its reference, of whatever lot it is.
  await page.goto('/cobranza/pagos');
  await expect(page.getByText('Escriba lo que sabe del pago')).toBeVisible();
  await page.getByRole('searchbox').fill('7700123 50 transferencia');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: first.referencia })).toContainText('$50.00');
  await expectNoAxe(page);
  await page.getByRole('searchbox').fill('7700123 51');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ningún pago tiene todo lo que escribió')).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('7700123');
  await expect(page.getByRole('option', { name: /Recibo \d+ · \$50\.00/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toContainText('SPEI 7700123');
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
  await side.getByRole('button', { name: 'Plegar el menú' }).click();
  expect(await width()).toBe(56);
});
