/** Forms that money is entered on lose nothing: not to a reload, a link, an answer that never came, or a session that ended. */
import type { Page } from '@playwright/test';
import { api, apiOf, DEMO_PASSWORD, expect, expectNoAxe, owingLot, signIn, test } from './fixtures.ts';

// Of the answers that are kept from arriving.
test.use({ noise: /^Failed to load resource/ });

/** A lot of the test's own, whose months it may pay. */
const debtor = async (page: Page): Promise<number> => (await owingLot(await apiOf(page))).id;

const cuenta = (page: Page) => page.getByRole('textbox', { name: 'No. cuenta' });
const monto = (page: Page) => page.getByRole('textbox', { name: 'Monto a saldar' });
const pagar = (page: Page) => page.getByRole('button', { name: 'Pagar', exact: true });
const RECOVERED = 'Se recuperó lo que había escrito; no se ha cobrado nada.';

/** Everything that this tab keeps, as text. */
const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
const token = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('porton.sesion') ?? '{}') as { access_token?: string }).access_token,
  );

/** Ends the page's session at the server, as time would. */
async function endSession(page: Page): Promise<void> {
  const answer = await page.request.post('/api/v1/security/logout', {
    headers: { authorization: `Bearer ${await token(page)}` },
    data: {},
  });
  expect(answer.status()).toBe(200);
}

test('a reload asks, and gives back what was typed; untouched, nothing asks', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await expect(monto(page)).not.toHaveValue('$0');
  await page.reload();
  expect(asked).toEqual([]);

  await cuenta(page).fill('4321');
  await monto(page).fill('123.45');
  await page.getByRole('textbox', { name: 'Observación' }).fill('Con recibo');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(page.getByText(RECOVERED)).toBeVisible();
  await expect(cuenta(page)).toHaveValue('4321');
  await expect(monto(page)).toHaveValue('$123.45');
  await expect(page.getByRole('textbox', { name: 'Observación' })).toHaveValue('Con recibo');
  await expectNoAxe(page);

  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByText(RECOVERED)).toHaveCount(0);
  await expect(cuenta(page)).toHaveValue('');
  expect(await kept(page)).not.toContain('Con recibo');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

test('links, menus, the palette and the way back ask before a payment is left', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await page.getByRole('link', { name: 'Volver a Deudas' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deudas' })).toBeVisible();
  await page.goBack();
  await cuenta(page).fill('4321');
  const ask = page.getByRole('alertdialog', { name: 'Hay cambios sin guardar' });
  const stay = async () => {
    await expect(ask).toBeVisible();
    await ask.getByRole('button', { name: 'Seguir editando' }).click();
    await expect(ask).toHaveCount(0);
    await expect(cuenta(page)).toHaveValue('4321');
  };
  await page.getByRole('link', { name: 'Volver a Deudas' }).click();
  await stay();
  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link').first().click();
  await stay();
  await page.goForward();
  await stay();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Ir a cualquier parte' });
  await palette.getByRole('combobox').fill('Reportes');
  await palette
    .getByRole('option', { name: /Reportes/ })
    .first()
    .click();
  await stay();

  await page.getByRole('link', { name: 'Volver a Deudas' }).click();
  await ask.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deudas' })).toBeVisible();
  // Left by choice, it does not come back.
  await page.goBack();
  await expect(cuenta(page)).toHaveValue('');
  await expect(page.getByText(RECOVERED)).toHaveCount(0);
});

test('a payment whose answer was lost is found after the reload, and is not made twice', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await cuenta(page).fill('4321');
  await monto(page).fill('10');
  await page.route('**/api/v1/cobromantenimiento/save', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await pagar(page).click();
  await expect(page.getByText(/problemas con la comunicación/)).toBeVisible();
  await page.unroute('**/api/v1/cobromantenimiento/save');
  await page.reload();
  await expect(page.getByText('Lo que había enviado antes sí quedó registrado.')).toBeVisible();
  // Nothing is left to be sent by a key that was meant for it; another one is begun by choice.
  await expect(cuenta(page)).toHaveCount(0);
  const link = page.getByRole('link', { name: /^Ver recibo \d+$/ });
  const address = (await link.getAttribute('href')) ?? '';
  await page.getByRole('button', { name: 'Capturar otro' }).click();
  await expect(cuenta(page)).toHaveValue('');
  await expect(monto(page)).not.toHaveValue('$0');
  await page.goto(address);
  await expect(page.getByRole('article')).toContainText('Recibido $10.00');
  expect(await paidTimes(page, id, 10)).toBe(1);
});

test('one that never arrived is sent again with the same key', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  page.on('dialog', (dialog) => void dialog.accept());
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/cobromantenimiento/save')) keys.push(request.headers()['idempotency-key']);
  });
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await cuenta(page).fill('4321');
  await monto(page).fill('11');
  await page.route('**/api/v1/cobromantenimiento/save', (route) => route.abort('connectionreset'), { times: 1 });
  await pagar(page).click();
  await expect(page.getByText(/problemas con la comunicación/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('si lo envía de nuevo no se cobra dos veces')).toBeVisible();
  await expect(monto(page)).toHaveValue('$11.00');
  await pagar(page).click();
  await expect(page.getByRole('article')).toContainText('Recibido $11.00');
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(await kept(page)).not.toContain('porton.borrador');
});

/** How many receipts of an amount a lot has. */
async function paidTimes(page: Page, id: number, pesos: number): Promise<number> {
  type Pago = { reciboId: number | null; amount: number };
  const { data } = await api<{ data: { data: { misPagosResponseList: Pago[] } } }>(
    page,
    'get',
    `/residente/get/pagos/${id}`,
  );
  // One receipt may pay an interest and a month.
  const byRecibo = Map.groupBy(data.data.misPagosResponseList, ({ reciboId }) => reciboId);
  const sums = [...byRecibo.values()].map((pagos) =>
    pagos.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
  );
  return sums.filter((sum) => sum === pesos * 100).length;
}

const SAVE = '**/api/v1/cobromantenimiento/save';
const FATE = '**/api/v1/security/peticion/*';
const DONE = 'Lo que había enviado antes sí quedó registrado.';
const UNKNOWN = 'Se envió y no se sabe si se cobró';

/** Pays so that the payment is made and its answer does not arrive. */
async function payUnanswered(page: Page, pesos: string): Promise<void> {
  await cuenta(page).fill('4444');
  await monto(page).fill(pesos);
  await page.route(
    SAVE,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await pagar(page).click();
}

test('what was sent without an answer is asked for at once, and its receipt is shown', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await payUnanswered(page, '13');
  await expect(page.getByText(DONE)).toBeVisible();
  await expect(page.getByText(UNKNOWN)).toHaveCount(0);
  await expect(cuenta(page)).toHaveCount(0);
  await page.getByRole('link', { name: /^Ver recibo \d+$/ }).click();
  await expect(page.getByRole('article')).toContainText('Recibido $13.00');
});

test('another amount after an unknown outcome is refused, and leads to the receipt of the first', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await page.route(FATE, (route) => route.abort('connectionreset'));
  await payUnanswered(page, '14');
  await expect(page.getByText(`${UNKNOWN}; el servidor no responde`)).toBeVisible();
  // The page takes keys again once it is no longer blocked: the notice may be there before.
  await expect(page.getByRole('alertdialog', { name: 'Procesando' })).toHaveCount(0);
  await monto(page).fill('28');
  await expect(monto(page)).toHaveValue('$28.00');
  await pagar(page).click();
  await expect(page.getByText(/Esta petición ya se hizo con otros datos/)).toBeVisible();
  // Refused, it is as unknown as before; also after a reload.
  await page.reload();
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  await expect(page.getByText(RECOVERED)).toHaveCount(0);
  await expectNoAxe(page);
  await page.unroute(FATE);
  await expect(page.getByText(DONE)).toBeVisible();
  await page.getByRole('link', { name: /^Ver recibo \d+$/ }).click();
  await expect(page.getByRole('article')).toContainText('Recibido $14.00');
  expect([await paidTimes(page, id, 14), await paidTimes(page, id, 28)]).toEqual([1, 0]);
});

test('a payment that arrives late is found, or refused once it was discarded', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  /** Sends a payment that does not arrive; gives what lets it arrive later. */
  const payLate = async (pesos: string) => {
    const sent = page.waitForRequest(SAVE);
    await page.route(SAVE, (route) => route.abort('connectionreset'), { times: 1 });
    await cuenta(page).fill('4444');
    await monto(page).fill(pesos);
    await pagar(page).click();
    const request = await sent;
    const { authorization = '', 'idempotency-key': key = '' } = await request.allHeaders();
    const late = { headers: { authorization, 'idempotency-key': key }, data: request.postDataJSON() as object };
    await page.reload();
    await expect(page.getByText('Hasta ahora no consta')).toBeVisible();
    return async (): Promise<unknown> => (await page.request.post('/api/v1/cobromantenimiento/save', late)).json();
  };
  const arrives = await payLate('15');
  expect(await arrives()).toMatchObject({ success: true });
  await expect(page.getByText(DONE)).toBeVisible();
  await page.getByRole('button', { name: 'Capturar otro' }).click();
  const refused = await payLate('16');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByText('Se descartó lo que se había enviado; no se cobró nada')).toBeVisible();
  await expect(cuenta(page)).toHaveValue('');
  expect(await refused()).toMatchObject({ success: false });
  expect(await kept(page)).not.toContain('porton.borrador');
  expect([await paidTimes(page, id, 15), await paidTimes(page, id, 16)]).toEqual([1, 0]);
  await cuenta(page).fill('4444');
  await monto(page).fill('16');
  await pagar(page).click();
  await expect(page.getByRole('article')).toContainText('Recibido $16.00');
  expect(await paidTimes(page, id, 16)).toBe(1);
});

test('leaving asks first what became of what was sent', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await page.route(FATE, (route) => route.abort('connectionreset'));
  const ask = page.getByRole('alertdialog', { name: 'Hay cambios sin guardar' });
  const leave = async () => {
    await page.getByRole('link', { name: 'Volver a Deudas' }).click();
    await expect(ask).toContainText(`${UNKNOWN}; al salir se pregunta al servidor`);
    await ask.getByRole('button', { name: 'Salir sin guardar' }).click();
  };
  await payUnanswered(page, '17');
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  // Without the server's word it is left and kept.
  await page.route(`${FATE}/descartar`, (route) => route.abort('connectionreset'));
  await leave();
  await expect(page.getByRole('heading', { level: 1, name: 'Deudas' })).toBeVisible();
  await expect(page.getByText('El servidor no respondió si se cobró lo que se envió')).toBeVisible();
  await page.goBack();
  await expect(page.getByText(`${UNKNOWN};`)).toBeVisible();
  await expect(monto(page)).toHaveValue('$17.00');
  await page.unroute(`${FATE}/descartar`);
  await leave();
  await expect(page.getByText(DONE)).toBeVisible();
  await expect(ask).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Ver recibo \d+$/ })).toBeVisible();
  expect(await paidTimes(page, id, 17)).toBe(1);
  // Known, nothing asks any more, and it is told once.
  await page.getByRole('link', { name: 'Volver a Deudas' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deudas' })).toBeVisible();
  expect(await kept(page)).not.toContain('porton.borrador');
});

test('what is charged of the interest asks, comes back, and has its code asked for again', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  // Others that run beside it pay the interest of any lot; nothing is paid here.
  await page.route('**/lote/get-for-pagarmantenimiento/*', async (route) => {
    const { data } = await (await route.fetch()).json();
    const interesesMoratoriosList = [3, 2, 1].map((mes) => ({
      ...{ id: mes, tiie: { mes, year: 2026 }, fechaCorte: `2026-0${mes}-10` },
      ...{ deudaMoratoria: 25.21, pagado: 0, saldo: 25.21 },
    }));
    await route.fulfill({ json: { success: true, data: { ...data, interesesMoratoriosList } } });
  });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.route('**/checkcodigo/**', (route) => route.fulfill({ json: { success: true, data: true } }));
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  const configure = async (percent: string) => {
    await page.getByRole('button', { name: 'configurar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Intereses moratorios' });
    await dialog.getByRole('textbox', { name: 'Cantidad a cobrar' }).fill('1');
    await dialog.getByRole('textbox', { name: 'Descuento %' }).fill(percent);
    if (percent !== '0') await dialog.getByRole('textbox', { name: 'Código autorización' }).fill('SECRETO-88');
    await dialog.getByRole('button', { name: 'Aceptar' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await expect(page.getByText(/^(\d+) de \1$/)).toBeVisible();
  await configure('0');
  await expect(page.getByText(/^1 de \d+$/)).toBeVisible();
  const offered = await monto(page).inputValue();
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(page.getByText(RECOVERED)).toBeVisible();
  await expect(page.getByText(/^1 de \d+$/)).toBeVisible();
  await expect(monto(page)).toHaveValue(offered);

  await configure('10');
  await expect(page.getByText(/^1 de \d+ · descuento 10%$/)).toBeVisible();
  await cuenta(page).fill('4321');
  expect(await kept(page)).toContain('4321');
  expect(await kept(page)).not.toContain('SECRETO-88');
  await page.reload();
  const again = 'Aplique de nuevo el descuento: su código no se guarda';
  await expect(page.getByText(new RegExp(`^1 de \\d+ · descuento 10%. ${again}$`))).toBeVisible();
  await pagar(page).click();
  await expect(page.getByRole('alert').filter({ hasText: again })).toBeVisible();
});

test('an amount that nobody typed follows the debt after a reload', async ({ page, context }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await expect(monto(page)).not.toHaveValue('$0');
  const pesos = async () => Number((await monto(page).inputValue()).replaceAll(/[$,]/g, ''));
  const before = await pesos();
  await cuenta(page).fill('4321');

  const other = await context.newPage();
  await other.goto(`/mantenimiento/pagar/lote/${id}`);
  await cuenta(other).fill('5555');
  await monto(other).fill('100');
  await pagar(other).click();
  await expect(other.getByRole('article')).toContainText('Recibido $100.00');
  await other.close();

  await page.reload();
  await expect(page.getByText(RECOVERED)).toBeVisible();
  await expect(cuenta(page)).toHaveValue('4321');
  await expect.poll(pesos).toBe(before - 100);
  await expect(pagar(page)).toBeEnabled();
});

test('a typed amount stays whatever becomes of the total; what is sent is what is shown', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await expect(monto(page)).not.toHaveValue('$0');
  const metodo = page.getByRole('combobox', { name: 'Método pago' });
  const fecha = page.getByRole('textbox', { name: 'Fecha pago' });
  const hasta = page.getByRole('textbox', { name: 'Hasta' });
  await cuenta(page).fill('4444');
  await monto(page).fill('19');
  await hasta.fill('12-26');
  await hasta.press('Tab');
  await expect(monto(page)).toHaveValue('$19.00');
  await fecha.fill('-2');
  // Shorthand is read by the first Enter, and nothing is sent that was not seen.
  let sent: { monto?: number } = {};
  page.on('request', (request) => {
    if (request.url().endsWith('/cobromantenimiento/save')) sent = request.postDataJSON() as { monto: number };
  });
  await fecha.press('Enter');
  await expect(fecha).toHaveValue(/^\d\d-\d\d-\d{4}$/);
  await expect(monto(page)).toHaveValue('$19.00');
  expect(sent).toEqual({});
  // The fund takes the field and gives it back.
  const first = await metodo.inputValue();
  await metodo.fill('Fondo');
  if (await page.getByRole('option', { name: /^Fondo/ }).count()) {
    await metodo.press('Enter');
    await expect(monto(page)).toBeDisabled();
    await metodo.fill(first);
    await metodo.press('Enter');
    await expect(monto(page)).toHaveValue('$19.00');
  } else {
    await metodo.fill(first);
    await metodo.press('Enter');
  }
  await fecha.press('Enter');
  await expect(page.getByRole('article')).toContainText('Recibido $19.00');
  expect(sent.monto).toBe(19);
});

test('a copy of the tab that paid first is told, and leads to the receipt', async ({ page, context }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await cuenta(page).fill('4321');
  await monto(page).fill('18');
  await expect.poll(() => kept(page)).toContain('4321');
  const storage = await page.evaluate(() => ({ ...sessionStorage }));
  const copy = await context.newPage();
  await copy.addInitScript((items) => {
    for (const [name, value] of Object.entries(items))
      if (!sessionStorage.getItem(name)) sessionStorage.setItem(name, value);
  }, storage);
  await copy.goto(`/mantenimiento/pagar/lote/${id}`);
  await expect(monto(copy)).toHaveValue('$18.00');
  await pagar(copy).click();
  await expect(copy.getByRole('article')).toContainText('Recibido $18.00');
  await copy.close();
  await monto(page).fill('20');
  await pagar(page).click();
  await expect(page.getByText(DONE)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Ver recibo \d+$/ })).toBeVisible();
  expect([await paidTimes(page, id, 18), await paidTimes(page, id, 20)]).toEqual([1, 0]);
});

test('a session that ended is renewed over the form, which keeps what was typed', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await cuenta(page).fill('4321');
  await monto(page).fill('12');
  const old = await token(page);
  await endSession(page);
  await pagar(page).click();

  const dialog = page.getByRole('alertdialog', { name: 'Su sesión terminó' });
  await expect(dialog).toContainText('No se ha cobrado nada; vuelva a entrar para continuar');
  expect(await token(page)).toBeUndefined();
  await expect(dialog.getByLabel('Contraseña', { exact: true })).toBeFocused();
  await expectNoAxe(page);
  await page.keyboard.type('no es esta');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await dialog.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(pagar(page)).toBeFocused();
  await expect(cuenta(page)).toHaveValue('4321');
  await expect(monto(page)).toHaveValue(/^\$12(\.00)?$/);
  expect(await token(page)).not.toBe(old);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toContainText('Recibido $12.00');
});

test('signed in as somebody else, or not at all, the page starts again without what was typed', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  const open = async () => {
    await page.goto(`/mantenimiento/pagar/lote/${id}`);
    await page.getByRole('textbox', { name: 'Observación' }).fill('De otro');
    await endSession(page);
    await cuenta(page).fill('4321');
    await pagar(page).click();
  };
  await open();
  const dialog = page.getByRole('alertdialog', { name: 'Su sesión terminó' });
  await dialog.getByLabel('Usuario').fill('director');
  await dialog.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Volver a entrar' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await kept(page)).not.toContain('De otro');

  await open();
  await dialog.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  expect(await kept(page)).not.toContain('De otro');
});

test('half a word and half a date are something typed, and the renewal of a session makes no choice of them', async ({
  page,
}) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  const renewed = page.getByRole('alertdialog', { name: 'Su sesión terminó' });
  const method = page.getByRole('combobox', { name: 'Método pago' });
  const date = page.getByRole('textbox', { name: 'Fecha pago' });
  for (const [field, half] of [
    [method, 'tarjeta de d'],
    [date, '12-1'],
  ] as const) {
    await page.goto(`/mantenimiento/pagar/lote/${id}`);
    await expect(monto(page)).toBeVisible();
    await field.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(half);
    await endSession(page);
    // The page asks again by itself when its window is come back to.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(renewed).toBeVisible({ timeout: 20_000 });
    await renewed.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(renewed).toHaveCount(0);
    await expect(field).toHaveValue(half);
    await field.press('Escape');
    await field.press('Tab');
  }
});

test('a form without anything typed starts again at the sign-in, as every other screen', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await expect(monto(page)).toBeVisible();
  await endSession(page);
  await page.getByRole('link', { name: 'Volver a Deudas' }).click();
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
});

test('what a role may not do is refused without ending a session over a form', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await cuenta(page).fill('4321');
  await page.route('**/api/v1/cobromantenimiento/save', (route) =>
    route.fulfill({ status: 403, json: { success: false, message: 'No' } }),
  );
  await pagar(page).click();
  await expect(page.getByText(/problemas con la comunicación/)).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(cuenta(page)).toHaveValue('4321');
});

test('no code is kept, and a correction in a dialog comes back when it is opened again', async ({ page }) => {
  await signIn(page, 'director');
  page.on('dialog', (dialog) => void dialog.accept());
  const director = await apiOf(page);
  const lotes: { id: number }[] = await director('/lote/get-lote-referencia-lote?q=M');
  let id = 0;
  for (const lote of lotes) {
    const { data } = await director(`/residente/get/pagos/${lote.id}`);
    if (data.fondo > 0) id = lote.id;
    if (id > 0) break;
  }
  await page.goto(`/pagos/${id}`);
  const open = () => page.getByRole('button', { name: 'Reembolsar o trasladar fondo' }).click();
  await open();
  const dialog = page.getByRole('dialog', { name: 'Fondo del lote' });
  await dialog.getByRole('textbox', { name: 'Código de autorización' }).fill('SECRETO-77');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Lo pidió el asociado');
  expect(await kept(page)).toContain('Lo pidió el asociado');
  expect(await kept(page)).not.toContain('SECRETO-77');
  await page.reload();
  await open();
  await expect(dialog.getByText(RECOVERED)).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Motivo' })).toHaveValue('Lo pidió el asociado');
  await expect(dialog.getByRole('textbox', { name: 'Código de autorización' })).toHaveValue('');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await open();
  await expect(dialog.getByText(RECOVERED)).toHaveCount(0);
});

test('what is asked for is what is owed: interest alone, or nothing; months to come are a choice', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  const hasta = page.getByRole('textbox', { name: 'Hasta' });
  const show = async (change: (data: Record<string, unknown>) => object) => {
    await page.unroute('**/lote/get-for-pagarmantenimiento/*').catch(() => undefined);
    await page.route('**/lote/get-for-pagarmantenimiento/*', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      await route.fulfill({ json: { success: true, data: { ...data, ...change(data) } } });
    });
    await page.goto(`/mantenimiento/pagar/lote/${id}`);
    await expect(hasta).toBeVisible();
  };
  const interest = {
    ...{ id: 1, tiie: { mes: 1, year: 2026 }, fechaCorte: '2026-02-01' },
    ...{ deudaMoratoria: 25.21, pagado: 0, saldo: 25.21 },
  };
  await show(() => ({ mantenimientos: [], interesesMoratoriosList: [interest], siguiente: '2027-01-01' }));
  await expect(hasta).toHaveValue('');
  await expect(monto(page)).toHaveValue(/^\$26(\.00)?$/);
  await expect(page.getByText('No debe ningún mes.')).toBeVisible();
  await expect(pagar(page)).toBeEnabled();

  await show(() => ({ mantenimientos: [], interesesMoratoriosList: [], siguiente: '2027-01-01' }));
  await expect(hasta).toHaveValue('');
  await expect(pagar(page)).toBeDisabled();
  await expect(
    page.getByText('El lote no debe mantenimiento. Para pagar por adelantado elija hasta qué mes'),
  ).toBeVisible();
  await hasta.fill('1-2027');
  await hasta.press('Tab');
  await expect(pagar(page)).toBeEnabled();

  await show(({ header }) => ({
    ...{ mantenimientos: [], interesesMoratoriosList: [], deuda_moratoria: 0, siguiente: '2027-01-01' },
    header: { ...(header as object), deuda: 500 },
  }));
  await expect(page.getByRole('link', { name: 'ver sus deudas' })).toHaveAttribute('href', `/deudas/${id}`);
});

test('a payment that is refused because another came before it shows the figures of now', async ({ page }) => {
  await signIn(page, 'cobranza');
  const id = await debtor(page);
  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  await cuenta(page).fill('1234');
  const before = await monto(page).inputValue();
  const other = await page.context().newPage();
  await other.goto(`/mantenimiento/pagar/lote/${id}`);
  await cuenta(other).fill('1234');
  await monto(other).fill('100');
  await pagar(other).click();
  await expect(other.getByRole('article', { name: /^Recibo \d+$/ })).toBeVisible();
  await other.close();

  await pagar(page).click();
  await expect(page.getByText(/^El total a pagar es de/)).toBeVisible();
  await expect(monto(page)).not.toHaveValue(before);
  await expect(cuenta(page)).toHaveValue('1234');
  // In part, since tests beside this one need the lot's debt.
  await monto(page).fill('100');
  await pagar(page).click();
  await expect(page.getByRole('article', { name: /^Recibo \d+$/ })).toBeVisible();
});
