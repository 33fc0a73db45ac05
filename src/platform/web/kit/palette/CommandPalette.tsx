/**
 * Ctrl+K: goes anywhere and finds any lot. The dialog and its input stand in the first load, so that no key is lost
 * while the code that finds things is on its way.
 */
import { type KeyboardEvent, Suspense, useId, useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { Keys } from '../keys.tsx';
import { lazyPart } from '../part.tsx';
import classes from './palette.module.css';
import type { Shown } from './Results.tsx';
import { allSources } from './sources.ts';

export const loadResults = () => import('./Results.tsx');
const Results = lazyPart(loadResults);

const HANDED_ON = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Enter']);

/** Open while mounted. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [{ count, at, complete }, setShown] = useState<Shown>({ count: 0, at: -1, complete: false });
  const id = useId();
  // Which lots and payments there are is told by the server, to whom may ask it.
  const findsLots = allSources().some(({ remote, mayAsk }) => remote && mayAsk?.() !== false);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!HANDED_ON.has(event.key) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // An Enter that is still held from what opened the palette chooses nothing in it.
    if (event.key === 'Enter' && event.repeat) return;
    setKeys((before) => [...before, event.key]);
  };

  return (
    <Dialog label="Ir a cualquier parte" width="38rem" className={classes.palette} onClose={onClose}>
      <input
        className={classes.input}
        role="combobox"
        aria-label={findsLots ? 'Buscar pantallas y lotes' : 'Buscar pantallas'}
        aria-expanded={count > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={count > 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={findsLots ? 'Pantalla, lote, asociado o calle…' : 'Pantalla…'}
        autoFocus
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setKeys([]);
        }}
        onKeyDown={onKeyDown}
      />
      <Suspense fallback={null}>
        <Results
          id={id}
          query={query}
          keys={keys}
          onKeysDone={() => setKeys([])}
          onShown={setShown}
          onClose={onClose}
        />
      </Suspense>
      <div className={classes.foot}>
        <span role="status">
          {query.trim() !== '' && !complete
            ? 'Buscando…'
            : count > 0
              ? ''
              : query
                ? 'Sin resultados'
                : 'Escriba para buscar'}
        </span>
        <span className={classes.keys} aria-hidden="true">
          <Keys combo="arrowup" />
          <Keys combo="arrowdown" /> elegir
          <Keys combo="enter" /> abrir
          <Keys combo="escape" /> cerrar
        </span>
      </div>
    </Dialog>
  );
}
