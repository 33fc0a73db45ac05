/** What a telephone does: keeps the secret that it is given, and shows a code. */
import { codeAt, stepOf } from '#platform/server/totp.ts';
import type { CallOptions, TestApp } from './app.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a key as it is typed. */
export function bytesOf(clave: string): Buffer {
  const bits = [...clave].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What the app shows now, or so many seconds from now. */
export const codeOf = (clave: string, now: Date, seconds = 0): string =>
  codeAt(bytesOf(clave), stepOf(new Date(now.getTime() + seconds * 1000)));

export interface Telephone {
  clave: string;
  codigos: string[];
}

/** Sets a second factor up, by the calls of the screen; the code that does is used up. */
export async function setUp(app: TestApp, who: CallOptions, password: string): Promise<Telephone> {
  const prepared = await app.call('POST', '/security/factor/preparar', { ...who, body: { password } });
  const { clave } = (prepared.body as { data: { clave: string } }).data;
  const codigo = codeOf(clave, app.clock.now());
  const active = await app.call('POST', '/security/factor/activar', { ...who, body: { codigo } });
  return { clave, codigos: (active.body as { data: { codigos: string[] } }).data.codigos };
}
