import { useRef } from 'react';

/** What the fields of a screen without a form say of themselves (`onFault`): whoever acts on them asks `any()` first. */
export function useFaults() {
  const faults = useRef(new Map<string, string>());
  return {
    of: (field: string) => (message: string) => {
      if (message) faults.current.set(field, message);
      else faults.current.delete(field);
    },
    any: () => faults.current.size > 0,
  };
}
