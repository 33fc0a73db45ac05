import { useEffect } from 'react';
import type { Option } from '#platform/web/kit/form/fields.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import { isActiva, type Kind, TYPES_FAILED } from './kinds.ts';

/** The fees to choose from; with `soloActivas` those that are not in use can be seen and not chosen. */
export function useTipos(kind: Kind, soloActivas = false): readonly Option<number>[] | undefined {
  const tipos = useCall(kind.endpoints.all, {});
  useEffect(() => {
    if (tipos.isError) toast.error(TYPES_FAILED, 8);
  }, [tipos.isError]);
  return tipos.data?.map((definicion) => {
    const off = soloActivas && !isActiva(definicion);
    return { value: definicion.id, label: off ? `${definicion.name} (no activa)` : definicion.name, disabled: off };
  });
}
