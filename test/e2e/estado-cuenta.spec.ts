/** The account statement and the debts of a lot: totals, explanations, the past, the letter, the PDF, and the keyboard. */
import type { Page } from '@playwright/test';
import { apiOf, debtor, deliveredLot, expect, expectNoAxe, primaryOf, signIn, test, unique } from './fixtures.ts';

/** A text that no other test has. */
const fresh = (mark: string): string => `${mark}${unique()}`.toUpperCase();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A lot of an associate with an address, that owes the rest of a fine and a fee, and had a fine cancelled. */
async function arrange(page: Page) {
  const api = await apiOf(page);
  const referencia = fresh('EDC');
  const correo = `${referencia.toLowerCase()}@prueba.mx`;
  const { id: lote } = await deliveredLot(api, {
    ...{
      referencia,
      name: 'Ramona Estévez',
      calle: 'Privada Olmos',
      manzana: '4',
      lote: '12',
      fechaEntrega: '2026-01-10',
    },
    correos: [{ id: '', correo, facturar: false, referencia: '' }],
  });
  const tipo = fresh('Ruido ');
  const codigo = fresh('COD');
  await api('/tipomulta/save', { id: '', name: tipo, monto: 1000, descripcion: 'De noche' });
  await api('/codigoautorizacion/save', { id: '', codigo, cantidad: 5 });
  const tipoMulta = ((await api('/tipomulta/all')) as { id: number; name: string }[]).find(({ name }) => name === tipo);
  const fine = (folio: string, costo: number) =>
    api('/multa/save', {
      id: '',
      tipoMulta: { id: tipoMulta?.id },
      loteTransient: { id: lote },
      observacion: '',
      folio,
      costo,
      url: '',
      fileName: '',
    });
  const { id: owed } = await fine('A-1', 1000);
  const { id: cancelled } = await fine('B-2', 700);
  await api('/multa/cancelar', { id: cancelled, codigo, razon: 'Capturada por error' });
  const [caja] = await api('/caja/listactive');
  const [metodo] = await api('/metodopago/all');
  const pay = (pagado: number) =>
    api('/pagosmultas/save', {
      id: '',
      loteTransient: { id: lote },
      multaTransient: { id: owed },
      pagado,
      referencia: '',
      metodoPago: { id: metodo.id },
      caja: { id: caja.id },
      applyDescuento: false,
      autorizado: '',
      noCuenta: '1234',
      fecha_pago: '2026-11-01',
    });
  await pay(400);
  return { api, lote, referencia, correo, owed, tipo, codigo, pay };
}

test('the statement tells what was charged and paid, explains each amount, knows the past, and is sent', async ({
  page,
}) => {
  const { lote, correo, tipo, owed } = await arrange(page);
  await signIn(page, 'cobranza', `/estado-cuenta/${lote}`);
  const table = page.getByRole('region', { name: 'Estado de cuenta', exact: true });
  const fine = table.getByRole('row').filter({ hasText: `Sanción ${tipo}, folio A-1` });
  await expect(fine).toContainText('$1,000.00');
  await expect(fine).toContainText('$400.00');
  await expect(fine.getByRole('link', { name: 'Pagar' })).toHaveAttribute('href', `/pagar-sancion/${owed}`);
  const cancelled = table.getByRole('row').filter({ hasText: 'folio B-2' });
  await expect(cancelled).toContainText('CXLD');
  await expect(cancelled).toContainText('$0.00');
  await expect(cancelled.getByRole('link')).toHaveCount(0);
  for (const name of ['Fecha', 'Descripción', 'Factura', 'Monto', 'Pagado'])
    await expect(table.getByRole('columnheader', { name })).toBeVisible();
  await expect(table.getByRole('row', { name: /^Total/ })).toContainText('$1,000.00');
  const debt = page.getByRole('definition').filter({ hasText: '$600.00' });
  await expect(debt.last()).toBeVisible();
  await expectNoAxe(page);

  // What was paid opens its payments, and the rows that the balance comes from.
  await fine.getByRole('button', { name: '$400.00' }).click();
  const explained = page.getByRole('dialog', { name: `Sanción ${tipo}` });
  const paid = explained.getByRole('row').filter({ hasText: 'Pago, recibo' });
  await expect(paid).toContainText(['$400.00', '-$400.00']);
  await expect(explained.getByRole('row', { name: /^Pagado en el estado de cuenta/ })).toContainText('$400.00');
  await expect(explained.getByRole('row', { name: /^Saldo/ })).toContainText('$600.00');
  await page.keyboard.press('Escape');
  await cancelled.getByRole('button', { name: '$700.00' }).click();
  await expect(page.getByRole('dialog')).toContainText('Capturada por error');
  await page.keyboard.press('Escape');

  // So does what the header says; it leads on to each charge, and back.
  await page
    .getByRole('region', { name: /^Lote / })
    .getByRole('button', { name: '$600.00' })
    .click();
  const total = page.getByRole('dialog', { name: 'Deuda total' });
  await expect(total.getByRole('row', { name: /^Suma de 1 renglón/ })).toContainText('$600.00');
  await total.getByRole('button', { name: `Sanción ${tipo}` }).click();
  await expect(explained.getByRole('row', { name: /^Saldo/ })).toContainText('$600.00');
  await explained.getByRole('button', { name: 'Volver a Deuda total' }).click();
  await expect(total).toBeVisible();
  await page.keyboard.press('Escape');

  // The same in order of time: the payment is a row of its own, which leads to its receipt, here before what it paid.
  await page.getByText('Movimientos', { exact: true }).click();
  const account = page.getByRole('region', { name: 'Movimientos', exact: true });
  await expect(page.getByText('Debe hoy $600.00')).toBeVisible();
  const payment = account.getByRole('row').filter({ hasText: 'Pago, recibo' });
  await expect(payment).toContainText(['$400.00-$400.00']);
  await expect(payment.getByRole('link')).toHaveAttribute('href', /^\/recibo\/\d+$/);
  const reversed = account.getByRole('row').filter({ hasText: 'folio B-2' });
  await expect(reversed).toContainText(['$700.00', 'Cancelación de lo que faltaba']);
  await expect(account.getByRole('row').nth(1)).toContainText('Saldo anterior$0.00');
  // Rows that a search picks come to nothing together.
  const sums = account.getByRole('row', { name: /^Total/ });
  await expect(sums).toContainText('$600.00');
  await page.getByRole('searchbox', { name: 'Buscar en Movimientos' }).fill('folio');
  await expect(sums).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sums).toBeVisible();
  await account.getByRole('button', { name: '$1,000.00' }).click();
  await expect(explained.getByRole('row', { name: /^Monto/ })).toContainText('$1,000.00');
  await page.keyboard.press('Escape');
  await expectNoAxe(page);
  const [book] = await Promise.all([page.waitForEvent('download'), button(page, 'Descargar XLSX').click()]);
  expect(book.suggestedFilename()).toMatch(/^estado_cuenta_Ramona_Estévez_01-01-\d{4}_31-12-\d{4}\.xlsx$/);
  await page.goBack();
  await expect(fine).toBeVisible();

  const [pdf] = await Promise.all([page.waitForEvent('download'), button(page, 'PDF').click()]);
  expect(pdf.suggestedFilename()).toMatch(/^estado_cuenta_Ramona_Estévez_01-01-\d{4}_31-12-\d{4}\.pdf$/);

  await button(page, 'Enviar por correo electrónico').click();
  const letter = page.getByRole('dialog', { name: 'Enviar por correo electrónico' });
  await expect(letter).toContainText(correo);
  await letter.getByLabel('Adicional').fill('nadie');
  await letter.getByRole('button', { name: 'Enviar' }).click();
  await expect(letter.getByText('Email Inválido').first()).toBeVisible();
  await letter.getByLabel('Adicional').fill('otra@prueba.mx');
  await letter.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Se ha enviado el correo electrónico satisfactoriamente')).toBeVisible();

  // What is chosen acts by itself; a Desde after Hasta takes Hasta along.
  await page.getByLabel('Hasta').fill('01/2025');
  await page.getByLabel('Desde').fill('03/2025');
  await page.getByLabel('Desde').press('Tab');
  await expect(page.getByLabel('Hasta')).toHaveValue('03/2025');
  await expect(page.getByRole('heading', { name: 'Estado cuenta: 01-03-2025 al 31-03-2025' })).toBeVisible();
  await expect(page.getByText('Seleccione nuevas fechas para generar el estado de cuenta')).toBeVisible();
  await expect(page).toHaveURL(/desde=2025-03-01/);
  await page.goBack();
  await expect(page.getByLabel('Hasta')).toHaveValue('01/2025');
  await page.goBack();
  await expect(fine).toBeVisible();
  await page.getByLabel('Como se conocía el').fill('-1');
  await button(page, 'Ver').click();
  await expect(page.getByText('Como se conocía el', { exact: false }).nth(1)).toBeVisible();
  await expect(page.getByText('Seleccione nuevas fechas para generar el estado de cuenta')).toBeVisible();
});

test('the amount of a charge that was condoned and paid in part stands in its explanation, cancelled too', async ({
  page,
}) => {
  const { api, lote, owed, codigo } = await arrange(page);
  await api('/multa/condonar', {
    id: owed,
    monto: 450,
    codigo,
    razon: 'Convenio',
    porcentaje: 25,
    montoCondonado: 150,
  });
  await signIn(page, 'cobranza', `/estado-cuenta/${lote}`);
  const explained = async () => {
    await page.getByRole('row', { name: 'folio A-1' }).getByRole('button', { name: '$850.00 Explicar' }).click();
    const dialog = page.getByRole('dialog');
    const net = dialog.getByRole('table', { name: 'Monto en el estado de cuenta' });
    await expect(net.getByRole('row')).toContainText(['Importe', '$1,000.00', '-$150.00', '$850.00']);
    return dialog;
  };
  const saldo = (await explained()).getByRole('table', { name: 'De dónde sale el saldo' });
  await expect(saldo.getByRole('row')).toContainText(['Importe', '$1,000.00', '-$400.00', '-$150.00', '$450.00']);
  await api('/multa/cancelar', { id: owed, codigo, razon: 'Capturada por error' });
  await page.reload();
  await expect(page.getByRole('row', { name: 'folio A-1' })).toContainText('CXLD');
  await expect(await explained()).toContainText('Cancelación de lo que faltaba');
});

test('from the search to the payment of the first debt by keyboard; debts add up and a fine may be condoned', async ({
  page,
}) => {
  const { lote, referencia, owed, tipo } = await arrange(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'administrador', `/search?q=${referencia}&type=Referencia`);
  const actions = page.getByRole('button', { name: `Acciones de ${referencia}` });
  await expect(actions).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Deudas' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/deudas/${lote}`);
  const row = page.getByRole('row').filter({ hasText: `Sanción ${tipo}` });
  await expect(row).toContainText('$600.00');
  await expect(page.getByText('Monto de deuda total')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  for (const [name, to] of [
    ['Pagar deuda', `/pagar-sancion/${owed}`],
    ['Condonar deuda', `/condonar/deuda/${owed}`],
    ['Cancelar deuda', `/cancelar/deuda/${owed}`],
  ] as const)
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('href', to);
  await expectNoAxe(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/pagar-sancion/${owed}`);
  await page.goBack();
  const [pdf] = await Promise.all([page.waitForEvent('download'), button(page, 'PDF').click()]);
  expect(pdf.suggestedFilename()).toMatch(
    new RegExp(`^Deudas_Referencia_${referencia}_\\d{2}-\\d{2}-\\d{4}__\\d{1,2}_\\d{2}_\\d{2}_[ap]m\\.pdf$`),
  );
});

test('debts say when each was due, their sum once under them, and paying all of them is the main act', async ({
  page,
}) => {
  // It owes several things.
  const { id: lote } = await debtor(await apiOf(page));
  await signIn(page, 'cobranza', `/deudas/${lote}`);
  const table = page.getByRole('table', { name: 'Deudas' });
  const rows = table.locator('tbody tr');
  await expect(rows.first()).toContainText(/Vence \d{2}-\d{2}-\d{4}/);
  const count = await rows.count();
  await expect(table.getByText(/^Vence \d{2}-\d{2}-\d{4}$/)).toHaveCount(count);
  const sum = table.getByRole('row', { name: /^Monto de deuda total/ });
  const amount = /\$[\d,.]+/.exec(await sum.innerText())?.[0] ?? 'none';
  // In the head of the lot, and under its debts.
  await expect(page.locator('main :is(dl > div, tfoot tr, p)').filter({ hasText: amount })).toHaveCount(2);
  const primary = primaryOf(page);
  await expect(primary).toHaveText(['Pagar todo']);
  await expectNoAxe(page);
  await page.getByRole('searchbox').fill('Interés moratorio');
  await expect(table.getByRole('row', { name: /^Deuda de lo que se busca/ })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 720 });
  await expect(primary).toHaveText(['Pagar todo']);
  expect((await primary.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await primary.click();
  await expect(page).toHaveURL(new RegExp(`/pagar-todo/${lote}$`));
});

test('a lot that owes nothing says so and offers months ahead', async ({ page }) => {
  const { lote, owed } = await arrange(page);
  await signIn(page, 'cobranza', `/pagar-sancion/${owed}`);
  await page.getByLabel('No. cuenta').fill('1234');
  await button(page, 'Pagar').click();
  await expect(page.getByText('Se ha generado la factura con éxito')).toBeVisible();
  await page.goto(`/deudas/${lote}`);
  await expect(page.getByText('No tiene deudas')).toBeVisible();
  await expect(button(page, 'Todos')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Mantenimiento a futuro').click();
  const ahead = page.getByRole('dialog', { name: 'Mantenimiento a futuro' });
  await expect(ahead.getByRole('textbox', { name: 'Fecha Pago', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await button(page, 'Enviar correo').click();
  await expect(page.getByRole('dialog', { name: 'Enviar correo' })).toBeVisible();
});

test('an inactive lot shows no totals and offers no payment, and says why', async ({ page }) => {
  const { lote, owed, tipo } = await arrange(page);
  const api = await apiOf(page);
  await api(`/lote/inactivarlote/${lote}`);
  const reason = 'El lote está inactivo: actívelo para cobrarle';
  await signIn(page, 'administrador', `/deudas/${lote}`);
  const row = page.getByRole('row').filter({ hasText: `Sanción ${tipo}` });
  await expect(row).toContainText('$600.00');
  await expect(page.getByText('Monto de deuda total')).toBeHidden();
  await expect(page.getByRole('row', { name: /^Total/ })).toBeHidden();
  await row.getByRole('button', { name: /^Acciones de/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Pagar deuda' })).toBeDisabled();
  await expect(page.getByRole('menuitem', { name: 'Pagar deuda' })).toContainText(reason);
  // Condoning and cancelling collect nothing, and stay possible.
  await expect(page.getByRole('menuitem', { name: 'Condonar deuda' })).toBeFocused();
  await expectNoAxe(page);

  await page.goto(`/estado-cuenta/${lote}`);
  const fine = page.getByRole('row').filter({ hasText: 'folio A-1' });
  await expect(fine).toContainText('$1,000.00');
  await expect(fine.getByRole('link', { name: 'Pagar' })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /^Total/ })).toBeHidden();
  await expect(page.getByText('Deuda', { exact: true })).toBeHidden();

  await page.goto(`/pagar-sancion/${owed}`);
  await expect(button(page, 'Pagar')).toBeDisabled();
  await expect(page.getByText(reason)).toBeVisible();
  await page.goto(`/mantenimiento/pagar/lote/${lote}`);
  await expect(page.getByText(reason)).toBeVisible();
  await expect(button(page, 'Pagar')).toBeHidden();
});

test('the units of a lot stand each in its card, and their list is scrolled by keyboard', async ({ page }) => {
  const api = await apiOf(page);
  const lotes = (await api('/lote/all/condominal')) as { id: number; referencia: string }[];
  const lote = lotes.find(({ referencia }) => referencia === 'C-02')?.id;
  await signIn(page, 'cobranza', `/deudas/${lote}`);
  const units = page.getByRole('region', { name: 'Lote C-02' }).getByRole('listitem');
  await expect(units).toHaveCount(6);
  for (const unit of await units.all()) {
    expect(await unit.evaluate((card) => card.scrollWidth - card.clientWidth)).toBeLessThanOrEqual(0);
  }
  await expectNoAxe(page);
});

test('the paper of one unit says whose it is, and bears no buttons', async ({ page }) => {
  const api = await apiOf(page);
  const lotes = (await api('/lote/all/condominal')) as { id: number; referencia: string }[];
  const lote = lotes.find(({ referencia }) => referencia === 'C-02')?.id;
  await signIn(page, 'cobranza');
  for (const screen of ['estado-cuenta', 'deudas']) {
    await page.goto(`/${screen}/${lote}`);
    const unit = button(page, 'C-02-03');
    await expect(unit).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(unit).toBeHidden();
    await expect(page.getByText('Unidad: ')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await unit.click();
    await expect(page.getByText('Unidad: C-02-03')).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Unidad: C-02-03')).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
  }
});

test('what a merged lot had paid is reached from its statement, the one screen that the search offers of it', async ({
  page,
}) => {
  const merged = await arrange(page);
  const into = await arrange(page);
  await merged.pay(600);
  const api = await apiOf(page);
  await api('/lote/fusionarlotes', {
    lotesFusiones: [merged, into].map(({ lote, referencia }) => ({ id: lote, name: referencia })),
    loteReferencia: { id: into.lote, name: into.referencia },
  });
  await signIn(page, 'cobranza', `/estado-cuenta/${into.lote}`);
  // A lot that is neither merged nor inactive has it among its tabs.
  const link = page.locator('main [data-table-tools]').getByRole('link', { name: 'Pagos', exact: true });
  await expect(page.getByRole('button', { name: 'Pdf' })).toBeVisible();
  await expect(link).toHaveCount(0);
  await page.goto(`/estado-cuenta/${merged.lote}`);
  const merge = button(page, 'Ver lote con el que se fusionó');
  await expect(merge).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(merge).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await merge.press('Enter');
  await expect(page.getByText(`Fusionado con el lote: ${into.referencia}`)).toBeFocused();
  await expect(merge).toHaveCount(0);
  await link.click();
  const paid = page.getByRole('row', { name: new RegExp(merged.tipo) });
  await expect(paid).toHaveCount(2);
  await paid
    .first()
    .getByRole('button', { name: /^Más acciones/ })
    .press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Cancelar pago' })).toBeVisible();
});

test('where the page ends, the headings of a long statement stand below the tabs of the lot', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'cobranza');
  for (const vista of ['cargos', 'movimientos']) {
    await page.goto(`/estado-cuenta/13?vista=${vista}`);
    const heading = page.getByRole('columnheader', { name: 'Fecha' });
    await expect(page.getByRole('row').nth(12)).toBeAttached();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect
      .poll(() =>
        heading.evaluate((cell) => {
          const { left, top } = cell.getBoundingClientRect();
          return cell.contains(document.elementFromPoint(left + 20, top + 2));
        }),
      )
      .toBe(true);
  }
});
