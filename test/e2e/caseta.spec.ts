/** The gate without network: what it looks up, what its guards write down, and that it is sent once and belongs to nobody else. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { apiOf, expect, expectNoAxe, primaryOf, signIn, test, unique } from './fixtures.ts';

// What the browser says by itself of requests that do not arrive.
test.use({ noise: /^Failed to load resource: (net::ERR_|the server responded with a status of [45])/ });

const fresh = (mark: string): string => `${mark} ${unique()}`;
const band = (page: Page): Locator => page.getByRole('region', { name: 'Sin red' });
const waiting = (page: Page): Locator => page.getByRole('region', { name: 'Por enviar' });
const found = (page: Page): Locator => page.getByRole('list', { name: 'Encontrado en la lista local' });

/** Opens the gate and waits for its list to be on this machine. */
async function openGate(page: Page): Promise<void> {
  const listed = page.waitForResponse('**/api/v1/acceso/lista-local*');
  await signIn(page, 'seguridad', '/admin/accesos');
  await listed;
  await expect.poll(() => keptValues(page, 'porton.sesion')).toBe(1);
}

/** How many sealed values a database of this machine has; 0 where there is none. */
const keptValues = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (database) => {
    const all = await indexedDB.databases();
    if (!all.some((one) => one.name === database)) return 0;
    const request = indexedDB.open(database);
    const db = await new Promise<IDBDatabase>((resolve) => (request.onsuccess = () => resolve(request.result)));
    const count = db.transaction('valores').objectStore('valores').count();
    const n = await new Promise<number>((resolve) => (count.onsuccess = () => resolve(count.result)));
    db.close();
    return n;
  }, name);

/** All that a database of this machine, and the page's other storage, lets be read. */
const keptText = (page: Page, name: string): Promise<string> =>
  page.evaluate(async (database) => {
    const request = indexedDB.open(database);
    const db = await new Promise<IDBDatabase>((resolve) => (request.onsuccess = () => resolve(request.result)));
    const texts = [JSON.stringify({ ...localStorage, ...sessionStorage })];
    for (const store of db.objectStoreNames) {
      const cursor = db.transaction(store).objectStore(store).openCursor();
      await new Promise<void>((resolve) => {
        cursor.onsuccess = () => {
          const at = cursor.result;
          if (!at) return resolve();
          const { bytes } = Object(at.value) as { bytes?: ArrayBuffer };
          texts.push(JSON.stringify([at.key, at.value]), bytes ? new TextDecoder().decode(bytes) : '');
          at.continue();
        };
      });
    }
    db.close();
    return texts.join('\n');
  }, name);

async function write(page: Page, way: 'entrada' | 'salida', fields: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: `Registrar ${way}`, exact: true }).click();
  const form = page.getByRole('dialog', { name: `Registrar ${way}` });
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(form).toHaveCount(0);
}

/** What the server was asked to keep. */
function sentBy(context: BrowserContext): { equipo: string; numeros: number[] }[] {
  const sent: { equipo: string; numeros: number[] }[] = [];
  context.on('request', (request) => {
    if (!request.url().endsWith('/acceso/registrar-caseta')) return;
    const { equipo, registros } = request.postDataJSON() as { equipo: string; registros: { numero: number }[] };
    sent.push({ equipo, numeros: registros.map(({ numero }) => numero) });
  });
  return sent;
}

const logged = async (page: Page, name: string): Promise<number> =>
  (await (await apiOf(page, 'seguridad'))(`/acceso/allpaginable?name=${encodeURIComponent(name)}`)).total;

async function anyPlate(page: Page): Promise<string> {
  const [vehiculo] = (await (await apiOf(page, 'director'))('/vehiculo/all')) as { placa: string }[];
  return vehiculo?.placa ?? '';
}

test('without network the gate says since when, and looks up in the list of its machine', async ({ page, context }) => {
  const placa = await anyPlate(page);
  await openGate(page);
  await expect(band(page)).toHaveCount(0);

  await context.setOffline(true);
  await expect(band(page)).toContainText(/Sin red desde las \d\d:\d\d\. Lista local de hace menos de 1 min/);
  const search = page.getByLabel('Buscar en la lista local');
  // The field of what the server has noted is gone with the server: there is one to write in.
  await expect(page.getByRole('searchbox')).toHaveCount(1);
  await search.fill(placa.toLowerCase().replaceAll('-', ' '));
  await expect(found(page).getByRole('listitem').first()).toContainText(placa);
  await search.fill('QQQ-99-99');
  await expect(found(page)).toContainText('No está en la lista local');
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page, ['color-contrast']);
});

test('what is written down without network is sent once, when it is back', async ({ page, context }) => {
  const placa = await anyPlate(page);
  const quien = fresh('Visita');
  const sent = sentBy(context);
  await openGate(page);
  await context.setOffline(true);

  // One that is in the list is filled in, one that is not is written.
  await page.getByLabel('Buscar en la lista local').fill(placa);
  await found(page)
    .getByRole('button', { name: `Registrar entrada: ${placa}` })
    .click();
  const form = page.getByRole('dialog', { name: 'Registrar entrada' });
  await expect(form.getByLabel('Placa')).toHaveValue(placa);
  await form.getByLabel('Nombre').fill(quien);
  await form.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(form).toHaveCount(0);
  // Nobody is let in twice by what is still typed: the next one is looked for, from the keyboard at once.
  await expect(page.getByLabel('Buscar en la lista local')).toHaveValue('');
  await expect(found(page).getByRole('listitem')).toHaveCount(0);
  await expect(page.getByLabel('Buscar en la lista local')).toBeFocused();
  await write(page, 'salida', { Nombre: quien, Placa: 'qqq-99-99', Observación: 'Salió a pie' });
  await expect(waiting(page).getByRole('listitem')).toHaveCount(2);
  await expect(waiting(page)).toContainText('por enviar');
  await expect(waiting(page)).toContainText(/Caseta N[0-9A-F]{6}/);
  expect(sent).toEqual([]);
  // Neither the name nor the plate can be read in what is kept.
  expect(await keptValues(page, 'porton.caseta')).toBe(2);
  const legible = (await keptText(page, 'porton.caseta')) + (await keptText(page, 'porton.sesion'));
  expect(legible).toContain('seguridad');
  for (const secret of [quien, placa]) expect(legible).not.toContain(secret);

  await context.setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  await expect(band(page)).toHaveCount(0);
  await expect(page.getByRole('row', { name: new RegExp(quien) })).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(quien) })).toHaveCount(2);
  expect(sent).toEqual([{ equipo: expect.any(String), numeros: [1, 2] }]);
  expect(await logged(page, quien)).toBe(2);
});

test('what was written down outlives a reload and a closed tab, and a lost answer makes no second record', async ({
  page,
  context,
}) => {
  const quien = fresh('Tras recargar');
  await openGate(page);
  // The server keeps it, and its answer is lost.
  await context.route('**/acceso/registrar-caseta', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await write(page, 'entrada', { Nombre: quien });
  await expect(waiting(page)).toContainText('No se pudo enviar');
  await expect.poll(() => logged(page, quien)).toBe(1);
  await page.reload();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(1);
  await page.close();

  const later = await context.newPage();
  await context.unroute('**/acceso/registrar-caseta');
  const known = later.waitForResponse('**/acceso/registrar-caseta');
  await later.goto('/admin/accesos');
  expect(await (await known).json()).toMatchObject({ data: { nuevos: 0, repetidos: 1 } });
  await expect(waiting(later)).toHaveCount(0);
  expect(await logged(later, quien)).toBe(1);
});

test('polls that fail are no network either; two tabs number and send as one', async ({ page, context }) => {
  const quien = fresh('Dos pestañas');
  const sent = sentBy(context);
  await openGate(page);
  const other = await context.newPage();
  await other.goto('/admin/accesos');
  await expect(other.getByText('En vivo')).toBeVisible();
  await context.route('**/api/v1/**', (route) => route.abort());
  await expect(band(page)).toBeVisible();
  await expect(band(other)).toBeVisible();
  await Promise.all([write(page, 'entrada', { Nombre: quien }), write(other, 'entrada', { Nombre: quien })]);
  await expect(waiting(page).getByRole('listitem')).toHaveCount(2);
  await expect(waiting(other).getByRole('listitem')).toHaveCount(2);
  sent.length = 0;
  await context.unroute('**/api/v1/**');
  await expect(waiting(page)).toHaveCount(0);
  await expect(waiting(other)).toHaveCount(0);
  expect(sent.flatMap(({ numeros }) => numeros).sort()).toEqual([1, 2]);
  expect(await logged(page, quien)).toBe(2);
});

test('signing out wipes the list; what waits stays sealed for whom it is of, and nobody else sends it', async ({
  page,
  context,
}) => {
  const quien = fresh('De otro turno');
  const sent = sentBy(context);
  await openGate(page);
  await context.route('**/api/v1/acceso/**', (route) => route.abort());
  await write(page, 'entrada', { Nombre: quien });
  await expect(waiting(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'seguridad', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  await expect.poll(() => keptValues(page, 'porton.sesion')).toBe(0);
  expect(await keptValues(page, 'porton.caseta')).toBe(1);
  await context.unroute('**/api/v1/acceso/**');
  sent.length = 0;

  const enter = async (username: string) => {
    await page.getByLabel('Usuario').fill(username);
    await page.getByLabel('Contraseña', { exact: true }).fill('Demo-2026-porton');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  };
  await enter('administrador');
  await expect(page).toHaveURL('/');
  await page.goto('/admin/accesos');
  await expect.poll(() => keptValues(page, 'porton.sesion')).toBe(1);
  await expect(waiting(page)).toHaveCount(0);
  expect(sent).toEqual([]);
  expect(await keptValues(page, 'porton.caseta')).toBe(1);
  await page.evaluate(() => localStorage.removeItem('porton.sesion'));
  await page.goto('/');
  await enter('seguridad');
  await expect(page).toHaveURL(/accesos$/);
  await expect.poll(() => sent.flatMap(({ numeros }) => numeros)).toEqual([1]);
  await expect.poll(() => logged(page, quien)).toBe(1);
});

test('what the server does not take stays with its reason until it is taken off', async ({ page, context }) => {
  await openGate(page);
  const motivo = 'La hora del registro «1» es futura. Ajuste el reloj del dispositivo y envíelo de nuevo';
  await context.route('**/acceso/registrar-caseta', (route) =>
    route.fulfill({
      json: {
        success: true,
        data: { nuevos: 0, repetidos: 0, conflictos: 0, rechazados: [{ numero: 1, motivo }] },
      },
    }),
  );
  await write(page, 'salida', { Nombre: fresh('Futuro') });
  await expect(waiting(page)).toContainText(motivo);
  await expectNoAxe(page);
  await waiting(page).getByRole('button', { name: 'Quitar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(waiting(page)).toHaveCount(0);
  expect(await keptValues(page, 'porton.caseta')).toBe(0);
});

test('what was changed on the machine is thrown away and told, never trusted', async ({ page, context }) => {
  await openGate(page);
  await context.route('**/acceso/**', (route) => route.abort());
  await write(page, 'entrada', { Nombre: fresh('Alterado') });
  await expect(waiting(page).getByRole('listitem')).toHaveCount(1);
  // Where no screen of the gate comes upon it first.
  await page.goto('/healthz');
  for (const database of ['porton.caseta', 'porton.sesion'])
    await page.evaluate(async (name) => {
      const request = indexedDB.open(name);
      const db = await new Promise<IDBDatabase>((resolve) => (request.onsuccess = () => resolve(request.result)));
      const change = db.transaction('valores', 'readwrite');
      const cursor = change.objectStore('valores').openCursor();
      await new Promise<void>((resolve) => {
        cursor.onsuccess = () => {
          const at = cursor.result;
          if (!at) return;
          const bytes = new Uint8Array(at.value.bytes);
          bytes.set([(bytes[0] ?? 0) ^ 1]);
          at.update(at.value);
        };
        change.oncomplete = () => resolve();
      });
      db.close();
    }, database);
  await page.goto('/admin/accesos');
  await expect(waiting(page)).toContainText('Un registro guardado en este equipo no se pudo leer y se descartó');
  await expect(band(page)).toContainText('Este equipo no tiene lista local');
  expect(await keptValues(page, 'porton.sesion')).toBe(0);
});

test('a record that does not agree says why, and is found by it', async ({ page }) => {
  const quien = fresh('Reloj');
  const api = await apiOf(page, 'seguridad');
  const now = Date.now();
  await api('/acceso/registrar-caseta', {
    equipo: crypto.randomUUID(),
    reloj: new Date(now - 10 * 60_000).toISOString(),
    registros: [
      { numero: 1, tipo: 'entrada', nombre: quien, fechaHoraAcceso: new Date(now - 10 * 60_000).toISOString() },
    ],
  });
  await signIn(page, 'seguridad', '/admin/accesos?conflicto=si');
  const row = page.getByRole('row', { name: new RegExp(quien) });
  await expect(row).toContainText('Conflicto: reloj distinto');
  await page.getByRole('button', { name: `Ver el acceso de ${quien}` }).click();
  const detail = page.getByRole('dialog', { name: 'Detalle del acceso' });
  await expect(detail).toContainText('El reloj del equipo difería más de 5 minutos del servidor');
  await expect(detail).toContainText('10 min atrasado');
  await expect(detail).toContainText(/Caseta N[0-9A-F]{6}, registro 1/);
  await expectNoAxe(page);
});

const formOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Registrar entrada' });

test('before anything is written down the form says what the list knows of lot and name, with network and without', async ({
  page,
  context,
}) => {
  // As another community's list has it: a lot out of use, a stopped account, and who is expected.
  await page.route('**/api/v1/acceso/lista-local*', async (route) => {
    const answer = await (await route.fetch()).json();
    answer.data.lista?.lotes.push({ referencia: 'M98-L14', direccion: 'Roble 14', bloqueo: 'Lote fusionado' });
    answer.data.lista?.personas.push(
      {
        nombre: 'Zoé Zz Parada',
        referencia: 'M98-L13',
        nota: 'Usuario de la app',
        bloqueo: 'Cuenta de la app bloqueada',
      },
      { nombre: 'Zoé Zz Invitada', referencia: 'M98-L13', nota: 'Reserva de hoy: Salón', bloqueo: '' },
    );
    await route.fulfill({ json: answer });
  });
  await openGate(page);
  const form = formOf(page);
  for (const offline of [false, true]) {
    await context.setOffline(offline);
    await page.getByRole('button', { name: 'Registrar entrada', exact: true }).click();
    const lote = form.getByLabel('Lote', { exact: true });
    const nombre = form.getByLabel('Nombre', { exact: true });
    await expect(lote).toHaveAccessibleDescription('Su referencia');
    await lote.fill('m98 l14');
    await expect(lote).toHaveAccessibleDescription('Bloqueado: Lote fusionado. Roble 14');
    await lote.fill('NO-EXISTE');
    await expect(lote).toHaveAccessibleDescription('El lote no está en la lista local.');
    await nombre.fill('zoe zz parada');
    await expect(nombre).toHaveAccessibleDescription(
      'Bloqueado: Cuenta de la app bloqueada. M98-L13 · Usuario de la app',
    );
    await nombre.fill('Zoé Invitada');
    await expect(nombre).toHaveAccessibleDescription('Zoé Zz Invitada M98-L13 · Reserva de hoy: Salón');
    await nombre.fill('Nadie Conocido');
    await expect(nombre).toHaveAccessibleDescription('De quien pasa');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxe(page, ['color-contrast']);
    }
    await form.getByRole('button', { name: 'Cancelar' }).click();
    await expect(form).toHaveCount(0);
  }
});

test('whom nobody knows is marked where he waits and in the log, and whoever should be stopped is too', async ({
  page,
  context,
}) => {
  const placa = `ZZ${unique().toUpperCase()}`;
  await openGate(page);
  const lotes = (await (await apiOf(page))('/acceso/lista-local')).lista.lotes as {
    referencia: string;
    bloqueo: string;
  }[];
  const fusionado = lotes.find(({ bloqueo }) => bloqueo === 'Lote fusionado')?.referencia ?? '';
  await context.setOffline(true);
  await write(page, 'entrada', { Placa: placa });
  await write(page, 'entrada', { Lote: 'NO-EXISTE', Nombre: placa });
  await write(page, 'entrada', { Lote: fusionado, Nombre: `${placa} bloqueado` });
  await write(page, 'entrada', { Placa: placa, Nombre: `${placa} visita` });
  const items = waiting(page).getByRole('listitem');
  await expect(items).toHaveText([
    / · por enviar|por enviar/,
    /Bloqueado: Lote fusionado/,
    /Desconocido/,
    /Desconocido/,
  ]);
  const colours = await items.evaluateAll((all) => all.map((item) => getComputedStyle(item).backgroundColor));
  const [visita, bloqueado, lote, sola] = colours;
  expect(lote).toBe(sola);
  expect(new Set([visita, bloqueado, lote]).size).toBe(3);
  await expectNoAxe(page);

  const answered = page.waitForResponse('**/acceso/registrar-caseta');
  await context.setOffline(false);
  expect(await (await answered).json()).toMatchObject({ data: { nuevos: 4, conflictos: 3 } });
  await expect(waiting(page)).toHaveCount(0);
  const row = (name: RegExp) => page.locator('tbody tr[data-index]').filter({ hasText: name });
  await expect(row(/Desconocido · Lote que no existe/).filter({ hasText: placa })).toHaveCSS(
    'background-color',
    `${lote}`,
  );
  await expect(row(new RegExp(`${placa}.*Desconocido$`))).toHaveCSS('background-color', `${sola}`);
  await expect(row(/Conflicto: lote fuera de uso/).filter({ hasText: placa })).toHaveCSS(
    'background-color',
    `${bloqueado}`,
  );
  await expect(row(new RegExp(`${placa} visita`))).not.toContainText('Desconocido');
});

test('what is pressed or typed into at the gate has room for a finger, and letting in is the main act', async ({
  page,
  context,
}) => {
  const small = (within: Locator) =>
    within.locator('button:visible, input:visible, main a:visible').evaluateAll((all) =>
      all
        .map((one) => ({
          name: one.getAttribute('aria-label') ?? one.textContent ?? '',
          height: one.getBoundingClientRect().height,
        }))
        .filter(({ height }) => height < 44)
        .map(({ name, height }) => `${name}: ${height}`),
    );
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openGate(page);
    await context.setOffline(true);
    await page.getByLabel('Buscar en la lista local').fill('M0');
    await expect(found(page).getByRole('listitem').first()).toBeVisible();
    expect(await small(page.getByRole('main'))).toEqual([]);
    const primary = primaryOf(page);
    await expect(primary).toHaveText(['Registrar entrada']);
    await primary.click();
    expect(await small(formOf(page).locator('form'))).toEqual([]);
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    await expect(band(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Filtros' }).click();
    expect(await small(page.getByRole('main'))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('on a phone nothing goes beyond the edge, and a form without anybody says what it wants', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openGate(page);
  await context.setOffline(true);
  await page.getByLabel('Buscar en la lista local').fill('M0');
  await expect(found(page).getByRole('listitem').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Registrar entrada', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Registrar entrada' });
  await form.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(form.getByRole('alert')).toContainText('Escriba la placa, el lote o el nombre de quien pasa');
  await expectNoAxe(page);
});

test('a server that answers and fails is not a missing network, and the form has no hole', async ({
  page,
  context,
}) => {
  await openGate(page);
  await context.route('**/api/v1/acceso/novedades*', (route) => route.fulfill({ status: 500, json: {} }));
  const failing = page.getByRole('region', { name: 'El servidor falla' });
  await expect(failing).toContainText(/^El servidor falla desde las \d\d:\d\d\. Lista local de/, { timeout: 30_000 });
  await expect(band(page)).toHaveCount(0);
  await expect(page.getByLabel('Buscar en la lista local')).toBeVisible();
  await page.getByRole('button', { name: 'Registrar entrada', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Registrar entrada' });
  const told = form.getByText('La placa y la tarjeta se buscan en la lista local de este equipo.');
  const [card, said, lote] = await Promise.all(
    [form.getByLabel('Tarjeta'), told, form.getByText('Lote', { exact: true })].map((part) => part.boundingBox()),
  );
  if (!card || !said || !lote) throw new Error('not drawn');
  expect(said.y - (card.y + card.height)).toBeLessThan(20);
  expect(lote.y - (said.y + said.height)).toBeLessThan(20);
  await form.getByLabel('Placa', { exact: true }).fill('ZZZ999Z');
  await expect(form.getByText('La placa no está en la lista local.')).toBeVisible();
  expect((await form.getByText('Lote', { exact: true }).boundingBox())?.y).toBe(lote.y);
  await expectNoAxe(page);
});
