import { expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

test('the ladder is switched on, read, lessened, approved and taken back', async ({ page }) => {
  await signIn(page, 'administrador', '/cobranza/gestion/pasos');
  await page.getByRole('button', { name: 'Apagar todos' }).click();
  await page.getByRole('button', { name: 'Apagar', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Encender todos' })).toBeVisible();
  await page.goto('/cobranza/gestion');
  await page.getByRole('button', { name: 'Encender los cuatro pasos' }).click();
  await expect(page.getByText(/lotes propuestos para hoy/)).toBeVisible();
  const table = page.getByRole('table', { name: 'A quién se propone escribir' });
  const first = table.getByRole('row').nth(1);
  await expect(first).toContainText('días de atraso');
  await expectNoAxe(page);

  await first.getByRole('button', { name: /^Ver el texto/ }).click();
  const letter = page.getByRole('dialog');
  // By mail, by the app or on paper: whose turn it is stands in other tests' hands too.
  await expect(
    letter
      .getByRole('listitem')
      .first()
      .or(letter.getByText(/^No hay a quién escribir/)),
  ).toBeVisible();
  await expectNoAxe(page);
  await page.keyboard.press('Escape');

  const razon = `Habló ayer ${unique()}`;
  const referencia = (await first.getByRole('link').first().textContent()) ?? '';
  await first.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Quitar de la propuesta' }).click();
  await page.getByRole('textbox', { name: 'Razón' }).fill(razon);
  await page.keyboard.press('Enter');
  const removed = page.getByRole('table', { name: 'Quitados' }).getByRole('row').filter({ hasText: razon });
  await expect(removed).toContainText(referencia);

  await page.getByRole('button', { name: 'Aprobar', exact: true }).click();
  await page.getByRole('button', { name: 'Aprobar y enviar' }).click();
  await expect(page.getByRole('heading', { name: 'Corrida de la gestión' })).toBeVisible();
  await expect(page.getByText(/Los correos salen desde/)).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Retirar corrida' }).click();
  await page.getByRole('textbox', { name: 'Razón' }).fill(razon);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Nada salió/)).toBeVisible();
});

test('a step says at its fields what is wrong with it', async ({ page }) => {
  await signIn(page, 'director', '/cobranza/gestion/pasos');
  await page.getByRole('link', { name: 'Editar «Convenio o abogado»' }).click();
  await page
    .getByRole('spinbutton', { name: 'Días después del corte' })
    .or(page.getByLabel('Días después del corte'))
    .first()
    .fill('0');
  const titulo = page.getByRole('textbox', { name: 'Título' });
  await titulo.fill('Lote : debe');
  await titulo.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5, 5));
  await page.getByRole('button', { name: 'Insertar dato en Título' }).click();
  await page.getByRole('menuitem', { name: 'Referencia del lote' }).click();
  await expect(titulo).toHaveValue('Lote {{referencia}}: debe');
  await titulo.fill('Lote {{casa}}');
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toBeFocused();
  await expect(page.getByText(/No existe el dato \{\{casa\}\}/).first()).toBeVisible();
  await expect(page.getByText('Escriba un número entero de 1 a 3650').first()).toBeVisible();
  await expectNoAxe(page);
});

test('what somebody said is typed on the lot, a promise stops the ladder, and is taken back', async ({ page }) => {
  await signIn(page, 'administrador', '/cobranza/gestion/por-hacer');
  await page.getByRole('table', { name: 'Promesas' }).getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'Gestión', exact: true })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Anotar' }).click();
  await page.getByLabel('Qué fue').click();
  await page.getByRole('option', { name: 'Promesa de pago' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Anotar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toBeFocused();
  const texto = `Paga con su quincena ${unique()}`;
  await page.getByLabel('Pagará el').first().fill('hoy');
  await page
    .getByRole('dialog')
    .getByLabel(/^Pagará\s*\*?$/)
    .fill('100');
  await page.getByLabel('Qué se dijo').fill(texto);
  await page.keyboard.press('Control+Enter');
  const row = page.getByRole('row').filter({ hasText: texto });
  await expect(row).toContainText('Vigente');
  await expectNoAxe(page);
  await row.getByRole('button', { name: /^Retirar/ }).click();
  await page.getByRole('textbox', { name: 'Razón' }).fill('Era de otro lote');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Retirado: Era de otro lote');
});

test('a letter that was told to be handed over by mistake waits again', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/gestion/por-hacer');
  const row = page.getByRole('table', { name: 'Cartas y tareas' }).getByRole('row').filter({ hasText: 'Carta en PDF' });
  const lote = await row.last().getByRole('link').textContent();
  const place = await row.last().getByRole('link').getAttribute('href');
  const resultado = `La recibió ${unique()}`;
  await row
    .last()
    .getByRole('button', { name: /^Dar por hecho/ })
    .click();
  await page.getByLabel('Qué resultó').fill(resultado);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await page.goto(place ?? '');
  const told = page.getByRole('row').filter({ hasText: resultado });
  await told.getByRole('button', { name: /^Dejar otra vez pendiente/ }).click();
  await page.getByRole('textbox', { name: 'Razón' }).fill('Era de otro lote');
  await expectNoAxe(page);
  await page.keyboard.press('Control+Enter');
  await expect(told).toHaveCount(0);
  await page.goto('/cobranza/gestion/por-hacer');
  await expect(row.filter({ hasText: lote ?? '' }).first()).toBeVisible();
});

test('whoever audits sees the figures of the ladder', async ({ page }) => {
  await signIn(page, 'consultor', '/reportes/gestion');
  await expect(page.getByRole('row').filter({ hasText: 'Carta formal' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Descargar PDF' })).toBeVisible();
  await expectNoAxe(page);
});
