import { passes } from '../../src/platform/roles.ts';
import { type DemoUser, expect, expectNoAxe, signIn, test } from '../e2e/fixtures.ts';
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

for (const [user, role] of Object.entries(USERS) as [DemoUser, string][]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${user}, ${colorScheme}: every route opens or does not exist, without an axe finding`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await signIn(page, user);
      for (const { path, address, roles } of ROUTES) {
        await test.step(address, async () => {
          await page.goto(address);
          const title = page.getByRole('heading', { level: 1 });
          await expect(title).toBeVisible();
          const missing =
            path === '/pagina-que-no-existe' || (!passes(roles, role) && !(path === '/' && user === 'seguridad'));
          if (missing) await expect(title).toHaveText('Página no encontrada');
          else await expect(title).not.toHaveText('Página no encontrada');
          await expect(page.getByText('Cargando…')).toHaveCount(0);
          await expectNoAxe(page);
        });
      }
    });
  }
}
