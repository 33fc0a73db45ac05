import { bytesOf, type OtroSistema, otrosSistemas } from '../otros-sistemas.ts';
import { expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

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
