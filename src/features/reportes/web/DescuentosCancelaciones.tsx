/** Everything discounted and waived, or charges and payments that were cancelled, with who allowed it and why. */

import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { sumPesos } from '#core/money.ts';
import { CANCELACIONES, CLASES_DESCUENTO, DESCUENTO, TODAS_LAS_CLASES } from '#libro/reportes/filtros.ts';
import { LoteLink, useRowTo } from '#libro/web/LoteLink.tsx';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { again, type FiltersOptions, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { type Column, drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam, oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlDefaults } from '#platform/web/kit/useUrlDefaults.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { type DescuentoRow, reportesContract } from '../contract.ts';
import { CANCELADOS, DESCUENTOS } from '../listings.ts';
import { descuentosReport, TIPOS_DESCUENTO } from '../reports.ts';
import { CLASES } from '../rules.ts';
import { BACK, VerMes } from './parts.tsx';
import classes from './reportes.module.css';

const ROWS_MAX = 10;
const TIPOS = [DESCUENTO, CANCELACIONES] as const;
const CHOICES = [TODAS_LAS_CLASES, ...CLASES_DESCUENTO] as const;
const STATE = {
  tipo: oneOfParam(TIPOS, DESCUENTO),
  clase: oneOfParam(CHOICES, TODAS_LAS_CLASES),
  referencia: textParam(),
  desde: dateParam(),
  hasta: dateParam(),
};

type Row = DescuentoRow & { key: number };

const referencia = ({ loteId, referencia: text }: Row) => <LoteLink id={loteId} referencia={text} />;

const DISCOUNTED: readonly Column<Row>[] = drawn<Row>(DESCUENTOS.screen, {
  referencia,
  percentDescuento: (row) => (
    <>
      {row.percentDescuento === null ? '' : `${formatNumber(row.percentDescuento)}%`}
      <span className={classes.quiet}>{formatMoney(row.montoDescontado ?? 0)}</span>
    </>
  ),
  entidad: (row) => (
    <span className={classes.whole}>
      {row.entidad}
      {row.clase ? <span className={classes.quiet}>{CLASES[row.clase]}</span> : null}
    </span>
  ),
});

const CANCELLED: readonly Column<Row>[] = drawn<Row>(CANCELADOS.screen, { referencia });

const DISCOUNTED_CARDS = ['referencia', 'percentDescuento'];

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

/** Today, which the specification asks for. */
const usualDays = () => ({ desde: today(), hasta: today() });

export default function DescuentosCancelaciones() {
  const [applied, setState] = useUrlDefaults(useUrlState(STATE), usualDays());
  const found = useCall(reportesContract.descuentos, {
    query: {
      tipo: applied.tipo,
      clase: applied.tipo === DESCUENTO && applied.clase !== TODAS_LAS_CLASES ? applied.clase : undefined,
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
  const opening = useRowTo<Row>('estado-cuenta', ({ loteId }) => `/estado-cuenta/${loteId}`);
  return (
    <Page
      title="Descuento / Cancelaciones"
      back={BACK}
      actions={
        <ReportTools
          reporte="descuentos"
          filtros={applied}
          onApply={(filtros) => setState(filtros, { push: true })}
          rows={rows?.length}
          report={() => descuentosReport(applied, rows ?? [])}
        />
      }
    >
      <Filters applied={applied} onSearch={setState} onAgain={() => again(found)} />
      <h2 className={classes.range}>Detalle</h2>
      <DataTable
        key={applied.tipo}
        caption="Detalle"
        columns={isDiscount ? DISCOUNTED : CANCELLED}
        cards={isDiscount ? DISCOUNTED_CARDS : undefined}
        found={found}
        rows={rows}
        rowKey={(row) => row.key}
        loading={found.isFetching}
        paging={false}
        maxRowsBeforeScroll={ROWS_MAX}
        urlKey
        emptyHint={`No hubo ${isDiscount ? 'descuentos ni condonaciones' : 'cancelaciones'} con estos filtros. Elija otras fechas`}
        emptyAct={<VerMes asked={applied} hoy={today()} onChoose={(days) => setState(days, { push: true })} />}
        {...opening}
        totals={isDiscount ? discounted : undefined}
      />
    </Page>
  );
}

const TYPED = ['referencia'] as const;

function Filters(search: FiltersOptions<Filter>) {
  const filters = useFilters({ ...search, typed: TYPED });
  const { draft, change: set } = filters;
  return (
    <SearchForm filters={filters} folds>
      <SelectInput
        className={classes.choice}
        label="Tipo"
        data={TIPOS.map((value) => ({ value, label: TIPOS_DESCUENTO[value] }))}
        value={draft.tipo}
        onChange={(value) => set({ tipo: value as Filter['tipo'] })}
      />
      {draft.tipo === DESCUENTO ? (
        <SelectInput
          className={classes.choice}
          label="Clase"
          data={CHOICES.map((value) => ({ value, label: value === TODAS_LAS_CLASES ? 'Todas' : CLASES[value] }))}
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
          if (!desde) set(usualDays());
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
