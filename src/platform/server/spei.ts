/** The port of providers of SPEI with a CLABE for each customer: what they signed, what they list, and whether an account works. */
import type { Centavos } from '#core/money.ts';
import type { Signed } from './signed.ts';

/** A transfer as its provider tells it. */
export interface Transferencia {
  /** The provider's own name of it. */
  id: string;
  /** Returned: what came in went back to whoever sent it. */
  tipo: 'abono' | 'devolucion';
  /** That it was sent to. */
  clabe: string;
  importe: Centavos;
  /** When it was made. */
  instante: Date;
  concepto: string;
  referencia: string;
  rastreo: string;
  nombre: string;
  cuenta: string;
}

/** What a provider told of, whether it is a deposit of the account or not. */
export interface Aviso {
  /** The provider's own name of the notice, which is told once. */
  evento: string;
  /** Undefined: nothing of a deposit, for the reason in `nota`. */
  transferencia: Transferencia | undefined;
  nota: string;
}

/** An account at a provider, opened. */
export interface SpeiAccount {
  proveedor: string;
  /** Names the account there. */
  cuenta: string;
  llave: string;
  secreto: string;
}

export interface Spei {
  /** Received transfers and returns since an instant, in no order. @throws Error with a sentence for whoever set it up */
  list(account: SpeiAccount, desde: Date): Promise<Transferencia[]>;
  /** Whether the provider lets the account in. Never throws. */
  probe(account: SpeiAccount): Promise<{ funciona: boolean; mensaje: string }>;
  /** Has a transfer made up, by the simulator alone; gives the notice that it signs. */
  simulate(account: SpeiAccount, transferencia: Omit<Transferencia, 'id'> & { id?: string }): Promise<Signed>;
}
