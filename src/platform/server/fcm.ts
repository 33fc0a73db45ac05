/**
 * Push messages by Firebase Cloud Messaging, HTTP v1. The service account's key signs a token request (RFC 7523); the
 * access token that it gives serves for about an hour. Neither ever reaches a browser.
 */
import { createPrivateKey, sign } from 'node:crypto';
import { z } from '../zod.ts';
import { orAborted } from './deadline.ts';
import { type Asked, asked } from './outside.ts';
import { PushRejected, type PushSender } from './push.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const FCM_ORIGIN = 'https://fcm.googleapis.com';
const TIMEOUT_MS = 10_000;
const ASSERTION_SECONDS = 3600;
/** A token is renewed this much before its end, so that none expires on its way. */
const TOKEN_MARGIN_MS = 60_000;

const accountSchema = z.object({
  project_id: z.string().regex(/^[a-z0-9:.-]+$/),
  client_email: z.string().min(1),
  private_key: z.string().refine((key) => {
    try {
      return createPrivateKey(key).asymmetricKeyType === 'rsa';
    } catch {
      return false;
    }
  }),
  token_uri: z.url({ protocol: /^https?$/ }),
});

export type FcmAccount = z.infer<typeof accountSchema>;

/** A service account's JSON file as Google gives it. Undefined when it is not one; what it holds is never repeated. */
export function parseFcmAccount(text: string): FcmAccount | undefined {
  try {
    return accountSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The signed request for an access token: a JSON Web Token by RS256. `now` in milliseconds. */
export function assertionOf(account: FcmAccount, now: number): string {
  const iat = Math.floor(now / 1000);
  const unsigned = `${base64url({ alg: 'RS256', typ: 'JWT' })}.${base64url({
    iss: account.client_email,
    scope: SCOPE,
    aud: account.token_uri,
    iat,
    exp: iat + ASSERTION_SECONDS,
  })}`;
  return `${unsigned}.${sign('RSA-SHA256', Buffer.from(unsigned), account.private_key).toString('base64url')}`;
}

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number().positive() });
const errorAnswer = z.object({
  error: z.object({ message: z.string(), details: z.array(z.object({ errorCode: z.string().optional() })).optional() }),
});

/** What the provider answers when the device's token, or the message, can never be delivered. */
const FINAL_CODES: readonly string[] = ['UNREGISTERED', 'INVALID_ARGUMENT', 'SENDER_ID_MISMATCH'];

interface FcmOptions {
  /** Another address of the provider, as a test's double. */
  origin?: string;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Sends by FCM as a service account. A refused message throws the provider's words, or `PushRejected` where they are final. */
export function fcmSender(
  account: FcmAccount,
  { origin = FCM_ORIGIN, now = Date.now }: FcmOptions = {},
): Asked<PushSender> {
  let current: Promise<{ token: string; until: number }> | undefined;

  const post = (url: string, headers: Record<string, string>, body: string | URLSearchParams) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return orAborted(fetch(url, { method: 'POST', headers, body, redirect: 'error', signal }), signal);
  };

  async function requestToken(): Promise<{ token: string; until: number }> {
    const asked = now();
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(account, asked),
    });
    const reply = await post(account.token_uri, {}, form);
    if (!reply.ok) throw new Error(`el proveedor no dio acceso: ${reply.status} ${reply.statusText}`);
    const { access_token, expires_in } = tokenAnswer.parse(await reply.json());
    return { token: access_token, until: asked + expires_in * 1000 - TOKEN_MARGIN_MS };
  }

  /** One request for a token serves all messages that wait for it; a failed one is forgotten. */
  async function accessToken(): Promise<string> {
    const waited = current;
    const known = await waited;
    if (known && known.until > now()) return known.token;
    // Another message has asked meanwhile.
    if (current !== waited) return accessToken();
    const requested = requestToken();
    current = requested;
    requested.catch(() => {
      if (current === requested) current = undefined;
    });
    return (await requested).token;
  }

  return asked<PushSender>({
    async send({ token, titulo, cuerpo }) {
      const reply = await post(
        `${origin}/v1/projects/${account.project_id}/messages:send`,
        { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
        JSON.stringify({ message: { token, notification: { title: titulo, body: cuerpo } } }),
      );
      if (reply.ok) return;
      // The next attempt asks for another token.
      if (reply.status === 401) current = undefined;
      const { data } = errorAnswer.safeParse(await reply.json().catch(() => undefined));
      const message = `${reply.status} ${data?.error.message ?? reply.statusText}`;
      const final = data?.error.details?.some(({ errorCode }) => errorCode && FINAL_CODES.includes(errorCode));
      throw final ? new PushRejected(message) : new Error(message);
    },
  });
}
