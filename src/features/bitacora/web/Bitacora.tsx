/** The audit log: what was done, by whom, when; and whether anybody has touched it since. */
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { PagedFiles } from '#libro/web/PagedFiles.tsx';
import { NO_VALUES, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { rangeParams } from '#platform/web/kit/date-range.ts';
import { type PeriodFilter, PeriodSearch } from '#platform/web/kit/PeriodSearch.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { firstPageAgain } from '#platform/web/kit/SearchForm.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { dateParam, intParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { bitacoraContract } from '../contract.ts';
import { BITACORA } from '../listings.ts';
import { Detail } from './Detail.tsx';
import { ActionBadge } from './status.tsx';
import { Verification, type VerificationResult } from './Verification.tsx';

const SIZE = 20;

const CODECS = {
  desde: dateParam(),
  hasta: dateParam(),
  referencia: textParam(),
  /** From 1, as on the screen. */
  pag: intParam(1, 1),
  /** The entry whose detail is open. */
  registro: intParam(0),
};

const COLUMNS = drawn(BITACORA.screen, {
  status: ({ status }) => <ActionBadge status={status} />,
});

/** What the search leaves, as files. */
function Archivos({ filter, total }: { filter: PeriodFilter; total: number | undefined }) {
  const { desde, hasta, texto } = filter;
  const said = [
    ['Desde', formatFecha(desde)],
    ['Hasta', formatFecha(hasta)],
    ['Referencia', texto],
  ];
  return (
    <PagedFiles
      title="Bitácora"
      list={BITACORA}
      rowKey={({ id }) => id}
      filtro={said.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join(' · ')}
      total={total}
      read={async (from: number | undefined, size) => {
        const page = from ?? 0;
        const query = { page, size, sortBy: 'createdAt', ...rangeParams({ desde, hasta }), referencia: texto };
        const { content, last } = await call(bitacoraContract.allpaginable, { query });
        return { rows: content, next: last ? undefined : page + 1 };
      }}
    />
  );
}

/** Whether anybody has touched the log, once that was asked; a seal that somebody kept is compared with it. */
function useVerification() {
  const [verification, setVerification] = useState<VerificationResult | null>(null);
  const verify = async (sello = '') => {
    try {
      const result = await withBusy(() => call(bitacoraContract.verify, { body: { sello } }));
      setVerification({ ...result, at: new Date().toISOString() });
    } catch {
      toast.error(SERVER_ERROR_RETRY, 8);
    }
  };
  return { verification, verify, close: () => setVerification(null) };
}

export default function Bitacora() {
  const [{ desde, hasta, referencia, pag, registro }, setUrl] = useUrlState(CODECS);
  const { verification, verify, close } = useVerification();
  const page = pag - 1;
  const rows = useCall(
    bitacoraContract.allpaginable,
    { query: { page, size: SIZE, sortBy: 'createdAt', ...rangeParams({ desde, hasta }), referencia } },
    { keepPrevious: true },
  );
  return (
    <Page
      title="Bitácora"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <>
          <Archivos filter={{ desde, hasta, texto: referencia }} total={rows.data?.totalElements} />
          <Button variant="default" onClick={() => void verify()}>
            Verificar integridad
          </Button>
        </>
      }
    >
      {verification ? (
        <Verification
          result={verification}
          onCompare={(sello) => void verify(sello)}
          onOpen={(id) => setUrl({ registro: id })}
          onClose={close}
        />
      ) : null}
      <PagedTable
        caption="Bitácora"
        columns={COLUMNS}
        found={rows}
        rows={rows.data?.content}
        rowKey={(entry) => entry.id}
        loading={rows.isFetching}
        emptyText={NO_VALUES}
        hasPrevious={rows.data?.first === false}
        hasNext={rows.data?.last === false}
        page={page}
        onPage={(next) => setUrl({ pag: next + 1 }, { push: true })}
        total={rows.data?.totalElements}
        toolbar={
          <PeriodSearch
            label="Referencia"
            applied={{ desde, hasta, texto: referencia }}
            onSearch={({ texto, ...range }, step) => setUrl({ ...range, referencia: texto, pag: 1 }, step)}
            onAgain={() => firstPageAgain(pag, () => setUrl({ pag: 1 }, { push: true }), rows)}
          />
        }
        rowActions={(entry) => (
          <RowAction
            label={`Ver el registro ${entry.id}`}
            icon={<IconEye size={16} />}
            onClick={() => setUrl({ registro: entry.id })}
          />
        )}
        onRowOpen={(entry) => setUrl({ registro: entry.id })}
      />
      {registro > 0 ? <Detail key={registro} id={registro} onClose={() => setUrl({ registro: 0 })} /> : null}
    </Page>
  );
}
