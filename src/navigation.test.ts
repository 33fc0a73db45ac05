/** Every pair of route and role through the real router, in this process: the table is the specification's. */
import { describe, expect, it } from 'vitest';
import routes from '../test/contract/routes.tsv?raw';
import { CLASES_PENDIENTES, pendientesOf } from './features/inicio/pendientes.ts';
import { REPORTES } from './libro/reportes/filtros.ts';
import { SCREENS, SECTIONS } from './navigation.ts';
import { type Guard, passes, ROLES } from './platform/roles.ts';
import { cardsFor, isInMenu, screen, screenFinder } from './platform/screen.ts';
import { routesOf } from './platform/web/routes.ts';

const rows = routes
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [path = '', title = '', roles = ''] = line.split('\t');
    return { path, title, roles: roles as Guard };
  });

const MISSING = '/pagina-que-no-existe';
const load = async () => ({ default: () => null });
const screens = [...SCREENS, ...SECTIONS].map(({ path, title, roles }) => screen({ path, title, roles, load }));
const destinationOf = routesOf({ screens, accessHome: '/admin/accesos' });

function visit(path: string, role: string | null) {
  const found = destinationOf(path, role);
  return { pathname: found.is === 'redirect' ? found.to : path, missing: found.is === 'missing' };
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

  it('sends whoever is not signed in to the sign-in page, from every path', () => {
    for (const { path } of rows) {
      expect(visit(addressOf(path), null), path).toMatchObject({ pathname: '/sign-in' });
    }
  });

  it.each(ROLES.map((role) => role.name))('opens to %s exactly its screens', (role) => {
    for (const { path, roles } of rows) {
      if (path === '/sign-in') continue;
      const address = addressOf(path);
      const { pathname, missing } = visit(address, role);
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
  const screenOf = screenFinder(screens);
  const guardOf = (to: string) => screenOf(to)?.roles;

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
    convenio_vence: '/cobranza/convenios',
    convenio_roto: '/cobranza/convenios/{id}',
    turno_anterior: '/cobranza/turnos',
    turno_hoy: '/cobranza/turnos/{id}',
    deposito: '/cobranza/depositos',
    por_identificar: '/cobranza/depositos',
    complemento: '/cobranza/complementos-pendientes',
    factura_pendiente: '/cobranza/facturas',
    gestion_promesa: '/cobranza/gestion/por-hacer',
    gestion_propuesta: '/cobranza/gestion',
    gestion_tarea: '/cobranza/gestion/por-hacer',
    expediente: '/cobranza/expedientes',
    moroso: '/reportes/pagos-atrasados',
    excepcion: '/reportes/excepciones',
    reporte_fallido: '/reportes/envios',
    privacidad: '/cobranza/privacidad',
    solicitud: '/cobranza/solicitudes',
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
  /**
   * Charts, what is mailed, and what has files of its own: the inboxes to look at, the budget, what banks say, a month's end, the
   * accountant's entries, balances of the system before, privacy requests, agreements, packets.
   */
  const OTHERS = [
    '/reportes/dashboard',
    '/reportes/tableros/{tablero}',
    '/reportes/envios',
    '/reportes/depositos',
    '/reportes/egresos',
    '/reportes/presupuesto',
    '/reportes/conciliacion-bancaria',
    '/reportes/fin-de-mes',
    '/reportes/contabilidad',
    '/reportes/contabilidad/poliza',
    '/reportes/sistema-anterior',
    '/reportes/privacidad',
    '/reportes/solicitudes',
    '/reportes/convenios',
    '/reportes/expedientes',
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
