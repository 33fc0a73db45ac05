/** Which screen an address opens, and whether: pure, from the screens' declarations. */
import { ACCESS_ONLY, passes } from '../roles.ts';
import type { Screen } from '../screen.ts';

export const SIGN_IN = '/sign-in';

export type Params = Readonly<Record<string, string>>;

export type Destination =
  | { is: 'screen'; screen: Screen; params: Params }
  | { is: 'sign-in' }
  /** No screen, or none for the role: both are 'any other path'. */
  | { is: 'missing' }
  | { is: 'redirect'; to: string };

export interface Routes {
  screens: readonly Screen[];
  /** The only page of the access-only role. */
  accessHome: string;
}

/** What its parts say, each decoded; undefined where one is no text. */
function partsOf(pathname: string): string[] | undefined {
  try {
    return pathname.replace(/\/+$/, '').split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

const isParam = (part: string): boolean => part.startsWith('{');

/** The parameters of a path that is a declared one; undefined where it is another. Letters' case makes no difference. */
function paramsOf(declared: readonly string[], given: readonly string[]): Params | undefined {
  if (declared.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of declared.entries()) {
    const value = given[at] ?? '';
    if (isParam(part) && value !== '') params[part.slice(1, -1)] = value;
    else if (part.toLowerCase() !== value.toLowerCase()) return undefined;
  }
  return params;
}

/** Words come before parameters: of two screens that an address fits, the one that names more of it. */
const rankOf = ({ path }: Screen): string =>
  path
    .split('/')
    .map((part) => (isParam(part) ? '1' : '0'))
    .join('');

/** @param role of whoever is signed in; null for nobody */
export function routesOf({ screens, accessHome }: Routes): (pathname: string, role: string | null) => Destination {
  const ranked = screens
    .map((screen) => ({ screen, rank: rankOf(screen), parts: screen.path.replace(/\/+$/, '').split('/') }))
    .toSorted((a, b) => a.rank.localeCompare(b.rank));
  return (pathname, role) => {
    if (pathname === SIGN_IN) return { is: 'sign-in' };
    if (role === null) return { is: 'redirect', to: SIGN_IN };
    const given = partsOf(pathname);
    for (const { screen, parts } of given ? ranked : []) {
      const params = paramsOf(parts, given ?? []);
      if (!params) continue;
      if (screen.path === '/' && role === ACCESS_ONLY) return { is: 'redirect', to: accessHome };
      return passes(screen.roles, role) ? { is: 'screen', screen, params } : { is: 'missing' };
    }
    return { is: 'missing' };
  };
}
