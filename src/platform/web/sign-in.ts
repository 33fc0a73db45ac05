/** Signing in, as the sign-in page and the dialog over a form do: the password, and what is owed after it. */
import type { Owed } from '../roles.ts';
import { request } from './api.ts';
import type { Session } from './session.ts';

/** What may give what is owed: an app, how many passkeys of this address, and why there can be none here. */
export interface Ways {
  aplicacion: boolean;
  llaves: number;
  sinLlaves: string | null;
}

/** What was answered to a password: a session, or half of one and what is owed. */
export interface Entered {
  session: Session;
  owes: Owed | null;
  ways: Ways;
}

/** What a part of the page asks for where something is owed; a feature's, which the platform does not know. */
export interface SecondStepProps {
  entered: Entered;
  onEntered: (session: Session) => void;
  /** Back to the password, with what is to be said there. */
  onBack: (words: string) => void;
}

/** What a token still owes. Not by `call`: the sign-in page must not carry the schemas of a contract. */
export async function owedOf({ access_token: token }: Session): Promise<Omit<Entered, 'session'>> {
  try {
    const answer = await request('GET', '/security/factor', { token });
    const { debe: owes, ...ways } = ((await answer.json()) as { data: { debe: Owed | null } & Ways }).data;
    return { owes, ways };
  } catch {
    // Where something is owed after all, the first call says so by ending the session.
    return { owes: null, ways: { aplicacion: false, llaves: 0, sinLlaves: null } };
  }
}

export async function signIn(username: string, password: string): Promise<Entered> {
  const response = await request('POST', '/security/login', { body: { username, password } });
  const session = (await response.json()) as Session;
  return { session, ...(await owedOf(session)) };
}
