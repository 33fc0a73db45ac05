import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

test('what residents sent is walked by the keyboard, accepted and turned down', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/solicitudes');
  const list = page.getByRole('list', { name: 'Lo que enviaron' });
  await expect(list.getByRole('button').first()).toBeVisible();
  await expectNoAxe(page);
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/solicitud=\d+/);
  await page.goto('/cobranza/solicitudes?clase=aclaracion');
  const panel = page.getByRole('region', { name: 'Lo que enviaron' });
  await expect(panel.getByText(/Aclaración de un cargo/).first()).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Responder' })).toBeDisabled();
  await panel.getByLabel('Respuesta').fill('El pago fue de otro mes');
  await panel.getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByText(/Aclaración de un cargo de .*: aceptada/)).toBeVisible();
});

test('a proof that somebody brought is kept, and turned down with a reason', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/solicitudes?clase=comprobante');
  await page.getByRole('button', { name: 'Subir comprobante' }).click();
  await page.getByRole('combobox', { name: 'Lote' }).fill('M01-L05');
  await page
    .getByRole('option', { name: /M01-L05/ })
    .first()
    .click();
  const rastreo = unique()
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 20);
  await page.locator('input[type="file"]').setInputFiles({
    ...{ name: 'pago.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.from(`%PDF-1.4\n% ${rastreo}\n%%EOF\n`),
  });
  await page.getByLabel('Importe').fill('321.09');
  await page.getByLabel('Clave de rastreo').fill(rastreo);
  await page.getByRole('button', { name: 'Aceptar', exact: true }).click();
  await expect(page.getByText('El comprobante espera junto a su depósito')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Buscar lo que enviaron' }).fill(rastreo);
  const panel = page.getByRole('region', { name: 'Lo que enviaron' });
  await expect(panel.getByText(rastreo)).toBeVisible();
  await panel.getByRole('button', { name: 'Rechazar' }).click();
  await page.getByLabel('Razón').fill('No se lee');
  await page.getByRole('dialog').getByRole('button', { name: 'Rechazar' }).click();
  await expect(page.getByText(/Comprobante de pago de M01-L05: rechazada/)).toBeVisible();
});

/** What a lot that owes is called: of such the one after so many. */
async function debtor(page: Page, after: number): Promise<string> {
  const answer = await page.request.post('/api/v1/security/login', {
    data: { username: 'cobranza', password: DEMO_PASSWORD },
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  let passed = 0;
  for (let lote = 1; lote < 300; lote += 1) {
    const found = await page.request.get(`/api/v1/lote/explicacion/deuda/${lote}`, { headers });
    if (!found.ok()) continue;
    const { data } = (await found.json()) as { data: { referencia: string; cargos: unknown[] } };
    if (data.cargos.length === 0) continue;
    passed += 1;
    if (passed > after) return data.referencia;
  }
  throw new Error('the demo has not so many lots that owe');
}

test('what somebody said at the counter is noted: a new address, and the doubt of a charge', async ({ page }, {
  retry,
}) => {
  const lote = await debtor(page, 5 + retry);
  const begin = async (button: string) => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('combobox', { name: 'Lote' }).fill(lote);
    await page
      .getByRole('option', { name: new RegExp(lote) })
      .first()
      .click();
  };
  await signIn(page, 'cobranza', '/cobranza/solicitudes');
  await begin('Anotar contacto');
  await page.getByRole('combobox', { name: 'De quién' }).click();
  await page.getByRole('option').first().click();
  const correo = `${unique()}@prueba.mx`;
  await page.getByLabel('Correo nuevo').fill(correo);
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Aceptar', exact: true }).click();
  await expect(page.getByText('La propuesta espera a que alguien la acepte')).toBeVisible();
  await page.goto(`/cobranza/solicitudes?clase=contacto&q=${lote}`);
  await expect(page.getByRole('region', { name: 'Lo que enviaron' }).getByText(correo)).toBeVisible();
  await begin('Anotar aclaración');
  await page.getByRole('combobox', { name: 'Cargo' }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Por qué no está de acuerdo').fill('Dice que ya lo pagó');
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Aceptar', exact: true }).click();
  await expect(page.getByText('Mientras no se responda, al lote no se le escribe por cobranza')).toBeVisible();
});
