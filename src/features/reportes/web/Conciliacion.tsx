/** Overdue maintenance by associate and age, and in detail by lot. */

import { Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import { LoteLink, useRowTo } from '#libro/web/LoteLink.tsx';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import { totalsOf } from '#platform/listing.ts';
import { NO_INFORMATION } from '#platform/messages.ts';
import { Page } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { boolParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatMoney } from '#ui/format.ts';
import { reportesContract } from '../contract.ts';
import { CONCILIACION, CONCILIACION_DETALLE } from '../listings.ts';
import { conciliacionReport, CONCILIACION_TITLE as TITLE } from '../reports.ts';
import { conciliacionRows, type Conciliacion as Row } from '../rules.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

/** `q` is the search of the table, which the row of an associate with several lots fills. */
const STATE = { detalle: boolParam(), q: textParam() };

const COLUMNS = drawn<Row>(CONCILIACION_DETALLE.screen, {
  referencia: ({ loteId, referencia }) => <LoteLink id={loteId} referencia={referencia} />,
});

const red = (text: string) => <span className={classes.red}>{text}</span>;
const totalsUnder = (rows: readonly Row[]) => ({
  asociado: red('Total'),
  ...Object.fromEntries(
    Object.entries(totalsOf(CONCILIACION.screen, rows)).map(([key, sum]) => [key, red(formatMoney(sum))]),
  ),
});

export default function Conciliacion() {
  const [{ detalle }, setState] = useUrlState(STATE);
  const found = useCall(reportesContract.conciliado, {});
  const rows = useMemo(
    () => (found.data && !found.isError ? conciliacionRows(found.data, detalle) : undefined),
    [found.data, found.isError, detalle],
  );
  const opening = useRowTo<Row>('deudas', ({ loteId, asociado }) => {
    if (loteId !== null) return `/deudas/${loteId}`;
    setState({ detalle: true, q: asociado }, { push: true });
    return undefined;
  });
  return (
    <Page
      title={TITLE}
      back={BACK}
      actions={
        <ReportTools
          reporte="conciliacion"
          filtros={{ detalle }}
          onApply={(filtros) => setState(filtros, { push: true })}
          rows={rows?.length}
          report={() => conciliacionReport(rows ?? [], detalle)}
        />
      }
    >
      <DataTable
        key={String(detalle)}
        caption={TITLE}
        columns={detalle ? COLUMNS : CONCILIACION.screen}
        found={found}
        rows={rows}
        rowKey={(row) => row.key}
        loading={found.isFetching}
        emptyText={NO_INFORMATION}
        emptyHint="Ningún lote debe mantenimiento vencido"
        totals={totalsUnder}
        urlKey
        {...opening}
        toolbar={
          <Checkbox
            label="Detalle"
            checked={detalle}
            onChange={(event) => setState({ detalle: event.currentTarget.checked }, { push: true })}
          />
        }
      />
    </Page>
  );
}
