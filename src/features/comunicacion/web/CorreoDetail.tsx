/** One letter: where it is, what it says, its attachments, and another attempt where that can help. */
import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE, ACTION_FAILED, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, download, isMissing, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { Dialog, DialogActions } from '#platform/web/kit/dialog.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { formatFechaHora, formatNumber } from '#ui/format.ts';
import { correosContract } from '../contract.ts';
import classes from './comunicacion.module.css';
import { EstadoBadge } from './estado.tsx';
import { Letter } from './Letter.tsx';
import { Recipients } from './Recipients.tsx';

type Adjunto = Value<typeof correosContract.get>['adjuntoList'][number];

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${formatNumber(Math.max(1, Math.round(bytes / 1024)))} KB`
    : `${formatNumber(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB`;
}

function Adjuntos({ adjuntos }: { adjuntos: readonly Adjunto[] }) {
  if (adjuntos.length === 0) return null;
  const save = ({ id }: Adjunto) =>
    withBusy(() => download(correosContract.adjunto, { params: { id } })).catch(() =>
      toast.error(SERVER_ERROR_RETRY, 8),
    );
  return (
    <ul className={classes.files} aria-label="Archivos adjuntos">
      {adjuntos.map((adjunto) => (
        <li key={adjunto.id}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden="true" />}
            onClick={() => void save(adjunto)}
          >
            {adjunto.nombre} ({sizeText(adjunto.bytes)})
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Contents({ html, texto }: { html: string; texto: string }) {
  const [view, setView] = useState<'html' | 'texto'>('html');
  return (
    <>
      <SegmentedControl
        className={classes.views}
        aria-label="Forma del correo"
        size="xs"
        value={view}
        onChange={setView}
        data={[
          { value: 'html', label: 'Como se lee' },
          { value: 'texto', label: 'Sólo texto' },
        ]}
      />
      {view === 'html' ? (
        <Letter title="Contenido del correo" html={html} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard too
        <pre className={classes.plain} tabIndex={0}>
          {texto}
        </pre>
      )}
    </>
  );
}

export function CorreoDetail({ id, mayRetry, onClose }: { id: number; mayRetry: boolean; onClose: () => void }) {
  const correo = useCall(correosContract.get, { params: { id } });
  const invalidate = useInvalidate();
  const { data, error } = correo;
  const missing = isMissing(error);
  const retry = async () => {
    try {
      await withBusy(() => call(correosContract.reintentar, { params: { id } }));
      toast.success(ACTION_DONE);
    } catch (error) {
      toast.error(messageOf(error, ACTION_FAILED), 8);
    }
    await invalidate(correosContract.allpaginable, correosContract.get);
  };
  const stopped = data?.estado === 'fallido' || data?.estado === 'guardado';
  return (
    <Dialog title={data?.asunto ?? 'Correo'} onClose={onClose} closeButton width="46rem">
      {data ? (
        <>
          <div className={classes.facts}>
            <Facts
              columns={2}
              items={[
                { label: 'Para', value: <Recipients para={data.para} /> },
                { label: 'Estado', value: <EstadoBadge estado={data.estado} /> },
                { label: 'Fecha', value: formatFechaHora(data.createdAt) },
                { label: 'Enviado', value: data.enviadoAt ? formatFechaHora(data.enviadoAt) : '—' },
                { label: 'Intentos', value: data.intentos },
                {
                  label: 'Siguiente intento',
                  value: data.proximoIntento ? formatFechaHora(data.proximoIntento) : '—',
                },
                { label: 'Lote', value: data.referencia || '—' },
                { label: 'Usuario', value: data.usuario || '—' },
              ]}
            />
          </div>
          {data.ultimoError ? <p className={classes.error}>Último error: {data.ultimoError}</p> : null}
          <Adjuntos adjuntos={data.adjuntoList} />
          <Contents html={data.html} texto={data.texto} />
        </>
      ) : missing ? (
        <ErrorPanel message="El correo no existe." />
      ) : error ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void correo.refetch()} />
      ) : (
        <Skeletons lines={8} />
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cerrar
        </Button>
        {stopped && mayRetry ? (
          <Button onClick={() => void retry()}>{data.estado === 'fallido' ? 'Reintentar' : 'Enviar'}</Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
