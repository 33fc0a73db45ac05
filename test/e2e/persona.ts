/** Somebody with an account of their own, whom no other test signs in as or looks for. */
import type { Page } from '@playwright/test';
import { apiOf, beyond, expect, expectNoAxe, unique } from './fixtures.ts';

export const PASSWORD = 'tortuga bigote 26';

export async function person(page: Page, role = 4): Promise<string> {
  const username = `q${unique()}`.slice(0, 15);
  const api = await apiOf(page, 'superadmin');
  const body = { name: 'Quetzal', last_name: 'Prueba', email: `${username}@prueba.mx`, username, password: PASSWORD };
  await api('/user/save', { id: '', ...body, role, enabled: true });
  return username;
}

export async function givePassword(page: Page, username: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

export async function openAccount(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: username, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mi cuenta' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mi cuenta' })).toBeVisible();
}

/** Neither theme has a finding of axe, and nothing reaches beyond a telephone's edge. */
export async function expectGood(page: Page): Promise<void> {
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await beyond(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}
