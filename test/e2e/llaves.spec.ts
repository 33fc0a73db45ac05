/** Passkeys, by the browser's own virtual authenticator: added, signed in with, lost and taken away. */
import type { CDPSession, Page } from '@playwright/test';
import { expect, expectNoAxe, test } from './fixtures.ts';
import { expectGood, givePassword, openAccount, PASSWORD, person } from './persona.ts';

/** A device that holds passkeys and verifies its person; `verifies` is what becomes of the finger. */
async function deviceOf(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { cdp, authenticatorId };
}

const add = (page: Page) => page.getByRole('button', { name: 'Agregar llave' });
const rows = (page: Page) => page.getByRole('table', { name: 'Llaves de acceso' }).getByRole('row');

test('a passkey is added, signs in after the password, and is taken away by another', async ({ page }) => {
  const username = await person(page);
  const { cdp, authenticatorId } = await deviceOf(page);
  await givePassword(page, username);
  await expect(page).toHaveURL('/');
  await openAccount(page, username);
  await expect(page.getByText('No tiene llaves de acceso')).toBeVisible();
  await expectGood(page);
  await add(page).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar una llave de acceso' });
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Portátil de la oficina');
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill('no es ésta');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('La contraseña no es correcta. Escríbala de nuevo').first()).toBeVisible();
  await expectNoAxe(page);
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')).toHaveCount(10);
  const recovery = await page
    .getByRole('list', { name: 'Códigos de recuperación' })
    .getByRole('listitem')
    .first()
    .innerText();
  // Who has no telephone in it is told of what can be lost as well.
  await expect(page.getByText('Si pierde el teléfono o la llave de acceso')).toBeVisible();
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(rows(page).filter({ hasText: 'Portátil de la oficina' })).toHaveCount(1);
  await expectGood(page);

  // One is enough of a device.
  await add(page).click();
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(
    dialog.getByText(/^Ese equipo o llavero tiene ya una llave de acceso de su cuenta/).first(),
  ).toBeVisible();
  await expectGood(page);
  await page.keyboard.press('Escape');

  await page.evaluate(() => localStorage.clear());
  await givePassword(page, username);
  const use = page.getByRole('button', { name: 'Usar llave de acceso' });
  await expect(use).toBeFocused();
  await expectGood(page);
  // The finger is another's.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await use.click();
  await expect(page.getByText(/^No se usó ninguna llave de acceso: .*la administración puede quitar/)).toBeVisible();
  await expectGood(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');

  // Another device, and the first is taken away by it.
  await openAccount(page, username);
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'usb', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await add(page).click();
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Llavero');
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Con un código' }).click();
  await dialog.getByRole('textbox', { name: 'Código' }).fill(recovery);
  await page.keyboard.press('Enter');
  await expect(rows(page).filter({ hasText: 'Llavero' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Quitar Portátil de la oficina' }).click();
  const off = page.getByRole('dialog', { name: 'Quitar llave de acceso' });
  await off.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await off.getByRole('button', { name: 'Quitar' }).click();
  await expect(page.getByText('La llave de acceso «Portátil de la oficina» ya no sirve aquí')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Portátil' })).toHaveCount(0);
});

test('the only one is not taken away but by switching the second factor off', async ({ page }) => {
  const username = await person(page);
  await deviceOf(page);
  await givePassword(page, username);
  await openAccount(page, username);
  await add(page).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  // Without a name it has the browser's.
  await expect(rows(page).filter({ hasText: 'Chrome' })).toHaveCount(1);
  await page.getByRole('button', { name: /^Quitar Chrome/ }).click();
  const off = page.getByRole('dialog', { name: 'Quitar llave de acceso' });
  await off.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await off.getByRole('button', { name: 'Quitar' }).click();
  await expect(page.getByText(/^Es lo único que da su segundo factor/)).toBeVisible();
  await expectNoAxe(page);
  await off.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Desactivar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desactivar el segundo factor' });
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Desactivar' }).click();
  await expect(page.getByText('El segundo factor se desactivó; para entrar basta la contraseña')).toBeVisible();
  await expect(page.getByText('No tiene llaves de acceso')).toBeVisible();
});

test('where the browser knows none, or the address allows none, it is said why', async ({ page }) => {
  const username = await person(page);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await givePassword(page, username);
  await openAccount(page, username);
  await expect(page.getByText(/^Este navegador no sabe usar llaves de acceso/)).toBeVisible();
  await expect(add(page)).toHaveCount(0);
  await expectGood(page);
});
