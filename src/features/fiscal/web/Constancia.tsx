/** The tax-status certificate of some tax data: what is kept, and the upload of a new one. */
import { Anchor, FileInput } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { archivoOfUrl, archivosContract } from '#features/archivos/contract.ts';
import { NOT_A_PDF, PDF_BYTES_MAX } from '#features/archivos/rules.ts';
import { SERVER_ERROR_ADMIN } from '#platform/messages.ts';
import { call, download } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { Panel } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { type DatosFiscales, fiscalContract } from '../contract.ts';
import classes from './fiscal.module.css';

const UPLOADED = 'Archivo subido correctamente';
const PDF = 'application/pdf';

function faultOf(file: File): string | null {
  if (file.type !== PDF) return NOT_A_PDF;
  if (file.size > PDF_BYTES_MAX) return 'El archivo pesa más de 10 MB. Elija otro';
  return null;
}

type Shown = Pick<DatosFiscales, 'urlFileConstancia' | 'nameFileConstancia'>;

interface ConstanciaProps {
  id: number;
  initial: Shown;
}

const fail = (error: unknown) => toast.failure(error, SERVER_ERROR_ADMIN, 3, { seconds: 10 });

/** The file that was chosen, and the one that is kept. */
function useConstancia({ id, initial }: ConstanciaProps) {
  const invalidate = useInvalidate();
  const [current, setCurrent] = useState(initial);
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const choose = (chosen: File | null) => {
    const found = chosen && faultOf(chosen);
    setFault(found);
    setFile(found ? null : chosen);
  };
  const upload = async () => {
    if (!file || busy) return;
    setBusy(true);
    try {
      const kept = await call(archivosContract.subirConstancia, { body: { file } });
      const shown = await call(fiscalContract.uploadConstancia, {
        body: { id, urlFileConstancia: kept.url, nameFileConstancia: kept.fileName },
      });
      setCurrent(shown);
      setFile(null);
      toast.success(UPLOADED, 2);
      void invalidate(fiscalContract.get);
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return { current, file, fault, busy, choose, upload };
}

export function Constancia(props: ConstanciaProps) {
  const { current, file, fault, busy, choose, upload } = useConstancia(props);
  const archivo = archivoOfUrl(current.urlFileConstancia);
  return (
    <Panel title="Constancia fiscal">
      {archivo === undefined ? (
        <p className={classes.note}>Todavía no hay una constancia guardada.</p>
      ) : (
        <p className={classes.current}>
          <Anchor
            component="button"
            type="button"
            onClick={() => void download(archivosContract.get, { params: { id: archivo } }).catch(fail)}
          >
            Ver {current.nameFileConstancia}
          </Anchor>
        </p>
      )}
      <div className={classes.upload}>
        <div className={classes.file}>
          <FileInput
            label="Subir constancia fiscal"
            placeholder="Seleccionar archivo"
            description={archivo === undefined ? 'PDF, hasta 10 MB' : 'PDF, hasta 10 MB. Toma el lugar de la actual'}
            accept={PDF}
            clearable
            clearButtonProps={{ 'aria-label': 'Quitar el archivo elegido' }}
            leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
            value={file}
            onChange={choose}
            error={fault}
          />
        </div>
        <BusyButton className={classes.send} loading={busy} disabled={!file} onClick={() => void upload()}>
          Subir
        </BusyButton>
      </div>
    </Panel>
  );
}
