/** The session of the page: the whole login answer, kept in the browser's storage until sign-out. */
import { abandonTyped, anythingTyped } from './kit/form/unsaved.ts';
import { kept, keptInTab } from './kit/kept.ts';
import { createStore } from './kit/store.ts';

export interface Session {
  access_token: string;
  role: string;
  username: string;
}

const KEY = 'porton.sesion';

/** The database of what is kept on this machine, sealed, for as long as a session lasts. */
export const SESSION_STORE = 'porton.sesion';

/** Nothing of a session outlasts it. */
function wipe(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(SESSION_STORE);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

function read(): Session | null {
  try {
    const value: unknown = JSON.parse(kept.get(KEY) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { access_token, role, username } = value as Partial<Session>;
    return access_token && role && username ? { access_token, role, username } : null;
  } catch {
    // It may hold something else: then nobody is signed in.
    return null;
  }
}

const store = createStore<Session | null>(read());
if (!store.get()) wipe();
/** The session ended over a form with something typed: the screen stays, and asks to sign in again. */
const ended = createStore(false);
let renewal = Promise.withResolvers<void>();

function restart(): void {
  abandonTyped();
  session.clear();
  globalThis.location?.replace('/');
}

/** Takes the next session over; where the screen waited for one of the same person, it goes on. */
function take(value: Session): void {
  const before = store.get();
  if (ended.get() && (before?.username !== value.username || before.role !== value.role)) {
    // What is on the screen is another person's.
    abandonTyped();
    keptInTab.clear();
    globalThis.location?.replace('/');
    return;
  }
  if (before && before.username !== value.username) wipe();
  store.set(value);
  if (!ended.get()) return;
  ended.set(false);
  renewal.resolve();
  renewal = Promise.withResolvers();
}

// Signing in or out in one tab counts for all of them.
globalThis.addEventListener?.('storage', (event) => {
  if ((event as StorageEvent).key !== KEY) return;
  const value = read();
  if (value) take(value);
  else if (anythingTyped()) session.expire();
  else store.set(null);
});

export const session = {
  get: store.get,
  use: store.use,
  hasEnded: ended.get,
  useEnded: ended.use,

  start(value: Session): void {
    kept.set(KEY, JSON.stringify(value));
    take(value);
  },

  clear(): void {
    kept.remove(KEY);
    // What the palette remembers of one user is nobody else's business.
    keptInTab.clear();
    wipe();
    ended.set(false);
    store.set(null);
  },

  /** What a 403 does where nothing typed is lost by it: the session ends and the page starts again at its home. */
  end: restart,

  /** What it does over a form: its token is dropped, and the screen stays until the same person has signed in again. */
  expire(): void {
    const current = store.get();
    if (!current) {
      restart();
      return;
    }
    kept.remove(KEY);
    wipe();
    store.set({ ...current, access_token: '' });
    ended.set(true);
  },

  /** Resolves when an ended session was renewed. */
  renewed: (): Promise<void> => renewal.promise,
};

/** The signed-in session inside the guarded part of the page. */
export function useSession(): Session {
  const value = session.use();
  if (!value) throw new Error('a guarded screen is drawn without a session');
  return value;
}
