/** The payment references of a lot, one for each way in which the registers in use make them; pure. */
import { type ReferenceScheme, referenceOf } from '#core/reference.ts';

/** A register that has references, and what its bank asks for beside them. */
export interface CajaConReferencia extends ReferenceScheme {
  banco: string;
  noConvenio: string;
}

export interface ReferenciaDePago {
  referencia: string;
  /** Where it is good: 'BBVA, convenio 1450018'. */
  donde: string;
}

/** What a lot gives the bank; nothing where no register has references, or nothing may be paid on the lot. */
export function referenciasDePago(
  { id, status }: { id: number; status: string },
  cajas: readonly CajaConReferencia[],
): ReferenciaDePago[] {
  if (status === 'fusionado' || status === 'inactivo') return [];
  const places = new Map<string, string[]>();
  for (const caja of cajas) {
    const referencia = referenceOf(id, caja);
    if (referencia === undefined) continue;
    const donde = `${caja.banco}, convenio ${caja.noConvenio}`;
    places.set(referencia, [...(places.get(referencia) ?? []), donde]);
  }
  return [...places].map(([referencia, dondes]) => ({ referencia, donde: dondes.join('; ') }));
}

/** All of them in one line: '0000174 (BBVA, convenio 1450018)'; '' for none. */
export const enUnaLinea = (referencias: readonly ReferenciaDePago[]): string =>
  referencias.map(({ referencia, donde }) => `${referencia} (${donde})`).join('; ');
