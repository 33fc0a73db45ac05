/** Everything discounted and waived, or charges and payments that were cancelled, with who allowed it and why. */

import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { sumPesos } from '#core/money.ts';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { SearchForm, useDraft } from '#platform/web/kit/SearchForm.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam, oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { CANCELACIONES, CLASES_DESCUENTO, DESCUENTO, type DescuentoRow, reportesContract } from '../contract.ts';
import { CLASES } from '../rules.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

const ROWS_MAX = 10;
const TIPOS = [DESCUENTO, CANCELACIONES] as const;
const LABELS = { [DESCUENTO]: 'Descuento', [CANCELACIONES]: 'Cancelaciones' } as const;
const TODAS = 'todas';
const CHOICES = [TODAS, ...CLASES_DESCUENTO] as const;
const STATE = {
  tipo: oneOfParam(TIPOS, DESCUENTO),
  clase: oneOfParam(CHOICES, TODAS),
  referencia: textParam(),
  desde: dateParam(),
  hasta: dateParam(),
};

type Row = DescuentoRow & { key: number };

const FIRST: readonly Column<Row>[] = [
  { key: 'referencia', header: 'Referencia', value: (row) => row.referencia },
  { key: 'residente', header: 'Residente', value: (row) => row.residente },
  { key: 'fechaOperacion', header: 'Fecha operación', kind: 'date', value: (row) => row.fechaOperacion },
];

const DESCUENTOS: readonly Column<Row>[] = [
  ...FIRST,
  {
    key: 'percentDescuento',
    header: 'Descuento %',
    kind: 'number',
    value: (row) => row.percentDescuento,
    render: (row) => (
      <>
        {row.percentDescuento === null ? '' : `${formatNumber(row.percentDescuento)}%`}
        <span className={classes.quiet}>{formatMoney(row.montoDescontado ?? 0)}</span>
      </>
    ),
  },
  { key: 'autorizado', header: 'Autorización', value: (row) => row.autorizado },
  {
    key: 'entidad',
    header: 'Entidad',
    value: (row) => `${row.entidad} ${row.clase ? CLASES[row.clase] : ''}`,
    render: (row) => (
      <>
        {row.entidad}
        {row.clase ? <span className={classes.quiet}>{CLASES[row.clase]}</span> : null}
      </>
    ),
  },
  { key: 'descripcion', header: 'Descripción', value: (row) => row.descripcion },
];

const CANCELADOS: readonly Column<Row>[] = [
  ...FIRST,
  { key: 'montoCancelado', header: 'Monto cancelado', kind: 'money', value: (row) => row.montoCancelado, total: true },
  { key: 'entidad', header: 'Entidad', value: (row) => row.entidad },
  { key: 'descripcion', header: 'Razón cancelación', value: (row) => row.descripcion },
];

const discounted = (rows: readonly Row[]) => ({
  percentDescuento: formatMoney(sumPesos(rows, (row) => row.montoDescontado ?? 0)),
});
interface Filter {
  tipo: (typeof TIPOS)[number];
  clase: (typeof CHOICES)[number];
  referencia: string;
  desde: string;
  hasta: string;
}

export default function DescuentosCancelaciones() {
  const [state, setState] = useUrlState(STATE);
  const now = today();
  const applied = useMemo(
    (): Filter => ({ ...state, desde: state.desde || now, hasta: state.hasta || now }),
    [state, now],
  );
  const found = useCall(reportesContract.descuentos, {
    query: {
      tipo: applied.tipo,
      clase: applied.tipo === DESCUENTO && applied.clase !== TODAS ? applied.clase : undefined,
      referencia: applied.referencia,
      dateIni: applied.desde,
      dateFin: applied.hasta,
    },
  });
  const rows = useMemo(
    () => (found.isError ? undefined : found.data)?.map((row, key): Row => ({ ...row, key })),
    [found.data, found.isError],
  );
  const isDiscount = applied.tipo === DESCUENTO;
  return (
    <Page title="Descuento / Cancelaciones" back={BACK}>
      <Filters
        applied={applied}
        onSearch={(filter) => {
          if (JSON.stringify(filter) === JSON.stringify(applied)) void found.refetch();
          else setState(filter, { push: true });
        }}
      />
      <h2 className={classes.range}>Detalle</h2>
      <DataTable
        key={applied.tipo}
        caption="Detalle"
        columns={isDiscount ? DESCUENTOS : CANCELADOS}
        found={found}
        rows={rows}
        rowKey={(row) => row.key}
        loading={found.isFetching}
        search={rows !== undefined && rows.length > 0}
        paging={false}
        maxRowsBeforeScroll={ROWS_MAX}
        urlKey
        totals={isDiscount ? discounted : undefined}
      />
    </Page>
  );
}

function Filters({ applied, onSearch }: { applied: Filter; onSearch: (filter: Filter) => void }) {
  const [draft, set] = useDraft(applied);
  return (
    <SearchForm className={classes.search} onSearch={() => onSearch({ ...draft, referencia: draft.referencia.trim() })}>
      <SelectInput
        className={classes.choice}
        label="Tipo"
        data={TIPOS.map((value) => ({ value, label: LABELS[value] }))}
        value={draft.tipo}
        onChange={(value) => set({ tipo: value as Filter['tipo'] })}
      />
      {draft.tipo === DESCUENTO ? (
        <SelectInput
          className={classes.choice}
          label="Clase"
          data={CHOICES.map((value) => ({ value, label: value === TODAS ? 'Todas' : CLASES[value] }))}
          value={draft.clase}
          onChange={(value) => set({ clase: value as Filter['clase'] })}
        />
      ) : null}
      <TextInput
        className={classes.day}
        label="Referencia"
        autoComplete="off"
        maxLength={200}
        value={draft.referencia}
        onChange={(event) => set({ referencia: event.currentTarget.value })}
      />
      <DateInput
        className={classes.day}
        label="Desde"
        clearable
        value={draft.desde}
        onChange={(desde) => {
          // Clearing it resets both.
          if (!desde) set({ desde: today(), hasta: today() });
          else set({ desde, hasta: draft.hasta < desde ? desde : draft.hasta });
        }}
      />
      <DateInput
        className={classes.day}
        label="Hasta"
        min={draft.desde}
        value={draft.hasta}
        onChange={(hasta) => set({ hasta: hasta || draft.desde })}
      />
    </SearchForm>
  );
}
