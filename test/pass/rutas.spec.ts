/** Every route of the specification for every role, in both themes, with axe: a role and a part of the routes to a test. */
import type { Page } from '@playwright/test';
import { passes } from '../../src/platform/roles.ts';
import { type DemoUser, expect, expectNoAxe, follow, signIn, test } from '../e2e/fixtures.ts';
import { ROUTES } from '../e2e/routes.ts';

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

const CHUNK = 40;
const SCREEN = { width: 1280, height: 800 };
const TABLET = { width: 820, height: 1180 };
const NO_ROUTE = '/pagina-que-no-existe';
const NOT_FOUND = 'Página no encontrada';
/** Where the gate's role is led from the start page. */
const ACCESS_HOME = ROUTES.find(({ path, roles }) => path.includes('acceso') && passes(roles, USERS.seguridad))?.path;

/** Goes to an address within the page and waits for the router to be there: two screens may bear the same title. */
async function open(page: Page, address: string, ends = address): Promise<void> {
  await follow(page, address);
  await page.waitForFunction((path) => {
    interface Place {
      pathname: string;
    }
    const router = '__TSR_ROUTER__' as keyof typeof window;
    const { state } = window[router] as { state: { status: string; location: Place; resolvedLocation?: Place } };
    return state.status === 'idle' && state.location.pathname === path && state.resolvedLocation?.pathname === path;
  }, ends);
}

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const [user, role] of Object.entries(USERS) as [DemoUser, string][]) {
  for (let start = 0; start < ROUTES.length; start += CHUNK) {
    const chunk = ROUTES.slice(start, start + CHUNK);
    test(`${user}, routes ${start + 1} to ${start + chunk.length}: open or do not exist, without an axe finding`, async ({
      page,
    }) => {
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
            await open(page, address, led ? ACCESS_HOME : address);
            if (missing) await expect(title).toHaveText(NOT_FOUND);
            else await expect(title).not.toHaveText(NOT_FOUND);
            await expect(title).toBeVisible();
            await expect(page.getByText(/^(Cargando|Loading)/)).toHaveCount(0);
            await expectNoAxe(page);
            // A refused address shows one and the same screen.
            if (missing && path !== NO_ROUTE) return;
            await page.emulateMedia({ colorScheme: 'dark' });
            await expectNoAxe(page, ['color-contrast']);
            await page.setViewportSize(TABLET);
            expect(await sideways(page), 'sideways scroll on a tablet').toBeLessThanOrEqual(0);
            await page.setViewportSize(SCREEN);
            expect(await sideways(page), 'sideways scroll').toBeLessThanOrEqual(0);
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
