/** The gate: a device gets its key, what it sends appears by itself to the gate's staff, who see the log alone. */
import type { Page } from '@playwright/test';
import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

const fresh = (mark: string): string => `${mark} ${Date.now().toString(36)}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a record sent with a new device key appears by itself, and is found and opened', async ({ page, browser }) => {
  const caseta = fresh('Caseta');
  await signIn(page, 'administrador', '/admin/accesos/dispositivos');
  const [docs] = await Promise.all([page.waitForEvent('download'), button(page, 'la documentación de la API').click()]);
  expect(docs.suggestedFilename()).toBe('api-porton.html');
  await button(page, 'Nuevo').click();
  const form = page.getByRole('dialog', { name: 'Nuevo dispositivo' });
  await form.getByLabel('Nombre').fill(caseta);
  await form.getByLabel('Punto de acceso').fill('Caseta poniente');
  await form.getByRole('button', { name: 'Aceptar' }).click();
  const shown = page.getByRole('dialog', { name: 'Clave del dispositivo' });
  const clave = (await shown.locator('code').last().innerText()).trim();
  await shown.getByRole('button', { name: 'Ya la guardé' }).click();
  await expect(page.getByRole('row', { name: new RegExp(caseta) })).toContainText(`…${clave.slice(-4)}`);
  await expect(page.getByText(clave)).toHaveCount(0);

  const context = await browser.newContext();
  const gate = await context.newPage();
  await signIn(gate, 'seguridad', '/');
  await expect(gate).toHaveURL(/\/admin\/accesos$/);
  await expect(gate.getByRole('heading', { level: 1, name: 'Accesos' })).toBeVisible();
  await expect(gate.getByText('En vivo')).toBeVisible();
  await expect(gate.getByRole('link', { name: 'Dispositivos' })).toHaveCount(0);
  await expect(gate.getByRole('navigation', { name: 'Menú principal' }).getByRole('link')).toHaveCount(0);
  await expect(gate.getByRole('navigation', { name: 'Menú lateral' })).toHaveCount(0);
  for (const header of [
    ...['Nombre', 'Tipo visita', 'Fecha acceso', 'Cono', 'Placas', 'Punto acceso', 'Tipo', 'Referencia', 'Dirección'],
  ]) {
    await expect(gate.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  await expect(gate.getByText('Total de elementos')).toBeVisible();

  const nombre = fresh('Íñigo Peña');
  const sent = await page.request.post('/api/v1/acceso/registrar', {
    headers: { authorization: `Bearer ${clave}` },
    data: {
      registros: [
        {
          ...{ idRegistro: fresh('R'), fechaHoraAcceso: new Date().toISOString(), tipo: 'entrada', nombre },
          ...{ tipoVisita: 'Instantanea', placas: 'uv-12-34', cono: '7', motivo: 'Entrega de paquete' },
        },
      ],
    },
  });
  expect(await sent.json()).toMatchObject({ data: { nuevos: 1, repetidos: 0 } });
  const row = gate.getByRole('row', { name: new RegExp(nombre) });
  await expect(row).toContainText('UV-12-34');
  await expect(row).toContainText('Caseta poniente');
  await expectNoAxe(gate);

  await gate.getByLabel('Nombre').first().fill('inigo pena');
  await gate.getByLabel('Cono').first().fill('7');
  const searched = gate.waitForResponse('**/acceso/allpaginable*name=inigo*');
  await button(gate, 'Buscar').click();
  await searched;
  await expect(gate.locator('[aria-busy]')).toHaveCount(0);
  await expect(row).toBeVisible();
  await gate.getByRole('button', { name: `Ver el acceso de ${nombre}` }).click();
  const detail = gate.getByRole('dialog', { name: 'Detalle del acceso' });
  for (const label of ['Punto acceso', 'Tipo acceso', 'Referencia lote', 'Motivo', 'Sin foto']) {
    await expect(detail.getByText(label).first()).toBeVisible();
  }
  await expect(detail.getByText('No acompañantes')).toHaveCount(0);
  await detail.getByRole('button', { name: 'Cerrar' }).click();

  // A photograph whose bytes are not there is none, and does not stay on its way.
  await gate.route('**/api/v1/acceso/allpaginable**', async (route) => {
    const answer = await route.fetch();
    const found = (await answer.json()) as { accesoList: object[] };
    for (const acceso of found.accesoList)
      Object.assign(acceso, { placasUrl: '/api/v1/archivos/999999999', cono: '7-A' });
    await route.fulfill({ response: answer, json: found });
  });
  await button(gate, 'Buscar').click();
  await expect(row).toContainText('7-A');
  const asked = gate.waitForResponse('**/api/v1/archivos/999999999');
  await gate.getByRole('button', { name: `Ver el acceso de ${nombre}` }).click();
  expect((await asked).status()).toBe(404);
  await expect(detail.getByText('Sin foto')).toHaveCount(2);
  await context.close();

  await page.getByRole('button', { name: `Revocar la clave de ${caseta}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click();
  await expect(page.getByText('La clave ha sido revocada')).toBeVisible();
});
