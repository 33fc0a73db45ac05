import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { dayFromNow } from '../day.ts';
import {
  api,
  apiOf,
  deliveredLot,
  expect,
  expectNoAxe,
  firstOfMonth,
  openPalette,
  owingCentavos,
  owingLot,
  pressInMenu,
  signIn,
  test,
  unique,
} from './fixtures.ts';

const fresh = (prefix: string): string => `${prefix}${unique()}`.toUpperCase();

/** A delivered lot of this test's own that owes a fee of 500 pesos. */
async function lotWithFee(page: Page): Promise<{ id: number; referencia: string; asociado: string }> {
  const asociado = `Ñoño ${fresh('P')}`;
  const referencia = fresh('Z');
  const place = { calle: 'Calle Ñandú 14', lote: '2' };
  const { id } = await deliveredLot(await apiOf(page), { ...place, referencia, name: asociado });
  const [tipo] = await api<{ id: number }[]>(page, 'get', '/tipocuota/all-active');
  const fee = await api<{ success: boolean }>(page, 'post', '/cuota/save', {
    id: '',
    tipoCuota: { id: tipo?.id },
    loteTransient: { id },
    observacion: '',
    costo: 500,
  });
  expect(fee).toMatchObject({ success: true });
  return { id, referencia, asociado };
}

/** A demo lot with a balance in its fund. */
async function withFund(page: Page): Promise<number> {
  const lotes = await api<{ id: number }[]>(page, 'get', '/lote/get-lote-referencia-lote?q=M0');
  for (const { id } of lotes) {
    const { data } = await api<{ data: { data: { fondo: number } } }>(page, 'get', `/residente/get/pagos/${id}`);
    if (data.data.fondo > 0) return id;
  }
  throw new Error('no lot of the demo has a balance');
}

test('a cashier charges and goes on to the next lot without the mouse', async ({ page }) => {
  await signIn(page, 'cobranza', '/');
  const { referencia, asociado } = await lotWithFee(page);

  await openPalette(page);
  await page.keyboard.type(referencia);
  await expect(page.getByRole('option', { name: new RegExp(`^${referencia}`) })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Lotes encontrados' }).getByText(asociado)).toBeVisible();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Estado de cuenta' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  while (!(await page.getByRole('menuitem', { name: 'Deudas' }).evaluate((item) => item === document.activeElement))) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Deudas' })).toBeVisible();
  await expect(page.getByRole('row', { name: /500\.00/ }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Pagar deuda' })).toBeFocused();
  await page.keyboard.press('Enter');

  const cuenta = page.getByRole('textbox', { name: 'No. cuenta' });
  await expect(cuenta).toBeVisible();
  while (!(await cuenta.evaluate((field) => field === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.type('4321');
  await page.keyboard.press('Enter');

  await expect(page.getByText('Se ha generado la factura con éxito')).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Recibido $500.00');

  await expect(page.getByRole('button', { name: 'Siguiente lote' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Ir a cualquier parte' })).toBeVisible();
});

test('months are paid, shown before in figures, and their note is a PDF', async ({ page }) => {
  await signIn(page, 'cobranza');
  const { id } = await owingLot(await apiOf(page));
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  const pagar = page.getByRole('button', { name: 'Pagar', exact: true });
  await expect(page.getByText('Total a pagar')).toBeVisible();
  await expect(page.getByText('Desde')).toBeVisible();
  // Without a date the months do not take a discount that is out of reach.
  const total = page.getByText('Total a pagar').locator('xpath=following-sibling::dd');
  const before = await total.innerText();
  const fecha = page.getByRole('textbox', { name: 'Fecha pago' });
  await fecha.fill('');
  await fecha.press('Tab');
  await expect(fecha).toHaveAccessibleDescription(/Campo Requerido/);
  expect(await total.innerText()).toBe(before);
  await fecha.fill('hoy');

  await page.getByRole('combobox', { name: 'Método pago' }).click();
  await page.getByRole('option', { name: 'Cheque - Banco' }).click();
  await pagar.click();
  await expect(page.getByText('Escriba los 4 dígitos de la cuenta').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'No. cuenta' }).fill('1234');
  const monto = page.getByRole('textbox', { name: 'Monto a saldar' });
  await monto.fill('99999999');
  await expect(page.getByText('El monto a saldar es mayor que el total a pagar')).toBeVisible();
  // What is pasted is rounded to the centavo, not cut.
  await monto.selectText();
  await monto.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '$ 100.495 ');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(monto).toHaveValue('$100.50');
  await expect(page.getByRole('heading', { name: 'Qué se hará con $100.50' })).toBeVisible();
  await pagar.click();

  await expect(page.getByText('Se ha generado la factura con éxito')).toBeVisible();
  // The result tells the receipt, also when it is opened again, and has the note in both formats.
  await page.reload();
  const recibo = page.getByRole('article', { name: /^Recibo \d+$/ });
  await expect(recibo).toContainText(/Folio del recibo\s*\d+/);
  await expect(recibo).toContainText('$100.50');
  for (const name of ['Descargar nota', 'Nota en ticket de 80 mm']) {
    const [note] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    expect(note.suggestedFilename()).toMatch(/\.pdf$/);
  }
  await expectNoAxe(page);
  await page.goto(`/pagos/${id}`);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: /^A-\d+$/ }) })
    .first();
  await expect(row).toBeVisible();
  await expectNoAxe(page);
  const [download] = await Promise.all([page.waitForEvent('download'), pressInMenu(row, 'Descargar nota')]);
  expect(download.suggestedFilename()).toMatch(/_\d{2}-\d{2}-\d{4}\.pdf$/);
  const [ticket] = await Promise.all([page.waitForEvent('download'), pressInMenu(row, 'Nota en ticket de 80 mm')]);
  // 80 mm in points: the paper of a till, not a page.
  expect(readFileSync(await ticket.path(), 'latin1')).toMatch(/\/MediaBox \[0 0 226\.\d+ /);
});

test('every amount of a maintenance payment opens its rows, by keyboard too', async ({ page }) => {
  await signIn(page, 'cobranza');
  const { id } = await owingLot(await apiOf(page));
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  const main = page.getByRole('main');
  await expect(main.getByText('Total a pagar')).toBeVisible();
  await main.getByRole('table').getByRole('button', { expanded: false }).first().click();
  const money = main.locator('dd, table td:not(:has(dl))').filter({ hasText: /\$\d/ });
  expect(await money.count()).toBeGreaterThan(8);
  await expect(money.filter({ hasNot: page.getByRole('button', { name: /Explicar$/ }) })).toHaveCount(0);

  const total = main.locator('dl').filter({ hasText: 'Total a pagar' }).getByRole('button');
  const centavos = (text: string) => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100);
  await total.focus();
  await page.keyboard.press('Enter');
  const sum = page.getByRole('dialog', { name: 'Total a pagar' });
  const rows = await sum.locator('tbody td:last-child').allInnerTexts();
  expect(rows.reduce((all, row) => all + centavos(row), 0)).toBe(centavos(await total.innerText()));
  // Nothing is paid from here, although the form is around it.
  await page.keyboard.press('Control+Enter');
  await sum
    .getByRole('button', { name: /^Interés moratorio/ })
    .first()
    .press('Enter');
  const entry = page.getByRole('dialog');
  await expect(entry.getByText(/de base × .* % de TIIE/)).toBeVisible();
  await expectNoAxe(page);
  await entry.getByRole('button', { name: 'Volver a Total a pagar' }).press('Enter');
  await expect(sum).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(total).toBeFocused();
  await expect(page.getByText('Escriba los 4 dígitos de la cuenta')).toHaveCount(0);

  await page.getByRole('button', { name: 'configurar' }).click();
  const choice = page.getByRole('dialog', { name: 'Intereses moratorios' });
  await choice.getByRole('textbox', { name: 'Descuento %' }).fill('33');
  await choice.getByRole('listitem').first().getByRole('button').press('Enter');
  await expect(page.getByRole('dialog', { name: /^Interés moratorio / })).toContainText(/ − \$[\d.]+ de descuento/);
  // One Escape closes one of the two.
  await page.keyboard.press('Escape');
  await expect(choice).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(choice).toHaveCount(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);
});

test('from the fund the amount tells what stays owed, and cannot be typed', async ({ page }) => {
  await signIn(page, 'cobranza');
  const office = await apiOf(page);
  const { id } = await owingCentavos(office);
  const context = () => office(`/lote/get-for-pagarmantenimiento/${id}`);
  const [[caja], [metodo], due] = await Promise.all([office('/caja/listactive'), office('/metodopago/all'), context()]);
  // Whole pesos leave their centavos in the fund; then another month is owed.
  await office('/cobromantenimiento/save', {
    ...{ id, monto: Math.ceil(due.deuda + due.deuda_moratoria), referencia: '', noCuenta: '1234' },
    range: due.mantenimientos.map(({ fechaCorte }: { fechaCorte: string }) => ({ date: fechaCorte })),
    ...{ metodoPago: { id: metodo.id }, caja: { id: caja.id }, fechaPagoReal: dayFromNow() },
    ...{ payMoratorio: true, apply_descuento: 0, autorizacion: '' },
  });
  await office('/lote/generarmantenimientospersonalizado', { id, range: [firstOfMonth(1)] });
  const { fondo } = await context();
  expect(fondo).toBeGreaterThan(0);
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  const monto = page.getByRole('textbox', { name: 'Monto a saldar' });
  const total = page.locator('dl').filter({ hasText: 'Total a pagar' });
  const owed = Number((await total.innerText()).replace(/[^\d.]/g, ''));
  await expect(monto).toBeEditable();
  await page.getByRole('combobox', { name: 'Método pago' }).click();
  await page.getByRole('option', { name: /^Fondo/ }).click();
  await expect(monto).not.toBeEditable();
  await expect(page.getByText('Lo que quedará por pagar después de usar el fondo')).toBeVisible();
  const remains = Number((await monto.inputValue()).replace(/[^\d.]/g, ''));
  // 'Total a pagar' is rounded up to a whole peso, what stays owed is not.
  expect(owed - fondo - remains).toBeGreaterThanOrEqual(0);
  expect(owed - fondo - remains).toBeLessThan(1);
  await page.getByRole('textbox', { name: 'No. cuenta' }).fill('1234');
  // The lot cannot be read again afterwards; what was paid stays told.
  const again = page.waitForResponse('**/lote/get-for-pagarmantenimiento/*');
  await page.route('**/lote/get-for-pagarmantenimiento/*', (route) =>
    route.fulfill({ status: 404, json: { success: false } }),
  );
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  expect((await again).status()).toBe(404);
  await expect(page.getByRole('article')).toContainText('Pagado con el fondo');
  // One way on, which opens the search.
  const next = page.getByRole('main').getByText('Siguiente lote');
  await expect(next).toHaveCount(1);
  await next.click();
  await expect(page.getByRole('dialog', { name: 'Ir a cualquier parte' })).toBeVisible();
  expect((await context()).fondo).toBe(0);
});

test('a payment marked by mistake as invoiced in the previous system is unmarked from its reference', async ({
  page,
}) => {
  await signIn(page, 'director');
  // Of a lot that owes nothing, which no other test pays for.
  const lotes = await api<{ id: number }[]>(page, 'get', '/lote/get-lote-referencia-lote?q=M0');
  let id = 0;
  for (const lote of lotes) {
    const { data } = await api<{ data: { mantenimientos: unknown[] } }>(
      page,
      'get',
      `/lote/get-for-pagarmantenimiento/${lote.id}`,
    );
    if (data.mantenimientos.length === 0) id = lote.id;
  }
  await page.goto(`/pagos/${id}`);
  // A receipt of one payment, whose acts are in its own menu.
  const { data } = await api<{ data: { data: { misPagosResponseList: Listed[] } } }>(
    page,
    'get',
    `/residente/get/pagos/${id}`,
  );
  const free = ({ facturaId, isFacturado, status }: Listed) =>
    facturaId === null && !isFacturado && status === 'recibido';
  const all = data.data.misPagosResponseList;
  const folio = all.find(
    (pago) => free(pago) && all.filter((one) => one.reciboId === pago.reciboId).length === 1,
  )?.reciboId;
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: new RegExp(`^Ver recibo ${folio}:`) }) });
  await pressInMenu(row, 'Facturado sistema anterior');
  const referencia = fresh('SA');
  const dialog = page.getByRole('dialog', { name: 'Facturado sistema anterior' });
  await dialog.getByRole('textbox', { name: 'Referencia del SA' }).fill(referencia);
  await dialog.getByRole('button', { name: 'Aceptar' }).click();

  // Of its actions only the reference is left.
  await expect(row).toContainText(referencia);
  const marked = row.getByRole('button', { name: new RegExp(`^${referencia}: quitar la marca`) });
  // What opens the receipt stands before it.
  await expect(row.getByRole('button')).toHaveText(['', referencia]);
  await marked.click();
  const question = page.getByRole('alertdialog', { name: `Quitar la marca ${referencia}` });
  await expect(question).toContainText('quedaría facturado dos veces');
  await expectNoAxe(page);
  await question.getByRole('button', { name: 'Volver' }).click();
  await expect(row).toBeVisible();

  await marked.click();
  await question.getByRole('button', { name: 'Quitar la marca', exact: true }).click();
  await expect(row).not.toContainText(referencia);
  await row.getByRole('button', { name: /^Más acciones/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Facturado sistema anterior' })).toBeVisible();
});

test('a payment is cancelled with everything that is asked for, and shows cancelled', async ({ page }) => {
  await signIn(page, 'director');
  const { id } = await owingLot(await apiOf(page));
  const codigo = fresh('COD');
  await api(page, 'post', '/codigoautorizacion/save', { id: '', codigo, cantidad: 2 });
  const { data } = await api<{ data: { mantenimientos: { fechaCorte: string }[] } }>(
    page,
    'get',
    `/lote/get-for-pagarmantenimiento/${id}`,
  );
  const [caja] = await api<{ id: number }[]>(page, 'get', '/caja/listactive');
  const [metodo] = await api<{ id: number }[]>(page, 'get', '/metodopago/all');
  const paid = await api<{ success: boolean }>(page, 'post', '/cobromantenimiento/save', {
    id,
    monto: 77.7,
    range: data.mantenimientos.slice(0, 1).map((mes) => ({ date: mes.fechaCorte })),
    referencia: fresh('NOTA'),
    metodoPago: { id: metodo?.id },
    caja: { id: caja?.id },
    noCuenta: '1234',
    payMoratorio: false,
    apply_descuento: 0,
    autorizacion: '',
    fechaPagoReal: dayFromNow(),
  });
  expect(paid).toMatchObject({ success: true });

  await page.goto(`/pagos/${id}`);
  const row = page
    .getByRole('row', { name: /\$77\.70/ })
    .filter({ has: page.getByRole('link', { name: /^Ver recibo/ }) });
  await pressInMenu(row, 'Cancelar pago');
  const dialog = page.getByRole('dialog', { name: 'Cancelar pago' });
  // What destroys is red.
  await expect(dialog.getByRole('button', { name: 'Aceptar' })).toHaveAttribute('style', /red/);
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(dialog.getByText('Todos los campos son requeridos').first()).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);

  await dialog.getByRole('textbox', { name: 'Código de autorización' }).fill(codigo);
  for (const [select, option] of [
    ['Motivo de cancelación', /^02 /],
    ['Relación de factura', /^04 /],
  ] as const) {
    await dialog.getByRole('combobox', { name: select }).click();
    await page.getByRole('option', { name: option }).click();
  }
  await dialog.getByRole('textbox', { name: 'Motivo', exact: true }).fill('Se capturó dos veces');
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('El pago ha sido cancelado')).toBeVisible();
  await expect(row.getByText('cancelado')).toBeVisible();
  const more = row.getByRole('button', { name: /^Más acciones/ });
  await expect(more).toBeFocused();

  // Its invoice, which is cancelled too, stays at hand.
  await expect(row.getByRole('link', { name: /^A-\d+$/ })).toBeVisible();
  await more.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Descargar PDF de la factura',
    'Enviar factura por correo electrónico',
  ]);
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: 'Pagos sin facturar' }).check();
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Pagos sin facturar' })).toBeChecked();
  await expect(row).toHaveCount(0);
});

interface Listed {
  id: number;
  description: string;
  amount: number;
  status: string;
  facturaId: number | null;
  isFacturado: boolean;
  tipoPago: string;
  reciboId: number | null;
}

/** A demo lot with a receipt of several payments that stand on no invoice; the last, for other tests take the first lots. */
async function receiptOfSeveral(page: Page): Promise<{ id: number; referencia: string; pagos: Listed[] }> {
  const lotes = await api<{ id: number }[]>(page, 'get', '/lote/get-lote-referencia-lote?q=M0');
  for (const { id } of lotes.reverse()) {
    const lote = await api<{ data: { status: string } }>(page, 'get', `/lote/get/${id}`);
    if (lote.data.status !== 'entregado') continue;
    const { data } = await api<{
      data: { data: { referencia: string; fondo: number; misPagosResponseList: Listed[] } };
    }>(page, 'get', `/residente/get/pagos/${id}`);
    const { referencia, fondo, misPagosResponseList: all } = data.data;
    for (const { reciboId } of all) {
      const pagos = all.filter((one) => one.reciboId === reciboId);
      const free = pagos.every(
        (one) =>
          one.status === 'recibido' && one.facturaId === null && !one.isFacturado && !/^(|Fondo)$/.test(one.tipoPago),
      );
      // What of it went to the fund is still there: once spent, it is not taken back.
      const toFund = pagos.reduce((sum, one) => sum + (one.description === 'Abono a fondo' ? one.amount : 0), 0);
      if (free && pagos.length > 1 && toFund <= fondo) return { id, referencia, pagos };
    }
  }
  throw new Error('no receipt of the demo has several payments without an invoice');
}

// One after the other: both take the last such receipt, which the first changes.
test.describe('a correction', () => {
  test.describe.configure({ mode: 'serial' });

  test('money on the wrong lot goes to the right one and back, told in figures, and the focus stays in the page', async ({
    page,
  }) => {
    await signIn(page, 'director');
    const wrong = await receiptOfSeveral(page);
    const right = await lotWithFee(page);
    const codigo = fresh('COD');
    await api(page, 'post', '/codigoautorizacion/save', { id: '', codigo, cantidad: 2 });
    const [first] = wrong.pagos;
    const money = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
    const total = money(wrong.pagos.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100);

    // The receipt may be of any month.
    await page.goto(`/pagos/${wrong.id}?tam=All`);
    const folio = first?.reciboId;
    await page.getByRole('button', { name: `Corregir recibo ${folio}`, exact: true }).click();
    const dialog = page.getByRole('dialog');
    const receipt = dialog.getByRole('region', { name: 'Pagos del recibo' });
    for (const { description, amount } of wrong.pagos) {
      await expect(receipt.getByText(description, { exact: true }).locator('..')).toContainText(money(amount));
    }
    await expect(receipt).toContainText(`Se corrige el recibo completo: ${total}`);

    await dialog.getByRole('combobox', { name: 'Qué se corrige' }).click();
    await page.getByRole('option', { name: 'Pago en otro lote' }).click();
    await dialog.getByRole('combobox', { name: 'Lote correcto' }).fill(right.referencia);
    await page.getByRole('option', { name: new RegExp(right.referencia) }).click();
    await expectNoAxe(page);
    await dialog.getByRole('textbox', { name: 'Código de autorización' }).fill(`${codigo}X`);
    await dialog.getByRole('textbox', { name: 'Motivo', exact: true }).fill('Era de otro lote');
    const correct = dialog.getByRole('button', { name: 'Corregir' });
    await correct.click();
    // The refusal lies beside what is pressed again.
    const refusal = page.getByRole('region', { name: 'Avisos' }).getByText(/código/i);
    await expect(refusal).toBeVisible();
    // The overlay of what moves money stays a moment after the answer.
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    const [over, under] = [await refusal.locator('..').boundingBox(), await correct.boundingBox()];
    expect((over?.x ?? 0) + (over?.width ?? 0)).toBeLessThan(under?.x ?? 0);
    await dialog.getByRole('textbox', { name: 'Código de autorización' }).fill(codigo);
    await correct.click();
    await expect(
      page.getByText(`por ${total}. Era de otro lote. El dinero pasa al fondo del lote ${right.referencia}`),
    ).toBeVisible();
    await expect(dialog).toBeHidden();
    // The receipt that took its place, of the right lot; what it lacks, nothing: a fund is not invoiced.
    await expect(
      page
        .getByText(/Era de otro lote\. El dinero pasa al fondo/)
        .locator('xpath=ancestor-or-self::*[@tabindex="-1"][1]'),
    ).toBeFocused();
    await expect(page.getByRole('region', { name: `Lote ${right.referencia}`, exact: true })).toBeVisible();
    await expect(page.getByRole('article')).toContainText(`Sustituye al recibo${folio}`);
    await expect(page.getByRole('button', { name: 'Facturar ahora' })).toHaveCount(0);
    await page.goto(`/pagos/${wrong.id}?tam=All`);
    const corrected = page.getByRole('row').filter({
      has: page.getByRole('link', { name: new RegExp(`^Ver recibo ${folio}:`) }),
    });
    await expect(corrected).toContainText('cancelado');

    await page.goto(`/pagos/${right.id}`);
    const header = page.getByRole('region', { name: `Lote ${right.referencia}`, exact: true });
    await expect(header).toContainText(total);
    await page.getByRole('button', { name: 'Reembolsar o trasladar fondo' }).click();
    // A register without its method is asked for in a refund only.
    await dialog.getByRole('combobox', { name: 'Caja de la que sale' }).click();
    await page.getByRole('option').first().click();
    await dialog.getByRole('textbox', { name: 'Código de autorización' }).fill(codigo);
    await dialog.getByRole('textbox', { name: 'Motivo', exact: true }).fill('Vuelve a su lote');
    await dialog.getByRole('button', { name: 'Aceptar' }).click();
    await expect(dialog.getByRole('link', { name: 'Método de pago: Campo Requerido' })).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Operación' }).click();
    await page.getByRole('option', { name: 'Trasladar al fondo de otro lote' }).click();
    await dialog.getByRole('combobox', { name: 'Lote que lo recibe' }).fill(wrong.referencia);
    await page.getByRole('option', { name: new RegExp(`^${wrong.referencia} `) }).click();
    await dialog.getByRole('button', { name: 'Aceptar' }).click();
    await expect(
      page.getByText(
        `Traslado de ${total} del fondo de ${right.referencia} al de ${wrong.referencia}. Vuelve a su lote`,
      ),
    ).toBeVisible();
    await expect(header).not.toContainText('Saldo a favor');
    await expect(page.getByRole('button', { name: 'Reembolsar o trasladar fondo' })).toHaveCount(0);
    // What was pressed is not there any more, and the search of the table is beside it.
    await expect(page.getByRole('searchbox', { name: /^Folio, monto, referencia/ })).toBeFocused();
  });

  test('a corrected method ends at the receipt that took its place, which is invoiced from there', async ({ page }) => {
    await signIn(page, 'director');
    const wrong = await receiptOfSeveral(page);
    const codigo = fresh('COD');
    await api(page, 'post', '/codigoautorizacion/save', { id: '', codigo, cantidad: 1 });
    const folio = wrong.pagos[0]?.reciboId;
    // From the receipt itself, by keys alone; what is not wrong stays as it came.
    await page.goto(`/recibo/${folio}`);
    const receipt = page.getByRole('article');
    const said = async (what: string) => receipt.getByText(what, { exact: true }).locator('+ dd').innerText();
    const [caja, method] = [await said('Caja'), await said('Método de pago')];
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: `Corregir recibo ${folio}` });
    await expect(dialog.getByRole('combobox', { name: 'Caja' })).toHaveValue(caja);
    await expect(dialog.getByRole('combobox', { name: 'Método de pago' })).toHaveValue(method);
    await expect(dialog.getByRole('combobox', { name: 'Qué se corrige' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('transf');
    for (let field = 0; field < 2; field++) await page.keyboard.press('Tab');
    await page.keyboard.type('4321');
    await page.keyboard.press('Tab');
    await page.keyboard.type(codigo);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Era transferencia');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/Era transferencia\. Lo sustituye el recibo \d+/)).toBeVisible();
    await expect(receipt).toContainText(`Sustituye al recibo${folio}`);
    await expect(receipt).toContainText('Transferencia');
    await expectNoAxe(page);
    const substitute = page.url();
    await page.getByRole('button', { name: 'Facturar ahora' }).click();
    const invoice = page.getByRole('dialog', { name: 'Crear factura' });
    await expect(invoice.getByRole('combobox', { name: 'Forma de pago CFDI' })).toHaveValue(/^03 - Transferencia/);
    await invoice.getByRole('button', { name: 'Aceptar' }).click();
    await expect(page).toHaveURL(/\/factura-generada\/\d+/);

    // The receipt leads to its invoice; what is corrected with one is suggested, and said to be destroyed.
    await page.goto(substitute);
    const documents = page.getByRole('region', { name: 'Documentos fiscales' });
    await expect(documents.getByRole('link', { name: /^Factura / })).toBeVisible();
    await page.keyboard.press('c');
    const again = page.getByRole('dialog', { name: /^Corregir recibo/ });
    await expect(again.getByText(/^Se cancela t(ambién la factura|oda la factura .* todos del recibo$)/)).toBeVisible();
    await expect(again.getByRole('combobox', { name: 'Motivo de cancelación' })).toHaveValue(/^02/);
    const relation = again.getByRole('combobox', { name: 'Relación de factura' });
    await expect(relation).toHaveValue(/^04/);
    // All that is asked is in view with what is said of the invoice: nothing is looked for by scrolling.
    await expect(again.getByText(/^Por ley se puede cancelar hasta el/)).toBeVisible();
    for (const asked of ['Código de autorización', 'Motivo'])
      await expect(again.getByRole('textbox', { name: asked, exact: true })).toBeInViewport({ ratio: 1 });
    await expectNoAxe(page);
    await again.getByRole('combobox', { name: 'Qué se corrige' }).click();
    await page.getByRole('option', { name: 'Transferencia o cheque devuelto' }).click();
    await expect(again.getByRole('combobox', { name: 'Motivo de cancelación' })).toHaveValue(/^03/);
    await expect(relation).toHaveValue('');
    await again.getByRole('button', { name: 'Volver' }).click();
    await expect(again).toBeHidden();
  });
});

test('the windows over the payments begin at their first field, and give the focus back to what opened them', async ({
  page,
}) => {
  await signIn(page, 'director');
  await page.goto(`/pagos/${await withFund(page)}`);
  const correct = page.getByRole('button', { name: /^Corregir recibo / }).first();
  await correct.click();
  await expect(page.getByRole('dialog').getByLabel('Qué se corrige').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(correct).toBeFocused();

  // A payment of an opened receipt, by keyboard.
  const row = correct.locator('xpath=ancestor::tr');
  await row.press('Enter');
  await expect(row.getByRole('button', { name: /^Pagos del recibo / })).toHaveAttribute('aria-expanded', 'true');
  const cancel = page.getByRole('button', { name: /^Más acciones de .+ de \$/ }).first();
  await cancel.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Cancelar pago' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Código de autorización' })).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  await expect(cancel).toBeFocused();

  const fund = page.getByRole('button', { name: 'Reembolsar o trasladar fondo' });
  await fund.click();
  await expect(page.getByRole('dialog').getByLabel('Operación').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(fund).toBeFocused();
});

test('on a tablet the amounts of the payments stand whole beside what can be done with them', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1100 });
  await signIn(page, 'director');
  await page.goto(`/pagos/${await withFund(page)}`);
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Más acciones del recibo / }) });
  await expect(rows.first()).toBeVisible();
  for (const row of await rows.all()) {
    const amount = await row.getByRole('cell', { name: /^\$[\d,]+\.\d\d$/ }).boundingBox();
    const actions = await row.getByRole('cell').last().boundingBox();
    expect((amount?.x ?? 0) + (amount?.width ?? 0)).toBeLessThanOrEqual((actions?.x ?? 0) + 1);
  }
});

test('the palette knows the day by its name', async ({ page }) => {
  await signIn(page, 'cobranza', '/');
  await openPalette(page);
  await page.keyboard.type('hoy');
  await expect(page.getByRole('group', { name: 'Pagos' }).getByRole('option').last()).toContainText(
    /^Ver todos los pagos con «\d{2}-\d{2}-\d{4}»/,
  );
});

test('the palette leads from its first payments to all that have what was typed', async ({ page }) => {
  await signIn(page, 'cobranza', '/');
  await openPalette(page);
  await page.keyboard.type('transferencia');
  const payments = page.getByRole('group', { name: 'Pagos' }).getByRole('option');
  await expect(payments).toHaveCount(6);
  await expect(payments.last()).toHaveText('Ver todos los pagos con «transferencia»y más');
  await expectNoAxe(page);
  // A number stays what was typed.
  await page.getByRole('combobox').fill('2500');
  await page.getByRole('option', { name: 'Ver todos los pagos con «2500»' }).click();
  await expect(page).toHaveURL(/\/cobranza\/pagos\?q=2500$/);
  await expect(page.getByRole('searchbox')).toHaveValue('2500');
  await expect(page.getByRole('table', { name: 'Pagos' }).locator('tbody tr[data-index]').first()).toContainText(
    '$2,500.00',
  );
});
