import type { Page } from '@playwright/test';
import { apiOf, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

/** A text that no other test has. */
const fresh = (): string => unique().toUpperCase();

interface Lote {
  id: number;
  referencia: string;
}

async function lote(page: Page, changes: Record<string, unknown> = {}): Promise<Lote> {
  const body = {
    id: '',
    tipo: 'habitacional',
    referencia: `E-${fresh()}`,
    status: 'disponible',
    numeroViviendas: 1,
    calle: 'Calle de la Prueba',
    manzana: '9',
    superficie: 180,
    residenteLoteList: [],
    ...changes,
  };
  const api = await apiOf(page);
  await api('/lote/save', body);
  const rows: Lote[] = await api(`/lote/all/${body.tipo}`);
  const found = rows.find(({ referencia }) => referencia === body.referencia);
  if (!found) throw new Error(`the lot ${body.referencia} is not in its list`);
  return found;
}

async function residente(page: Page, tipo: 'asociado' | 'inquilino', name: string): Promise<number> {
  const api = await apiOf(page);
  return (await api('/residente/save', { id: '', name, tipo })).id;
}

const form = (tipo: string, id?: number, tab?: string): string =>
  `/operaciones/lote/${tipo}/value${id === undefined ? '' : `?id=${id}${tab ? `&tab=${tab}` : ''}`}`;
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const accept = (page: Page) => page.getByRole('button', { name: 'Aceptar', exact: true }).click();
const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'Revise' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

async function choose(page: Page, box: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: box, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Types into a select that asks the server, and takes the option found. */
async function pick(page: Page, box: string, text: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: box, exact: true }).fill(text);
  await page.getByRole('option', { name: option }).click();
}

test('the lists show a type each, with the counters above', async ({ page }) => {
  await signIn(page, 'cobranza', '/operaciones/lote/condominal');
  const { referencia } = await lote(page, { tipo: 'comercial' });
  await expect(page.getByRole('heading', { level: 1, name: 'Lote condominal' })).toBeVisible();
  for (const header of ['Referencia', 'Asociado', 'Dirección']) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  const radio = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
  await expect(radio('Lote Condominal')).toBeChecked();
  await expectNoAxe(page);
  await radio('Lote Comercial').check();
  await expect(page).toHaveURL('/operaciones/lote/comercial');
  await page.getByPlaceholder('Buscar').fill(referencia);
  await page.getByRole('link', { name: `Editar ${referencia}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Editar Lote Comercial' })).toBeVisible();
  await page.goBack();
  await radio('Todos').check();
  await expect(page.getByRole('columnheader', { name: 'Tipo', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Nuevo', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Lote Condominal', 'Lote Habitacional', 'Lote Comercial']);
  await page.keyboard.press('Escape');
  const api = await apiOf(page);
  const total = Object.values<number>(await api('/lote/conteo')).reduce((sum, count) => sum + count, 0);
  // Other tests add lots meanwhile, so the sum is compared with what stands beside it.
  const shown = await page.locator('fieldset label').allTextContents();
  const numbers = shown.map((text) => Number(text.replace(/\D/g, '')));
  expect(numbers[0]).toBe(numbers.slice(1).reduce((sum, count) => sum + count, 0));
  expect(total).toBeGreaterThanOrEqual(numbers[0] ?? 0);
  await page.goto('/operaciones/lote/rural');
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
});

test('a new lot names every fault in a red box on top, and is saved as disponible', async ({ page }) => {
  await signIn(page, 'administrador', '/operaciones/lote/condominal');
  await page.getByRole('main').getByRole('link', { name: 'Nuevo', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo Lote Condominal' })).toBeVisible();
  for (const hidden of ['Viviendas', 'Condominio', 'QR']) await expect(tab(page, hidden)).toHaveCount(0);
  for (const shown of ['General', 'Documentación', 'Habitantes', 'Dirección', 'Cargos recurrentes']) {
    await expect(tab(page, shown)).toBeVisible();
  }
  await page.getByRole('combobox', { name: 'Estado', exact: true }).click();
  await expect(page.getByRole('option')).toHaveText(['Disponible']);
  await page.keyboard.press('Escape');
  await field(page, 'No. viviendas').fill('0');
  await choose(page, 'Categoría', 'Construcción');
  await choose(page, 'Categoría hab', 'Habitado');
  await field(page, 'Superficie (m²)').fill('-4');
  await accept(page);
  await expect(summary(page)).toBeFocused();
  for (const message of [
    'Referencia es requerido',
    'Calle es requerido',
    'Manzana es requerido',
    'El campo no puede ser negativo',
    'No. viviendas al menos tiene que ser 1',
    'Subestado es requerido',
    'Subcategoría hab es requerido',
  ]) {
    await expect(summary(page)).toContainText(message);
    await expect(page.getByText(message, { exact: true }).first()).toBeVisible();
  }
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);

  const referencia = `E-${fresh()}`;
  await field(page, 'Referencia').fill(referencia);
  await field(page, 'Calle').fill('Privada Ñandú');
  await field(page, 'Manzana').fill('3');
  await field(page, 'No. viviendas').fill('2');
  await field(page, 'Superficie (m²)').fill('0.5');
  await choose(page, 'Subestado', 'Proyecto aprobado');
  await choose(page, 'Subcategoría hab', 'Airbnb');
  await accept(page);
  await expect(summary(page)).toContainText('El campo no puede ser menor a 1');
  await field(page, 'Superficie (m²)').fill('320.75');
  await tab(page, 'Documentación').click();
  for (const box of ['Acta de entrega', 'Boleta predial', 'Identificación', 'Chepina']) {
    await page.getByRole('checkbox', { name: box }).check();
  }
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page).toHaveURL('/operaciones/lote/condominal');
  await page.getByPlaceholder('Buscar').fill(referencia);
  await page.getByRole('link', { name: `Editar ${referencia}` }).click();
  await expect(field(page, 'Referencia')).toBeDisabled();
  await expect(field(page, 'No. viviendas')).toBeDisabled();
  await expect(page.getByText('Sólo lo cambia un superadministrador o un director')).toBeVisible();
  await expect(field(page, 'Superficie (m²)')).toHaveValue('320.75');
  await tab(page, 'Documentación').click();
  await expect(page.getByRole('checkbox', { name: 'Acta de entrega' })).toBeChecked();
  await page.reload();
  await expect(tab(page, 'Documentación')).toHaveAttribute('aria-selected', 'true');
});

test('a duplicate referencia is refused in the server’s words', async ({ page }) => {
  await signIn(page, 'director', '/');
  const { referencia } = await lote(page);
  await page.goto(form('comercial'));
  await field(page, 'Referencia').fill(referencia.toLowerCase());
  await field(page, 'Calle').fill('Otra');
  await field(page, 'Manzana').fill('1');
  await field(page, 'Superficie (m²)').fill('10');
  await accept(page);
  await expect(page.getByText(/^Ya existe un lote con la referencia/)).toBeVisible();
  await expect(page).toHaveURL(form('comercial'));
});

test('delivering a lot sets today, asks for the associate, and cannot be taken back', async ({ page }) => {
  await signIn(page, 'director', '/');
  const mark = fresh();
  await residente(page, 'asociado', `Begoña Iñárritu ${mark}`);
  await residente(page, 'inquilino', `Íñigo Vázquez ${mark}`);
  const { id } = await lote(page);
  await page.goto(form('habitacional', id));
  await page.getByRole('combobox', { name: 'Estado', exact: true }).click();
  await expect(page.getByRole('option')).toHaveText(['Disponible', 'Entregado']);
  await page.getByRole('option', { name: 'Entregado' }).click();
  const date = page.getByRole('textbox', { name: 'Fecha de entrega' });
  const today = await date.inputValue();
  expect(today).toMatch(/^\d{2}-\d{2}-\d{4}$/);
  // The date that this choice filled in goes with it.
  await choose(page, 'Estado', 'Disponible');
  await expect(date).toHaveValue('');
  // Whatever date stood there, the choice sets today; one that is chosen afterwards stays.
  await date.fill('01-02-2024');
  await choose(page, 'Estado', 'Entregado');
  await expect(date).toHaveValue(today);
  await date.fill('01-02-2024');
  await date.blur();
  await choose(page, 'Estado', 'Entregado');
  await expect(date).toHaveValue('01-02-2024');
  await date.fill('');
  await date.blur();
  await expect(date).toHaveValue(today);
  await accept(page);
  await expect(summary(page)).toContainText('Asociado es requerido');
  await summary(page).getByRole('link').click();
  await expect(page.getByRole('combobox', { name: 'Asociado', exact: true })).toBeFocused();
  await pick(page, 'Asociado', `inarritu ${mark}`, `Begoña Iñárritu ${mark}`);
  await pick(page, 'Inquilino', `inigo ${mark}`, `Íñigo Vázquez ${mark}`);
  await expect(page.getByRole('list', { name: 'Inquilinos del lote' })).toContainText(`Íñigo Vázquez ${mark}`);
  await tab(page, 'Habitantes').click();
  const habitantes = page.getByRole('table', { name: 'Habitantes del lote' });
  await expect(habitantes.getByRole('row')).toHaveCount(3);
  await expect(habitantes).toContainText('Asociado');
  await expectNoAxe(page);
  await accept(page);
  await expect(page.getByText('Acción exitosa')).toBeVisible();

  await page.goto(form('habitacional', id));
  await expect(date).toBeDisabled();
  await expect(date).toHaveValue(today);
  await page.getByRole('combobox', { name: 'Estado', exact: true }).click();
  await expect(page.getByRole('option')).toHaveText(['Entregado']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Quitar a Íñigo Vázquez ${mark}` }).click();
  await accept(page);
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await page.goto(form('habitacional', id, 'habitantes'));
  await expect(habitantes.getByRole('row', { name: /Íñigo/ })).toContainText('Anterior');
});

test('a fault of another tab is reached from the summary', async ({ page }) => {
  await signIn(page, 'director', '/');
  const { id } = await lote(page);
  await page.goto(form('habitacional', id, 'direccion'));
  await field(page, 'Latitud').fill('20.5');
  await tab(page, 'General').click();
  await accept(page);
  await expect(summary(page)).toContainText('Escriba latitud y longitud, o ninguna de las dos');
  await expect(tab(page, 'Dirección')).toContainText('con errores');
  await summary(page).getByRole('link').click();
  await expect(tab(page, 'Dirección')).toHaveAttribute('aria-selected', 'true');
  await expect(field(page, 'Longitud')).toBeFocused();
});

test('a click on the map sets the coordinates, which can be typed too', async ({ page }) => {
  await signIn(page, 'director', '/');
  const { id } = await lote(page);
  await page.goto(form('habitacional', id, 'direccion'));
  const map = page.getByRole('group', { name: 'Mapa de la ubicación del lote' });
  await expect(map.getByRole('button', { name: 'Acercar' })).toBeVisible();
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);
  await map.click({ position: { x: 300, y: 150 } });
  await expect(field(page, 'Latitud')).toHaveValue(/^20\.\d{2,6}$/);
  await expect(field(page, 'Longitud')).toHaveValue(/^-100\.\d{2,6}$/);
  await field(page, 'Latitud').fill('20.6');
  await field(page, 'Longitud').fill('-100.4');
  await accept(page);
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await page.goto(form('habitacional', id, 'direccion'));
  await expect(field(page, 'Latitud')).toHaveValue('20.6');
});

test('units are added up to numeroViviendas, highlighted when empty, and deleted after a question', async ({
  page,
}) => {
  await signIn(page, 'director', '/');
  const { id, referencia } = await lote(page, { tipo: 'condominal', numeroViviendas: 2 });
  await page.goto(form('condominal', id, 'viviendas'));
  const input = field(page, 'Referencia de la vivienda');
  const add = page.getByRole('button', { name: 'Agregar' });
  await expect(page.getByText('0 de 2 viviendas')).toBeVisible();
  await add.click();
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await input.fill(referencia.toLowerCase());
  await add.click();
  await expect(page.getByText(/^Ya existe un lote con la referencia/)).toBeVisible();
  await input.fill(`${referencia}-1/a`);
  await input.press('Enter');
  await expect(page.getByText('1 de 2 viviendas')).toBeVisible();
  await input.fill(`${referencia}-2`);
  await add.click();
  await expect(page.getByText('2 de 2 viviendas')).toBeVisible();
  await expect(input).toBeDisabled();
  await expect(page.getByText(/ya tiene sus 2 viviendas/)).toBeVisible();
  await expectNoAxe(page);

  await page.getByRole('button', { name: `Eliminar ${referencia}-1/a` }).click();
  const question = page.getByRole('alertdialog', { name: 'Estás seguro que deseas eliminar!!!' });
  await expect(question).toContainText('No podrás deshacer esta acción');
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Eliminado correctamente')).toBeVisible();
  await expect(page.getByText('1 de 2 viviendas')).toBeVisible();

  // What was typed on another tab outlives a reading of the lot that fails.
  await tab(page, 'General').click();
  await field(page, 'Etapa').fill('Sin guardar');
  await tab(page, 'Viviendas').click();
  await page.route(`**/api/v1/lote/get/${id}`, (route) => route.fulfill({ status: 404, json: { success: false } }));
  await input.fill(`${referencia}-3`);
  await add.click();
  await expect(page.getByText('Ocurrió un error en el servidor. Intente otra vez')).toBeVisible();
  await tab(page, 'General').click();
  await expect(field(page, 'Etapa')).toHaveValue('Sin guardar');
  await page.unroute(`**/api/v1/lote/get/${id}`);
  await field(page, 'Etapa').fill('');

  const api = await apiOf(page);
  const rows: Lote[] = await api('/lote/all/habitacional');
  const unit = rows.find((row) => row.referencia === `${referencia}-2`);
  await page.goto(form('habitacional', unit?.id));
  await expect(tab(page, 'Condominio')).toBeVisible();
  await expect(tab(page, 'Cargos recurrentes')).toHaveCount(0);
  await tab(page, 'Condominio').click();
  await expect(page.getByRole('tabpanel', { name: 'Condominio' })).toContainText(referencia);
});

test('the QR tab shows the encoded id and prints the code alone', async ({ page }) => {
  await signIn(page, 'director', '/');
  const { id, referencia } = await lote(page);
  // Somebody chose another residencial after this page was loaded.
  const { residencial, ...rest } = await (await apiOf(page))('/configuracionresidencial/get');
  expect(residencial).toBe('ENCINOS');
  await page.route('**/api/v1/configuracionresidencial/get', (route) =>
    route.fulfill({ json: { success: true, data: { ...rest, residencial: 'MIRADOR' } } }),
  );
  await page.goto(form('habitacional', id, 'qr'));
  const panel = page.getByRole('tabpanel', { name: 'QR' });
  await expect(panel.getByRole('img', { name: `Código QR del lote ${referencia}` })).toBeVisible();
  await expect(panel.locator('code')).toHaveText(Buffer.from(String(id)).toString('base64'));
  await expectNoAxe(page);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await panel.getByRole('button', { name: 'Imprimir' }).click();
  await expect(page.locator('body[data-printed]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(panel).toBeHidden();
  await expect(page.getByText('El Mirador').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.getByText(referencia).filter({ visible: true })).toHaveCount(1);
});

test('recurring charges are switched on their tab', async ({ page }) => {
  await signIn(page, 'cobranza', '/');
  const { id } = await lote(page, { tipo: 'comercial' });
  await page.goto(form('comercial', id, 'cargos-recurrentes'));
  const panel = page.getByRole('tabpanel', { name: 'Cargos recurrentes' });
  await expect(panel).toContainText('Este lote no tiene cargos recurrentes');
  await panel.getByRole('switch').check({ force: true });
  await expectNoAxe(page);
  await accept(page);
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await page.goto(form('comercial', id));
  await expect(page.getByRole('switch', { name: 'Cargo recurrente' })).toBeChecked();
});

test('another asociado of a lot with recurring charges is warned of the former one’s card', async ({ page }) => {
  await signIn(page, 'director', '/');
  const mark = fresh();
  const former = await residente(page, 'asociado', `Ana Anterior ${mark}`);
  await residente(page, 'asociado', `Nora Nueva ${mark}`);
  const { id } = await lote(page, {
    isRecurrente: true,
    residenteLoteList: [{ id: '', resident: { id: former }, asociado: true }],
  });
  await page.goto(form('habitacional', id));
  const warning = page.getByText('El cargo recurrente usa la tarjeta del asociado anterior: cámbiela o desactívelo');
  await expect(page.getByRole('combobox', { name: 'Asociado', exact: true })).toHaveValue(`Ana Anterior ${mark}`);
  await expect(warning).toHaveCount(0);
  await pick(page, 'Asociado', `nueva ${mark}`, `Nora Nueva ${mark}`);
  await expect(warning).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('switch', { name: 'Cargo recurrente' }).uncheck({ force: true });
  await expect(warning).toHaveCount(0);
});

test('lots are merged into the reference that was chosen', async ({ page }) => {
  await signIn(page, 'director', '/catalogos/fusionarlotes');
  const [a, b] = [await lote(page), await lote(page)];
  const api = await apiOf(page);
  const [tipoMulta] = await api('/tipomulta/all');
  await api('/multa/save', {
    id: '',
    tipoMulta: { id: tipoMulta.id },
    loteTransient: { id: b.id },
    observacion: '',
    folio: fresh(),
    costo: 350,
    url: '',
    fileName: '',
  });
  await expect(page.getByText('No hay información disponible')).toBeVisible();
  await accept(page);
  const incomplete = 'Debes seleccionar más de 1 lote y además seleccionar el lote referencia';
  await expect(page.getByText(incomplete)).toBeVisible();
  const choose = async ({ referencia }: Lote) => {
    await pick(page, 'Lote habitacional', referencia, new RegExp(`^${referencia} ·`));
    await page.getByRole('main').getByRole('button', { name: 'Seleccionar', exact: true }).click();
  };
  await choose(a);
  await choose(b);
  await choose(a);
  await expect(page.getByRole('button', { name: /^Eliminar E-/ })).toHaveCount(2);
  const reference = page.getByText('Lote referencia:');
  const mark = ({ referencia }: Lote) =>
    page.getByRole('button', { name: new RegExp(`^Seleccionar ${referencia} `) }).click();
  await mark(b);
  await expect(reference).toContainText(b.referencia);
  await page.getByRole('button', { name: new RegExp(`^Eliminar ${b.referencia}`) }).click();
  await expect(reference).toContainText('ninguno');
  await choose(b);
  await mark(a);
  await expectNoAxe(page);
  await accept(page);
  const question = page.getByRole('alertdialog', { name: 'Fusionar lotes' });
  await expect(question).toContainText(
    `El lote ${b.referencia} pasa a formar parte de ${a.referencia} con sus cargos abiertos y su fondo. No podrás deshacer esta acción`,
  );
  await expect(question).toContainText(`${b.referencia}: deuda de $350.00`);
  await expectNoAxe(page);
  await question.getByRole('button', { name: 'Volver' }).click();
  await expect(page.getByRole('button', { name: /^Eliminar E-/ })).toHaveCount(2);
  await accept(page);
  await question.getByRole('button', { name: 'Fusionar' }).click();
  await expect(page.getByText('Proceso exitoso')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    `Lote «${b.referencia}» fusionado en el lote «${a.referencia}»; pasan 1 cargo por $350.00`,
  );
  await expect(page.getByText('No hay información disponible')).toBeVisible();
  await expect(reference).toContainText('ninguno');
  await page.goto(form('habitacional', b.id));
  await expect(page.getByText(`Fusionado en ${a.referencia}`)).toBeVisible();
});

test('a lot is inactivated and activated again', async ({ page }) => {
  await signIn(page, 'director', '/catalogos/inactivarlote');
  const { referencia } = await lote(page);
  const inactivate = page.getByRole('button', { name: 'Inactivar lote' });
  const activate = page.getByRole('button', { name: 'Activar lote', exact: true });
  await expect(inactivate).toBeDisabled();
  await expect(activate).toBeDisabled();
  await pick(page, 'Lote', referencia, new RegExp(`^${referencia} ·`));
  await expect(page.getByText(`Estado de ${referencia}`)).toContainText('Disponible');
  await inactivate.click();
  const question = page.getByRole('alertdialog', { name: `Inactivar el lote ${referencia}` });
  await expect(question).toContainText('sin deuda ni saldo a favor');
  await expect(question).toContainText('No tiene residentes');
  await expect(question).toContainText('no se le cobra lo que debe');
  await expect(question.getByRole('button', { name: 'Volver' })).toBeFocused();
  await expectNoAxe(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Estado de ${referencia}`)).toContainText('Disponible');
  await inactivate.click();
  await question.getByRole('button', { name: 'Inactivar lote' }).click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page.getByText(`Estado de ${referencia}`)).toContainText('Inactivo');
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);
  await expect(inactivate).toBeDisabled();
  await activate.click();
  const back = page.getByRole('alertdialog', { name: `Activar el lote ${referencia}` });
  await expectNoAxe(page);
  await back.getByRole('button', { name: 'Volver' }).click();
  await expect(page.getByText(`Estado de ${referencia}`)).toContainText('Inactivo');
  await activate.click();
  await back.getByRole('button', { name: 'Activar lote' }).click();
  await expect(page.getByText(`Estado de ${referencia}`)).toContainText('Disponible');
});

test('no lot is acted on that its field does not name', async ({ page }) => {
  await signIn(page, 'director', '/catalogos/inactivarlote');
  const { referencia } = await lote(page);
  const field = page.getByRole('combobox', { name: 'Lote' });
  await pick(page, 'Lote', referencia, new RegExp(`^${referencia} ·`));
  const inactivate = page.getByRole('button', { name: 'Inactivar lote' });
  await expect(inactivate).toBeEnabled();
  await field.fill('no hay tal lote');
  await expect(inactivate).toBeDisabled();
  await field.press('Tab');
  await expect(field).toHaveAccessibleDescription('Elija una opción de la lista');
  await expect(inactivate).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Activar lote', exact: true })).toBeDisabled();
  await field.press('Escape');
  await expect(field).toHaveValue(new RegExp(referencia));
  await expect(inactivate).toBeEnabled();

  await page.goto('/catalogos/fusionarlotes');
  const add = page.getByRole('button', { name: 'Seleccionar', exact: true });
  await pick(page, 'Lote habitacional', referencia, new RegExp(`^${referencia} ·`));
  await expect(add).toBeEnabled();
  await page.getByRole('combobox', { name: 'Lote habitacional' }).fill('no hay tal lote');
  await expect(add).toBeDisabled();
});
