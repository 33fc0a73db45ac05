/** Who may manage which accounts; pure, so that server, form and tests share it. */
import { ROLES, SUPERADMIN } from '#platform/roles.ts';

/** Only a superadministrator sees, edits or appoints superadministrators. */
export function mayManage(actorRole: string, targetRole: string): boolean {
  return targetRole !== SUPERADMIN || actorRole === SUPERADMIN;
}

/** The eight roles of the product are fixed: guards name them. */
export function isFixedRole(id: number): boolean {
  return ROLES.some((role) => role.id === id);
}

export interface AccountChange {
  enabled: boolean;
  roleId: number;
}

/** Why a user may not change their own account in this way, or undefined when they may. */
export function selfChangeRefusal(before: AccountChange, after: AccountChange): string | undefined {
  if (!after.enabled) return 'No puede desactivar su propia cuenta. Pida a otro administrador que lo haga';
  if (after.roleId !== before.roleId) return 'No puede cambiar su propio rol. Pida a otro administrador que lo haga';
  return undefined;
}
