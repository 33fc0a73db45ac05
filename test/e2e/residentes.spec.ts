import type { Locator, Page } from '@playwright/test';
import { type Api, apiOf, expect, expectNoAxe, runUntilVisible, signIn, stopClock, test, unique } from './fixtures.ts';

const ASOCIADOS = '/operaciones/habitantes/asociado';
const REPRESENTANTES = '/operaciones/representantelegal';

/** Every answer but a success is a failure to the page; with a 5xx the clean-console check would fail the test. */
const FAILURE = { status: 400, json: { success: false } };

/** A text that no other test has. */
const fresh = (mark: string): string => `${mark} ${unique()}`.toUpperCase();

const accept = (inside: Page | Locator) => inside.getByRole('button', { name: 'Aceptar', exact: true }).click();
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function expectNoAxeInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxe(page);
  }
}

/** A lot with these residents, the asociado first; gives its id and referencia. */
async function newLote(api: Api, residents: { id: number; asociado: boolean }[] = []) {
  const referencia = fresh('E2E');
  await api('/lote/save', {
    id: '',
    tipo: 'habitacional',
    referencia,
    status: 'disponible',
    calle: 'Privada Güemes',
    manzana: '4',
    lote: '12',
    superficie: 120,
    residenteLoteList: residents.map(({ id, asociado }) => ({ id: '', resident: { id }, asociado })),
  });
  const lotes = (await api('/lote/all/habitacional')) as { id: number; referencia: string }[];
  const id = lotes.find((lote) => lote.referencia === referencia)?.id;
  if (id === undefined) throw new Error('the lot was not saved');
  return { id, referencia };
}

async function newResidente(api: Api, name: string, more: object = {}): Promise<number> {
  return (await api('/residente/save', { id: '', name, tipo: 'asociado', ...more })).id;
}

async function contactsOf(api: Api) {
  const [tipo] = (await api('/tiponumerotelefono/all')) as { id: number; name: string }[];
  return {
    tipo: tipo?.name ?? '',
    telefonoList: [{ id: '', tipoNumeroTelefono: tipo, numero: '5512345678', referencia: 'Por la tarde' }],
    correoElectronicoList: [{ id: '', correo: 'persona@correo.example', facturar: true, referencia: 'Trabajo' }],
  };
}

test('an asociado is written with phones and e-mails, in modals that leave the form alone', async ({ page }) => {
  await signIn(page, 'cobranza', ASOCIADOS);
  await expect(page.getByRole('heading', { level: 1, name: 'Asociados', exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Nombre', exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Nuevo', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo asociados', exact: true })).toBeVisible();
  await accept(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Nombre completo: Campo Requerido' })).toBeFocused();
  await expectNoAxeInBothThemes(page);
  const name = fresh('Íñigo Ñúñez');
  await page.getByLabel('Nombre completo').fill('ab');
  await accept(page);
  await expect(page.getByText('Nombre completo: Muy corto!')).toBeVisible();
  await page.getByLabel('Nombre completo').fill(name);

  await page.getByRole('button', { name: 'Nuevo: Teléfono' }).click();
  const phone = page.getByRole('dialog', { name: 'Nuevo teléfono' });
  await accept(phone);
  await expect(phone.getByText('Tipo de teléfono: Campo Requerido')).toBeVisible();
  await phone.getByLabel('Número').fill('551234567');
  await phone.getByLabel('Número').press('Enter');
  await expect(phone.getByText('Número: Escriba los 10 dígitos del número')).toBeVisible();
  await expectNoAxeInBothThemes(page);
  await phone.getByRole('combobox', { name: 'Tipo de teléfono' }).click();
  await page.getByRole('option').first().click();
  await phone.getByLabel('Número').press('End');
  await page.keyboard.type('8');
  await expect(phone.getByLabel('Número')).toHaveValue('(551)-234-56-78');
  await phone.getByLabel('Referencia').fill('Recados');
  // Twice in one moment: it is added once.
  await phone.getByRole('button', { name: 'Aceptar', exact: true }).dblclick();
  await expect(phone).toHaveCount(0);
  const phones = card(page, 'Teléfono').getByRole('listitem');
  await expect(phones).toHaveCount(1);
  await expect(phones).toContainText('(551)-234-56-78');
  await expect(phones).toContainText('Recados');

  await page.getByRole('button', { name: 'Nuevo: Correo electrónico' }).click();
  const mail = page.getByRole('dialog', { name: 'Nuevo correo electrónico' });
  await mail.getByLabel('Email').fill('sin arroba');
  await accept(mail);
  await expect(mail.getByRole('link', { name: 'Email Inválido' })).toBeVisible();
  await mail.getByLabel('Email').fill('inigo@correo.example');
  await mail.getByLabel('Enviar factura').check();
  await expectNoAxeInBothThemes(page);
  await page.keyboard.press('Control+Enter');
  await expect(mail).toHaveCount(0);
  const mails = card(page, 'Correo electrónico').getByRole('listitem');
  await expect(mails).toContainText('inigo@correo.example');
  await expect(mails.getByRole('img', { name: 'Se le envía la factura' })).toBeVisible();
  // Neither modal has sent the form behind it.
  await expect(page).toHaveURL(`${ASOCIADOS}/value`);

  await accept(page);
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page).toHaveURL(ASOCIADOS);
  await page.getByPlaceholder('Buscar').fill(name);
  await page.getByRole('link', { name: `Editar ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Editar asociados', exact: true })).toBeVisible();
  await expect(phones).toContainText('(551)-234-56-78');
  await expect(mails).toContainText('inigo@correo.example');
});

test('what is new goes by itself, what is saved through the server, with its question', async ({ page }) => {
  await signIn(page, 'cobranza');
  const api = await apiOf(page);
  const { telefonoList, correoElectronicoList } = await contactsOf(api);
  const id = await newResidente(api, fresh('Rosa'), { telefonoList, correoElectronicoList });
  await page.goto(`${ASOCIADOS}/value?id=${id}`);
  const phones = card(page, 'Teléfono').getByRole('listitem');
  const mails = card(page, 'Correo electrónico').getByRole('listitem');
  await expect(phones).toHaveCount(1);

  await page.getByRole('button', { name: 'Nuevo: Correo electrónico' }).click();
  const mail = page.getByRole('dialog', { name: 'Nuevo correo electrónico' });
  await mail.getByLabel('Email').fill('nuevo@correo.example');
  await accept(mail);
  await expect(mails).toHaveCount(2);
  // A changed list is an unsaved change.
  await page.getByRole('link', { name: 'Cancelar' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Hay cambios sin guardar');
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await page.getByRole('button', { name: 'Eliminar correo electrónico nuevo@correo.example' }).click();
  await expect(mails).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Nuevo: Correo electrónico' })).toBeFocused();

  const remove = page.getByRole('button', { name: 'Eliminar teléfono (551)-234-56-78' });
  await remove.click();
  await expect(question).toContainText('Estás seguro que deseas eliminar!!!');
  await expect(question).toContainText('No podrás deshacer esta acción');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(phones).toHaveCount(1);

  await page.route('**/telefono/delete/*', (route) => route.fulfill({ json: { success: false } }), { times: 1 });
  await remove.click();
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('No podemos realizar esta acción por el momento. Intente más tarde')).toBeVisible();
  await page.route('**/telefono/delete/*', (route) => route.fulfill(FAILURE), { times: 1 });
  await remove.click();
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('No se puede ejecutar la acción. Intente más tarde')).toBeVisible();
  await expect(phones).toHaveCount(1);

  await remove.click();
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Eliminado correctamente')).toBeVisible();
  await expect(card(page, 'Teléfono').getByText('No existen valores a mostrar')).toBeVisible();
  expect((await api(`/residente/get/${id}`)).telefonoList).toEqual([]);
  // What is deleted is done: leaving loses nothing.
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL(ASOCIADOS);
});

test('a tenant’s form, whose lots scroll from four on, and a type that there is not', async ({ page }) => {
  await signIn(page, 'cobranza');
  const api = await apiOf(page);
  const id = await newResidente(api, fresh('Beto'), { tipo: 'inquilino' });
  const lotes = [];
  for (let count = 0; count < 4; count += 1) lotes.push(await newLote(api, [{ id, asociado: false }]));
  await page.goto('/operaciones/habitantes/inquilino');
  await expect(page.getByRole('heading', { level: 1, name: 'Inquilinos', exact: true })).toBeVisible();
  await page.goto(`/operaciones/habitantes/inquilino/value?id=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Editar asociados', exact: true })).toBeVisible();
  const list = card(page, 'Lote').getByRole('list');
  await expect(list.getByRole('listitem')).toHaveCount(4);
  await expect(list).toContainText(lotes[0]?.referencia ?? '');
  await expect(list).toContainText('Inquilino');
  await expect(list).toContainText('Privada Güemes, Mz. 4, Lt. 12');
  const [shown, whole] = await list.evaluate((element) => [element.clientHeight, element.scrollHeight]);
  expect(whole).toBeGreaterThan(shown ?? 0);
  await expectNoAxeInBothThemes(page);
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL('/operaciones/habitantes/inquilino');

  await page.goto('/operaciones/habitantes/vecino');
  await expect(page.getByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
});

test('a representative stands for lots that are searched on the server, and keeps them on edit', async ({ page }) => {
  await signIn(page, 'administrador', REPRESENTANTES);
  const api = await apiOf(page);
  const owner = fresh('Begoña Zúñiga');
  const first = await newLote(api, [{ id: await newResidente(api, owner), asociado: true }]);
  const second = await newLote(api);
  for (const header of ['Nombre', 'Tipo de poder', 'Referencias']) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Nuevo', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo representante legal' })).toBeVisible();
  await accept(page);
  await expect(page.getByText('Lote: Campo Requerido')).toBeVisible();
  const name = fresh('Sofía');
  await page.getByLabel('Nombre completo').fill(name);
  await page.getByLabel('Tipo de poder').fill('Poder especial');
  const lots = page.getByRole('combobox', { name: 'Lote' });
  // Without accents, and in part.
  await lots.fill(owner.toLowerCase().replace('begoña zúñiga', 'egona zuni'));
  await page.getByRole('option', { name: first.referencia }).click();
  await lots.fill(second.referencia);
  await page.getByRole('option', { name: second.referencia }).click();
  await lots.fill('nada que se llame así');
  await expect(page.getByText('Sin resultados')).toBeVisible();
  await lots.press('Escape');
  await page.getByRole('button', { name: 'Nuevo: Correo electrónico' }).click();
  const mail = page.getByRole('dialog', { name: 'Nuevo correo electrónico' });
  await expect(mail.getByLabel('Enviar factura')).toHaveCount(0);
  await mail.getByLabel('Email').fill('sofia@despacho.example');
  await accept(mail);
  await accept(page);
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page).toHaveURL(REPRESENTANTES);

  await page.getByPlaceholder('Buscar').fill(second.referencia);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Poder especial');
  for (const { referencia } of [first, second]) await expect(row.getByText(referencia, { exact: true })).toBeVisible();
  await expectNoAxeInBothThemes(page);
  await row.getByRole('link', { name: `Editar ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Editar representante legal' })).toBeVisible();
  const chosen = page.getByRole('main').getByText(`${first.referencia} · ${owner} · Privada Güemes, Mz. 4, Lt. 12`);
  await expect(chosen).toBeVisible();
  await expectNoAxeInBothThemes(page);
  await accept(page);
  await expect(page).toHaveURL(/representantelegal(\?|$)/);

  await page.getByPlaceholder('Buscar').fill(name);
  await page.getByRole('button', { name: `Eliminar ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Estás seguro que deseas eliminar!!!');
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Eliminado correctamente')).toBeVisible();
  await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible();
});

test('cobranza edits representatives and is not offered to delete them', async ({ page }) => {
  await signIn(page, 'cobranza');
  const api = await apiOf(page);
  const name = fresh('Legal');
  await api('/representantelegal/save', { id: '', name, loteList: [{ id: (await newLote(api)).id }] });
  await page.goto(`${REPRESENTANTES}?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('link', { name: `Editar ${name}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Eliminar ${name}` })).toHaveCount(0);
});

test('the representatives of a lot’s header can be asked for again after a failure', async ({ page }) => {
  await signIn(page, 'director');
  const api = await apiOf(page);
  const name = fresh('Legal');
  const { id } = await newLote(api);
  await api('/representantelegal/save', { id: '', name, loteList: [{ id }] });
  await page.route(`**/api/v1/representantelegal/getbylote/${id}`, (route) => route.fulfill(FAILURE));
  await page.goto(`/deudas/${id}`);
  await page.getByRole('button', { name: 'Ver representante legal' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('error de servidor');
  await page.unroute(`**/api/v1/representantelegal/getbylote/${id}`);
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await expect(dialog.getByRole('cell', { name })).toBeVisible();
});

test('contact data of a lot: its people, or that there is nobody', async ({ page }) => {
  await signIn(page, 'obras');
  const api = await apiOf(page);
  const { tipo, ...contacts } = await contactsOf(api);
  const [owner, tenant, legal] = [fresh('Dueña'), fresh('Rentera'), fresh('Legal')];
  const ownerId = await newResidente(api, owner, contacts);
  const tenantId = await newResidente(api, tenant, { tipo: 'inquilino' });
  const lote = await newLote(api, [
    { id: ownerId, asociado: true },
    { id: tenantId, asociado: false },
  ]);
  await api('/representantelegal/save', { id: '', name: legal, loteList: [{ id: lote.id }], ...contacts });

  await page.goto(`/datos-contacto/${ownerId}/${lote.id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2, name: owner })).toBeVisible();
  await expect(main.getByText('Trabajo: persona@correo.example').first()).toBeVisible();
  await expect(main.getByText(`${tipo} - (551)-234-56-78`).first()).toBeVisible();
  await expect(main.getByRole('heading', { level: 3, name: tenant })).toBeVisible();
  await expect(main.getByRole('heading', { level: 3, name: legal })).toBeVisible();
  await expectNoAxeInBothThemes(page);

  const empty = await newLote(api);
  await page.goto(`/datos-contacto/0/${empty.id}`);
  await expect(main.getByRole('heading', { level: 2, name: 'Sin asociado' })).toBeVisible();
  await expect(main.getByText('No existe inquilinos')).toBeVisible();
  await expect(main.getByText('No existe representante legal')).toBeVisible();
  await expectNoAxeInBothThemes(page);

  await page.route('**/getDatosContacto/**', (route) => route.fulfill(FAILURE));
  await stopClock(page);
  await page.reload();
  const notice = page.getByRole('region', { name: 'Avisos' }).getByText('Ocurrió un error. Intente más tarde');
  await runUntilVisible(page, notice);
  await page.clock.runFor(5_900);
  await expect(notice).toBeVisible();
  await page.clock.runFor(100);
  await expect(notice).toHaveCount(0);
});
