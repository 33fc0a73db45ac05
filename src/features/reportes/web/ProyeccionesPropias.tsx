/** What the maintenance of the next twelve months comes to, and how much of it is likely to be paid. */

import { useMemo } from 'react';
import { sumPesos } from '#core/money.ts';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import { NumericInput } from '#platform/web/kit/form/NumericInput.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import type { Codec } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { COLOUR } from '#ui/colours.ts';
import { formatMoney } from '#ui/format.ts';
import { type TableroProyecciones, tablerosContract } from '../contract.ts';
import { PROYECCIONES, type ProyeccionRow } from '../listings.ts';
import { proyeccionesReport } from '../reports.ts';
import { projectionRows } from '../rules.ts';
import { ChartCard, Figures, Grid, Loaded, longMonth, percent, shortMonth } from './dashboard-parts.tsx';
import classes from './dashboards.module.css';

/** The share asked for in whole percent; null: what the past says. */
const share: Codec<number | null> = {
  read: (raw) => {
    const value = raw === undefined || raw === null || raw === '' ? Number.NaN : Number(raw);
    return value >= 0 && value <= 100 ? value : null;
  },
  write: (value) => value ?? undefined,
};
const STATE = { indice: share };

const COLUMNS = drawn<ProyeccionRow>(PROYECCIONES.screen, { mes: ({ mes }) => longMonth(mes) });

export function ProyeccionesPropias() {
  const tablero = useCall(tablerosContract.proyecciones, {});
  return <Loaded call={tablero}>{(data) => <Drawn data={data} />}</Loaded>;
}

/** What share is paid within its month, to be changed for another scenario. */
function Indice({ data }: { data: TableroProyecciones }) {
  const [{ indice: chosen }, setState] = useUrlState(STATE);
  const usual = Math.round(data.indice * 1000) / 10;
  return (
    <div className={classes.options}>
      <NumericInput
        className={classes.share}
        label="Índice de cobranza en el mes"
        suffix="%"
        min={0}
        max={100}
        decimals={1}
        value={chosen ?? usual}
        onChange={(value) => value !== null && setState({ indice: value === usual ? null : value })}
      />
      <p className={classes.explained}>
        En los últimos doce meses se cobró dentro de su mes el {percent(data.indice)} del mantenimiento, y cada mes
        entraron en promedio {formatMoney(data.rezago)} de meses anteriores. Cambie el índice para ver otro escenario.
      </p>
    </div>
  );
}

function Escenario({ rows }: { rows: readonly ProyeccionRow[] }) {
  return (
    <Grid>
      <ChartCard
        wide
        tall
        title="Los próximos 12 meses"
        note="Con los lotes entregados y las cuotas de hoy; los descuentos especiales ya están restados."
        category="Mes"
        rows={rows.map(({ mes, facturacion, enMes, esperado }) => ({
          name: shortMonth(mes),
          long: longMonth(mes),
          values: { facturacion, enMes, esperado },
        }))}
        series={[
          { key: 'facturacion', name: 'Facturación', colour: COLOUR.gray, shape: 'bar' },
          { key: 'enMes', name: 'Cobro en el mes', colour: COLOUR.teal, shape: 'bar' },
          { key: 'esperado', name: 'Cobro con rezago', colour: COLOUR.blue, shape: 'line', dashed: true },
        ]}
      />
    </Grid>
  );
}

function Drawn({ data }: { data: TableroProyecciones }) {
  const [{ indice: chosen }, setState] = useUrlState(STATE);
  const indice = chosen === null ? data.indice : chosen / 100;
  const rows = useMemo(() => projectionRows(data, indice), [data, indice]);
  return (
    <>
      <Indice data={data} />
      <Figures
        figures={[
          { label: 'Facturación de 12 meses', value: formatMoney(sumPesos(rows, (row) => row.facturacion)) },
          {
            label: 'Cobro esperado',
            value: formatMoney(rows.at(-1)?.acumulado ?? 0),
            note: 'en el mes y con rezago',
          },
          { label: 'Ya pagado por adelantado', value: formatMoney(sumPesos(rows, (row) => row.anticipado)) },
          {
            label: 'Cartera vencida hoy',
            value: formatMoney(data.vencido),
            ...(data.vencido > 0 && { tone: 'red' as const }),
          },
        ]}
      />
      <Escenario rows={rows} />
      <div className={classes.table}>
        <div className={classes.tableTools}>
          <ReportTools
            reporte="proyecciones"
            filtros={{ indice: chosen ?? -1 }}
            onApply={({ indice: wanted }) => setState({ indice: wanted < 0 ? null : wanted }, { push: true })}
            rows={rows.length}
            report={() => proyeccionesReport(rows, indice)}
          />
        </div>
        <DataTable
          caption="Proyección por mes"
          columns={COLUMNS}
          rows={rows}
          rowKey={(row) => row.mes}
          search={false}
          paging={false}
        />
      </div>
    </>
  );
}
