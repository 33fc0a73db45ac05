/** One visit per route of the specification, with axe, in one theme after the other; the pairs of route and role are in navigation.test.ts. */
import type { Page } from '@playwright/test';
import { expect, expectNoAxe, follow, signIn, test } from './fixtures.ts';
import { ROUTES } from './routes.ts';

const CHUNK = 20;
/** One component draws every catalogue: axe looks at the one with the most fields. `npm run pass` looks at all. */
const ANOTHER_CATALOGUE = /^\/catalogos\/(?!caja)/;

const NOT_FOUND = 'Página no encontrada';

/** The fields of one value that do not mark it when they get the focus, whatever they are made of. */
const unmarked = (page: Page) =>
  page.evaluate(() => {
    const kinds = ['inputmode=decimal', 'inputmode=numeric', 'role=combobox', 'placeholder^=DD-MM', 'placeholder^=MM'];
    const fields = document.querySelectorAll<HTMLInputElement>(kinds.map((kind) => `main input[${kind}]`).join());
    return [...fields]
      .filter(({ value, disabled, readOnly }) => value !== '' && !disabled && !readOnly)
      .filter((field) => {
        field.blur();
        field.focus();
        const { selectionStart, selectionEnd, value } = field;
        field.blur();
        return selectionStart !== 0 || selectionEnd !== value.length;
      })
      .map(({ outerHTML }) => outerHTML);
  });

for (let start = 0; start < ROUTES.length; start += CHUNK) {
  const chunk = ROUTES.slice(start, start + CHUNK);
  test(`routes ${start + 1} to ${start + chunk.length} open, without an axe finding`, async ({ page }) => {
    test.setTimeout(150_000);
    await signIn(page, 'superadmin', '/');
    for (const [index, { path, address }] of chunk.entries()) {
      await test.step(address, async () => {
        // One theme each, in turn: `npm run pass` looks at every route in both.
        await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'light' : 'dark' });
        const title = page.getByRole('heading', { level: 1 });
        // Within the page, by way of an address that nothing has: what is seen next is not the screen before.
        await follow(page, '/pagina-que-no-existe');
        await expect(title).toHaveText(NOT_FOUND);
        await follow(page, address);
        if (path !== '/pagina-que-no-existe') await expect(title).not.toHaveText(NOT_FOUND);
        await expect(title).toBeVisible();
        await expect(page.getByText('Cargando…')).toHaveCount(0);
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(sideways).toBeLessThanOrEqual(0);
        if (!ANOTHER_CATALOGUE.test(path)) await expectNoAxe(page);
        expect(await unmarked(page)).toEqual([]);
      });
    }
  });
}
