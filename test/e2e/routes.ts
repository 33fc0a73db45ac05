/** The specification's route table, with an address to visit for each row. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Guard } from '#platform/roles.ts';
import type { Screen } from '#platform/screen.ts';

export interface Route {
  /** As declared: '/operaciones/lote/{type_lote}'. */
  path: string;
  address: string;
  /** Guard letters. */
  roles: Guard;
}

const VALUES: Readonly<Record<string, string>> = { type_lote: 'habitacional', tipo: 'asociado', tablero: 'saldos' };

const routeOf = (path: string, roles: Guard): Route => ({
  path,
  address: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? '1'),
  roles,
});

const formOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');

export const ROUTES: readonly Route[] = readFileSync(new URL('../contract/routes.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .filter(([, , roles]) => roles !== 'PUBLIC')
  .map(([path = '', , roles = '']) => routeOf(path, roles as Guard));

const FEATURES = new URL('../../src/features/', import.meta.url);
const declared = await Promise.all(
  readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('web/screens.ts'))
    .map((file) => import(new URL(file, FEATURES).href) as Promise<Record<string, readonly Screen[]>>),
);

/** Our own screens, which the specification does not have. */
export const OWN_ROUTES: readonly Route[] = declared
  .flatMap((module) => Object.values(module).flat())
  .filter(({ path }) => !ROUTES.some((route) => formOf(route.path) === formOf(path)))
  .map(({ path, roles }) => routeOf(path, roles as Guard));
