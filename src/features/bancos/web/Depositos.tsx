/**
 * The inbox of deposits: at the left what came, at the right one of them with what the bank wrote, the lot that it is proposed to
 * and what applying it would do. Whoever has a key for each act is through one in under three seconds.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PagedFiles } from '#libro/web/PagedFiles.tsx';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { rangeInWords } from '#platform/web/kit/date-range.ts';
import { FilterSelect } from '#platform/web/kit/FilterSelect.tsx';
import { Fold } from '#platform/web/kit/fold.tsx';
import {
  AccountFilter,
  DaysFilter,
  Inbox,
  InboxFilters,
  openOf,
  useInboxWalk,
  useWithinPages,
} from '#platform/web/kit/inbox.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { EmptyState, ErrorPanel, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { again } from '#platform/web/kit/SearchForm.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { dateParam, intParam, oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { cuentasContract, type DepositoEntrante, depositosContract, FILTROS, type Filtro } from '../contract.ts';
import { DEPOSITOS } from '../listings.ts';
import { PENDIENTES, SIN_IDENTIFICAR, SITUACION, SITUACIONES, type Situacion } from '../rules.ts';
import { Bandeja } from './Bandeja.tsx';
import { CapturarModal } from './CapturarModal.tsx';
import { Deposito } from './Deposito.tsx';

const SIZE = 50;
const WALK = { group: 'Depósitos', next: 'Siguiente depósito', previous: 'Depósito anterior' };
const STATE = {
  situacion: oneOfParam(FILTROS, 'pendientes'),
  cuenta: intParam(0),
  desde: dateParam(),
  hasta: dateParam(),
  q: textParam(),
  pag: intParam(1, 1),
  deposito: intParam(0),
};

const SITUATIONS = [
  { value: 'todas', label: 'Todas' },
  { value: 'sin_identificar', label: 'Sin identificar' },
  ...SITUACIONES.map((value) => ({ value, label: SITUACION[value].replace(/^./, (letter) => letter.toUpperCase()) })),
];

const situationOf = (situacion: Filtro): string =>
  situacion === 'pendientes' ? 'Por atender' : (SITUATIONS.find(({ value }) => value === situacion)?.label ?? '');

const EMPTY = {
  pendientes: {
    text: 'No hay depósitos por atender',
    hint: 'Lo que llegue del banco y nadie haya aplicado aparecerá aquí',
  },
  /** What nothing narrows but the situation. */
  situacion: { text: 'Ningún depósito está así', hint: 'Elija otra situación' },
  otras: { text: 'Ningún depósito coincide', hint: 'Cambie la situación o quite una palabra' },
  cuenta: { text: 'Ningún depósito coincide', hint: 'Cambie la situación, la cuenta o la fecha' },
};

function emptyOf({ situacion, cuenta, desde, hasta, q }: ReturnType<typeof useInbox>['state']) {
  if (q !== '') return EMPTY.otras;
  if (cuenta !== 0 || desde !== '' || hasta !== '') return EMPTY.cuenta;
  return situacion === 'pendientes' ? EMPTY.pendientes : EMPTY.situacion;
}

/** The deposits of the address, and which of them is open. */
function useInbox() {
  const [state, setUrl] = useUrlState(STATE);
  const { situacion, cuenta, desde, hasta, q, pag } = state;
  const found = useCall(
    depositosContract.lista,
    { query: { situacion, cuentaId: cuenta || null, desde, hasta, q, page: pag - 1, size: SIZE } },
    { keepPrevious: true },
  );
  const rows = found.data?.rows ?? [];
  return { state, setUrl, found, rows, ...openOf(rows, state.deposito) };
}

/** What the filter leaves, as files. */
function Archivos({ state, total }: Pick<ReturnType<typeof useInbox>, 'state'> & { total: number | undefined }) {
  const { situacion, cuenta, desde, hasta, q } = state;
  return (
    <PagedFiles
      title="Depósitos"
      list={DEPOSITOS}
      landscape
      rowKey={({ id }) => id}
      filtro={[situacion === 'todas' ? '' : situationOf(situacion), rangeInWords({ desde, hasta })]
        .filter((said) => said !== '')
        .join(', ')}
      total={total}
      read={async (from: number | undefined, size) => {
        const page = from ?? 0;
        const query = { situacion, cuentaId: cuenta || null, desde, hasta, q, page, size };
        const found = await call(depositosContract.lista, { query });
        return { rows: found.rows, next: (page + 1) * size < found.total ? page + 1 : undefined };
      }}
    />
  );
}

function Filters({ state, setUrl, found }: Pick<ReturnType<typeof useInbox>, 'state' | 'setUrl' | 'found'>) {
  const cuentas = useCall(cuentasContract.all, {});
  return (
    <InboxFilters
      label="Buscar depósitos"
      placeholder="Monto, referencia, quien pagó, lote"
      value={state.q}
      onChange={(q, step) => setUrl({ q, pag: 1 }, step)}
      onAgain={() => again(found)}
    >
      <FilterSelect
        label="Situación"
        all="Por atender"
        options={SITUATIONS}
        value={state.situacion === 'pendientes' ? '' : state.situacion}
        onChange={(value) => setUrl({ situacion: (value || 'pendientes') as typeof state.situacion, pag: 1 })}
      />
      <AccountFilter cuentas={cuentas.data} value={state.cuenta} onChange={(cuenta) => setUrl({ cuenta, pag: 1 })} />
      <DaysFilter range={state} onAll={() => setUrl({ desde: '', hasta: '', pag: 1 })} />
    </InboxFilters>
  );
}

async function review(reread: () => Promise<unknown>): Promise<void> {
  try {
    const { aplicados } = await withBusy(() => call(depositosContract.revisar, {}));
    toast.success(aplicados === 0 ? 'Nada que aplicar sin su confirmación' : `Se aplicaron ${aplicados} depósitos`, 5);
    await reread();
  } catch (error) {
    toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
  }
}

function Actions({ reread }: { reread: () => Promise<unknown> }) {
  const [capturing, setCapturing] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setCapturing(true)}>
        Capturar depósito
      </Button>
      <Button variant="default" onClick={() => void review(reread)}>
        Buscar lotes de nuevo
      </Button>
      <Button component={KitLink} to="/cobranza/bancos" variant="default">
        Cuentas de banco
      </Button>
      {capturing ? <CapturarModal onClose={() => setCapturing(false)} onDone={() => void reread()} /> : null}
    </>
  );
}

/** Whether a deposit is still in a list. */
function isIn(filtro: Filtro, situacion: Situacion): boolean {
  if (filtro === 'pendientes') return PENDIENTES.includes(situacion);
  return (
    filtro === 'todas' || (filtro === 'sin_identificar' ? SIN_IDENTIFICAR.includes(situacion) : filtro === situacion)
  );
}

export default function Depositos() {
  const { state, setUrl, found, rows, at, open } = useInbox();
  const works = passes('ABC', useSession().role) && location.pathname.startsWith('/cobranza');
  const invalidate = useInvalidate();
  const reread = () => invalidate(depositosContract.lista, cuentasContract.all);

  const show = (step: number) => {
    const next = rows[at + step];
    if (next) setUrl({ deposito: next.id });
  };
  const list = useInboxWalk(open?.id, show, WALK);

  const paging = {
    ...{ pag: state.pag, size: SIZE, shown: rows.length, total: found.data?.total ?? 0 },
    onPage: (pag: number) => setUrl({ pag }),
  };
  useWithinPages(paging, found.isPlaceholderData);

  /** What was decided leaves the list that it was in: the next one takes its place. */
  const onDone = async (done: DepositoEntrante) => {
    const next = rows[at + 1] ?? rows[at - 1];
    if (!isIn(state.situacion, done.situacion)) setUrl({ deposito: next?.id ?? 0 });
    await reread();
  };
  return (
    <Page
      title="Depósitos"
      back={works ? { to: '/cobranza', label: 'Volver a Cobranza' } : { to: '/reportes', label: 'Volver a Reportes' }}
      actions={
        <Fold label="Opciones">
          <Archivos state={state} total={found.data?.total} />
          {works ? <Actions reread={reread} /> : null}
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
          list={<Bandeja rows={rows} open={open.id} onOpen={(id) => setUrl({ deposito: id })} />}
          paging={paging}
        >
          <Deposito
            key={`${open.id} ${open.version}`}
            deposito={open}
            works={works}
            onDone={(done) => void onDone(done)}
          />
        </Inbox>
      ) : null}
    </Page>
  );
}
