/** The end of a month: its list, the files of a closed one, and the report that its owners open. */
import { addMonths, firstDayOf, monthInWords, monthKey, monthOf, monthTitle } from '../../src/core/period.ts';
import { dayFromNow } from '../day.ts';
import { apiOf, expect, expectNoAxe, signIn, test } from './fixtures.ts';

/** The demo's closed month, and the one that follows it. */
const CLOSED = addMonths(monthOf(dayFromNow()), -2);
const NEXT = addMonths(CLOSED, 1);
const AT_CLOSED = `/reportes/fin-de-mes?mes=${firstDayOf(CLOSED)}`;

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the list tells what is missing and where, and closes nothing without a reason', async ({ page }) => {
      await signIn(page, 'director', '/reportes/fin-de-mes');
      const list = page.getByRole('main').getByRole('listitem');
      await expect(list).toHaveCount(9);
      await expect(page.getByText(`Lista de ${monthInWords(NEXT)}`)).toBeVisible();
      const reconciled = list.filter({ hasText: 'Cuentas conciliadas' });
      await expect(reconciled).toContainText('Sin conciliar');
      await expectNoAxe(page);
      await page.getByRole('button', { name: `Cerrar ${monthInWords(NEXT)}` }).click();
      const summary = page.getByRole('alert').filter({ hasText: 'Revise' });
      await expect(summary).toBeFocused();
      await expect(summary).toContainText('Cuentas conciliadas');
      await expectNoAxe(page);
      await reconciled.getByRole('textbox').fill('El banco no ha mandado su estado');
      // What was typed is there again after seeing to a point.
      await reconciled.getByRole('link', { name: 'Atender: Cuentas conciliadas' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Conciliación bancaria' })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`mes=${firstDayOf(NEXT)}`));
      await page.goBack();
      await expect(reconciled.getByRole('textbox')).toHaveValue('El banco no ha mandado su estado');
    });

    test('a closed month has its files, and tells who has the report', async ({ page }) => {
      await signIn(page, 'director', AT_CLOSED);
      await expect(page.getByText(`Cierre de ${monthInWords(CLOSED)}`)).toBeVisible();
      await expect(page.getByRole('table', { name: 'A quién se envió' })).toContainText('auditoria@despacho.example');
      await expect(page.getByRole('table', { name: 'Quién lo ha abierto' }).getByRole('row')).not.toHaveCount(1);
      await expect(page.getByText(/^\d+ de \d+$/)).toBeVisible();
      await expect(page.getByRole('table', { name: 'Lista con que se cerró' })).toContainText(
        'Las cuentas se concilian',
      );
      await expectNoAxe(page);
      const [zip] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Descargar ZIP' }).click(),
      ]);
      expect(zip.suggestedFilename()).toBe(`fin_de_mes_${monthKey(CLOSED)}.zip`);
      await page.getByRole('button', { name: 'Verificar' }).click();
      await expect(page.getByRole('dialog')).toContainText('byte por byte');
      await expectNoAxe(page);
    });
  });
}

test('a point leads to what it counts, of that month and before, and the days can be let go of', async ({ page }) => {
  await signIn(page, 'director', '/reportes/fin-de-mes');
  const point = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Egresos clasificados' });
  const counted = Number(/(\d+) salidas? por/.exec((await point.textContent()) ?? '')?.[1]);
  await point.getByRole('link', { name: 'Atender: Egresos clasificados' }).click();
  const list = page.getByRole('list', { name: 'Salidas' });
  await expect(list.getByRole('listitem')).toHaveCount(counted);
  await expectNoAxe(page);
  await page.getByRole('button', { name: /^Fecha Hasta / }).click();
  await page.getByRole('menuitemradio', { name: 'Todas' }).click();
  await expect(list.getByRole('listitem')).not.toHaveCount(counted);
  await expect(page.getByRole('button', { name: /^Fecha/ })).toHaveCount(0);
});

test('who only reads sees closed months alone, and changes nothing', async ({ page }) => {
  await signIn(page, 'consultor', '/reportes/fin-de-mes');
  await expect(page.getByRole('combobox', { name: 'Mes' })).toHaveValue(monthTitle(CLOSED));
  await expect(page.getByRole('button', { name: 'Descargar ZIP' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar a los propietarios' })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Quién lo ha abierto' })).toHaveCount(0);
});

test('who has the report is a line each on a tablet', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await signIn(page, 'director', AT_CLOSED);
  const rows = page.getByRole('table', { name: 'Quién lo ha abierto' }).locator('tbody tr[data-index]');
  await expect(rows.first()).toBeVisible();
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(48);
});

test('an owner opens the report by the link of the letter', async ({ page }) => {
  await signIn(page, 'director');
  const api = await apiOf(page);
  const params = `${CLOSED.year}/${CLOSED.mes}`;
  const before = await api(`/finmes/get/${params}`);
  const list = await api(`/finmes/informe/aperturas/${before.periodo.id}`);
  const unopened = list.find((one: { abierto: string | null }) => one.abierto === null);
  const { content } = await api(`/correosaliente/allpaginable?page=0&size=10&q=${encodeURIComponent(unopened.correo)}`);
  const letter = await api(`/correosaliente/get/${content[0].id}`);
  const [, link] = /href="[^"]*(\/api\/v1\/informe\/[\w-]{43})"/.exec(letter.html) ?? [];
  const opened = await page.request.get(link ?? '');
  expect(opened.headers()['content-type']).toBe('application/pdf');
  expect((await api(`/finmes/get/${params}`)).abiertas).toBe(before.abiertas + 1);
});
