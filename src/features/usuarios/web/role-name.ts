import { roleLabel } from '#platform/roles.ts';

/** A role's name for people: 'ROLE_PAGOS_COBRANZA' → 'Pagos cobranza'. A name that a person chose stays as written. */
export function readableRole(name: string): string {
  return name.startsWith('ROLE_') ? roleLabel(name) : name;
}

export const FIXED_ROLE_REASON = 'Los ocho roles del producto no se pueden renombrar';
