import type { Page } from '@playwright/test';
import { api, apiOf, deliveredLot, expect, expectNoAxe, holdBack, signIn, test, unique } from './fixtures.ts';

const fresh = (prefix: string): string => `${prefix}${unique()}`.toUpperCase();

/** A surface that no other definition begins at, so that the lots of this test pay by its own. */
const surface = (): number => 1_000_000 + (Date.now() % 1_000_000_000);

/** A lot that was delivered before any other, so that its first months are its own. */
const deliveredLote = async (page: Page, superficie: number, fechaEntrega: string) =>
  deliveredLot(await apiOf(page), {
    ...{ referencia: fresh('M'), name: fresh('Asociado '), calle: 'Calle Ñandú 12', superficie, fechaEntrega },
  });

async function definition(page: Page, validoMetrosVivienda: number): Promise<void> {
  const saved = await api<{ success: boolean }>(page, 'post', '/mantenimiento/save', {
    id: '',
    name: fresh('Cuota '),
    cuota: 1250.5,
    description: '',
    diaCorte: 10,
    tipoLote: 'habitacional',
    validoMetrosVivienda,
    reglasList: [],
  });
  expect(saved).toMatchObject({ success: true });
}

const accept = (page: Page) => page.getByRole('button', { name: 'Aceptar', exact: true }).click();

test('a definition: the words of its rules, then saved with a discount rule', async ({ page }) => {
  await signIn(page, 'administrador', '/admin/mantenimiento');
  await page.getByRole('main').getByRole('link', { name: 'Nuevo', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Nuevo mantenimiento ordinario' })).toBeVisible();
  await accept(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Revise 4 campos' })).toBeFocused();
  const name = fresh('Mantenimiento ');
  await page.getByRole('textbox', { name: 'Nombre' }).fill(name);
  await page.getByRole('textbox', { name: 'Cuota' }).fill('0.50');
  await page.getByRole('textbox', { name: 'Día de corte' }).fill('32');
  await accept(page);
  await expect(page.getByText('La cuota mínima no puede ser menor a 1').last()).toBeVisible();
  await expect(page.getByText('El día máximo no puede ser mayor a 31').last()).toBeVisible();
  await page.getByRole('textbox', { name: 'Cuota' }).fill('3200.5');
  await page.getByRole('textbox', { name: 'Día de corte' }).fill('10');
  await page.getByRole('textbox', { name: 'Válido desde (m²)' }).fill(String(surface()));
  await page.getByRole('combobox', { name: 'Tipo de lote' }).click();
  await page.getByRole('option', { name: 'Comercial' }).click();
  await page.getByRole('combobox', { name: 'Reglas de descuento' }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await page.getByRole('searchbox').fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('$3,200.50');
  await expect(row).toContainText('Comercial');
});

test('a month: what it will create, the run, its list, and the run undone', async ({ page }) => {
  await signIn(page, 'director', '/admin/mantenimientos-generados');
  const superficie = surface();
  await definition(page, superficie);
  const lote = await deliveredLote(page, superficie, '2001-01-20');

  await page.goto('/admin/mantenimientos-generados/nuevo');
  const period = page.getByRole('textbox', { name: 'Período' });
  await period.fill('02/2001');
  await period.press('Tab');
  await expect(page.getByRole('heading', { name: 'Lo que se creará en Febrero - 2001' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Habitacional \d+ \$/ })).toBeVisible();
  await accept(page);
  await expect(page.getByText(/^Mantenimientos generado con éxito\. Se cre/)).toBeVisible();
  await expect(page.getByText('Todos los lotes que pagan ya tienen este mes')).toBeVisible();

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/admin/mantenimientos-generados?mes=2001-02-01');
  const row = page.getByRole('row').filter({ hasText: lote.referencia });
  await expect(row).toContainText('10-02-2001');
  await expect(row).toContainText('vigente');
  await expect(row.getByRole('link', { name: `Pagar ${lote.referencia}` })).toHaveAttribute(
    'href',
    `/mantenimiento/pagar/lote/${lote.id}`,
  );
  await expectNoAxe(page);
  await page.getByRole('radio', { name: /^Pagado/ }).check();
  await expect(page.getByText('Ningún mantenimiento está en este estado')).toBeVisible();
  await expect(page).toHaveURL(/estado=pagado/);

  await page.goto('/admin/mantenimientos-generados/nuevo');
  await page.getByRole('button', { name: 'Deshacer Febrero - 2001' }).first().click();
  await page.getByRole('button', { name: 'Deshacer generación' }).click();
  await expect(page.getByText(/^Se deshizo la generación/)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Febrero - 2001' }).first()).toContainText('Deshecha');
});

test('periods of one lot, then its months and one of them', async ({ page }) => {
  await signIn(page, 'director', '/mantenimientos/generarperiodo');
  const superficie = surface();
  await definition(page, superficie);
  const lote = await deliveredLote(page, superficie, '2005-01-20');
  await page.reload();
  await page.getByRole('combobox', { name: 'Lote' }).fill(lote.referencia);
  await page.getByRole('option').first().click();
  await expect(page.getByText('20-01-2005')).toBeVisible();
  // The lot stands in the address.
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Lote' })).toHaveValue(lote.referencia);
  await expect(page.getByText('20-01-2005')).toBeVisible();
  // Delivered on the 20th: February is the first chargeable month, and March the default.
  const start = page.getByRole('textbox', { name: 'Fecha Inicial' });
  const end = page.getByRole('textbox', { name: 'Fecha final' });
  await expect(start).toHaveValue('03/2005');
  await expect(end).toHaveValue('03/2005');
  await start.fill('05/2005');
  await start.press('Tab');
  await expect(end).toHaveValue('05/2005');
  await end.fill('06/2005');
  await end.press('Tab');
  await expect(page.getByRole('listitem').filter({ hasText: /^(Mayo|Junio)/ })).toHaveCount(2);
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Generar Mantenimientos' }).click();
  await expect(page.getByText('Mantenimientos generado con éxito. Se crearon 2.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Junio' })).toContainText('2005');
  await expect(page.getByText('Los meses elegidos ya están generados. Elija otros')).toBeVisible();
  // What was done takes its button away, and the keyboard goes on from the title.
  await expect(page.getByRole('heading', { name: 'Generar Período' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Lote' })).toHaveValue('');
  await expect(page.getByText('Elija el lote al que le generará mantenimientos.')).toBeVisible();
  await page.goto('/mantenimientos/generarperiodo?lote=2000000000');
  await expect(page.getByText('No existe el lote solicitado')).toBeVisible();

  await page.goto(`/mantenimiento/lote/${lote.id}`);
  await expect(page.getByRole('row').filter({ hasText: 'Deuda total' })).toContainText('$2,501.00');
  await page.getByRole('checkbox', { name: 'Solo deudas' }).check();
  await expect(page).toHaveURL(/solo=1/);
  await page.getByRole('link', { name: 'Ver detalle de Mayo - 2005' }).click();
  await expect(page.getByRole('heading', { name: 'Detalle de mantenimiento' })).toBeVisible();
  await expect(page.getByText('No hay pagos registrados hasta el momento')).toBeVisible();
  await expect(page.getByText('$1,250.50').first()).toBeVisible();
});

test('a role that may not generate periods loads nothing there', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/generarperiodo|get-lote-referencia/.test(request.url()) && request.url().includes('/api/'))
      calls.push(request.url());
  });
  await signIn(page, 'consultor', '/mantenimientos/generarperiodo');
  await expect(page.getByText('Su rol no puede generar períodos')).toBeVisible();
  expect(calls).toEqual([]);
});

test('a month is not said to be empty while its counts are on their way', async ({ page }) => {
  const letGo = await holdBack(page, '**/mtto-generado/get/**');
  await signIn(page, 'director', '/admin/mantenimientos-generados');
  const chart = page.getByRole('region', { name: 'Estado de los mantenimientos' });
  await expect(chart).toBeVisible();
  await expect(chart.getByText('No existen valores a mostrar')).toHaveCount(0);
  letGo();
  await expect(chart.getByRole('table')).toContainText('Mtto Pagado');
});

test('a special discount tells what it gives away before it is saved, stands in the report, and gives it back', async ({
  page,
}) => {
  await signIn(page, 'director');
  const superficie = surface();
  await definition(page, superficie);
  const { id, referencia } = await deliveredLote(page, superficie, '2026-01-05');
  const range = ['2026-02-01', '2026-03-01', '2026-04-01'];
  expect(await api(page, 'post', '/lote/generarmantenimientospersonalizado', { id, range })).toMatchObject({
    success: true,
  });

  await page.goto('/catalogos/descuento-especial/value');
  const percent = page.getByRole('textbox', { name: 'Descuento especial' });
  await page.getByRole('combobox', { name: 'Lote' }).fill(referencia);
  await page.getByRole('option').first().click();
  await percent.fill('5');
  const told = page.getByRole('status').filter({ hasText: 'Perdona' });
  await expect(told).toContainText('Perdona $187.59 de 3 meses abiertos.');
  await percent.fill('50');
  await expect(told).toContainText('Perdona $1,875.75 de 3 meses abiertos.');
  await expect(told).toContainText('Cada mes nuevo costará $625.25 en lugar de $1,250.50.');
  await percent.fill('100');
  await expect(told).toContainText('Perdona $3,751.50 de 3 meses abiertos y los cierra.');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Motivo: Campo Requerido' })).toBeFocused();
  await expectNoAxe(page);
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Acuerdo de asamblea');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL('/catalogos/descuento-especial');

  await page.goto(`/reportes/descuentos-cancelaciones?referencia=${referencia}`);
  const table = page.getByRole('table', { name: 'Detalle' });
  const row = table.getByRole('row').filter({ hasText: 'Abril - 2026' });
  for (const text of [
    '100%',
    '$1,250.50',
    'Mantenimiento',
    'Descuento especial',
    'Acuerdo de asamblea',
    'Héctor Garza Sepúlveda',
  ]) {
    await expect(row).toContainText(text);
  }
  await expect(table.locator('tfoot')).toContainText('$3,751.50');
  await page.getByRole('combobox', { name: 'Clase' }).click();
  await page.getByRole('option', { name: 'Pronto pago' }).click();
  await expect(page.getByText('No hay información disponible')).toBeVisible();
  await expect(page).toHaveURL(/clase=regla/);
  await expectNoAxe(page);

  await page.goto('/catalogos/descuento-especial');
  await page.getByPlaceholder('Buscar').fill(referencia);
  await page.getByRole('button', { name: `Eliminar ${referencia}` }).click();
  const question = page.getByRole('dialog', { name: 'Estás seguro que deseas eliminar!!!' });
  await expect(question.getByRole('status')).toContainText('Devuelve a la deuda $3,751.50 de 3 meses y los abre.');
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(question.getByRole('alert').filter({ hasText: 'Motivo: Campo Requerido' })).toBeFocused();
  await expectNoAxe(page);
  await question.getByRole('textbox', { name: 'Motivo' }).fill('Se escribió en otro lote');
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible();
  // Without its late interest, which whoever runs that for all lots meanwhile adds to it.
  const { data } = await api<{ data: { deuda_mantenimiento: number } }>(
    page,
    'get',
    `/lote/get-for-mantenimiento/${id}`,
  );
  expect(data.deuda_mantenimiento).toBe(3751.5);
});
