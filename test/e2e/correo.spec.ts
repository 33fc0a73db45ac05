/** A campaign letter from its form to the lot's associate, and the outbox in which it can be read. */
import type { Page, Route } from '@playwright/test';
import { api, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

const fresh = (mark: string): string => `${mark} ${unique()}`;

/** The document of a letter's frame. */
const letter = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`);

test('a campaign letter is written, sent to a lot, and read in the outbox', async ({ page }) => {
  const name = fresh('Asamblea');
  const titulo = fresh('Convocatoria');
  const otro = `contador.${unique()}@despacho.example`;

  await test.step('the form asks for name and title, and shows what the letter will look like', async () => {
    await signIn(page, 'director', '/admin/correo-campanas');
    await page.getByRole('link', { name: 'Nuevo' }).click();
    await expect(page.getByRole('heading', { name: 'Nuevo correo campañas' })).toBeVisible();
    await page.getByRole('button', { name: 'Aceptar' }).click();
    await expect(page.getByText('Campo Requerido').first()).toBeVisible();
    await page.getByLabel('Nombre').fill(name);
    await page.getByLabel('Título').fill(titulo);
    await page.getByRole('button', { name: 'Editar como HTML' }).click();
    await page
      .getByLabel('Description')
      .fill('<h2 style="color:#7a1f1f">Asamblea</h2><p>El <b>12 de diciembre</b></p><form><input name="clave"></form>');
    const preview = letter(page, 'Vista previa del correo');
    await expect(preview.getByRole('heading', { name: 'Asamblea' })).toHaveCSS('color', 'rgb(122, 31, 31)');
    await expectNoAxe(page);
    await page.getByRole('button', { name: 'Aceptar' }).click();
    await expect(page.getByText('Acción exitosa')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Correo campañas' })).toBeVisible();
    await page.getByPlaceholder('Buscar').fill(name);
    await page.getByRole('link', { name: `Editar ${name}` }).click();
    await expect(page.getByRole('heading', { name: 'Editar correo campañas' })).toBeVisible();
    await expect(page.getByLabel('Description')).toHaveValue(
      '<h2 style="color:#7a1f1f">Asamblea</h2><p>El <b>12 de diciembre</b></p>',
    );
  });

  await test.step('the modal wants a template, and sends it', async () => {
    await page.goto('/estado-cuenta/1');
    await page.getByRole('button', { name: 'Enviar correo' }).click();
    const modal = page.getByRole('dialog', { name: 'Enviar correo' });
    await modal.getByRole('button', { name: 'Enviar', exact: true }).click();
    await expect(modal.getByText('Campo Requerido').first()).toBeVisible();
    await modal.getByRole('combobox', { name: 'Correo' }).click();
    await page.getByRole('option', { name }).click();
    await modal.getByLabel('Otro correo electrónico').fill('no es');
    await modal.getByRole('button', { name: 'Enviar', exact: true }).click();
    await expect(modal.getByText('Email Inválido').first()).toBeVisible();
    await modal.getByLabel('Otro correo electrónico').fill(otro);
    await modal.getByRole('button', { name: 'Enviar', exact: true }).click();
    await expect(page.getByText('Correo electrónico enviado')).toBeVisible();
    await expect(modal).toBeHidden();
  });

  await test.step('the outbox has it, and opens it without its server', async () => {
    await page.goto('/admin/correos');
    await expect(page.getByText('No hay servidor de correo')).toBeVisible();
    await page.getByLabel('Destinatario, asunto o lote').fill(otro);
    await expect(page.getByText('Total de elementos 1')).toBeVisible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: `Abrir el correo «${titulo}»` }).click();
    const dialog = page.getByRole('dialog', { name: titulo });
    await expect(letter(page, 'Contenido del correo').getByText('12 de diciembre')).toBeVisible();
    await expectNoAxe(page);
    await dialog.getByText('Sólo texto').click();
    await expect(dialog.getByText('El 12 de diciembre')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
    await expect(dialog).toBeHidden();
  });
});

test('a letter goes to the lots that were chosen in their list', async ({ page }) => {
  await signIn(page, 'administrador', '/operaciones/lote/habitacional');
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Elegir el lote/ }) });
  const names = await Promise.all([0, 1].map((at) => rows.nth(at).getByRole('cell').nth(1).innerText()));
  for (const name of names) await page.getByRole('checkbox', { name: `Elegir el lote ${name}`, exact: true }).check();
  await page.getByRole('region', { name: 'Selección' }).getByRole('button', { name: 'Enviar correo' }).click();
  await expect(page.getByRole('heading', { name: 'Enviar a varios lotes' })).toBeVisible();
  for (const name of names) await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText(/^Llega a \d lotes? de 2\./)).toBeVisible();
});

test('the lots of a campaign are chosen among those of every kind', async ({ page }) => {
  await signIn(page, 'director', '/admin/correo-campanas/enviar');
  const [condominal] = await api<{ referencia: string }[]>(page, 'get', '/lote/all/condominal');
  if (!condominal) throw new Error('the demo has no condominal lot');
  await page.getByRole('radio', { name: 'Los lotes que yo elija' }).click();
  await page.getByRole('combobox', { name: 'Lotes' }).fill(condominal.referencia);
  await page.getByRole('option', { name: condominal.referencia }).first().click();
  await expect(page.getByText(/Llega a .* de 1\./)).toBeVisible();
  await expectNoAxe(page);
});

test.describe('when nothing answers', () => {
  // The failures that the test makes.
  test.use({ noise: /^Failed to load resource: the server responded with a status of 500/ });

  test('a letter to many lots says what is missing, and asks again for what did not come', async ({ page }) => {
    let failing = true;
    const fail = async (route: Route) =>
      failing ? route.fulfill({ status: 500, json: { success: false, message: 'x' } }) : route.continue();
    await page.route('**/correocampanas/all', fail);
    await page.route('**/campanaenvio/destinatarios', fail);
    await signIn(page, 'director', '/admin/correo-campanas/enviar');
    const send = page.getByRole('button', { name: 'Enviar', exact: true });
    await expect(send).toBeDisabled();
    await expect(send).toHaveAccessibleDescription('Elija el correo de campaña');
    await expect(page.getByText('Ocurrió un error en el servidor. Intente otra vez')).toBeVisible();
    await expect(page.getByText('No se pudo contar a quién llega. Intente otra vez')).toBeVisible();
    failing = false;
    await page.getByRole('button', { name: 'Reintentar' }).last().click();
    await expect(page.getByText(/^Llega a /)).toBeVisible();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await page.getByRole('combobox', { name: 'Correo de campaña' }).click();
    await page.getByRole('option').first().click();
    await expect(send).toBeEnabled();
    await expect(page.getByText('Elija el correo de campaña')).toHaveCount(0);
    // A letter of the address that exists no more is none.
    await page.goto('/admin/correo-campanas/enviar?id=999999');
    await expect(page.getByText(/^Llega a /)).toBeVisible();
    await expect(page.getByText('Elija el correo de campaña')).toBeVisible();
    await expect(send).toBeDisabled();
  });
});
