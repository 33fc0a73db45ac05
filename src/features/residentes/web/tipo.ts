import { useParams } from '#platform/web/router.tsx';
import { TIPOS_RESIDENTE, type TipoResidente } from '../contract.ts';

export const TITLES: Record<TipoResidente, string> = { asociado: 'Asociados', inquilino: 'Inquilinos' };

export const listOf = (tipo: TipoResidente): string => `/operaciones/habitantes/${tipo}`;

/** The type in the address; undefined for any other word. */
export function useTipo(): TipoResidente | undefined {
  const { tipo } = useParams();
  return TIPOS_RESIDENTE.find((known) => known === tipo);
}
