/** What a payment's date takes off, shown before it is made; the day that it is booked on; and the list of exceptions. */
import type { Page } from '@playwright/test';
import { addMonths, firstDayOf, lastDayOf, monthOf, monthTitle } from '../../src/core/period.ts';
import { formatFecha } from '../../src/ui/format.ts';
import { dayFromNow } from '../day.ts';
import { book, choose } from './banco.ts';
import { apiOf, deliveredLot, expect, expectNoAxe, firstOfMonth, signIn, test, unique } from './fixtures.ts';

const HOY = monthOf(dayFromNow());
const fresh = (prefix: string): string => `${prefix}${unique()}`.toUpperCase();

/** One month that comes to what the others would: of the demo's all before it are closed by and by. */
const ONE_MONTH = { meses: [-1], cuota: 7_500 };

/** A lot of this test's own that owes the three months before this one unless told, by a definition of its own. */
async function debtor(
  page: Page,
  { meses = [-3, -2, -1], cuota = 2_500 } = {},
): Promise<{ id: number; referencia: string }> {
  const api = await apiOf(page);
  const superficie = 1_000_000 + (Date.now() % 1_000_000_000);
  const nombre = fresh('Pronto ');
  await api('/reglas/save', { id: '', name: nombre, description: '', percentDiscount: 10 });
  const regla = (await api('/reglas/all')).find(({ name }: { name: string }) => name === nombre);
  await api('/mantenimiento/save', {
    ...{ id: '', name: fresh('Cuota '), cuota, description: '', diaCorte: 10, tipoLote: 'habitacional' },
    ...{ validoMetrosVivienda: superficie, reglasList: [{ id: regla.id }] },
  });
  const referencia = fresh('F');
  const lote = await deliveredLot(api, {
    ...{ referencia, name: fresh('Asociado '), calle: 'Calle Ñandú 14', lote: '2', superficie },
    fechaEntrega: firstOfMonth(4),
  });
  const range = meses.map((n) => firstOfMonth(-n));
  await api('/lote/generarmantenimientospersonalizado', { id: lote.id, range });
  return { id: lote.id, referencia };
}

const pagar = (page: Page) => page.getByRole('button', { name: 'Pagar', exact: true });
const fecha = (page: Page) => page.getByRole('textbox', { name: 'Fecha pago' });

/** What the registers answer, changed on its way: a shift and a closing would be every other test's too. */
async function withRegisters(page: Page, changes: { turnoDesde?: string; cerradoHasta?: string }): Promise<void> {
  await page.route('**/caja/listactive', async (route) => {
    const cajas: object[] = await (await route.fetch()).json();
    await route.fulfill({ json: cajas.map((caja) => ({ ...caja, ...changes })) });
  });
}

/** Cash is what the desk offers first. */
async function payBy(page: Page, method: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Método pago' }).click();
  await page.getByRole('option', { name: method, exact: true }).click();
}

test('an earlier date says what it takes off, asks for a code past the limit, and is ticked off by the direction', async ({
  page,
  browser,
}) => {
  const { id, referencia } = await debtor(page, ONE_MONTH);
  const api = await apiOf(page);
  const codigo = fresh('FECHA');
  await api('/codigoautorizacion/save', { id: '', codigo, cantidad: 1 });

  await signIn(page, 'cobranza', `/mantenimiento/pagar/lote/${id}`);
  await expect(fecha(page)).toHaveAccessibleDescription(/decide descuentos e intereses/);
  await expect(page.getByText('La fecha de pago quita')).toHaveCount(0);
  const primero = firstDayOf(addMonths(HOY, -1));
  await fecha(page).fill(formatFecha(primero));
  await fecha(page).press('Tab');
  await expect(page.getByText('La fecha de pago quita')).toContainText('$750.00');
  await expect(pagar(page)).toBeDisabled();
  await expect(page.getByText('Escriba el código de autorización de la fecha')).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('button', { name: '$750.00 Explicar', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Lo que quita la fecha de pago' })).toContainText(
    'Descuento por pronto pago',
  );
  await page.keyboard.press('Escape');
  // A part that earns no discount needs no code.
  await page.getByRole('textbox', { name: 'Monto a saldar' }).fill('1000');
  await page.getByRole('textbox', { name: 'Monto a saldar' }).press('Tab');
  await expect(page.getByText('La fecha de pago quita')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Monto a saldar' }).fill('6750');
  await page.getByRole('textbox', { name: 'Monto a saldar' }).press('Tab');
  const authorization = page.getByLabel('Código de autorización de la fecha');
  await authorization.fill('NO-EXISTE');
  await page.getByLabel('No. cuenta').fill('1234');
  await pagar(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise un campo' })).toBeFocused();
  await expect(authorization).toHaveAccessibleDescription(/Código de autorización es incorrecto/);
  await authorization.fill(codigo);
  await pagar(page).click();
  await expect(page.getByText('Recibido $6,750.00').or(page.getByText('Factura generada')).first()).toBeVisible();

  const director = await (await browser.newContext()).newPage();
  await signIn(director, 'director', '/reportes');
  await director
    .getByRole('main')
    .getByRole('link', { name: /^Excepciones \d+ por revisar$/ })
    .click();
  await expect(director.getByRole('heading', { level: 1, name: 'Excepciones' })).toBeVisible();
  await director.getByRole('main').getByRole('searchbox').fill(referencia);
  const row = director.getByRole('row').filter({ hasText: referencia });
  await expect(row).toContainText(`Pago con fecha ${formatFecha(primero)}; la fecha quitó $750.00`);
  await expect(director.getByRole('button', { name: 'Marcar revisadas' })).toBeDisabled();
  await expectNoAxe(director);
  // On a phone what is decided by is within its width, without scrolling.
  await director.setViewportSize({ width: 390, height: 844 });
  for (const part of ['$750.00', 'Fecha de pago', 'Pago con fecha']) {
    await expect(row.getByText(part, { exact: part !== 'Pago con fecha' })).toBeInViewport({ ratio: 1 });
  }
  await expectNoAxe(director);
  await director.setViewportSize({ width: 1280, height: 844 });
  await row.getByRole('checkbox').focus();
  await director.keyboard.press('Space');
  const buscar = director.getByRole('main').getByRole('searchbox');
  // What a search hides is neither chosen with 'all' nor ticked off, and is there again when it is shown.
  await buscar.fill('NADA QUE SE LLAME ASÍ');
  await expect(director.getByText('Nada coincide con la búsqueda')).toBeVisible();
  await expect(director.getByRole('checkbox', { name: 'Elegir todas (0)' })).toBeDisabled();
  await expect(director.getByRole('button', { name: 'Marcar revisadas' })).toBeDisabled();
  await buscar.fill(referencia);
  await expect(row.getByRole('checkbox')).toBeChecked();
  await row.getByRole('checkbox').press('Space');
  await director.getByRole('checkbox', { name: 'Elegir todas (1)' }).press('Space');
  await director.getByRole('button', { name: 'Marcar revisadas (1)' }).press('Enter');
  const dialog = director.getByRole('dialog', { name: 'Marcar como revisadas' });
  await expect(dialog).toContainText('1 excepción por $750.00 queda como vista por usted');
  await dialog.getByLabel('Nota').fill('Con ficha del banco');
  await director.keyboard.press('Control+Enter');
  await expect(row).toHaveCount(0);
  await expect(buscar).toBeFocused();
  await director.goto('/reportes/excepciones?mostrar=todas');
  await director.getByRole('main').getByRole('searchbox').fill(referencia);
  await expect(row).toContainText('Con ficha del banco');
  await director.context().close();
});

test('money of a closed month says the day that it is booked on, and asks for the bank’s reference', async ({
  page,
}) => {
  const antes = addMonths(HOY, -1);
  await withRegisters(page, { cerradoHasta: lastDayOf(antes) });
  const { id } = await debtor(page);
  await signIn(page, 'cobranza', `/mantenimiento/pagar/lote/${id}`);
  await payBy(page, 'Transferencia');
  await fecha(page).fill(formatFecha(lastDayOf(antes)));
  await fecha(page).press('Tab');
  const closed = `El periodo ${monthTitle(antes)} está cerrado`;
  await expect(page.getByText(new RegExp(`^${closed}.*Escriba la referencia del banco`)).first()).toBeVisible();
  await expect(pagar(page)).toBeDisabled();
  await page.getByRole('textbox', { name: 'Observación' }).fill('SPEI 4411');
  await expect(
    page.getByText(`${closed}: conserva su fecha y se contabiliza el ${formatFecha(firstDayOf(HOY))}`),
  ).toBeVisible();
  await expect(pagar(page)).toBeEnabled();
  await expectNoAxe(page);
});

test('cash is not dated before its shift, which is said before it is sent', async ({ page }) => {
  await withRegisters(page, { turnoDesde: dayFromNow() });
  const { id } = await debtor(page);
  await signIn(page, 'cobranza', `/mantenimiento/pagar/lote/${id}`);
  await payBy(page, 'Transferencia');
  await fecha(page).fill(formatFecha(dayFromNow(-1)));
  await fecha(page).press('Tab');
  await expect(pagar(page)).toBeEnabled();
  await payBy(page, 'Efectivo - Oficina');
  await expect(page.getByText('Lo que se recibe en caja no lleva fecha anterior a su turno').first()).toBeVisible();
  await expect(pagar(page)).toBeDisabled();
  await fecha(page).fill('hoy');
  await fecha(page).press('Tab');
  await expect(pagar(page)).toBeEnabled();
});

test('a bank file whose dates take off more than the limit asks for one code', async ({ page }) => {
  const { id, referencia } = await debtor(page, ONE_MONTH);
  const api = await apiOf(page);
  const codigo = fresh('BANCO');
  await api('/codigoautorizacion/save', { id: '', codigo, cantidad: 1 });

  await signIn(page, 'cobranza', '/cobranza/importar-pagos');
  const primero = firstDayOf(addMonths(HOY, -1));
  // As the bank writes days, month first; the other line's can be read in no other way.
  const dia = (fecha: string) => `${fecha.slice(5, 7)}/${fecha.slice(8)}/${fecha.slice(0, 4)}`;
  await choose(
    page,
    'banco.xlsx',
    await book([
      [referencia, 6_750, dia(primero)],
      ['NADIE', 1, dia(lastDayOf(addMonths(HOY, -1)))],
    ]),
  );
  await page.getByRole('button', { name: 'Importar XLS' }).click();
  await page.getByRole('checkbox', { name: `Aplicar el depósito de ${referencia}, fila 2` }).check();
  const authorization = page.getByLabel('Código de autorización de las fechas');
  await expect(authorization).toHaveAccessibleDescription(/^1 depósito lo pide: su fecha quita \$750\.00/);
  const apply = page.getByRole('button', { name: 'Aplicar pagos' });
  const agree = page.getByRole('alertdialog').getByRole('button', { name: 'Aplicar pagos' });
  await apply.click();
  await expect(authorization).toHaveAccessibleDescription(/Campo Requerido/);
  await expect(agree).toHaveCount(0);
  await expectNoAxe(page);
  await authorization.fill('NO-EXISTE');
  await apply.click();
  await agree.click();
  await expect(authorization).toHaveAccessibleDescription(/Código de autorización es incorrecto/);
  await authorization.fill(codigo);
  await apply.click();
  await agree.click();
  await expect(page.getByText('Se aplicó 1 depósito por $6,750.00')).toBeVisible();
  // The month is paid, so what may be paid next is a month to come.
  expect(JSON.stringify(await api(`/lote/getformodalpagarmantenimiento/${id}`))).not.toContain('vigente');
});
