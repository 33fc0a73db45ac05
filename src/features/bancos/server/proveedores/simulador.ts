/**
 * A provider that is nobody's: it makes transfers up, signs what it tells of them, and lists them while the process lives. For
 * trying the whole way out, and for tests. What it tells goes through the same door as a real provider's.
 */
import { randomUUID } from 'node:crypto';
import type { Signed } from '#platform/server/signed.ts';
import type { Aviso, SpeiAccount, Transferencia } from '#platform/server/spei.ts';
import { z } from '#platform/zod.ts';
import { firmaDe } from './firma.ts';

export const SIMULADOR_HEADER = 'x-porton-firma';

const words = z.string().max(300);
const told = z.object({
  evento: z.string().min(1).max(100),
  transferencia: z.object({
    id: z.string().min(1).max(100),
    tipo: z.enum(['abono', 'devolucion']),
    clabe: z.string().max(30),
    importe: z.number().int().positive(),
    instante: z.iso.datetime().transform((text) => new Date(text)),
    ...{ concepto: words, referencia: words, rastreo: words, nombre: words, cuenta: words },
  }),
});

export function leerSimulado(body: unknown): Aviso | undefined {
  const read = told.safeParse(body);
  return read.success ? { ...read.data, nota: '' } : undefined;
}

/** What it made up for each account, by the name of the account there. */
export class Simulador {
  readonly #ahora: () => Date;
  readonly #made = new Map<string, Transferencia[]>();

  constructor(ahora: () => Date) {
    this.#ahora = ahora;
  }

  simulate({ cuenta, secreto }: SpeiAccount, of: Omit<Transferencia, 'id'> & { id?: string }): Signed {
    const transferencia = { ...of, id: of.id ?? `sim_${randomUUID()}` };
    this.#made.set(cuenta, [...(this.#made.get(cuenta) ?? []), transferencia]);
    const text = JSON.stringify({ evento: `evs_${randomUUID()}`, transferencia });
    return { text, headers: { [SIMULADOR_HEADER]: firmaDe(secreto, text, this.#ahora()) } };
  }

  list({ cuenta }: SpeiAccount, desde: Date): Transferencia[] {
    return (this.#made.get(cuenta) ?? []).filter(({ instante }) => instante >= desde);
  }
}
