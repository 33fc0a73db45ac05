import { useState } from 'react';
import { type Codec, intParam, textParam } from '../url-codecs.ts';
import { useUrlState } from '../useUrlState.ts';
import type { PageSize, Sort } from './rows.ts';

export interface TableState {
  query: string;
  page: number;
  size: PageSize | undefined;
  /** undefined: the table's initial sort; null: none. */
  sort: Sort | null | undefined;
}

/** `push` makes a step of the history of the change, as turning a page is. */
type SetTableState = (changes: Partial<TableState>, push?: boolean) => void;

const sizeParam: Codec<PageSize | undefined> = {
  read: (raw) => {
    if (raw === 'All') return 'All';
    const n = Number(raw || Number.NaN);
    return Number.isInteger(n) && n > 0 ? n : undefined;
  },
  write: (size) => size,
};

/** 'nombre', '-nombre' (descending) or '-' (the order the rows came in). */
const sortParam: Codec<Sort | null | undefined> = {
  read: (raw) => {
    if (typeof raw !== 'string' || raw === '') return undefined;
    if (raw === '-') return null;
    return raw.startsWith('-') ? { key: raw.slice(1), descending: true } : { key: raw, descending: false };
  },
  write: (sort) => (sort === undefined ? undefined : sort === null ? '-' : `${sort.descending ? '-' : ''}${sort.key}`),
};

const CODECS = { q: textParam(), pag: intParam(1, 1), tam: sizeParam, orden: sortParam };

/** Search, page, size and sort of a table: in the address when `urlKey` is given, else in the component. */
export function useTableState(urlKey: true | string | undefined): [TableState, SetTableState] {
  const [url, setUrl] = useUrlState(CODECS, typeof urlKey === 'string' ? urlKey : '');
  const [local, setLocal] = useState<TableState>({ query: '', page: 1, size: undefined, sort: undefined });

  if (urlKey === undefined) {
    const setHere: SetTableState = (changes) => setLocal((before) => ({ ...before, ...changes }));
    return [local, setHere];
  }
  const state: TableState = { query: url.q, page: url.pag, size: url.tam, sort: url.orden };
  const set: SetTableState = (changes, push) => {
    const { query, page, size, sort } = changes;
    setUrl(
      {
        ...('query' in changes && { q: query }),
        ...('page' in changes && { pag: page }),
        ...('size' in changes && { tam: size }),
        ...('sort' in changes && { orden: sort }),
      },
      { push },
    );
  };
  return [state, set];
}
