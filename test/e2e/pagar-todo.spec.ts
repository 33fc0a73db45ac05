/** All that a lot owes on one screen: chosen and paid by the keys, by one receipt. */
import type { Page } from '@playwright/test';
import { dayFromNow } from '../day.ts';
import { type Api, apiOf, deliveredLot, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

const fresh = (mark: string): string => `${mark}${unique().slice(-5)}`.toUpperCase();

/** A lot of the test's own: two months with late interest, a fine, another fee and a project's fee. */
async function owing(page: Page) {
  const api = await apiOf(page);
  const [[tipoMulta], [tipoCuota]] = await Promise.all([api('/tipomulta/all'), api('/tipocuota/all-active')]);
  const referencia = fresh('TD');
  const { id } = await deliveredLot(api, {
    ...{ referencia, name: 'Amalia Robles', calle: 'Roble', fechaEntrega: dayFromNow(-250) },
  });
  const range = [-100, -70].map((days) => `${dayFromNow(days).slice(0, 7)}-01`);
  await api('/lote/generarmantenimientospersonalizado', { id, range });
  await api('/lote/generarinteresesmoratorios', {});
  const common = { id: '', loteTransient: { id }, observacion: '' };
  const multa = await api('/multa/save', {
    ...common,
    ...{ tipoMulta: { id: tipoMulta.id }, folio: fresh('F'), costo: 850.25, url: '', fileName: '' },
  });
  await api('/cuota/save', { ...common, tipoCuota: { id: tipoCuota.id }, costo: 400 });
  await api('/cargocuotainicialproyecto/save', { id: '', lote: { id }, monto: 200 });
  const codigo = fresh('CT');
  await api('/codigoautorizacion/save', { id: '', codigo, cantidad: 2 });
  return { id, referencia, codigo, api, multa: multa.id as number };
}

const total = (page: Page) => page.locator('[data-total] dd');
const line = (page: Page, name: RegExp) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

/** Lots of the demo that owe nothing but a fee of this test's, and nothing again once that is paid; not the first, which others use. */
async function withFee(api: Api, count: number): Promise<string[]> {
  const [tipoCuota] = await api('/tipocuota/all-active');
  const all: { id_lote: number; referencia: string; status: string; deuda: number }[] =
    await api('/search/get/M0/Referencia');
  const chosen = all.filter(({ status, deuda }) => status === 'entregado' && deuda === 0).slice(5, 5 + count);
  for (const { id_lote: id } of chosen)
    await api('/cuota/save', {
      id: '',
      loteTransient: { id },
      observacion: '',
      tipoCuota: { id: tipoCuota.id },
      costo: 100,
    });
  return chosen.map(({ referencia }) => referencia);
}

test('ten lots in a row are found, paid and printed by the keys alone', async ({ page }) => {
  test.slow();
  const { referencia, id, api } = await owing(page);
  const others = await withFee(api, 9);
  expect(others).toHaveLength(9);
  await page.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset.printed = String(Number(dataset.printed ?? 0) + 1);
    };
  });
  await signIn(page, 'cobranza', '/');
  // Long enough for the overlay to be seen, which stays a moment after the answer.
  await page.route('**/recibo/pagartodo', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.fulfill({ response });
  });
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const print = async (printed: number) => {
    await press('p');
    await expect(page.locator('html')).toHaveAttribute('data-printed', String(printed));
  };
  /** From the palette to the result, opened by `opener`. */
  const charge = async (opener: string, lote: string) => {
    await press(opener);
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type(lote);
    keys += lote.length;
    await expect(page.getByRole('option', { name: new RegExp(`^Pagar todo de ${lote}`) })).toBeVisible();
    await press('ArrowDown');
    await press('ArrowDown');
    await press('Enter');
    await expect(page).toHaveURL(/\/pagar-todo\/\d+$/);
    await expect(page.getByRole('region', { name: `Lote ${lote}` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pagar', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('textbox', { name: 'Fecha pago' })).toBeFocused();
    await press('Control+Enter');
    await expect(page.getByText('Pago registrado')).toBeVisible({ timeout: 20_000 });
  };
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await charge('Control+k', referencia);
  const recibo = page.getByRole('article', { name: /^Recibo \d+$/ });
  await expect(recibo.getByRole('row', { name: /^Mantenimiento / })).toHaveCount(2);
  for (const concepto of ['Interés moratorio', 'Sanción', 'A saldo a favor']) {
    await expect(recibo.getByRole('row', { name: new RegExp(concepto) }).first()).toBeVisible();
  }
  await expect(recibo).not.toContainText('Diferencia con el libro');
  await print(1);
  // Docs tell it of a reference of seven letters: 13.
  expect(keys - referencia.length).toBe(6);
  expect(await api(`/lote/get-for-sancion/${id}`)).toMatchObject({ deuda: 0 });

  for (const [index, lote] of others.entries()) {
    await charge('n', lote);
    await print(index + 2);
  }
  expect(keys).toBeLessThanOrEqual(150);
});

test('what is chosen, how much of it and what a code takes off is told in figures before it is paid', async ({
  page,
}) => {
  const { id, codigo, api } = await owing(page);
  await signIn(page, 'cobranza', `/pagar-todo/${id}`);
  const fine = line(page, /^Sanción/);
  const months = page.getByRole('checkbox', { name: 'Pagar todo de Mantenimiento' });
  await expect(months).toBeChecked();
  await expectNoAxe(page);

  // Without the older month there is no later one; with the later one, the older too.
  const [first, second] = await page.getByRole('checkbox', { name: /^Pagar Mantenimiento \p{L}+ - \d{4}$/u }).all();
  await first?.click();
  await expect(second ?? months).not.toBeChecked();
  await second?.click();
  await expect(first ?? months).toBeChecked();
  await months.click();
  await page.getByRole('checkbox', { name: 'Pagar todo de Intereses moratorios' }).click();
  await expect(total(page)).toHaveText(/^\$1,450\.25/);

  const amount = page.getByRole('textbox', { name: /^A pagar de Sanción/ });
  await amount.fill('100.5');
  await amount.press('Tab');
  await expect(total(page)).toHaveText(/^\$700\.50/);
  await amount.fill('900');
  await amount.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toContainText('850.25');
  await amount.fill('');
  await amount.press('Tab');
  await expect(total(page)).toHaveText(/^\$1,450\.25/);

  await fine.getByRole('button', { name: / descuento a / }).click();
  const dialog = page.getByRole('dialog', { name: /^Descuento de Sanción/ });
  // Opened from a cell at whose right edge amounts stand, it reads from the left.
  await expect(dialog).toHaveCSS('text-align', 'start');
  const percent = dialog.getByRole('textbox', { name: 'Porcentaje a aplicar' });
  await expect(percent).toHaveAccessibleDescription(/^Sin descuento: quedan \$850\.25 por pagar$/);
  await percent.fill('50');
  await expect(percent).toHaveAccessibleDescription('Se descuentan $425.13 y quedan $425.12 por pagar');
  await dialog.getByRole('textbox', { name: 'Código de autorización' }).fill(codigo);
  await dialog.getByRole('button', { name: 'Aplicar' }).click();
  await expect(total(page)).toHaveText(/^\$1,025\.12/);
  await expect(dialog).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Monto a pagar' }).fill('500');
  await expect(page.getByText('Quedará debiendo')).toBeVisible();
  await expect(
    page
      .getByText('no alcanza')
      .or(page.getByText(/^alcanza \$/))
      .first(),
  ).toBeVisible();
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });

  // What was chosen outlives a reload; the code is asked for again.
  await page.reload();
  await expect(page.getByText('Se recuperó lo que había escrito')).toBeVisible();
  await expect(months).not.toBeChecked();
  await expect(fine).toContainText('Aplique de nuevo el descuento');
  await fine.getByRole('button', { name: / descuento a / }).click();
  await dialog.getByRole('textbox', { name: 'Código de autorización' }).fill(codigo);
  await dialog.getByRole('button', { name: 'Aplicar' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Monto a pagar' }).fill('1025.12');
  const pay = page.getByRole('button', { name: 'Pagar', exact: true });
  await expect(pay).toContainText('$1,025.12');
  await pay.dblclick();
  const recibo = page.getByRole('article', { name: /^Recibo \d+$/ });
  await expect(recibo).toContainText('Recibido $1,025.12', { timeout: 20_000 });
  const { data } = (await api(`/residente/get/pagos/${id}`)) as {
    data: { misPagosResponseList: { reciboId: number }[] };
  };
  expect(new Set(data.misPagosResponseList.map(({ reciboId }) => reciboId)).size).toBe(1);
});

test('a screen that is out of date is refused, and shows what is owed by then', async ({ page }) => {
  const { id, api, multa } = await owing(page);
  await signIn(page, 'cobranza', `/pagar-todo/${id}`);
  await expect(page.getByRole('button', { name: 'Pagar', exact: true })).toBeEnabled();
  const [[caja], [metodo]] = await Promise.all([api('/caja/listactive'), api('/metodopago/all')]);
  await api('/pagosmultas/save', {
    ...{
      id: '',
      multaTransient: { id: multa },
      pagado: 50,
      applyDescuento: 0,
      autorizado: '',
      fecha_pago: dayFromNow(),
    },
    ...{ caja: { id: caja.id }, metodoPago: { id: metodo.id }, noCuenta: '1234', referencia: '' },
  });
  await page.getByRole('textbox', { name: 'No. cuenta' }).fill('1234');
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(page.getByText(/se deben \$800\.25 y la pantalla mostraba \$850\.25/)).toBeVisible();
  await expect(line(page, /^Sanción/)).toContainText('$800.25');
});

test('what is owed besides leads there from where it is told, and a lot that owes nothing says so', async ({
  page,
}) => {
  const { id, multa, api } = await owing(page);
  await signIn(page, 'cobranza', `/pagar-sancion/${multa}`);
  await page.getByRole('link', { name: 'Pagar todo en un recibo' }).click();
  await expect(page).toHaveURL(new RegExp(`/pagar-todo/${id}$`));
  for (const at of [`/deudas/${id}`, `/estado-cuenta/${id}`]) {
    await page.goto(at);
    const tabs = page.getByRole('navigation', { name: 'Pantallas del lote' });
    await tabs.getByRole('link', { name: 'Pagar todo', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Todo lo que debe el lote' })).toBeVisible();
  }
  const lotes = (await api('/lote/get-lote-referencia-lote?q=M0')) as { id: number }[];
  for (const lote of lotes) {
    const { deuda, status } = (await api(`/lote/get-for-sancion/${lote.id}`)) as { deuda: number; status: string };
    if (deuda > 0 || status !== 'entregado') continue;
    await page.goto(`/pagar-todo/${lote.id}`);
    await expect(page.getByText('El lote no debe nada')).toBeVisible();
    return;
  }
});
