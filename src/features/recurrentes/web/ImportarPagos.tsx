/** What a bank received: a workbook is previewed deposit by deposit, and what is certain or confirmed is applied. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, download, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { SampleButton, WorkbookPick } from '#platform/web/kit/form/WorkbookPick.tsx';
import { Page, Panel } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { type FilaImportada, importacionPagosContract, type Procesado } from '../contract.ts';
import { Preview } from './Preview.tsx';
import { Procesados } from './Procesados.tsx';

const INVALID_FILE = 'Seleccione un archivo válido';

/** The file that was chosen, what was read of it, and what was applied. */
function useDepositos() {
  const [file, setFile] = useState<File | null>(null);
  const [filas, setFilas] = useState<readonly FilaImportada[] | null>(null);
  // Each reading of a file begins with choices of its own.
  const [lectura, setLectura] = useState(0);
  const [procesados, setProcesados] = useState<readonly Procesado[] | null>(null);

  const choose = (chosen: File) => {
    setFile(chosen);
    setFilas(null);
    setProcesados(null);
  };

  const load = async () => {
    if (!file?.name.toLowerCase().endsWith('.xlsx')) {
      toast.error(INVALID_FILE, 5);
      return;
    }
    setProcesados(null);
    try {
      setFilas(await withBusy(() => call(importacionPagosContract.preview, { body: { file } })));
      setLectura((before) => before + 1);
    } catch (error) {
      setFilas(null);
      toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
    }
  };

  const applied = (done: readonly Procesado[]) => {
    setProcesados(done);
    setFilas(null);
  };
  return { file, filas, lectura, procesados, choose, load, applied };
}

export default function ImportarPagos() {
  const { file, filas, lectura, procesados, choose, load, applied } = useDepositos();
  return (
    <Page
      title="Importar pagos"
      back={{ to: '/cobranza', label: 'Volver a Cobranza' }}
      subtitle="Los depósitos que recibió el banco. Primero se revisan; sólo se aplica lo que usted marque."
      actions={
        <SampleButton label="Descargar ejemplo" download={() => download(importacionPagosContract.example, {})} />
      }
    >
      <Panel>
        <WorkbookPick file={file} filled={false} onFile={choose}>
          <Button variant={filas || procesados ? 'default' : 'filled'} onClick={() => void load()}>
            Importar XLS
          </Button>
        </WorkbookPick>
      </Panel>
      {procesados ? <Procesados procesados={procesados} /> : null}
      {filas ? <Preview key={lectura} filas={filas} onApplied={applied} /> : null}
    </Page>
  );
}
