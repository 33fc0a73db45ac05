/** Overdue maintenance by associate and age, and in detail by lot. */

import { Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import { totalsOf } from '#platform/listing.ts';
import { NO_INFORMATION } from '#platform/messages.ts';
import { Page } from '#platform/web/kit/page.tsx';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { boolParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatMoney } from '#ui/format.ts';
import { reportesContract } from '../contract.ts';
import { CONCILIACION, CONCILIACION_DETALLE } from '../listings.ts';
import { conciliacionPdf, CONCILIACION_TITLE as TITLE } from '../pdf.ts';
import { conciliacionRows, type Conciliacion as Row } from '../rules.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

const STATE = { detalle: boolParam() };

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
  return (
    <Page
      title={TITLE}
      back={BACK}
      actions={<PdfButton rows={rows?.length} make={() => conciliacionPdf(rows ?? [], detalle, making())} />}
    >
      <DataTable
        key={String(detalle)}
        caption={TITLE}
        columns={(detalle ? CONCILIACION_DETALLE : CONCILIACION).screen}
        found={found}
        rows={rows}
        rowKey={(row) => row.key}
        loading={found.isFetching}
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
