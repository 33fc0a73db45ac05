/** The residents' page in a browser, small and large, light and dark; and the office's screen that gives its links. */
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { bodyOfConvenio } from '../convenio-body.ts';
import { dayFromNow } from '../day.ts';
import { type Api, apiOf, beyond, DEMO_PASSWORD, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

const SCRIPT_KB_MAX = 40;

/** A lot of the demo that has an owner, and whatever opens its page as that owner sees it. */
async function lookedAt(page: Page): Promise<number> {
  const headers = await officeHeaders(page, 'administrador');
  for (let lote = 1; lote < 60; lote += 1) {
    const known = await page.request.get(`/api/v1/enlace/lote/${lote}`, { headers });
    if (!known.ok()) continue;
    const { data } = (await known.json()) as { data: { personas: { clave: string; papel: string }[] } };
    const owner = data.personas.find(({ papel }) => papel === 'propietario');
    if (!owner) continue;
    const seen = await page.request.post('/api/v1/enlace/ver', { headers, data: { lote, persona: owner.clave } });
    expect(seen.ok()).toBe(true);
    return lote;
  }
  throw new Error('no lot of the demo has an owner');
}

const SCREENS = [
  ...[
    '/r',
    '/r/debo',
    '/r/pagar',
    '/r/pagos',
    '/r/cuenta',
    '/r/papeles',
    '/r/visitas',
    '/r/entradas',
    '/r/comprobante',
  ],
  ...['/r/contacto', '/r/factura', '/r/enviado', '/r/datos', '/r/datos/aviso', '/r/datos/usos', '/r/datos/pedir'],
  '/r/inquilinos',
  ...['/r/convenios', '/r/reservas', '/r/noticias'],
];

/** Every text reads at 7 to 1, every control is at least 48 px high, and nothing goes beyond the edge. */
async function expectReadable(page: Page): Promise<void> {
  await expectNoAxe(page);
  const enhanced = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ['color-contrast-enhanced'], rules: { 'color-contrast-enhanced': { enabled: true } } })`,
  );
  expect(enhanced.violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  const low = await page
    .locator('button:visible, a.boton:visible, select:visible, input:visible, textarea:visible')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 48).map((one) => one.outerHTML));
  expect(low).toEqual([]);
}

/** What cannot be told before somebody looks: an area of those that are offered, and a piece of news. */
const FOLLOWED = ['/r/reservas', '/r/noticias'];

/** Fits with letters of twice the size, as a telephone sets them. */
async function expectFitsLarge(page: Page, address: string): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '225%';
  });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, address).toBeLessThanOrEqual(0);
}

for (const [scheme, width] of [
  ['light', 320],
  ['dark', 390],
] as const) {
  test(`each screen is read by axe and fits ${width} px, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme });
    await lookedAt(page);
    for (const address of SCREENS) {
      await page.goto(address);
      await expectReadable(page);
      await expectFitsLarge(page, address);
    }
    for (const address of FOLLOWED) {
      await page.goto(address);
      await page.getByRole('main').getByRole('link').first().click();
      await expect(page).toHaveURL(/\/\d+$/);
      await expectReadable(page);
      await expectFitsLarge(page, address);
    }
  });
}

test('«Pagué y no aparece» is answered in two taps, and the page reads without a script', async ({ browser }) => {
  const context: BrowserContext = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await lookedAt(page);
  await page.goto('/r');
  await page.getByRole('link', { name: 'Pagué y no aparece' }).click();
  await expect(page.getByRole('heading', { name: '¿No está su pago?' })).toBeVisible();
  await page.getByRole('link', { name: 'Volver al inicio' }).click();
  await page.getByRole('link', { name: 'Cómo pagar' }).click();
  await expect(page.getByRole('heading', { name: 'Cómo pagar' })).toBeVisible();
  await context.close();
});

test('its script is small, and it loads nothing of the back office', async ({ page }) => {
  await lookedAt(page);
  const loaded: string[] = [];
  let bytes = 0;
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    loaded.push(pathname);
  });
  await page.goto('/r');
  await page.waitForLoadState('networkidle');
  for (const path of loaded) bytes += gzipSync(await (await page.request.get(path)).body(), { level: 9 }).length;
  expect(loaded).toHaveLength(1);
  expect(bytes).toBeGreaterThan(100);
  expect(bytes / 1024).toBeLessThanOrEqual(SCRIPT_KB_MAX);
});

const API = '/api/v1';

async function officeHeaders(page: Page, username: string): Promise<{ authorization: string }> {
  const answer = await page.request.post(`${API}/security/login`, { data: { username, password: DEMO_PASSWORD } });
  const { access_token } = (await answer.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}` };
}

/** Opens the page as an owner with an address on file and a debt, or a tenant, does, of such the one after so many: by a link and the code of the letter. */
async function enterAsOwner(page: Page, after: number, { tenant = false } = {}): Promise<void> {
  const headers = await officeHeaders(page, 'superadmin');
  let passed = 0;
  for (let lote = 1; lote < 300; lote += 1) {
    const known = await page.request.get(`${API}/enlace/lote/${lote}`, { headers });
    if (!known.ok()) continue;
    const { data } = (await known.json()) as {
      data: { personas: { clave: string; papel: string; correos: string[] }[] };
    };
    const owner = data.personas.find(({ papel, correos }) => papel === 'propietario' && correos.length > 0);
    if (!owner) continue;
    const debt = await page.request.get(`${API}/lote/explicacion/deuda/${lote}`, { headers });
    const owes = ((await debt.json()) as { data: { cargos: unknown[] } }).data.cargos.length > 0;
    if (tenant ? !data.personas.some(({ papel }) => papel === 'inquilino') : !owes) continue;
    passed += 1;
    if (passed <= after) continue;
    const made = await page.request.post(`${API}/enlace/crear`, {
      headers,
      data: { lote, persona: owner.clave, canal: 'qr' },
    });
    await page.goto(new URL(((await made.json()) as { data: { url: string } }).data.url).pathname);
    await page.goto('/r/codigo?ir=/r');
    await page.getByRole('button', { name: 'Enviarme el código' }).click();
    await expect(page.getByText('Le enviamos un código por correo')).toBeVisible();
    const found = await page.request.get(
      `${API}/correosaliente/allpaginable?page=0&size=1&q=${encodeURIComponent(owner.correos[0] ?? '')}`,
      { headers },
    );
    const { content } = (await found.json()) as { content: { id: number }[] };
    const letter = await page.request.get(`${API}/correosaliente/get/${content[0]?.id}`, { headers });
    const code = /<b>(\d{6})<\/b>/.exec(((await letter.json()) as { data: { html: string } }).data.html)?.[1] ?? '';
    await page.getByLabel('Código de 6 números').fill(code);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('heading', { name: /^Hola/ })).toBeVisible();
    return;
  }
  throw new Error('the demo has not so many owners with an address and a debt');
}

/** Goes on past the notice, where it was not accepted before. */
async function pastNotice(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const accept = page.getByRole('button', { name: 'Lo leí y lo acepto' });
  if ((await accept.count()) === 0) return;
  await expectReadable(page);
  await accept.click();
  await expect(accept).toHaveCount(0);
}

test('a resident corrects an address, doubts a charge, and reads what became of it', async ({ page }, { retry }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAsOwner(page, 1 + retry);
  await pastNotice(page, '/r/contacto');
  await expectReadable(page);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByText('Escriba el teléfono o el correo nuevo').first()).toBeVisible();
  await expect(page.getByLabel('Teléfono nuevo')).toBeFocused();
  await page.getByLabel('Correo nuevo').fill(`${unique()}@prueba.mx`);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page).toHaveURL(/\/r\/enviado$/);
  await expect(page.getByText(/Cambio de contacto, del/).first()).toBeVisible();
  await page.goto('/r/debo');
  await page.locator('a[href^="/r/cargo/"]').first().click();
  await page.getByRole('link', { name: 'No estoy de acuerdo con este cargo' }).click();
  await expect(page.getByRole('heading', { name: 'No estoy de acuerdo' })).toBeVisible();
  await expectReadable(page);
  await page.getByLabel('Por qué no es correcto').fill('Ese mes ya lo pagué');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByText(/Aclaración de «/)).toBeVisible();
  await expectReadable(page);
});

test('a resident decides on uses of their data, asks for something, and downloads all of it', async ({ page }, {
  retry,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAsOwner(page, 3 + retry);
  await page.getByRole('link', { name: 'Mis datos' }).click();
  await pastNotice(page, '/r/datos/aviso');
  await expect(page.getByText('Lo aceptó el')).toBeVisible();
  await page.goto('/r/datos/usos');
  const answer = page.getByRole('button', { name: /^(Sí|No) quiero: Directorio de vecinos$/ }).first();
  const said = (await answer.textContent())?.startsWith('Sí') ? 'Usted dijo que sí.' : 'Usted dijo que no.';
  await answer.click();
  await expect(page.locator('.caja', { hasText: 'Directorio de vecinos' }).getByText(said)).toBeVisible();
  await expectReadable(page);
  await page.goto('/r/datos/pedir');
  const texto = `No den mi teléfono ${unique()}`;
  await page.getByLabel('Qué pide').selectOption({ label: 'Que dejen de usarlos' });
  await page.getByLabel('Explíquelo').fill(texto);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByText(`«${texto}»`)).toBeVisible();
  await expectReadable(page);
  await page.getByRole('link', { name: 'Volver a mis datos' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar todo lo que guardan de mí' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
});

test('an owner says whether a tenant sees the account, and takes it back', async ({ page }, { retry }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await enterAsOwner(page, 2 + retry, { tenant: true });
  await page.getByRole('link', { name: 'Mis datos' }).click();
  await page.getByRole('link', { name: 'Qué puede ver mi inquilino' }).click();
  const box = page.locator('.caja').first();
  const before = (await box.textContent())?.includes('Hoy ve la cuenta') === true;
  for (const sees of [!before, before]) {
    await box.getByRole('button').click();
    await expect(box).toContainText(sees ? 'Hoy ve la cuenta del lote.' : 'Hoy no ve la cuenta del lote.');
    await expect(box).toContainText('Usted lo dijo el');
    await expectReadable(page);
  }
});

test('a visit is announced once, however often the button is touched on a slow network, and the page is closed', async ({
  page,
}, { retry }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAsOwner(page, 5 + retry);
  await page.getByRole('link', { name: 'Avisar de una visita' }).click();
  const nombre = `Tía ${unique()}`;
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/residente/propio/visita')) sent += 1;
  });
  // The next screen takes its time, and whoever waits goes on touching.
  await page.route('**/r/visitas', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.getByLabel('¿Quién viene?').fill(nombre);
  await page.evaluate(() => {
    setInterval(() => document.querySelector('form')?.requestSubmit(), 50);
  });
  await expect(page.getByText(nombre).first()).toBeVisible();
  expect(sent).toBe(1);
  await page.goto('/r');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Cerrar mi página en este teléfono' }).click();
  await expect(page.getByRole('heading', { name: 'Abra su enlace otra vez' })).toBeVisible();
});

test('on paper it is black on white, also of a telephone with dark colours, and has the reference', async ({
  page,
}) => {
  await lookedAt(page);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await page.goto('/r/pagar');
  const seen = await page.evaluate(() => {
    const of = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body);
    return [
      of('body').color,
      of('body').backgroundColor,
      of('dt').color,
      of('dl').backgroundColor,
      of('.boton').display,
    ];
  });
  expect(seen).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'rgb(34, 34, 34)', 'rgb(255, 255, 255)', 'none']);
  await expect(page.getByText(/^Su referencia|^CLABE para transferir|^Escriba como concepto/).first()).toBeVisible();
});

test('the office gives a link, which opens the page of the lot, and revokes it', async ({ page, browser }) => {
  const lote = await lookedAt(page);
  await signIn(page, 'administrador', `/pagina-residente/${lote}`);
  await page.getByRole('button', { name: 'Nuevo enlace' }).click();
  await page.getByRole('combobox', { name: 'Cómo se le da' }).fill('Código');
  await page.getByRole('option', { name: 'Código QR' }).click();
  await page.getByRole('button', { name: 'Aceptar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enlace del residente' });
  const url = (await dialog.locator('code').textContent()) ?? '';
  await expectNoAxe(page);
  await dialog.getByRole('button', { name: 'Listo' }).click();
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(new URL(url).pathname);
  await expect(own).toHaveURL(/\/r$/);
  await expect(own.getByRole('link', { name: 'Pagué y no aparece' })).toBeVisible();
  // All beyond asks for a code, and says so.
  await own.getByRole('link', { name: 'Mis recibos y facturas' }).click();
  await expect(own.getByRole('heading', { name: 'Necesitamos saber que es usted' })).toBeVisible();
  await expectReadable(own);
  await own.getByLabel('Código de 6 números').fill('12');
  await own.getByRole('button', { name: 'Continuar' }).click();
  await expect(own.getByText('Escriba los 6 números del código')).toBeVisible();
  await expectNoAxe(page);
  await page
    .getByRole('button', { name: /^Revocar el enlace de/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Revocar', exact: true }).click();
  await expect(page.getByText('El enlace ya no abre nada, en ningún equipo')).toBeVisible();
  await own.goto('/r');
  await expect(own.getByRole('heading', { name: 'Abra su enlace otra vez' })).toBeVisible();
  await context.close();
});

/** The owner of the last lot, whom no other test comes in as: those take the first ones. */
async function farOwner(page: Page, headers: { authorization: string }): Promise<{ lote: number; persona: string }> {
  for (let lote = 300; lote > 0; lote -= 1) {
    const known = await page.request.get(`${API}/enlace/lote/${lote}`, { headers });
    if (!known.ok()) continue;
    const { data } = (await known.json()) as { data: { personas: { clave: string; papel: string }[] } };
    const owner = data.personas.find(({ papel }) => papel === 'propietario');
    if (owner) return { lote, persona: owner.clave };
  }
  throw new Error('no lot of the demo has an owner');
}

test('the office revokes all links of somebody who lost their telephone, on a telephone too', async ({ page }) => {
  const headers = await officeHeaders(page, 'administrador');
  const { lote, persona } = await farOwner(page, headers);
  for (const canal of ['qr', 'qr'])
    await page.request.post(`${API}/enlace/crear`, { headers, data: { lote, persona, canal } });
  await signIn(page, 'administrador', `/pagina-residente/${lote}`);
  await expect(page.getByRole('button', { name: /^Revocar sus \d+ enlaces/ })).toBeVisible();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await beyond(page)).toEqual([]);
  }
  await page
    .getByRole('button', { name: /^Revocar sus \d+ enlaces/ })
    .first()
    .click();
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Revocar', exact: true }).click();
  await expect(page.getByText(/ya no abren nada, en ningún equipo/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Revocar sus \d+ enlaces/ })).toHaveCount(0);
});

/** The page of an owner of the demo on this telephone, with the code that their address was sent. */
async function ownPage(page: Page, office: Api): Promise<void> {
  for (let lote = 1; lote < 60; lote += 1) {
    const { personas } = (await office(`/enlace/lote/${lote}`).catch(() => ({ personas: [] }))) as {
      personas: { clave: string; papel: string; correos: string[] }[];
    };
    const owner = personas.find(({ papel, correos }) => papel === 'propietario' && correos.length > 0);
    if (!owner) continue;
    const { url } = (await office('/enlace/crear', { lote, persona: owner.clave, canal: 'qr' })) as { url: string };
    await page.goto(new URL(url).pathname);
    await page.goto('/r/reservas');
    await page.getByRole('button', { name: 'Enviarme el código' }).click();
    await expect(page.getByText(/^Un momento/)).toHaveCount(0);
    const found = (await office(`/correosaliente/allpaginable?q=${encodeURIComponent(owner.correos[0] ?? '')}`)) as {
      content: { id: number }[];
    };
    const { html } = (await office(`/correosaliente/get/${found.content[0]?.id}`)) as { html: string };
    await page.getByLabel('Código de 6 números').fill(/<b>(\d{6})<\/b>/.exec(html)?.[1] ?? '');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('heading', { name: 'Reservar un área común' })).toBeVisible();
    return;
  }
  throw new Error('no owner of the demo has an address');
}

for (const width of [320, 390]) {
  test(`a resident books an area and cancels it on a telephone of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const office = await apiOf(page);
    const name = `Palapa ${unique()}`;
    const ana = `Ana ${unique()}`;
    await office('/tipoamenidad/save', {
      ...{ id: '', name, regulation: null, active: true, iconoUrl: '', fotoAmenidadUrl: '' },
    });
    const tipos = (await office('/tipoamenidad/allactivas')) as { id: number; name: string }[];
    await office('/amenidadagenda/crearagenda', {
      ...{ id: '', tipoAmenidad: { id: tipos.find((tipo) => tipo.name === name)?.id }, variacionAmenidad: [] },
      ...{ loteList: [], aforoMaximo: 3, bookingWindows: [0, 0], duracion: 0, diasDisponibles: [1, 2, 3, 4, 5, 6, 7] },
      ...{ horarioGeneral: ['10:00', '12:00'], horarioPremium: [], permiteVisita: true, active: true, reglas: [] },
      general: true,
    });
    await ownPage(page, office);
    await page.getByRole('link', { name }).click();
    await page.getByLabel('¿Qué día?').fill(dayFromNow(7));
    await page.getByRole('button', { name: 'Ver los horarios de ese día' }).click();
    await expect(page.getByRole('combobox', { name: '¿A qué hora?' })).toContainText(
      '10:00 - 12:00 (quedan 3 lugares)',
    );
    await expectReadable(page);
    const personas = page.getByRole('textbox', { name: /^¿Quiénes van\?/ });
    await personas.fill('');
    await page.getByRole('button', { name: 'Reservar', exact: true }).click();
    await expect(personas).toBeFocused();
    await expect(personas).toHaveAttribute('aria-invalid', 'true');
    await expectNoAxe(page);
    await personas.fill('Ana\nLuis\nEva\nPaz');
    await page.getByRole('button', { name: 'Reservar', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'sólo quedan 3 lugares' })).toBeVisible();
    await personas.fill(`${ana}\nLuis`);
    await page.getByRole('textbox', { name: /^Visitas/ }).fill('Eva');
    await page.getByRole('button', { name: 'Reservar', exact: true }).click();
    await expect(page).toHaveURL(/\/r\/reservas$/);
    await expect(page.getByText(`${ana}, Luis, Eva`)).toBeVisible();
    await expectReadable(page);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: `Cancelar la reserva de ${name}` }).click();
    await expect(page.getByText(`${ana}, Luis, Eva`)).toHaveCount(0);
  });
}

/** The page of an owner with an agreement in force: other tests pay or cancel those that there are, so it signs one. */
async function seesAgreement(office: Api): Promise<number> {
  for (let lote = 1; lote < 120; lote += 1) {
    const { personas } = (await office(`/enlace/lote/${lote}`).catch(() => ({ personas: [] }))) as {
      personas: { clave: string; papel: string }[];
    };
    const owner = personas.find(({ papel }) => papel === 'propietario');
    const had = owner && ((await office(`/convenio/lote/${lote}`)) as { estado: string }[]);
    if (!owner || had?.some(({ estado }) => estado === 'vigente')) continue;
    const adeudos = (await office(`/lote/get-for-pagartodo/${lote}`)) as Parameters<typeof bodyOfConvenio>[0];
    const body = bodyOfConvenio(adeudos, { loteId: lote, today: dayFromNow() }, { primera: dayFromNow(20) });
    if (body.cargos.length === 0) continue;
    const { id } = (await office('/convenio/save', body)) as { id: number };
    await office('/enlace/ver', { lote, persona: owner.clave });
    return id;
  }
  throw new Error('no lot of the demo owes and has an owner');
}

test('an agreement tells its next instalment', async ({ page }) => {
  const office = await apiOf(page);
  const id = await seesAgreement(office);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/r');
    await page.getByRole('link', { name: 'Mis convenios de pago' }).click();
    await expect(page.getByText(/^Siguiente pago: parcialidad/)).toBeVisible();
    await expectReadable(page);
  }
  await office('/convenio/cancelar', { id, razon: 'Prueba' });
});
