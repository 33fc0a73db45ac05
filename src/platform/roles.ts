/**
 * The eight roles and the guard letters of the specification (document 000, section 2.1). Server and screens read this
 * one table, so that they cannot disagree. Why the letters mean these roles: docs/adr/0004-roles-behind-the-letters.md.
 */

export const ROLES = [
  { id: 1, name: 'ROLE_SUPERADMINISTRADOR' },
  { id: 2, name: 'ROLE_DIRECTOR' },
  { id: 3, name: 'ROLE_ADMINISTRADOR' },
  { id: 4, name: 'ROLE_CONSULTOR' },
  { id: 5, name: 'ROLE_PAGOS_COBRANZA' },
  { id: 6, name: 'ROLE_OBRAS' },
  { id: 7, name: 'ROLE_TAGS' },
  { id: 8, name: 'ROLE_SEGURIDAD' },
] as const;

export type RoleName = (typeof ROLES)[number]['name'];

export const SUPERADMIN: RoleName = 'ROLE_SUPERADMINISTRADOR';

/** The role of the gate staff: no side menu, and the access log is its whole product. */
export const ACCESS_ONLY: RoleName = 'ROLE_SEGURIDAD';

const LETTERS = {
  A: ['ROLE_SUPERADMINISTRADOR', 'ROLE_DIRECTOR'],
  B: ['ROLE_ADMINISTRADOR'],
  C: ['ROLE_PAGOS_COBRANZA'],
  D: ['ROLE_TAGS'],
  E: ['ROLE_OBRAS'],
  F: ['ROLE_CONSULTOR'],
  G: ['ROLE_SEGURIDAD'],
  H: ['ROLE_SUPERADMINISTRADOR'],
} as const satisfies Record<string, readonly RoleName[]>;

type May<Letter extends keyof typeof LETTERS> = Letter | '';

/** Guard letters in alphabetical order ('ABC'). */
type Letters = Exclude<`${May<'A'>}${May<'B'>}${May<'C'>}${May<'D'>}${May<'E'>}${May<'F'>}${May<'G'>}${May<'H'>}`, ''>;

/**
 * Who may: letters, 'PUBLIC' where no session is needed, 'SESION' where any will do and what is like it, 'DISPOSITIVO', or a
 * resident: by the link alone ('ENLACE'), or with the code as well ('RESIDENTE').
 */
export type Guard = Letters | 'PUBLIC' | 'SESION' | 'FACTOR' | 'ALTA' | 'DISPOSITIVO' | 'ENLACE' | 'RESIDENTE';

export const PUBLIC = 'PUBLIC';

/** For one's own session: whoever is signed in passes it, also with a role that a community added. */
export const SIGNED_IN = 'SESION';

/** For giving the second factor: as SIGNED_IN, and whoever has shown the password and owes the rest. */
export const SECOND_FACTOR = 'FACTOR';

/** For setting one up: as SIGNED_IN, and whoever has shown the password, owes a second factor and has none yet. */
export const SETTING_UP = 'ALTA';

const OF_ANY_ROLE: readonly Guard[] = [SIGNED_IN, SECOND_FACTOR, SETTING_UP];

/** What somebody owes who has shown the password alone: a code, or first of all setting a second factor up. */
export type Owed = 'codigo' | 'alta';

/** The guards that are passed while something is owed. No other is, whatever the role: to all else such a session is none. */
export function passesOwing(guard: Guard, owed: Owed): boolean {
  return guard === SECOND_FACTOR || (guard === SETTING_UP && owed === 'alta');
}

/** For the devices at the gate, which come with a key of their own in the place of a session; no role passes it. */
export const DEVICE = 'DISPOSITIVO';

/** For whoever has a resident's link, and only reads what it shows by itself; no role passes it. */
export const LINK = 'ENLACE';

/** For a resident whose device has shown the code that was sent to them; no role passes it. */
export const RESIDENT = 'RESIDENTE';

/** Whether an endpoint is the residents': they come with a session of their own, and it opens nothing else. */
export const isResidents = (guard: Guard): boolean => guard === LINK || guard === RESIDENT;

/** The role names behind a guard; [] for PUBLIC, DEVICE and what is the residents', all eight for SIGNED_IN and what is like it. */
export function rolesOf(guard: Guard): RoleName[] {
  if (guard === PUBLIC || guard === DEVICE || isResidents(guard)) return [];
  if (OF_ANY_ROLE.includes(guard)) return ROLES.map(({ name }) => name);
  const letters = [...guard] as (keyof typeof LETTERS)[];
  return [...new Set<RoleName>(letters.flatMap((letter) => LETTERS[letter]))];
}

/** Whether a signed-in role passes a guard. A role that no letter names passes none (but PUBLIC, and SIGNED_IN and what is like it). '' is nobody. */
export function passes(guard: Guard, role: string): boolean {
  return (
    guard === PUBLIC || (OF_ANY_ROLE.includes(guard) && role !== '') || (rolesOf(guard) as string[]).includes(role)
  );
}

/** 'ROLE_PAGOS_COBRANZA' → 'Pagos cobranza', for screens. */
export function roleLabel(name: string): string {
  const words = name
    .replace(/^ROLE_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
