/** Any payment, by what somebody knows of it: amount, day, folio, reference, name or method, of whatever lot. */
import { TextInput } from '@mantine/core';
import { BUSQUEDA_MAX, BUSQUEDA_MIN } from '#libro/recibos/busqueda.ts';
import { HALLADOS_MAX, type ReciboHallado, recibosContract } from '#libro/recibos/contract.ts';
import { LoteLink } from '#libro/web/LoteLink.tsx';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import { EmptyState, Notice, Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { again, type FiltersOptions, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { HALLADOS, HALLADOS_EMPTY, hallazgosReport } from '../listings.ts';
import classes from './pagos.module.css';

const STATE = { q: textParam() };

/** The lot is where to go on from; a row opens its receipt. */
const COLUMNS = drawn<ReciboHallado>(HALLADOS.screen, {
  lote: ({ lote }) => <LoteLink id={lote.id} referencia={lote.referencia} place="pagos" />,
  estado: ({ cancelado }) => (cancelado ? <StatusBadge color="red" label="cancelado" /> : null),
});

const CARDS = ['lote', 'asociado', 'recibido'];

const TYPED = ['q'] as const;
const isEnough = ({ q }: { q: string }) => q.length >= BUSQUEDA_MIN;

function Filters(search: FiltersOptions<{ q: string }>) {
  const filters = useFilters({ ...search, typed: TYPED, complete: isEnough });
  return (
    <SearchForm filters={filters}>
      <TextInput
        className={classes.search}
        type="search"
        label="Monto, fecha, folio, referencia, nombre o método"
        placeholder="2,500 22-11-2026 SPEI…"
        maxLength={BUSQUEDA_MAX}
        autoComplete="off"
        data-autofocus
        autoFocus
        value={filters.draft.q}
        onChange={(event) => filters.change({ q: event.currentTarget.value })}
      />
    </SearchForm>
  );
}

export default function BuscarPagos() {
  const [{ q: written }, setUrl] = useUrlState(STATE);
  // An address may be longer than what the field takes.
  const q = written.slice(0, BUSQUEDA_MAX);
  const navigate = useNavigate();
  const asked = q.trim().length >= BUSQUEDA_MIN;
  const found = useCall(
    recibosContract.buscar,
    { query: { q: q.trim(), limite: HALLADOS_MAX + 1 } },
    { enabled: asked },
  );
  const rows = found.data?.slice(0, HALLADOS_MAX);
  return (
    <Page
      title="Buscar pagos"
      back={{ to: '/cobranza', label: 'Volver a Cobranza' }}
      actions={
        <ReportTools
          reporte="buscar-pagos"
          filtros={{ q: q.trim() }}
          rows={asked ? rows?.length : undefined}
          report={() => hallazgosReport(q.trim(), found.data ?? [])}
        />
      }
    >
      <Filters applied={{ q: q.trim() }} onSearch={setUrl} onAgain={() => again(found)} />
      {asked ? (
        <DataTable
          caption="Pagos"
          columns={COLUMNS}
          found={found}
          rows={rows}
          rowKey={({ id }) => id}
          search={false}
          emptyText={HALLADOS_EMPTY}
          emptyHint="Quite una palabra, o escriba el monto sin centavos si no los tiene"
          cards={CARDS}
          onRowOpen={({ id }) => void navigate(`/recibo/${id}`)}
        />
      ) : (
        <EmptyState
          text="Escriba lo que sabe del pago"
          hint="Varias palabras se buscan juntas: «2500 transferencia octubre» no; «2500 transferencia 18-10» sí"
        />
      )}
      {/* Under the list: over it, it would push it down when it comes. */}
      {found.data && found.data.length > HALLADOS_MAX ? (
        <Notice role="status">
          Se muestran y se suman los {HALLADOS_MAX} más recientes de los que tienen eso. Añada una palabra, el día o el
          monto para ver los anteriores.
        </Notice>
      ) : null}
    </Page>
  );
}
