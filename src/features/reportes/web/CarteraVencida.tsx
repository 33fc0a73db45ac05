/** Downloads the overdue portfolio when it is opened. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { download, messageOf } from '#platform/web/api.ts';
import { ErrorPanel, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { reportesContract } from '../contract.ts';
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
  return (
    <Page title="Cartera vencida" back={BACK} width="narrow">
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
          <Skeletons lines={4} label="Descargando la cartera vencida…" />
        )}
      </Panel>
    </Page>
  );
}
