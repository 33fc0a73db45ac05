/** Whoever comes from another community: its page opens this address here, with a code behind '#', which no server is told of. */

export const ARRIVAL_PATH = '/pasar';

export interface Arrival {
  codigo: string;
  /** The screen that they come for. */
  to: string;
}

/** What a feature draws while somebody arrives. */
export interface ArrivalProps {
  arrival: Arrival;
  onDone: (to: string) => void;
}

const FORM = /^#([\w-]{43})(\/(?!\/).*)?$/;

export function arrivalIn(hash: string): Arrival {
  const [, codigo = '', to = '/'] = FORM.exec(hash) ?? [];
  return { codigo, to };
}

/** Takes the code out of the address, before anything else reads that; undefined where nobody arrives. */
export function takeArrival(): Arrival | undefined {
  if (location.pathname !== ARRIVAL_PATH) return undefined;
  const arrival = arrivalIn(location.hash);
  history.replaceState(null, '', '/');
  return arrival;
}
