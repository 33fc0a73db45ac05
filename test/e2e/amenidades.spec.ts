/** An amenity from its type to a reservation that is made, seen and deleted; and a template with a lot's data. */
import type { Page } from '@playwright/test';
import { expect, expectNoAxe, holdBack, signIn, test } from './fixtures.ts';

const fresh = (mark: string): string => `${mark} ${Date.now().toString(36)}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).first().click();
}

test('an amenity is opened, booked, and its reservation deleted', async ({ page }) => {
  const name = fresh('Sala de juegos');
  await signIn(page, 'administrador', '/admin/amenidades/value');
  await page.getByLabel('Nombre').fill(name);
  await button(page, 'Aceptar').click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();

  await page.goto('/admin/crear-agenda');
  await button(page, 'Aceptar').click();
  await expect(page.getByText('El formulario no está correcto verifique los campos obligatorios')).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('checkbox', { name: 'General' }).check();
  await choose(page, 'Amenidad', name);
  await page.getByLabel('Nombre de la variación').fill('Mesa 1');
  await page.getByLabel('Nombre de la variación').press('Enter');
  await expect(button(page, 'Eliminar la variación Mesa 1')).toBeVisible();
  await page.getByLabel('Nombre de la variación').fill('Mesa 2');
  await page.getByLabel('Nombre de la variación').press('Enter');
  await page.getByLabel('Horario general, desde').fill('0900');
  await page.getByLabel('Horario general, hasta').fill('0800');
  await page.getByLabel('Horario general, hasta').press('Tab');
  await expect(
    page.getByText('El horario general debe terminar después de empezar. Corrija Desde o Hasta', { exact: true }),
  ).toBeVisible();
  await page.getByLabel('Horario general, hasta').fill('1100');
  for (const day of ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo']) {
    await page.getByText(day, { exact: true }).click();
  }
  await page.getByLabel('Duración').fill('60');
  await page.getByLabel('Aforo máximo').fill('1');
  await button(page, 'Aceptar').click();
  await expect(page).toHaveURL('/admin/ver-agenda');
  await page.getByRole('checkbox', { name: 'General' }).check();
  await button(page, 'Buscar').click();
  await page.getByRole('link', { name: new RegExp(`^Editar ${name}`) }).click();
  // What the server has let go of at once is nothing that is left unsaved.
  await button(page, 'Eliminar la variación Mesa 2').click();
  await expect(page.getByRole('alertdialog')).toContainText('Se eliminará la variación Mesa 2.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(button(page, 'Eliminar la variación Mesa 2')).toHaveCount(0);
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL(/\/admin\/ver-agenda/);

  await page.goto('/admin/crear-reserva');
  await expect(page.getByText('Por favor filtre por los criterios de búsqueda')).toBeVisible();
  await expect(button(page, 'Buscar')).toBeDisabled();
  await page.getByLabel('Fecha').first().fill('+1');
  await choose(page, 'Amenidad', name);
  await page.getByRole('checkbox', { name: 'General' }).check();
  await button(page, 'Buscar').click();
  const slot = page.getByRole('region', { name: 'Horario 09:00 - 10:00' });
  await expect(slot).toContainText('0/1');
  await slot.getByRole('button', { name: /^Reservar/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Reservar Mesa 1' });
  await dialog.getByRole('button', { name: 'Aceptar', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('No se puede crear reservar sin residentes');
  await dialog.getByRole('combobox', { name: 'Lote' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByLabel('Nombre').fill('Ana Peña');
  await dialog.getByRole('button', { name: 'Aceptar persona' }).click();
  await dialog.getByRole('button', { name: 'Aceptar', exact: true }).click();
  await expect(page.getByText('Reservado exitosamente')).toBeVisible();
  await expect(slot).toContainText('1/1');
  await expect(slot.getByRole('button', { name: /^Reservar/ })).toBeDisabled();

  await page.getByLabel('Fecha').first().fill('+2');
  await button(page, 'Buscar').click();
  await expect(slot).toContainText('0/1');
  const searched = await page.getByLabel('Fecha').first().inputValue();
  await page.goBack();
  await expect(slot).toContainText('1/1');
  await expect(page.getByLabel('Fecha').first()).not.toHaveValue(searched);

  await page.goto('/admin/amenidad/ver-reserva');
  await page.getByLabel('Hasta').first().fill('+1');
  await button(page, 'Buscar').click();
  const card = page.getByRole('article', { name: new RegExp(name) });
  await expect(card).toContainText('Mesa 1');
  await card.getByRole('button', { name: /^Eliminar la reserva/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Reserva Eliminada')).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('a template is written as rich text and shown with the data of a lot', async ({ page }) => {
  const name = fresh('Plantilla');
  await signIn(page, 'administrador', '/admin/plantillas/value');
  await page.getByLabel('Nombre').fill(name);
  const area = page.getByRole('textbox', { name: 'Contenido' });
  await area.click();
  await page.keyboard.type('Lote ');
  await button(page, 'Insertar dato').click();
  await page.getByRole('menuitem', { name: 'Referencia del lote' }).click();
  await expect(area).toContainText('Lote {{referencia}}');
  await expectNoAxe(page);
  await page.getByRole('combobox', { name: 'Con los datos de un lote' }).fill('C-01');
  const option = page.getByRole('option').filter({ hasText: ' · ' }).first();
  const referencia = (await option.innerText()).split(' · ')[0] ?? '';
  await option.click();
  await expect(page.frameLocator('iframe').getByText(`Lote ${referencia}`)).toBeVisible();
  await button(page, 'Aceptar').click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await page.getByPlaceholder('Buscar por nombre').fill(name);
  await button(page, 'Buscar').click();
  await button(page, `Eliminar ${name}`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Eliminado correctamente')).toBeVisible();
});

test('a form waits for its picture, which a removal takes away when it is saved', async ({ page }) => {
  const name = fresh('Terraza');
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await signIn(page, 'administrador', '/admin/amenidades/value');
  const arrive = await holdBack(page, '**/api/v1/archivos/amenidad');
  await page.getByLabel('Nombre').fill(name);
  await page.getByLabel('Subir imagen: Foto').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByText('Subiendo imágenes...')).toBeVisible();
  await expect(button(page, 'Aceptar')).toBeDisabled();
  await page.getByLabel('Nombre').press('Enter');
  arrive();
  await expect(page.getByRole('img', { name: 'Foto' })).toBeVisible();
  await button(page, 'Aceptar').click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await page.getByPlaceholder('Buscar').first().fill(name);
  await page.getByRole('link', { name: `Editar ${name}` }).click();
  await expect(page.getByRole('img', { name: 'Foto' })).toBeVisible();
  await button(page, 'Quitar foto').click();
  await expect(page.getByText('La imagen se borra al guardar')).toBeVisible();
});
