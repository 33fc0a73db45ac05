/** A receipt, a statement and a letter by WhatsApp: the address that opens, its text and link, and how it is told afterwards. */
import type { Page } from '@playwright/test';
import { beyond, DEMO_PASSWORD, expect, expectNoAxe, signIn, test } from './fixtures.ts';

interface Destino {
  nombre: string;
  telefono: string;
}

/** A receipt of the demo whose lot has somebody with a telephone, and that somebody. */
async function sendable(page: Page): Promise<Destino & { recibo: number; lote: number }> {
  const data = { username: 'cobranza', password: DEMO_PASSWORD };
  const login = await page.request.post('/api/v1/security/login', { data });
  const headers = { authorization: `Bearer ${(await login.json()).access_token}` };
  const found = (await (await page.request.get('/api/v1/recibo/buscar?q=M0', { headers })).json()) as {
    id: number;
    lote: { id: number };
  }[];
  for (const { id, lote } of found) {
    const answer = await page.request.get(`/api/v1/whatsapp/destinos?que=recibo&id=${id}`, { headers });
    const { data: offered } = (await answer.json()) as { data?: { destinos: Destino[] } };
    const [first] = offered?.destinos ?? [];
    if (first && first.telefono !== '') return { recibo: id, lote: lote.id, ...first };
  }
  throw new Error('the demo has no such receipt');
}

/** The messenger, as it was opened from the dialog. */
async function opened(page: Page): Promise<{ number: string; text: string }> {
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Abrir WhatsApp' }).click();
  const tab = await popup;
  await tab.waitForURL('https://wa.me/**');
  const url = new URL(tab.url());
  await tab.close();
  await expect(page.getByText('Preparado: envíelo en WhatsApp').last()).toBeVisible();
  return { number: url.pathname.slice(1), text: url.searchParams.get('text') ?? '' };
}

test('a receipt and a statement open the messenger with the number on file and a link, and are told as prepared', async ({
  page,
}) => {
  const { recibo, lote, nombre, telefono } = await sendable(page);
  await signIn(page, 'cobranza', `/recibo/${recibo}`);
  await page.getByRole('button', { name: 'Enviar por WhatsApp' }).click();
  const dialog = page.getByRole('dialog', { name: `Recibo ${recibo} por WhatsApp` });
  await expect(dialog.getByRole('region', { name: 'Texto' })).toContainText(
    `Hola, ${nombre}: le enviamos su recibo ${recibo}`,
  );
  await expectNoAxe(page);
  const sent = await opened(page);
  expect(sent.number).toBe(`52${telefono}`);
  expect(sent.text).toMatch(new RegExp(`recibo ${recibo} del [\\s\\S]*https?://\\S+/r/[\\w-]{43}`));
  await expect(page.getByRole('button', { name: 'Enviar por WhatsApp' })).toBeFocused();

  await page.goto(`/estado-cuenta/${lote}`);
  await page.getByRole('button', { name: 'Enviar por WhatsApp' }).click();
  const again = await opened(page);
  expect(again.text).toContain('estado de cuenta al');
  expect(again.text.match(/\/r\/[\w-]{43}/)?.[0]).not.toBe(sent.text.match(/\/r\/[\w-]{43}/)?.[0]);

  await page.goto(`/gestion/${lote}`);
  const told = page.getByRole('row').filter({ hasText: `Recibo ${recibo} · WhatsApp` });
  await expect(told).toContainText('Preparado');
});

test('a letter that waits to be handed over is sent by WhatsApp, also on a telephone', async ({ page }) => {
  await signIn(page, 'administrador', '/cobranza/gestion/por-hacer');
  const act = page.getByRole('button', { name: /^Enviar por WhatsApp la carta del lote/ }).first();
  await act.click();
  const dialog = page.getByRole('dialog', { name: /por WhatsApp$/ });
  await expect(dialog.getByRole('region', { name: 'Texto' })).toContainText('(su enlace)');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoAxe(page);
  expect(await beyond(page)).toEqual([]);
  expect((await opened(page)).text).toMatch(/\/r\/[\w-]{43}/);
});

test('the texts are read and say at their fields what is missing', async ({ page }) => {
  await signIn(page, 'director', '/cobranza/gestion/pasos');
  await page.getByRole('link', { name: 'Textos para WhatsApp' }).click();
  const recibo = page.getByRole('textbox', { name: 'Recibo' });
  const before = await recibo.inputValue();
  await recibo.fill('Su recibo: ');
  await page.getByRole('button', { name: 'Insertar dato en Recibo' }).click();
  await page.getByRole('menuitem', { name: 'Enlace a su página' }).click();
  await expect(recibo).toHaveValue('Su recibo: {{enlace}}');
  await recibo.fill('Su recibo');
  await page.getByRole('textbox', { name: 'Estado de cuenta' }).fill('{{casa}} {{enlace}}');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toBeFocused();
  await expect(page.getByText(/Falta \{\{enlace\}\}/).first()).toBeVisible();
  await expect(page.getByText(/No existe el dato \{\{casa\}\}/).first()).toBeVisible();
  await expectNoAxe(page);
  await recibo.fill(before);
});
