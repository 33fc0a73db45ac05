import { expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

/** Every answer but a success is a failure to the page; with a 5xx the clean-console check would fail the test. */
const FAILURE = { status: 404, json: { success: false } };

const PATH = '/admin/configuracionresidencial';

const LABELS = [
  'Nombre fiscal',
  'Nombre corto',
  'Código residencial',
  'Código entidad',
  'Código por nombre',
  'Código WT corto',
  'Código WT residencial',
];

test('offers the seven communities with their logos, and requires all eight fields', async ({ page }) => {
  await signIn(page, 'administrador', PATH);
  await expect(page.getByRole('heading', { name: 'Configuración para cargos recurrentes' })).toBeVisible();
  const residencial = page.getByRole('combobox', { name: 'Residencial' });
  const main = page.getByRole('main');
  await residencial.click();
  await expect(page.getByRole('option')).toHaveCount(8);
  await page.getByRole('option', { name: 'El Mirador' }).click();
  await expect(main.getByRole('img', { name: 'El Mirador' })).toBeVisible();
  await residencial.click();
  await page.getByRole('option', { name: 'Seleccionar' }).click();
  await expect(main.getByRole('img', { name: 'El Mirador' })).toHaveCount(0);

  for (const label of LABELS) await page.getByRole('textbox', { name: label }).fill('');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'Revise 8 campos' });
  await expect(summary).toBeFocused();
  for (const label of [...LABELS, 'Residencial']) {
    await expect(summary.getByRole('link', { name: `${label}: Campo Requerido`, exact: true })).toBeVisible();
  }
  await expectNoAxe(page);
});

test('saves and stays, and the next visit shows it', async ({ page }) => {
  const code = `P${unique()}`.slice(0, 20);
  await signIn(page, 'superadmin', PATH);
  const field = page.getByRole('textbox', { name: 'Código por nombre' });
  await field.fill(code);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page).toHaveURL(PATH);
  await expect(field).toHaveValue(code);
  await expectNoAxe(page);
  // Nothing is unsaved any more: leaving asks nothing.
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL('/admin');
  await page.goBack();
  await expect(field).toHaveValue(code);
});

test('says that the server failed, and asks before unsaved changes are left', async ({ page }) => {
  await signIn(page, 'superadmin', PATH);
  await page.route('**/api/v1/configuracionresidencial/save', (route) => route.fulfill(FAILURE));
  await page.getByRole('textbox', { name: 'Nombre corto' }).fill('OTRO');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(
    page.getByText('Ocurrió un error en el servidor. Intente más tarde o contacte con el administrador'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('¿Salir sin guardar?');
  await page.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(page).toHaveURL(PATH);
});

test('another residencial shows at once in the header', async ({ page }) => {
  // Answered without the server, whose other pages are looked at meanwhile.
  await page.route('**/api/v1/configuracionresidencial/save', (route) =>
    route.fulfill({ json: { success: true, data: { id: 1 } } }),
  );
  await signIn(page, 'superadmin', PATH);
  const brand = page.getByRole('banner').getByRole('link', { name: /: inicio$/ });
  await expect(brand).toHaveAccessibleName('Los Encinos: inicio');
  await page.getByRole('combobox', { name: 'Residencial' }).click();
  await page.getByRole('option', { name: 'El Mirador', exact: true }).click();
  await expect(brand).toHaveAccessibleName('Los Encinos: inicio');
  await page.getByRole('button', { name: 'Aceptar', exact: true }).click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(brand).toHaveAccessibleName('El Mirador: inicio');
});
