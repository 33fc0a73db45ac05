/** Lists to choose from, dates and the palette at the speed of a machine, and with answers and code that are late. */
import type { Page } from '@playwright/test';
import {
  api,
  apiOf,
  debtor,
  deliveredLot,
  expect,
  expectNoAxe,
  follow,
  holdBack,
  signIn,
  test,
  unique,
} from './fixtures.ts';

const newMark = (): string => `LI${unique().toUpperCase()}`;

interface Fee {
  loteId: number;
  referencia: string;
  cuotaId: number;
}

/** A fee of 500 pesos that a lot of this test's own owes. */
async function newFee(page: Page): Promise<Fee> {
  const call = await apiOf(page);
  const referencia = newMark();
  const lote = await deliveredLot(call, { referencia, name: `Asociado ${referencia}`, calle: 'Calle 16', lote: '2' });
  const [tipo] = await call('/tipocuota/all-active');
  const cuota = await call('/cuota/save', {
    id: '',
    tipoCuota: { id: tipo.id },
    loteTransient: { id: lote.id },
    observacion: '',
    costo: 500,
  });
  return { loteId: lote.id, referencia, cuotaId: cuota.id };
}

/** The paying screen of a fee of its own, signed in as the cashier. */
async function openPayment(page: Page): Promise<Fee> {
  const fee = await newFee(page);
  // As the page is not open yet, this asks beside it.
  const [first] = await (await apiOf(page))('/metodopago/all');
  // What this person took last is offered first.
  await page.addInitScript((id) => localStorage.setItem('porton.metodo.cobranza', String(id)), first?.id);
  await signIn(page, 'cobranza', `/pagar-cuota/${fee.cuotaId}`);
  await expect(page.getByRole('combobox', { name: METHOD })).toHaveValue('Cheque - Banco');
  return fee;
}

const METHOD = 'Método de pago';
const method = (page: Page) => page.getByRole('combobox', { name: METHOD });

/** How the lot's payments were booked. */
async function booked(page: Page, { loteId }: Fee): Promise<string[]> {
  const path = `/residente/get/pagos/${loteId}`;
  const { data } = await api<{ data: { data: { misPagosResponseList: { tipoPago: string }[] } } }>(page, 'get', path);
  return data.data.misPagosResponseList.map(({ tipoPago }) => tipoPago);
}

/** Fills in the account and pays by its Enter; the payment must then be booked so. */
async function payAs(page: Page, fee: Fee, expected: string): Promise<void> {
  expect(await booked(page, fee)).toEqual([]);
  const account = page.getByRole('textbox', { name: 'No. cuenta' });
  await account.focus();
  await page.keyboard.type('4321');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toContainText('Recibido $500.00');
  expect(await booked(page, fee)).toEqual([expected]);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test.describe('the method of a payment', () => {
  for (const key of ['Enter', 'Tab']) {
    test(`is the first match of what was typed by ${key}, which pays nothing`, async ({ page }) => {
      const fee = await openPayment(page);
      await method(page).focus();
      await page.keyboard.type('EFECTIVO');
      await press(page, key);
      await expect(method(page)).toHaveValue('Efectivo - Banco');
      await payAs(page, fee, 'Efectivo - Banco');
    });
  }

  test('is what the arrows went to, on a slow machine and before its list opens', async ({ page }) => {
    const fee = await openPayment(page);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await page.getByRole('combobox', { name: 'Caja' }).focus();
    await press(page, 'Tab', 'ArrowDown', 'ArrowDown', 'Enter');
    const third = (await api<{ name: string }[]>(page, 'get', '/metodopago/all'))[2]?.name ?? '';
    await expect(method(page)).toHaveValue(third);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await payAs(page, fee, third);
  });

  test('is taken by Ctrl+Enter before the form is sent', async ({ page }) => {
    const fee = await openPayment(page);
    await page.getByRole('textbox', { name: 'No. cuenta' }).fill('4321');
    await method(page).focus();
    await page.keyboard.type('efectivo');
    await press(page, 'Control+Enter');
    await expect(page.getByRole('article')).toContainText('Recibido $500.00');
    expect(await booked(page, fee)).toEqual(['Efectivo - Banco']);
  });

  test('is taken by a click on the button that pays', async ({ page }) => {
    const fee = await openPayment(page);
    await page.getByRole('textbox', { name: 'No. cuenta' }).fill('4321');
    await method(page).focus();
    await page.keyboard.type('efectivo');
    await page.getByRole('button', { name: 'Pagar', exact: true }).click();
    await expect(page.getByRole('article')).toContainText('Recibido $500.00');
    expect(await booked(page, fee)).toEqual(['Efectivo - Banco']);
  });

  test('stays in error where nothing is called so, and is put back by Escape alone', async ({ page }) => {
    const fee = await openPayment(page);
    await page.getByRole('textbox', { name: 'No. cuenta' }).fill('4321');
    await method(page).focus();
    await page.keyboard.type('bitcoin');
    await press(page, 'Enter', 'Tab');
    await expect(method(page)).toHaveValue('bitcoin');
    await expect(method(page)).toHaveAccessibleDescription('Elija una opción de la lista');
    await expect(page.getByRole('textbox', { name: 'Referencia' })).toBeFocused();
    await expectNoAxe(page);
    await press(page, 'Control+Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toContainText('Elija una opción de la lista');
    await expect(method(page)).toHaveValue('bitcoin');
    await method(page).focus();
    await press(page, 'Escape');
    await expect(method(page)).toHaveValue('Cheque - Banco');
    await expect(method(page)).not.toHaveAccessibleDescription('Elija una opción de la lista');
    await payAs(page, fee, 'Cheque - Banco');
  });

  test('that is no longer in its list when a draft comes back is not sent', async ({ page }) => {
    const fee = await openPayment(page);
    await method(page).focus();
    await page.keyboard.type('efectivo');
    await press(page, 'Enter');
    await page.getByRole('textbox', { name: 'No. cuenta' }).fill('4321');
    await page.route('**/metodopago/all', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const list: { name: string }[] = Array.isArray(answer) ? answer : answer.data;
      const kept = list.filter(({ name }) => name !== 'Efectivo - Banco');
      await route.fulfill({ response, json: Array.isArray(answer) ? kept : { ...answer, data: kept } });
    });
    await page.reload();
    await expect(method(page)).toHaveAccessibleDescription(/ya no está en la lista/);
    await expect(method(page)).toHaveValue('');
    await expectNoAxe(page);
    await page.getByRole('button', { name: 'Pagar', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toContainText('ya no está en la lista');
    expect(await booked(page, fee)).toEqual([]);
    await method(page).focus();
    await page.keyboard.type('cheque');
    await press(page, 'Tab');
    await expect(method(page)).not.toHaveAccessibleDescription(/ya no está/);
    await payAs(page, fee, 'Cheque - Banco');
  });

  test('shows its first match at once, to those who listen too', async ({ page }) => {
    await openPayment(page);
    await method(page).focus();
    await page.keyboard.type('efe');
    const first = page.getByRole('option').first();
    await expect(first).toHaveText('Efectivo - Banco');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await expect(method(page)).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? 'none');
    await expectNoAxe(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoAxe(page, ['color-contrast']);
  });
});

test.describe('a lot that the server finds', () => {
  const FORM = '/admin/cuota-extraordinaria-generadas/nuevoporlote';
  const lot = (page: Page) => page.getByRole('combobox', { name: 'Lote' });

  test('is taken when its answer comes, and nothing is sent before', async ({ page }) => {
    const { referencia } = await newFee(page);
    await signIn(page, 'director', FORM);
    await lot(page).focus();
    const release = await holdBack(page, '**/lote/get-lote-referencia-lote*');
    await page.keyboard.type(referencia.toLowerCase());
    await press(page, 'Enter', 'Control+Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toContainText('Lote');
    await expect(lot(page)).toHaveValue(referencia.toLowerCase());
    release();
    await expect(lot(page)).toHaveValue(new RegExp(referencia));
  });

  test('is taken the place of by the next one that is typed, however late it came', async ({ page }) => {
    const first = await newFee(page);
    const second = await newFee(page);
    await signIn(page, 'director', FORM);
    await lot(page).focus();
    for (const { referencia } of [first, second]) {
      const release = await holdBack(page, '**/lote/get-lote-referencia-lote*');
      await page.keyboard.type(referencia);
      await press(page, 'Enter');
      release();
      await expect(lot(page)).toHaveValue(new RegExp(`^${referencia} ·`));
    }
  });

  test('is chosen again after a reload, since the field cannot show it', async ({ page }) => {
    const { referencia } = await newFee(page);
    await signIn(page, 'director', FORM);
    await lot(page).focus();
    await page.keyboard.type(referencia);
    await press(page, 'Enter');
    // Chosen, and not only typed.
    await expect(lot(page)).toHaveValue(new RegExp(`^${referencia} ·`));
    await page.reload();
    await expect(lot(page)).toHaveAccessibleDescription('Búsquelo y elíjalo otra vez');
    await expect(lot(page)).toHaveValue('');
    await lot(page).focus();
    await press(page, 'Control+Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toContainText('elíjalo otra vez');
    await lot(page).focus();
    await page.keyboard.type(referencia);
    await press(page, 'Tab');
    await expect(lot(page)).toHaveValue(new RegExp(referencia));
    await expect(lot(page)).not.toHaveAccessibleDescription(/otra vez/);
  });

  test('is never one of an earlier text', async ({ page }) => {
    const first = await newFee(page);
    const second = await newFee(page);
    await signIn(page, 'director', FORM);
    await lot(page).focus();
    await page.keyboard.type(first.referencia);
    await expect(page.getByRole('option')).toHaveText([new RegExp(first.referencia)]);
    const release = await holdBack(page, '**/lote/get-lote-referencia-lote*');
    await press(page, 'Control+a');
    await page.keyboard.type(second.referencia);
    await press(page, 'Tab');
    await expect(lot(page)).toHaveValue(second.referencia);
    await expect(lot(page)).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(lot(page)).not.toHaveAttribute('aria-busy', 'true');
    await expect(lot(page)).toHaveValue(new RegExp(second.referencia));
    await expect(page.getByRole('listbox')).toBeHidden();
  });

  test('stays in error where the server finds none', async ({ page }) => {
    await signIn(page, 'director', FORM);
    await lot(page).focus();
    await page.keyboard.type('no hay tal lote');
    await press(page, 'Tab');
    await expect(lot(page)).toHaveAccessibleDescription('Elija una opción de la lista');
    await expect(lot(page)).toHaveValue('no hay tal lote');
  });
});

test('keys that come before the options of a list wait for them', async ({ page }) => {
  await signIn(page, 'superadmin', '/');
  const release = await holdBack(page, '**/banco/all');
  await follow(page, '/catalogos/caja/value');
  const bank = page.getByRole('combobox', { name: 'Banco' });
  await bank.focus();
  await page.keyboard.type('banorte');
  await press(page, 'Enter');
  await expect(bank).toHaveValue('banorte');
  release();
  await expect(bank).toHaveValue('Banorte');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('several are chosen one after the other by typing, and the last is taken back', async ({ page }) => {
  await signIn(page, 'director', '/admin/mantenimiento/value');
  const many = page.getByRole('combobox', { name: 'Reglas de descuento' });
  await many.click();
  const names = await page.getByRole('option').allInnerTexts();
  expect(names.length).toBeGreaterThan(1);
  const chosen = page.locator('.mantine-Pill-root');
  for (const name of names.slice(0, 2)) {
    await page.keyboard.type(name);
    await press(page, 'Enter');
  }
  await expect(chosen).toHaveText(names.slice(0, 2));
  await expect(many).toHaveValue('');
  await expectNoAxe(page);
  await press(page, 'Backspace');
  await expect(chosen).toHaveText(names.slice(0, 1));
  await page.keyboard.type('zzz');
  await press(page, 'Tab');
  await expect(many).toHaveValue('zzz');
  await expect(many).toHaveAccessibleDescription('Elija una opción de la lista');
  await expect(chosen).toHaveText(names.slice(0, 1));
});

test.describe('an amount', () => {
  const amount = (page: Page) => page.getByRole('textbox', { name: 'Monto a saldar' });
  /** What a lot owes that is not paid meanwhile by another test. */
  const openMonths = async (page: Page) =>
    signIn(page, 'cobranza', `/mantenimiento/pagar/lote/${(await debtor(await apiOf(page))).id}`);
  const STRAY = /no es una cantidad/;
  const paste = (page: Page, text: string) =>
    amount(page).evaluate((input: HTMLInputElement, pasted) => {
      input.select();
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', pasted);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  const replace = async (page: Page, text: string) => {
    await amount(page).focus();
    await press(page, 'Control+a');
    await page.keyboard.type(text);
  };

  test('is what was typed, or a fault until it is typed anew', async ({ page }) => {
    await openMonths(page);
    await page.getByRole('textbox', { name: 'No. cuenta' }).fill('4321');
    for (const text of ['1e3', '1.2.3', '5..5', '0x10', '5-3', '--5']) {
      await replace(page, text);
      await press(page, 'Tab');
      await expect(amount(page), text).toHaveAccessibleDescription(STRAY);
    }
    await press(page, 'Control+Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toContainText(STRAY);
    for (const [text, shown] of [
      ['1,250.5', '$1,250.50'],
      ['.5', '$0.50'],
      ['$12.34', '$12.34'],
      ['200', '$200.00'],
    ] as const) {
      await replace(page, text);
      await press(page, 'Tab');
      await expect(amount(page)).toHaveValue(shown);
      await expect(amount(page)).not.toHaveAccessibleDescription(STRAY);
    }
  });

  test('keeps its sign while it is typed, and the screen with it', async ({ page }) => {
    await openMonths(page);
    await replace(page, '-');
    await expect(amount(page)).toHaveValue('-');
    await expect(page.getByRole('button', { name: 'Pagar', exact: true })).toBeVisible();
    await replace(page, '-50');
    await expect(amount(page)).toHaveValue('-$50.00');
    await press(page, 'Tab');
    await expect(amount(page)).toHaveAttribute('aria-invalid', 'true');
  });

  test('is pasted as it was written, or not at all', async ({ page }) => {
    await openMonths(page);
    for (const text of ['1e3', '5.5.5', '(50)', '0x10', '1,25', 'mil', '10 20']) {
      await replace(page, '7');
      await paste(page, text);
      await expect(amount(page), text).toHaveAccessibleDescription(STRAY);
      await expect(amount(page), text).toHaveValue('$7.00');
    }
    await paste(page, ' $ 1,250.555 MXN');
    await expect(amount(page)).toHaveValue('$1,250.56');
    await expect(amount(page)).not.toHaveAccessibleDescription(STRAY);
  });
});

test.describe('a date', () => {
  test('typed in full is taken back by Escape', async ({ page }) => {
    await openPayment(page);
    const date = page.getByRole('textbox', { name: 'Fecha pago' });
    const before = await date.inputValue();
    await date.focus();
    await press(page, 'Control+a');
    await page.keyboard.type('15-06-2025');
    await press(page, 'Escape');
    await expect(date).toHaveValue(before);
    await press(page, 'Tab');
    await expect(date).toHaveValue(before);
  });

  test('is read by Enter, Tab and Ctrl+Enter as it was typed', async ({ page }) => {
    const fee = await openPayment(page);
    const date = page.getByRole('textbox', { name: 'Fecha pago' });
    for (const [typed, key] of [
      ['ayer', 'Tab'],
      ['-1', 'Enter'],
    ] as const) {
      await date.focus();
      await press(page, 'Control+a');
      await page.keyboard.type(typed);
      await press(page, key);
      await expect(date).toHaveValue(/^\d\d-\d\d-\d{4}$/);
    }
    // Written in full it is taken by Enter as well, and no more: whoever pays presses once again.
    await date.focus();
    await press(page, 'Control+a');
    await page.keyboard.type(await date.inputValue());
    await press(page, 'Enter');
    await expect(page.getByRole('article')).toHaveCount(0);
    const yesterday = await date.inputValue();
    await page.getByRole('textbox', { name: 'No. cuenta' }).fill('4321');
    await date.focus();
    await press(page, 'Control+a');
    await page.keyboard.type('-2');
    await press(page, 'Control+Enter');
    await expect(page.getByRole('article')).toContainText('Recibido $500.00');
    const path = `/residente/get/pagos/${fee.loteId}`;
    const { data } = await api<{ data: { data: { misPagosResponseList: { fechaPago: string }[] } } }>(
      page,
      'get',
      path,
    );
    const paid = new Date(`${data.data.misPagosResponseList[0]?.fechaPago}T00:00:00Z`);
    paid.setUTCDate(paid.getUTCDate() + 1);
    expect(paid.toISOString().slice(0, 10).split('-').reverse().join('-')).toBe(yesterday);
  });

  test('that cannot be read stays as it was typed, and nothing is sent', async ({ page }) => {
    const fee = await openPayment(page);
    await page.getByRole('textbox', { name: 'No. cuenta' }).fill('4321');
    const date = page.getByRole('textbox', { name: 'Fecha pago' });
    for (const key of ['Control+Enter', 'Enter', 'Tab']) {
      await date.focus();
      await press(page, 'Control+a');
      await page.keyboard.type('32-13');
      await press(page, key);
      await expect(date).toHaveAccessibleDescription(/La fecha no es válida/);
      await expect(date).toHaveValue('32-13');
    }
    expect(await booked(page, fee)).toEqual([]);
  });

  test('is chosen by keys that come before the calendar', async ({ page }) => {
    const fee = await openPayment(page);
    const date = page.getByRole('textbox', { name: 'Fecha pago' });
    await date.fill('15-6-2025');
    const release = await holdBack(page, '**/Calendar-*.js');
    await date.focus();
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowDown', 'Enter');
    await expect(page.getByText('Cargando…')).toBeVisible();
    release();
    await expect(date).toHaveValue('23-06-2025');
    await expect(date).toBeFocused();
    expect(await booked(page, fee)).toEqual([]);
  });
});

test.describe('the palette', () => {
  const RESULTS = '**/Results-*.js';
  /** Opens it by its keys, and types on at once. */
  async function callUp(page: Page, text: string, ...keys: string[]): Promise<void> {
    await expect(page.getByRole('navigation', { name: 'Menú lateral' })).toBeVisible();
    await press(page, 'Control+k');
    await page.keyboard.type(text);
    await press(page, ...keys);
  }

  test('loses no key, typed at once', async ({ page }) => {
    await signIn(page, 'superadmin', '/');
    await callUp(page, 'regimenes', 'Enter');
    await expect(page).toHaveURL('/catalogos/regimen-fiscal');
  });

  test('loses no key while its code is on its way', async ({ page }) => {
    const release = await holdBack(page, RESULTS);
    await signIn(page, 'superadmin', '/');
    await callUp(page, 'regimenes', 'Enter');
    const input = page.getByRole('combobox', { name: 'Buscar pantallas y lotes' });
    await expect(input).toHaveValue('regimenes');
    await expectNoAxe(page);
    release();
    await expect(page).toHaveURL('/catalogos/regimen-fiscal');
  });

  test('moves to what the arrows mean, whatever comes late', async ({ page }) => {
    const { referencia } = await newFee(page);
    const code = await holdBack(page, RESULTS);
    const answers = await holdBack(page, '**/api/v1/search/get/**');
    await signIn(page, 'superadmin', '/');
    // The lot comes first and the arrows go around: down to nothing else and back to it.
    await callUp(page, referencia, 'ArrowDown', 'ArrowUp', 'Enter');
    code();
    await expect(page.getByText('Buscando…')).toBeVisible();
    answers();
    await expect(page).toHaveURL(new RegExp(`q=${referencia}`));
  });

  test('forgets Enter when more is typed after it', async ({ page }) => {
    const answers = await holdBack(page, '**/api/v1/search/get/**');
    await signIn(page, 'superadmin', '/');
    await callUp(page, 'banc', 'Enter');
    await page.keyboard.type('os');
    answers();
    await expect(page.getByRole('option', { name: /^Bancos/ })).toBeVisible();
    await expect(page.getByText('Buscando…')).toBeHidden();
    await expect(page).toHaveURL('/');
  });
});
