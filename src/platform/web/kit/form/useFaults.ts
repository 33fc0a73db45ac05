import { useEffect, useRef } from 'react';

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

/** Tells of a field's fault ('': none), at each drawing, since a value from outside takes a form's fault away. */
export function useTold(fault: string, onFault: ((message: string) => void) | undefined): void {
  const told = useRef('');
  const latest = useRef(onFault);
  latest.current = onFault;
  useEffect(() => {
    if (fault === '' && told.current === '') return;
    told.current = fault;
    latest.current?.(fault);
  });
  // A field that leaves the screen takes its fault along.
  useEffect(
    () => () => {
      if (told.current) latest.current?.('');
    },
    [],
  );
}
