/**
 * What is typed into a field that shows a value takes its place: every kind of number, date, list and mask of the kit, come
 * to in every way, at the speed of a machine and of a hand.
 */
import type { Locator, Page } from '@playwright/test';
import { apiOf, expect, owingLot, signIn, test } from './fixtures.ts';

/** How a field is come to that shows a value and does not have the focus. */
const WAYS: Readonly<Record<string, (field: Locator, page: Page) => Promise<unknown>>> = {
  focus: (field) => field.focus(),
  click: (field) => field.click(),
  'double click': (field) => field.dblclick(),
  'two clicks': async (field) => {
    await field.click({ position: { x: 3, y: 10 } });
    // Elsewhere, which makes no double click.
    await field.click({ position: { x: 20, y: 10 } });
  },
  'a click after Tab': async (field) => {
    await field.focus();
    await field.click();
  },
  'a click after Enter': async (field, page) => {
    await field.focus();
    await page.keyboard.press('Enter');
    await field.click();
  },
};
/** All of them where Enter would send nothing that is wanted. */
const WITHOUT_ENTER = Object.keys(WAYS).filter((way) => !way.endsWith('Enter'));

/** Milliseconds a key: of a machine, and of a hand. */
const SPEEDS = [0, 70] as const;

type Text = readonly [typed: string, shown: string];

let turn = 0;

/** Types one text over the other, in every way and at both speeds by turns. */
async function replaces(page: Page, field: Locator, texts: readonly [Text, Text], ways = WITHOUT_ENTER) {
  await field.blur();
  for (const way of ways) {
    const delay = SPEEDS[Math.floor(++turn / 2) % 2];
    const [typed, shown] = texts[turn % 2] as Text;
    await WAYS[way]?.(field, page);
    await page.keyboard.type(typed, { delay });
    await page.keyboard.press('Tab');
    await expect(field, `${typed} by ${way}, ${delay} ms a key`).toHaveValue(shown);
  }
}

/** A lot that owes several months of late interest. */
const owing = async (page: Page): Promise<number> => (await owingLot(await apiOf(page))).id;

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('the fields of a payment', async ({ page }) => {
  await signIn(page, 'cobranza');
  await page.goto(`/mantenimiento/pagar/lote/${await owing(page)}`);
  const fecha = box(page, 'Fecha pago');
  // It has the focus when the screen opens, and nobody clicks.
  await expect(fecha).toBeFocused();
  await page.keyboard.type('15-6-2026');
  await page.keyboard.press('Tab');
  await expect(fecha).toHaveValue('15-06-2026');
  await replaces(page, fecha, [
    ['16-6-2026', '16-06-2026'],
    ['17/6/26', '17-06-2026'],
  ]);
  const method = page.getByRole('combobox', { name: 'Método pago' });
  await replaces(page, method, [
    ['efectivo - b', 'Efectivo - Banco'],
    ['cheque', 'Cheque - Banco'],
  ]);
  await box(page, 'No. cuenta').fill('1234');
  await replaces(page, box(page, 'No. cuenta'), [
    ['8765', '8765'],
    ['4321', '4321'],
  ]);
  await replaces(page, box(page, 'Monto a saldar'), [
    ['28', '$28.00'],
    ['1.05', '$1.05'],
  ]);
});

test('the fields of a discount on late interest', async ({ page }) => {
  await signIn(page, 'cobranza');
  await page.goto(`/mantenimiento/pagar/lote/${await owing(page)}`);
  await page.getByRole('button', { name: 'configurar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Intereses moratorios' });
  const count = dialog.getByRole('textbox', { name: 'Cantidad a cobrar' });
  const all = await count.inputValue();
  await expect(count).toBeFocused();
  await page.keyboard.type('2');
  await expect(count).toHaveValue('2');
  await replaces(page, count, [
    ['1', '1'],
    ['2', '2'],
  ]);
  const percent = dialog.getByRole('textbox', { name: 'Descuento %' });
  await replaces(page, percent, [
    ['1.05', '1.05 %'],
    ['2,5', '2.5 %'],
  ]);
  await percent.click();
  await page.keyboard.type('1.555');
  await expect(percent).toHaveAccessibleDescription('Escriba 2 decimales como máximo');
  await percent.fill('0');
  // All are charged, as they are asked for, and that is told.
  await count.click();
  await page.keyboard.type('999');
  await expect(count).toHaveValue('999');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Se cobran todos los intereses, ${all}.`)).toBeVisible();
  await expect(page.getByText(`${all} de ${all}`, { exact: true })).toBeVisible();
});

test('numbers of a line, and a text that is being written takes the caret', async ({ page }) => {
  await signIn(page, 'director', '/admin/ordenescompra/value');
  await replaces(page, box(page, 'Cantidad'), [
    ['5', '5'],
    ['0.125', '0.125'],
  ]);
  await replaces(page, box(page, 'Precio unitario'), [
    ['12.5', '$12.50'],
    ['7', '$7.00'],
  ]);
  const cantidad = box(page, 'Cantidad');
  await cantidad.click();
  await page.keyboard.type('123456');
  await cantidad.click({ position: { x: 1, y: 10 } });
  await page.keyboard.type('9');
  await expect(cantidad).toHaveValue('9123456');
});

test('the point of a number stays before what follows it, however late what the field does after a key comes', async ({
  page,
}) => {
  await signIn(page, 'director', '/admin/ordenescompra/value');
  const precio = box(page, 'Precio unitario');
  await precio.click();
  // As on a busy machine: what is to be done at once is done after the key that follows, and before the one after that.
  await page.evaluate(() => {
    const held: (() => void)[] = [];
    const later = window.setTimeout;
    const atOnce = (act: () => void, ms = 0) => (ms > 0 ? later(act, ms) : held.push(act));
    Object.assign(window, { setTimeout: atOnce });
    let due = 0;
    window.addEventListener(
      'keydown',
      () => {
        for (const act of held.splice(0, due)) act();
        due = held.length;
      },
      true,
    );
  });
  for (const [typed, shown] of [
    ['12.5', '$12.50'],
    ['1250.05', '$1,250.05'],
    ['7.25', '$7.25'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(typed);
    await expect(precio).toHaveValue(shown);
  }
});

test('a number that no form has, and one that is out of range', async ({ page }) => {
  await signIn(page, 'director', '/reportes/proyecciones');
  const share = page.getByRole('textbox', { name: 'Índice de cobranza en el mes' });
  await replaces(
    page,
    share,
    [
      ['70', '70%'],
      ['62.5', '62.5%'],
    ],
    Object.keys(WAYS),
  );
  await share.click();
  await page.keyboard.type('150');
  await page.keyboard.press('Tab');
  await expect(share).toHaveValue('150%');
  await expect(share).toHaveAccessibleDescription('Escriba un número de 0 a 100');
});

test('a date after which a list is looked for', async ({ page }) => {
  await signIn(page, 'director', '/reportes/corte-caja');
  const texts = [
    ['1-6-2026', '01-06-2026'],
    ['2-6-26', '02-06-2026'],
  ] as const;
  await replaces(page, box(page, 'Desde'), texts, ['two clicks', 'a click after Enter']);
});

test('a number that is composed, or comes without a key, is what the field shows or a fault', async ({ page }) => {
  await signIn(page, 'cobranza');
  await page.goto(`/mantenimiento/pagar/lote/${await owing(page)}`);
  const keyboard = await page.context().newCDPSession(page);
  const monto = box(page, 'Monto a saldar');
  const marked = async () => {
    await monto.click();
    await page.keyboard.press('ControlOrMeta+a');
  };
  const compose = async (steps: readonly string[]) => {
    await marked();
    for (const text of steps) {
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    }
  };
  const shows = async (value: string, fault: string) => {
    await page.keyboard.press('Tab');
    await expect(monto).toHaveValue(value);
    await expect(monto).toHaveAccessibleDescription(fault === '' ? /^(?!Lo que escribió)/ : new RegExp(fault));
  };
  await compose(['3', '30']);
  await shows('$30.00', '');
  await compose(['5', '50', '500']);
  await keyboard.send('Input.insertText', { text: '500' });
  await shows('$500.00', '');
  await compose(['1', '12', '12.', '12.5']);
  await shows('$12.50', '');
  await compose(['1', '1e', '1e3']);
  await shows('$12.50', 'Lo que escribió no es una cantidad');
  await compose(['7', '75']);
  await shows('$75.00', '');

  const cuenta = box(page, 'No. cuenta');
  await cuenta.click();
  for (const text of ['1', '12', '123', '1234']) {
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await monto.focus();
  await expect(cuenta).toHaveValue('1234');

  const whole = async (text: string) => {
    await marked();
    await page.evaluate((inserted) => document.execCommand('insertText', false, inserted), text);
  };
  await whole('1e2');
  await shows('$75.00', 'Lo que escribió no es una cantidad');
  await whole('1,200.50');
  await shows('$1,200.50', '');
  const filled = (text: string) =>
    monto.evaluate((field, value) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
  await marked();
  await filled('1,2e3');
  await shows('$1,200.50', 'Lo que escribió no es una cantidad');
  await filled('80');
  await shows('$80.00', '');
});
