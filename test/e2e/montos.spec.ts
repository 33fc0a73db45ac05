/** What a figure leaves out is said beside it, and an amount far from the usual under its field. */
import { apiOf, debtor, deliveredLot, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

/** A text that no other test has. */
const fresh = (mark: string): string => `${mark}${unique()}`.toUpperCase();

test('the paying screen says what its debt leaves out, and warns of a payment far above it', async ({ page }) => {
  const api = await apiOf(page);
  const referencia = fresh('MON');
  const { id } = await deliveredLot(api, { referencia, name: fresh('Ana '), calle: 'Olmo' });
  const tipo = fresh('Basura ');
  await api('/tipomulta/save', { id: '', name: tipo, monto: 500, descripcion: 'Fuera de horario' });

  await signIn(page, 'cobranza', `/generar-sancion/${id}`);
  await page.getByLabel('Folio').fill(fresh('F'));
  await page.getByRole('combobox', { name: 'Tipo' }).fill(tipo);
  await page.getByRole('option', { name: tipo }).click();
  const costo = page.getByLabel('Costo');
  await expect(costo).toHaveValue('$500.00');
  await costo.fill('5000');
  const warning = 'El monto es más de tres veces el de este tipo de multa ($500.00). Revíselo antes de guardar';
  await expect(page.getByRole('status').filter({ hasText: warning })).toBeVisible();
  // Whoever hears the field hears it too, and may go on.
  await expect(costo).toHaveAccessibleDescription(warning);
  await expectNoAxe(page);
  await costo.fill('1500');
  await expect(page.getByText(warning)).toBeHidden();
  await costo.fill('1500.01');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page).toHaveURL(`/deudas/${id}`);

  await page.goto(`/mantenimiento/pagar/lote/${id}`);
  const header = page.getByRole('region', { name: `Lote ${referencia}` });
  // The figures of the lot are those of its other screens; what of them is maintenance is said under the months.
  await expect(header.getByText('Deuda total')).toBeVisible();
  await expect(page.getByRole('main').getByText('Mantenimientos por pagar: $0.00')).toBeVisible();
  await expect(page.getByText('No existen mantenimientos a pagar.')).toBeVisible();
  const owed = page.getByText('más de tres veces la cuota de un mes');
  await expect(owed).toBeHidden();
  await page.getByRole('textbox', { name: 'Hasta' }).fill('12/2028');
  await page.getByRole('textbox', { name: 'Hasta' }).press('Tab');
  await expect(owed).toBeVisible();
  // Months in advance settle nothing of what the lot owes.
  await expect(page.getByText('Quedará debiendo').locator('..')).toContainText('$1,500.01');
  await expect(page.getByRole('button', { name: 'Pagar', exact: true })).toBeEnabled();
  await expectNoAxe(page);
  await page.getByText('Otros adeudos:').getByRole('button', { name: '$1,500.01' }).click();
  const others = page.getByRole('dialog', { name: 'Otros adeudos' });
  await expect(others.getByRole('row', { name: /Suma de 1 renglón/ })).toContainText('$1,500.01');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('link', { name: 'Ver sus deudas' }).click();
  await page.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page).toHaveURL(`/deudas/${id}`);
});

test('a fee’s paying screen tells what else the lot owes', async ({ page }) => {
  const api = await apiOf(page);
  const referencia = fresh('MON');
  await api('/lote/save', {
    ...{ id: '', tipo: 'habitacional', referencia, calle: 'Olmo', manzana: '1', superficie: 120 },
    ...{ status: 'disponible', residenteLoteList: [] },
  });
  const [lote] = await api(`/lote/get-lote-referencia-lote?q=${referencia}`);
  const made = async (monto: number) => {
    await api('/cargocuotainicialproyecto/save', { id: '', lote: { id: lote.id }, monto });
    const rows = (await api('/cargocuotainicialproyecto/all')) as { id: number; lote: { id: number } }[];
    return Math.max(...rows.filter((row) => row.lote.id === lote.id).map(({ id }) => id));
  };
  await made(700);
  const id = await made(300);
  await signIn(page, 'cobranza', `/pagar-cuota-inicial-proyecto/${id}`);
  await expect(page.getByText('Otros adeudos del lote')).toBeVisible();
  await expect(page.getByRole('button', { name: '$700.00' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver sus deudas' })).toHaveAttribute('href', `/deudas/${lote.id}`);
  await page.getByLabel('Monto a pagar').fill('3000');
  await expect(page.getByText('El monto es más de tres veces lo que debe ($300.00)')).toBeVisible();
  await expectNoAxe(page);
});

test('the warning of an unusual amount is as wide as its panel, and leaves what pays in view', async ({ page }) => {
  const api = await apiOf(page);
  const { id } = await debtor(api);
  const address = `/mantenimiento/pagar/lote/${id}`;
  await signIn(page, 'cobranza', address);
  const amount = page.getByRole('textbox', { name: 'Monto a saldar' });
  const owed = Number((await amount.inputValue()).replace(/[$,]/g, ''));
  await page.getByRole('textbox', { name: 'Recibido' }).fill(String(owed * 4));
  await amount.fill(String(owed * 3 + 1));
  const warning = page.getByText(
    /^El monto es más de tres veces lo que debe \(\$[\d,.]+\)\. Revíselo antes de cobrar$/,
  );
  await expect(warning).toBeVisible();
  for (const size of [
    { width: 1280, height: 800 },
    { width: 320, height: 720 },
  ]) {
    await page.setViewportSize(size);
    const [box, panel] = [await warning.boundingBox(), await page.locator('form:has([data-total])').boundingBox()];
    expect(box?.width, `${size.width} px`).toBeGreaterThan(0.8 * (panel?.width ?? 0));
    await expect(page.getByRole('button', { name: 'Pagar', exact: true })).toBeInViewport({ ratio: 1 });
    expect(await amount.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true);
  }
});
