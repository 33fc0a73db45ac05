/** What a community chooses for whom it invoices, and a month's invoices for its accountant. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { dayFromNow } from '../day.ts';
import { api, expect, expectNoAxe, pressInMenu, signIn, test } from './fixtures.ts';

test('what lots without tax data get is chosen, with what it costs in stamps', async ({ page }) => {
  await signIn(page, 'director', '/admin/receptor-datos-fiscales');
  const choice = page.getByRole('combobox', { name: 'Pagos de lotes sin datos fiscales' });
  await expect(choice).not.toHaveValue('');
  const before = await choice.inputValue();
  await expect(
    page.getByText(/^Con una por pago, el mes pasado habrían sido .* Confirme con su contador$/),
  ).toBeVisible();
  await choice.click();
  const other = page.getByRole('option').filter({ hasNotText: before });
  await expect(other).toHaveCount(1);
  const named = (await other.textContent()) ?? '';
  await other.click();
  await expect(choice).toHaveValue(named);
  await expectNoAxe(page);
  // The others' payments are invoiced meanwhile: what is sent is looked at, and not kept.
  const sent: { sinDatos?: string }[] = [];
  await page.route('**/api/v1/receptordatosfiscales/save', async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json: { success: true, message: 'Acción exitosa' } });
  });
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  expect(sent).toMatchObject([{ sinDatos: 'global' }]);
  await page.unroute('**/api/v1/receptordatosfiscales/save');

  // As it was, for good.
  await page.reload();
  await expect(choice).toHaveValue(before);
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
});

test('fees that need no invoice get a receipt alone, once an accountant has said so', async ({ page }) => {
  await signIn(page, 'director', '/admin/timbrado');
  await page.getByRole('button', { name: 'Sólo recibo…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sólo recibo, sin factura' });
  await expect(dialog.getByText(/confirme con su contador/)).toBeVisible();
  await expectNoAxe(page);
  const sent: { tipos: string[]; confirmado: boolean }[] = [];
  await page.route('**/api/v1/tratamientofiscal/solorecibo', async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json: { success: true, message: 'Acción exitosa' } });
  });
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  // Not before it is confirmed.
  await expect(dialog.getByRole('alert').filter({ hasText: 'Revise' })).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'Lo confirmé con mi contador' }).check();
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(dialog).toHaveCount(0);
  expect(sent[0]?.confirmado).toBe(true);
  // What members pay as members is offered; fines and late interest are not.
  expect(sent[0]?.tipos).toContain('mantenimiento');
  expect(sent[0]?.tipos).not.toContain('sancion');
  expect(sent[0]?.tipos).not.toContain('interes');
});

test("a month's invoices arrive as one file, named by it", async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'director', '/cobranza/facturas');
  const [year, mes] = dayFromNow().split('-');
  // One at least, whoever ran before.
  const free = await api<{ id: number }[]>(page, 'get', `/factura/porglobal/${mes}/${year}`);
  if (free[0]) {
    const pagos = [free[0].id];
    await api(page, 'post', '/factura/global', { year: Number(year), mes: Number(mes), pagos });
  }
  await page.getByRole('button', { name: 'Descargar un mes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Descargar un mes' });
  await expectNoAxe(page);
  const [zip] = await Promise.all([
    page.waitForEvent('download', { timeout: 90_000 }),
    dialog.getByRole('button', { name: 'Descargar' }).click(),
  ]);
  expect(zip.suggestedFilename()).toMatch(new RegExp(`^facturas_.*_${year}-${mes}\\.zip$`));
  const names = Object.keys(unzipSync(await readFile(await zip.path())));
  expect(names.filter((name) => name.endsWith('.xml')).length).toBeGreaterThan(0);
  expect(names.filter((name) => name.endsWith('.pdf')).length).toBeGreaterThan(0);
  await expect(dialog).toHaveCount(0);
});

/** A lot with a receipt of one payment, which stands on an invoice. */
async function soleInvoicedPayment(page: Page): Promise<{ id: number; folio: string }> {
  interface Pago {
    reciboId: number | null;
    facturaId: number | null;
    folioFactura: string;
    status: string;
  }
  const lotes = await api<{ id: number }[]>(page, 'get', '/lote/get-lote-referencia-lote?q=M0');
  for (const { id } of lotes) {
    const { data } = await api<{ data: { data: { misPagosResponseList: Pago[] } } }>(
      page,
      'get',
      `/residente/get/pagos/${id}`,
    );
    const pagos = data.data.misPagosResponseList;
    const sole = pagos.find(
      ({ reciboId, facturaId, status }) =>
        facturaId !== null && status === 'recibido' && pagos.filter((pago) => pago.reciboId === reciboId).length === 1,
    );
    if (sole) return { id, folio: sole.folioFactura };
  }
  throw new Error('the demo has no such payment');
}

test('whoever cancels a payment is told before what else falls with its invoice', async ({ page }) => {
  await signIn(page, 'director');
  const { id, folio } = await soleInvoicedPayment(page);
  const reach = { folio: 'A-900', tipo: 'global', pagos: 25, total: 25_000 };
  await page.route('**/api/v1/factura/alcance/*', (route) => route.fulfill({ json: { success: true, data: reach } }));
  await page.goto(`/pagos/${id}?tam=All`);
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: folio, exact: true }) });
  await pressInMenu(row.first(), 'Cancelar pago');
  const dialog = page.getByRole('dialog', { name: 'Cancelar pago' });
  await expect(
    dialog.getByText(
      /^Se cancela toda la factura global A-900: 25 pagos por \$25,000\.00\. Los pagos que siguen en pie/,
    ),
  ).toBeVisible();
  await expectNoAxe(page);
});
