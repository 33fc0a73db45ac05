import { type Choices, useChoicesOr } from '#platform/web/kit/form/choices.ts';
import type { Option } from '#platform/web/kit/form/picker.tsx';
import { useCall } from '#platform/web/query.ts';
import { isActiva, type Kind } from './kinds.ts';

/** Both kinds say this, word for word. Source: specification 001, section 8. */
const FAILED = 'No se ha podido cargar los tipos de cuota extraordinaria. Intente más tarde';

export interface Tipos {
  /** undefined until they are loaded. */
  options: readonly Option<number>[] | undefined;
  choices: Choices;
}

/** The fees to choose from; with `soloActivas` those that are not in use can be seen and not chosen. */
export function useTipos(kind: Kind, soloActivas = false): Tipos {
  const tipos = useCall(kind.endpoints.all, {});
  const choices = useChoicesOr(FAILED, tipos);
  const options = tipos.data?.map((definicion) => {
    const off = soloActivas && !isActiva(definicion);
    return { value: definicion.id, label: off ? `${definicion.name} (no activa)` : definicion.name, disabled: off };
  });
  return { options, choices };
}
