/** The specification's route table, with an address to visit for each row. */
import { readFileSync } from 'node:fs';
import type { Guard } from '#platform/roles.ts';

export interface Route {
  /** As declared: '/operaciones/lote/{type_lote}'. */
  path: string;
  address: string;
  /** Guard letters. */
  roles: Guard;
}

export const ROUTES: readonly Route[] = readFileSync(new URL('../contract/routes.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .filter(([, , roles]) => roles !== 'PUBLIC')
  .map(([path = '', , roles = '']) => ({
    path,
    address: path
      .replace('{type_lote}', 'habitacional')
      .replace('{tipo}', 'asociado')
      .replaceAll(/\{\w+\}/g, '1'),
    roles: roles as Guard,
  }));
