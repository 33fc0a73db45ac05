/** The lots that a letter is to go to: chosen in their list, and noted in the history for the screen that writes it. */
import { useLocation } from '#platform/web/router.tsx';

export interface LoteElegido {
  id: number;
  name: string;
}

interface ParaLotes {
  paraLotes?: readonly LoteElegido[];
}

export const CORREO_A_LOTES = '/admin/correo-campanas/enviar';

export const paraLotes = (lotes: readonly LoteElegido[]) => ({ paraLotes: lotes }) as object;

/** Empty where none were chosen. */
export const useParaLotes = (): readonly LoteElegido[] => (useLocation().state as ParaLotes).paraLotes ?? [];
