/** What of a record is told apart on the screen. */
import type { Acceso } from '../contract.ts';
import { CONFLICTO_LABELS, isBloqueo } from '../rules.ts';

export const LOTE_DESCONOCIDO = 'Lote que no existe';

/** What calls in red: who was stopped, or came for a lot that there is none of. */
export const alertOf = ({ tipo, loteDesconocido }: Acceso): 'bloqueo' | 'lote' | undefined =>
  isBloqueo(tipo) ? 'bloqueo' : loteDesconocido ? 'lote' : undefined;

/** What a record is called by: its name, else its plate, else its instant. */
export const nameOf = ({ nombre, placas, fechaHoraAcceso }: Acceso): string => nombre || placas || fechaHoraAcceso;

/** Why a record is doubted, in a few words; '' where it is not. */
export const conflictoOf = ({ conflictos }: Acceso): string =>
  conflictos.length === 0 ? '' : `Conflicto: ${conflictos.map((conflicto) => CONFLICTO_LABELS[conflicto]).join(', ')}`;
