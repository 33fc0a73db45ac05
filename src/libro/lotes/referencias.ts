/** What a lot is paid by at a bank: its CLABEs, and one reference for each way in which the registers in use make them; pure. */
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
  /** It is an account that transfers are sent to, the lot's own. */
  esClabe: boolean;
}

/** A CLABE that is a lot's, and whose account takes it. */
export interface ClabePropia {
  clabe: string;
  banco: string;
}

/** What a lot gives the bank; nothing where no register has references, or nothing may be paid on the lot. */
export function referenciasDePago(
  { id, status }: { id: number; status: string },
  cajas: readonly CajaConReferencia[],
  clabes: readonly ClabePropia[] = [],
): ReferenciaDePago[] {
  if (status === 'fusionado' || status === 'inactivo') return [];
  const places = new Map<string, string[]>();
  for (const caja of cajas) {
    const referencia = referenceOf(id, caja);
    if (referencia === undefined) continue;
    const donde = `${caja.banco}, convenio ${caja.noConvenio}`;
    places.set(referencia, [...(places.get(referencia) ?? []), donde]);
  }
  return [
    ...clabes.map(({ clabe, banco }) => ({ referencia: clabe, donde: `${banco}, CLABE propia`, esClabe: true })),
    ...[...places].map(([referencia, dondes]) => ({ referencia, donde: dondes.join('; '), esClabe: false })),
  ];
}

/** All of them in one line: '0000174 (BBVA, convenio 1450018)'; '' for none. */
export const enUnaLinea = (referencias: readonly ReferenciaDePago[]): string =>
  referencias.map(({ referencia, donde }) => `${referencia} (${donde})`).join('; ');
