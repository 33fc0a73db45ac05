/** What of a record is told apart on the screen. */
import type { Acceso } from '../contract.ts';
import { isBloqueado, isBloqueo } from '../rules.ts';

/** What calls: who was stopped, or should have been, in red; of whom nobody knows anything, in amber. */
export type Aviso = 'bloqueo' | 'desconocido';

export function alertOf({ tipo, loteDesconocido, conflictos }: Acceso): Aviso | undefined {
  if (isBloqueo(tipo) || conflictos.some(isBloqueado)) return 'bloqueo';
  return loteDesconocido || conflictos.includes('desconocido') ? 'desconocido' : undefined;
}

/** What a record is called by: its name, else its plate, else its instant. */
export const nameOf = ({ nombre, placas, fechaHoraAcceso }: Acceso): string => nombre || placas || fechaHoraAcceso;
