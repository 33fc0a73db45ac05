/**
 * The router: the address in the browser's history, and the screen that it opens, loaded when first opened. A screen stays
 * until the next one is there. Source: docs/adr/0046-own-router.md.
 */
import { createBrowserHistory, type HistoryLocation, type RouterHistory } from '@tanstack/history';
import {
  createContext,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Screen } from '../screen.ts';
import { Boundary } from './kit/boundary.tsx';
import { loading } from './kit/loading.ts';
import { Places } from './places.ts';
import { type Destination, type Routes, routesOf } from './routes.ts';
import type { Session } from './session.ts';

export type ScreenComponent = FunctionComponent;

export interface RouterParts extends Routes {
  SignIn: ScreenComponent;
  /** The frame of every screen. */
  Shell: FunctionComponent<{ children: ReactNode }>;
  NotFound: ScreenComponent;
  Loading: ScreenComponent;
  /** A screen that could not be loaded or drawn. */
  ScreenFailed: ScreenComponent;
  sessionOf: () => Session | null;
}

export interface NavigateOptions {
  /** In the place of the present step of the history. */
  replace?: boolean;
  /** What the history keeps with the step. */
  state?: object;
  /** Stays where it is on the page. */
  keepScroll?: boolean;
}

/** What is in sight. */
interface Shown {
  location: HistoryLocation;
  destination: Destination;
  /** Of a screen, once it was loaded. */
  Loaded?: ScreenComponent | undefined;
  failed?: boolean;
}

/** How long the screen before stays in sight without a sign that another is on its way. */
const PENDING_MS = 150;
const keyOf = ({ state }: HistoryLocation): string => state.__TSR_key ?? '';

let isForNewTab = false;

/** What `act` goes to at once is opened in a new tab, as a link is by the same click. */
export function inNewTab(act: () => void): void {
  isForNewTab = true;
  try {
    act();
  } finally {
    isForNewTab = false;
  }
}

export class AppRouter {
  readonly history: RouterHistory = createBrowserHistory();
  readonly parts: RouterParts;
  readonly #find: ReturnType<typeof routesOf>;
  readonly #loaded = new Map<Screen, ScreenComponent>();
  readonly #loading = new Map<Screen, Promise<ScreenComponent | undefined>>();
  readonly #listeners = new Set<() => void>();
  readonly #places = new Places();
  #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown: Shown;
  #location: HistoryLocation;
  #opening = false;
  /** Where the page is to stand once what is opened is drawn: where it does, at its top, or as it did at this step. */
  #stands: 'here' | 'top' | 'before' = 'before';
  #keepScroll = false;
  /** The address that was asked for in this turn. */
  #intended: string | undefined;

  constructor(parts: RouterParts) {
    this.parts = parts;
    this.#find = routesOf(parts);
    this.#location = this.history.location;
    this.#shown = { location: this.#location, destination: { is: 'redirect', to: '' } };
    addEventListener('pagehide', () => this.#places.keep(keyOf(this.#location)));
    this.history.subscribe(({ action }) => this.#moved(action.type));
    this.#open();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly shown = (): Shown => this.#shown;
  /** The address; what it opens may still be on its way. */
  readonly location = (): HistoryLocation => this.#location;
  readonly isOpening = (): boolean => this.#opening;

  /** Goes to an address, with its query; done once its screen is there. */
  readonly navigate = (to: string, { replace, state, keepScroll = false }: NavigateOptions = {}): Promise<void> => {
    if (isForNewTab) {
      open(to, '_blank', 'noopener');
      return Promise.resolve();
    }
    this.#keepScroll = keepScroll;
    this.#intended = to;
    // A step that is held back is not taken by then.
    setTimeout(() => {
      this.#intended = undefined;
    });
    if (replace || to === this.#location.href) this.history.replace(to, state);
    else this.history.push(to, state);
    // A guard of unsaved changes may ask first: then nothing is on its way, and nobody is kept waiting.
    return new Promise((resolve) => {
      queueMicrotask(() => (this.#opening ? this.#waiting.push(resolve) : resolve()));
    });
  };

  /** Changes parameters of the query; undefined takes one away. */
  setSearch(changes: Readonly<Record<string, string | undefined>>, options: NavigateOptions): void {
    // Another screen is on its way: what this one still says is not of its address.
    if (this.#shown.location.pathname !== this.#location.pathname) return;
    // Where a guard looks first, the step before is still on its way: two changes at once are one address.
    const { pathname, search, hash } = new URL(this.#intended ?? this.history.location.href, location.origin);
    const query = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) query.delete(name);
      else query.set(name, value);
    }
    const text = query.toString();
    void this.navigate(`${pathname}${text === '' ? '' : `?${text}`}${hash}`, { ...options, keepScroll: true });
  }

  /** Loads the screen of an address before somebody opens it. */
  preload(to: string): void {
    if (!navigator.onLine) return;
    const destination = this.#destinationOf(to.split('?', 1)[0] ?? '');
    if (destination.is === 'screen') void this.#load(destination.screen);
  }

  /** Puts the page where it belongs once what was opened is drawn. */
  drawn(): void {
    if (this.#opening) return;
    const stands = this.#stands;
    this.#stands = 'here';
    if (stands === 'top') this.#places.begin();
    else if (stands === 'before') this.#places.find(keyOf(this.#location));
  }

  #destinationOf(pathname: string): Destination {
    return this.#find(pathname, this.parts.sessionOf()?.role ?? null);
  }

  #moved(type: string): void {
    const { location } = this.history;
    if (keyOf(location) === keyOf(this.#location)) return;
    this.#places.keep(keyOf(this.#location));
    const onward = type === 'PUSH' || type === 'REPLACE';
    this.#location = location;
    if (!onward) this.#stands = 'before';
    else if (!this.#keepScroll) this.#stands = 'top';
    this.#keepScroll = false;
    this.#open();
  }

  #open(): void {
    const location = this.#location;
    const destination = this.#destinationOf(location.pathname);
    clearTimeout(this.#timer);
    if (destination.is === 'redirect') {
      // Told of only once: what was asked for is never in sight.
      this.#opening = true;
      queueMicrotask(() => location === this.#location && void this.navigate(destination.to, { replace: true }));
      return;
    }
    if (destination.is !== 'screen') {
      this.#show({ location, destination });
      return;
    }
    const { screen } = destination;
    const Loaded = this.#loaded.get(screen);
    if (Loaded) {
      this.#show({ location, destination, Loaded });
      return;
    }
    this.#opening = true;
    this.#timer = setTimeout(() => this.#set({ location, destination }), PENDING_MS);
    this.#tell();
    void this.#load(screen).then((Now) => {
      if (location === this.#location) this.#show({ location, destination, Loaded: Now, failed: !Now });
    });
  }

  #load(screen: Screen): Promise<ScreenComponent | undefined> {
    const under = this.#loading.get(screen);
    if (under) return under;
    const underWay = loading(screen.load).then(
      ({ default: Loaded }) => {
        this.#loaded.set(screen, Loaded as ScreenComponent);
        return Loaded as ScreenComponent;
      },
      () => {
        // The next who opens it asks again.
        this.#loading.delete(screen);
        return undefined;
      },
    );
    this.#loading.set(screen, underWay);
    return underWay;
  }

  #show(shown: Shown): void {
    clearTimeout(this.#timer);
    this.#opening = false;
    this.#set(shown);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const done of waiting) done();
  }

  #set(shown: Shown): void {
    this.#shown = shown;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const RouterContext = createContext<AppRouter | undefined>(undefined);

export function useRouter(): AppRouter {
  const router = use(RouterContext);
  if (!router) throw new Error('outside of the router');
  return router;
}

/** The path of what is in sight. */
export const useShownPath = (): string => useShown().location.pathname;

/** The screen in sight; undefined where the address opens none. */
export function useShownScreen(): Screen | undefined {
  const { destination } = useShown();
  return destination.is === 'screen' ? destination.screen : undefined;
}

function useShown(): Shown {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.shown);
}

/** The address; what it opens may still be on its way. */
export function useLocation(): HistoryLocation {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.location);
}

export function useIsOpening(): boolean {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.isOpening);
}

/** What the path of the screen in sight says for its parameters; `K` names those that it always has. */
export function useParams<K extends string = never>(): Readonly<
  Record<K, string> & Record<string, string | undefined>
> {
  const { destination } = useShown();
  return (destination.is === 'screen' ? destination.params : {}) as Record<K, string> &
    Record<string, string | undefined>;
}

/** One parameter of the query of the screen in sight; undefined where it has none. */
export function useSearchParam(name: string): string | undefined {
  const router = useRouter();
  const read = () => new URLSearchParams(router.shown().location.search).get(name) ?? undefined;
  return useSyncExternalStore(router.subscribe, read);
}

/** Several of them as one text, which is the same while they are. */
export function useSearchText(names: readonly string[]): string {
  const router = useRouter();
  const read = () => {
    const query = new URLSearchParams(router.shown().location.search);
    return JSON.stringify(names.map((name) => query.get(name)));
  };
  return useSyncExternalStore(router.subscribe, read);
}

export function useNavigate(): AppRouter['navigate'] {
  return useRouter().navigate;
}

export function Navigate({ to }: { to: string }) {
  const router = useRouter();
  useEffect(() => void router.navigate(to, { replace: true }), [router, to]);
  return null;
}

interface Blocking {
  /** Whether somebody is asked before this step is taken. */
  shouldBlock: (from: HistoryLocation, to: HistoryLocation) => boolean;
  /** Whether the browser asks before the page is left or closed. */
  beforeUnload: () => boolean;
}

/** Holds a step back until it is answered; undefined while there is none. */
export function useBlocker(blocking: Blocking): { answer: (leave: boolean) => void } | undefined {
  const { history } = useRouter();
  const [asked, setAsked] = useState<{ answer: (leave: boolean) => void }>();
  const latest = useRef(blocking);
  useLayoutEffect(() => {
    latest.current = blocking;
  });
  useEffect(
    () =>
      history.block({
        blockerFn: async ({ currentLocation, nextLocation }) => {
          if (!latest.current.shouldBlock(currentLocation, nextLocation)) return false;
          const leave = await new Promise<boolean>((answer) => setAsked({ answer }));
          setAsked(undefined);
          return !leave;
        },
        enableBeforeUnload: () => latest.current.beforeUnload(),
      }),
    [history],
  );
  return asked;
}

function Screens() {
  const router = useRouter();
  const { SignIn, Shell, NotFound, Loading, ScreenFailed } = router.parts;
  const shown = useShown();
  const { location, destination, Loaded, failed } = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else was drawn
  useLayoutEffect(() => router.drawn(), [router, shown]);
  if (destination.is === 'redirect') return null;
  if (destination.is === 'sign-in') return <SignIn />;
  const content = Loaded ? (
    <Suspense fallback={<Loading />}>
      <Loaded />
    </Suspense>
  ) : (
    <Loading />
  );
  return (
    <Shell>
      <Boundary of={location.pathname} failed={<ScreenFailed />}>
        {destination.is === 'missing' ? <NotFound /> : failed ? <ScreenFailed /> : content}
      </Boundary>
    </Shell>
  );
}

export function RouterProvider({ router }: { router: AppRouter }) {
  return (
    <RouterContext value={router}>
      <Screens />
    </RouterContext>
  );
}
