/** Every pair of route and role through the real router, in this process: the table is the specification's. */
import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import routes from '../test/contract/routes.tsv?raw';
import { CLASES_PENDIENTES, pendientesOf } from './features/inicio/pendientes.ts';
import { REPORTES } from './libro/reportes/filtros.ts';
import { SCREENS, SECTIONS } from './navigation.ts';
import { type Guard, passes, ROLES } from './platform/roles.ts';
import { cardsFor, isInMenu, matchesPath, screen } from './platform/screen.ts';
import { createAppRouter } from './platform/web/router.tsx';

const rows = routes
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [path = '', title = '', roles = ''] = line.split('\t');
    return { path, title, roles: roles as Guard };
  });

const MISSING = '/pagina-que-no-existe';
const Nothing = () => null;
const load = async () => ({ default: Nothing });
const screens = [...SCREENS, ...SECTIONS].map(({ path, title, roles }) => screen({ path, title, roles, load }));

async function visit(path: string, role: string | null) {
  const router = createAppRouter({
    screens,
    accessHome: '/admin/accesos',
    SignIn: Nothing,
    Shell: Nothing,
    NotFound: Nothing,
    Loading: Nothing,
    ScreenFailed: Nothing,
    sessionOf: () => (role === null ? null : { access_token: 't', role, username: 'u' }),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  // Without a window the router tells what it would answer: a redirect, or a page and its status.
  const result = router._serverResult;
  if (result?.type === 'redirect') return { pathname: String(result.redirect.options.to), missing: false };
  return { pathname: router.state.location.pathname, missing: result?.status === 404 };
}

const addressOf = (path: string) =>
  path
    .replace('{type_lote}', 'habitacional')
    .replace('{tipo}', 'asociado')
    .replaceAll(/\{\w+\}/g, '7');

describe('the route table', () => {
  it('has the 156 rows of the specification, each declared once with its guard', () => {
    expect(rows).toHaveLength(156);
    const paths = screens.map((declared) => declared.path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const { path, roles } of rows) {
      if (path === '/sign-in' || path === MISSING) continue;
      const declared = screens.find((candidate) => candidate.path === path);
      expect(declared?.roles, path).toBe(roles);
    }
  });

  it('sends whoever is not signed in to the sign-in page, from every path', async () => {
    for (const { path } of rows) {
      expect(await visit(addressOf(path), null), path).toMatchObject({ pathname: '/sign-in' });
    }
  });

  it.each(ROLES.map((role) => role.name))('opens to %s exactly its screens', async (role) => {
    for (const { path, roles } of rows) {
      if (path === '/sign-in') continue;
      const address = addressOf(path);
      const { pathname, missing } = await visit(address, role);
      if (path === '/' && role === 'ROLE_SEGURIDAD') {
        expect(pathname).toBe('/admin/accesos');
        continue;
      }
      expect(pathname, path).toBe(address);
      expect(missing, `${path} for ${role}`).toBe(path === MISSING || !passes(roles, role));
    }
  });
});

describe('the menus', () => {
  const guardOf = (to: string) => screens.find(({ path }) => matchesPath(path, to))?.roles;

  it.each(ROLES.map((role) => role.name))('name no section to %s that it finds nothing in', (role) => {
    for (const section of SECTIONS.filter(({ menuRoles }) => passes(menuRoles, role)))
      expect(cardsFor(section, role, guardOf), section.path).not.toEqual([]);
  });

  it('leave out a section that nothing is left of', () => {
    const links = [{ label: 'Usuarios', to: '/admin/usuario' }];
    const section = { path: '/x', title: 'X', roles: 'AF', menuRoles: 'AF', cards: [{ title: 'Y', links }] } as const;
    expect(isInMenu(section, 'ROLE_DIRECTOR', guardOf)).toBe(true);
    expect(isInMenu(section, 'ROLE_CONSULTOR', guardOf)).toBe(false);
    expect(isInMenu(section, 'ROLE_OBRAS', guardOf)).toBe(false);
  });
});

it('what waits on the home is told to who may open where it leads', () => {
  const screenOf: Record<string, string> = {
    factura_rechazada: '/factura/{id}',
    factura_por_rehacer: '/cobranza/factura-global',
    alerta: '/alerta/{id}',
    turno_anterior: '/cobranza/turnos',
    turno_hoy: '/cobranza/turnos/{id}',
    deposito: '/cobranza/depositos',
    complemento: '/cobranza/complementos-pendientes',
    factura_pendiente: '/cobranza/facturas',
    moroso: '/reportes/pagos-atrasados',
    excepcion: '/reportes/excepciones',
    reporte_fallido: '/reportes/envios',
    reserva: '/admin/amenidad/ver-reserva',
    orden_creada: '/admin/ordenescompra',
    orden_parcial: '/admin/ordenescompra',
  };
  for (const clase of CLASES_PENDIENTES) {
    const screen = SCREENS.find(({ path }) => path === screenOf[clase]);
    const may = [
      'ROLE_DIRECTOR',
      'ROLE_ADMINISTRADOR',
      'ROLE_PAGOS_COBRANZA',
      'ROLE_TAGS',
      'ROLE_OBRAS',
      'ROLE_CONSULTOR',
    ];
    expect([clase, may.filter((role) => pendientesOf(role).includes(clase))]).toEqual([
      clase,
      may.filter((role) => passes(screen?.roles ?? 'H', role)),
    ]);
  }
});

describe('the section of the reports', () => {
  /** Charts, what is mailed, and what has files of its own: the inboxes to look at, the budget, what banks say. */
  const OTHERS = [
    '/reportes/dashboard',
    '/reportes/tableros/{tablero}',
    '/reportes/envios',
    '/reportes/depositos',
    '/reportes/egresos',
    '/reportes/presupuesto',
    '/reportes/conciliacion-bancaria',
  ];
  const declared = Object.values(REPORTES).map(({ ruta, roles }) => ({ path: ruta as string, roles }));

  it('has no screen that is not declared as a report, and each is for the roles of its screen', () => {
    const named = ({ path, roles }: { path: string; roles: Guard }) => `${path} ${roles}`;
    const ofSection = ({ path }: { path: string }) => path.startsWith('/reportes/') && !OTHERS.includes(path);
    expect(declared.filter(ofSection).map(named).toSorted()).toEqual(SCREENS.filter(ofSection).map(named).toSorted());
    for (const report of declared) expect(SCREENS.map(named)).toContain(named(report));
  });

  it('has no link that leads elsewhere', () => {
    const known = [...declared.map(({ path }) => path), ...OTHERS];
    const links = SECTIONS.find(({ path }) => path === '/reportes')?.cards.flatMap((card) => card.links) ?? [];
    expect(links.length).toBeGreaterThan(10);
    for (const { to } of links) expect(known).toContain(to.replace(/(?<=^\/reportes\/tableros\/).+/, '{tablero}'));
  });
});
