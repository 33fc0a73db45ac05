/** The lots that a search finds: who, where, what is owed, and what can be done. By keyboard: arrows, Enter, Escape. */
import { type RefObject, useEffect, useRef } from 'react';
import { KitLink } from '#platform/web/kit/link.tsx';
import { EmptyState, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { RESULTS_MAX, type SearchRow, searchContract } from '../contract.ts';
import { Resultado } from './Resultado.tsx';
import classes from './resultados.module.css';
import { SearchBar, useSearchAddress } from './SearchBar.tsx';

const NOTHING = 'No existe información acorde a la búsqueda realizada. Intente de nuevo por favor.';

/** A browser takes these for steps between folders, so that they cannot stand in the path of a call. */
const UNSPEAKABLE = /^\.{1,2}$/;

const RESULT = '[data-result]';

/** Moves the focus between the results; `up` from the first one leads back to the search. */
function useArrows(onLeaveUp: () => void) {
  const list = useRef<HTMLUListElement>(null);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(RESULT) ?? [])];

  const focusFirst = () => rows()[0]?.focus();

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const row = target.closest<HTMLElement>(RESULT);
    // Elsewhere the keys are somebody else's; from the page itself and its title they lead into the list.
    const fromPage = target === document.body || target.matches('[data-page-title]');
    if (!row && !fromPage) return;
    const all = rows();
    const at = row ? all.indexOf(row) : -1;
    if (event.key === 'ArrowDown' && all.length > 0) {
      event.preventDefault();
      all[Math.min(at + 1, all.length - 1)]?.focus();
    } else if (event.key === 'ArrowUp' && row) {
      event.preventDefault();
      if (at === 0) onLeaveUp();
      else all[at - 1]?.focus();
    } else if (event.key === 'Enter' && target === row) {
      event.preventDefault();
      row.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click();
    }
  };
  const latest = useRef(onKeyDown);
  useEffect(() => {
    latest.current = onKeyDown;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return { list, focusFirst };
}

const GROUP = { group: 'Búsqueda de lotes' };

function countText(count: number, by: string): string {
  if (count > RESULTS_MAX)
    return `Se muestran los primeros ${RESULTS_MAX} lotes. Escriba algo más para acotar la búsqueda.`;
  return `${count === 1 ? '1 lote' : `${count} lotes`}${by}`;
}

function List({ rows, list }: { rows: readonly SearchRow[]; list: RefObject<HTMLUListElement | null> }) {
  return (
    <ul ref={list} className={classes.list} aria-label="Lotes encontrados">
      {rows.map((row) => (
        <Resultado key={row.id_lote} row={row} />
      ))}
    </ul>
  );
}

/** Where no associate is named so, the other things that a lot is known by are looked at. */
const ELSEWHERE = { Referencia: 'por referencia', Calle: 'por calle' } as const;

/** The lots of a search, and by what they were found where that is another thing than what was asked. */
function useLotes() {
  const { q, type } = useSearchAddress();
  const asked = q !== '' && !UNSPEAKABLE.test(q);
  const query = { limite: RESULTS_MAX + 1 };
  const found = useCall(searchContract.get, { params: { q, type }, query }, { enabled: asked });
  const none = type === 'Asociado' && found.data?.length === 0;
  const byReferencia = useCall(searchContract.get, { params: { q, type: 'Referencia' }, query }, { enabled: none });
  const byCalle = useCall(searchContract.get, { params: { q, type: 'Calle' }, query }, { enabled: none });
  const [first, second] = [byReferencia.data ?? [], byCalle.data ?? []];
  const waiting = asked && (found.isPending || (none && (byReferencia.isPending || byCalle.isPending)));
  if (!none || waiting) return { q, type, rows: found.data ?? [], waiting, by: '' };
  const rows = first.length > 0 ? first : second;
  const by = rows.length === 0 ? '' : ` ${ELSEWHERE[first.length > 0 ? 'Referencia' : 'Calle']}`;
  return { q, type, rows, waiting, by };
}

/** No lot has it; a payment may. */
function Nothing({ q }: { q: string }) {
  const mayOpen = useMayOpen();
  const to = `/cobranza/pagos?q=${encodeURIComponent(q)}`;
  if (q === '') return <EmptyState text="Escriba qué lote busca" />;
  return (
    <EmptyState text={NOTHING}>{mayOpen(to) ? <KitLink to={to}>Buscar pagos con «{q}»</KitLink> : null}</EmptyState>
  );
}

export default function Resultados() {
  const { q, type, rows, waiting, by } = useLotes();
  const bar = useRef<{ focus: () => void }>(null);
  const { list, focusFirst } = useArrows(() => bar.current?.focus());
  useShortcut('arrowdown', 'Siguiente lote', undefined, GROUP);
  useShortcut('arrowup', 'Lote anterior', undefined, GROUP);
  useShortcut('enter', 'Acciones del lote', undefined, GROUP);

  // The home's field is gone with the focus that it had: the title gets it, and the arrows lead on from there.
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
  }, []);

  // The only lot that there is has the focus, and Enter opens what can be done with it; a field keeps what it has.
  const only = rows.length === 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each search that finds a single one
  useEffect(() => {
    const { activeElement } = document;
    if (only && (activeElement === document.body || activeElement?.matches('[data-page-title]'))) focusFirst();
  }, [only, q, type]);

  return (
    <Page title="Resultados de búsqueda" back={{ to: '/', label: 'Volver al inicio' }}>
      <SearchBar ref={bar} results onLeaveDown={focusFirst} />
      <p className={classes.count} role="status">
        {rows.length > 0 ? countText(rows.length, by) : ''}
      </p>
      {waiting ? (
        <Skeletons lines={6} label="Buscando…" />
      ) : rows.length > 0 ? (
        <List rows={rows.slice(0, RESULTS_MAX)} list={list} />
      ) : (
        <Nothing q={q} />
      )}
    </Page>
  );
}
