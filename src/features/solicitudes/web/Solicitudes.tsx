/** What residents sent: at the left what waits, at the right one of it with what accepting it does. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useEnCobranza } from '#libro/web/enCobranza.ts';
import { byPages, PagedFiles } from '#libro/web/PagedFiles.tsx';
import { call } from '#platform/web/api.ts';
import { FilterSelect } from '#platform/web/kit/FilterSelect.tsx';
import { Fold } from '#platform/web/kit/fold.tsx';
import { INBOX_SIZE, Inbox, InboxFilters, type InboxRow, useInbox } from '#platform/web/kit/inbox.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { again } from '#platform/web/kit/SearchForm.tsx';
import { intParam, oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { fechaOf } from '#ui/format.ts';
import { FILTROS, type Filtro, type Solicitud, solicitudesContract } from '../contract.ts';
import { SOLICITUDES } from '../listings.ts';
import { CLASE, CLASES } from '../rules.ts';
import { NUEVAS, type Nueva, NuevaModal } from './Nueva.tsx';
import { TONES, Una } from './Una.tsx';

const WORDS = { group: 'Solicitudes', next: 'Siguiente', previous: 'Anterior' };
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

const useAddress = () => useUrlState(STATE);
type State = ReturnType<typeof useAddress>[0];

function Archivos({ state, total }: { state: State; total: number | undefined }) {
  const { estado, clase, q } = state;
  return (
    <PagedFiles
      title="Comprobantes y propuestas"
      list={SOLICITUDES}
      landscape
      rowKey={({ id }) => id}
      filtro={[estado === 'todas' ? '' : estado, clase === 'todas' ? '' : CLASE[clase], q].filter(Boolean).join(' · ')}
      total={total}
      read={byPages((page, size) => call(solicitudesContract.lista, { query: { estado, clase, q, page, size } }))}
    />
  );
}

interface FiltersProps {
  state: State;
  setUrl: ReturnType<typeof useAddress>[1];
  onAgain: () => void;
}

function Filters({ state, setUrl, onAgain }: FiltersProps) {
  return (
    <InboxFilters
      label="Buscar lo que enviaron"
      placeholder="Lote, persona o clave de rastreo"
      value={state.q}
      onChange={(q, step) => setUrl({ q, pag: 1 }, step)}
      onAgain={onAgain}
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

const listed = (row: Solicitud): InboxRow => ({
  ...{ id: row.id, fecha: fechaOf(row.createdAt), importe: row.comprobante?.importe ?? null },
  ...{
    texto: `${row.lote.referencia} · ${row.remitente}`,
    titulo: row.texto || row.remitente,
    clave: CLASE[row.clase],
  },
  fin: row.estado === 'pendiente' ? null : <StatusBadge color={TONES[row.estado]} label={row.estado} />,
});

function emptyOf({ estado, clase, q }: State) {
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
  const [state, setUrl] = useAddress();
  const { estado, clase, q, pag } = state;
  const found = useCall(
    solicitudesContract.lista,
    { query: { estado, clase, q, page: pag - 1, size: INBOX_SIZE } },
    { keepPrevious: true },
  );
  const inbox = useInbox(found, {
    ...{ named: state.solicitud, pag, words: WORDS },
    onOpen: (solicitud) => setUrl({ solicitud }),
    onPage: (next) => setUrl({ pag: next }),
  });
  const [nueva, setNueva] = useState<Nueva>();
  const { works, back } = useEnCobranza();
  const invalidate = useInvalidate();
  const onDone = async () => {
    if (estado === 'pendiente') inbox.leave();
    await invalidate(solicitudesContract.lista);
  };
  return (
    <Page
      title="Comprobantes y propuestas"
      back={back}
      actions={
        <Fold label="Opciones">
          <Archivos state={state} total={found.data?.total} />
          {works ? <Actions onNew={setNueva} /> : null}
        </Fold>
      }
    >
      <Filters state={state} setUrl={setUrl} onAgain={() => again(found)} />
      <Inbox inbox={inbox} label="Lo que enviaron" listed={listed} empty={emptyOf(state)}>
        {(open) => (
          <Una key={`${open.id} ${open.estado}`} solicitud={open} works={works} onDone={() => void onDone()} />
        )}
      </Inbox>
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
