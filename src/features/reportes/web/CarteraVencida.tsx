/** The overdue portfolio lot by lot; its workbook is downloaded when it is opened. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { LoteLink, useRowTo } from '#libro/web/LoteLink.tsx';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import { download, messageOf } from '#platform/web/api.ts';
import { ErrorPanel, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall } from '#platform/web/query.ts';
import { type CarteraRow, reportesContract } from '../contract.ts';
import { CARTERA } from '../listings.ts';
import { CARTERA_EMPTY, carteraReport } from '../reports.ts';
import { CARTERA_FAILED } from './cartera.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

/** One download for each time that the screen is opened, also where React mounts it twice to find faults. */
let underWay: Promise<void> | undefined;

function start(): Promise<void> {
  underWay ??= download(reportesContract.carteraExcel, {}, 'CarteraVencida.xlsx').finally(() => {
    underWay = undefined;
  });
  return underWay;
}

const COLUMNS = drawn<CarteraRow>(CARTERA.screen, {
  referencia: ({ loteId, referencia }) => <LoteLink id={loteId} referencia={referencia} />,
});

export default function CarteraVencida() {
  const [state, setState] = useState<{ done: boolean; error?: string }>({ done: false });
  useEffect(() => {
    let left = false;
    start().then(
      () => left || setState({ done: true }),
      (error: unknown) => left || setState({ done: false, error: messageOf(error, CARTERA_FAILED) }),
    );
    return () => {
      left = true;
    };
  }, []);
  const reload = () => location.reload();
  const found = useCall(reportesContract.cartera, {});
  const rows = found.isError ? undefined : found.data;
  const opening = useRowTo<CarteraRow>('deudas', ({ loteId }) => `/deudas/${loteId}`);
  return (
    <Page
      title="Cartera vencida"
      back={BACK}
      actions={
        <ReportTools
          reporte="cartera-vencida"
          filtros={{}}
          onApply={() => undefined}
          rows={rows?.length}
          report={() => carteraReport(rows ?? [], today())}
          excel={() => download(reportesContract.carteraExcel, {}, 'CarteraVencida.xlsx')}
        />
      }
    >
      <div className={classes.download}>
        <Panel>
          {state.error !== undefined ? (
            <ErrorPanel message={state.error} onRetry={reload} />
          ) : state.done ? (
            <div className={classes.done} role="status">
              <p>Archivo descargado, por favor revise su carpeta de descargas</p>
              <p className={classes.quiet}>Si el archivo no se descargó</p>
              <Button variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={reload}>
                Pulsa aquí
              </Button>
            </div>
          ) : (
            <Skeletons lines={3} label="Descargando la cartera vencida…" />
          )}
        </Panel>
      </div>
      <DataTable
        caption="Cartera vencida"
        columns={COLUMNS}
        found={found}
        rowKey={(row) => row.loteId}
        emptyText={CARTERA_EMPTY}
        urlKey
        {...opening}
      />
    </Page>
  );
}
