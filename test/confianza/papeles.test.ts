/** Altered codes of papers, sent to the public page as whoever forges one would: none is called authentic. Source: confianza.md#access. */
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { codigoEn } from '../../src/libro/verificacion/codigo.ts';
import { envelope } from '../api/support.ts';
import { appOfFile } from '../app.ts';
import { createOwnedLote } from '../owner-change.ts';
import { TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const app = await appOfFile();

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
const letter = (): string => LETTERS.charAt(randomInt(LETTERS.length));

/** Another code than this one, by one change anywhere. */
function altered(codigo: string): string {
  const at = randomInt(codigo.length);
  const [before, after] = [codigo.slice(0, at), codigo.slice(at + 1)];
  const other = [before + letter() + after, before + after, before + letter() + codigo.slice(at)][randomInt(3)] ?? '';
  return other === codigo ? altered(codigo) : other;
}

it('accepts no altered code', { timeout: TRUST_TIMEOUT_MS }, async () => {
  const { id } = await createOwnedLote(app);
  const body = { id, variante: 0, fechaInicial: '2026-01-01', fechaFinal: '2026-11-30 23:59:59' };
  const told = await app.call('POST', '/residente/get/estadocuenta/movimientos', { as: 'cobranza', body });
  const codigo = codigoEn((envelope(told).data as { verificacion: string }).verificacion);
  const open = (code: string, at: number) =>
    app.server.inject({
      ...{ url: `/v/${encodeURIComponent(code)}`, headers: { host: 'encinos.test' } },
      // Each network has so many within the window.
      remoteAddress: `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
    });
  expect((await open(codigo, 0)).statusCode).toBe(200);

  const violations: string[] = [];
  const trials = tries(300, 10_000);
  for (let at = 1; at <= trials; at += 1) {
    const other = altered(codigo);
    const { statusCode, body: page } = await open(other, at);
    if (statusCode !== 404 || !page.includes('No es auténtico')) violations.push(`${statusCode}: ${other}`);
  }
  tell('códigos de documentos alterados que se aceptan', violations, trials);
});
