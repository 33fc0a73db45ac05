/** Overdue maintenance by associate and age, and in detail by lot. */

import { Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import { NO_INFORMATION, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { Page } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { boolParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatMoney } from '#ui/format.ts';
import { reportesContract } from '../contract.ts';
import { AMOUNTS, conciliacionPdf, NOBODY, CONCILIACION_TITLE as TITLE } from '../pdf.ts';
import { conciliacionRows, type Conciliacion as Row, sumPesos } from '../rules.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

const STATE = { detalle: boolParam() };

const ASOCIADO: Column<Row> = {
  key: 'asociado',
  header: 'Asociado',
  value: (row) => row.asociado || NOBODY,
};
const REFERENCIA: Column<Row> = { key: 'referencia', header: 'Referencia', value: (row) => row.referencia };
const MONEY = AMOUNTS.map(({ key, header }): Column<Row> => ({ key, header, kind: 'money', value: (row) => row[key] }));
const SHORT = [ASOCIADO, ...MONEY];
const LONG = [ASOCIADO, REFERENCIA, ...MONEY];

const totalOf = (rows: readonly Row[], key: (typeof AMOUNTS)[number]['key']) => sumPesos(rows, (row) => row[key]);
const red = (text: string) => <span className={classes.red}>{text}</span>;
const totalsUnder = (rows: readonly Row[]) => ({
  asociado: red('Total'),
  ...Object.fromEntries(AMOUNTS.map(({ key }) => [key, red(formatMoney(totalOf(rows, key)))])),
});

export default function Conciliacion() {
  const [{ detalle }, setState] = useUrlState(STATE);
  const found = useCall(reportesContract.conciliado, {});
  const rows = useMemo(
    () => (found.data && !found.isError ? conciliacionRows(found.data, detalle) : undefined),
    [found.data, found.isError, detalle],
  );
  return (
    <Page
      title={TITLE}
      back={BACK}
      actions={<PdfButton rows={rows?.length} make={() => conciliacionPdf(rows ?? [], detalle, making())} />}
    >
      <DataTable
        key={String(detalle)}
        caption={TITLE}
        columns={detalle ? LONG : SHORT}
        rows={rows}
        rowKey={(row) => row.key}
        loading={found.isFetching}
        error={found.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void found.refetch()}
        emptyText={NO_INFORMATION}
        totals={totalsUnder}
        urlKey
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
