/** What was fined of one type, month by month, and what became of it. */
import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { lastDayOf, monthOf } from '#core/period.ts';
import { listTiposMulta } from '#features/catalogos/contract.ts';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { ErrorPanel, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { useDraft } from '#platform/web/kit/SearchForm.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { thisMonth } from '#platform/web/kit/today.ts';
import { dateParam, intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { reportesContract, type SancionRow } from '../contract.ts';
import { periodoOf, SANCIONES } from '../listings.ts';
import { SANCIONES_EMPTY as EMPTY, sancionesPdf } from '../pdf.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

const ROWS_MAX = 10;
const STATE = { tipo: intParam(0), desde: dateParam(), hasta: dateParam() };

const COLUMNS = drawn(SANCIONES.screen, { periodo: periodoOf });

const NONE: readonly SancionRow[] = [];

export default function Sanciones() {
  const tipos = useCall(listTiposMulta, {});
  return (
    <>
      {tipos.data ? (
        <Report tipos={tipos.data.map(({ id, name }) => ({ id, name: String(name) }))} />
      ) : (
        <Page title="Reporte por tipo de sanción" back={BACK}>
          {tipos.isError ? (
            <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void tipos.refetch()} />
          ) : (
            <Skeletons lines={6} />
          )}
        </Page>
      )}
    </>
  );
}

interface Filter {
  /** 0: none chosen. */
  tipo: number;
  /** First days of months. */
  desde: string;
  hasta: string;
}

function Report({ tipos }: { tipos: readonly { id: number; name: string }[] }) {
  const [state, setState] = useUrlState(STATE);
  const asked = state.tipo !== 0 && state.desde !== '' && state.hasta !== '';
  const hasta = asked ? lastDayOf(monthOf(state.hasta)) : '';
  const found = useCall(
    reportesContract.sanciones,
    { body: { fechaInicial: state.desde, fechaFinal: `${hasta} 23:59:59`, id: state.tipo } },
    { enabled: asked },
  );
  const rows = asked ? (found.isError ? undefined : found.data) : NONE;
  const tipo = tipos.find(({ id }) => id === state.tipo)?.name ?? '';
  const range = `${formatFecha(state.desde)} al ${formatFecha(hasta)}`;
  const first = thisMonth();
  const applied = useMemo(
    () => ({ tipo: state.tipo, desde: state.desde || first, hasta: state.hasta || first }),
    [state, first],
  );
  return (
    <Page
      title="Reporte por tipo de sanción"
      back={BACK}
      actions={
        <PdfButton
          rows={asked ? rows?.length : undefined}
          make={() => sancionesPdf({ tipo, desde: state.desde, hasta }, rows ?? [], making())}
        />
      }
    >
      <Filters
        tipos={tipos}
        applied={applied}
        onSearch={(filter) => {
          if (asked && JSON.stringify(filter) === JSON.stringify(applied)) void found.refetch();
          else setState(filter, { push: true });
        }}
      />
      {asked ? <p className={classes.count}>Rango de fechas: {range}</p> : null}
      <h2 className={classes.range}>Detalle</h2>
      <DataTable
        caption="Detalle"
        columns={COLUMNS}
        found={found}
        rows={rows}
        rowKey={(row) => row.periodo}
        loading={found.isFetching}
        emptyText={EMPTY}
        search={false}
        paging={false}
        maxRowsBeforeScroll={ROWS_MAX}
        urlKey
      />
    </Page>
  );
}

interface FiltersProps {
  tipos: readonly { id: number; name: string }[];
  applied: Filter;
  onSearch: (filter: Filter) => void;
}

function Filters({ tipos, applied, onSearch }: FiltersProps) {
  const [draft, change] = useDraft(applied);
  const [flagged, setFlagged] = useState(false);
  const faults = useRef({ tipo: '', desde: '', hasta: '' });
  const form = useRef<HTMLFormElement>(null);
  const setDesde = (desde: string) => {
    if (!desde) return;
    if (desde > draft.hasta) faults.current.hasta = '';
    change({ desde, hasta: draft.hasta < desde ? desde : draft.hasta });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFlagged(draft.tipo === 0);
    if (draft.tipo === 0 || Object.values(faults.current).some(Boolean)) {
      const first = draft.tipo === 0 ? 'input' : '[aria-invalid="true"]';
      form.current?.querySelector<HTMLElement>(first)?.focus();
      return;
    }
    onSearch(draft);
  };
  return (
    <search className={classes.search}>
      <form ref={form} className={classes.filters} onSubmit={submit} noValidate>
        <SelectInput
          className={classes.choice}
          label="Tipo de sanción"
          placeholder="Seleccionar opción"
          data={tipos.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.tipo === 0 ? null : String(draft.tipo)}
          error={flagged ? 'Elija un tipo de sanción' : undefined}
          onChange={(value) => {
            setFlagged(false);
            change({ tipo: Number(value) });
          }}
          onFault={(message) => (faults.current.tipo = message)}
        />
        <MonthInput
          className={classes.day}
          label="Desde"
          value={draft.desde}
          onChange={setDesde}
          onFault={(message) => {
            faults.current.desde = message;
          }}
        />
        <MonthInput
          className={classes.day}
          label="Hasta"
          min={draft.desde}
          value={draft.hasta}
          onChange={(hasta) => {
            if (hasta) change({ hasta });
          }}
          onFault={(message) => {
            faults.current.hasta = message;
          }}
        />
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden="true" />}>
          Buscar
        </Button>
      </form>
    </search>
  );
}
