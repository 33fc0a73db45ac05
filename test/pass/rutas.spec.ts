/**
 * Every route of the specification and of our own for every role, in both themes, with axe, at four widths: no page scrolls sideways, nothing
 * jumps while it opens, and what pays is in view. A role and a part of the routes to a test.
 */
import type { Page } from '@playwright/test';
import { passes } from '../../src/platform/roles.ts';
import {
  beyond,
  type DemoUser,
  expect,
  expectNoAxe,
  follow,
  SHIFT_MAX,
  shifted,
  signIn,
  test,
  watchShifts,
} from '../e2e/fixtures.ts';
import { OWN_ROUTES, ROUTES } from '../e2e/routes.ts';

const USERS: Record<DemoUser, string> = {
  superadmin: 'ROLE_SUPERADMINISTRADOR',
  director: 'ROLE_DIRECTOR',
  administrador: 'ROLE_ADMINISTRADOR',
  consultor: 'ROLE_CONSULTOR',
  cobranza: 'ROLE_PAGOS_COBRANZA',
  obras: 'ROLE_OBRAS',
  tags: 'ROLE_TAGS',
  seguridad: 'ROLE_SEGURIDAD',
};

const ALL = [...ROUTES, ...OWN_ROUTES];
const CHUNK = 40;
const SCREEN = { width: 1280, height: 800 };
const WIDTHS = [320, 390, 768, 1280];
const PAYS = /^\/(mantenimiento\/pagar\/|pagar)/;
const NO_ROUTE = '/pagina-que-no-existe';
const NOT_FOUND = 'Página no encontrada';
/** Where the gate's role is led from the start page. */
const ACCESS_HOME = ROUTES.find(({ path, roles }) => path.includes('acceso') && passes(roles, USERS.seguridad))?.path;

/** Goes to an address within the page and waits for its screen to be in sight: two screens may bear the same title. */
async function open(page: Page, address: string, ends = address): Promise<void> {
  await follow(page, address);
  await page.locator(`main[data-screen="${ends}"]`).waitFor();
}

for (const [user, role] of Object.entries(USERS) as [DemoUser, string][]) {
  for (let start = 0; start < ALL.length; start += CHUNK) {
    const chunk = ALL.slice(start, start + CHUNK);
    test(`${user}, routes ${start + 1} to ${start + chunk.length}: open or do not exist, without an axe finding`, async ({
      page,
    }) => {
      await page.addInitScript(watchShifts);
      await signIn(page, user, NO_ROUTE);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toHaveText(NOT_FOUND);
      const faults: string[] = [];
      for (const { path, address, roles } of chunk) {
        try {
          await test.step(address, async () => {
            const led = path === '/' && user === 'seguridad';
            const missing = path === NO_ROUTE || (!passes(roles, role) && !led);
            await page.emulateMedia({ colorScheme: 'light' });
            await shifted(page);
            await open(page, address, led ? ACCESS_HOME : address);
            if (missing) await expect(title).toHaveText(NOT_FOUND);
            else await expect(title).not.toHaveText(NOT_FOUND);
            await expect(title).toBeVisible();
            await expect(page.getByText(/^(Cargando|Loading)/)).toHaveCount(0);
            await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
            expect(await shifted(page), 'what jumped').toBeLessThan(SHIFT_MAX);
            const pay = page.getByRole('main').getByRole('button', { name: 'Pagar', exact: true });
            if (PAYS.test(path) && (await pay.count()) > 0) await expect(pay.first()).toBeInViewport({ ratio: 1 });
            await expectNoAxe(page);
            // A refused address shows one and the same screen.
            if (missing && path !== NO_ROUTE) return;
            await page.emulateMedia({ colorScheme: 'dark' });
            await expectNoAxe(page, ['color-contrast']);
            for (const width of WIDTHS) {
              await page.setViewportSize({ width, height: SCREEN.height });
              expect(await beyond(page), `sideways scroll at ${width}`).toEqual([]);
            }
          });
        } catch (error) {
          // The rest of the routes is looked at all the same.
          faults.push(`${address}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      expect(faults).toEqual([]);
    });
  }
}
