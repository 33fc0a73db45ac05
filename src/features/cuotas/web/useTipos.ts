import type { Option } from '#platform/web/kit/form/fields.tsx';
import { useCall } from '#platform/web/query.ts';
import { isActiva, type Kind } from './kinds.ts';

export interface Tipos {
  /** undefined until they are loaded. */
  options: readonly Option<number>[] | undefined;
  failed: boolean;
  retry: () => void;
}

/** The fees to choose from; with `soloActivas` those that are not in use can be seen and not chosen. */
export function useTipos(kind: Kind, soloActivas = false): Tipos {
  const tipos = useCall(kind.endpoints.all, {});
  const options = tipos.data?.map((definicion) => {
    const off = soloActivas && !isActiva(definicion);
    return { value: definicion.id, label: off ? `${definicion.name} (no activa)` : definicion.name, disabled: off };
  });
  return { options, failed: tipos.isLoadingError, retry: () => void tipos.refetch() };
}
