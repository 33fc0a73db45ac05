import { bytesOf, type OtroSistema, otrosSistemas } from '../otros-sistemas.ts';
import { apiOf, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

// What is applied after a comparison keeps it from being accepted.
test.describe.configure({ mode: 'serial' });

const choose = (page: import('@playwright/test').Page, name: string, bytes: Uint8Array) =>
  page.setInputFiles('input[type=file]', {
    name,
    buffer: Buffer.from(bytes),
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });

test('the workbook of another system is told what is what, reviewed, and the next one is read alike', async ({
  page,
}) => {
  await signIn(page, 'director', '/operaciones/importar-registro');
  const name = (system: OtroSistema) => `${system.nombre}.xlsx`;
  const [, , , , system] = otrosSistemas(unique()) as OtroSistema[];
  if (!system) throw new Error('no system');
  await choose(page, name(system), await bytesOf(system));
  await expect(page.getByRole('heading', { name: 'Qué trae el libro' })).toBeVisible();
  const lotes = page.getByRole('group', { name: 'Lotes, de la hoja «Inmuebles»' });
  await expect(lotes.getByLabel('Calle')).toHaveValue('Ubicación');
  // The book does not have them: they are the same in every row.
  await expect(page.getByRole('button', { name: 'Revisar' })).toBeDisabled();
  await expect(page.getByText('Falta decir lo que está en rojo')).toBeVisible();
  for (const [label, value] of [
    ['Manzana', 'Única'],
    ['Fecha de entrega', '01-01-2020'],
  ] as const) {
    if (label === 'Fecha de entrega') {
      await lotes.getByRole('combobox', { name: 'Otra columna' }).click();
      await page.getByRole('option', { name: label }).click();
    }
    await lotes.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: 'Lo mismo en todos…' }).click();
    await lotes.getByRole('textbox', { name: `${label}: lo mismo en todos` }).fill(value);
  }
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByText('El libro no tiene fallas')).toBeVisible();
  await page.getByRole('button', { name: 'Aplicar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('El registro fue guardado completo')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Libros aplicados' })).toContainText(name(system));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);

  const [, , , , next] = otrosSistemas(unique()) as OtroSistema[];
  if (!next) throw new Error('no system');
  await choose(page, name(next), await bytesOf(next));
  await expect(page.getByText('Se lee como el último libro igual')).toBeVisible();
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByText('El libro no tiene fallas')).toBeVisible();
});

test('balances are compared with the system before, accepted by another person, and a book is taken back', async ({
  page,
  browser,
}) => {
  const systems = otrosSistemas(unique()) as OtroSistema[];
  const [, , system] = systems;
  if (!system) throw new Error('no system');
  const referencia = String(system.hojas.Unidades?.[1]?.[0]);
  await signIn(page, 'director', '/operaciones/importar-registro');
  await choose(page, 'por-unidad.xlsx', await bytesOf(system));
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByText('Pagos anteriores', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Aplicar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('El registro fue guardado completo')).toBeVisible();

  // What was paid before is shown as such where payments are.
  const call = await apiOf(page);
  const [lote] = (await call(`/lote/get-lote-referencia-lote?q=${referencia}`)) as { id: number }[];
  await page.goto(`/pagos/${lote?.id}`);
  const before = page.getByRole('table', { name: 'Pagos en el sistema anterior' });
  await expect(before).toContainText('R-77');
  await expect(page.getByText('Sólo para consulta: no están en ningún corte')).toBeVisible();
  await expectNoAxe(page);
  await page.goto(`/estado-cuenta/${lote?.id}`);
  await expect(before).toContainText('$1,200.00');

  await page.goto('/reportes/sistema-anterior');
  const totals = {
    'Saldos al corte': [
      ['Unidad', 'Saldo total'],
      [referencia, 2500],
    ],
  };
  await choose(page, 'saldos.xlsx', await bytesOf({ hojas: totals }));
  await page.getByRole('button', { name: 'Comparar' }).click();
  const lotes = page.getByRole('table', { name: 'Diferencias por lote' });
  await expect(lotes).toContainText('No está en el libro');
  // Nothing is typed below it.
  await expect(page.getByRole('alertdialog', { name: 'Procesando' })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Buscar en Diferencias por lote' }).fill(referencia);
  await expect(lotes.getByRole('row').filter({ hasText: referencia })).toContainText('$2,500.00');
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);

  await page.goto('/operaciones/importar-registro');
  await page.getByRole('button', { name: 'Retirar por-unidad.xlsx' }).first().click();
  await page.getByRole('textbox', { name: 'Razón' }).fill('Era de prueba');
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click();
  await expect(page.getByRole('table', { name: 'Libros aplicados' })).toContainText('Era de prueba');

  await page.goto('/reportes/sistema-anterior');
  await choose(page, 'saldos.xlsx', await bytesOf({ hojas: totals }));
  await page.getByRole('button', { name: 'Comparar' }).click();
  await expect(page.getByRole('heading', { name: 'Qué trae el libro' })).toHaveCount(0);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'administrador', '/reportes/sistema-anterior');
  await other.getByRole('button', { name: 'Aceptar los saldos' }).click();
  await other.getByRole('textbox', { name: 'Nombre de quien lleva la tesorería' }).fill('Irma Robles');
  await other.getByRole('textbox', { name: 'Por qué se aceptan con diferencias' }).fill('Se corrige por separado');
  await other.getByRole('button', { name: 'Aceptar', exact: true }).click();
  await expect(other.getByText('Saldos aceptados')).toBeVisible();
  await expect(other.getByText('Irma Robles los aceptó')).toBeVisible();
  await expectNoAxe(other);
  await other.context().close();
});
