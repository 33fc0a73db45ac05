/** The outbox of letters: what left, what waits, what failed; and without a mail server, what would have left. */
import { TextInput } from '@mantine/core';
import { IconMail, IconPaperclip } from '@tabler/icons-react';
import { PagedFiles } from '#libro/web/PagedFiles.tsx';
import { call } from '#platform/web/api.ts';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Page, Settled } from '#platform/web/kit/page.tsx';
import { type FiltersOptions, firstPageAgain, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { intParam, oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { type Correo, correosContract } from '../contract.ts';
import { CORREOS, ESTADO_LABELS } from '../listings.ts';
import { ESTADOS, type Estado } from '../rules.ts';
import { CorreoDetail } from './CorreoDetail.tsx';
import classes from './comunicacion.module.css';
import { EstadoBadge } from './estado.tsx';
import { Recipients } from './Recipients.tsx';

const SIZE = 20;
const EVERY_MS = 10_000;
const ANY = 'todos';

const CODECS = {
  estado: oneOfParam([ANY, ...ESTADOS], ANY),
  q: textParam(),
  /** From 1, as on the screen. */
  pag: intParam(1, 1),
  /** The letter that is open. */
  correo: intParam(0),
};

const OPTIONS = [
  { value: ANY, label: 'Todos' },
  ...ESTADOS.map((value) => ({ value, label: ESTADO_LABELS[value] })),
] as const;

const COLUMNS = drawn<Correo>(CORREOS.screen, {
  estado: ({ estado }) => <EstadoBadge estado={estado} />,
  para: ({ para }) => (
    <div className={classes.wide}>
      <Recipients para={para} />
    </div>
  ),
  asunto: ({ asunto, adjuntos, ultimoError }) => (
    <div className={classes.wide}>
      {asunto}
      {adjuntos > 0 ? (
        <IconPaperclip size={14} className={classes.clip} role="img" aria-label="con archivos adjuntos" />
      ) : null}
      {ultimoError ? <div className={classes.rowError}>{ultimoError}</div> : null}
    </div>
  ),
  referencia: ({ referencia }) => <span className={classes.instant}>{referencia}</span>,
});

interface Wanted {
  estado: Estado | typeof ANY;
  q: string;
}

const TYPED = ['q'] as const;

function Filters(search: FiltersOptions<Wanted>) {
  const filters = useFilters({ ...search, typed: TYPED });
  const { draft, change } = filters;
  return (
    <SearchForm filters={filters}>
      <SelectInput
        label="Estado"
        data={OPTIONS}
        value={draft.estado}
        onChange={(estado) => change({ estado: estado ?? ANY })}
      />
      <TextInput
        className={classes.term}
        label="Destinatario, asunto o lote"
        autoComplete="off"
        maxLength={200}
        value={draft.q}
        onChange={(event) => change({ q: event.currentTarget.value })}
      />
    </SearchForm>
  );
}

/** What the search leaves, as files. */
function Archivos({ applied, total }: { applied: Wanted; total: number | undefined }) {
  const { estado, q } = applied;
  const words = [estado === ANY ? '' : `Estado: ${ESTADO_LABELS[estado]}`, q && `Búsqueda: «${q}»`];
  return (
    <PagedFiles
      title="Correos enviados"
      list={CORREOS}
      rowKey={({ id }) => id}
      filtro={words.filter((word) => word !== '').join(' · ')}
      landscape
      total={total}
      read={async (page: number | undefined = 0, size) => {
        const query = { page, size, estado: estado === ANY ? '' : estado, q } as const;
        const { content, last } = await call(correosContract.allpaginable, { query });
        return { rows: content, next: last ? undefined : page + 1 };
      }}
    />
  );
}

export default function Correos() {
  const [{ estado, q, pag, correo }, setUrl] = useUrlState(CODECS);
  const page = pag - 1;
  const rows = useCall(
    correosContract.allpaginable,
    { query: { page, size: SIZE, estado: estado === ANY ? '' : estado, q } },
    { keepPrevious: true, refetchEveryMs: EVERY_MS },
  );
  const { data } = rows;
  return (
    <Page
      title="Correos enviados"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={<Archivos applied={{ estado, q }} total={data?.totalElements} />}
    >
      {data?.hayServidor === false ? (
        <p className={classes.notice} role="note">
          No hay servidor de correo: los correos se guardan aquí y no salen. Para que salgan, defina SMTP_URL y
          PORTON_CORREO_REMITENTE en el servidor.
        </p>
      ) : null}
      {/* Whether the notice stands above it comes with its rows. */}
      <Settled when={!rows.isPending}>
        <PagedTable
          caption="Correos enviados"
          columns={COLUMNS}
          found={rows}
          rows={data?.content}
          rowKey={({ id }) => id}
          loading={rows.isPending || rows.isPlaceholderData}
          {...(q === '' && estado === ANY
            ? { emptyHint: 'Todavía no se ha enviado ningún correo' }
            : { emptyText: 'Ningún correo coincide' })}
          hasPrevious={data?.first === false}
          hasNext={data?.last === false}
          page={page}
          onPage={(next) => setUrl({ pag: next + 1 }, { push: true })}
          total={data?.totalElements}
          toolbar={
            <Filters
              applied={{ estado, q }}
              onSearch={(wanted, step) => setUrl({ ...wanted, pag: 1 }, step)}
              onAgain={() => firstPageAgain(pag, () => setUrl({ pag: 1 }, { push: true }), rows)}
            />
          }
          rowActions={({ id, asunto }) => (
            <RowAction
              label={`Abrir el correo «${asunto}»`}
              icon={<IconMail size={16} />}
              onClick={() => setUrl({ correo: id })}
            />
          )}
          onRowOpen={({ id }) => setUrl({ correo: id })}
        />
      </Settled>
      {correo > 0 ? (
        <CorreoDetail
          key={correo}
          id={correo}
          mayRetry={data?.hayServidor === true}
          onClose={() => setUrl({ correo: 0 })}
        />
      ) : null}
    </Page>
  );
}
