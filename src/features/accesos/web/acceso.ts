/** What of a record is told apart on the screen. */
import type { Acceso } from '../contract.ts';
import { isBloqueo } from '../rules.ts';

/** What calls in red: who was stopped, or came for a lot that there is none of. */
export const alertOf = ({ tipo, loteDesconocido }: Acceso): 'bloqueo' | 'lote' | undefined =>
  isBloqueo(tipo) ? 'bloqueo' : loteDesconocido ? 'lote' : undefined;

/** What a record is called by: its name, else its plate, else its instant. */
export const nameOf = ({ nombre, placas, fechaHoraAcceso }: Acceso): string => nombre || placas || fechaHoraAcceso;
