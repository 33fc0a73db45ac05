/** What residents sent: at the left what waits, at the right one of it with what accepting it does. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PagedFiles } from '#libro/web/PagedFiles.tsx';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { FilterSelect } from '#platform/web/kit/FilterSelect.tsx';
import { Fold } from '#platform/web/kit/fold.tsx';
import { Inbox, InboxFilters, InboxList, openOf, useInboxWalk, useWithinPages } from '#platform/web/kit/inbox.tsx';
import { EmptyState, ErrorPanel, Page, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { again } from '#platform/web/kit/SearchForm.tsx';
import { intParam, oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { fechaOf } from '#ui/format.ts';
import { FILTROS, type Filtro, type Solicitud, solicitudesContract } from '../contract.ts';
import { SOLICITUDES } from '../listings.ts';
import { CLASE, CLASES } from '../rules.ts';
import { NUEVAS, type Nueva, NuevaModal } from './Nueva.tsx';
import { TONES, Una } from './Una.tsx';

const SIZE = 50;
const WALK = { group: 'Solicitudes', next: 'Siguiente', previous: 'Anterior' };
const TODAS = ['todas', ...CLASES] as const;
const STATE = {
  estado: oneOfParam(FILTROS, 'pendiente'),
  clase: oneOfParam(TODAS, 'todas'),
  q: textParam(),
  pag: intParam(1, 1),
  solicitud: intParam(0),
};

const ESTADO_OPTIONS = [
  { value: 'aceptada', label: 'Aceptadas' },
  { value: 'rechazada', label: 'Rechazadas' },
  { value: 'todas', label: 'Todas' },
];

function useInbox() {
  const [state, setUrl] = useUrlState(STATE);
  const { estado, clase, q, pag } = state;
  const found = useCall(
    solicitudesContract.lista,
    { query: { estado, clase, q, page: pag - 1, size: SIZE } },
    { keepPrevious: true },
  );
  const rows = found.data?.rows ?? [];
  return { state, setUrl, found, rows, ...openOf(rows, state.solicitud) };
}

type InboxState = ReturnType<typeof useInbox>;

function Archivos({ state, total }: Pick<InboxState, 'state'> & { total: number | undefined }) {
  const { estado, clase, q } = state;
  return (
    <PagedFiles
      title="Comprobantes y propuestas"
      list={SOLICITUDES}
      landscape
      rowKey={({ id }) => id}
      filtro={[estado === 'todas' ? '' : estado, clase === 'todas' ? '' : CLASE[clase], q].filter(Boolean).join(' · ')}
      total={total}
      read={async (from: number | undefined, size) => {
        const page = from ?? 0;
        const found = await call(solicitudesContract.lista, { query: { estado, clase, q, page, size } });
        return { rows: found.rows, next: (page + 1) * size < found.total ? page + 1 : undefined };
      }}
    />
  );
}

function Filters({ state, setUrl, found }: Pick<InboxState, 'state' | 'setUrl' | 'found'>) {
  return (
    <InboxFilters
      label="Buscar lo que enviaron"
      placeholder="Lote, persona o clave de rastreo"
      value={state.q}
      onChange={(q, step) => setUrl({ q, pag: 1 }, step)}
      onAgain={() => again(found)}
    >
      <FilterSelect
        label="Situación"
        all="Por atender"
        options={ESTADO_OPTIONS}
        value={state.estado === 'pendiente' ? '' : state.estado}
        onChange={(value) => setUrl({ estado: (value || 'pendiente') as Filtro, pag: 1 })}
      />
      <FilterSelect
        label="Qué es"
        all="Todo"
        options={CLASES.map((value) => ({ value, label: CLASE[value] }))}
        value={state.clase === 'todas' ? '' : state.clase}
        onChange={(value) => setUrl({ clase: (value || 'todas') as typeof state.clase, pag: 1 })}
      />
    </InboxFilters>
  );
}

const listed = (row: Solicitud) => ({
  ...{ id: row.id, fecha: fechaOf(row.createdAt), importe: row.comprobante?.importe ?? null },
  ...{
    texto: `${row.lote.referencia} · ${row.remitente}`,
    titulo: row.texto || row.remitente,
    clave: CLASE[row.clase],
  },
  fin: row.estado === 'pendiente' ? null : <StatusBadge color={TONES[row.estado]} label={row.estado} />,
});

function emptyOf({ estado, clase, q }: InboxState['state']) {
  if (q !== '' || clase !== 'todas') return { text: 'Nada coincide', hint: 'Cambie la búsqueda o los filtros' };
  return estado === 'pendiente'
    ? { text: 'No hay nada por atender', hint: 'Lo que envíen los residentes aparecerá aquí' }
    : { text: 'Nada está así', hint: 'Elija otra situación' };
}

function Actions({ onNew }: { onNew: (nueva: Nueva) => void }) {
  return CLASES.map((clase) => (
    <Button key={clase} variant="default" onClick={() => onNew(clase)}>
      {NUEVAS[clase].boton}
    </Button>
  ));
}

export default function Solicitudes() {
  const { state, setUrl, found, rows, at, open } = useInbox();
  const [nueva, setNueva] = useState<Nueva>();
  const works = passes('ABC', useSession().role) && location.pathname.startsWith('/cobranza');
  const invalidate = useInvalidate();
  const show = (step: number) => {
    const next = rows[at + step];
    if (next) setUrl({ solicitud: next.id });
  };
  const list = useInboxWalk(open?.id, show, WALK);
  const paging = {
    ...{ pag: state.pag, size: SIZE, shown: rows.length, total: found.data?.total ?? 0 },
    onPage: (pag: number) => setUrl({ pag }),
  };
  useWithinPages(paging, found.isPlaceholderData);
  /** What was decided leaves the list: the next one takes its place. */
  const onDone = async () => {
    const next = rows[at + 1] ?? rows[at - 1];
    if (state.estado === 'pendiente') setUrl({ solicitud: next?.id ?? 0 });
    await invalidate(solicitudesContract.lista);
  };
  return (
    <Page
      title="Comprobantes y propuestas"
      back={works ? { to: '/cobranza', label: 'Volver a Cobranza' } : { to: '/reportes', label: 'Volver a Reportes' }}
      actions={
        <Fold label="Opciones">
          <Archivos state={state} total={found.data?.total} />
          {works ? <Actions onNew={setNueva} /> : null}
        </Fold>
      }
    >
      <Filters state={state} setUrl={setUrl} found={found} />
      {found.error ? <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Skeletons lines={8} /> : null}
      {found.data?.total === 0 ? <EmptyState {...emptyOf(state)} /> : null}
      {open ? (
        <Inbox
          ref={list}
          list={
            <InboxList
              label="Lo que enviaron"
              rows={rows.map(listed)}
              open={open.id}
              onOpen={(id) => setUrl({ solicitud: id })}
            />
          }
          paging={paging}
        >
          <Una key={`${open.id} ${open.estado}`} solicitud={open} works={works} onDone={() => void onDone()} />
        </Inbox>
      ) : null}
      {nueva ? (
        <NuevaModal
          nueva={nueva}
          onClose={() => setNueva(undefined)}
          onDone={() => void invalidate(solicitudesContract.lista)}
        />
      ) : null}
    </Page>
  );
}
