/** One sign-in for two communities, each on a host of its own: joined, gone over between, summed up, ended (ADR 66). */
import { type ChildProcess, execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { becomesReady, freePort, spawnProduct } from '../../src/cli/own-product.ts';
import { DEMO_PASSWORD, expect, expectNoAxe, test } from './fixtures.ts';

const COMUNIDAD = fileURLToPath(new URL('../../src/cli/comunidad.ts', import.meta.url));
const EMPRESA = 'Administradora del Bajío';

/** A product of its own: with two communities, each answers on its host alone. */
let product: ChildProcess | undefined;
let folder: string;
let port: number;
const dataDir = () => join(folder, 'datos');
const at = (community: string, path = '/') => `http://${community}.localhost:${port}${path}`;

async function comunidad(...args: string[]): Promise<void> {
  const { DATABASE_URL: _production, ...env } = process.env;
  await promisify(execFile)(process.execPath, [COMUNIDAD, ...args], {
    env: { ...env, PORTON_DATA: dataDir(), PORTON_DEMO_LOTES: '10' },
  });
}

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = mkdtempSync(join(tmpdir(), 'porton-comunidades-'));
  // As root the database runs as another user, who has to get in.
  chmodSync(folder, 0o755);
  port = await freePort();
  product = spawnProduct({ port, dataDir: dataDir(), lotes: 10, stderr: 'inherit' });
  expect(await becomesReady(product, port)).toBe(true);
  await comunidad('host', 'ENCINOS', 'encinos.localhost');
  await comunidad('crear', 'LAGOS', '--host', 'lagos.localhost');
  await comunidad('empresa', 'crear', EMPRESA);
  await comunidad('empresa', 'agregar', EMPRESA, 'ENCINOS');
  await comunidad('empresa', 'agregar', EMPRESA, 'LAGOS');
});
test.afterAll(async () => {
  const gone = new Promise((resolve) => product?.once('exit', resolve));
  product?.kill('SIGTERM');
  await gone;
  rmSync(folder, { recursive: true, force: true });
});

async function signInAt(page: Page, community: string, username: string): Promise<void> {
  // Another process made it: the server knows within seconds.
  await expect(async () => {
    await page.goto(at(community, '/sign-in'));
    await expect(page.getByRole('textbox', { name: 'Usuario' })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole('textbox', { name: 'Usuario' }).fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('button', { name: username, exact: true })).toBeVisible();
}

const brand = (page: Page, name: string) => page.getByRole('link', { name: `${name}: inicio` });

test('an account is joined, gone over to and back, summed up, and all ends by one sign-out', async ({ page }) => {
  test.setTimeout(120_000);
  await signInAt(page, 'encinos', 'director');
  await page.goto(at('encinos', '/empresas'));
  await expect(page.getByText('Todavía no ha unido cuentas')).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Unir una cuenta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unir una cuenta' });
  await dialog.getByRole('textbox', { name: 'Usuario de ahí' }).fill('cobranza');
  await dialog.getByRole('textbox', { name: 'Contraseña de ahí' }).fill('no es');
  await dialog.getByRole('textbox', { name: 'Su contraseña de aquí' }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Unir', exact: true }).click();
  await expect(dialog.getByText('No es el usuario o la contraseña de Lagos del Valle').first()).toBeVisible();
  await expectNoAxe(page);
  await dialog.getByRole('textbox', { name: 'Contraseña de ahí' }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Su cuenta «cobranza» de Lagos del Valle está unida a ésta')).toBeVisible();

  const row = page.getByRole('row').filter({ hasText: 'Lagos del Valle' });
  await expect(row).toContainText('cobranza · Pagos cobranza');
  await expectNoAxe(page);
  await row.getByTitle('Lo vencido de Lagos del Valle').click();
  await expect(brand(page, 'Lagos del Valle')).toBeVisible();
  // The code that they came with is in no address.
  await expect(page).toHaveURL(at('lagos', '/reportes/pagos-atrasados'));
  await page.getByRole('button', { name: 'cobranza', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Cambiar a Los Encinos' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Cambiar a Los Encinos' }).click();
  await expect(brand(page, 'Los Encinos')).toBeVisible();
  await expect(page.getByRole('button', { name: 'director', exact: true })).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('cambiar a lagos');
  await page.getByRole('option', { name: /Cambiar a Lagos del Valle/ }).click();
  await expect(brand(page, 'Lagos del Valle')).toBeVisible();
  await page.goto(at('lagos', '/mi-cuenta'));
  await expect(page.getByText('También en Los Encinos')).toBeVisible();
  await page.getByRole('button', { name: 'cobranza', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  await page.goto(at('encinos', '/empresas'));
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
});

test('a code that is none lets nobody in and says what to do; on a telephone the sum is cards', async ({ page }) => {
  test.setTimeout(90_000);
  await signInAt(page, 'encinos', 'director');
  await page.goto(at('lagos', `/pasar#${'A'.repeat(43)}`));
  await expect(page.getByRole('alert')).toContainText('El pase no sirve: vale una vez y por 30 segundos');
  expect(page.url()).not.toContain('AAAA');
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Seguir aquí' }).click();
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(at('encinos', '/empresas'));
  await expect(page.getByText('Lagos del Valle').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Separar la cuenta de Lagos del Valle' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Separar' }).click();
  await expect(page.getByText('Todavía no ha unido cuentas')).toBeVisible();
});
