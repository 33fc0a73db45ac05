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

/** Where the last one would go, or another role be given to him. */
export const NO_SUPERADMIN_LEFT = 'Debe quedar al menos un superadministrador activo. Dé antes ese rol a otra persona';

/** Why a user may not change their own account in this way, or undefined when they may. */
export function selfChangeRefusal(before: AccountChange, after: AccountChange): string | undefined {
  if (!after.enabled) return 'No puede desactivar su propia cuenta. Pida a otro administrador que lo haga';
  if (after.roleId !== before.roleId) return 'No puede cambiar su propio rol. Pida a otro administrador que lo haga';
  return undefined;
}

/** How far back it is told what somebody who leaves did. */
export const DIAS_DE_ACTOS = 30;

/** What somebody who leaves has, counted. */
export interface Tiene {
  sesiones: number;
  equipos: number;
  factor: boolean;
  /** Their accounts of other communities. */
  unidas: number;
  codigos: number;
  vistas: number;
  envios: number;
  /** Reports and closings that are mailed to them. */
  recibe: number;
}

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];

/** What ends with somebody's leaving, in words. */
export function terminaEn({ sesiones, equipos, factor, unidas, codigos }: Tiene): string[] {
  return [
    'su contraseña',
    ...counted(sesiones, 'sesión abierta', 'sesiones abiertas'),
    ...counted(equipos, 'equipo conocido', 'equipos conocidos'),
    ...(factor ? ['su segundo factor y sus códigos de recuperación'] : []),
    ...counted(unidas, 'unión con su cuenta de otra comunidad', 'uniones con sus cuentas de otras comunidades'),
    ...counted(codigos, 'código de autorización', 'códigos de autorización'),
  ];
}

/** What somebody else goes on with, in words. */
export function entregaDe({ vistas, envios, recibe }: Tiene): string[] {
  return [
    ...counted(vistas, 'vista de reporte', 'vistas de reportes'),
    ...counted(envios, 'envío mensual que hizo', 'envíos mensuales que hizo'),
    ...counted(recibe, 'correo mensual que recibe', 'correos mensuales que recibe'),
  ];
}
