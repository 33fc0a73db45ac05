/** The receipt: the result of a payment, the view of a past one, and what is printed of both. */
import type { Page } from '@playwright/test';
import type { ReciboImpreso } from '#documents/recibo-impreso.ts';
import { api, apiOf, expect, expectNoAxe, owingCentavos, signIn, test, unique } from './fixtures.ts';

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });
const pesos = (amount: number): string => `$${money.format(amount)}`;

/** Counts what the page sends to the printer, which there is none of. */
async function countPrints(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { prints: number };
    counted.prints = 0;
    window.print = () => {
      counted.prints += 1;
    };
  });
  return () => page.evaluate(() => (window as unknown as { prints: number }).prints);
}

test('whoever pays has a receipt that says what the ledger has, and one key prints it', async ({ page }) => {
  const prints = await countPrints(page);
  await signIn(page, 'cobranza');
  const lote = await owingCentavos(await apiOf(page));
  await page.goto(`/mantenimiento/pagar/lote/${lote.id}`);
  await page.getByRole('textbox', { name: 'No. cuenta' }).fill('1234');
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();

  const recibo = page.getByRole('article', { name: /^Recibo \d+$/ });
  await expect(recibo.getByRole('table', { name: 'A qué se aplicó' })).toBeVisible();
  const folio = Number((await recibo.getAttribute('aria-label'))?.replace(/\D/g, ''));
  const { data } = await api<{ data: ReciboImpreso }>(page, 'get', `/recibo/get/${folio}`);
  expect(data.fondo).toBeGreaterThan(0);
  await expect(recibo).toContainText(`Recibido ${pesos(data.recibido)}`);
  await expect(recibo).toContainText(data.lote.referencia);
  expect(data.lote.id).toBe(lote.id);
  for (const text of [data.asociado || 'Sin asociado', data.metodo, data.caja, String(folio), data.usuario]) {
    await expect(recibo).toContainText(text);
  }
  const rows = recibo.getByRole('row');
  for (const { concepto, monto } of data.renglones) {
    await expect(rows.filter({ hasText: concepto }).filter({ hasText: pesos(monto) })).not.toHaveCount(0);
  }
  await expect(rows.filter({ hasText: 'A saldo a favor' })).toContainText(pesos(data.fondo));
  await expect(rows.filter({ hasText: 'Saldo a favor hoy' })).toContainText(pesos(data.saldoAFavor));
  await expect(page.getByText('Diferencia con el libro')).toHaveCount(0);

  // The invoice is folded beneath.
  await expect(page.getByText('Se ha generado la factura con éxito')).toBeVisible();
  await expect(page.getByText('PESOS', { exact: false })).toBeHidden();
  await page.getByText(/^Factura A-\d+ ·/).click();
  await expect(page.getByText(/PESOS \d\d\/100 M\.N\./)).toBeVisible();
  await expectNoAxe(page);

  await page.keyboard.press('p');
  expect(await prints()).toBe(1);
  await recibo.getByRole('button', { name: 'Imprimir' }).click();
  expect(await prints()).toBe(2);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect(help.getByText('Imprimir el recibo')).toBeVisible();
  await page.keyboard.press('Escape');

  // On paper there is the receipt and nothing else.
  await page.emulateMedia({ media: 'print' });
  await expect(recibo.getByRole('table', { name: 'A qué se aplicó' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Se ha generado la factura con éxito')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(recibo.getByText('Los Encinos', { exact: true })).toBeVisible();
  // A group of foot rows would stand at the foot of every page.
  await expect(recibo.locator('tfoot')).toHaveCSS('display', 'table-row-group');
  await page.emulateMedia({ media: 'screen' });

  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Ir a cualquier parte' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Later it is found among the payments of the lot.
  await page.goto(`/pagos/${lote.id}`);
  await page
    .getByRole('link', { name: new RegExp(`^Ver recibo ${folio}:`) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `Recibo ${folio}` })).toBeVisible();
  await expect(page.getByRole('article')).toContainText(`Recibido ${pesos(data.recibido)}`);
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page, ['color-contrast']);
});

/** A receipt with an invoice, and one of the same lot of the demo without. */
async function receiptsOf(page: Page) {
  for (const { id } of await api<{ id: number }[]>(page, 'get', '/lote/get-lote-referencia-lote?q=M0')) {
    const { data } = await api<{
      data: { data: { misPagosResponseList: { reciboId: number; facturaId: number | null; status: string }[] } };
    }>(page, 'get', `/residente/get/pagos/${id}`);
    const pagos = data.data.misPagosResponseList.filter(({ status }) => status === 'recibido');
    const invoiced = pagos.find(({ facturaId }) => facturaId !== null);
    const bare = pagos.find(
      ({ reciboId }) => !pagos.some((one) => one.reciboId === reciboId && one.facturaId !== null),
    );
    if (invoiced && bare) return { invoiced, bare };
  }
  throw new Error('the demo has no such lot');
}

test('the invoice of a receipt goes by mail from its page, and a receipt without one offers none', async ({ page }) => {
  await signIn(page, 'director');
  const { invoiced, bare } = await receiptsOf(page);
  await page.goto(`/recibo/${invoiced.reciboId}`);
  const send = page.getByRole('button', { name: /^Enviar por correo: factura A-\d+$/ });
  await send.click();
  const dialog = page.getByRole('dialog', { name: 'Enviar por correo electrónico' });
  const additional = dialog.getByRole('textbox', { name: 'Adicional' });
  await expect(additional).toBeFocused();
  await additional.fill('no es un correo');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText('Email Inválido').first()).toBeVisible();
  const to = `${unique()}@ejemplo.mx`;
  await additional.fill(to);
  await expectNoAxe(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Se ha enviado el correo electrónico satisfactoriamente')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(send).toBeFocused();
  await page.goto('/admin/correos');
  await expect(page.getByRole('row').filter({ hasText: to })).toHaveCount(1);
  await page.goto(`/recibo/${bare.reciboId}`);
  await expect(page.getByRole('article', { name: /^Recibo/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Enviar por correo/ })).toHaveCount(0);
});

test('a cancelled receipt says so first, on screen and in its note', async ({ page }) => {
  await signIn(page, 'cobranza');
  const lotes = await api<{ id: number }[]>(page, 'get', '/lote/get-lote-referencia-lote?q=M0');
  await page.route('**/api/v1/recibo/get/*', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    const gone = { status: 'cancelado', razon: 'Cheque sin fondos', fechaCancelado: '2026-11-20' };
    json.data.renglones = json.data.renglones.map((renglon: object) => ({ ...renglon, ...gone }));
    json.data.fondoCancelado = true;
    await route.fulfill({ json });
  });
  const { data } = await api<{ data: { data: { misPagosResponseList: { reciboId: number | null }[] } } }>(
    page,
    'get',
    `/residente/get/pagos/${lotes[0]?.id}`,
  );
  const folio = data.data.misPagosResponseList.find(({ reciboId }) => reciboId !== null)?.reciboId;
  await page.goto(`/recibo/${folio}`);
  await expect(page.getByText('RECIBO CANCELADO el 20-11-2026: Cheque sin fondos')).toBeVisible();
  await expect(page.locator('tr[data-cancelado]').first()).toBeVisible();
  await expectNoAxe(page);
});
