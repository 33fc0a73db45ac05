/** A choice among what the server finds: lots, residents, products. */
import { Loader, Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type FieldProps, type Option, useField } from './fields.tsx';
import { messageOption } from './option-filter.ts';

export interface AsyncSelectFieldProps<V, T extends string | number> extends FieldProps<V> {
  /** Asks the server; the signal is aborted when the text has changed meanwhile. */
  find: (query: string, signal: AbortSignal) => Promise<readonly Option<T>[]>;
  /** The option of the value that the form came with, so that its label shows before any search. */
  initialOption?: Option<T> | undefined;
  onChoose?: (option: Option<T> | null) => void;
  /** Fewer letters do not search. */
  minLetters?: number;
  placeholder?: string;
  emptyText?: string;
  empty?: null | '';
}

const PAUSE_MS = 250;

type Found<T extends string | number> =
  | { state: 'idle' | 'loading' | 'failed'; options: readonly Option<T>[] }
  | { state: 'done'; options: readonly Option<T>[] };

export function AsyncSelectField<V, T extends string | number>(props: AsyncSelectFieldProps<V, T>) {
  const {
    form,
    name,
    find,
    initialOption,
    onChoose,
    minLetters = 1,
    emptyText = 'Sin resultados',
    empty = null,
  } = props;
  const { placeholder = 'Escriba para buscar' } = props;
  const bound = useField(props);
  const value = form.get(name);
  const [chosen, setChosen] = useState(initialOption);
  const [query, setQuery] = useState(initialOption?.label ?? '');
  const [found, setFound] = useState<Found<T>>({ state: 'idle', options: [] });
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  });

  // The option of a value that arrives after the first drawing, when the record has been loaded.
  const known = chosen?.value === value ? chosen : initialOption?.value === value ? initialOption : undefined;
  // The box shows the chosen label as its text, and that is no search.
  const asked = query.trim() === known?.label ? '' : query.trim();

  useEffect(() => {
    if (asked.length < minLetters) {
      setFound({ state: 'idle', options: [] });
      return;
    }
    setFound((before) => ({ state: 'loading', options: before.options }));
    const abort = new AbortController();
    const timer = setTimeout(() => {
      latest.current(asked, abort.signal).then(
        (options) => {
          if (!abort.signal.aborted) setFound({ state: 'done', options });
        },
        () => {
          if (!abort.signal.aborted) setFound({ state: 'failed', options: [] });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked, minLetters]);

  const messages: Record<Found<T>['state'], string> = {
    idle: 'Escriba para buscar',
    loading: 'Buscando…',
    failed: 'No se pudo buscar. Intente otra vez',
    done: emptyText,
  };
  const options =
    known && !found.options.some((option) => option.value === known.value) ? [known, ...found.options] : found.options;
  // What the server found is the list; the chosen option is only added so that the box can show its label.
  const listed = asked === '' ? options : found.options;
  return (
    <Select<T>
      {...bound}
      data={[...options]}
      filter={() => (listed.length > 0 ? [...listed] : [messageOption(messages[found.state])])}
      value={known?.value ?? null}
      onChange={(next) => {
        const option = options.find((candidate) => candidate.value === next) ?? null;
        setChosen(option ?? undefined);
        form.set(name, next ?? empty);
        onChoose?.(option);
      }}
      searchable
      // There is nothing to choose from before something is typed, and the list would cover what stands below.
      openOnFocus={false}
      clearable
      allowDeselect={false}
      searchValue={query}
      onSearchChange={setQuery}
      placeholder={placeholder}
      rightSection={found.state === 'loading' ? <Loader size={14} /> : undefined}
      aria-busy={found.state === 'loading' || undefined}
      autoComplete="off"
    />
  );
}
