/** The router, made from the screen declarations: guards first, components when a screen is first opened. */
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { ACCESS_ONLY, passes } from '../roles.ts';
import type { Screen } from '../screen.ts';
import type { Session } from './session.ts';

export type ScreenComponent = FunctionComponent;

export interface RouterParts {
  screens: readonly Screen[];
  /** The only page of the access-only role. */
  accessHome: string;
  SignIn: ScreenComponent;
  Shell: ScreenComponent;
  NotFound: ScreenComponent;
  Loading: ScreenComponent;
  /** A screen that could not be loaded or drawn. */
  ScreenFailed: ScreenComponent;
  sessionOf: () => Session | null;
  history?: RouterHistory;
}

/** '/estado-cuenta/{id}' → '/estado-cuenta/$id'. */
export const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, '$$$1');

export function createAppRouter(parts: RouterParts) {
  const { screens, accessHome, SignIn, Shell, NotFound, Loading, ScreenFailed, sessionOf, history } = parts;

  const root = createRootRouteWithContext()({ component: Outlet, notFoundComponent: NotFound });

  const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignIn });

  const guarded = createRoute({
    getParentRoute: () => root,
    id: 'guarded',
    component: () => <Shell />,
    beforeLoad: () => {
      if (!sessionOf()) throw redirect({ to: '/sign-in', replace: true });
    },
  });

  const routes = screens.map((screen) => {
    const { load, path, roles } = screen;
    return createRoute({
      getParentRoute: () => guarded,
      path: routePath(path),
      beforeLoad: () => {
        const role = sessionOf()?.role ?? '';
        if (path === '/' && role === ACCESS_ONLY) throw redirect({ to: accessHome, replace: true });
        // For a role that may not open it a screen does not exist: it is 'any other path'.
        if (!passes(roles, role)) throw notFound();
      },
      component: lazyRouteComponent(load as () => Promise<{ default: ScreenComponent }>),
    });
  });

  /** Any other path: the not-found page for whoever is signed in, the sign-in page for whoever is not. */
  const anyOther = createRoute({
    getParentRoute: () => guarded,
    path: '$',
    beforeLoad: () => {
      throw notFound();
    },
  });

  return createRouter({
    // Plain text both ways: an address that people read, share and type has no quoted numbers in it.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).flatMap(([name, value]) =>
          value === undefined || value === null ? [] : [[name, String(value)]],
        ),
      ).toString();
      return text ? `?${text}` : '';
    },
    routeTree: root.addChildren([signIn, guarded.addChildren([...routes, anyOther])]),
    ...(history && { history }),
    defaultPendingComponent: Loading,
    defaultErrorComponent: ScreenFailed,
    defaultPendingMs: 150,
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
}
