/** The search for lots, on the home and above its results. What it looks at stands in the address. */
import { Button, Radio } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { Dialog, DialogActions } from '#platform/web/kit/dialog.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import { oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { SEARCH_LENGTH_MAX, SEARCH_TYPES, type SearchType } from '../contract.ts';
import { searchPath, typeOfSearch } from '../rules.ts';
import classes from './inicio.module.css';

const ADDRESS = { q: textParam(), type: oneOfParam(SEARCH_TYPES, 'Asociado') };

const LABELS: Record<SearchType, string> = {
  Asociado: 'Asociado',
  Referencia: 'Referencia del lote',
  Manzana: 'Manzana',
  Calle: 'Calle',
  Lote: 'Lote',
};

/** What the address asks for. */
export function useSearchAddress(): { q: string; type: SearchType } {
  const [{ q, type }] = useUrlState(ADDRESS);
  return { q: q.trim(), type };
}

export interface SearchBarProps {
  /** Above results a change of the filter searches again. */
  results?: boolean;
  /** Called when an arrow leads down, out of the field. */
  onLeaveDown?: () => void;
  ref?: Ref<{ focus: () => void }>;
}

/** What is typed; the back button changes what is asked for, and the field follows. */
function useText(q: string) {
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  if (seen !== q) {
    setSeen(q);
    setText(q);
  }
  return [text, setText] as const;
}

function Lens() {
  return (
    <button type="submit" className={classes.lens} aria-label="Buscar" title="Buscar">
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
          <circle cx="7" cy="7" r="4.5" />
          <path d="M10.5 10.5 14 14" />
        </g>
      </svg>
    </button>
  );
}

export function SearchBar({ results = false, onLeaveDown, ref }: SearchBarProps) {
  const [{ q, type }, setAddress] = useUrlState(ADDRESS);
  const [text, setText] = useText(q);
  const [filtering, setFiltering] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();

  const focus = () => {
    input.current?.focus();
    input.current?.select();
  };
  useImperativeHandle(ref, () => ({ focus }));
  useShortcut('/', 'Buscar lotes', focus, { group: 'Búsqueda de lotes' });

  const search = (filter: SearchType) => {
    const wanted = text.trim();
    if (wanted) void navigate(searchPath(wanted, typeOfSearch(wanted, filter)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(type);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !onLeaveDown) return;
    event.preventDefault();
    onLeaveDown();
  };
  const choose = (filter: SearchType) => {
    setFiltering(false);
    if (results && text.trim()) search(filter);
    else setAddress({ type: filter });
    // The dialog gives the focus back to its link when it goes; what comes next is the text.
    setTimeout(focus);
  };

  return (
    <search className={classes.search}>
      <form className={classes.searchForm} onSubmit={submit}>
        <Lens />
        <span className={classes.prefix} aria-hidden="true">
          {type}
        </span>
        <input
          ref={input}
          className={classes.searchInput}
          type="search"
          enterKeyHint="search"
          aria-label={`Buscar lotes por ${LABELS[type].toLowerCase()}`}
          aria-keyshortcuts="/"
          placeholder="Buscar..."
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_LENGTH_MAX}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={classes.advanced} onClick={() => setFiltering(true)}>
          Avanzada
        </button>
        <kbd className={classes.key}>/</kbd>
      </form>
      {filtering ? <FilterDialog type={type} onChoose={choose} onClose={() => setFiltering(false)} /> : null}
    </search>
  );
}

interface FilterDialogProps {
  type: SearchType;
  onChoose: (type: SearchType) => void;
  onClose: () => void;
}

function FilterDialog({ type, onChoose, onClose }: FilterDialogProps) {
  const [chosen, setChosen] = useState(type);
  return (
    <Dialog title="Filtrar por" width="20rem" closeButton onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(chosen);
        }}
      >
        <Radio.Group
          aria-label="Filtrar por"
          value={chosen}
          onChange={(value) => setChosen(SEARCH_TYPES.find((known) => known === value) ?? type)}
        >
          <div className={classes.filters}>
            {SEARCH_TYPES.map((value) => (
              <Radio key={value} value={value} label={LABELS[value]} autoFocus={value === type} />
            ))}
          </div>
        </Radio.Group>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit">Aceptar</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
