import type { Page } from '@playwright/test';
import { BACKGROUND_HEADER } from '../../src/platform/background.ts';
import { dayFromNow } from '../day.ts';
import { api, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

const FAILURE = { status: 404, json: { success: false } };
const SAVE_FAILED = 'No se puede ejecutar la acción. Intente más tarde';

const fresh = (prefix: string): string => `${prefix}${unique()}`.toUpperCase();

/** A lot of this test's own. */
async function newLote(page: Page): Promise<{ id: number; referencia: string }> {
  const referencia = fresh('N');
  const saved = await api<{ success: boolean }>(page, 'post', '/lote/save', {
    id: '',
    tipo: 'habitacional',
    referencia,
    status: 'disponible',
    numeroViviendas: 1,
    calle: 'Calle Ñandú 12',
    manzana: '1',
    superficie: 120,
    residenteLoteList: [],
  });
  expect(saved).toMatchObject({ success: true });
  const [found] = await api<{ id: number }[]>(page, 'get', `/lote/get-lote-referencia-lote?q=${referencia}`);
  if (!found) throw new Error(`no lot ${referencia}`);
  return { id: found.id, referencia };
}

const shown = (fecha: string): string => fecha.split('-').toReversed().join('-');

const salvar = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true }).click();
const descripcion = (page: Page) => page.getByRole('textbox', { name: 'Descripción' });
const bell = (page: Page) => page.getByRole('button', { name: /^Alertas: \d+$/ });
const panel = (page: Page) => page.getByRole('region', { name: 'Alertas', exact: true });

interface Warning {
  id: number;
  tipo: string;
  lote: { referencia: string };
  fechaRecordatorio: string;
  descripcion: string;
}
const warning = (id: number, changes: Partial<Warning> = {}): Warning => ({
  id,
  tipo: 'alerta',
  lote: { referencia: `M01-L${id}` },
  fechaRecordatorio: dayFromNow(0),
  descripcion: `Alerta número ${id}`,
  ...changes,
});

/** Answers the bell with these; the array may change later. */
async function answerWarnings(page: Page, rows: Warning[]): Promise<{ calls: number; background: boolean[] }> {
  const seen = { calls: 0, background: [] as boolean[] };
  await page.route('**/api/v1/notaalerta/getwarning', (route) => {
    seen.calls += 1;
    seen.background.push(BACKGROUND_HEADER.toLowerCase() in route.request().headers());
    return route.fulfill({ json: rows });
  });
  return seen;
}

test('a note: the words of every rule, then saved and listed, and the form empty again', async ({ page }) => {
  await signIn(page, 'cobranza');
  const lote = await newLote(page);
  await page.goto(`/nota/${lote.id}`);
  await expect(page.getByRole('heading', { name: 'Nueva nota' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Lista de notas' })).toBeVisible();
  await expect(page.getByText(lote.referencia)).toBeVisible();
  await expect(page.getByText('No hay información disponible')).toBeVisible();
  const fecha = page.getByRole('textbox', { name: 'Fecha creación' });
  await expect(fecha).toHaveValue(shown(dayFromNow(0)));

  await fecha.fill('');
  await salvar(page);
  const summary = page.getByRole('alert').filter({ hasText: 'Revise 2 campos' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link', { name: 'Fecha creación: Campo Requerido' })).toBeVisible();
  await expect(summary.getByRole('link', { name: 'Descripción: Campo Requerido' })).toBeVisible();
  await expectNoAxe(page);

  await fecha.fill(shown(dayFromNow(-1)));
  await descripcion(page).fill('Dejó las llaves en administración');
  await expect(page.getByText(`No puede ser antes de ${shown(dayFromNow(0))}`, { exact: true })).toBeVisible();
  await fecha.fill('hoy');
  const body = page.waitForRequest((request) => request.url().endsWith('/notaalerta/save'));
  await descripcion(page).press('Control+Enter');
  expect((await body).postDataJSON()).toEqual({
    id: '',
    tipo: 'nota',
    lote: { id: String(lote.id) },
    activa: true,
    descripcion: 'Dejó las llaves en administración',
    fechaRecordatorio: dayFromNow(0),
  });
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Dejó las llaves en administración' });
  await expect(row).toContainText(shown(dayFromNow(0)));
  await expect(descripcion(page)).toHaveValue('');
  await expect(descripcion(page)).toBeFocused();
  // What was saved is no unsaved change.
  await page.getByRole('link', { name: 'Volver al inicio' }).click();
  await expect(page).toHaveURL('/');
});

test('an alert appears in the bell at once, in 50 characters, and whole in its dialog', async ({ page }) => {
  await signIn(page, 'administrador');
  const lote = await newLote(page);
  const text = `${fresh('Vence el permiso ')} de la obra y hay que pedir la prórroga firmada`;
  await page.goto(`/alerta/${lote.id}`);
  await expect(page.getByRole('heading', { name: 'Nueva alerta' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Fecha recordatorio' }).fill(shown(dayFromNow(2)));
  await descripcion(page).fill(text);
  await salvar(page);
  await expect(page.getByRole('heading', { name: 'Lista de alertas' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: text })).toContainText(shown(dayFromNow(2)));

  await bell(page).click();
  const entry = panel(page)
    .getByRole('button')
    .filter({ hasText: `${text.slice(0, 50)}...` });
  await expect(entry).toContainText(shown(dayFromNow(2)));
  await expect(entry).toContainText('En 2 días');
  await entry.click();
  const dialog = page.getByRole('dialog', { name: 'Alerta' });
  await expect(dialog).toContainText(lote.referencia);
  await expect(dialog).toContainText(shown(dayFromNow(2)));
  await expect(dialog).toContainText(text);
  await expectNoAxe(page);
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(entry).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toBeFocused();
});

test('an alert is retired from the bell and brought back, by keyboard', async ({ page }) => {
  await signIn(page, 'cobranza');
  const lote = await newLote(page);
  await page.goto(`/alerta/${lote.id}`);
  const text = fresh('Llamar al notario ');
  await page.getByRole('textbox', { name: 'Fecha recordatorio' }).fill(shown(dayFromNow(1)));
  await descripcion(page).fill(text);
  await salvar(page);
  const row = page.getByRole('row').filter({ hasText: text });
  await expect(row).toContainText('Activa');
  await expect(bell(page)).toHaveAccessibleName(/Alertas: \d+/);
  await bell(page).click();
  await expect(panel(page)).toContainText(text);
  await page.keyboard.press('Escape');

  const retire = row.getByRole('button', { name: `Retirar la alerta del ${shown(dayFromNow(1))}` });
  await retire.focus();
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Retirada');
  const restore = row.getByRole('button', { name: `Reactivar la alerta del ${shown(dayFromNow(1))}` });
  await expect(restore).toBeFocused();
  await expectNoAxe(page);
  await bell(page).click();
  await expect(panel(page)).not.toContainText(text);
  await page.keyboard.press('Escape');

  await restore.focus();
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Activa');
  await bell(page).click();
  await expect(panel(page)).toContainText(text);
});

test('the bell: urgency in colour and words, notes left out, scrolling from eight on', async ({ page }) => {
  const rows = [
    warning(1, { fechaRecordatorio: dayFromNow(-1) }),
    warning(2),
    warning(3, { fechaRecordatorio: dayFromNow(3) }),
    warning(4, { fechaRecordatorio: dayFromNow(4) }),
    warning(5, { tipo: 'nota', descripcion: 'Una nota' }),
  ];
  await answerWarnings(page, rows);
  await signIn(page, 'tags', '/');
  await expect(bell(page)).toHaveAccessibleName('Alertas: 4');
  await bell(page).click();
  const entries = panel(page).getByRole('listitem').getByRole('button');
  await expect(entries).toHaveText([/Ayer/, /Hoy/, /En 3 días/, /En 4 días/]);
  expect(await entries.evaluateAll((all) => all.map((each) => each.getAttribute('data-urgency')))).toEqual([
    'danger',
    'warning',
    'warning',
    'danger',
  ]);
  const list = panel(page).getByRole('list');
  const scrolls = () => list.evaluate((element) => element.scrollHeight > element.clientHeight);
  expect(await scrolls()).toBe(false);
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);

  rows.splice(0, rows.length, ...Array.from({ length: 8 }, (_, n) => warning(n + 1)));
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName('Alertas: 8');
  await bell(page).click();
  expect(await scrolls()).toBe(true);
  await page.getByRole('heading', { level: 1 }).first().click();
  await expect(panel(page)).toHaveCount(0);
});

test('the bell: an empty list, a failure that can be tried again, and a refresh each minute that keeps no session alive', async ({
  page,
}) => {
  await page.clock.install();
  const rows: Warning[] = [];
  const seen = await answerWarnings(page, rows);
  await signIn(page, 'cobranza', '/');
  await bell(page).click();
  await expect(panel(page)).toContainText('Lista vacía');
  await expectNoAxe(page);
  rows.push(warning(1));
  const before = seen.calls;
  await page.clock.fastForward(60_000);
  await expect(bell(page)).toHaveAccessibleName('Alertas: 1');
  expect(seen.calls).toBe(before + 1);
  // What the page asks by itself is no use of the session; what somebody asked for is.
  expect(seen.background.at(-1)).toBe(true);
  expect(seen.background[0]).toBe(false);

  await page.unrouteAll();
  await page.route('**/api/v1/notaalerta/getwarning', (route) => route.fulfill(FAILURE));
  await page.reload();
  await page.clock.runFor(2_000);
  await bell(page).click();
  await expect(panel(page)).toContainText('Ocurrió un error en el servidor. Intente otra vez');
  await page.unrouteAll();
  await panel(page).getByRole('button', { name: 'Reintentar' }).click();
  await expect(panel(page).getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
});

for (const user of ['obras', 'consultor', 'seguridad'] as const) {
  test(`no bell for ${user}, and no call for it`, async ({ page }) => {
    const seen = await answerWarnings(page, []);
    await signIn(page, user, '/');
    await expect(page.getByText('Todos los derechos reservados')).toBeVisible();
    // As long as the bell of the others takes to load and to ask.
    await page.waitForTimeout(1_000);
    await expect(bell(page)).toHaveCount(0);
    expect(seen.calls).toBe(0);
  });
}

test('says that the list or the save failed', async ({ page }) => {
  await signIn(page, 'director');
  const lote = await newLote(page);
  await page.route('**/api/v1/notaalerta/getbytipoandlote/**', (route) => route.fulfill(FAILURE));
  await page.goto(`/nota/${lote.id}`);
  const notice = page.getByText('Lo sentimos no se puede obtener la información. Contacte al administrador');
  await expect(page.getByRole('region', { name: 'Avisos' }).filter({ has: notice })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  await page.route('**/api/v1/notaalerta/save', (route) => route.fulfill(FAILURE));
  await descripcion(page).fill('Algo');
  await salvar(page);
  await expect(page.getByText(SAVE_FAILED)).toBeVisible();
  await expect(descripcion(page)).toHaveValue('Algo');
});
