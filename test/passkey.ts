/**
 * An authenticator of the tests' own: makes passkeys (ES256, without attestation) and signs with them, as a browser and its
 * device do together. What it is told to do otherwise it does wrong.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Site {
  host: string;
  origin: string;
}

interface Wrong {
  /** Another page than the one that asked. */
  origin?: string;
  /** Another relying party. */
  host?: string;
  challenge?: string;
  /** False: nobody touched a finger or typed a PIN. */
  verified?: boolean;
  /** How often the passkey says to have been used. */
  counter?: number;
  /** Another format of attestation. */
  fmt?: string;
}

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** As much of CBOR as an authenticator writes. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(cbor))]);
}

const VERIFIED = 0b101;
const PRESENT = 0b001;
const ATTESTED = 0b1000000;

export class Passkey {
  readonly id = randomBytes(32);
  readonly #site: Site;
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject };
  #counter = 0;

  constructor(site: Site) {
    this.#site = site;
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  #authenticatorData({ host = this.#site.host, verified = true, counter }: Wrong, attested?: Uint8Array): Buffer {
    const head = Buffer.alloc(5);
    head[0] = (verified ? VERIFIED : PRESENT) | (attested ? ATTESTED : 0);
    head.writeUInt32BE(counter ?? this.#counter, 1);
    return Buffer.concat([sha256(host), head, attested ?? Buffer.alloc(0)]);
  }

  #clientData(type: string, challenge: string, wrong: Wrong): Buffer {
    const origin = wrong.origin ?? this.#site.origin;
    return Buffer.from(JSON.stringify({ type, challenge: wrong.challenge ?? challenge, origin, crossOrigin: false }));
  }

  /** What `navigator.credentials.create()` gives, as JSON. */
  create({ challenge }: { challenge: string }, wrong: Wrong = {}) {
    const jwk = this.#key.publicKey.export({ format: 'jwk' });
    const coordinate = (text = ''): Buffer => Buffer.from(text, 'base64url');
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(jwk.x)],
        [-3, coordinate(jwk.y)],
      ]),
    );
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
    const attestation = new Map<string, unknown>([
      ['fmt', wrong.fmt ?? 'none'],
      ['attStmt', new Map()],
      ['authData', this.#authenticatorData(wrong, attested)],
    ]);
    return {
      ...{ id: b64(this.id), rawId: b64(this.id), type: 'public-key' },
      response: {
        clientDataJSON: b64(this.#clientData('webauthn.create', challenge, wrong)),
        ...{ attestationObject: b64(cbor(attestation)), transports: ['internal'] },
      },
    };
  }

  /** What `navigator.credentials.get()` gives, as JSON; its counter grows by it. */
  get({ challenge }: { challenge: string }, wrong: Wrong = {}) {
    this.#counter += 1;
    const authenticatorData = this.#authenticatorData(wrong);
    const clientData = this.#clientData('webauthn.get', challenge, wrong);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.#key.privateKey);
    return {
      ...{ id: b64(this.id), rawId: b64(this.id), type: 'public-key' },
      response: {
        ...{ clientDataJSON: b64(clientData), authenticatorData: b64(authenticatorData), signature: b64(signature) },
      },
    };
  }
}
