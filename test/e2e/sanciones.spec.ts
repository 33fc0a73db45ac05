/** Fines from their photograph to their payment; condoning, cancelling, special discounts and the codes that allow them. */
import type { Page } from '@playwright/test';
import { type Api, apiOf, expect, expectNoAxe, pressInMenu, signIn, test, unique } from './fixtures.ts';

/** A text that no other test has. */
const fresh = (mark: string): string => `${mark}${unique()}`.toUpperCase();

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A lot, a type of fine and a code of their own. */
async function arrange(page: Page) {
  const api = await apiOf(page);
  const referencia = fresh('SAN');
  const tipo = fresh('Ruido ');
  const codigo = fresh('COD');
  await api('/lote/save', {
    id: '',
    tipo: 'habitacional',
    referencia,
    status: 'disponible',
    calle: 'Privada Olmos',
    manzana: '4',
    superficie: 120,
    residenteLoteList: [],
  });
  await api('/tipomulta/save', { id: '', name: tipo, monto: 1200, descripcion: 'Después de las 23 horas' });
  await api('/codigoautorizacion/save', { id: '', codigo, cantidad: 5 });
  const [lote] = await api(`/lote/get-lote-referencia-lote?q=${referencia}`);
  return { api, lote: lote.id as number, referencia, tipo, codigo };
}

/** A fine of 1,000.00 on a lot. */
async function fineOf(api: Api, lote: number, tipoMulta: string): Promise<number> {
  const tipos = (await api('/tipomulta/all')) as { id: number; name: string }[];
  const saved = await api('/multa/save', {
    id: '',
    tipoMulta: { id: tipos.find(({ name }) => name === tipoMulta)?.id },
    loteTransient: { id: lote },
    observacion: '',
    folio: fresh('F'),
    costo: 1000,
    url: '',
    fileName: '',
  });
  return saved.id;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a fine is written with its photograph, paid in part with a discount, and its payment stays on the screen', async ({
  page,
}) => {
  const { lote, referencia, tipo, codigo } = await arrange(page);
  await signIn(page, 'cobranza', `/generar-sancion/${lote}`);
  await expect(page.getByRole('region', { name: `Lote ${referencia}` })).toBeVisible();
  await button(page, 'Aceptar').click();
  const summary = page.getByRole('alert').filter({ hasText: 'Revise 2 campos' });
  await expect(summary).toContainText('Folio: Campo Requerido');
  await expect(summary).toContainText('Tipo: Campo Requerido');
  const folio = fresh('F');
  await page.getByLabel('Folio').fill(folio);
  await page.getByRole('combobox', { name: 'Tipo' }).fill(tipo);
  await page.getByRole('option', { name: tipo }).click();
  await expect(page.getByLabel('Costo')).toHaveValue('$1,200.00');
  await page.getByLabel('Descripción').fill('Fiesta en la terraza');
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'nota.gif', mimeType: 'image/gif', buffer: PNG });
  await expect(page.getByText('Elija una imagen PNG o JPEG')).toBeVisible();
  await expect(page.getByText('Seleccionar archivo')).toBeVisible();
  // What a telephone calls a JPEG after somebody has renamed it.
  await file.setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('\0\0\0\x18ftypheic') });
  await expect(page.getByText('El archivo no es una imagen PNG o JPEG. Elija otro')).toBeVisible();
  await expect(page.getByText('Seleccionar archivo')).toBeVisible();
  await expect(page.getByAltText('Vista previa de foto.jpg')).toHaveCount(0);
  await file.setInputFiles({ name: 'terraza.png', mimeType: 'image/png', buffer: PNG });
  await expect(page.getByAltText('Vista previa de terraza.png')).toBeVisible();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxe(page);
  }
  const answered = page.waitForResponse('**/api/v1/multa/save');
  await button(page, 'Aceptar').click();
  const saved = await (await answered).json();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page).toHaveURL(`/deudas/${lote}`);

  await page.goto(`/pagar-sancion/${saved.data.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sanción' })).toBeVisible();
  await expect(page.getByAltText('Imagen de la sanción: terraza.png')).toBeVisible();
  await expect(page.getByText('No hay pagos registrados hasta el momento')).toBeVisible();
  await expect(page.getByLabel('Monto a pagar')).toHaveValue('$1,200.00');
  await button(page, 'Aplicar descuento').click();
  const dialog = page.getByRole('dialog', { name: 'Descuento' });
  await dialog.getByLabel('Porcentaje a aplicar').fill('0.5');
  await dialog.getByLabel('Código de autorización').fill(codigo);
  await dialog.getByRole('button', { name: 'Aplicar' }).click();
  await expect(dialog.getByText('El porcentaje debe estar entre 1 y 100, o ser 0').first()).toBeVisible();
  await dialog.getByLabel('Porcentaje a aplicar').fill('10');
  await dialog.getByLabel('Código de autorización').fill('no es');
  await dialog.getByRole('button', { name: 'Aplicar' }).click();
  await expect(
    page.getByText('Código de autorización es incorrecto o no se puede usar más. Intente de nuevo por favor'),
  ).toBeVisible();
  await dialog.getByLabel('Código de autorización').fill(codigo);
  await dialog.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByLabel('Monto a pagar')).toHaveValue('$1,080.00');
  await page.getByLabel('Monto a pagar').fill('');
  await page.getByLabel('Monto a pagar').blur();
  await expect(page.getByText('Campo inválido')).toBeVisible();
  await page.getByLabel('Monto a pagar').fill('80');
  await page.getByRole('button', { name: '$1,000.00 Explicar' }).click();
  await expect(page.getByRole('dialog', { name: 'Queda por pagar' }).getByRole('row')).toContainText([
    'Importe',
    '$1,080.00',
    '-$80.00',
    '$1,000.00',
  ]);
  await page.keyboard.press('Escape');
  await page.getByLabel('No. cuenta').fill('1234');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Se ha generado la factura con éxito')).toBeVisible();
  await page.goBack();
  // What was owed 1,200.00, less 120.00 of discount and 80.00 of payment.
  await expect(page.getByText('incompleto')).toBeVisible();
  await expect(page.getByText('−$120.00')).toBeVisible();
  await expect(page.getByRole('region', { name: `Lote ${referencia}` })).toContainText('$1,000.00');
});

test('for the tags role a saved fine leads back to the search', async ({ page }) => {
  const { lote, tipo } = await arrange(page);
  await signIn(page, 'tags', `/generar-sancion/${lote}`);
  await expect(button(page, 'Deudas')).toBeDisabled();
  await page.getByLabel('Folio').fill('T-1');
  await page.getByRole('combobox', { name: 'Tipo' }).fill(tipo);
  await page.getByRole('option', { name: tipo }).click();
  await button(page, 'Aceptar').click();
  await expect(page).toHaveURL('/');
});

test('a fine is condoned in part, then cancelled', async ({ page }) => {
  const { api, lote, tipo, codigo } = await arrange(page);
  const id = await fineOf(api, lote, tipo);
  await signIn(page, 'cobranza', `/condonar/deuda/${id}`);
  await button(page, 'Condonar deuda').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise 3 campos' })).toBeFocused();
  const porcentaje = page.getByLabel('Porcentaje');
  // What is typed stays as it is typed; what it counts as is told when the field is left.
  for (const [typed, shown, remains, words] of [
    ['250', '100 %', '$0.00', 'Más de 100 % se toma como 100 %'],
    ['-5', '0 %', '$1,000.00', 'Menos de 0 % se toma como 0 %'],
  ] as const) {
    await porcentaje.click();
    await page.keyboard.type(typed);
    await expect(porcentaje).toHaveValue(`${typed} %`);
    await expect(page.getByText('Queda por pagar').locator('..')).toContainText(remains);
    await page.keyboard.press('Tab');
    await expect(porcentaje).toHaveValue(shown);
    await expect(page.getByText(words)).toBeVisible();
  }
  await porcentaje.fill('25');
  await page.getByLabel('Código de autorización').fill(codigo);
  await page.getByLabel('Razón').fill('Convenio');
  await expect(page.getByText('Se condona').locator('..')).toContainText('$250.00');
  await button(page, 'Condonar deuda').click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  // Opened by its address there is nowhere to go back to but the debts of the lot.
  await expect(page).toHaveURL(`/deudas/${lote}`);
  await page.goto(`/pagar-sancion/${id}`);
  await expect(page.getByText('Pagos Condonados')).toBeVisible();
  await expect(page.getByLabel('Monto a pagar')).toHaveValue('$750.00');

  await page.goto(`/cancelar/deuda/${id}`);
  // The first is the header's, whose sum it is alone.
  await page.getByRole('button', { name: '$750.00 Explicar' }).last().click();
  await expect(page.getByRole('dialog')).toContainText('Condonación');
  await page.keyboard.press('Escape');
  await page.getByLabel('Código de autorización').fill(codigo);
  await page.getByLabel('Razón').fill('Capturada por error');
  await button(page, 'Cancelar deuda').click();
  await expect(page).toHaveURL(`/deudas/${lote}`);
  await page.goto(`/pagar-sancion/${id}`);
  await expect(page.getByText('El cargo está cancelado')).toBeVisible();
  await expect(button(page, 'Pagar')).toBeDisabled();
});

test('a fine that a discount takes whole leaves a row among the payments, and is opened again there', async ({
  page,
}) => {
  const { api, lote, tipo, codigo } = await arrange(page);
  const id = await fineOf(api, lote, tipo);
  await signIn(page, 'cobranza', `/pagar-sancion/${id}`);
  await button(page, 'Aplicar descuento').click();
  const discount = page.getByRole('dialog', { name: 'Descuento' });
  await discount.getByLabel('Porcentaje a aplicar').fill('100');
  await discount.getByLabel('Código de autorización').fill(codigo);
  await discount.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByLabel('Monto a pagar')).toHaveValue('$0.00');
  await page.getByLabel('No. cuenta').fill('1234');
  await button(page, 'Pagar').click();
  const outcome = page.locator('[data-payment-outcome]');
  await expect(outcome).toContainText('No hay nada que facturar: el descuento cubrió todo');
  await expect(outcome.getByText('No se ha podido generar la factura')).toBeHidden();
  const folio = await outcome.getByRole('definition').first().innerText();
  await page.goto(`/pagos/${lote}`);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: new RegExp(`descuento, recibo ${folio}$`) }) });
  await expect(row).toContainText('$1,000.00');
  // It is no money: the total leaves it out.
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('$0.00');
  await pressInMenu(row, 'Cancelar pago');
  const dialog = page.getByRole('dialog', { name: 'Cancelar pago' });
  await dialog.getByLabel('Código de autorización').fill(codigo);
  for (const label of ['Motivo de cancelación', 'Relación de factura']) {
    await dialog
      .getByRole('combobox', { name: label })
      .or(dialog.getByRole('textbox', { name: label }))
      .first()
      .click();
    await page.getByRole('option').first().click();
  }
  await dialog.getByRole('textbox', { name: 'Motivo', exact: true }).fill('Código dado por error');
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('El pago ha sido cancelado')).toBeVisible();
  await expect(row).toContainText('cancelado');
  await expect(row.getByRole('button', { name: /^Más acciones/ })).toHaveCount(0);
});

test('codes show their uses and are switched off; a lot gets, changes and loses its special discount', async ({
  page,
}) => {
  const { api, lote, tipo, codigo, referencia } = await arrange(page);
  const id = await fineOf(api, lote, tipo);
  await api('/multa/cancelar', { id, codigo, razon: 'Duplicada' });
  await signIn(page, 'director', '/');
  await button(page, 'director').click();
  await page.getByRole('menuitem', { name: 'Código de autorización' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Códigos de autorización' })).toBeVisible();
  // What a search does not find is not what there is none of.
  await page.getByPlaceholder('Buscar').fill('nada así');
  await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible();
  await expect(page.getByText('No hay información disponible')).toHaveCount(0);
  await expect(page.getByText('No tiene códigos')).toHaveCount(0);
  await page.getByPlaceholder('Buscar').fill(codigo);
  await page.getByRole('switch', { name: `Activar o desactivar el código ${codigo}` }).click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page.getByRole('switch', { name: `Activar o desactivar el código ${codigo}` })).not.toBeChecked();
  await page.getByRole('link', { name: `Editar ${codigo}` }).click();
  const use = page.getByRole('row').filter({ hasText: 'Duplicada' });
  for (const text of ['Cancelación de sanción', referencia, '$1,000.00']) await expect(use).toContainText(text);

  await page.goto('/catalogos/descuento-especial');
  await page.getByRole('main').getByRole('link', { name: 'Nuevo', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo descuento especial' })).toBeVisible();
  await page.getByLabel('Descuento especial').fill('101');
  await page.getByRole('combobox', { name: 'Lote' }).fill(referencia);
  await page.getByRole('option').first().click();
  await button(page, 'Aceptar').click();
  await expect(page.getByText('Descuento especial: El % debe estar entre 1-100')).toBeVisible();
  await page.getByLabel('Descuento especial').fill('15');
  await expect(page.getByRole('status').filter({ hasText: 'No cambia lo que el lote debe hoy.' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Acuerdo de asamblea');
  await button(page, 'Aceptar').click();
  await expect(page).toHaveURL('/catalogos/descuento-especial');
  await page.getByPlaceholder('Buscar').fill(referencia);
  await expect(page.getByRole('row').filter({ hasText: referencia })).toContainText('15 %');
  await button(page, `Eliminar ${referencia}`).click();
  const question = page.getByRole('dialog', { name: 'Estás seguro que deseas eliminar!!!' });
  await expect(question).toContainText('No podrás deshacer esta acción');
  await question.getByRole('textbox', { name: 'Motivo' }).fill('Terminó el acuerdo');
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByRole('row').filter({ hasText: referencia })).toHaveCount(0);
});

test('the debt of a lot is asked for by kind and cancelled with a code', async ({ page }) => {
  const { api, lote, referencia, codigo } = await arrange(page);
  await api('/cargocuotainicialproyecto/save', { id: '', monto: 900, lote: { id: lote } });
  await signIn(page, 'administrador', '/cancelaciones/cancelardeuda');
  await button(page, 'Seleccionar').click();
  await expect(page.getByText('Debes seleccionar 1 lote y el tipo de deuda').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Tipo deuda' }).click();
  await page.getByRole('option', { name: 'Cuota inicial de proyecto' }).click();
  await page.getByRole('combobox', { name: 'Lote' }).fill(referencia);
  await page.getByRole('option').first().click();
  await button(page, 'Seleccionar').click();
  const row = page.getByRole('row').filter({ hasText: 'vigente' });
  await expect(row).toContainText('$900.00');
  await expect(button(page, 'Seleccionar')).toBeFocused();
  await row.getByRole('button', { name: '$900.00 Explicar' }).click();
  await expect(page.getByRole('dialog')).toContainText(referencia);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: /^Cancelar / }).click();
  const dialog = page.getByRole('dialog', { name: 'Seguro que desea cancelar la deuda' });
  await dialog.getByLabel('Código de autorización').fill(codigo);
  await dialog.getByLabel('Motivo').fill('Proyecto retirado');
  await dialog.getByRole('button', { name: 'Cancelar deuda' }).click();
  await expect(page.getByText('Proceso exitoso')).toBeVisible();
  const cancelled = page.getByRole('row').filter({ hasText: 'cancelado' });
  await expect(cancelled).toContainText('$0.00');
  await expect(cancelled.getByRole('button', { name: /^Cancelar / })).toHaveCount(0);
  // The search stays in the address.
  await page.reload();
  await expect(cancelled).toBeVisible();
  // Back, the fields say again what the rows are of.
  const kind = page.getByRole('combobox', { name: 'Tipo deuda' });
  await kind.click();
  await page.getByRole('option', { name: 'Mantenimiento' }).click();
  await button(page, 'Seleccionar').click();
  await expect(page).toHaveURL(/tipo=mantenimiento/);
  await page.goBack();
  await expect(cancelled).toBeVisible();
  await expect(kind).toHaveValue('Cuota inicial de proyecto');
});

test('a refused payment leaves the keyboard at its button, and the receipt of the next stands unbroken beside the fine', async ({
  page,
}) => {
  const { api, lote, tipo } = await arrange(page);
  const multa = await fineOf(api, lote, tipo);
  await signIn(page, 'cobranza', `/pagar-sancion/${multa}`);
  await page.getByLabel('No. cuenta').fill('1234');

  await page.getByLabel('Monto a pagar').fill('1000.01');
  const pay = button(page, 'Pagar');
  await expect(pay).toBeDisabled();
  await expect(page.getByText('El monto supera lo que se debe ($1,000.00)')).toBeVisible();
  const [back, forward] = await Promise.all(
    [button(page, 'Atrás').or(page.getByRole('link', { name: 'Atrás' })), pay].map((one) => one.boundingBox()),
  );
  // What pays stands over the whole width of the panel, the way back under it.
  expect(back?.y).toBeGreaterThan(forward?.y ?? 0);
  await page.getByLabel('Monto a pagar').fill('250');

  let asked = 0;
  await page.route('**/api/v1/pagosmultas/save', async (route) => {
    if (asked++ === 0) return route.fulfill({ json: { success: false, message: 'La caja no tiene turno' } });
    const response = await route.fetch();
    const json = await response.json();
    return route.fulfill({
      response,
      json: { ...json, data: { ...json.data, seFacturo: false, idFactura: null, responseFromProveedor: 'CFDI40147' } },
    });
  });
  await pay.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('La caja no tiene turno')).toBeVisible();
  await expect(pay).toBeFocused();

  await page.keyboard.press('Enter');
  const panel = page.locator('[data-payment-outcome]');
  await expect(
    panel.getByText('No se ha podido generar la factura con éxito. Intente más tarde por favor'),
  ).toBeVisible();
  await expect(panel).toBeFocused();
  await expect(panel).toContainText('Recibido $250.00');
  const values = panel.getByRole('definition');
  await expect(values).toContainText([/^\d+$/, /^\d\d-\d\d-\d{4}$/]);
  for (const value of [
    ...(await values.all()).slice(0, 2),
    ...(await panel.getByText('$250.00', { exact: true }).all()),
  ]) {
    expect(
      await value.evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
      }),
    ).toBe(1);
  }

  await page.keyboard.press('Tab');
  await expect(button(page, 'Imprimir')).toBeFocused();
  await page.keyboard.press('Tab');
  const nota = button(page, 'Descargar nota');
  await expect(nota).toBeFocused();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await download;
  await expect(nota).toBeFocused();
});

test('to condone all of it is asked first, with its amount', async ({ page }) => {
  const { api, lote, tipo, codigo } = await arrange(page);
  const id = await fineOf(api, lote, tipo);
  await signIn(page, 'cobranza', `/condonar/deuda/${id}`);
  await page.getByLabel('Código de autorización').fill(codigo);
  await page.getByLabel('Razón').fill('Convenio');
  const sent: unknown[] = [];
  page.on('request', (request) => request.url().endsWith('/multa/condonar') && sent.push(request.postDataJSON()));
  const question = page.getByRole('alertdialog', { name: '¿Condonar $1,000.00, todo lo que se debe?' });
  await page.getByLabel('Porcentaje').click();
  // Sent by Enter, what is too much is told as well.
  await page.keyboard.type('250');
  await page.keyboard.press('Enter');
  await expect(question).toContainText(tipo);
  await expect(page.getByText('Más de 100 % se toma como 100 %')).toBeVisible();
  await expectNoAxe(page);
  await question.getByRole('button', { name: 'Volver' }).click();
  await expect(page.getByLabel('Porcentaje')).toHaveValue('100 %');
  expect(sent).toEqual([]);
  await button(page, 'Condonar deuda').click();
  await question.getByRole('button', { name: 'Condonar deuda' }).click();
  await expect(page).toHaveURL(`/deudas/${lote}`);
  expect(sent).toMatchObject([{ porcentaje: 100, monto: 0, montoCondonado: 1000 }]);
});

test('the commas of an amount may be typed: they part its thousands', async ({ page }) => {
  const { lote } = await arrange(page);
  await signIn(page, 'cobranza', `/generar-sancion/${lote}`);
  const costo = page.getByLabel('Costo');
  await costo.pressSequentially('1,250.50');
  await expect(costo).toHaveValue('$1,250.50');
});

test('the comma of a percentage is its point', async ({ page }) => {
  const { api, lote, tipo } = await arrange(page);
  await signIn(page, 'cobranza', `/condonar/deuda/${await fineOf(api, lote, tipo)}`);
  const porcentaje = page.getByLabel('Porcentaje');
  await porcentaje.pressSequentially('12,5');
  await expect(porcentaje).toHaveValue('12.5 %');
  await expect(page.getByText('$125.00')).toBeVisible();
});
