import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { dayFromNow } from '../day.ts';
import { api, expect, expectNoAxe, firstOfMonth, signIn, test, unique } from './fixtures.ts';

interface Listed {
  id: number;
  folio: string;
  status: string;
  tipo: string;
  folioFiscal: string;
}

const invoices = async (page: Page): Promise<Listed[]> =>
  (await api<{ facturaDTOList: Listed[] }>(page, 'get', '/factura/allpaginable?page=0&size=100')).facturaDTOList;

test('a payment is invoiced, shown, downloaded and cancelled with its reason', async ({ page }) => {
  await signIn(page, 'director');
  const codigo = `COD${unique()}`.toUpperCase();
  await api(page, 'post', '/codigoautorizacion/save', { id: '', codigo, cantidad: 1 });
  const month = dayFromNow().slice(0, 7);
  const free = await api<{ id: number; referencia: string; tipo: string }[]>(
    page,
    'get',
    `/factura/porglobal/${month.slice(5)}/${month.slice(0, 4)}`,
  );
  const pago = free[0];
  const [lote] = await api<{ id: number }[]>(page, 'get', `/lote/get-lote-referencia-lote?q=${pago?.referencia}`);

  await page.goto(`/pagos/${lote?.id}?facturar=${pago?.id}&tipo=${pago?.tipo}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Facturar' })).toBeVisible();
  await expect(page.getByText('Lugar de expedición(CP)')).toBeVisible();
  await page.getByRole('button', { name: 'Facturar', exact: true }).click();
  const create = page.getByRole('dialog', { name: 'Crear factura' });
  await expect(create.getByRole('combobox', { name: 'Uso CFDI' })).not.toHaveValue('');
  await expectNoAxe(page);
  await create.getByRole('button', { name: 'Aceptar' }).click();

  await expect(page.getByText('Se ha generado la factura con éxito')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Código QR/ })).toBeVisible();
  await expect(page.getByText('Este documento es una representación impresa de un CFDI')).toBeVisible();
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar PDF' }).click(),
  ]);
  expect(pdf.suggestedFilename()).toMatch(/_\d{2}-\d{2}-\d{4}\.pdf$/);
  await expectNoAxe(page);

  const id = page.url().split('/').pop();
  await page.goto(`/factura/${id}`);
  const [xml] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'XML' }).click()]);
  expect(xml.suggestedFilename()).toMatch(/\.xml$/);
  await page.getByRole('button', { name: 'Enviar por correo electrónico' }).click();
  const mail = page.getByRole('dialog', { name: 'Enviar por correo electrónico' });
  await mail.getByRole('textbox', { name: 'Adicional' }).fill('ana@correo.mx');
  await mail.getByRole('button', { name: 'Enviar factura' }).click();
  await expect(page.getByText('Se ha enviado el correo electrónico satisfactoriamente')).toBeVisible();

  await page.getByRole('button', { name: 'Cancelar factura' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancelar factura' });
  await expect(cancel.getByText('El SAT la cancela sin pedir permiso al receptor')).toBeVisible();
  const choose = async (select: string, option: RegExp) => {
    await cancel.getByRole('combobox', { name: select }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Motivo de cancelación', /^01 /);
  await expect(cancel.getByRole('textbox', { name: 'Folio fiscal que la sustituye' })).toBeVisible();
  await choose('Motivo de cancelación', /^02 /);
  await expect(cancel.getByRole('textbox', { name: 'Folio fiscal que la sustituye' })).toBeHidden();
  await cancel.getByRole('textbox', { name: 'Código de autorización' }).fill(codigo);
  await choose('Relación de factura', /^04 /);
  await cancel.getByRole('textbox', { name: 'Nota' }).fill('Otros datos fiscales');
  await cancel.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('La factura ha sido cancelada')).toBeVisible();
  await expect(page.getByText('CANCELADA', { exact: true })).toBeVisible();
});

test('the list is searched, exported, and offers each role what it may do', async ({ page }) => {
  await signIn(page, 'tags', '/cobranza/facturas');
  const [newest] = await invoices(page);
  await page.getByRole('textbox', { name: 'Buscar por folio o referencia' }).fill(newest?.folio ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/texto=/);
  const row = page.getByRole('row', { name: new RegExp(`${newest?.folio}\\b`) });
  await expect(row).toBeVisible();
  await expect(row.getByRole('button', { name: /^Ver factura .+: Su rol no abre esta pantalla$/ })).toBeVisible();
  await expect(row.getByRole('button', { name: /^Cancelar/ })).toHaveCount(0);
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar XLSX' }).click(),
  ]);
  expect(sheet.suggestedFilename()).toMatch(/^Facturas de .+ \d{2}-\d{2}-\d{4}_\d{1,2}_\d{2}_\d{2}\.xlsx$/);
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page, ['color-contrast']);
  await page.getByRole('textbox', { name: 'Buscar por folio o referencia' }).fill('no existe ninguna así');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No existen valores a mostrar')).toBeVisible();
});

test('several invoices are downloaded in one file and sent by mail; what fails with one is told, and keeps no other', async ({
  page,
}) => {
  await signIn(page, 'cobranza', '/cobranza/facturas');
  const listed = (await invoices(page)).slice(0, 20).filter(({ folioFiscal }) => folioFiscal !== '');
  const [one, other] = listed;
  for (const { folio } of [one, other].filter((each) => each !== undefined)) {
    await page.getByRole('checkbox', { name: `Elegir la factura ${folio}`, exact: true }).check();
  }
  const bar = page.getByRole('region', { name: 'Selección' });
  await expect(bar).toContainText('Selección: 2 facturas');
  await expectNoAxe(page);
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: 'Descargar en ZIP' }).click(),
  ]);
  expect(zip.suggestedFilename()).toMatch(/^facturas_.+_\d{2}-\d{2}-\d{4}\.zip$/);
  const files = Object.entries(unzipSync(await readFile(await zip.path())));
  expect(files.map(([name]) => name.slice(-4)).sort()).toEqual(['.pdf', '.pdf', '.xml', '.xml']);
  for (const [name, bytes] of files) {
    expect(strFromU8(bytes.subarray(0, 5))).toBe(name.endsWith('.pdf') ? '%PDF-' : '<?xml');
  }
  await expect(page.getByText('Se descargaron 2 facturas')).toBeVisible();
  await expect(bar).toHaveCount(0);

  // The second has nobody to send it to.
  await page.route(`**/api/v1/factura/getemailfacturar/${one?.id}`, (route) =>
    route.fulfill({ json: 'ana@correo.mx' }),
  );
  await page.route(`**/api/v1/factura/getemailfacturar/${other?.id}`, (route) => route.fulfill({ json: '' }));
  for (const each of [one, other]) {
    await page.getByRole('checkbox', { name: `Elegir la factura ${each?.folio}`, exact: true }).check();
  }
  await bar.getByRole('button', { name: 'Enviar por correo' }).click();
  const question = page.getByRole('alertdialog', { name: 'Enviar por correo 2 facturas' });
  await question.getByRole('button', { name: 'Enviar las 2' }).click();
  await expect(page.getByText('Se envió 1 factura')).toBeVisible();
  const failed = page.getByRole('dialog', { name: 'No se hizo con 1 factura' });
  await expect(failed).toContainText(`la factura ${other?.folio}: No hay a quién enviarla`);
  await failed.getByRole('button', { name: 'Entendido' }).click();
  await expect(bar).toContainText('Selección: 1 factura');

  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar PDF', exact: true }).click(),
  ]);
  expect(paper.suggestedFilename()).toBe('facturas.pdf');
});

test('the related folio of a cancelled invoice is corrected in its place', async ({ page }) => {
  await signIn(page, 'cobranza');
  // The demo has cancelled some in the last months, not necessarily in this one.
  let mes = '';
  for (let back = 0; back < 6 && mes === ''; back++) {
    const first = firstOfMonth(back);
    const rows = await api<unknown[]>(page, 'get', `/factura/canceladas/${first.slice(5, 7)}/${first.slice(0, 4)}`);
    if (rows.length > 0) mes = first;
  }
  await page.goto(`/reportes/factura-canceladas?mes=${mes}`);
  const table = page.getByRole('table', { name: 'Facturas canceladas' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await table
    .getByRole('button', { name: /^Editar folio fiscal a relacionar/ })
    .first()
    .click();
  const field = table.getByRole('textbox', { name: /^Folio fiscal a relacionar/ });
  await field.fill('5f3a1c1e');
  await field.press('Enter');
  await expect(table.getByText('Escriba un folio fiscal de 36 caracteres')).toBeVisible();
  await field.fill('5f3a1c1e-7b54-4c7e-9b1a-0d7a2e1f9c33');
  await expectNoAxe(page);
  await field.press('Enter');
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(table.getByTitle('5f3a1c1e-7b54-4c7e-9b1a-0d7a2e1f9c33', { exact: true })).toBeVisible();
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar PDF' }).click(),
  ]);
  expect(pdf.suggestedFilename()).toMatch(/^facturas_canceladas_\d{2}_\d{4}\.pdf$/);
});

test('who only consults sees that the related folio is not theirs to edit', async ({ page }) => {
  const row = { id: 3, fechaCancelada: '2026-10-01T15:33:00', folio: 'A-3', referencia: 'M01-L01', total: 100 };
  const texts = { motivoCancelacion: '02', folioFiscalRelacionar: '', folioFiscal: '' };
  await page.route('**/api/v1/factura/canceladas/10/2026', (route) => route.fulfill({ json: [{ ...row, ...texts }] }));
  await signIn(page, 'consultor', '/reportes/factura-canceladas?mes=2026-10-01');
  const table = page.getByRole('table', { name: 'Facturas canceladas' });
  const edit = table.getByRole('button', {
    name: 'Editar folio fiscal a relacionar de A-3: Su rol no puede editar el folio',
  });
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await edit.click({ force: true });
  await expect(table.getByRole('textbox')).toHaveCount(0);
  await expectNoAxe(page);
});

test('a payment whose invoice waits or fails stays registered, and the screen says so', async ({ page }) => {
  await signIn(page, 'cobranza');
  const [lote] = await api<{ id: number }[]>(page, 'get', '/lote/get-lote-referencia-lote?q=M01-L01');
  // Neither the provider's silence nor its answers can be arranged from here: the answers are.
  const outcome = (idFactura: number | null) => ({
    seFacturo: false,
    idFactura,
    cobrosIdentificadoresList: [{ id: 1, name: 'mantenimiento' }],
    responseFromProveedor: 'CFDI40148: corrija el código postal',
    recibo: { id: 44, total: 100, fondo: 0, fechaPago: '2026-11-21' },
  });
  let status = 'pendiente';
  await page.route('**/api/v1/factura/estado/*', (route) =>
    route.fulfill({ json: { success: true, data: { status, mensaje: '' } } }),
  );
  const pay = async (idFactura: number | null) => {
    await page.route('**/api/v1/cobromantenimiento/save', async (route) => {
      // Long enough that the overlay is seen, which then stays a moment after the answer.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.fulfill({ json: { success: true, data: outcome(idFactura) } });
    });
    await page.goto(`/mantenimiento/pagar/lote/${lote?.id}`);
    await page.getByRole('textbox', { name: 'No. cuenta' }).fill('1234');
    // It owes nothing: months to come are paid by choice.
    const hasta = page.getByRole('textbox', { name: 'Hasta' });
    await hasta.fill('12-2030');
    await hasta.press('Tab');
    await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  };
  const panel = page.locator('[data-payment-outcome]');

  await pay(null);
  await expect(panel).toBeFocused();
  await expect(panel).toContainText('No se ha podido generar la factura con éxito. Intente más tarde por favor');
  await expect(panel).toContainText('CFDI40148: corrija el código postal');
  await expect(panel.getByRole('button', { name: 'Descargar nota' })).toBeVisible();
  await expectNoAxe(page);

  await pay(12);
  await expect(panel).toContainText('su factura está en proceso');
  status = 'facturada';
  await expect(panel.getByRole('link', { name: 'Ver factura' })).toHaveAttribute('href', '/factura/12');
});

test('what is invoiced has the server’s name, whatever the address says, back and forth too', async ({ page }) => {
  await signIn(page, 'cobranza');
  const loteOf = (q: string) =>
    api<{ id: number; name: string }[]>(page, 'get', `/lote/get-lote-referencia-lote?q=${q}`);
  const [[first], [second]] = [await loteOf('M01-L01'), await loteOf('M01-L02')];
  await page.goto(`/cobranza/generarfactura?lote=${first?.id}&nombre=M01-L02`);
  const lot = page.getByRole('combobox', { name: 'Lote' });
  await expect(lot).toHaveValue('M01-L01');
  await lot.fill('M01-L02');
  await page.getByRole('option', { name: second?.name ?? '' }).click();
  await expect(page).toHaveURL(new RegExp(`lote=${second?.id}&`));
  await page.goBack();
  await expect(lot).toHaveValue('M01-L01');
});

test('a lot leaves the global invoice of its month, of which the authority is asked', async ({ page }) => {
  await signIn(page, 'director');
  const codigo = `GLO${unique()}`.toUpperCase();
  await api(page, 'post', '/codigoautorizacion/save', { id: '', codigo, cantidad: 1 });
  const month = dayFromNow().slice(0, 7);
  const [year, mes] = month.split('-');
  const free = await api<{ id: number }[]>(page, 'get', `/factura/porglobal/${mes}/${year}`);
  const { data: id } = await api<{ data: number }>(page, 'post', '/factura/global', {
    year: Number(year),
    mes: Number(mes),
    pagos: free.map((pago) => pago.id),
  });
  const lotes = await api<{ referencia: string; conDatos: boolean }[]>(page, 'get', `/factura/lotesglobal/${id}`);
  await page.goto(`/factura/${id}`);
  await expect(page.getByText('Periodo de la factura global')).toBeVisible();
  await expect(page.getByText('sin consultar')).toBeVisible();
  await page.getByRole('button', { name: 'Consultar en el SAT' }).click();
  await expect(page.getByText('El SAT la tiene vigente')).toBeVisible();
  await expect(page.getByText('sin consultar')).toHaveCount(0);
  await expectNoAxe(page);
  // Whoever would cancel it is told what falls.
  await page.getByRole('button', { name: 'Cancelar factura' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancelar factura' });
  await expect(
    cancel.getByText(/^Se cancela toda la factura global .*: \d+ pagos por \$[\d,.]+, que quedan/),
  ).toBeVisible();
  await expectNoAxe(page);
  await page.keyboard.press('Escape');
  await expect(cancel).toHaveCount(0);
  await page.getByRole('button', { name: 'Sacar un lote' }).click();
  const dialog = page.getByRole('dialog', { name: /^Sacar un lote de la factura/ });
  const choose = async (referencia: string | undefined) => {
    await dialog.getByRole('combobox', { name: 'Lote' }).click();
    await page.getByRole('option', { name: new RegExp(`^${referencia}, `) }).click();
  };
  const without = lotes.find(({ conDatos }) => !conDatos);
  if (without) {
    await choose(without.referencia);
    await expect(dialog.getByText('No tiene datos fiscales: captúrelos antes')).toBeVisible();
  }
  await choose(lotes.find(({ conDatos }) => conDatos)?.referencia);
  await dialog.getByRole('textbox', { name: 'Código de autorización' }).fill(codigo);
  await dialog.getByRole('textbox', { name: 'Razón' }).fill('Pidió su factura');
  await expectNoAxe(page);
  await dialog.getByRole('button', { name: 'Sacar de la global' }).click();
  await expect(page.getByText(/^La factura global se canceló/)).toBeVisible();
  await expect(page.getByText('CANCELADA', { exact: true })).toBeVisible();
  const [acuse] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Acuse' }).click(),
  ]);
  expect(acuse.suggestedFilename()).toMatch(/^Acuse_.*\.xml$/);
});

test('a cancellation that the authority has nothing of is asked for again, or taken back', async ({ page }) => {
  await signIn(page, 'cobranza');
  const factura = (await invoices(page)).find(({ status }) => status === 'facturada');
  // That the authority took it and forgot it is arranged.
  let cancelacion: object | null = { codigo: '201', veces: 7, atorada: true };
  const { data } = await api<{ data: object }>(page, 'get', `/factura/get/${factura?.id}`);
  await page.route(`**/api/v1/factura/get/${factura?.id}`, (route) => {
    const status = cancelacion ? 'en_cancelacion' : 'facturada';
    return route.fulfill({
      json: { success: true, data: { ...data, status, cancelacion, mensaje: 'El SAT recibió la solicitud' } },
    });
  });
  await page.route('**/api/v1/factura/estado/*', (route) =>
    route.fulfill({
      json: { success: true, data: { status: 'en_cancelacion', mensaje: 'El SAT recibió la solicitud' } },
    }),
  );
  await page.goto(`/factura/${factura?.id}`);
  await expect(page.getByText('Mensaje del proveedor (201):')).toBeVisible();
  await expect(page.getByText('Se pidió 7 veces y el SAT dice que la factura sigue vigente')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pedirla de nuevo' })).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Retirar la solicitud' }).click();
  const dialog = page.getByRole('dialog', { name: /^Retirar la cancelación de la factura/ });
  await dialog.getByRole('button', { name: 'Retirar la solicitud' }).click();
  await expect(dialog.getByText('Todos los campos son requeridos', { exact: true })).toBeVisible();
  await page.route('**/api/v1/factura/retirarcancelacion', (route) => {
    cancelacion = null;
    return route.fulfill({ json: { success: true, message: 'La factura sigue vigente.' } });
  });
  await dialog.getByLabel('Razón').fill('Se pidió por error');
  await dialog.getByRole('button', { name: 'Retirar la solicitud' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Se pidió 7 veces')).toHaveCount(0);
});

test('a cancellation of which nobody tells says what to look at, and whoever directs decides with a code', async ({
  page,
}) => {
  await signIn(page, 'director');
  const factura = (await invoices(page)).find(({ status }) => status === 'facturada');
  const { data } = await api<{ data: object }>(page, 'get', `/factura/get/${factura?.id}`);
  // Three days without an answer are arranged.
  const cancelacion = { codigo: '', veces: 21, atorada: true, sinRespuesta: '2026-11-03T09:05:07' };
  await page.route(`**/api/v1/factura/get/${factura?.id}`, (route) =>
    route.fulfill({ json: { success: true, data: { ...data, status: 'en_cancelacion', cancelacion, mensaje: '' } } }),
  );
  await page.route('**/api/v1/factura/estado/*', (route) =>
    route.fulfill({ json: { success: true, data: { status: 'en_cancelacion', mensaje: '' } } }),
  );
  await page.goto(`/factura/${factura?.id}`);
  await expect(page.getByText('Desde el 03-11-2026 09:05 nadie dice en qué va')).toBeVisible();
  await expectNoAxe(page);
  let sent: object | null = null;
  await page.route('**/api/v1/factura/re*cancelacion', (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({ json: { success: true, message: 'Hecho' } });
  });
  await page.getByRole('button', { name: 'Pedirla de nuevo' }).click();
  const again = page.getByRole('dialog', { name: /^Pedir de nuevo la cancelación/ });
  await again.getByLabel('Código de autorización').fill('COD1');
  await expectNoAxe(page);
  await again.getByRole('button', { name: 'Pedirla de nuevo' }).click();
  await expect(again).toHaveCount(0);
  expect(sent).toMatchObject({ codeAutorizacion: 'COD1' });
  await page.getByRole('button', { name: 'Retirar la solicitud' }).click();
  const back = page.getByRole('dialog', { name: /^Retirar la cancelación/ });
  await expect(back.getByText('Véala antes en el portal del SAT')).toBeVisible();
  await back.getByLabel('Código de autorización').fill('COD2');
  await back.getByLabel('Razón').fill('Sigue vigente');
  await back.getByRole('button', { name: 'Retirar la solicitud' }).click();
  await expect(back).toHaveCount(0);
  expect(sent).toMatchObject({ codeAutorizacion: 'COD2', razon: 'Sigue vigente' });
});

test('the legal limit for cancelling is told, and once it has passed asks for a confirmation', async ({ page }) => {
  await signIn(page, 'cobranza');
  // The oldest: the latest is another test's, and may be cancelled meanwhile.
  const factura = (await invoices(page)).findLast(({ status }) => status === 'facturada');
  await page.goto(`/factura/${factura?.id}`);
  const told = page.getByText(/^Por ley se puede cancelar hasta el 3[01]-0[34]-\d{4}: /);
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar factura' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar factura' });
  await expect(dialog.getByText(/^Por ley se puede cancelar hasta el /)).toBeVisible();
  await expectNoAxe(page);
  await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click();
  const aviso = 'El plazo legal para cancelarla terminó el 31-03-2026; confirme con su contador';
  await page.route('**/api/v1/factura/plazo/*', (route) =>
    route.fulfill({ json: { success: true, data: { limite: '2026-03-31', dias: -1, vencido: true, aviso } } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Cancelar factura' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: aviso })).toBeVisible();
  const accept = dialog.getByRole('button', { name: 'Aceptar' });
  await expect(accept).toBeDisabled();
  await expectNoAxe(page);
  await dialog.getByRole('checkbox', { name: /pedir la cancelación de todos modos/ }).check();
  await expect(accept).toBeEnabled();
});

test('a cancellation that waits says since when, and is asked for by hand', async ({ page }) => {
  await signIn(page, 'cobranza');
  const factura = (await invoices(page)).find(({ status }) => status === 'facturada');
  // The simulator cancels at once: that it has not answered yet is arranged.
  let status = 'en_cancelacion';
  const waiting = () => ({
    status,
    fechaSolicitudCancelacion: status === 'en_cancelacion' ? '2026-11-03T09:05:07' : '',
  });
  const { data } = await api<{ data: object }>(page, 'get', `/factura/get/${factura?.id}`);
  await page.route(`**/api/v1/factura/get/${factura?.id}`, (route) =>
    route.fulfill({ json: { success: true, data: { ...data, ...waiting() } } }),
  );
  await page.route('**/api/v1/factura/estado/*', (route) =>
    route.fulfill({ json: { success: true, data: { status, mensaje: '' } } }),
  );
  let message = 'La cancelación sigue en proceso. El proveedor no contestó';
  // The page asks by itself too: what comes of the asking by hand is not to be had before.
  let found = status;
  await page.route('**/api/v1/factura/consultarcancelacion', (route) => {
    status = found;
    return route.fulfill({ json: { success: true, message } });
  });
  await page.goto(`/factura/${factura?.id}`);
  await expect(page.getByText('Se solicitó el 03-11-2026 09:05.')).toBeVisible();
  await expectNoAxe(page);
  const ask = page.getByRole('button', { name: 'Consultar ahora' });
  await ask.click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(ask).toBeFocused();
  message = 'La factura ha sido cancelada';
  found = 'cancelada';
  await ask.click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(ask).toHaveCount(0);
});

test('a lot that pays later is invoiced first, and its payment’s complement comes by itself or from the list', async ({
  page,
}) => {
  await signIn(page, 'director');
  interface Cargo {
    id: number;
    loteId: number;
    referencia: string;
    concepto: string;
  }
  const cargos = await api<Cargo[]>(page, 'get', '/factura/cargosporfacturar');
  const cargo = cargos.find(({ concepto }) => concepto.startsWith('Mantenimiento'));
  if (!cargo) throw new Error('the demo has companies that owe');

  await page.goto('/cobranza');
  await page.getByRole('main').getByRole('link', { name: 'Complementos pendientes' }).click();
  await expect(page.getByText('Ningún pago espera complemento: cada uno se emite solo al recibirse')).toBeVisible();
  const table = page.getByRole('table', { name: 'Cargos por facturar' });
  await page.getByRole('checkbox', { name: 'Todos' }).uncheck();
  await table.getByRole('checkbox', { name: `Incluir ${cargo.concepto} de ${cargo.referencia}`, exact: true }).check();
  await expect(page.getByText(`Elegidos: 1 de ${cargos.length} cargos`)).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Facturar cargos' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Facturar cargos por cobrar' });
  await expect(dialog).toContainText('Confirme con su contador');
  await dialog.getByRole('button', { name: 'Facturar' }).click();
  await expect(page.getByText('Se generó la factura.')).toBeVisible();

  // Nobody knows the form of the payment: its complement waits, and the bell says so.
  const owed = { id: 0, facturaId: 12, folio: 'A-900', referencia: cargo.referencia, concepto: cargo.concepto };
  const pending = [
    { ...owed, id: 1, fechaPago: '2026-11-20', monto: 1200.5, vence: dayFromNow(9), motivo: '' },
    {
      ...owed,
      id: 2,
      fechaPago: '2026-09-20',
      monto: 800,
      vence: '2026-10-05',
      motivo: 'El método «Vales» no tiene forma',
    },
  ];
  // A complement in force that says what is not so: told what to do, with its invoice a click away.
  const wrong = { ...owed, id: 31, folio: 'P-31', factura: 'A-900', monto: 650, motivo: 'Cancélelo con el motivo 02' };
  await page.route('**/api/v1/factura/complementosporcorregir', (route) => route.fulfill({ json: [wrong] }));
  let asked: unknown;
  await page.route('**/api/v1/factura/complementospendientes', (route) => route.fulfill({ json: pending }));
  await page.route('**/api/v1/factura/complementos', async (route) => {
    asked = route.request().postDataJSON();
    await route.fulfill({ json: { success: true, data: [77] } });
  });
  await page.reload();
  await page.getByRole('button', { name: /^Alertas: \d+$/ }).click();
  await page.getByRole('link', { name: /2 pagos esperan su complemento/ }).click();
  const waiting = page.getByRole('table', { name: 'Complementos por emitir' });
  await expect(waiting.getByRole('checkbox').nth(1)).toBeDisabled();
  const toMend = page.getByRole('table', { name: 'Complementos por corregir' });
  await expect(toMend.getByRole('row', { name: /P-31.*\$650\.00.*Cancélelo con el motivo 02/ })).toBeVisible();
  await expect(toMend.getByRole('link', { name: 'P-31' })).toHaveAttribute('href', '/factura/31');
  await expect(toMend.getByRole('link', { name: 'A-900' })).toHaveAttribute('href', '/factura/12');
  await expect(waiting).toContainText('Listo para emitirse');
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Emitir complementos' }).click();
  await expect(page.getByText('Se emitió el complemento.')).toBeVisible();
  expect(asked).toEqual({ pagos: [1] });

  // As the end of a month leads there: of payments up to its last day.
  await page.goto('/cobranza/complementos-pendientes?hasta=2026-10-31');
  await expect(waiting.getByRole('checkbox')).toHaveCount(1);
  await expect(waiting).toContainText('El método «Vales» no tiene forma');
  await page.getByRole('button', { name: 'Fecha Hasta 31-10-2026' }).click();
  await page.getByRole('menuitemradio', { name: 'Todas' }).click();
  await expect(waiting.getByRole('checkbox')).toHaveCount(2);
});

test('a note proposes discounts, and nothing of what is given back; what was typed stays', async ({ page }) => {
  await signIn(page, 'director');
  const factura = (await invoices(page)).find(({ status, tipo }) => status === 'facturada' && tipo === 'ingreso');
  const linea = { id: 1, descripcion: 'Mantenimiento', impuesto: '', descuento: 300, devolucion: 900, propuesta: 120 };
  const source = { limite: 300, devolucion: 900, propuesta: 120, motivo: '', formaPagoCFDI: '03', lineas: [linea] };
  await page.route(`**/api/v1/factura/notacredito/${factura?.id}`, (route) =>
    route.fulfill({ json: { success: true, data: source } }),
  );
  await page.goto(`/factura/${factura?.id}`);
  await page.getByRole('button', { name: 'Nota de crédito' }).click();
  const amount = page.getByRole('textbox', { name: 'Monto, IVA incluido' });
  const relation = async (name: string) => {
    await page.getByRole('combobox', { name: 'Tipo de relación' }).click();
    await page.getByRole('option', { name }).click();
  };
  await expect(amount).toHaveValue('$120.00');
  await relation('03 - Devolución');
  await expect(amount).toHaveValue('$0.00');
  await relation('01 - Nota de crédito');
  await expect(amount).toHaveValue('$120.00');
  await amount.fill('50');
  await relation('03 - Devolución');
  await expect(amount).toHaveValue('$50.00');
});

test('a part of an invoice is taken back with a credit note, which has to go before the invoice does', async ({
  page,
}) => {
  await signIn(page, 'director');
  const codigo = `NOTA${unique()}`.toUpperCase();
  await api(page, 'post', '/codigoautorizacion/save', { id: '', codigo, cantidad: 2 });
  // An old one, which no other test cancels or makes; the oldest is that of the legal limit, which has to be free of notes.
  const factura = (await invoices(page))
    .filter(({ status, tipo }) => status === 'facturada' && tipo === 'ingreso')
    .at(-2);
  await page.goto(`/factura/${factura?.id}`);
  await page.getByRole('button', { name: 'Nota de crédito' }).click();
  const dialog = page.getByRole('dialog', { name: `Nota de crédito de la factura ${factura?.folio}` });
  await expect(dialog).toContainText('No mueve pagos ni saldos');
  await expect(dialog).toContainText('Confirme con su contador');
  await expectNoAxe(page);
  await dialog.getByRole('textbox', { name: 'Monto, IVA incluido' }).fill('10.5');
  await dialog.getByRole('combobox', { name: 'Tipo de relación' }).click();
  await page.getByRole('option', { name: '03 - Devolución' }).click();
  await dialog.getByRole('textbox', { name: 'Código de autorización' }).fill(codigo);
  await dialog.getByRole('textbox', { name: 'Razón' }).fill('Se devolvió lo pagado de más');
  await dialog.getByRole('button', { name: 'Emitir nota de crédito' }).click();

  await expect(page.getByText('Se emitió la nota de crédito')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Nota de crédito' })).toBeVisible();
  await expect(
    page.getByText(`Devolución de la factura ${factura?.folio}: Se devolvió lo pagado de más`),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sustituir' })).toHaveCount(0);
  await expectNoAxe(page);
  // On a telephone the table scrolls sideways, by keyboard too.
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoAxe(page);
  await page.getByRole('region', { name: 'Tabla de conceptos' }).focus();
  await expect(page.getByRole('region', { name: 'Tabla de conceptos' })).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('main').getByRole('link', { name: factura?.folio, exact: true }).click();
  await expect(page.getByText(/^Nota de crédito .* por \$10\.50, facturada$/)).toBeVisible();
  const cancel = page.getByRole('button', { name: 'Cancelar factura' });
  await expect(cancel).toBeDisabled();
  await expect(cancel).toHaveAttribute('title', /tiene la nota de crédito .*Cancélela primero/);

  await page.getByRole('button', { name: 'Nota de crédito' }).click();
  const amount = dialog.getByRole('textbox', { name: 'Monto, IVA incluido' });
  await amount.fill('9999999');
  await dialog.getByRole('textbox', { name: 'Código de autorización' }).fill(codigo);
  await dialog.getByRole('textbox', { name: 'Razón' }).fill('Más de lo que hay');
  await dialog.getByRole('button', { name: 'Emitir nota de crédito' }).click();
  await expect(dialog.getByRole('link', { name: /puede ser de .* a lo más/ })).toBeVisible();
  await expect(amount).toHaveValue('$9,999,999.00');

  await page.goto('/cobranza/facturas');
  await expect(page.getByRole('table').getByText('-$10.50')).toBeVisible();
});
