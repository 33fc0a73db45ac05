/** The seal of a notice: an HMAC-SHA256 over its instant and the body as it came, as 't=1620870928,v1=<hex>'. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a notice's clock may be from ours, in seconds; older is one that somebody kept. */
const WINDOW_S = 300;

export type Firmado = { ok: true } | { ok: false; motivo: string };

const sealOf = (secreto: string, t: string, text: string): Buffer =>
  createHmac('sha256', secreto).update(`${t}.${text}`).digest();

export const firmaDe = (secreto: string, text: string, ahora: Date): string => {
  const t = String(Math.floor(ahora.getTime() / 1_000));
  return `t=${t},v1=${sealOf(secreto, t, text).toString('hex')}`;
};

export function revisarFirma(header: string | undefined, text: string, secreto: string, ahora: Date): Firmado {
  const parts = new Map((header ?? '').split(',').map((part) => part.trim().split('=', 2) as [string, string]));
  const [t, v1] = [parts.get('t') ?? '', parts.get('v1') ?? ''];
  if (!/^\d{1,12}$/.test(t) || !/^[0-9a-f]{64}$/i.test(v1)) return { ok: false, motivo: 'llegó sin firma' };
  if (!timingSafeEqual(Buffer.from(v1, 'hex'), sealOf(secreto, t, text))) {
    return { ok: false, motivo: 'la firma no es la del secreto que está guardado' };
  }
  return Math.abs(ahora.getTime() / 1_000 - Number(t)) <= WINDOW_S
    ? { ok: true }
    : { ok: false, motivo: 'se firmó hace más de 5 minutos, o el reloj no está en hora' };
}
