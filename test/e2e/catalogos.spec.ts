import type { Page } from '@playwright/test';
import { CATALOGUES } from '../../src/features/catalogos/definitions.ts';
import type { CatalogueField } from '../../src/platform/catalogue.ts';
import { expect, expectNoAxe, signIn, stopClock, test } from './fixtures.ts';

const sample = (field: CatalogueField, suffix: string): string => {
  if (field.kind === 'money') return '123.45';
  if (field.kind === 'percent') return '12';
  return field.kind === 'text' && field.max && field.max <= 20 ? `z${suffix}`.slice(0, field.max) : `Prueba ${suffix}`;
};

/** What a field is, as far as its form draws it by code of its own. */
const makeOf = (field: CatalogueField): string =>
  field.kind === 'text' && field.multiline ? 'text of lines' : field.kind;

/** One of each make: a plain one, and those with a money, percentage, Si/No, switch, optional and obligatory reference field. Every route is opened in rutas.spec.ts, every catalogue saved and deleted in the API's tests. */
const MAKES = ['banco', 'caja', 'tipomulta', 'metodopago', 'reglas', 'usocfdi', 'tipodocumento'];
const made = CATALOGUES.filter(({ api }) => MAKES.includes(api));

test('every make of field is filled in below', () => {
  const makes = (catalogues: typeof CATALOGUES) => new Set(catalogues.flatMap(({ fields }) => fields.map(makeOf)));
  expect(makes(made)).toEqual(makes(CATALOGUES));
});

const control = (page: Page, { kind, label }: CatalogueField) =>
  kind === 'sino' || kind === 'choice' || kind === 'ref'
    ? page.getByRole('combobox', { name: label })
    : kind === 'boolean'
      ? page.getByRole('checkbox', { name: label })
      : page.getByLabel(label, { exact: false }).first();

/** Fills the field in, with something other than it begins with, and tells what it shows then. */
async function fillIn(page: Page, field: CatalogueField, suffix: string): Promise<string | boolean> {
  const box = control(page, field);
  switch (field.kind) {
    case 'ref':
      await box.click();
      await page.getByRole('option').first().click();
      return box.inputValue();
    case 'sino': {
      await expect(box).toHaveValue(field.initial);
      const other = field.initial === 'Si' ? 'No' : 'Si';
      await box.click();
      await page.getByRole('option', { name: other, exact: true }).click();
      await expect(box).toHaveValue(other);
      return other;
    }
    case 'choice': {
      const labelOf = (value: string) => field.options.find((option) => option.value === value)?.label ?? '';
      const other = field.options.findLast(({ value }) => value !== field.initial)?.label ?? '';
      await expect(box).toHaveValue(labelOf(field.initial));
      await box.click();
      await page.getByRole('option', { name: other, exact: true }).click();
      await expect(box).toHaveValue(other);
      return other;
    }
    case 'boolean':
      await expect(box).toBeChecked({ checked: field.initial });
      await box.click();
      return !field.initial;
    default:
      await box.fill(sample(field, suffix));
      return box.inputValue();
  }
}

for (const catalogue of made) {
  const { path, titles, columns, fields } = catalogue;

  test(`${titles.list}: list, form with its errors, save and delete`, async ({ page }) => {
    await signIn(page, 'superadmin', path);
    await expect(page.getByRole('heading', { level: 1, name: titles.list })).toBeVisible();
    for (const { header } of columns) {
      await expect(page.getByRole('columnheader', { name: header, exact: true }).first()).toBeVisible();
    }

    await page
      .getByRole('main')
      .getByRole('link', { name: titles.button ?? 'Nuevo', exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: titles.new })).toBeVisible();

    // Everything required is named at once, in the summary and at its field.
    await page.getByRole('button', { name: 'Aceptar' }).click();
    const summary = page.getByRole('alert').filter({ hasText: 'Revise' });
    await expect(summary).toBeFocused();
    await expect(summary).toContainText('Campo Requerido');
    await expectNoAxe(page);

    const suffix = String(Date.now()).slice(-7);
    const filled = new Map<CatalogueField, string | boolean>();
    for (const field of fields) filled.set(field, await fillIn(page, field, suffix));
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Acción exitosa')).toBeVisible();
    await expect(page).toHaveURL(path);

    const label = fields.find((field) => field.name === catalogue.labelField);
    const shown = label ? sample(label, suffix) : '';
    const name = label?.kind === 'text' && label.upper ? shown.toUpperCase() : shown;
    await page.getByPlaceholder('Buscar').fill(name);
    await expect(page.getByRole('cell', { name, exact: true }).first()).toBeVisible();

    // What was filled in stands in the form again; Cancelar leads to the catalogue's own list.
    await page.getByRole('link', { name: `Editar ${name}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: titles.edit })).toBeVisible();
    for (const [field, shown] of filled) {
      const box = control(page, field);
      if (typeof shown === 'boolean') await expect(box).toBeChecked({ checked: shown });
      else if (field.kind !== 'money' && field.kind !== 'percent') await expect(box).toHaveValue(shown);
    }
    await page.getByRole('link', { name: 'Cancelar' }).click();
    await expect(page).toHaveURL(path);

    if (catalogue.removal === 'delete') {
      await page.getByPlaceholder('Buscar').fill(name);
      await page.getByRole('button', { name: `Eliminar ${name}` }).click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText('Estás seguro que deseas eliminar!!!');
      await expect(dialog).toContainText(`Se eliminará «${name}» de ${titles.list}.`);
      await expect(dialog).toContainText('No podrás deshacer esta acción');
      await dialog.getByRole('button', { name: 'Eliminar' }).click();
      await expect(page.getByText('Eliminado correctamente')).toBeVisible();
      await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible();
    } else {
      await page.getByPlaceholder('Buscar').fill(name);
      const toggle = page.getByRole('switch', { name: `Habilitar/Deshabilitar ${name}` });
      await expect(toggle).toBeChecked();
      // A second press before the list shows the first is none.
      await toggle.dblclick();
      await expect(toggle).not.toBeChecked();
      await page.reload();
      await expect(toggle).not.toBeChecked();
    }
  });
}

test('what is in use is not deleted, and the reason is told for 8 seconds', async ({ page }) => {
  await signIn(page, 'superadmin', '/catalogos/banco?q=Banorte');
  await page.getByRole('button', { name: 'Eliminar Banorte' }).click();
  await stopClock(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  const reason = page.getByText('No se puede eliminar «Banorte» porque está en uso.');
  await expect(reason).toBeVisible();
  await page.clock.runFor(7_900);
  await expect(reason).toBeVisible();
  await page.clock.runFor(200);
  await expect(reason).toHaveCount(0);
});

test('a duplicate is refused at the form, which keeps what was typed', async ({ page }) => {
  await signIn(page, 'superadmin', '/catalogos/banco/value');
  await page.getByLabel('Nombre').fill('BANORTE');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('Ya existe otro registro con Nombre «BANORTE» en Bancos.')).toBeVisible();
  await expect(page.getByLabel('Nombre')).toHaveValue('BANORTE');
});

test('unsaved changes are guarded', async ({ page }) => {
  await signIn(page, 'superadmin', '/catalogos/banco/value');
  await page.getByLabel('Nombre').fill('A medias');
  await page.getByRole('link', { name: 'Cancelar' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Hay cambios sin guardar');
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(page.getByLabel('Nombre')).toHaveValue('A medias');
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await question.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page).toHaveURL('/catalogos/banco');
});

test('search, page and size live in the address and survive a reload', async ({ page }) => {
  await signIn(page, 'superadmin', '/catalogos/forma-pago-cfdi');
  await page.getByRole('main').getByText('30', { exact: true }).click();
  await page.getByPlaceholder('Buscar').fill('tarjeta');
  await expect(page).toHaveURL(/q=tarjeta/);
  await expect(page).toHaveURL(/tam=30/);
  const rows = await page.getByRole('row').count();
  await page.reload();
  await expect(page.getByPlaceholder('Buscar')).toHaveValue('tarjeta');
  await expect(page.getByRole('row')).toHaveCount(rows);
});
