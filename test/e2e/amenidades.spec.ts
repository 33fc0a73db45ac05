/** An amenity from its type to a reservation that is made, seen and deleted; and a template with a lot's data. */
import type { Locator, Page } from '@playwright/test';
import { apiOf, expect, expectNoAxe, holdBack, signIn, test, unique } from './fixtures.ts';

const fresh = (mark: string): string => `${mark} ${unique()}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Begins at the line of one hour and ends at that of another, on a scale on which all hours are alike. */
async function standsAtItsHours(page: Page, block: Locator, from: number, until: number): Promise<void> {
  const label = page.getByRole('region', { name: 'Horario del día' }).getByText('09:00', { exact: true });
  const [nine, box] = [await label.boundingBox(), await block.boundingBox()];
  if (!nine || !box) throw new Error('not drawn');
  expect(Math.abs(box.y - (nine.y + (from - 9) * nine.height))).toBeLessThan(3);
  expect(Math.abs(box.y + box.height - (nine.y + (until - 9) * nine.height))).toBeLessThan(3);
}

async function standBeside(...blocks: Locator[]): Promise<void> {
  const boxes = (await Promise.all(blocks.map((block) => block.boundingBox()))).map((box) => {
    if (!box) throw new Error('not drawn');
    return box;
  });
  boxes.sort((a, b) => a.x - b.x);
  for (const [at, { x, width }] of boxes.entries()) {
    expect(width).toBeGreaterThan(60);
    expect(x + width).toBeLessThanOrEqual(boxes[at + 1]?.x ?? Number.POSITIVE_INFINITY);
  }
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

test('the amenities of a day share the width, shrink to what can be read, and edges say that there is more', async ({
  page,
}) => {
  // A Sunday, when all of the demo's are open; on other days the few that are have room.
  const now = new Date();
  const sunday = new Date(now.getTime() + (7 - now.getUTCDay()) * 86_400_000).toISOString().slice(0, 10);
  await signIn(page, 'administrador', `/admin/amenidad/calendario?fecha=${sunday}`);
  const day = page.getByRole('region', { name: 'Horario del día' });
  await expect(day).toBeVisible();
  const drawn = () =>
    day.evaluate((frame) => ({
      more: frame.dataset.more ?? '',
      wider: frame.scrollWidth - frame.clientWidth,
      columns: [...frame.querySelectorAll<HTMLElement>('section')].map((one) => ({
        width: one.getBoundingClientRect().width,
        least: Number.parseFloat(getComputedStyle(one).minWidth),
      })),
    }));
  for (const width of [1280, 700]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => (await drawn()).wider > 1 === (await drawn()).more.includes('end')).toBe(true);
    const { wider, columns } = await drawn();
    const given = columns.filter(({ width: one, least }) => one > least + 1);
    // Nobody has more than he needs while something is cut off, and those that have more have the same.
    if (wider > 1) expect(given).toEqual([]);
    const [first] = given;
    for (const one of given) expect(Math.abs(one.width - (first?.width ?? 0))).toBeLessThan(2);
  }
  const edge = () => day.locator('..').evaluate((over) => getComputedStyle(over, '::after').content);
  await expect(day).toHaveAttribute('data-more', 'end');
  expect(await edge()).toBe('""');
  await day.evaluate((frame) => frame.scrollTo({ left: frame.scrollWidth }));
  await expect(day).toHaveAttribute('data-more', 'start');
  expect(await edge()).toBe('none');
});

test('the reservations of a period are lines of one height, with all that the specification tells of each', async ({
  page,
}) => {
  await signIn(page, 'administrador', '/admin/amenidad/ver-reserva');
  const rows = page.getByRole('article');
  await expect(rows.first()).toBeVisible();
  const row = rows.first();
  for (const name of ['Hora', 'Fecha', 'Amenidad', 'Lugar', 'Lugares', 'Dirección'])
    await expect(row.locator('dl').first().getByText(name, { exact: true })).toBeAttached();
  const seen = await rows.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).filter(({ bottom }) => bottom <= innerHeight),
  );
  expect(seen.length).toBeGreaterThanOrEqual(10);
  for (const { height } of seen) expect(height).toBeLessThanOrEqual(62);
  await row.getByText(/personas?$/).click();
  await expect(row.getByRole('list')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxe(page);
  }
  await page.setViewportSize({ width: 320, height: 720 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('the calendar books a free hour, shows whose it is, and deletes it by its name', async ({ page }) => {
  const name = fresh('Asador');
  const call = await apiOf(page, 'administrador');
  const tipo = { id: '', name, regulation: null, active: true, iconoUrl: '', fotoAmenidadUrl: '' };
  await call('/tipoamenidad/save', tipo);
  const { id } = (await call('/tipoamenidad/allactivas')).find((one: { name: string }) => one.name === name);
  await call('/amenidadagenda/crearagenda', {
    ...{ id: '', tipoAmenidad: { id }, variacionAmenidad: [{ name: 'Mesa 1' }, { name: 'Mesa 2' }], loteList: [] },
    ...{ aforoMaximo: 1, bookingWindows: [0, 0], duracion: 60, diasDisponibles: [1, 2, 3, 4, 5, 6, 7] },
    ...{ horarioGeneral: ['09:00', '11:00'], horarioPremium: [], permiteVisita: false, active: true },
    ...{ reglas: [], general: true },
  });
  // At the same hours, and as long as two of them.
  await call('/amenidadagenda/crearagenda', {
    ...{ id: '', tipoAmenidad: { id }, variacionAmenidad: [{ name: 'Salón' }], loteList: [] },
    ...{ aforoMaximo: 1, bookingWindows: [0, 0], duracion: 120, diasDisponibles: [1, 2, 3, 4, 5, 6, 7] },
    ...{ horarioGeneral: ['09:00', '11:00'], horarioPremium: [], permiteVisita: false, active: true },
    ...{ reglas: [], general: true },
  });
  await signIn(page, 'administrador', '/admin/amenidad/calendario');
  const day = page.getByRole('heading', { level: 2 });
  await expect(page.getByRole('region', { name: 'Horario del día' })).toBeVisible();
  await expectNoAxe(page);
  const before = await day.innerText();
  await button(page, 'Día siguiente').click();
  await expect(day).not.toHaveText(before);
  await button(page, 'Amenidad Todas').click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page).toHaveURL(/amenidad=Asador/);

  const free = page.getByRole('button', { name: new RegExp(`^09:00 a 10:00 libre.* reservar ${name}$`) });
  // An hour with two tables asks which one.
  await free.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reservar Mesa 2' }).click();
  const booking = page.getByRole('dialog', { name: 'Reservar Mesa 2' });
  await expect(booking).toContainText('09:00 - 10:00');
  await booking.getByRole('combobox', { name: 'Lote' }).click();
  await page.getByRole('option').first().click();
  await booking.getByLabel('Nombre').fill('Ana Peña');
  await booking.getByRole('button', { name: 'Aceptar persona' }).click();
  await booking.getByRole('button', { name: 'Aceptar', exact: true }).click();
  await expect(page.getByText('Reservado exitosamente')).toBeVisible();
  const block = page.getByRole('button', { name: new RegExp(`^09:00 a 10:00.*Ana Peña.*Mesa 2.*, ${name}$`) });
  await expect(block).toBeVisible();
  await standsAtItsHours(page, block, 9, 10);
  await standsAtItsHours(page, free, 9, 10);
  await standsAtItsHours(page, page.getByRole('button', { name: /^10:00 a 11:00 libre/ }), 10, 11);
  const long = page.getByRole('button', { name: /^09:00 a 11:00 libre/ });
  await standsAtItsHours(page, long, 9, 11);
  await standBeside(block, free, long);
  // With one table left there is nothing to ask.
  await free.click();
  await expect(page.getByRole('dialog', { name: 'Reservar Mesa 1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNoAxe(page);

  for (const view of ['Semana', 'Mes'] as const) {
    await button(page, view).click();
    await expect(page.getByRole('button', { name: new RegExp(`^09:00 .* ${name}$`) })).toHaveCount(1);
    await expectNoAxe(page);
  }
  await page.reload();
  await expect(button(page, 'Mes')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /, 1 reserva; ver el día$/ }).click();
  await expect(page).toHaveURL(/fecha=/);
  await expect(button(page, 'Día')).toHaveAttribute('aria-pressed', 'true');

  await block.focus();
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: `Reserva de ${name}` });
  await expect(shown).toContainText('Ana Peña');
  await expectNoAxe(page);
  await shown.getByRole('button', { name: 'Eliminar…' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Eliminar la reserva' });
  await expect(asked).toContainText(`${name} (Mesa 2)`);
  await expect(asked).toContainText('de 09:00 - 10:00, del lote');
  await expect(asked).toContainText('no tiene cargo');
  await expect(asked.getByRole('button', { name: 'Volver' })).toBeFocused();
  await asked.getByRole('button', { name: 'Eliminar la reserva' }).click();
  await expect(page.getByText('Reserva Eliminada')).toBeVisible();
  await expect(block).toHaveCount(0);
  await expect(shown).toHaveCount(0);

  // On a phone one amenity at a time.
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole('list', { name })).toContainText('09:00 – 10:00');
  await expectNoAxe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
