/** The accounts of the demo community, and the one account that a production community starts with. */

import { ROLES } from '#platform/roles.ts';
import type { Tx } from '#platform/server/db.ts';
import { type Caller, hashPassword } from '#platform/server/password.ts';

export interface DemoAccount {
  username: string;
  role: string;
  name: string;
  last_name: string;
  email: string;
}

export const DEMO_PASSWORD = 'Demo-2026-porton';

/** Nobody waits behind an installation. */
const INSTALLER: Caller = { known: true, account: '' };

const roleId = (name: string): number => ROLES.find((role) => role.name === name)?.id ?? 4;

/** One account per role, all with the demo password. */
export async function loadDemoUsers(tx: Tx, accounts: readonly DemoAccount[]): Promise<void> {
  for (const { role, ...account } of accounts) {
    const password_hash = await hashPassword(DEMO_PASSWORD, INSTALLER);
    await tx
      .insertInto('usuario')
      .values({ ...account, role_id: roleId(role), password_hash })
      .execute();
  }
}

/** The superadministrator of a production community; there is no account but this one. */
export async function createSuperadmin(tx: Tx, password: string): Promise<void> {
  await tx
    .insertInto('usuario')
    .values({
      username: 'superadmin',
      name: 'Super',
      last_name: 'Administrador',
      email: 'superadmin@comunidad.invalid',
      role_id: roleId('ROLE_SUPERADMINISTRADOR'),
      password_hash: await hashPassword(password, INSTALLER),
    })
    .execute();
}
