/** A register's shift from its float to its signature, and the months that are closed. */
import { apiOf, DEMO_PASSWORD, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

test('a shift is opened, counted blind, explained and signed', async ({ page }) => {
  await signIn(page, 'director');
  const api = await apiOf(page);
  // A register of its own: another test may be paying at the demo's.
  const caja = `Ventanilla ${unique()}`;
  const [banco] = await api('/banco/all');
  await api('/caja/save', {
    id: '',
    name: caja,
    noCuenta: '1',
    noConvenio: '1',
    noCLABE: '1',
    banco: { id: banco.id },
    active: true,
  });

  await page.goto('/cobranza/turnos');
  await page.getByRole('button', { name: 'Abrir turno' }).click();
  const dialog = page.getByRole('dialog', { name: 'Abrir turno' });
  await dialog.getByRole('combobox', { name: 'Caja' }).click();
  await page.getByRole('option', { name: caja }).click();
  await dialog.getByLabel('Efectivo con que abre').fill('500');
  // A reload asks, and loses nothing.
  page.on('dialog', (asked) => void asked.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Abrir turno' }).click();
  await expect(dialog.getByText('Se recuperó lo que había escrito')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Caja' })).toHaveValue(caja);
  await dialog.getByRole('button', { name: 'Aceptar' }).click();

  await expect(page.getByRole('heading', { level: 1, name: new RegExp(caja) })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Esperado y contado' })).toHaveCount(0);
  await page.getByLabel('Piezas de $200.00').fill('2');
  await page.getByLabel('Piezas de $50.00').fill('1');
  await expect(page.getByText('Efectivo contado: $450.00')).toBeVisible();
  const cheques = page.getByLabel('Cheque - Oficina');
  await cheques.pressSequentially('1,250.50');
  await expect(cheques).toHaveValue('$1,250.50');
  await page.reload();
  await expect(page.getByText('Se recuperó lo que había escrito')).toBeVisible();
  await expect(cheques).toHaveValue('$1,250.50');
  await expect(page.getByText('Efectivo contado: $450.00')).toBeVisible();
  await cheques.fill('0');
  await page.getByRole('button', { name: 'Guardar conteo' }).click();

  await expect(page.getByRole('table', { name: 'Esperado y contado' })).toContainText('-$50.00');
  await expectNoAxe(page);
  await page.getByRole('textbox', { name: 'Su contraseña' }).fill(DEMO_PASSWORD);
  await page.getByLabel('Explicación de la diferencia').fill('Se entregó cambio de más');
  await page.getByRole('button', { name: 'Firmar' }).click();
  await expect(page.getByText('El turno está firmado')).toBeVisible();
  await expect(page.getByText('Se entregó cambio de más')).toBeVisible();
});

test('the month that follows shows its figures, and leads to where it is closed', async ({ page }) => {
  await signIn(page, 'administrador', '/cobranza/periodos');
  await expect(page.getByRole('heading', { level: 1, name: 'Cierre de periodo' })).toBeVisible();
  await expect(page.getByRole('table', { name: /^Cifras de .* en este momento$/ })).toContainText('Saldos al cierre');
  await expect(page.getByRole('table', { name: 'Periodos cerrados' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('main').getByRole('link', { name: 'Fin de mes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fin de mes' })).toBeVisible();
  await page.goBack();
  // From the figures to the rows that they are of.
  await page.getByRole('link', { name: /^Corte de caja de / }).click();
  await expect(page.getByRole('heading', { name: 'Corte de caja', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/desde=\d{4}-\d\d-01&hasta=\d{4}-\d\d-(28|29|30|31)/);
});
