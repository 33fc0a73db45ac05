/** The session of the page: the whole login answer, kept in the browser's storage until sign-out. */
import { createStore } from './kit/store.ts';

export interface Session {
  access_token: string;
  role: string;
  username: string;
}

const KEY = 'porton.sesion';

function read(): Session | null {
  try {
    const value: unknown = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { access_token, role, username } = value as Partial<Session>;
    return access_token && role && username ? { access_token, role, username } : null;
  } catch {
    // Storage may be switched off or hold something else: then nobody is signed in.
    return null;
  }
}

const store = createStore<Session | null>(read());

// Signing in or out in one tab counts for all of them.
globalThis.addEventListener?.('storage', (event) => {
  if ((event as StorageEvent).key === KEY) store.set(read());
});

export const session = {
  get: store.get,
  use: store.use,

  start(value: Session): void {
    globalThis.localStorage?.setItem(KEY, JSON.stringify(value));
    store.set(value);
  },

  clear(): void {
    globalThis.localStorage?.removeItem(KEY);
    // What the palette remembers of one user is nobody else's business.
    globalThis.sessionStorage?.clear();
    store.set(null);
  },

  /** What every 403 does: the session ends and the page starts again at its home. */
  end(): void {
    session.clear();
    globalThis.location?.replace('/');
  },
};

/** The signed-in session inside the guarded part of the page. */
export function useSession(): Session {
  const value = session.use();
  if (!value) throw new Error('a guarded screen is drawn without a session');
  return value;
}
