/** One real visit per route of the specification, with axe in both themes; the pairs of route and role are in router.test.ts. */
import { readFileSync } from 'node:fs';
import { type DemoUser, expect, expectNoAxe, signIn, test } from './fixtures.ts';

const OPENS: Record<string, DemoUser> = { A: 'superadmin', H: 'superadmin' };

const routes = readFileSync(new URL('../contract/routes.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .filter(([, , roles]) => roles !== 'PUBLIC')
  .map(([path = '', , roles = '']) => ({
    address: path
      .replace('{type_lote}', 'habitacional')
      .replace('{tipo}', 'asociado')
      .replaceAll(/\{\w+\}/g, '1'),
    user: OPENS[roles[0] ?? ''] ?? 'superadmin',
  }));

const CHUNK = 20;

for (let start = 0; start < routes.length; start += CHUNK) {
  const chunk = routes.slice(start, start + CHUNK);
  test(`routes ${start + 1} to ${start + chunk.length} open, without an axe finding`, async ({ page }) => {
    test.setTimeout(150_000);
    await signIn(page, 'superadmin');
    for (const { address } of chunk) {
      await test.step(address, async () => {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(address);
        const title = page.getByRole('heading', { level: 1 });
        await expect(title).toBeVisible();
        if (address === '/pagina-que-no-existe') await expect(title).toHaveText('Página no encontrada');
        else await expect(title).not.toHaveText('Página no encontrada');
        await expect(page.locator('[aria-busy="true"], [role="status"]:has-text("Cargando")')).toHaveCount(0);
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(sideways).toBeLessThanOrEqual(0);
        await expectNoAxe(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        await expectNoAxe(page);
      });
    }
  });
}
