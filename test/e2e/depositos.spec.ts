/** The inbox of deposits by keyboard: one applied by its lot, one set aside and brought back, one split over two lots. */
import type { Page } from '@playwright/test';
import { BUSY } from '#platform/messages.ts';
import { choose } from './banco.ts';
import { apiOf, expect, expectNoAxe, free, signIn, test, unique } from './fixtures.ts';

/** Deposits of this test alone, and two lots of the demo that pay. */
async function given(page: Page, mark: string, amounts: readonly number[]) {
  const api = await apiOf(page, 'cobranza');
  const [cuenta] = (await api('/cuentabancaria/all')) as { id: number }[];
  const fecha = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  for (const [n, importe] of amounts.entries()) {
    const body = { cuenta: { id: cuenta?.id }, fecha, importe, referencia: '', concepto: `${mark} ${n + 1}` };
    await api('/depositoentrante/capturar', body);
  }
  const lotes: { referencia: string; status: string; paga_mtto: boolean }[] = await api('/search/get/M0/Referencia');
  // Of those who test beside this one each has its own: what somebody pays meanwhile is asked about again.
  const last = -1 - 2 * test.info().parallelIndex;
  return lotes.filter(({ status, paga_mtto }) => status === 'entregado' && paga_mtto).slice(last - 2, last);
}

test('deposits are applied, set aside and split by keyboard', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza');
  const mark = `PRUEBA${Date.now()}`;
  const [one, two] = await given(page, mark, [1_234.5, 2_345.6, 3_000]);
  await page.getByRole('main').getByRole('link', { name: 'Depósitos' }).click();
  await page.getByRole('searchbox', { name: 'Buscar depósitos' }).fill(mark);
  const list = page.getByRole('list', { name: 'Depósitos' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expectNoAxe(page);

  const panel = page.getByRole('region', { name: 'Depósito' });
  const open = (n: number) => list.getByRole('button', { name: `${mark} ${n}` });
  await open(1).click();
  await expect(panel).toContainText(`${mark} 1`);
  await page.keyboard.press('b');
  await page.keyboard.type(one?.referencia ?? '');
  await expect(page.getByRole('option', { name: one?.referencia })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Aplicar $1,234.50' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Depósito aplicado')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(2);

  // The next one is open by then; what is pressed while money moves counts for nothing.
  await expect(page.getByText(BUSY)).toBeHidden();
  await expect(panel).toContainText(`${mark} 2`);
  await page.keyboard.press('p');
  await expect(page.getByRole('dialog', { name: 'Apartar: por identificar' })).toBeVisible();
  await page.keyboard.type('Nadie lo reclama');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await expect(panel).toContainText(`${mark} 3`);
  await page.keyboard.press('d');
  for (const [n, lote, monto] of [
    [1, one, '1000'],
    [2, two, ''],
  ] as const) {
    const field = panel.getByRole('combobox', { name: `Lote ${n}` });
    await field.fill(lote?.referencia ?? '');
    await page.getByRole('option', { name: lote?.referencia }).click();
    const amount = panel.getByLabel('Monto').nth(n - 1);
    await amount.focus();
    // What is left is what the last one gets.
    if (monto === '') await expect(amount).toHaveValue(/2,000/);
    else await amount.fill(monto);
  }
  await expect(panel).toContainText('Repartido completo');
  // Each part with what it would pay, before anybody says yes.
  for (const lote of [one, two]) await expect(panel.getByRole('link', { name: lote?.referencia })).toBeVisible();
  await panel.getByRole('button', { name: 'Aplicar en 2 lotes' }).click();
  await expect(page.getByText('Ningún depósito coincide')).toBeVisible();

  await page.getByRole('button', { name: /^Situación/ }).click();
  await page.getByRole('menuitemradio', { name: 'Todas' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await open(2).click();
  await expect(panel).toContainText('Nadie lo reclama');
  await panel.getByRole('button', { name: 'Regresar a los pendientes' }).click();
  await expect(panel).toContainText('desconocido');
  await open(1).click();
  await expect(panel.getByRole('link', { name: /^Recibo \d+/ })).toBeVisible();
});

test('Enter on what has the focus presses that, and decides on no deposit nor on what went out', async ({ page }) => {
  const taken = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('a[href], button:enabled, summary')]
        .filter((one) => one.checkVisibility() && !one.matches('[data-passes-enter]'))
        .flatMap((one) => {
          one.focus();
          const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
          one.dispatchEvent(enter);
          return enter.defaultPrevented ? [one.textContent || (one.ariaLabel ?? '')] : [];
        }),
    );
  await signIn(page, 'cobranza', '/cobranza');
  const mark = `ENTER${Date.now()}`;
  const [one] = await given(page, mark, [1_111]);
  await page.goto(`/cobranza/depositos?q=${mark}`);
  const panel = page.getByRole('region', { name: 'Depósito' });
  await expect(panel).toContainText(mark);
  await page.keyboard.press('b');
  await page.keyboard.type(one?.referencia ?? '');
  await page.getByRole('option', { name: one?.referencia }).click();
  await expect(panel.getByRole('button', { name: 'Aplicar $1,111.00' })).toBeEnabled();
  expect(await taken()).toEqual([]);
  await expect(page.getByRole('list', { name: 'Depósitos' }).getByRole('listitem')).toHaveCount(1);

  await page.goto('/cobranza/egresos');
  await expect(page.getByRole('region', { name: 'Salida' })).toBeVisible();
  expect(await taken()).toEqual([]);
});

test('what was applied to a lot that it was not of is undone at its receipt, and waits again', async ({ page }) => {
  await signIn(page, 'director', '/cobranza');
  const mark = `VUELVE${Date.now()}`;
  const [one] = await given(page, mark, [1_333]);
  await page.goto(`/cobranza/depositos?q=${mark}&situacion=todas`);
  const panel = page.getByRole('region', { name: 'Depósito' });
  await expect(panel).toContainText(mark);
  await page.keyboard.press('b');
  await page.keyboard.type(one?.referencia ?? '');
  await page.getByRole('option', { name: one?.referencia }).click();
  await expect(panel.getByText('Quedará debiendo').or(panel.getByText('Al fondo'))).not.toHaveCount(0);
  await panel.getByRole('button', { name: 'Aplicar $1,333.00' }).click();
  await expect(page.getByText(/^Depósito aplicado: recibo \d+ de /)).toBeVisible();
  await panel.getByRole('link', { name: 'Deshacer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('el depósito espera de nuevo en Cobranza, Depósitos');
  const codigo = `DEP${Date.now()}`;
  await (await apiOf(page, 'director'))('/codigoautorizacion/save', { id: '', codigo, cantidad: 1 });
  await dialog.getByLabel('Código').fill(codigo);
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Era del vecino');
  await expectNoAxe(page);
  await dialog.getByRole('button', { name: 'Corregir' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`/cobranza/depositos?q=${mark}`);
  await expect(panel).toContainText(/Se canceló el recibo \d+/);
});

test('a deposit that was said to be a receipt’s is separated again, with a reason', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/depositos');
  const api = await apiOf(page, 'cobranza');
  const mark = `UNIDO${Date.now()}`;
  const importe = 1_000 + (Date.now() % 9_000) / 100;
  const [lote] = await given(page, mark, [importe]);
  const cuentas = (await api('/cuentabancaria/all')) as { caja: { id: number } }[];
  const [found] = (await api(`/lote/get-lote-referencia-lote?q=${lote?.referencia}`)) as { id: number }[];
  const fechaPago = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const deposit = { id: found?.id, referencia: lote?.referencia, montoDepositado: importe, fechaPago, observacion: '' };
  await api('/mantenimiento/cobrarcargosrecurrentes', {
    ...{ caja: { id: cuentas[0]?.caja.id }, mttoImportadoResponseList: [deposit] },
  });
  await page.getByRole('searchbox', { name: 'Buscar depósitos' }).fill(mark);
  const panel = page.getByRole('region', { name: 'Depósito' });
  await expect(panel).toContainText(`${mark} 1`);
  await panel.getByRole('combobox', { name: 'Lote' }).fill(lote?.referencia ?? '');
  await page.getByRole('option', { name: lote?.referencia }).click();
  await panel.getByRole('button', { name: 'Es este recibo' }).click();
  await expect(page.getByText('Ningún depósito coincide')).toBeVisible();

  await page.getByRole('button', { name: /^Situación/ }).click();
  await page.getByRole('menuitemradio', { name: 'Todas' }).click();
  await panel.getByRole('button', { name: 'No es este recibo' }).click();
  const dialog = page.getByRole('dialog', { name: /^No es el recibo/ });
  await dialog.getByLabel('Razón').fill('Era de otro lote');
  await expectNoAxe(page);
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(panel.getByRole('combobox', { name: 'Lote' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'No es este recibo' })).toHaveCount(0);
});

test('a statement of another account is taken back, and what held it is told', async ({ page }) => {
  await signIn(page, 'director', '/cobranza/bancos');
  const api = await apiOf(page);
  const mark = unique().toUpperCase();
  const [banco] = (await api('/banco/all')) as { id: number }[];
  // After the demo's by name: other screens open on the first one.
  const name = `Ventanilla ${mark}`;
  const numbers = { noCuenta: '1', noConvenio: '1', noCLABE: '1' };
  await api('/caja/save', { id: '', name, ...numbers, banco: { id: banco?.id }, active: true });
  const caja = ((await api('/caja/all')) as { id: number; name: string }[]).find((one) => one.name === name);
  const columnas = {
    ...{ fecha: 'Fecha', formaFecha: 'dd/mm/aaaa', importe: { forma: 'dos', cargo: 'Cargo', abono: 'Abono' } },
    ...{ formaNumero: '1,234.56', concepto: ['Concepto'], saldo: 'Saldo' },
  };
  const account = { id: '', caja: { id: caja?.id }, metodoPago: { id: '' }, conocidasSolas: false, columnas };
  const { id } = (await api('/cuentabancaria/save', account)) as { id: number };
  await page.goto(`/cobranza/bancos/${id}/estados`);
  const [year, month, day] = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10).split('-');
  const rows = ['Fecha,Concepto,Cargo,Abono,Saldo', `${day}/${month}/${year},SPEI ${mark},,150.00,150.00`];
  await choose(page, `${mark}.csv`, Buffer.from(rows.join('\r\n')));
  await page.getByRole('button', { name: 'Tomar 1 movimiento nuevo' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Se tomaron' })).toBeVisible();

  // Somebody sets its deposit aside: that is undone before.
  const inbox = `/depositoentrante/lista?situacion=todas&q=${mark}`;
  const deposit = async () => ((await api(inbox)) as { rows: { id: number; version: number }[] }).rows[0];
  const move = async (situacion: string) =>
    api('/depositoentrante/mover', { ...(await deposit()), situacion, razon: 'x' });
  await move('por_identificar');
  const takeBack = async () => {
    await page.getByRole('button', { name: `Retirar ${mark}.csv` }).click();
    const dialog = page.getByRole('dialog', { name: `Retirar «${mark}.csv»` });
    await dialog.getByLabel('Razón').fill('Era de otra cuenta');
    await expectNoAxe(page);
    await dialog.getByRole('button', { name: 'Retirar' }).click();
    return dialog;
  };
  const refused = await takeBack();
  await expect(page.getByText(/Regréselo antes a los pendientes/)).toBeVisible();
  await refused.getByRole('button', { name: 'Cancelar' }).click();
  await move('pendiente');
  await takeBack();
  await expect(page.getByText('El estado de cuenta se retiró, con una línea que sólo él traía')).toBeVisible();
  await expect(page.getByRole('cell', { name: /^Lo retiró .*: Era de otra cuenta$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: `Retirar ${mark}.csv` })).toHaveCount(0);
});

/** An account of a register of its own, whose files nobody knows yet. */
async function cuentaNueva(api: Awaited<ReturnType<typeof apiOf>>, name: string): Promise<number> {
  const [banco] = (await api('/banco/all')) as { id: number }[];
  const numbers = { noCuenta: '2', noConvenio: '2', noCLABE: '2' };
  await api('/caja/save', { id: '', name, ...numbers, banco: { id: banco?.id }, active: true });
  const caja = ((await api('/caja/all')) as { id: number; name: string }[]).find((one) => one.name === name);
  const account = { id: '', caja: { id: caja?.id }, metodoPago: { id: '' }, conocidasSolas: false, columnas: null };
  return ((await api('/cuentabancaria/save', account)) as { id: number }).id;
}

test('columns of another bank are proposed, changed and tried before they are kept', async ({ page }) => {
  await signIn(page, 'director', '/cobranza/bancos');
  const id = await cuentaNueva(await apiOf(page), `Ventanilla C ${unique().toUpperCase()}`);
  await page.goto(`/cobranza/bancos/value?id=${id}`);
  const rows = ['Fecha;Descripcion larga;Ref;Importe', '02/03/2026;PAGO DE MARZO;123;1.100,50'];
  const picking = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Probar con un archivo' }).click();
  await (await picking).setFiles({ name: 'otro.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
  await expect(page.getByRole('combobox', { name: 'Separador' })).toHaveValue('Punto y coma ( ; )');
  await expect(page.getByRole('combobox', { name: 'Importe', exact: true })).toHaveValue('Importe');
  await expect(page.getByRole('combobox', { name: 'Forma de los números' })).toHaveValue('1.234,56');
  const read = page.getByRole('region', { name: 'Lo que se lee' });
  await expect(read.getByRole('row', { name: '02-03-2026 PAGO DE MARZO 123 $1,100.50' })).toBeVisible();
  await expectNoAxe(page);

  const pick = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await pick('Forma de los números', '1,234.56');
  await expect(page.getByText(/«1.100,50» no es un monto como 1,234.56/)).toBeVisible();
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toContainText('el archivo no se lee');
  await pick('Forma de los números', '1.234,56');
  await expect(read).toContainText('$1,100.50');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page).toHaveURL(/\/cobranza\/bancos$/);
  await page.goto(`/cobranza/bancos/${id}/estados`);
  await choose(page, 'otro.csv', Buffer.from(rows.join('\r\n')));
  await expect(page.getByRole('button', { name: 'Tomar 1 movimiento nuevo' })).toBeVisible();
});

test('columns of fixed widths are said by where they begin, over the lines as they stand', async ({ page }) => {
  await signIn(page, 'director');
  const id = await cuentaNueva(await apiOf(page), `Ventanilla D ${unique().toUpperCase()}`);
  await page.goto(`/cobranza/bancos/value?id=${id}`);
  const rows = ['02/03/2026PAGO DE MARZO       0000110050C', '03/03/2026COMISION            0000000100D'];
  const buffer = Buffer.from(rows.join('\r\n'));
  const picking = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Probar con un archivo' }).click();
  await (await picking).setFiles({ name: 'otro.txt', mimeType: 'text/plain', buffer });
  const pick = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    // Of a column its first words follow its number.
    await page.getByRole('option', { name: new RegExp(`^${option}(:|$)`) }).click();
  };
  await pick('Separador', 'Ninguno');
  await expect(page.getByRole('region', { name: 'Renglones del archivo' })).toContainText(rows[1] ?? '');
  const starts = page.getByRole('textbox', { name: 'Dónde empieza cada columna' });
  await free(page);
  await starts.fill('1, 31, 11');
  await starts.press('Enter');
  await expect(page.getByText('Escriba los lugares de menor a mayor')).toBeVisible();
  await expectNoAxe(page);
  await starts.fill('1, 11, 31, 41');
  await starts.press('Enter');
  await expect(page.getByRole('region', { name: 'Primeras filas del archivo' }).getByRole('row').first()).toHaveText(
    '02/03/2026PAGO DE MARZO0000110050C',
  );
  await pick('Fecha', 'Columna 1');
  await pick('Concepto', 'Columna 2');
  await pick('Cómo escribe el importe', 'Otra columna dice cuál es');
  await pick('Importe', 'Columna 3');
  await pick('Cargo o abono', 'Columna 4');
  await pick('Cómo dice lo que sale', 'D');
  await pick('Cómo dice lo que entra', 'C');
  await pick('Forma de los números', 'centavos');
  const read = page.getByRole('region', { name: 'Lo que se lee' });
  await expect(read.getByRole('row', { name: '02-03-2026 PAGO DE MARZO $1,100.50' })).toBeVisible();
  await expect(read.getByRole('row', { name: '03-03-2026 COMISION -$1.00' })).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page).toHaveURL(/\/cobranza\/bancos$/);
  await page.goto(`/cobranza/bancos/${id}/estados`);
  await choose(page, 'otro.txt', buffer);
  await expect(page.getByRole('button', { name: 'Tomar 2 movimientos nuevos' })).toBeVisible();
});

test.describe('without a network', () => {
  test.use({ noise: /net::ERR_INTERNET_DISCONNECTED/ });

  test('a deposit says what it waits for, and goes on once it is back', async ({ page, context }) => {
    await signIn(page, 'cobranza', '/cobranza/depositos');
    const list = page.getByRole('list', { name: 'Depósitos' });
    const panel = page.getByRole('region', { name: 'Depósito' });
    await expect(list.getByRole('listitem').first()).toBeVisible();
    // Another than the one that is open, proposed to a lot.
    const other = list.locator('button:not([aria-current])', { hasText: /¿\w/ }).first();
    await context.setOffline(true);
    await other.click();
    await expect(panel.getByText('No hay conexión.')).toBeVisible();
    await expect(panel.getByRole('button', { name: /^Aplicar \$/ })).toBeDisabled();
    await context.setOffline(false);
    await expect(panel.getByRole('button', { name: /^Aplicar \$/ })).toBeEnabled();
  });
});

test('the last deposit of the last page leaves the page before it, and the next of any list follows', async ({
  page,
}) => {
  await signIn(page, 'cobranza');
  const mark = unique();
  await given(
    page,
    mark,
    Array.from({ length: 51 }, (_, n) => 100 + n),
  );
  const list = page.getByRole('list', { name: 'Depósitos' });
  const panel = page.getByRole('region', { name: 'Depósito' });
  const setAside = async (concepto: string) => {
    await expect(panel).toContainText(concepto);
    await panel.getByRole('button', { name: 'Por identificar' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Nadie lo reclama');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await page.goto(`/cobranza/depositos?q=${mark}&pag=2`);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await setAside(`${mark} 51`);
  await expect(page.getByText('1 a 50 de 50')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(50);
  await setAside(`${mark} 1`);
  await setAside(`${mark} 2`);

  await page.goto(`/cobranza/depositos?q=${mark}&situacion=por_identificar`);
  await expect(list.getByRole('listitem')).toHaveCount(3);
  // The latest first: 51, 2, 1.
  await list.getByRole('button', { name: `${mark} 2` }).click();
  await panel.getByRole('button', { name: 'Regresar a los pendientes' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('button', { name: new RegExp(`${mark} 1\\b`) })).toHaveAttribute('aria-current', 'true');
});

test('a bank’s file that is refused says why for as long as it is looked at', async ({ page }) => {
  await signIn(page, 'director', '/cobranza/bancos/1/estados');
  const why = page.getByRole('alert').filter({ hasText: 'El archivo' });
  await choose(page, 'estado.csv', Buffer.from('%PDF-1.7'));
  await expect(why).toHaveText(/El archivo es un PDF\. Descargue del banco/);
  await choose(page, 'estado.csv', Buffer.from('Nombre,Edad\nAna,7\n'));
  await expect(why).toHaveText(/no tiene las columnas/);
  await page.goto('/cobranza/bancos/99999/estados');
  await expect(page.getByText('No existe la cuenta de banco solicitada')).toBeVisible();
});
