/** What the kit promises, held against the product's own screens. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { apiOf, debtor, expect, expectNoAxe, follow, signIn, test, unique } from './fixtures.ts';

/** A name that no other test has. */
const newName = (): string => `Kit ${unique()}`;

/** Opens the log with the entries about a role of this test's own: `changes` + 1 rows. */
async function openLog(page: Page, changes: number): Promise<string> {
  const name = newName();
  const api = await apiOf(page, 'superadmin');
  const { id } = await api('/role/save', { id: '', name });
  for (let i = 0; i < changes; i++) await api('/role/save', { id, name: `${name} v${i}` });
  await signIn(page, 'superadmin', `/admin/bitacora?referencia=${encodeURIComponent(name)}`);
  await expect(page.getByText(`Total de elementos ${changes + 1}`, { exact: true })).toBeVisible();
  return name;
}

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not on the screen');
  return { ...box, bottom: box.y + box.height, middle: box.y + box.height / 2 };
};

/** Holds a key down for longer than a moment: the keyboard repeats it. */
async function hold(page: Page, key: string): Promise<void> {
  for (let i = 0; i < 4; i++) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

test('a list longer than fits scrolls in its list box, by pointer and by keys', async ({ page }) => {
  await signIn(page, 'superadmin', '/catalogos/caja/value');
  await page.getByRole('combobox', { name: 'Banco' }).click();
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option').nth(12)).toBeAttached();
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight + 50)).toBe(true);
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);
  for (let i = 0; i < 14; i++) await page.keyboard.press('ArrowDown');
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Banco' })).not.toHaveValue('');

  await page.goto('/admin/usuario/value');
  await page.getByRole('combobox', { name: 'Rol' }).click();
  await expect(page.getByRole('option', { name: 'Seguridad' })).toBeAttached();
  await expectNoAxe(page);
});

test('the words of the specification stand at the field as they are', async ({ page }) => {
  await signIn(page, 'superadmin', '/admin/usuario/value');
  await page.getByRole('button', { name: 'Aceptar', exact: true }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'Revise' });
  await expect(summary.getByRole('link', { name: 'Apellidos: Required', exact: true })).toBeVisible();
});

test('the menu of a row is named by its row, opens and closes by keys, and says what each act is', async ({ page }) => {
  const lot = (await debtor(await apiOf(page))).id;
  await signIn(page, 'director', '/cobranza');
  for (const address of ['/cobranza/facturas', '/cobranza/bancos', '/admin/usuarios-app', `/pagos/${lot}?tam=All`]) {
    await test.step(address, async () => {
      await follow(page, address);
      await page.locator(`main[data-screen="${address.split('?')[0]}"]`).waitFor();
      const menus = page.locator('main tbody tr[data-index] button[aria-haspopup="menu"]');
      await expect(menus.first()).toBeAttached();
      const names = await menus.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
      for (const name of names) expect(name).toMatch(/^Más acciones (de|del|de la) \S/);
      expect(new Set(names).size).toBe(names.length);
      const menu = menus.first();
      await menu.focus();
      await page.keyboard.press('Enter');
      const opened = page.getByRole('menu', { name: names[0] ?? '', exact: true });
      const acts = opened.getByRole('menuitem');
      await expect(acts.first()).toBeFocused();
      for (const words of await acts.allTextContents()) expect(words.trim()).not.toBe('');
      await page.keyboard.press('End');
      await expect(acts.last()).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(opened).toBeHidden();
      await expect(menu).toBeFocused();
    });
  }
  await expectNoAxe(page);
});

test.describe('a row', () => {
  test('opens by Enter, and the same keystroke presses nothing in the dialog, however long it is held', async ({
    page,
  }) => {
    await openLog(page, 1);
    const row = page.locator('tbody tr').first();
    const dialog = page.getByRole('dialog');
    await row.focus();
    await hold(page, 'Enter');
    await expect(dialog).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row).toBeFocused();
    await page
      .getByRole('button', { name: /^Ver el registro/ })
      .first()
      .focus();
    await hold(page, 'Enter');
    await expect(dialog).toBeFocused();
  });

  test('asks before it deletes, and the Enter that asked does not answer', async ({ page }) => {
    const name = newName();
    const api = await apiOf(page, 'superadmin');
    await api('/banco/save', { id: '', name });
    await signIn(page, 'superadmin', `/catalogos/banco?q=${encodeURIComponent(name)}`);
    const remove = page.getByRole('button', { name: `Eliminar ${name}` });
    await remove.focus();
    await hold(page, 'Enter');
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(remove).toBeFocused();

    // Without something to open, Enter on the row presses its first link.
    await page.locator('tbody tr').first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/catalogos\/banco\/value\?id=/);
  });

  test('that is deleted leaves the focus in the page: with its button gone, it begins at the title', async ({
    page,
  }) => {
    const name = newName();
    const api = await apiOf(page, 'superadmin');
    for (const one of [`${name} A`, `${name} B`]) await api('/banco/save', { id: '', name: one });
    await signIn(page, 'superadmin', `/catalogos/banco?q=${encodeURIComponent(name)}`);
    const remove = page.getByRole('button', { name: `Eliminar ${name} A` });
    await remove.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar', exact: true }).click();
    await expect(remove).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('opens by a click, unless text is being marked', async ({ page }) => {
    const name = await openLog(page, 0);
    const cell = page.getByRole('cell', { name, exact: true });
    await expect(cell).toHaveCSS('cursor', 'pointer');
    const box = await boxOf(cell);
    await page.mouse.move(box.x + 14, box.middle);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.middle, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).not.toBe('');
    await expect(page).not.toHaveURL(/registro=/);
    // Pressed too soon after the marking it would be a double click, which marks a word.
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await page.mouse.move(0, 0);
    await cell.click();
    await expect(page).toHaveURL(/registro=\d/);
    await expect(page.getByRole('dialog')).toBeFocused();
    await expectNoAxe(page);
  });
});

test('the buttons that turn pages keep the focus where there is no further page', async ({ page }) => {
  await openLog(page, 20);
  const next = page.getByRole('button', { name: 'Siguiente' });
  await next.focus();
  await hold(page, 'Enter');
  await expect(page.getByText('Página 2')).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(next).toBeDisabled();
  await expect(next).toBeFocused();
  await expectNoAxe(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Página 2')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Página 1')).toBeVisible();

  await page.goto('/catalogos/forma-pago-cfdi');
  const end = page.getByRole('button', { name: 'Última página' });
  // Until the rows have come there is no further page.
  await expect(end).toBeEnabled();
  await end.focus();
  await page.keyboard.press('Enter');
  await expect(end).toBeDisabled();
  await expect(end).toBeFocused();
});

test('dialogs begin at the field that asks for it, else at their first', async ({ page }) => {
  await signIn(page, 'superadmin', '/admin/usuario/value?id=3');
  await page.getByRole('button', { name: 'Restablecer contraseña' }).click();
  await expect(page.getByRole('dialog').getByLabel('Contraseña nueva *', { exact: true })).toBeFocused();
  await expectNoAxe(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'superadmin' }).click();
  await page.getByText('Cambiar contraseña').click();
  await expect(page.getByRole('dialog').getByLabel('Contraseña actual *', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  // So do the windows of forms, whose first field may be a list.
  for (const [address, opens, label] of [
    ['/cobranza/turnos', 'Abrir turno', 'Caja'],
    ['/admin/timbrado', /^Confirmar o cambiar/, 'Tratamiento'],
    ['/admin/timbrado', /^Cambiar el folio siguiente/, 'Folio siguiente'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('button', { name: opens }).first().click();
    await expect(page.getByRole('dialog').getByLabel(label).first()).toBeFocused();
  }
  await page.keyboard.press('Escape');
  // A dialog without fields is read from its title on.
  await page.locator('h1').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeFocused();
});

test('why a field is off stands under it, and a switch stands level with its row or without a gap', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/admin/usuario/value?id=1');
  const role = await boxOf(page.getByRole('combobox', { name: 'Rol' }));
  expect((await boxOf(page.getByText('No puede cambiar su propio rol.'))).y).toBeGreaterThan(role.bottom);
  const mail = page.getByRole('textbox', { name: 'Correo electrónico' });
  // The label, since the input itself is not drawn.
  const active = page.getByText('Activo', { exact: true });
  const off = await boxOf(active);
  expect(Math.abs(off.middle - (await boxOf(mail)).middle)).toBeLessThan(4);

  await page.goto('/admin/usuario/value?id=3');
  expect(Math.abs((await boxOf(active)).middle - (await boxOf(mail)).middle)).toBeLessThan(4);
  await page.setViewportSize({ width: 420, height: 900 });
  const gap = (await boxOf(active)).y - (await boxOf(mail)).bottom;
  expect(gap).toBeLessThan(28);
});

test('polls say that nobody asked; the first request does not', async ({ page }) => {
  const marks: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/operacion/estado')) marks.push(request.headers()['x-porton-fondo']);
  });
  await signIn(page, 'superadmin', '/admin/operacion');
  await expect(page.getByText('Todo en orden')).toBeVisible();
  await expect.poll(() => marks.at(-1), { timeout: 8_000 }).toBe('1');
  expect(marks[0]).toBeUndefined();
});

test('a form that stays after its save shows what was saved', async ({ page }) => {
  await signIn(page, 'superadmin', '/admin/configuracionresidencial');
  const code = `K${unique()}`;
  const field = page.getByRole('textbox', { name: 'Código entidad' });
  await field.fill(`  ${code}  `);
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(field).toHaveValue(code);
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL('/admin');
});

test.describe('without the network', () => {
  test.use({
    noise: /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/,
  });

  test('a form that was opened keeps what was typed when the network goes and comes back', async ({
    page,
    context,
  }) => {
    await signIn(page, 'superadmin', '/admin/usuario/value?id=3');
    const field = page.getByRole('textbox', { name: 'Apellidos' });
    await expect(field).not.toHaveValue('');
    await field.fill('Sin guardar');
    let asked = 0;
    await page.route('**/api/v1/user/get/3', (route) => {
      asked += 1;
      return route.fulfill({ status: 404, json: { success: false } });
    });
    await context.setOffline(true);
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
    await context.setOffline(false);
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
    // Longer than a request that fails and its one retry.
    await page.waitForTimeout(1_500);
    await expect(field).toHaveValue('Sin guardar');
    expect(asked).toBe(0);
  });
});

test('every class of the library that the page uses has its rules in it', () => {
  const assets = join(import.meta.dirname, '../../dist/assets');
  const textOf = (kind: string) =>
    readdirSync(assets)
      .filter((file) => file.endsWith(kind))
      .map((file) => readFileSync(join(assets, file), 'utf8'))
      .join('\n');
  const styles = join(import.meta.dirname, '../../node_modules/@mantine/core/styles');
  const [script, rules] = [textOf('.js'), textOf('.css')];
  const lacking = readdirSync(styles)
    .filter((file) => file.endsWith('.layer.css'))
    .filter((file) =>
      [...readFileSync(join(styles, file), 'utf8').matchAll(/\bm_[0-9a-f]{6,8}\b/g)].some(
        ([name]) => script.includes(name) && !rules.includes(name),
      ),
    );
  // Import what is told here in theme.css. These come along with Checkbox and Radio, and nothing draws them.
  const undrawn = ['CheckboxCard', 'CheckboxIndicator', 'RadioCard', 'RadioIndicator'];
  expect(lacking).toEqual(undrawn.map((name) => `${name}.layer.css`));
  const sources = globSync('src/**/*.tsx', { cwd: join(import.meta.dirname, '../..') });
  const drawing = sources.filter((path) =>
    /(Checkbox|Radio)\.?(Card|Indicator)\b/.test(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')),
  );
  expect(drawing).toEqual([]);
});
