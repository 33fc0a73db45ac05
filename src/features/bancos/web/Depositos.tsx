/**
 * The inbox of deposits: at the left what came, at the right one of them with what the bank wrote, the lot that it is proposed to
 * and what applying it would do. Whoever has a key for each act is through one in under three seconds.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useEnCobranza } from '#libro/web/enCobranza.ts';
import { byPages, PagedFiles } from '#libro/web/PagedFiles.tsx';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { rangeInWords } from '#platform/web/kit/date-range.ts';
import { FilterSelect } from '#platform/web/kit/FilterSelect.tsx';
import { Fold } from '#platform/web/kit/fold.tsx';
import { AccountFilter, DaysFilter, INBOX_SIZE, Inbox, InboxFilters, useInbox } from '#platform/web/kit/inbox.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { again } from '#platform/web/kit/SearchForm.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { dateParam, intParam, oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { cuentasContract, type DepositoEntrante, depositosContract, FILTROS, type Filtro } from '../contract.ts';
import { DEPOSITOS } from '../listings.ts';
import { PENDIENTES, SIN_IDENTIFICAR, SITUACION, SITUACIONES, type Situacion } from '../rules.ts';
import { listed } from './Bandeja.tsx';
import { CapturarModal } from './CapturarModal.tsx';
import { Deposito } from './Deposito.tsx';

const WORDS = { group: 'Depósitos', next: 'Siguiente depósito', previous: 'Depósito anterior' };
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

const useAddress = () => useUrlState(STATE);
type State = ReturnType<typeof useAddress>[0];

const filterOf = ({ situacion, cuenta, desde, hasta, q }: State) => ({
  ...{ situacion, cuentaId: cuenta || null, desde, hasta, q },
});

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

function emptyOf({ situacion, cuenta, desde, hasta, q }: State) {
  if (q !== '') return EMPTY.otras;
  if (cuenta !== 0 || desde !== '' || hasta !== '') return EMPTY.cuenta;
  return situacion === 'pendientes' ? EMPTY.pendientes : EMPTY.situacion;
}

/** What the filter leaves, as files. */
function Archivos({ state, total }: { state: State; total: number | undefined }) {
  const { situacion, desde, hasta } = state;
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
      read={byPages((page, size) => call(depositosContract.lista, { query: { ...filterOf(state), page, size } }))}
    />
  );
}

interface FiltersProps {
  state: State;
  setUrl: ReturnType<typeof useAddress>[1];
  onAgain: () => void;
}

function Filters({ state, setUrl, onAgain }: FiltersProps) {
  const cuentas = useCall(cuentasContract.all, {});
  return (
    <InboxFilters
      label="Buscar depósitos"
      placeholder="Monto, referencia, quien pagó, lote"
      value={state.q}
      onChange={(q, step) => setUrl({ q, pag: 1 }, step)}
      onAgain={onAgain}
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
  const [state, setUrl] = useAddress();
  const found = useCall(
    depositosContract.lista,
    { query: { ...filterOf(state), page: state.pag - 1, size: INBOX_SIZE } },
    { keepPrevious: true },
  );
  const inbox = useInbox(found, {
    ...{ named: state.deposito, pag: state.pag, words: WORDS },
    onOpen: (deposito) => setUrl({ deposito }),
    onPage: (pag) => setUrl({ pag }),
  });
  const { works, back } = useEnCobranza();
  const invalidate = useInvalidate();
  const reread = () => invalidate(depositosContract.lista, cuentasContract.all);
  const onDone = async (done: DepositoEntrante) => {
    if (!isIn(state.situacion, done.situacion)) inbox.leave();
    await reread();
  };
  return (
    <Page
      title="Depósitos"
      back={back}
      actions={
        <Fold label="Opciones">
          <Archivos state={state} total={found.data?.total} />
          {works ? <Actions reread={reread} /> : null}
        </Fold>
      }
    >
      <Filters state={state} setUrl={setUrl} onAgain={() => again(found)} />
      <Inbox inbox={inbox} label="Depósitos" listed={listed} empty={emptyOf(state)}>
        {(open) => (
          <Deposito
            key={`${open.id} ${open.version}`}
            deposito={open}
            works={works}
            onDone={(done) => void onDone(done)}
          />
        )}
      </Inbox>
    </Page>
  );
}
